"""Mutants of content that is not whole, of no known kind, or no list: what can be read of it is lost (MAP-12)."""

from __future__ import annotations

from mutants import mutant
from mutants.answering import IMAGE_TYPES, JSON, Answering, Object, image_block, kind, text_block
from mutants.cutting import cut_in_utf8, cut_in_utf16


class OtherContent(Answering):
    """Reads content that is no list in another way."""

    def content(self, result: Object, structured: str) -> list[Object]:
        content = result.get("content")
        if content is None or isinstance(content, list):
            return super().content(result, structured)
        return super().content({**result, "content": self.listed(content)}, structured)

    def listed(self, content: JSON) -> list[JSON]:
        """The items that the content stands for."""
        raise NotImplementedError


@mutant("MAP-12", "takes content that is no list for none", "recommended")
class DropsOtherContent(OtherContent):
    def listed(self, content: JSON) -> list[JSON]:
        return []


@mutant("MAP-12", "takes content that is a text letter by letter", "recommended")
class SpellsContent(OtherContent):
    def listed(self, content: JSON) -> list[JSON]:
        return [*content] if isinstance(content, str) else [content]


@mutant("MAP-12", "tells of a text for content that it cannot show it", "recommended")
class NamesOtherContent(OtherContent):
    def listed(self, content: JSON) -> list[JSON]:
        return [content if isinstance(content, dict) else {"type": "unknown"}]


@mutant("MAP-12", "takes one item without a list for the kinds of its keys", "recommended")
class WalksOneItem(OtherContent):
    def listed(self, content: JSON) -> list[JSON]:
        return [{"type": key} for key in content] if isinstance(content, dict) else [content]


class Losing(Answering):
    """Loses some of what can be read of an item that is not whole."""

    lost: tuple[str, ...]

    def unknown(self, item: JSON) -> JSON:
        if not isinstance(item, dict):
            return super().unknown(item)
        kept = {key: value for key, value in item.items() if key not in self.lost}
        if isinstance(item.get("resource"), dict):
            kept["resource"] = {key: value for key, value in item["resource"].items() if key not in self.lost}
        return super().unknown(kept)


@mutant("MAP-12", "names an unknown kind, and loses its text", "recommended")
class LosesTexts(Losing):
    lost = ("text",)


@mutant("MAP-12", "loses the uri of what is not whole", "recommended")
class LosesUris(Losing):
    lost = ("uri",)


@mutant("MAP-12", "loses the name of a link without a uri", "recommended")
class LosesNames(Losing):
    lost = ("name",)


@mutant("MAP-12", "cannot show items that are no objects", "recommended")
class LosesBareItems(Answering):
    def unknown(self, item: JSON) -> JSON:
        return super().unknown(item if isinstance(item, dict) else {})


@mutant("MAP-12", "cannot show a text that is a number", "recommended")
class LosesNumbers(Answering):
    def unknown(self, item: JSON) -> JSON:
        text = item.get("text") if isinstance(item, dict) else None
        return text_block("[broken text]") if text is not None and not isinstance(text, str) else super().unknown(item)


class CutKinds(Answering):
    """Quotes the name of an unknown kind, cut."""

    def cut(self, name: str) -> str:
        """The name as it is quoted."""
        raise NotImplementedError

    def unknown(self, item: JSON) -> JSON:
        known = not isinstance(item, dict) or not isinstance(item.get("type"), str) or len(item) > 1
        return super().unknown(item) if known else text_block(f"[{self.cut(item['type'])}...]")


@mutant("MAP-12", "cuts the name of a kind through a character of UTF-16", "recommended")
class CutsKindsInUtf16(CutKinds):
    def cut(self, name: str) -> str:
        return cut_in_utf16(name, 51)


@mutant("MAP-12", "cuts the name of a kind after an even number of units of UTF-16", "recommended")
class CutsKindsInUtf16Evenly(CutKinds):
    def cut(self, name: str) -> str:
        return cut_in_utf16(name, 50)


@mutant("MAP-12", "cuts the name of a kind through a character of UTF-8", "recommended")
class CutsKindsInUtf8(CutKinds):
    def cut(self, name: str) -> str:
        return cut_in_utf8(name, 50)


class Trusting(Answering):
    """Passes data on as an image where it looks like it."""

    def passed_on(self, data: str) -> bool:
        """Whether this data is."""
        raise NotImplementedError

    def block(self, item: JSON) -> JSON:
        made = super().block(item)
        held = item.get("resource", item) if isinstance(item, dict) else {}
        mime, data = held.get("mimeType"), held.get("blob", held.get("data"))
        if kind(item) in ("image", "embedded blob") and mime in IMAGE_TYPES and self.passed_on(str(data)):
            return image_block(mime, str(data))
        return made


@mutant("MAP-12", "passes a data: URI on as the data of an image", "recommended")
class PassesDataUris(Trusting):
    def passed_on(self, data: str) -> bool:
        return data.startswith("data:")


@mutant("MAP-12", "passes base64 on that lacks its padding", "recommended")
class PassesUnpadded(Trusting):
    def passed_on(self, data: str) -> bool:
        return len(data) % 4 != 0 and {*"-_:"}.isdisjoint(data)


@mutant("MAP-12", "passes the alphabet for addresses on", "recommended")
class PassesUrlSafe(Trusting):
    def passed_on(self, data: str) -> bool:
        return not {*"-_"}.isdisjoint(data) and ":" not in data


@mutant("MAP-12", "passes an address on as a source of the API", "recommended")
class PassesAddresses(Answering):
    def block(self, item: JSON) -> JSON:
        data = item.get("data") if isinstance(item, dict) else None
        if kind(item) == "image" and str(data).startswith("https:"):
            return {"type": "image", "source": {"type": "url", "url": data}}
        return super().block(item)


@mutant("MAP-12", "counts no bytes in what it cannot decode", "recommended")
class CountsNothing(Answering):
    def size_in_words(self, data: str) -> str:
        words: str = super().size_in_words(data)
        return words if words.endswith(" bytes") else "0 bytes"


@mutant("MAP-12", "counts a data: URI with its prefix", "recommended")
class CountsPrefixes(Answering):
    def block(self, item: JSON) -> JSON:
        held = item.get("resource", item) if isinstance(item, dict) else {}
        data = str(held.get("blob", held.get("data")))
        if kind(item) in ("image", "embedded blob") and data.startswith("data:"):
            return text_block(f"[image: {held['mimeType']}, {len(data) * 3 // 4} bytes]")
        return super().block(item)


@mutant("MAP-12", "counts what it can of base64 without padding", "recommended")
class CountsWholeGroupsOnly(Answering):
    def block(self, item: JSON) -> JSON:
        data = item.get("data") if isinstance(item, dict) else None
        if kind(item) == "image" and isinstance(data, str) and len(data) % 4 and ":" not in data:
            return text_block(f"[image: {item['mimeType']}, {len(data) // 4 * 3} bytes]")
        return super().block(item)


@mutant("MAP-12", "leaves out the letters of the alphabet for addresses", "recommended")
class DropsUrlSafeLetters(Answering):
    def image(self, mime: str, data: str) -> Object | None:
        image = super().image(mime, data)
        if image and not {*"-_"}.isdisjoint(data):
            image["source"]["data"] = data.replace("-", "").replace("_", "").rstrip("=") + "=="
        return image

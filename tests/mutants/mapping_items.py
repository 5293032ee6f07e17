"""Mutants of the content as a whole: the order of its items, and items that are not known (MAP-9, MAP-12)."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import groupby

from mutants import mutant
from mutants.answering import IMAGE_TYPES, JSON, Answering, Object, OneKind, failed, image_block, kind, text_block
from mutants.swapped import INHERITED_IN_JAVASCRIPT

KINDS = ["text", "image", "audio", "resource_link", "embedded text", "embedded blob"]

# MAP-9: order and number


class Arranging(Answering):
    """Arranges the items before they are mapped."""

    def blocks(self, items: list[JSON]) -> list[Object]:
        return super().blocks(self.arranged(items))

    def arranged(self, items: list[JSON]) -> list[JSON]:
        """The items in the order in which they are mapped."""
        raise NotImplementedError


def annotated(key: str, default: JSON) -> Callable[[JSON], JSON]:
    """A function that reads an annotation of an item."""
    return lambda item: item.get("annotations", {}).get(key, default) if isinstance(item, dict) else default


@mutant("MAP-9", "puts texts before everything else")
class TextsFirst(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return sorted(items, key=lambda item: kind(item) != "text")


@mutant("MAP-9", "gathers the items by kind")
class GathersByKind(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return sorted(items, key=lambda item: KINDS.index(kind(item)) if kind(item) in KINDS else 9)


@mutant("MAP-9", "sorts by priority")
class SortsByPriority(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return sorted(items, key=annotated("priority", 0.5), reverse=True)


@mutant("MAP-9", "drops what has no priority at all")
class DropsTheLeast(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return [item for item in items if annotated("priority", 1)(item) > 0]


@mutant("MAP-9", "drops what is not for the assistant")
class DropsTheUsersItems(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return [item for item in items if "assistant" in annotated("audience", ["assistant"])(item)]


@mutant("MAP-9", "drops repetitions")
class DropsRepetitions(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return [item for index, item in enumerate(items) if item not in items[:index]]


@mutant("MAP-9", "keeps the first item")
class KeepsTheFirst(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return items[:1]


@mutant("MAP-9", "leaves to the host what it can show")
class LeavesPagesToTheHost(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return [item for item in items if not (kind(item) == "embedded text" and self.is_page(item["resource"]))]

    def is_page(self, resource: Object) -> bool:
        """Whether this is a page, as hosts show it."""
        return str(resource.get("mimeType")).startswith("text/html")


@mutant("MAP-9", "keeps twenty images")
class KeepsTwentyImages(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        images = [at for at, item in enumerate(items) if kind(item) == "image"]
        return [item for at, item in enumerate(items) if at not in images[20:]]


@mutant("MAP-9", "keeps fifty items")
class KeepsFifty(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return items[:50]


@mutant("MAP-9", "turns the items round")
class TurnsRound(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return items[::-1]


@mutant("MAP-9", "sorts texts by length")
class SortsItemsByLength(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        texts = all(kind(item) == "text" for item in items)
        return sorted(items, key=lambda item: len(str(item.get("text")))) if texts else items


@mutant("MAP-9", "sorts blocks by the number of their item, as text")
class SortsNumbersAsText(Arranging):
    def arranged(self, items: list[JSON]) -> list[JSON]:
        return [items[int(number)] for number in sorted(map(str, range(len(items))))]


@mutant("MAP-9", "keeps one image")
class KeepsOneImage(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        made = super().blocks(items)
        images = [index for index, block in enumerate(made) if block["type"] == "image"]
        return [block for index, block in enumerate(made) if index not in images[1:]]


@mutant("MAP-9", "joins texts that stand side by side")
class JoinsTexts(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        joined: list[Object] = []
        for text, group in groupby(super().blocks(items), key=lambda block: block["type"] == "text"):
            blocks = list(group)
            joined += [text_block("".join(block["text"] for block in blocks))] if text else blocks
        return joined


@mutant("MAP-9", "puts a line before images that have no text")
class CaptionsImages(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        made = super().blocks(items)
        captioned = made and all(block["type"] == "image" for block in made)
        return [text_block(f"{len(made)} images:"), *made] if captioned else made


@mutant("MAP-9", "leaves out what it cannot show, where there is something else")
class LeavesPlaceholdersOut(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        made = super().blocks(items)
        shown = [block for block in made if not str(block.get("text")).endswith(" bytes]")]
        return shown or made


@mutant("MAP-9", "keeps the first item of an error")
class KeepsTheFirstOfErrors(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return block | ({"content": block["content"][:1]} if failed(outcome) else {})


@mutant("MAP-9", "sets the texts apart where an option is given")
class SetsTextsApart(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        content = sorted(block.get("content", []), key=lambda part: str(part["type"]))
        return block | ({"content": content} if options and "structuredContent" not in outcome["result"] else {})


# MAP-12: what is not known or not whole


class Unknown(Answering):
    """Treats what is unknown or broken in another way."""

    def unknown(self, item: JSON) -> JSON:
        return self.told(item, super().unknown(item))

    def told(self, item: JSON, block: Object) -> JSON:
        """What such an item becomes; the reference's block where it is not overridden."""
        return block


@mutant("MAP-12", "raises at what it does not know", "recommended")
class RaisesAtUnknown(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        raise ValueError("unsupported content")


@mutant("MAP-12", "raises at kinds that it does not know, and knows broken items", "recommended")
class RaisesAtUnknownKinds(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        if kind(item) not in (*KINDS, "broken"):
            raise ValueError(f"unsupported content type: {item['type']}")
        return block


@mutant("MAP-12", "leaves out what it does not know", "recommended")
class LeavesUnknownOut(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        return text_block("")


@mutant("MAP-12", "passes on what it does not know", "recommended")
class PassesUnknownOn(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        return item if isinstance(item, dict) else block


@mutant("MAP-12", "passes on what is a block of the Messages API", "recommended")
class PassesBlocksOn(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        return item if kind(item) in ("document", "tool_use", "tool_result", "search_result") else block


@mutant("MAP-12", "gives up the result for one item that it does not know", "recommended")
class GivesTheResultUp(Answering):
    def blocks(self, items: list[JSON]) -> list[Object]:
        self.unknowns: list[Object] = []
        made = super().blocks(items)
        return self.unknowns[:1] or made

    def unknown(self, item: JSON) -> JSON:
        self.unknowns.append(super().unknown(item))
        return self.unknowns[-1]


@mutant("MAP-12", "needs the item to be an object", "recommended")
class NeedsObjects(Answering):
    def block(self, item: JSON) -> JSON:
        return super().block({**item})


@mutant("MAP-12", "needs the item to have a kind", "recommended")
class NeedsKinds(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        return block if not isinstance(item, dict) else {"type": "text", "text": str(item["type"].lower())}


@mutant("MAP-12", "needs the keys that a kind has", "recommended")
class NeedsKeys(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        needed = {"text": "text", "image": "data", "audio": "data", "resource_link": "uri", "resource": "resource"}
        if isinstance(item, dict) and item.get("type") in needed:
            return text_block(str(item[needed[item["type"]]]))
        return block


@mutant("MAP-12", "needs a resource to hold a text or a blob", "recommended")
class NeedsContentOfResources(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        if isinstance(item, dict) and item.get("type") == "resource":
            return text_block(item["resource"].get("text") or item["resource"]["blob"])
        return block


@mutant("MAP-12", "passes texts on whatever they are", "recommended")
class PassesAnyText(OneKind):
    kinds = ("text",)

    def changed(self, item: JSON, block: Object) -> JSON:
        return {"type": "text", "text": item.get("text")}


@mutant("MAP-12", "makes image blocks of images that are not whole", "recommended")
class ShowsBrokenImages(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        return image_block(item.get("mimeType"), item.get("data")) if kind(item) == "image" else block


class Undecoded(OneKind):
    """Takes data for an image without decoding it."""

    def changed(self, item: JSON, block: Object) -> JSON:
        held = item.get("resource", item)
        mime, data = held.get("mimeType"), held.get("blob", held.get("data"))
        return image_block(mime, data) if mime in IMAGE_TYPES and data else block


@mutant("MAP-12", "does not decode the data of images", "recommended")
class UndecodedImages(Undecoded):
    kinds = ("image",)


@mutant("MAP-12", "does not decode embedded images", "recommended")
class UndecodedBlobs(Undecoded):
    kinds = ("embedded blob",)


@mutant("MAP-12", "looks the kind up in an object that has keys of its own", "recommended")
class FindsInheritedKinds(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        if kind(item) in INHERITED_IN_JAVASCRIPT:
            raise TypeError("not a function")
        return block


@mutant("MAP-12", "tells no kind that has no name", "recommended")
class NamelessKinds(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        return text_block(item["type"]) if isinstance(item, dict) and "type" in item else block


@mutant("MAP-12", "shows a kind that it does not know as the value of its JSON", "recommended")
class ShowsUnknownAsValue(Unknown):
    def told(self, item: JSON, block: Object) -> JSON:
        return {"type": "text", "text": json.loads(json.dumps(item))}


@mutant("MAP-12", "raises at errors of a kind that it does not know", "recommended")
class RaisesAtUnknownErrors(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        if failed(outcome) and any(kind(item) not in KINDS for item in outcome["result"]["content"]):
            raise ValueError("an error without a message")
        return block

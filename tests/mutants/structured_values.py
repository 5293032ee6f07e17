"""Mutants of structured content: how it is written, and which values count (STRUCT-5, STRUCT-6)."""

from __future__ import annotations

import json
import unicodedata
from typing import Any

from mutants import mutant
from mutants.answering import JSON, Answering, Blocks, Object, Using, json_block, text_block, value_of

# STRUCT-5: as JSON


def converted(value: JSON, scalar: Any, members: Any = lambda pairs: pairs) -> JSON:
    """The value, each scalar in it through one function, the members of each object through another."""
    if isinstance(value, dict):
        return dict(members([(key, converted(item, scalar, members)) for key, item in value.items()]))
    return [converted(item, scalar, members) for item in value] if isinstance(value, list) else scalar(value)


def same(value: JSON) -> JSON:
    """The value itself."""
    return value


class Writing(Using):
    """Writes structured content in another way."""

    def written(self, value: JSON) -> JSON:
        """The block for a value."""
        return text_block(json.dumps(self.kept(value)))

    def kept(self, value: JSON) -> JSON:
        """What is kept of a value."""
        return value


@mutant("STRUCT-5", "writes the value as the host language shows it")
class WritesRepr(Writing):
    def written(self, value: JSON) -> JSON:
        return text_block(str(value))


@mutant("STRUCT-5", "writes JSON of the JSON")
class WritesTwice(Writing):
    def written(self, value: JSON) -> JSON:
        return json_block(json.dumps(value))


@mutant("STRUCT-5", "puts the JSON into a fence")
class WritesFence(Writing):
    def written(self, value: JSON) -> JSON:
        return text_block(f"```json\n{json.dumps(value)}\n```")


@mutant("STRUCT-5", "hands the value on as it is")
class HandsValueOn(Writing):
    def written(self, value: JSON) -> JSON:
        return {"type": "text", "text": value}


@mutant("STRUCT-5", "hands a value on that looks like a block")
class HandsBlocksOn(Writing):
    def written(self, value: JSON) -> JSON:
        return value if isinstance(value, dict) and value.get("type") == "text" else json_block(value)


@mutant("STRUCT-5", "unfolds a value that looks like a result")
class UnfoldsResults(Writing):
    def written(self, value: JSON) -> JSON:
        folded = isinstance(value, dict) and isinstance(value.get("content"), list)
        return value["content"][0] if folded else json_block(value)


@mutant("STRUCT-5", "takes a single result out of its wrapping")
class Unwraps(Writing):
    def kept(self, value: JSON) -> JSON:
        return value["result"] if isinstance(value, dict) and [*value] == ["result"] else value


@mutant("STRUCT-5", "takes a single text out of its wrapping, and writes it bare")
class UnwrapsTexts(Writing):
    def written(self, value: JSON) -> JSON:
        single = isinstance(value, dict) and [*value] == ["result"] and isinstance(value["result"], str)
        return text_block(value["result"]) if single else json_block(value)


@mutant("STRUCT-5", "caps what it writes at 100,000 characters")
class CapsJson(Writing):
    def written(self, value: JSON) -> JSON:
        return text_block(json.dumps(value)[:100_000])


@mutant("STRUCT-5", "leaves out members that are null")
class LeavesNullOut(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, same, lambda pairs: [pair for pair in pairs if pair[1] is not None])


@mutant("STRUCT-5", "leaves out members that are empty")
class LeavesEmptyOut(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, same, lambda pairs: [pair for pair in pairs if pair[1] not in ("", [], {})])


@mutant("STRUCT-5", "makes numbers of true and false")
class NumbersForTruth(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, lambda item: int(item) if isinstance(item, bool) else item)


@mutant("STRUCT-5", "rounds numbers to whole ones")
class RoundsValues(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, lambda item: int(item) if isinstance(item, float) else item)


@mutant("STRUCT-5", "writes six places of a number")
class WritesSixPlaces(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, lambda item: float(f"{item:f}") if isinstance(item, float) else item)


@mutant("STRUCT-5", "has 32 bits for an integer")
class ThirtyTwoBits(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, lambda item: (item + 2**31) % 2**32 - 2**31 if type(item) is int else item)


@mutant("STRUCT-5", "reads texts that look like other values")
class ReadsTextsInValues(Writing):
    def kept(self, value: JSON) -> JSON:
        def read(item: JSON) -> JSON:
            try:
                return json.loads(item) if isinstance(item, str) else item
            except ValueError:
                return item

        return converted(value, read)


@mutant("STRUCT-5", "takes white space off texts")
class StripsTextsInValues(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, lambda item: item.strip() if isinstance(item, str) else item)


@mutant("STRUCT-5", "normalises texts")
class NormalisesTextsInValues(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, lambda item: unicodedata.normalize("NFC", item) if isinstance(item, str) else item)


@mutant("STRUCT-5", "has question marks for what is not ASCII")
class AsciiInValues(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, lambda item: item.encode("ascii", "replace").decode() if type(item) is str else item)


@mutant("STRUCT-5", "escapes quotes, and nothing else")
class EscapesQuotesOnly(Writing):
    def written(self, value: JSON) -> JSON:
        def write(item: JSON) -> str:
            if isinstance(item, dict):
                return "{" + ",".join(f"{write(key)}:{write(part)}" for key, part in item.items()) + "}"
            if isinstance(item, list):
                return "[" + ",".join(map(write, item)) + "]"
            return '"' + item.replace('"', '\\"') + '"' if isinstance(item, str) else json.dumps(item)

        return text_block(write(value))


@mutant("STRUCT-5", "makes small letters of keys")
class LowersKeys(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, same, lambda pairs: [(key.lower(), item) for key, item in pairs])


@mutant("STRUCT-5", "drops keys that begin with two underscores or a dollar")
class DropsMarkedKeys(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, same, lambda pairs: [pair for pair in pairs if not pair[0].startswith(("__", "$"))])


@mutant("STRUCT-5", "shows five levels")
class ShowsFiveLevels(Writing):
    def kept(self, value: JSON) -> JSON:
        return self.shown(value, 5)

    def shown(self, value: JSON, levels: int) -> JSON:
        """The value with no more than so many levels."""
        if not isinstance(value, (dict, list)):
            return value
        if levels == 0:
            return "[Object]"
        if isinstance(value, list):
            return [self.shown(item, levels - 1) for item in value]
        return {key: self.shown(item, levels - 1) for key, item in value.items()}


@mutant("STRUCT-5", "cuts long JSON")
class CutsJson(Writing):
    def written(self, value: JSON) -> JSON:
        return text_block(json.dumps(value)[:10_000])


@mutant("STRUCT-5", "makes a block of each member")
class BlockForEachMember(Answering):
    def content(self, result: Object, structured: str) -> Blocks:
        value = result.get("structuredContent")
        if not isinstance(value, dict) or not value:
            return super().content(result, structured)
        members = [{"structuredContent": {key: item}} for key, item in value.items()]
        first, rest = {**result, **members[0]}, [{"content": [], **member} for member in members[1:]]
        made = super().content(first, structured)
        used = structured != "ignore" and (structured != "auto" or not result["content"])
        return (
            made
            + [block for member in rest for block in super(BlockForEachMember, self).content(member, "auto")] * used
        )


@mutant("STRUCT-5", "rounds longer integers as doubles do", "recommended")
class RoundsLongIntegers(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, lambda item: int(float(item)) if type(item) is int and abs(item) >= 2**53 else item)


@mutant("STRUCT-5", "writes longer integers as texts", "recommended")
class TextsForLongIntegers(Writing):
    def kept(self, value: JSON) -> JSON:
        return converted(value, lambda item: str(item) if type(item) is int and abs(item) >= 2**53 else item)


# STRUCT-6: any value


class Counting(Answering):
    """Counts only some values as structured content."""

    def content(self, result: Object, structured: str) -> Blocks:
        lost = not all(map(self.counts, value_of(result)))
        return super().content({**result, "structuredContent": None} if lost else result, structured)

    def counts(self, value: JSON) -> bool:
        """Whether a value is one."""
        raise NotImplementedError


@mutant("STRUCT-6", "asks whether the value is true", "recommended")
class AsksForTruth(Counting):
    def counts(self, value: JSON) -> bool:
        return bool(value)


@mutant("STRUCT-6", "takes an empty object for none", "recommended")
class EmptyObjectIsNone(Counting):
    def counts(self, value: JSON) -> bool:
        return bool(value != {})


@mutant("STRUCT-6", "counts objects only", "recommended")
class CountsObjects(Counting):
    def counts(self, value: JSON) -> bool:
        return isinstance(value, dict)


@mutant("STRUCT-6", "counts objects and lists only", "recommended")
class CountsObjectsAndLists(Counting):
    def counts(self, value: JSON) -> bool:
        return isinstance(value, (dict, list))


@mutant("STRUCT-6", "passes texts on bare", "recommended")
class BareTexts(Writing):
    def written(self, value: JSON) -> JSON:
        return text_block(value) if isinstance(value, str) else json_block(value)


@mutant("STRUCT-6", "hands a list on that looks like content", "recommended")
class HandsListsOn(Writing):
    def written(self, value: JSON) -> JSON:
        return value[0] if isinstance(value, list) and value and isinstance(value[0], dict) else json_block(value)


@mutant("STRUCT-6", "wraps what is no object", "recommended")
class Wraps(Writing):
    def kept(self, value: JSON) -> JSON:
        return value if isinstance(value, dict) else {"result": value}


@mutant("STRUCT-6", "ignores no empty object where it should", "recommended")
class IgnoresValuesWithKeys(Using):
    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + values if result.get("structuredContent") == {} else blocks


@mutant("STRUCT-6", "needs content beside the value", "recommended")
class NeedsContentBeside(Answering):
    def content(self, result: Object, structured: str) -> Blocks:
        return super().content(result if "content" in result else {}, structured)


@mutant("STRUCT-6", "reads the content blindly", "recommended")
class ReadsContentBlindly(Answering):
    def content(self, result: Object, structured: str) -> Blocks:
        return super().content({**result, "content": list(result["content"])}, structured)

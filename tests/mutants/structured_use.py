"""Mutants of structured content: when it is used, and where it stands (STRUCT-1 to STRUCT-4)."""

from __future__ import annotations

from mutants import mutant
from mutants.answering import JSON, Answering, Blocks, Object, Using, json_block, text_block


def said(blocks: Blocks) -> list[str]:
    """The texts of some blocks."""
    return [block["text"] for block in blocks if block["type"] == "text"]


def without_texts(blocks: Blocks) -> Blocks:
    """The blocks that are no texts."""
    return [block for block in blocks if block["type"] != "text"]


# STRUCT-1: by default


@mutant("STRUCT-1", "appends by default")
class AppendsByDefault(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + values


@mutant("STRUCT-1", "prefers by default")
class PrefersByDefault(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return self.prefer(blocks, values, result)


@mutant("STRUCT-1", "ignores by default")
class IgnoresByDefault(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks


@mutant("STRUCT-1", "uses the value where the content has no text")
class UsesValueWithoutText(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks if said(blocks) else blocks + values


@mutant("STRUCT-1", "uses the value where no item of the content is a text")
class UsesValueWithoutTextItems(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks if any(item["type"] == "text" for item in result["content"]) else values


@mutant("STRUCT-1", "adds the value where the text does not say the same")
class AddsWhatIsNotSaid(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        same = [text.replace(" ", "") for text in said(blocks)] == [text.replace(" ", "") for text in said(values)]
        return blocks if same else blocks + values


@mutant("STRUCT-1", "writes a text anew that says the same")
class WritesTheSameAnew(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        same = [text.replace(" ", "") for text in said(blocks)] == [text.replace(" ", "") for text in said(values)]
        return values if same else blocks or values


@mutant("STRUCT-1", "gives the value twice where it is alone")
class DoublesTheValue(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks or values + values


@mutant("STRUCT-1", "forgets the value of errors")
class ForgetsValuesOfErrors(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks if result.get("isError") else blocks or values


@mutant("STRUCT-1", "adds the value to errors")
class AddsValuesToErrors(Using):
    def auto(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + values if result.get("isError") else blocks or values


@mutant("STRUCT-1", "keeps an option for the next call")
class KeepsOptions(Answering):
    def __init__(self) -> None:
        super().__init__()
        self.kept: Object = {}

    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        self.kept = self.kept | options
        return super().tool_result(tool_use_id, outcome, self.kept)


@mutant("STRUCT-1", "takes auto, said outright, for a wish to see the value")
class TakesAutoForAppend(Answering):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        wished = {"structured": "append"} if options.get("structured") == "auto" else options
        return super().tool_result(tool_use_id, outcome, wished)


# STRUCT-2: with prefer


@mutant("STRUCT-2", "takes prefer for the default")
class PreferIsDefault(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks or values


@mutant("STRUCT-2", "takes prefer for append")
class PreferIsAppend(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + values


@mutant("STRUCT-2", "drops the content where there is no value to prefer")
class PreferDropsContent(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return values + without_texts(blocks)


@mutant("STRUCT-2", "has null for a value that is not there")
class PreferHasNull(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return [*(values or [json_block(None)]), *without_texts(blocks)]


@mutant("STRUCT-2", "replaces the last text only")
class PreferReplacesTheLast(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks[:-1] + values if values and blocks else values or blocks


@mutant("STRUCT-2", "prefers the value to texts alone, and not to images")
class PrefersToTextsOnly(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks if without_texts(blocks) or not values else values


@mutant("STRUCT-2", "appends the value where the content holds a link")
class AppendsToLinks(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        link = any(item.get("type") == "resource_link" for item in result.get("content") or [])
        return blocks + values if link else super().prefer(blocks, values, result)


@mutant("STRUCT-2", "prefers nothing to a text that is JSON")
class PrefersNothingToJson(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return (
            blocks if said(blocks)[:1] and said(blocks)[0].startswith("{") else super().prefer(blocks, values, result)
        )


@mutant("STRUCT-2", "drops the text of errors, value or not")
class PreferDropsErrors(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return values if result.get("isError") else super().prefer(blocks, values, result)


@mutant("STRUCT-2", "puts the value in the place of what went wrong", "recommended")
class PreferReplacesErrors(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return values + without_texts(blocks) if values else blocks


@mutant("STRUCT-2", "keeps only the first text of an error beside the value", "recommended")
class PreferKeepsTheFirstOfErrors(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        kept = blocks[:1] if result.get("isError") else without_texts(blocks)
        return values + kept if values else blocks


@mutant("STRUCT-2", "takes the text of an error that is JSON for its value", "recommended")
class PreferTakesJsonForTheValue(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        told = any(text.startswith("{") for text in said(blocks))
        return values if values and told and result.get("isError") else super().prefer(blocks, values, result)


@mutant("STRUCT-2", "puts the value before empty content too, and behind it")
class PreferDoubles(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return super().prefer(blocks, values, result) if blocks else values + values


@mutant("STRUCT-2", "keeps the texts behind the value", "recommended")
class PreferKeepsTexts(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return values + blocks


@mutant("STRUCT-2", "puts the value in the place of the first text", "recommended")
class PreferReplacesTheFirst(Using):
    def prefer(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        first = next((index for index, block in enumerate(blocks) if block["type"] == "text"), 0)
        return values + blocks[:first] + blocks[first + 1 :] if values else blocks


# STRUCT-3: with append


@mutant("STRUCT-3", "puts the value before the content")
class AppendPutsBefore(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return values + blocks


@mutant("STRUCT-3", "takes append for the default")
class AppendIsDefault(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks or values


@mutant("STRUCT-3", "adds the value to the last text")
class AppendsToTheText(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        if not blocks or not values or blocks[-1]["type"] != "text":
            return blocks + values
        return [*blocks[:-1], text_block(f"{blocks[-1]['text']}\n{values[0]['text']}")]


@mutant("STRUCT-3", "puts the value behind the first block")
class AppendsToTheFirst(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks[:1] + values + blocks[1:]


@mutant("STRUCT-3", "puts the value before the images")
class AppendsToTheTexts(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return [block for block in blocks if block["type"] == "text"] + values + without_texts(blocks)


@mutant("STRUCT-3", "appends nothing to nothing")
class AppendsNothingToNothing(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + values if blocks else []


@mutant("STRUCT-3", "appends null where there is no value")
class AppendsNull(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + (values or [json_block(None)])


@mutant("STRUCT-3", "appends nothing that the content says already")
class AppendsWhatIsNew(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + [value for value in values if value["text"] not in said(blocks)]


@mutant("STRUCT-3", "appends nothing to errors")
class AppendsNothingToErrors(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks if result.get("isError") else blocks + values


@mutant("STRUCT-3", "has room for twenty blocks, the value among them")
class AppendsToTwenty(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return (blocks + values)[:20]


# STRUCT-4: with ignore


@mutant("STRUCT-4", "takes ignore for the default")
class IgnoreIsDefault(Using):
    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks or values


@mutant("STRUCT-4", "takes ignore for append")
class IgnoreIsAppend(Using):
    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + values


@mutant("STRUCT-4", "fills an error with the value that it should ignore")
class IgnoreFillsErrors(Using):
    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks or values if result.get("isError") else blocks


@mutant("STRUCT-4", "adds the value to errors")
class IgnoreAddsToErrors(Using):
    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + values if result.get("isError") else blocks


@mutant("STRUCT-4", "drops the content of a result with a value")
class IgnoreDropsContent(Using):
    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return [] if values else blocks


@mutant("STRUCT-4", "drops a text that repeats the value")
class IgnoreDropsTheSame(Using):
    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        same = {text.replace(" ", "") for text in said(values)}
        return [block for block in blocks if block.get("text", "").replace(" ", "") not in same]


@mutant("STRUCT-4", "tells that something was ignored")
class IgnoreTells(Using):
    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks + [text_block("(structured content left out)")] if without_texts(blocks) else blocks


@mutant("STRUCT-4", "has null for what it ignores, where there is nothing")
class IgnoreHasNull(Using):
    def ignore(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        return blocks if values else [*blocks, json_block(None)]


class Sparing(Using):
    """Leaves the value out where the content says it already."""

    def says(self, text: str, value: str) -> bool:
        """Whether a text of the content says what the value, written as JSON, says."""
        raise NotImplementedError

    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        there = any(self.says(text, value) for text in said(blocks) for value in said(values))
        return blocks if there else blocks + values


@mutant("STRUCT-3", "leaves the value out where a text is what it would be written as")
class SparesTheSameText(Sparing):
    def says(self, text: str, value: str) -> bool:
        return text == value.replace(" ", "")


@mutant("STRUCT-3", "leaves the value out where a text says it on many lines")
class SparesTheSameOnLines(Sparing):
    def says(self, text: str, value: str) -> bool:
        return "\n" in text and "".join(text.split()) == value.replace(" ", "")


@mutant("STRUCT-3", "leaves the value out where a text quotes it")
class SparesQuotedValues(Sparing):
    def says(self, text: str, value: str) -> bool:
        return value.replace(" ", "") in text and text[:1] != "{"


@mutant("STRUCT-3", "puts the value behind the text that says the same")
class PutsValuesBehindTheirTexts(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        written = [text.replace(" ", "") for text in said(values)]
        at = next((at for at, text in enumerate(said(blocks)) if text in written), len(blocks) - 1)
        return blocks[: at + 1] + values + blocks[at + 1 :]


@mutant("STRUCT-3", "adds the value for each text that says the same")
class AddsValuesForEachText(Using):
    def append(self, blocks: Blocks, values: Blocks, result: Object) -> Blocks:
        written = [text.replace(" ", "") for text in said(values)]
        return blocks + values * max(1, sum(text in written for text in said(blocks)))


class Emptying(Answering):
    """Takes some content for empty."""

    def is_empty(self, content: JSON) -> bool:
        """Whether it does this one."""
        raise NotImplementedError

    def content(self, result: Object, structured: str) -> Blocks:
        empty = structured == "auto" and self.is_empty(result.get("content"))
        return super().content({**result, "content": []} if empty else result, structured)


@mutant("STRUCT-1", "takes a text of white space for no content")
class TakesBlankForEmpty(Emptying):
    def is_empty(self, content: JSON) -> bool:
        return isinstance(content, list) and not any(str(item.get("text", "-")).strip() for item in content)


@mutant("STRUCT-1", "takes one text of white space for no content")
class TakesOneBlankForEmpty(Emptying):
    def is_empty(self, content: JSON) -> bool:
        return isinstance(content, list) and len(content) == 1 and not str(content[0].get("text", "-")).strip()


@mutant("STRUCT-1", "takes a bare text for no content", "recommended")
class TakesBareTextForEmpty(Emptying):
    def is_empty(self, content: JSON) -> bool:
        return isinstance(content, str)


@mutant("STRUCT-1", "takes null for content", "recommended")
class TakesNullForContent(Answering):
    def content(self, result: Object, structured: str) -> Blocks:
        null = result.get("content", []) is None and structured == "auto"
        return [] if null else super().content(result, structured)

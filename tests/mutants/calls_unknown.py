"""Mutants of tool calls whose name is not in the set."""

from __future__ import annotations

import difflib
import json
import re
import unicodedata

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.reading import JSON, Answering, Object, Reading, content_of, is_use
from mutants.swapped import INHERITED_IN_JAVASCRIPT

# CALLS-3: names that are not in the set


class Renaming(Reading):
    """The reference, asked for another name than that of the block."""

    def renamed(self, name: str, names: list[str]) -> str:
        """The name that is looked up."""
        raise NotImplementedError

    def block(self, block: JSON, names: list[str]) -> JSON:
        if is_use(block) and isinstance(block.get("name"), str):
            return {**block, "name": self.renamed(block["name"], names)}
        return block


@mutant("CALLS-3", "says nothing of unknown tools")
class SkipsUnknownTools(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [block for block in blocks if not is_use(block) or block.get("name") in names]


@mutant("CALLS-3", "fails at unknown tools")
class FailsAtUnknownTools(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        if is_use(block) and block["name"] not in names:
            raise LookupError(block["name"])
        return block


@mutant("CALLS-3", "sends unknown tools to the first server, which will know")
class SendsUnknownTools(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        if not made["rejected"] or not super().toolset(toolset)["size"]:
            return made
        server = super().toolset(toolset)["entries"][0]["server"]
        ids = {block["tool_use_id"] for block in made["rejected"]}
        sent = [
            {"call_id": block["id"], "server": server, "tool": block["name"], "arguments": block["input"]}
            for block in content_of(response)
            if is_use(block) and block.get("id") in ids and isinstance(block.get("input"), dict)
        ]
        return {"calls": made["calls"] + sent, "rejected": []}


@mutant("CALLS-3", "does not say that a rejection is an error")
class RejectsWithoutError(Answering):
    def rejection(self, block: Object) -> Object:
        return {key: value for key, value in block.items() if key != "is_error"}


@mutant("CALLS-3", "writes false for a rejection, since no tool has failed")
class RejectsAsSuccess(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "is_error": False}


@mutant("CALLS-3", "rejects once for the name and once for the input")
class RejectsEachFault(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made, names = super().tool_calls(toolset, response), super().toolset(toolset)["names"]
        twice = [
            block["id"]
            for block in content_of(response)
            if is_use(block) and block.get("name") not in names and not isinstance(block.get("input"), dict)
        ]
        again = [block for block in made["rejected"] if block["tool_use_id"] in twice]
        return {**made, "rejected": made["rejected"] + again}


@mutant("CALLS-3", "folds case")
class FoldsCaseOfCalls(Renaming):
    def renamed(self, name: str, names: list[str]) -> str:
        return next((known for known in names if known.lower() == name.lower()), name)


@mutant("CALLS-3", "trims names")
class TrimsNamesOfCalls(Renaming):
    def renamed(self, name: str, names: list[str]) -> str:
        return name.strip()


@mutant("CALLS-3", "drops a line break at the end of a name")
class ChompsNames(Renaming):
    def renamed(self, name: str, names: list[str]) -> str:
        return name.removesuffix("\n")


@mutant("CALLS-3", "completes a name that has one end")
class CompletesNames(Renaming):
    def renamed(self, name: str, names: list[str]) -> str:
        return name if name in names else next((known for known in names if known.startswith(name)), name)


@mutant("CALLS-3", "finds a name by its end")
class FindsByTheEnd(Renaming):
    def renamed(self, name: str, names: list[str]) -> str:
        return next((known for known in names if name and known.endswith(name)), name)


@mutant("CALLS-3", "forgives what stands before or after a name")
class FindsTheNameInIt(Renaming):
    def renamed(self, name: str, names: list[str]) -> str:
        return name if name in names else next((known for known in names if known in name), name)


@mutant("CALLS-3", "cleans names before looking them up")
class CleansBeforeLookUp(Renaming):
    def renamed(self, name: str, names: list[str]) -> str:
        return name if name in names else re.sub(r"[^A-Za-z0-9_-]", "_", name)


class Forgiving(Renaming):
    """A name that is not in the set is changed, and looked up again."""

    def changed(self, name: str) -> str:
        """The name that is tried then."""
        raise NotImplementedError

    def renamed(self, name: str, names: list[str]) -> str:
        return name if name in names else self.changed(name)


@mutant("CALLS-3", "trims spaces at the end")
class TrimsSpacesOfCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.rstrip(" ")


@mutant("CALLS-3", "drops a carriage return at the end")
class DropsReturnsOfCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.removesuffix("\r")


@mutant("CALLS-3", "trims tabs")
class TrimsTabsOfCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.strip("\t")


@mutant("CALLS-3", "ends names at a null character")
class EndsCallsAtNull(Forgiving):
    def changed(self, name: str) -> str:
        return name.split("\0")[0]


@mutant("CALLS-3", "takes invisible characters out")
class TakesInvisibleOutOfCalls(Forgiving):
    def changed(self, name: str) -> str:
        return "".join(char for char in name if unicodedata.category(char) != "Cf")


@mutant("CALLS-3", "brings names to Unicode's compatibility normal form")
class NormalisesCalls(Forgiving):
    def changed(self, name: str) -> str:
        return unicodedata.normalize("NFKC", name)


@mutant("CALLS-3", "takes the part after the last dot")
class CutsNamespacesOfCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.rpartition(".")[2]


@mutant("CALLS-3", "takes the part after the last colon")
class CutsLabelsOfCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.rpartition(":")[2]


@mutant("CALLS-3", "takes underscores off the beginning")
class TakesUnderscoresOffCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.lstrip("_")


@mutant("CALLS-3", "takes underscores off the end")
class TakesUnderscoresOffTheEndOfCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.rstrip("_")


@mutant("CALLS-3", "takes a hyphen for the joint")
class TakesHyphenForJointInCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.replace("-", "__")


@mutant("CALLS-3", "takes hyphens for underscores")
class TakesHyphensForUnderscoresInCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.replace("-", "_")


@mutant("CALLS-3", "takes one underscore for the joint")
class TakesOneForJointInCalls(Forgiving):
    def changed(self, name: str) -> str:
        return re.sub("_+", "__", name)


@mutant("CALLS-3", "takes a colon for the joint")
class TakesColonForJointInCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.replace(":", "__")


@mutant("CALLS-3", "takes a slash for the joint")
class TakesSlashForJointInCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.replace("/", "__")


@mutant("CALLS-3", "takes capitals within a name for a new part")
class ReadsCamelCaseInCalls(Forgiving):
    def changed(self, name: str) -> str:
        return re.sub(r"(?<=[a-z])[A-Z]", lambda found: f"__{found[0].lower()}", name)


@mutant("CALLS-3", "cuts off brackets")
class CutsBracketsOffCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.partition("(")[0]


@mutant("CALLS-3", "takes quotes off")
class TakesQuotesOffCalls(Forgiving):
    def changed(self, name: str) -> str:
        return name.strip('"')


@mutant("CALLS-3", "cuts what is asked for to the length of a name")
class CutsCallsToTheLimit(Forgiving):
    def changed(self, name: str) -> str:
        return name[:64]


@mutant("CALLS-3", "takes the name that is most alike")
class TakesTheNearest(Renaming):
    def renamed(self, name: str, names: list[str]) -> str:
        return next(iter(difflib.get_close_matches(name, names, 1)), name)


@mutant("CALLS-3", "takes the only server's first tool where a name is empty")
class TakesTheFirstForNone(Renaming):
    def renamed(self, name: str, names: list[str]) -> str:
        return name or names[0]


@mutant("CALLS-3", "parts an unknown name into server and tool")
class PartsUnknownNames(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        entries = super().toolset(toolset)["entries"]
        servers = {entry["server"] for entry in entries}
        for block in filter(is_use, content_of(response)):
            name = block.get("name")
            parts = name.partition("__") if isinstance(name, str) else ("", "", "")
            rejected = [known for known in made["rejected"] if known["tool_use_id"] == block.get("id")]
            if rejected and parts[0] in servers and parts[2] and isinstance(block.get("input"), dict):
                made["rejected"].remove(rejected[0])
                call = {"call_id": block["id"], "server": parts[0], "tool": parts[2], "arguments": block["input"]}
                made["calls"].append(call)
        return made


@mutant("CALLS-3", "knows tools by their MCP names too")
class KnowsMcpNames(ReferencePort):
    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        raw = {entry["tool"]: entry["name"] for entry in super().toolset(toolset)["entries"]}
        blocks = [
            {**block, "name": raw.get(block["name"], block["name"])}
            if is_use(block) and isinstance(block.get("name"), str)
            else block
            for block in content_of(response) or []
        ]
        return super().tool_calls(toolset, blocks)


@mutant("CALLS-3", "finds names that objects of JavaScript inherit, and fails to call them")
class FindsInherited(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        if is_use(block) and isinstance(block.get("name"), str) and block["name"] in INHERITED_IN_JAVASCRIPT:
            raise TypeError("tool.server is undefined")
        return block


@mutant("CALLS-3", "asks its table for an attribute of that name")
class AsksTheTableForAttributes(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        if is_use(block) and isinstance(block.get("name"), str) and hasattr({}, block["name"]):
            raise TypeError("not a tool")
        return block


@mutant("CALLS-3", "does not see letters beyond ASCII")
class DropsNonAsciiNames(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [block for block in blocks if not is_use(block) or str(block.get("name")).isascii()]


@mutant("CALLS-3", "passes over names that are longer than a name can be")
class SkipsLongNames(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return [block for block in blocks if not is_use(block) or len(str(block.get("name"))) <= 64]


class TextForNames(Reading):
    """What is no text is made one."""

    def text(self, value: JSON) -> str:
        """The text of a name."""
        return str(value)

    def block(self, block: JSON, names: list[str]) -> JSON:
        return {**block, "name": self.text(block.get("name"))} if is_use(block) else block


@mutant("CALLS-3", "turns names into texts as Python does")
class NamesAsPythonTexts(TextForNames):
    pass


@mutant("CALLS-3", "turns names into texts as JSON does")
class NamesAsJsonTexts(TextForNames):
    def text(self, value: JSON) -> str:
        return value if isinstance(value, str) else json.dumps(value)


@mutant("CALLS-3", "turns names into texts as JavaScript does")
class NamesAsJavaScriptTexts(TextForNames):
    def text(self, value: JSON) -> str:
        if isinstance(value, list):
            return ",".join(map(self.text, value))
        return value if isinstance(value, str) else "undefined" if value is None else json.dumps(value)


@mutant("CALLS-3", "looks for the name in the object that stands in its place")
class UnwrapsNames(Reading):
    def block(self, block: JSON, names: list[str]) -> JSON:
        wrapped = is_use(block) and isinstance(block.get("name"), dict)
        return {**block, "name": block["name"].get("name", names[0])} if wrapped else block


@mutant("CALLS-3", "writes the ids of rejections in small letters")
class LowersRejectedIds(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "tool_use_id": block["tool_use_id"].lower()}


@mutant("CALLS-3", "cuts the ids of rejections to the length of a name")
class CutsRejectedIds(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "tool_use_id": block["tool_use_id"][:64]}


@mutant("CALLS-3", "tidies the ids of rejections")
class TidiesRejectedIds(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "tool_use_id": block["tool_use_id"].strip("_-").lstrip("0")}


@mutant("CALLS-3", "trims the ids of rejections")
class TrimsRejectedIds(Answering):
    def rejection(self, block: Object) -> Object:
        return {**block, "tool_use_id": block["tool_use_id"].strip()}


@mutant("CALLS-3", "keeps rejections in an object by id, as JavaScript does")
class KeepsRejectionsInAnObject(Answering):
    def rejection(self, block: Object) -> Object | None:
        return None if block["tool_use_id"] in INHERITED_IN_JAVASCRIPT else block


@mutant("CALLS-3", "finds nothing to reject where there are no tools")
class NothingWithoutTools(Reading):
    def blocks(self, blocks: list[JSON], names: list[str]) -> list[JSON]:
        return blocks if names else []


class SayingThePair(Renaming):
    """Takes the two parts of a pair, joined, for its name."""

    joints: tuple[str, ...]

    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        entries = ReferencePort.toolset(self, toolset)["entries"]
        self.said = {
            f"{entry['server']}{joint}{entry['tool']}": entry["name"] for entry in entries for joint in self.joints
        }
        return super().tool_calls(toolset, response)

    def renamed(self, name: str, names: list[str]) -> str:
        return name if name in names else self.said.get(name.removeprefix("mcp__"), name)


@mutant("CALLS-3", "takes a pair joined by underscores for its name")
class TakesPairsByUnderscores(SayingThePair):
    joints = ("__", "_")


@mutant("CALLS-3", "takes a pair as people and models write it for its name")
class TakesPairsAsWritten(SayingThePair):
    joints = (".", "/", ":")


@mutant("CALLS-3", "takes a pair as one word for its name")
class TakesPairsAsOneWord(SayingThePair):
    joints = ("-", "")

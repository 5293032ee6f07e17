"""Mutants of what comes in the place of a tool's result (RESULT-7)."""

from __future__ import annotations

from mutants import mutant
from mutants.answering import JSON, Answering, Object, failed

CONTENT = ("content", "structuredContent")


class OtherResults(Answering):
    """Reads what is no result of a tool in another way."""

    def result(self, result: Object) -> Object:
        return super().result(result) if any(key in result for key in CONTENT) else self.other(result)

    def other(self, result: Object) -> Object:
        """The result that is read in its place; as the reference does where it is not overridden."""
        return super().result(result)


@mutant("RESULT-7", "reads the content of what has none, whatever else it holds", "recommended")
class ReadsContentAlone(OtherResults):
    def other(self, result: Object) -> Object:
        return {}


@mutant("RESULT-7", "reads isError of what has no content, and nothing else", "recommended")
class ReadsTheFlagAlone(OtherResults):
    def other(self, result: Object) -> Object:
        return {key: value for key, value in result.items() if key == "isError"}


@mutant("RESULT-7", "shows the oldest form of a result, and loses that it is an error", "recommended")
class LosesTheInnerFlag(OtherResults):
    def other(self, result: Object) -> Object:
        read = super().other(result)
        return {**read, "isError": False} if "toolResult" in result else read


@mutant("RESULT-7", "says of an older error that something went wrong, and not what", "recommended")
class LosesTheInnerText(OtherResults):
    def other(self, result: Object) -> Object:
        inner = result.get("toolResult")
        known = not isinstance(inner, dict) or "isError" not in inner
        return super().other(result) if known else {"content": [], "isError": True}


@mutant("RESULT-7", "takes the oldest form of a result to hold content", "recommended")
class NeedsInnerContent(OtherResults):
    def other(self, result: Object) -> Object:
        inner = result.get("toolResult", {"content": None})
        return super().other(result) if isinstance(inner, dict) and "content" in inner else {}


@mutant("RESULT-7", "takes the oldest form of a result to be an object", "recommended")
class NeedsInnerObjects(OtherResults):
    def other(self, result: Object) -> Object:
        return super().other(result) if isinstance(result.get("toolResult", {}), dict) else {}


@mutant("RESULT-7", "looks for the oldest form where nothing stands beside it", "recommended")
class NeedsTheOldestFormAlone(OtherResults):
    def other(self, result: Object) -> Object:
        return {} if len(result) > 1 and "toolResult" in result else super().other(result)


class Passing(OtherResults):
    """Takes some forms for a result that has nothing to say."""

    key: str

    def other(self, result: Object) -> Object:
        return {} if self.key in result else super().other(result)


@mutant("RESULT-7", "takes a task for a result that has nothing to say", "recommended")
class PassesTasksOver(Passing):
    key = "task"


@mutant("RESULT-7", "takes a question of the server's for a result that has nothing to say", "recommended")
class PassesQuestionsOver(Passing):
    key = "inputRequests"


@mutant("RESULT-7", "takes a type that it does not know for a result that has nothing to say", "recommended")
class PassesTypesOver(OtherResults):
    def other(self, result: Object) -> Object:
        return {} if result.get("resultType", "task") not in ("task", "input_required") else super().other(result)


@mutant("RESULT-7", "passes over what is of no form of MCP", "recommended")
class PassesValuesOver(OtherResults):
    def other(self, result: Object) -> Object:
        known = {"toolResult", "task", "resultType", "isError"} & {*result}
        return super().other(result) if known else {}


@mutant("RESULT-7", "takes a result of its own making for an error without a text", "recommended")
class SaysNothingOfErrors(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        result = outcome.get("result", {})
        said = not failed(outcome) or any(key in result for key in CONTENT)
        return block if said else {**block, "content": [], "is_error": True}


@mutant("RESULT-7", "tells of a task where structured content is not asked for", "recommended")
class TellsTasksByDefault(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        bare = bool(options) and "task" in outcome.get("result", {})
        return {key: value for key, value in block.items() if key == "type"} if bare else block

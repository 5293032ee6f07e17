"""Mutants of the flag on results that say they are errors, and on client errors."""

from __future__ import annotations

import json
from typing import ClassVar

from mutants import mutant
from mutants.answering import JSON, Answering, Object, failed, kind, texts

# RESULT-2: results that say they are errors


class Flagging(Answering):
    """Says of other results that they are errors."""

    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        unflagged = {key: value for key, value in block.items() if key != "is_error"}
        return unflagged | ({"is_error": True} if self.flag(block, outcome, options) else {})

    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        """Whether the block is flagged; the reference's flag where it is not overridden."""
        return block.get("is_error", False)


@mutant("RESULT-2", "raises what the tool says as an error of its own")
class RaisesErrorResults(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        if failed(outcome):
            raise RuntimeError(" ".join(texts(block)))
        return super().flag(block, outcome, options)


@mutant("RESULT-2", "flags client errors only")
class FlagsClientErrorsOnly(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return "error" in outcome


@mutant("RESULT-2", "reads the flag under the name that it has in the API")
class ReadsOtherFlag(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return "error" in outcome or outcome["result"].get("is_error", False)


@mutant("RESULT-2", "flags what has content alone")
class FlagsContentOnly(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and ("error" in outcome or bool(outcome["result"]["content"]))


@mutant("RESULT-2", "flags what is text through and through")
class FlagsTextsOnly(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        items = outcome.get("result", {}).get("content", [])
        return super().flag(block, outcome, options) and all(kind(item) == "text" for item in items)


@mutant("RESULT-2", "forgets the flag where structured content is used")
class ForgetsFlagOfStructured(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        used = "structuredContent" in outcome.get("result", {}) and options.get("structured", "auto") != "ignore"
        return super().flag(block, outcome, options) and not used


@mutant("RESULT-2", "flags only where no option was given")
class FlagsWithoutOptions(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and ("error" in outcome or not options)


@mutant("RESULT-2", "lets the data say whether it is an error")
class DataSaysError(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        data = outcome.get("result", {}).get("structuredContent")
        flag = super().flag(block, outcome, options)
        return data["isError"] if isinstance(data, dict) and "isError" in data else flag


@mutant("RESULT-2", "flags one text and forgets several")
class FlagsOneItem(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and len(block.get("content", [])) < 2


@mutant("RESULT-2", "takes a result with _meta another way, and forgets the flag there")
class ForgetsFlagBesideMeta(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and "_meta" not in outcome.get("result", {})


@mutant("RESULT-2", "flags what reads like an error")
class FlagsByWords(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        said = " ".join(texts(block)).lower()
        return "error" in outcome or any(word in said for word in ("error", "fail", "no such"))


# RESULT-3: calls that gave no result


@mutant("RESULT-3", "flags no client error")
class FlagsNoClientError(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return failed(outcome)


class FlagsKinds(Flagging):
    """Flags some kinds of client errors."""

    flagged: ClassVar[tuple[str, ...]]

    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return failed(outcome) or outcome.get("error", {}).get("kind") in self.flagged


@mutant("RESULT-3", "takes a refusal by the user for an answer")
class TakesRefusalForAnswer(FlagsKinds):
    flagged = ("timeout", "transport", "protocol", "unknown_tool", "cancelled")


@mutant("RESULT-3", "takes a time-out for a call that goes on")
class TakesTimeoutForPending(FlagsKinds):
    flagged = ("transport", "protocol", "rejected", "unknown_tool", "cancelled")


@mutant("RESULT-3", "tells a tool that is not known in words only")
class TellsUnknownToolInWords(FlagsKinds):
    flagged = ("timeout", "transport", "protocol", "rejected", "cancelled")


@mutant("RESULT-3", "takes a call that was stopped for one that is over")
class TakesCancelledForDone(FlagsKinds):
    flagged = ("timeout", "transport", "protocol", "rejected", "unknown_tool")


@mutant("RESULT-3", "reads data that looks like a result")
class ReadsDataAsResult(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        data = outcome.get("error", {}).get("data")
        return not (isinstance(data, dict) and "isError" in data) and super().flag(block, outcome, options)


@mutant("RESULT-3", "takes every error with data for a question that is to be answered")
class TakesDataForAQuestion(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return bool("data" not in outcome.get("error", {}) and super().flag(block, outcome, options))


@mutant("RESULT-3", "flags what the network did, and not what the server said")
class FlagsTheNetwork(FlagsKinds):
    flagged = ("timeout", "transport")


@mutant("RESULT-3", "raises what broke the connection")
class RaisesTransportErrors(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        if outcome.get("error", {}).get("kind") in ("transport", "timeout"):
            raise ConnectionError(outcome["error"]["message"])
        return super().flag(block, outcome, options)


@mutant("RESULT-3", "tells an error by its message, which may be empty")
class FlagsByMessage(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return failed(outcome) or bool(outcome.get("error", {}).get("message", "").strip())


@mutant("RESULT-3", "reads a message that is JSON as the result")
class ReadsMessage(Answering):
    def tool_result(self, tool_use_id: str, outcome: Object, options: Object) -> JSON:
        try:
            read = json.loads(outcome["error"]["message"])
        except (KeyError, ValueError):
            return super().tool_result(tool_use_id, outcome, options)
        return super().tool_result(tool_use_id, {"result": read}, options)


@mutant("RESULT-3", "flags a client error only where no option was given")
class FlagsClientErrorsWithoutOptions(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) and ("result" in outcome or not options)


@mutant("RESULT-3", "takes a short message for an answer, and a long one for a page that was read")
class FlagsByLength(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return failed(outcome) or 3 < len(outcome.get("error", {}).get("message", "")) < 1000

"""Mutants of the flag on every other result: what is taken for an error though it is none."""

from __future__ import annotations

import json
import re

from mutants import mutant
from mutants.answering import JSON, Answering, Object, kind, texts
from mutants.result_flags import Flagging


@mutant("RESULT-4", "flags every result")
class FlagsAll(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return True


@mutant("RESULT-4", "looks for the key, and not for its value")
class FlagsByKey(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or "isError" in outcome.get("result", {})


@mutant("RESULT-4", "takes a result without content for a failure")
class FlagsNoContent(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or not outcome["result"]["content"]


@mutant("RESULT-4", "takes an answer without content for a failure")
class FlagsNoBlocks(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or not block.get("content")


@mutant("RESULT-4", "takes a text that begins with Error for one")
class FlagsErrorTexts(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or any(text.startswith("Error") for text in texts(block))


@mutant("RESULT-4", "takes any mention of an error for one")
class FlagsMentions(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        return super().flag(block, outcome, options) or "iserror" in json.dumps(outcome.get("result")).lower()


class Guessing(Flagging):
    """Takes some good results for errors by what they hold."""

    def guessed(self, said: str, value: Object, result: Object) -> bool:
        """Whether a result of this text and structured content, if any, is taken for an error."""
        raise NotImplementedError

    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        result, said = outcome.get("result", {}), "\n".join(texts(block))
        value = result.get("structuredContent")
        guess = self.guessed(said, value if isinstance(value, dict) else {}, result)
        return super().flag(block, outcome, options) or ("result" in outcome and guess)


@mutant("RESULT-4", "takes a text that speaks of failure for one")
class GuessesByFailure(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return "failed" in said.lower()


@mutant("RESULT-4", "takes a traceback for a failure of the tool")
class GuessesByTraceback(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return said.startswith("Traceback")


@mutant("RESULT-4", "takes the name of an exception for one")
class GuessesByException(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return re.search(r"\w(Exception|Error)\b", said) is not None


@mutant("RESULT-4", "takes JSON with an error in it for one")
class GuessesByJson(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return bool(re.match(r"\s*\{\s*\"error\"", said))


@mutant("RESULT-4", "takes a number in front for a status of HTTP")
class GuessesByStatusCode(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return re.match(r"[45]\d\d\b", said) is not None


@mutant("RESULT-4", "reads the status in structured content")
class GuessesByStatus(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return value.get("status") in ("error", "failed")


@mutant("RESULT-4", "reads in structured content whether all went well")
class GuessesBySuccess(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return value.get("ok", value.get("success", True)) is False


@mutant("RESULT-4", "takes audio for a failure")
class GuessesByAudio(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return any(kind(item) == "audio" for item in result.get("content") or [])


@mutant("RESULT-4", "reads keys that other protocols have for errors")
class GuessesByKeys(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return "error" in result


@mutant("RESULT-4", "takes what it cannot show for a failure")
class FlagsPlaceholders(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        shown = any(text.startswith(("[image:", "[resource:")) and text.endswith("bytes]") for text in texts(block))
        blob = any(kind(item) == "embedded blob" for item in outcome.get("result", {}).get("content", []))
        return super().flag(block, outcome, options) or shown or blob


@mutant("RESULT-4", "takes structured content that is asked for and missing for a failure")
class FlagsMissingStructured(Flagging):
    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        missing = bool(options) and "structuredContent" not in outcome.get("result", {})
        return super().flag(block, outcome, options) or missing


@mutant("RESULT-4", "takes a result that gives its type for one that is not done")
class GuessesByType(Guessing):
    def guessed(self, said: str, value: Object, result: Object) -> bool:
        return "resultType" in result


@mutant("RESULT-4", "has null as the flag where there is no error")
class NullFlag(Answering):
    def answer(self, block: Object, outcome: Object, options: Object) -> JSON:
        return {"is_error": None} | block


@mutant("RESULT-4", "keeps the flag once it was set")
class KeepsTheFlag(Flagging):
    def __init__(self) -> None:
        super().__init__()
        self.set = False

    def flag(self, block: Object, outcome: Object, options: Object) -> JSON:
        self.set = self.set or super().flag(block, outcome, options)
        return self.set

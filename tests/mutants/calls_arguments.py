"""Mutants of the arguments of tool calls."""

from __future__ import annotations

import json
import re
import unicodedata
import urllib.parse

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.reading import JSON, Answer, Answering, Object
from mutants.swapped import INHERITED_IN_JAVASCRIPT

# CALLS-8: the arguments


class Arguments(Answering):
    """The reference, the arguments of each call made over."""

    def arguments(self, given: Object) -> JSON:
        """What is sent in place of ``given``."""
        return self.deep(given)

    def deep(self, value: JSON) -> JSON:
        """The value with each part, and then itself, made over."""
        if isinstance(value, dict):
            value = self.members({key: self.deep(item) for key, item in value.items()})
        elif isinstance(value, list):
            value = [self.deep(item) for item in value]
        return self.part(value)

    def members(self, value: Object) -> Object:
        """What stands in place of an object, at any depth."""
        return value

    def part(self, value: JSON) -> JSON:
        """What stands in place of any value, at any depth."""
        return value

    def call(self, call: Object) -> Object:
        return {**call, "arguments": self.arguments(call["arguments"])}


class Dropping(Arguments):
    """Some members of objects are lost."""

    def lost(self, key: str, value: JSON) -> bool:
        """Whether this one is."""
        raise NotImplementedError

    def members(self, value: Object) -> Object:
        return {key: item for key, item in value.items() if not self.lost(key, item)}


class Keys(Arguments):
    """Keys are written another way."""

    def key(self, key: str) -> str:
        """What stands in place of a key."""
        raise NotImplementedError

    def members(self, value: Object) -> Object:
        return {self.key(key): item for key, item in value.items()}


@mutant("CALLS-8", "loses arguments that it uses itself")
class LosesItsOwn(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return key in ("self", "cls", "args", "kwargs", "config", "runtime", "callbacks", "run_manager", "connector")


@mutant("CALLS-8", "loses arguments that are named like what stands beside them")
class LosesTheBlocksKeys(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return key in ("id", "type", "name", "input", "server", "tool", "arguments", "call_id")


@mutant("CALLS-8", "unwraps arguments in arguments")
class UnwrapsArguments(Arguments):
    def arguments(self, given: Object) -> JSON:
        return next(iter(given.values())) if [*given] in (["arguments"], ["input"], ["kwargs"]) else given


@mutant("CALLS-8", "sets keys as JavaScript does")
class SetsThePrototype(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return key == "__proto__"


@mutant("CALLS-8", "takes keys that objects of JavaScript inherit for set already")
class LosesInheritedArguments(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return key in INHERITED_IN_JAVASCRIPT


@mutant("CALLS-8", "takes keys between underscores for its language's own")
class LosesDunderArguments(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return key.startswith("__") and key.endswith("__")


@mutant("CALLS-8", "leaves null arguments out")
class LosesNulls(Dropping):
    def arguments(self, given: Object) -> JSON:
        return self.members(given)

    def lost(self, key: str, value: JSON) -> bool:
        return value is None


@mutant("CALLS-8", "leaves out what counts as false")
class LosesFalsy(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return not value


@mutant("CALLS-8", "leaves nulls out of lists")
class LosesNullsInLists(Arguments):
    def part(self, value: JSON) -> JSON:
        return [item for item in value if item is not None] if isinstance(value, list) else value


@mutant("CALLS-8", "writes empty objects as lists, as PHP does")
class EmptyObjectsAsLists(Arguments):
    def part(self, value: JSON) -> JSON:
        return [] if value == {} else value


@mutant("CALLS-8", "writes an empty object as null")
class EmptyObjectAsNull(Arguments):
    def arguments(self, given: Object) -> JSON:
        return given or None


@mutant("CALLS-8", "writes lists whose keys are places, as PHP and Lua do")
class PlacesAsLists(Arguments):
    def part(self, value: JSON) -> JSON:
        places = isinstance(value, dict) and value and [*value] == [str(at) for at in range(len(value))]
        return [*value.values()] if places else value


@mutant("CALLS-8", "takes true for 1")
class BooleansAsNumbers(Arguments):
    def part(self, value: JSON) -> JSON:
        return int(value) if isinstance(value, bool) else value


@mutant("CALLS-8", "takes 0 and 1 for booleans")
class NumbersAsBooleans(Arguments):
    def part(self, value: JSON) -> JSON:
        return bool(value) if isinstance(value, int) and value in (0, 1) else value


@mutant("CALLS-8", "keeps integers in 32 bits")
class In32Bits(Arguments):
    def part(self, value: JSON) -> JSON:
        return (value + 2**31) % 2**32 - 2**31 if isinstance(value, int) and not isinstance(value, bool) else value


@mutant("CALLS-8", "rounds numbers")
class RoundsArguments(Arguments):
    def part(self, value: JSON) -> JSON:
        return round(value, 3) if isinstance(value, float) else value


@mutant("CALLS-8", "cuts texts at 100,000 characters")
class CutsTextsOfArguments(Arguments):
    def part(self, value: JSON) -> JSON:
        return value[:100_000] if isinstance(value, str) else value


@mutant("CALLS-8", "keeps a hundred arguments")
class KeepsAHundred(Arguments):
    def members(self, value: Object) -> Object:
        return dict([*value.items()][:100])


@mutant("CALLS-8", "writes numbers with ten digits")
class TenDigits(Arguments):
    def part(self, value: JSON) -> JSON:
        return float(f"{value:.10g}") if isinstance(value, float) else value


@mutant("CALLS-8", "writes numbers with six decimal places, as C does")
class SixPlaces(Arguments):
    def part(self, value: JSON) -> JSON:
        return float(f"{value:f}") if isinstance(value, float) else value


@mutant("CALLS-8", "decodes texts as parts of an address")
class DecodesTexts(Arguments):
    def part(self, value: JSON) -> JSON:
        return urllib.parse.unquote_plus(value) if isinstance(value, str) else value


@mutant("CALLS-8", "fills in variables of the environment")
class FillsInVariables(Arguments):
    def part(self, value: JSON) -> JSON:
        return re.sub(r"\$\{?\w+\}?", "", value) if isinstance(value, str) else value


@mutant("CALLS-8", "fills in the home folder")
class FillsInTheHome(Arguments):
    def part(self, value: JSON) -> JSON:
        return re.sub("^~", "/home/user", value) if isinstance(value, str) else value


@mutant("CALLS-8", "writes question marks for replacement characters")
class QuestionMarks(Arguments):
    def part(self, value: JSON) -> JSON:
        return value.replace("\ufffd", "?") if isinstance(value, str) else value


@mutant("CALLS-8", "takes cache markers off wherever they stand")
class LosesCacheMarkers(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return key == "cache_control"


@mutant("CALLS-8", "writes keys in a normal form of Unicode")
class NormalisedKeys(Keys):
    def key(self, key: str) -> str:
        return unicodedata.normalize("NFC", key)


@mutant("CALLS-8", "cuts long lists")
class CutsLists(Arguments):
    def part(self, value: JSON) -> JSON:
        return value[:100] if isinstance(value, list) else value


@mutant("CALLS-8", "takes lists for sets")
class ListsAsSets(Arguments):
    def part(self, value: JSON) -> JSON:
        if not isinstance(value, list):
            return value
        return [item for at, item in enumerate(value) if item not in value[:at]]


@mutant("CALLS-8", "gives all elements of a list one type")
class OneTypeAList(Arguments):
    def part(self, value: JSON) -> JSON:
        mixed = isinstance(value, list) and len({*map(type, value)}) > 1
        return [item if isinstance(item, str) else json.dumps(item) for item in value] if mixed else value


@mutant("CALLS-8", "writes as a text what lies deep")
class FlattensTheDeep(Arguments):
    def arguments(self, given: Object) -> JSON:
        return self.cut(given, 12)

    def cut(self, value: JSON, levels: int) -> JSON:
        """The value down to so many levels."""
        if levels == 0 and isinstance(value, (dict, list)):
            return json.dumps(value)
        if isinstance(value, dict):
            return {key: self.cut(item, levels - 1) for key, item in value.items()}
        return [self.cut(item, levels - 1) for item in value] if isinstance(value, list) else value


@mutant("CALLS-8", "keeps keys in ASCII")
class AsciiKeys(Keys):
    def key(self, key: str) -> str:
        return key.encode("ascii", "ignore").decode()


@mutant("CALLS-8", "writes keys in snake case")
class SnakeKeys(Keys):
    def key(self, key: str) -> str:
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", key).lower()


@mutant("CALLS-8", "writes keys that are numbers as numbers")
class NumberKeys(Keys):
    def key(self, key: str) -> str:
        return str(int(key)) if key.isdecimal() else key


@mutant("CALLS-8", "drops keys that begin with a dollar sign")
class LosesDollarKeys(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return key.startswith("$")


@mutant("CALLS-8", "drops keys that begin with an underscore")
class LosesUnderscoreKeys(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return key.startswith("_")


@mutant("CALLS-8", "drops keys without a letter")
class LosesBlankKeys(Dropping):
    def lost(self, key: str, value: JSON) -> bool:
        return not key.strip()


@mutant("CALLS-8", "takes keys for paths")
class KeysAsPaths(Arguments):
    def members(self, value: Object) -> Object:
        made: Object = {}
        for key, item in value.items():
            first, dot, rest = key.partition(".")
            made[first] = {rest: item} if dot else item
        return made


@mutant("CALLS-8", "fills in what a call leaves out from the call before")
class SharesArguments(Answering):
    def answered(self, made: Answer) -> JSON:
        shared: Object = {}
        for call in made["calls"]:
            shared = call["arguments"] = {**shared, **call["arguments"]}
        return made


class WithSchemas(ReferencePort):
    """The reference, the arguments of each call made over by the properties of the tool's schema."""

    def by_schema(self, given: Object, properties: Object) -> Object:
        """What is sent in place of ``given``."""
        raise NotImplementedError

    def tool_calls(self, toolset: Object, response: JSON) -> JSON:
        made = super().tool_calls(toolset, response)
        entries, definitions = super().toolset(toolset)["entries"], super().tools(toolset, {})
        for call in made["calls"]:
            pair = call["server"], call["tool"]
            at = next(at for at, entry in enumerate(entries) if (entry["server"], entry["tool"]) == pair)
            properties = definitions[at]["input_schema"].get("properties")
            call["arguments"] = self.by_schema(call["arguments"], properties) if properties else call["arguments"]
        return made


@mutant("CALLS-8", "fills in the schema's defaults")
class FillsInDefaults(WithSchemas):
    def by_schema(self, given: Object, properties: Object) -> Object:
        return {**{key: part["default"] for key, part in properties.items() if "default" in part}, **given}


@mutant("CALLS-8", "turns values into the schema's types")
class ConvertsBySchema(WithSchemas):
    def by_schema(self, given: Object, properties: Object) -> Object:
        kinds: dict[str, type] = {"string": str, "integer": int, "boolean": bool}
        return {key: kinds[properties[key]["type"]](item) if item else item for key, item in given.items()}


@mutant("CALLS-8", "sends what the schema names alone")
class SendsDeclaredOnly(WithSchemas):
    def by_schema(self, given: Object, properties: Object) -> Object:
        return {key: item for key, item in given.items() if key in properties}


class Integers(Arguments):
    """Integers beyond 2^53-1 are made over."""

    def integer(self, value: int) -> JSON:
        """What stands in place of one."""
        raise NotImplementedError

    def part(self, value: JSON) -> JSON:
        return self.integer(value) if isinstance(value, int) and abs(value) >= 2**53 else value


@mutant("CALLS-8", "reads integers as doubles", "recommended")
class IntegersAsDoubles(Integers):
    def integer(self, value: int) -> JSON:
        return float(value)


@mutant("CALLS-8", "writes long integers as texts", "recommended")
class IntegersAsTexts(Integers):
    def integer(self, value: int) -> JSON:
        return str(value)


@mutant("CALLS-8", "keeps integers in 64 bits with a sign", "recommended")
class In64Bits(Integers):
    def integer(self, value: int) -> JSON:
        return (value + 2**63) % 2**64 - 2**63

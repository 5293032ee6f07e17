"""Mutants of the input schema: what becomes of one that is tidied or built anew (TOOLS-3)."""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Callable
from typing import Any

from toolset_reference.port import ReferencePort

from mutants import mutant
from mutants.tools import Defining, Listing

JSON = Any
Object = dict[str, JSON]


def walked(value: JSON, change: Callable[[JSON], JSON]) -> JSON:
    """The value with ``change`` made to all that is in it, from the inside out."""
    if isinstance(value, dict):
        value = {key: walked(item, change) for key, item in value.items()}
    elif isinstance(value, list):
        value = [walked(item, change) for item in value]
    return change(value)


def dropping(unwanted: Callable[[str, JSON], bool]) -> Callable[[JSON], JSON]:
    """A change that takes keys out of objects."""

    def change(value: JSON) -> JSON:
        if isinstance(value, dict):
            return {key: item for key, item in value.items() if not unwanted(key, item)}
        return value

    return change


class Remaking(ReferencePort):
    """The reference, each input schema made over."""

    def schema(self, schema: Object) -> JSON:
        """The schema that stands in place of ``schema``."""
        return walked(schema, self.part)

    def part(self, value: JSON) -> JSON:
        """What stands in place of a part of a schema, itself made over already."""
        raise NotImplementedError

    def tools(self, toolset: Object, options: Object) -> JSON:
        made = super().tools(toolset, options)
        return [{**definition, "input_schema": self.schema(definition["input_schema"])} for definition in made]


ANNOTATIONS = ("type", "properties", "required", "description", "title", "default", "enum", "items")


@mutant("TOOLS-3", "keeps type, properties and required at the top, and no more")
class TopKeywordsOnly(Remaking):
    def schema(self, schema: Object) -> JSON:
        return {key: value for key, value in schema.items() if key in ("type", "properties", "required")}


@mutant("TOOLS-3", "builds the schema of each property anew of the keywords that it knows")
class KnownKeywordsOnly(Remaking):
    def schema(self, schema: Object) -> JSON:
        made = {key: value for key, value in schema.items() if key in ANNOTATIONS or key.startswith("$")}
        if "properties" in made:
            parts = made["properties"].items()
            made["properties"] = {name: self.schema(part) if isinstance(part, dict) else part for name, part in parts}
        return made


@mutant("TOOLS-3", "drops keys whose values are null")
class DropsNulls(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: item is None)(value)


@mutant("TOOLS-3", "drops keys whose values look empty")
class DropsEmptyValues(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: item in (None, False, "", [], {}))(value)


@mutant("TOOLS-3", "adds empty properties where there are none")
class AddsProperties(Remaking):
    def schema(self, schema: Object) -> JSON:
        return {**schema, "properties": schema.get("properties", {})}


@mutant("TOOLS-3", "writes null for what a schema does not say")
class WritesNulls(Remaking):
    def schema(self, schema: Object) -> JSON:
        return {"properties": None, "required": None, **schema}


@mutant("TOOLS-3", "says which JSON Schema it takes the schema for")
class AddsTheDialect(Remaking):
    def schema(self, schema: Object) -> JSON:
        return {"$schema": "http://json-schema.org/draft-07/schema#", **schema}


@mutant("TOOLS-3", "writes a title and a description where there are none")
class AddsWords(Remaking):
    def schema(self, schema: Object) -> JSON:
        return {"title": "Arguments", "description": "", **schema}


@mutant("TOOLS-3", "takes a key input_schema of the tool for its schema")
class ReadsTheWrongKey(Defining):
    def definition(self, made: Object, tool: Object, server: str) -> Object:
        return {**made, "input_schema": tool.get("input_schema", made["input_schema"])}


@mutant("TOOLS-3", "closes every object, as strict modes want it")
class ClosesObjects(Remaking):
    def part(self, value: JSON) -> JSON:
        closed = isinstance(value, dict) and value.get("type") == "object"
        return {**value, "additionalProperties": False} if closed else value


@mutant("TOOLS-3", "requires every property, as strict modes want it")
class RequiresAll(Remaking):
    def schema(self, schema: Object) -> JSON:
        return {**schema, "required": list(schema.get("properties", {}))}


@mutant("TOOLS-3", "removes additionalProperties, as some providers want it")
class RemovesFurtherProperties(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key == "additionalProperties")(value)


@mutant("TOOLS-3", "removes keywords that begin with a dollar sign")
class RemovesDollarKeywords(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key.startswith("$") and key not in ("$ref", "$defs"))(value)


@mutant("TOOLS-3", "removes keywords that begin with x-")
class RemovesVendorKeywords(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key.startswith("x-"))(value)


@mutant("TOOLS-3", "keeps the first hundred properties")
class CutsProperties(Remaking):
    def part(self, value: JSON) -> JSON:
        return dict([*value.items()][:100]) if isinstance(value, dict) else value


@mutant("TOOLS-3", "caps texts in a schema")
class CapsTextsInSchemas(Remaking):
    def part(self, value: JSON) -> JSON:
        return value[:1024] if isinstance(value, str) else value


@mutant("TOOLS-3", "makes LF of every line break")
class UnifiesLinesOfSchemas(Remaking):
    def part(self, value: JSON) -> JSON:
        return value.replace("\r\n", "\n") if isinstance(value, str) else value


@mutant("TOOLS-3", "takes controls out of every text")
class TakesControlsOutOfSchemas(Remaking):
    def part(self, value: JSON) -> JSON:
        return re.sub("[\x00-\x08\x0b-\x1f]", "", value) if isinstance(value, str) else value


@mutant("TOOLS-3", "cleans keys")
class CleansKeysOfSchemas(Remaking):
    def part(self, value: JSON) -> JSON:
        return (
            {re.sub("[^$A-Za-z0-9_.^-]", "_", key): item for key, item in value.items()}
            if isinstance(value, dict)
            else value
        )


@mutant("TOOLS-3", "removes what OpenAPI adds to JSON Schema")
class RemovesOpenApiKeywords(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key in ("nullable", "discriminator", "xml", "externalDocs"))(value)


@mutant("TOOLS-3", "removes titles, and properties that are named so")
class RemovesTitles(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key == "title")(value)


@mutant("TOOLS-3", "puts definitions in place of references, as far as they do not refer to themselves")
class InlinesReferences(Remaking):
    def schema(self, schema: Object) -> JSON:
        defs = schema.get("$defs", {})

        def inlined(value: JSON) -> JSON:
            name = value.get("$ref", "").removeprefix("#/$defs/") if isinstance(value, dict) else ""
            return defs[name] if name in defs and f"/{name}" not in json.dumps(defs[name]) else value

        return walked({key: value for key, value in schema.items() if key != "$defs"}, inlined)


@mutant("TOOLS-3", "drops what stands beside a reference, as old drafts of JSON Schema read it")
class DropsNeighbours(Remaking):
    def part(self, value: JSON) -> JSON:
        return {"$ref": value["$ref"]} if isinstance(value, dict) and "$ref" in value else value


@mutant("TOOLS-3", "drops definitions that nothing refers to")
class DropsUnusedDefinitions(Remaking):
    def schema(self, schema: Object) -> JSON:
        unused = "$defs" in schema and "#/$defs" not in json.dumps(schema)
        return {key: value for key, value in schema.items() if not (unused and key == "$defs")}


@mutant("TOOLS-3", "moves definitions to where new drafts of JSON Schema have them")
class RenamesDefinitions(Remaking):
    def schema(self, schema: Object) -> JSON:
        renamed = json.dumps(schema).replace('"definitions"', '"$defs"').replace("#/definitions/", "#/$defs/")
        return json.loads(renamed)


@mutant("TOOLS-3", "keeps one list of definitions for all tools")
class SharesDefinitions(Listing):
    def listed(self, made: list[Object]) -> JSON:
        shared: Object = {}
        for definition in made:
            shared.update(definition["input_schema"].get("$defs", {}))
        for definition in made:
            if "$defs" in definition["input_schema"]:
                definition["input_schema"]["$defs"] = shared
        return made


@mutant("TOOLS-3", "cuts off what is nested deeper than twenty levels")
class CutsDeepLevels(Remaking):
    def schema(self, schema: Object) -> JSON:
        return self.cut(schema, 20)

    def cut(self, value: JSON, levels: int) -> JSON:
        """The value, with nothing inside at the last level."""
        if isinstance(value, dict):
            return {key: self.cut(item, levels - 1) for key, item in value.items()} if levels else {}
        return value


@mutant("TOOLS-3", "makes texts of the choices of an enum")
class TextsForChoices(Remaking):
    def part(self, value: JSON) -> JSON:
        choices = value.get("enum") if isinstance(value, dict) else None
        if not isinstance(choices, list):
            return value
        return {**value, "enum": [choice if isinstance(choice, str) else json.dumps(choice) for choice in choices]}


@mutant("TOOLS-3", "keeps the first hundred choices of an enum")
class CutsChoices(Remaking):
    def part(self, value: JSON) -> JSON:
        return value[:100] if isinstance(value, list) else value


@mutant("TOOLS-3", "sorts lists")
class SortsLists(Remaking):
    def part(self, value: JSON) -> JSON:
        return sorted(value, key=json.dumps) if isinstance(value, list) else value


@mutant("TOOLS-3", "takes doubles out of lists, where true is 1")
class RemovesDoubles(Remaking):
    def part(self, value: JSON) -> JSON:
        if not isinstance(value, list):
            return value
        return [item for at, item in enumerate(value) if at == value.index(item)]


@mutant("TOOLS-3", "makes whole numbers of true and false")
class NumbersForBooleans(Remaking):
    def part(self, value: JSON) -> JSON:
        return int(value) if isinstance(value, bool) else value


@mutant("TOOLS-3", "rounds numbers to six digits")
class RoundsNumbers(Remaking):
    def part(self, value: JSON) -> JSON:
        return float(f"{value:.6g}") if isinstance(value, (int, float)) and not isinstance(value, bool) else value


@mutant("TOOLS-3", "writes nullable types as OpenAPI does")
class WritesNullable(Remaking):
    def part(self, value: JSON) -> JSON:
        types = value.get("type") if isinstance(value, dict) else None
        if not isinstance(types, list) or "null" not in types:
            return value
        return {**value, "type": next(name for name in types if name != "null"), "nullable": True}


@mutant("TOOLS-3", "removes alternatives at every depth")
class RemovesAlternatives(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key in ("anyOf", "oneOf", "allOf"))(value)


@mutant("TOOLS-3", "puts a single alternative in place of the choice")
class InlinesOneAlternative(Remaking):
    def part(self, value: JSON) -> JSON:
        for key in ("anyOf", "allOf"):
            if isinstance(value, dict) and len(value.get(key, [])) == 1:
                return {**{name: item for name, item in value.items() if name != key}, **value[key][0]}
        return value


@mutant("TOOLS-3", "writes property names in small letters with underscores")
class SnakeCaseNames(Remaking):
    def schema(self, schema: Object) -> JSON:
        named = {re.sub("[^a-z0-9_]", "_", name.lower()): part for name, part in schema.get("properties", {}).items()}
        return {**schema, "properties": named} if named else schema


@mutant("TOOLS-3", "drops properties whose names begin with an underscore")
class DropsHiddenNames(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key.startswith("_"))(value)


@mutant("TOOLS-3", "drops properties that objects of the language have by themselves")
class DropsInheritedNames(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key in ("__proto__", "__class__", "constructor", "toString"))(value)


@mutant("TOOLS-3", "cuts property names at 40 characters")
class CutsNames(Remaking):
    def part(self, value: JSON) -> JSON:
        return {key[:40]: item for key, item in value.items()} if isinstance(value, dict) else value


@mutant("TOOLS-3", "takes properties by the names of keywords for keywords")
class ReadsPropertiesAsKeywords(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key in ("type", "default") and isinstance(item, dict))(value)


@mutant("TOOLS-3", "composes marks and letters in texts (NFC)")
class ComposesTexts(Remaking):
    def part(self, value: JSON) -> JSON:
        return unicodedata.normalize("NFC", value) if isinstance(value, str) else value


@mutant("TOOLS-3", "writes markup in texts as entities")
class EscapesTexts(Remaking):
    def part(self, value: JSON) -> JSON:
        return html.escape(value) if isinstance(value, str) else value


@mutant("TOOLS-3", "reads texts that are JSON as what they say")
class ReadsTextsAsJson(Remaking):
    def part(self, value: JSON) -> JSON:
        try:
            return json.loads(value) if isinstance(value, str) else value
        except ValueError:
            return value


@mutant("TOOLS-3", "removes arguments that are named like parameters of a request")
class RemovesRequestNames(Remaking):
    def part(self, value: JSON) -> JSON:
        return dropping(lambda key, item: key in ("tool_choice", "cache_control"))(value)


@mutant("TOOLS-3", "reads numbers as doubles", "recommended")
class DoublesForNumbers(Remaking):
    def part(self, value: JSON) -> JSON:
        return int(float(value)) if isinstance(value, int) and not isinstance(value, bool) else value


@mutant("TOOLS-3", "takes a property whose schema is no object for one without", "recommended")
class DropsBooleanSchemas(Remaking):
    def schema(self, schema: Object) -> JSON:
        parts = schema.get("properties", {})
        return {**schema, "properties": {k: v for k, v in parts.items() if v is not True}} if parts else schema

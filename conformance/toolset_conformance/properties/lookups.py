"""Properties of look-up: LOOKUP-*, SET-5, SET-6."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from toolset_conformance import strategies
from toolset_conformance.properties.names import pairs, with_control
from toolset_conformance.properties.property import Plain, prop

JSON = Any


def _pair(entry: dict[str, JSON]) -> dict[str, JSON]:
    return {"server": entry["server"], "tool": entry["tool"]["name"]}


def _found(entry: dict[str, JSON]) -> dict[str, JSON]:
    return {"ask": "resolve", "with": {"name": entry["name"]}, "expect": _pair(entry)}


@prop("LOOKUP-1", "Every known name leads to its tool.")
def known_names_are_found() -> st.SearchStrategy[Plain]:
    return strategies.entries().map(
        lambda made: {"toolset": {"entries": made}, "steps": [_found(entry) for entry in made]}
    )


@st.composite
def _unknown(draw: strategies.Draw, entries: list[dict[str, JSON]]) -> str:
    """A text that is no name of the set, mostly near to one."""
    entry = draw(st.sampled_from(entries))
    name, tool = entry["name"], entry["tool"]["name"]
    near = st.sampled_from(
        [
            name.upper(), name.lower(), name.swapcase(), f" {name}", f"{name} ", f"{name}\n", name[:-1], name[1:], f"{name}x",
            f"x{name}", f"{name}_", tool, f"{entry['server']}__{tool}", name.replace("_", "-"), name.replace("-", "_"),
            f"{name}\x00", f"{name}\u200b", "",
        ]
    )  # fmt: skip
    known = {entry["name"] for entry in entries}
    anything = near | st.sampled_from(strategies.HOST_NAMES) | strategies.texts(max_size=20)
    return draw(anything.filter(lambda text: text not in known))


@prop("LOOKUP-2", "Any other text is not found, however near it is.")
def other_texts_are_not_found() -> st.SearchStrategy[Plain]:
    @st.composite
    def asked(draw: strategies.Draw) -> Plain:
        entries = draw(strategies.entries())
        unknown = draw(st.lists(_unknown(entries), min_size=1, max_size=3))
        steps = [_found(entries[0])]
        steps += [{"ask": "resolve", "with": {"name": text}, "expect": None} for text in unknown]
        return {"toolset": {"entries": entries}, "steps": steps}

    return asked()


@prop("LOOKUP-3", "A name is never split: separators in ids and names lead to the tool's own server.")
def names_are_not_split() -> st.SearchStrategy[Plain]:
    part = st.text("ab_", min_size=1, max_size=3)
    joined = st.lists(part, min_size=1, max_size=3).map("__".join)

    def made(servers: list[dict[str, JSON]]) -> Plain:
        steps = [
            {
                "ask": "resolve",
                "with": {"name": {"$exposed": [s, t]}},
                "if_exposed": [s, t],
                "expect": {"server": s, "tool": t},
            }
            for s, t in pairs(servers)
        ]
        return {"toolset": {"servers": servers}, "steps": steps}

    return strategies.servers(joined, joined).map(with_control).map(made)


@prop("LOOKUP-4", "Any value may be looked up; what is no text is not found.")
def any_value_may_be_asked() -> st.SearchStrategy[Plain]:
    @st.composite
    def asked(draw: strategies.Draw) -> Plain:
        entries = draw(strategies.entries(max_size=3))
        value = draw(strategies.json_values().filter(lambda value: not isinstance(value, str)))
        wrapped = draw(st.sampled_from([value, [entries[0]["name"]], {"name": entries[0]["name"]}]))
        steps = [_found(entries[0]), {"ask": "resolve", "with": {"name": wrapped}, "expect": None, "or_refused": True}]
        return {"toolset": {"entries": entries}, "steps": steps}

    return asked()


@prop("SET-5", "The name of a pair is found when the pair is in the set, and only then.")
def pairs_are_found_whole() -> st.SearchStrategy[Plain]:
    @st.composite
    def asked(draw: strategies.Draw) -> Plain:
        entries = draw(strategies.entries())
        there = {(entry["server"], entry["tool"]["name"]) for entry in entries}
        mixed = st.tuples(
            st.sampled_from(sorted({s for s, _ in there})), st.sampled_from(sorted({t for _, t in there}))
        )
        exposed = st.tuples(mixed.map(lambda pair: pair[0]), st.sampled_from([entry["name"] for entry in entries]))
        near = mixed.map(lambda pair: (pair[0], pair[1].swapcase())) | mixed.map(lambda pair: (pair[1], pair[0]))
        other = draw(st.lists(mixed | exposed | near, max_size=4))
        steps: list[JSON] = [
            {"ask": "exposed_name", "with": _pair(entry), "expect": entry["name"]} for entry in entries
        ]
        steps += [
            {"ask": "exposed_name", "with": {"server": s, "tool": t}, "expect": None}
            for s, t in other
            if (s, t) not in there
        ]
        return {"toolset": {"entries": entries}, "steps": steps}

    return asked()


@prop("SET-6", "From a pair to its name and back.")
def round_trip() -> st.SearchStrategy[Plain]:
    def made(servers: list[dict[str, JSON]]) -> Plain:
        steps: list[JSON] = [
            {"ask": "exposed_name", "with": {"server": "control", "tool": "plain"}, "expect": {"$type": "string"}}
        ]
        for s, t in pairs(servers):
            name = {"$exposed": [s, t]}
            steps.append(
                {"ask": "resolve", "with": {"name": name}, "if_exposed": [s, t], "expect": {"server": s, "tool": t}}
            )
        return {"toolset": {"servers": servers}, "steps": steps}

    return strategies.servers().map(with_control).map(made)

"""Mutants of how lists of tools are read, and read again: new tools, removed ones, names, broken servers, pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from toolset_reference import CallError, ToolSet, build, loop, tool_calls
from toolset_reference.loop import Client

from mutants.conversing import JSON, Object, remembering, swapped
from mutants.swapped import Swap

client_tools, client_take, client_outcome, client_pages = Client.tools, Client._take, Client.outcome, Client._pages
Listing = Callable[[str, list[JSON], list[JSON]], list[JSON]]
"""What is taken for a server's list, by its id, from the list as it was taken before and the list as it is now."""


def relisting(listing: Listing) -> Callable[[], Sequence[Swap]]:
    """Takes something else for a list that was read again."""

    def make() -> Sequence[Swap]:
        known: dict[str, list[JSON]] = {}

        def tools(self: Client) -> list[JSON]:
            now = list(client_tools(self))
            known[self.id] = listing(self.id, known[self.id], now) if self.id in known else now
            return known[self.id]

        return [(Client, "tools", tools)]

    return make


def hearing(is_heard: Callable[[Client, int], bool]) -> Callable[[], Sequence[Swap]]:
    """Hears of a change only where it is so; the number of changes heard of before stands beside the client."""

    def make() -> Sequence[Swap]:
        times: list[str] = []

        def take(self: Client, message: Object) -> None:
            if message.get("method") == "notifications/tools/list_changed":
                times.append(self.id)
                if not is_heard(self, len(times)):
                    return
            client_take(self, message)

        return [(Client, "_take", take)]

    return make


def by_name(tools: list[JSON]) -> dict[str, JSON]:
    """Tools by their names."""
    return {tool["name"]: tool for tool in tools}


# CONV-9: new tools are offered


def unless_the_call_fails(failed: Callable[[JSON], bool]) -> Callable[[], Sequence[Swap]]:
    """Forgets a change of which it heard during a call that failed."""

    def make() -> Sequence[Swap]:
        def outcome(self: Client, number: int) -> JSON:
            was_listed = self._is_listed
            found = client_outcome(self, number)
            if failed(found):
                self._is_listed = was_listed
            return found

        return [(Client, "outcome", outcome)]

    return make


def of_kind(kind: str) -> Callable[[JSON], bool]:
    """Whether an outcome is a failure of a kind."""
    return lambda outcome: isinstance(outcome, CallError) and outcome.kind == kind


def first_set_for_calls() -> Sequence[Swap]:
    """Calls are looked up in the set that the conversation began with."""
    sets: list[JSON] = []

    def calls(reply: JSON, toolset: JSON) -> JSON:
        sets.append(toolset)
        return tool_calls(reply, sets[0])

    return [(loop, "tool_calls", calls)]


def one_page_again() -> Sequence[Swap]:
    """Of a list that is read again, the first page is read."""
    seen: set[str] = set()

    def pages(self: Client) -> Iterator[list[JSON]]:
        found = client_pages(self)
        if self.id in seen:
            yield next(found)
        else:
            seen.add(self.id)
            yield from found

    return [(Client, "_pages", pages)]


NEW: list[tuple[str, str, Callable[[], Sequence[Swap]]]] = [
    ("NeverListsAgain", "does not read lists again", hearing(lambda client, times: False)),
    ("ListsAgainOnce", "reads lists again once in a conversation", hearing(lambda client, times: times == 1)),
    ("ListsTheFirstAgain", "reads the list of one server again", hearing(lambda client, times: client.id == "files")),
    ("ForgetsAfterErrors", "does not read lists again after an error", unless_the_call_fails(of_kind("protocol"))),
    ("ForgetsAfterTimeOuts", "does not read lists again after a time-out", unless_the_call_fails(of_kind("timeout"))),
    (
        "ForgetsAfterToolErrors",
        "does not read lists again after a tool's error",
        unless_the_call_fails(lambda outcome: isinstance(outcome, dict) and outcome.get("isError") is True),
    ),
    ("OnePageAgain", "reads the first page of a list again", one_page_again),
    (
        "KeepsKnownDefinitions",
        "keeps the definition of a name that it knows",
        relisting(lambda server, old, now: list({**by_name(now), **by_name(old)}.values())),
    ),
    ("OffersWithoutCalling", "offers new tools, and calls those that it began with", first_set_for_calls),
]
for _name, _wrong, _make in NEW:
    remembering("CONV-9", _name, _wrong, _make)


# CONV-10: removed tools are out of reach


def union_for_calls() -> Sequence[Swap]:
    """Calls are looked up in all tools that there ever were."""
    known: dict[str, dict[str, JSON]] = {}

    def calls(reply: JSON, toolset: JSON) -> JSON:
        for _, tool in toolset.entries():
            known.setdefault(tool.server, {})[tool.name] = {"name": tool.name, "inputSchema": tool.input_schema}
        return tool_calls(reply, build([(server, list(tools.values())) for server, tools in known.items()])[0])

    return [(loop, "tool_calls", calls)]


def others_for_calls() -> Sequence[Swap]:
    """A name that is not there is looked up at the other servers."""

    def calls(reply: JSON, toolset: JSON) -> JSON:
        names = toolset.names()
        blocks = []
        for block in reply["content"]:
            ends = [name for name in names if name.endswith(str(block.get("name")).partition("__")[2])]
            is_lost = block["type"] == "tool_use" and block["name"] not in names and ends
            blocks.append(block | {"name": ends[0]} if is_lost else block)
        return tool_calls(blocks, toolset)

    return [(loop, "tool_calls", calls)]


def all_or_nothing() -> Sequence[Swap]:
    """Where one call cannot be made, none is."""

    def calls(reply: JSON, toolset: JSON) -> JSON:
        made, rejected = tool_calls(reply, toolset)
        refused = [rejected[0] | {"tool_use_id": call.call_id} for call in made] if rejected else []
        return ([], rejected + refused) if rejected else (made, rejected)

    return [(loop, "tool_calls", calls)]


def gone_for_good() -> Sequence[Swap]:
    """What was taken away once does not come back."""
    gone: set[str] = set()

    def listing(server: str, old: list[JSON], now: list[JSON]) -> list[JSON]:
        gone.update(set(by_name(old)) - set(by_name(now)))
        return [tool for tool in now if tool["name"] not in gone]

    return relisting(listing)()


REMOVED: list[tuple[str, str, Callable[[], Sequence[Swap]]]] = [
    (
        "OnlyAdds",
        "adds to a list, and takes nothing away",
        relisting(lambda s, old, now: [*{**by_name(old), **by_name(now)}.values()]),
    ),
    ("IgnoresEmptyLists", "takes an empty list for none", relisting(lambda s, old, now: now or old)),
    (
        "ComparesLengths",
        "takes a list of the same length for the same",
        relisting(lambda s, old, now: old if len(now) == len(old) else now),
    ),
    ("RemembersForCalls", "still calls what it no longer offers", union_for_calls),
    ("LooksElsewhere", "looks for a tool that is gone at the other servers", others_for_calls),
    ("AllOrNothing", "makes no call of a message of which one cannot be made", all_or_nothing),
    ("GoneForGood", "does not take back a tool that was gone once", gone_for_good),
]
for _name, _wrong, _make in REMOVED:
    remembering("CONV-10", _name, _wrong, _make)


# CONV-11: names stay


def renaming(rename: Callable[[list[JSON], list[JSON]], dict[str, str]]) -> Callable[[], Sequence[Swap]]:
    """Other names for the tools of a set that was built again: from its entries, and those of the first set."""

    def make() -> Sequence[Swap]:
        first: list[JSON] = []

        def built(servers: JSON) -> JSON:
            toolset, left_out = build(servers)
            first.append(toolset)
            entries = toolset.entries()
            names = rename(entries, first[0].entries()) if len(first) > 1 else {}
            return ToolSet({names.get(name, name): tool for name, tool in entries}.items()), left_out

        return [(loop, "build", built)]

    return make


def by_place(now: list[JSON], first: list[JSON]) -> dict[str, str]:
    return {name: old for (name, _), (old, _) in zip(now, first, strict=False)} if now != first else {}


def by_place_at_the_server(now: list[JSON], first: list[JSON]) -> dict[str, str]:
    files_now, files_then = ([one for one in entries if one[1].server == "files"] for entries in (now, first))
    return by_place(files_now, files_then)


def generation(now: list[JSON], first: list[JSON]) -> dict[str, str]:
    return {} if [n for n, _ in now] == [n for n, _ in first] else {name: f"{name[:60]}_2" for name, _ in now}


def rivals(now: list[JSON], first: list[JSON], order: int) -> dict[str, str]:
    """Tools whose names are the same but for signs are numbered by their places, from one end or the other."""
    cleaned: dict[str, list[str]] = {}
    for name, tool in now[::order]:
        cleaned.setdefault(re.sub(r"[/_-]", ".", tool.name) + tool.server, []).append(name)
    then = {re.sub(r"[/_-]", ".", tool.name) + tool.server: name for name, tool in first}
    return {
        name: then.get(key, name) if at == 0 else f"{key[:40].replace('.', '_')}_{at}"
        for key, names in cleaned.items()
        if len(names) > 1
        for at, name in enumerate(names)
    }


def bare_where_alone(now: list[JSON], first: list[JSON]) -> dict[str, str]:
    """A name is made longer once another server has a tool of that name."""
    tools = [tool.name for _, tool in now]
    return {name: f"{name}_of_{tool.server}" for name, tool in now if tools.count(tool.name) > 1}


def by_servers(now: list[JSON], first: list[JSON]) -> dict[str, str]:
    """Names depend on how many servers have tools."""
    return {name: tool.name for name, tool in now} if len({tool.server for _, tool in now}) == 1 else {}


NAMES: list[tuple[str, str, Callable[[list[JSON], list[JSON]], dict[str, str]]]] = [
    ("NamesByPlace", "gives the names in the order of the list", by_place),
    ("NamesByPlaceAtTheServer", "gives each server's names in the order of its list", by_place_at_the_server),
    ("NamesByGeneration", "marks all names when a list has changed", generation),
    ("FirstRivalWins", "gives a clean name to the first of two tools", lambda now, first: rivals(now, first, 1)),
    ("LastRivalWins", "gives a clean name to the last of two tools", lambda now, first: rivals(now, first, -1)),
    ("LongerWhereShared", "makes a name longer once another server has a tool of that name", bare_where_alone),
    ("ShorterWhereAlone", "leaves the server out of names once there is one server with tools", by_servers),
]
for _name, _wrong, _rename in NAMES:
    remembering("CONV-11", _name, _wrong, renaming(_rename))


# CONV-12: a broken server costs its own tools


def raising(kind: str) -> Swap:
    """A list that cannot be had for one reason ends the conversation."""

    def pages(self: Client) -> Iterator[list[JSON]]:
        page = self.outcome(self.ask("tools/list", {}))
        if isinstance(page, CallError) and page.kind == kind:
            raise RuntimeError(page.message)
        return client_pages(self)

    return (Client, "_pages", pages)


def checking(check: Callable[[JSON], bool], later: bool = False) -> Swap:
    """A page that is broken in one way ends the conversation."""

    def pages(self: Client) -> Iterator[list[JSON]]:
        cursor, number = None, 0
        while True:
            page = self.outcome(self.ask("tools/list", {"cursor": cursor} if cursor else {}))
            if isinstance(page, CallError):
                return
            if check(page["tools"]) and (number or not later):
                raise RuntimeError("no list of tools")
            if not isinstance(page["tools"], list):
                return
            yield page["tools"]
            cursor, number = page.get("nextCursor"), number + 1
            if not cursor or number > 50:
                return

    return (Client, "_pages", pages)


def listing_all(choose: Callable[[list[tuple[str, list[JSON]]]], list[tuple[str, list[JSON]]]]) -> Swap:
    """Goes on with some of the servers only."""
    return (loop, "build", lambda servers: build(choose([(server, list(tools)) for server, tools in servers])))


def none_if_the_last_fails(servers: list[tuple[str, list[JSON]]]) -> list[tuple[str, list[JSON]]]:
    return servers if servers[-1][1] else []


def to_the_first_that_fails(servers: list[tuple[str, list[JSON]]]) -> list[tuple[str, list[JSON]]]:
    for at, (_, tools) in enumerate(servers):
        if not tools:
            return servers[:at]
    return servers


def one_may_fail(servers: list[tuple[str, list[JSON]]]) -> list[tuple[str, list[JSON]]]:
    if sum(not tools for _, tools in servers) > 1:
        raise RuntimeError("too many servers are down")
    return servers


def not_without_tools(servers: list[tuple[str, list[JSON]]]) -> list[tuple[str, list[JSON]]]:
    if not any(tools for _, tools in servers):
        raise RuntimeError("no tools")
    return servers


BROKEN: list[tuple[str, str, Swap]] = [
    ("NeedsEachServer", "ends where a server cannot be reached", raising("transport")),
    ("NeedsEachList", "ends where a server refuses its list", raising("protocol")),
    ("NeedsQuickLists", "ends where a server does not list its tools in time", raising("timeout")),
    ("NeedsLists", "ends where a list is a text", checking(lambda tools: isinstance(tools, str))),
    ("NeedsValues", "ends where a list is null", checking(lambda tools: tools is None)),
    ("NeedsGoodPages", "ends where a later page is broken", checking(lambda t: not isinstance(t, list), later=True)),
    ("NeedsTools", "ends where an entry is no tool", checking(lambda t: isinstance(t, list) and None in t)),
    ("NoneIfTheLastFails", "has no tools where the last server has none", listing_all(none_if_the_last_fails)),
    ("StopsConnecting", "asks no server behind one that fails", listing_all(to_the_first_that_fails)),
    ("OneMayFail", "ends where more than one server fails", listing_all(one_may_fail)),
    ("NotWithoutTools", "ends where there are no tools", listing_all(not_without_tools)),
]
for _name, _wrong, _swap in BROKEN:
    swapped("CONV-12", _name, _wrong, _swap)


# CONV-13 and CONV-14: pages


def paging(goes_on: Callable[[list[list[JSON]], JSON], bool]) -> Swap:
    """Reads pages for as long as it is so, by the pages so far and the next cursor."""

    def pages(self: Client) -> Iterator[list[JSON]]:
        read: list[list[JSON]] = []
        cursor = None
        while True:
            page = self.outcome(self.ask("tools/list", {"cursor": cursor} if cursor else {}))
            if isinstance(page, CallError) or not isinstance(page.get("tools"), list):
                return iter(read)
            read.append(page["tools"])
            cursor = page.get("nextCursor")
            if not cursor or not goes_on(read, cursor):
                return iter(read)

    return (Client, "_pages", pages)


def one_set_of_cursors() -> Sequence[Swap]:
    """Cursors of all servers in one set."""
    seen: set[str] = set()

    def is_new(read: list[list[JSON]], cursor: str) -> bool:
        new = cursor not in seen
        seen.add(cursor)
        return new and len(read) < 50

    return [paging(is_new)]


def last_page(self: Client) -> Iterator[list[JSON]]:
    return iter(list(client_pages(self))[-1:])


PAGES: list[tuple[str, str, Swap]] = [
    ("ReadsOnePage", "reads the first page", paging(lambda read, cursor: False)),
    ("ReadsTwoPages", "reads two pages", paging(lambda read, cursor: len(read) < 2)),
    ("ReadsTenPages", "reads ten pages", paging(lambda read, cursor: len(read) < 10)),
    (
        "ReadsToAnEmptyPage",
        "takes an empty page for the end",
        paging(lambda read, c: bool(read[-1]) and len(read) < 50),
    ),
    (
        "ReadsToAShortPage",
        "takes a page that is shorter than the first for the end",
        paging(lambda read, c: len(read[-1]) >= len(read[0]) and len(read) < 50),
    ),
    ("KeepsTheLastPage", "keeps the tools of the last page", (Client, "_pages", last_page)),
]
for _name, _wrong, _swap in PAGES:
    swapped("CONV-13", _name, _wrong, _swap)
remembering("CONV-13", "OneSetOfCursors", "knows the cursors of one server at another again", one_set_of_cursors)


def gives_all_up(servers: list[tuple[str, list[JSON]]]) -> list[tuple[str, list[JSON]]]:
    return [] if any(len(tools) > 50 for _, tools in servers) else servers


ENDLESS: list[tuple[str, str, Swap]] = [
    ("ReadsForEver", "follows cursors for as long as there are any", paging(lambda read, cursor: True)),
    ("CountsTools", "ends a list after a thousand tools", paging(lambda read, cursor: sum(map(len, read)) < 1000)),
    (
        "ReadsToTheSamePage",
        "ends a list at a page that it has read twice, but for empty ones",
        paging(lambda read, c: not read[-1] or read[-1] not in read[:-1]),
    ),
    ("GivesAllUp", "has no tools at all where one list does not end", listing_all(gives_all_up)),
]
for _name, _wrong, _swap in ENDLESS:
    swapped("CONV-14", _name, _wrong, _swap)

"""What a run is to cover, from the words that somebody gave: claimed methods and chosen cases."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterable, Sequence

from toolset_conformance.core import methods
from toolset_conformance.corpus.model import PROPERTIES, Case, Corpus, version_key


class SelectionError(Exception):
    """The words name nothing that there is; the text says which, and what there is."""


def offers(text: str | None) -> frozenset[str] | None:
    """The methods of ``tools,tool_result``; ``None`` where nothing is said. Raises :class:`SelectionError`."""
    if text is None:
        return None
    named = frozenset(filter(None, (part.strip() for part in text.split(","))))
    unknown = sorted(named - set(methods.METHODS))
    if unknown or not named:
        wrong = f"there is no method {unknown[0]}" if unknown else "no method is named"
        raise SelectionError(f"offers: {wrong}; the methods are {', '.join(methods.METHODS)}")
    return named


def as_of(corpus: Corpus, version: str | None) -> list[Case]:
    """The cases of the corpus as it stood at a version; raises :class:`SelectionError`."""
    if not version:
        return list(corpus.cases)
    try:
        cases = list(corpus.as_of(version))
        later = version_key(version) > version_key(corpus.version)
    except ValueError:
        raise SelectionError(f"as-of: '{version}' is not a version like {corpus.version}") from None
    if later:
        raise SelectionError(f"as-of: {version} is later than this corpus, which is {corpus.version}")
    if not cases:
        raise SelectionError(f"as-of: no case stood in the corpus at {version}; this one is {corpus.version}")
    return cases


def chosen(corpus: Corpus, cases: Sequence[Case], names: Sequence[str], rules: Sequence[str]) -> list[Case]:
    """The cases with one of these names, which may be patterns with ``*``, or of one of these rules.

    All of them where neither is given. Raises :class:`SelectionError` for a name or rule that there is not.
    """
    for rule in rules:
        if rule not in corpus.rules:
            raise SelectionError(f"there is no rule {rule}; `toolset-conformance explain` lists them")
    for name in names:
        if not matching(cases, [name]):
            missed = name.startswith(f"{PROPERTIES}/") and not any(case.group == PROPERTIES for case in cases)
            way_out = "; properties are there with --properties" if missed else nearest(name, cases)
            raise SelectionError(f"no case is called {name}{way_out}")
    if not (names or rules):
        return list(cases)
    named = {case.id for case in matching(cases, names)} if names else set()
    return [case for case in cases if case.rule in rules or case.id in named]


def matching(cases: Iterable[Case], names: Sequence[str]) -> list[Case]:
    """The cases with one of these names, which may be patterns with ``*``; all of them where there is no name."""
    return [case for case in cases if not names or any(fnmatch.fnmatchcase(case.id, name) for name in names)]


def nearest(name: str, cases: Sequence[Case]) -> str:
    """``; did you mean …?`` with the ids that are nearest to a name that there is not."""
    import difflib

    close = difflib.get_close_matches(name, [case.id for case in cases], 3)
    return f"; did you mean {' or '.join(close)}?" if close else "; ids look like lookup/known-name"

"""The items of the pytest plugin: one a case, collected from the corpus and from files of somebody's own cases."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from toolset_conformance.core.errors import FileError
from toolset_conformance.corpus.model import Case
from toolset_conformance.engine.verdict import Verdict
from toolset_conformance.pytest_plugin.options import NODE
from toolset_conformance.pytest_plugin.session import Toolset
from toolset_conformance.reports import terminal
from toolset_conformance.text import rendering


class OwnFile(pytest.File):
    """A file of somebody's own cases, one item a case."""

    def __init__(self, toolset: Toolset, **words: Any) -> None:
        super().__init__(**words)
        self.toolset = toolset

    def collect(self) -> Iterable[pytest.Item]:
        """One item a case; what is wrong in the file is said without a traceback."""

        try:
            cases = self.toolset.own_cases(self.path)
        except FileError as error:
            raise self.CollectError(str(error)) from None
        for case in cases:
            yield CaseItem.from_parent(self, name=case.id, case=case, toolset=self.toolset)


class CaseCollector(pytest.Collector):
    """The collector of all cases."""

    def __init__(self, toolset: Toolset, **words: Any) -> None:
        super().__init__(**words)
        self.toolset = toolset

    def collect(self) -> Iterable[pytest.Item]:
        """One item a case, in the order of the corpus."""
        for case in self.toolset.cases:
            yield CaseItem.from_parent(self, name=case.id, case=case, toolset=self.toolset)


class _Failed(Exception):
    """The port failed a case; carries nothing, since the item holds its verdict."""


class CaseItem(pytest.Item):
    """One case. Marked with its rule, its level and its group, so that ``-m`` finds it."""

    def __init__(self, case: Case, toolset: Toolset, **words: Any) -> None:
        super().__init__(**words)
        self.case, self.toolset = case, toolset
        self.verdict: Verdict | None = None
        self.changed: str | None = None
        for name in dict.fromkeys([case.rule, case.level, case.group, NODE]):
            if name in toolset.marks:
                self.add_marker(name)

    def runtest(self) -> None:
        """Have the case judged; a failure below the deciding level is an xfail, what is untested a skip."""
        verdict = self.verdict = self.toolset.verdict(self.case)
        message = rendering.escaped(verdict.message or "")
        if verdict.outcome in ("unsupported", "not_run"):
            pytest.skip(f"{verdict.outcome.replace('_', ' ')}: {message}")
        self.changed = self.toolset.changed(verdict)
        if self.changed or self.toolset.unreachable:
            raise _Failed
        if verdict.outcome == "passed":
            return
        if verdict.outcome == "deviation" or self.case.level not in self.toolset.scope.deciding:
            pytest.xfail(f"{self.case.rule} ({self.case.level}): {message}")
        if self.toolset.updates_deviations:
            pytest.xfail(f"{self.case.rule} ({self.case.level}): {message}; goes into the list of deviations")
        raise _Failed

    def _own(self) -> str:
        import shlex

        return f"--cases {shlex.quote(str(self.path))}" if isinstance(self.parent, OwnFile) else ""

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What the command line shows of a failure; a traceback is for our own errors alone."""
        if isinstance(excinfo.value, pytest.xfail.Exception):
            # pytest shows the reason alone, and a traceback of its own code takes it longer than the case.
            return str(excinfo.value)
        if not isinstance(excinfo.value, _Failed):
            return super().repr_failure(excinfo)

        assert self.verdict is not None
        rule = self.toolset.corpus.rules[self.case.rule]
        lines = [f"{rule.id} ({self.case.level}): {rule.title}"]
        search = self.toolset.search.words() if self.toolset.search else ""
        if self.verdict.outcome != "passed":
            lines += terminal.failure(
                self.verdict, terminal.Style(False), self.toolset.target.words(), search, self._own(),
                corpus=self.toolset.corpus,
            )  # fmt: skip
        if self.changed:
            lines.append(f"  {self.case.id}: {self.changed}")
        return "\n".join(lines)

    def reportinfo(self) -> tuple[Any, int | None, str]:
        """Where the item is said to be: the id of its case."""
        return self.path, None, self.case.id

"""--toolset-port: a Python class, what is shown of it, and what happens without it."""

from __future__ import annotations

import pytest

from .conftest import CHOSEN, KEYS, PORT, RESULTS, WHOLE, Inner, refused

pytestmark = pytest.mark.slow


def test_a_failure_is_shown_as_the_command_line_shows_it(inner: Inner) -> None:
    result = inner(*PORT, *CHOSEN, turns="assistant")
    result.stdout.fnmatch_lines(
        [
            "TURN-3 (required): *",
            f"  {WHOLE}: user_turn: role: *",
            "    expected  *user*",
            "    got       *assistant*",
            f"    again     toolset-conformance run --port turns:Turns --case {WHOLE}",
            f"    requests  toolset-conformance request {WHOLE}",
            "*toolset conformance*",
            "port: turns 1 (python)",
            "offers: user_turn",
            "required: 1 passed, 2 failed",
            "verdict: does not conform",
        ]
    )
    result.stdout.no_fnmatch_line("*Traceback*")
    result.stdout.no_fnmatch_line("*items.py*")


@pytest.mark.parametrize("workers", [[], ["-n", "2"]], ids=["alone", "xdist"])
def test_a_port_that_is_not_there(inner: Inner, workers: list[str]) -> None:
    result = inner("--toolset-port", "nowhere:Port", *workers, *CHOSEN, "-rs")
    outcomes = result.parseoutcomes()
    assert result.ret == 1
    # It is a failure once a process, and the rest is skipped.
    assert 1 <= outcomes["failed"] <= max(1, 2 * len(workers))
    assert outcomes["failed"] + outcomes.get("skipped", 0) == 5
    result.stdout.fnmatch_lines(["  turn/*: no module 'nowhere'*", "not run: no module 'nowhere'*"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_port_that_cannot_be_started_fails_also_where_only_recommended_cases_are_chosen(inner: Inner) -> None:
    result = inner("--toolset-port", "nowhere:Port", "--toolset-case", RESULTS)
    result.assert_outcomes(failed=1)
    assert result.ret == 1


def test_an_interrupt_inside_a_port(inner: Inner) -> None:
    result = inner(*PORT, "--toolset-case", KEYS, turns="interrupts", process=True)
    assert result.ret != 0


def test_a_port_and_a_command_are_one_too_many(inner: Inner) -> None:
    refused(inner("--toolset-port", "a:B", "--toolset-command", "x"), "both a port and a command are given*")


def test_nothing_happens_without_a_port(
    inner: Inner, pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makepyfile(
        """
        import sys

        def test_what_is_imported():
            heavy = {"yaml", "jsonschema", "hypothesis", "jinja2", "syrupy", "toolset_reference"}
            assert not {name for name in heavy if name in sys.modules}
            ours = {name for name in sys.modules if name.startswith("toolset_conformance.")}
            few = {f"toolset_conformance.{name}" for name in ("port", "pytest_plugin", "pytest_plugin.plugin")}
            assert ours <= few, ours
        """
    )
    (pytester.path / "mine.toolset.yaml").write_text("no cases", "utf-8")
    result = inner("-p", "toolset_conformance.pytest_plugin.plugin", "-W", "error", process=True)
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*conformance, corpus*")

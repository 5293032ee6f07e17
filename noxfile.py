"""What is checked before a change lands: `nox -l` lists it, and `.ci/run` calls it.

The sessions run in the environment that nox runs in, which `pip install -e '.[dev]'` has filled; those of other Python
versions make one of their own.
"""

from __future__ import annotations

from pathlib import Path

import nox

nox.options.sessions = ["lint", "types", "imports"]
nox.options.error_on_missing_interpreters = False


@nox.session(venv_backend="none")
def tests(session: nox.Session) -> None:
    """Run all tests; what stands behind `--` goes to pytest."""
    session.run("pytest", "-n", "auto", *session.posargs)


@nox.session(venv_backend="none")
def fast(session: nox.Session) -> None:
    """Run the tests that take no time."""
    session.run("pytest", "-m", "fast", *session.posargs)


@nox.session(venv_backend="none")
def lint(session: nox.Session) -> None:
    """Hold the code against the linter and the formatter."""
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")


@nox.session(venv_backend="none")
def types(session: nox.Session) -> None:
    """Check the types, strictly."""
    session.run("mypy")


@nox.session(venv_backend="none")
def imports(session: nox.Session) -> None:
    """Hold the imports between the packages to the contract in pyproject.toml."""
    session.run("lint-imports", "--no-logo")


@nox.session(venv_backend="none")
def build(session: nox.Session) -> None:
    """Build the wheel and the source distribution, and check what they say of themselves."""
    folder = session.create_tmp()
    session.run("python", "-m", "build", "--outdir", folder)
    session.run("twine", "check", "--strict", *map(str, sorted(Path(folder).glob("toolset_conformance-*"))))


@nox.session(venv_backend="none")
def pages(session: nox.Session) -> None:
    """Make the pages of the specification that the repository keeps."""
    session.run("toolset-conformance", "docs", "--brief", "docs")


@nox.session(venv_backend="none")
def ids(session: nox.Session) -> None:
    """Append the ids of new cases to `fixtures/ids.txt`, the ledger of all that were published."""
    from toolset_conformance.corpus import fixtures

    ledger = Path("fixtures", "ids.txt")
    published = ledger.read_text("ascii").split()
    new = sorted({case.id for case in fixtures.read_corpus(Path("fixtures")).cases} - set(published))
    ledger.write_text("\n".join([*published, *new, ""]), "ascii")
    session.log(f"{len(new)} ids added")


@nox.session(venv_backend="none")
def site(session: nox.Session) -> None:
    """Make the site in build/site, from docs, fixtures and reports; what stands behind `--` are its options."""
    session.run("python", "website/make_site.py", *session.posargs)


@nox.session(python=["3.10", "3.11", "3.12", "3.13", "3.14"], venv_backend="venv", reuse_venv=True)
def versions(session: nox.Session) -> None:
    """Run the fast tests on one version of Python, in an environment of its own."""
    session.install("-q", "-e", ".[dev]")
    session.run("pytest", "-q", "-m", "fast", *session.posargs)

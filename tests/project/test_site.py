"""The site, made once with reports and once without: its links, and itself in headless Chromium."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import pytest
from toolset_conformance.cli.program import main
from toolset_conformance.corpus.model import Corpus

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
AXE = ROOT / "tests" / "browser" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site with reports of two ports."""
    folder = tmp_path_factory.mktemp("site")
    (folder / "reports").mkdir()
    for port in ("toolset_reference.port:ReferencePort", "ports.partial:DefinitionsOnly"):
        report = folder / "reports" / f"{port.partition(':')[2]}.json"
        main(["run", "-q", "--port", port, "--case", "t*", "--report", str(report)])
    words = [ROOT / "website" / "make_site.py", "--reports", folder / "reports", "--to", folder / "made"]
    subprocess.run([sys.executable, *map(str, words)], check=True, cwd=folder)
    return folder / "made"


class Read(HTMLParser):
    """The anchors and the links of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.sources: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.anchors += [value for value in [found.get("id")] if value]
        self.links += [value for value in [found.get("href")] if value and tag == "a"]
        self.sources += [value for key in ("src", "href") if (value := found.get(key)) and tag != "a"]


def test_every_link_leads_to_its_place_and_nothing_comes_from_elsewhere(site: Path, whole_corpus: Corpus) -> None:
    pages = {path: Read(path.read_text("utf-8")) for path in site.rglob("*.html")}
    broken, seen = [], 0
    for path, page in pages.items():
        assert len(page.anchors) == len(set(page.anchors)), path
        assert [one for one in page.sources if re.match(r"[a-z]+:|//", one) and not one.startswith("data:")] == []
        for link in page.links:
            if link.startswith("https://"):
                continue
            target, _, anchor = link.partition("#")
            there = pages.get((path.parent / target).resolve() if target else path)
            seen += 1
            if there is None or (anchor and unquote(anchor) not in there.anchors):
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []
    assert seen > 500
    for rule in whole_corpus.rules.values():
        assert rule.id.lower() in pages[site / "spec" / f"{rule.group}.html"].anchors
    anchors = {anchor for page in pages.values() for anchor in page.anchors}
    assert anchors >= {case.id for case in whole_corpus.cases}


def test_the_start_page_says_what_people_would_meet(site: Path) -> None:
    text = (site / "index.html").read_text("utf-8")
    assert "What people would meet, port by port" in text
    assert re.search(r'<a href="programs/\d\.html"><code>definitions-only</code></a>: does not conform', text)
    assert re.search(
        r'<a href="\.\./spec/tools\.html#tools-\d">TOOLS-\d</a>', (site / "programs/1.html").read_text("utf-8")
    )


def test_without_reports_it_says_where_its_verdicts_come_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "website"))
    import make_site  # type: ignore[import-not-found, unused-ignore]

    text = "\n".join(make_site._kept_verdicts((ROOT / "docs" / "matrix.md").read_text("utf-8")))
    assert "the [matrix](matrix.md) that the repository keeps" in text
    assert re.search(r"It was made on [0-9-]+\.", text)
    assert re.search(r"^\| `toolset-reference` \| ✅ conforms \|$", text, re.MULTILINE)
    assert len(re.findall(r"^\| `", text, re.MULTILINE)) > 10


Opened = Callable[..., "Page"]


@pytest.fixture(scope="module")
def opened(site: Path) -> Iterator[Opened]:
    """Opens a page from the folder; at the end nothing may have been complained about, or asked for elsewhere."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright, of the dev extra, is not installed")
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.skip("there is no Chromium on PATH: `apt-get install chromium` brings it")
    complaints: list[str] = []

    def watch(page: Any) -> None:
        page.on("console", lambda said: complaints.append(f"console: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("request", lambda asked: requests.append(asked.url))

    requests: list[str] = []
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)

        def open_page(name: str, width: int = 1280, **options: Any) -> Page:
            context = browser.new_context(viewport={"width": width, "height": 800}, offline=True, **options)
            page: Page = context.new_page()
            watch(page)
            page.goto((site / name.partition("#")[0]).as_uri() + name[len(name.partition("#")[0]) :])
            return page

        yield open_page
        browser.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith((site.as_uri(), "data:"))] == []


def test_search_finds_a_rule_and_a_case_and_leads_there(opened: Opened) -> None:
    page = opened("guide.html")
    page.get_by_label("Search").fill("name-1")
    first = page.locator("#site-results a").first
    first.wait_for()
    assert first.inner_text().startswith("NAME-1:")
    first.click()
    assert page.url.endswith("/spec/names.html#name-1")
    page.get_by_label("Search").fill("mapping/svg-in-an-error")
    page.locator("#site-results a").first.click()
    assert page.url.endswith("/spec/mapping.html#mapping/svg-in-an-error")
    page.get_by_label("Search").fill("no such words anywhere")
    page.get_by_text("0 found").wait_for()


@pytest.mark.parametrize("name", ["index.html", "matrix.html", "questions.html", "ci.html", "programs/1.html"])
def test_nothing_is_wider_than_a_phone(name: str, opened: Opened) -> None:
    page = opened(name, width=360)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_it_is_read_without_script(opened: Opened) -> None:
    page = opened("index.html", java_script_enabled=False)
    assert page.get_by_label("Search").is_hidden()
    page.get_by_role("navigation").get_by_role("link", name="Specification").click()
    assert page.url.endswith("/spec/index.html")
    assert page.get_by_role("link", name="NAME-1", exact=True).is_visible()


def test_the_start_page_is_small(site: Path) -> None:
    # What it loads before anything is searched.
    loaded = ["index.html", "site.css", "search.js"]
    assert sum((site / name).stat().st_size for name in loaded) < 300_000


@pytest.mark.parametrize(
    ("name", "theme"),
    [
        ("index.html", "light"), ("index.html", "dark"), ("questions.html", "dark"), ("matrix.html", "light"),
        ("programs/1.html", "light"), ("spec/turn.html", "light"),
    ],
)  # fmt: skip
def test_the_accessibility_checker_finds_nothing(name: str, theme: str, opened: Opened) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not there: `npm install` in tests/browser brings it")
    page = opened(name, color_scheme=theme)
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run({preload: false}).then((results) => results.violations)")
    said = [f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found]
    assert not said, "\n".join(said)

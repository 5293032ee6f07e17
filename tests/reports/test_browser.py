"""The pages in headless Chromium: real clicks and keys, both themes, phone and desk, print, without JavaScript."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from looks import Looks, looks

pytestmark = pytest.mark.browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

__all__ = ["looks"]

AXE = Path(__file__).parents[1] / "browser" / "node_modules" / "axe-core" / "axe.min.js"
QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
MATRIX = ("reference", "hostile", "partial")

Opened = Callable[..., "Page"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, or a skip that says what is missing."""
    reason = "playwright, of the dev extra, is not installed"
    sync_api = pytest.importorskip("playwright.sync_api", reason=reason)
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        pytest.skip("there is no Chromium on PATH: `apt-get install chromium` brings it")
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=QUIET)
        yield started
        started.close()


@pytest.fixture
def opened(browser: Browser, looks: Looks) -> Iterator[Opened]:
    """Opens the page of some ports; at the end nothing may have been complained about, and nothing asked for."""
    contexts: list[Any] = []
    complaints: list[str] = []

    def request(url: str, page: str) -> None:
        if url.partition("#")[0] != page and not url.startswith("data:"):
            complaints.append(f"asked for {url}")

    def open_page(*ports: str, fragment: str = "", width: int = 1280, **options: Any) -> Page:
        path = looks.page(*ports)
        context = browser.new_context(viewport={"width": width, "height": 800}, offline=True, **options)
        contexts.append(context)
        page: Page = context.new_page()
        page.on("console", lambda said: complaints.append(f"console: {said.text}"))
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on("dialog", lambda dialog: complaints.append(f"dialog: {dialog.message}"))
        page.on("request", lambda asked: request(asked.url, path.as_uri()))
        page.goto(path.as_uri() + fragment)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not complaints


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("ports", [("partial",), ("hostile",), MATRIX], ids="-".join)
def test_nothing_is_wider_than_the_screen(ports: tuple[str, ...], width: int, opened: Opened) -> None:
    page = opened(*ports, width=width)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    assert page.evaluate("document.documentElement.scrollWidth") <= width


# The pieces of the texts in some elements that do not lie on one line; a piece may end after what `ends` says.
BROKEN = """([selector, ends]) => {
  const broken = [];
  for (const element of document.querySelectorAll(selector)) {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const piece of text.data.matchAll(new RegExp(`[^${ends}]+[${ends}]*`, "g"))) {
        const range = document.createRange();
        range.setStart(text, piece.index);
        range.setEnd(text, piece.index + piece[0].trimEnd().length);
        const lines = new Set([...range.getClientRects()].filter((one) => one.width).map((one) => Math.round(one.top)));
        if (lines.size > 1) broken.push(piece[0]);
      }
  }
  return broken;
}"""


@pytest.mark.parametrize("ports", [("partial",), ("reference", "partial")], ids="-".join)
def test_on_a_phone_no_word_is_broken_and_no_chip_is_out_of_sight(ports: tuple[str, ...], opened: Opened) -> None:
    page = opened(*ports, width=360)
    selector = ".overview thead th, .overview tbody th, .tag, .level-tag, .chip"
    assert page.locator(selector).count() > 10
    assert page.evaluate(BROKEN, [selector, r"\s"]) == []
    for chip in page.locator(".chip").all():
        box = chip.bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= 360
    # A placeholder that does not fit is cut without a sign of it: it is measured as a text of the field.
    search = page.locator(".filters input[type=search]")
    fits = "one => { one.value = one.placeholder; return one.scrollWidth <= one.clientWidth }"
    assert search.evaluate(fits)


@pytest.mark.parametrize("width", [360, 1280])
def test_the_ports_and_the_rules_of_the_matrix_stay_in_sight(width: int, opened: Opened) -> None:
    page = opened(*MATRIX, width=width)
    page.get_by_role("button", name="asked for by the documents").click()
    scroller = page.locator(".scroller:not(.met-table)").first
    rows = scroller.locator("tr[data-outcome]")
    rows.nth(60).scroll_into_view_if_needed()
    scroller.evaluate("one => { one.scrollLeft = 120; one.scrollIntoView() }")
    assert scroller.evaluate("one => one.scrollTop") > 500
    box = scroller.bounding_box()
    head = scroller.locator("thead th").nth(2).bounding_box()
    rule = rows.nth(60).locator("th").bounding_box()
    bar = page.locator(".filters").bounding_box()
    assert box and head and rule and bar
    assert abs(head["y"] - box["y"]) < 2
    assert abs(rule["x"] - box["x"]) < 2
    assert bar["y"] + bar["height"] <= head["y"]
    assert rule["y"] >= head["y"] + head["height"] - 2
    assert box["y"] + box["height"] <= 801


def test_the_names_of_ports_break_where_their_parts_meet(opened: Opened) -> None:
    page = opened("reference", "partial", width=360)
    assert page.locator(".port").count() > 2
    assert page.evaluate(BROKEN, [".port", r"\s/._-"]) == []


@pytest.mark.parametrize("ports", [("hostile",), MATRIX], ids="-".join)
def test_nothing_that_a_port_says_comes_to_life(ports: tuple[str, ...], opened: Opened) -> None:
    # Without the page's own policy, so that the escaping alone is what is seen.
    page = opened(*ports, bypass_csp=True)
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    page.hover("h1")
    assert page.evaluate("window.hacked") is None
    assert page.locator("img, svg, iframe, object, body script:not(:last-of-type)").count() == 0
    assert page.locator("a[href^='javascript']").count() == 0


def test_the_policy_stops_what_would_slip_through(looks: Looks, tmp_path: Path, browser: Browser) -> None:
    text = looks.page("hostile").read_text("utf-8")
    path = tmp_path / "page.html"
    path.write_text(text.replace("<footer>", "<img src=x onerror='window.hacked=1'><footer>"), "utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    assert page.evaluate("window.hacked") is None
    page.close()


def shown(page: Page) -> int:
    return page.locator("[data-outcome]:not([hidden])").count()


def test_filter_by_outcome_level_and_text(opened: Opened, looks: Looks) -> None:
    cases = looks.read("partial")["cases"]
    page = opened("partial")
    assert shown(page) == len(cases)
    page.locator("[name=outcome][value=failed]").check()
    failed = [case for case in cases if case["outcome"] == "failed"]
    assert shown(page) == len(failed)
    assert page.locator("[data-outcome=passed]").first.is_hidden()
    page.select_option("[name=level]", "recommended")
    recommended = [case for case in failed if case["level"] == "recommended"]
    assert shown(page) == len(recommended)
    assert page.locator(".filters output").inner_text() == f"{len(recommended)} of {len(cases)} cases"
    page.fill("[name=text]", "tools/description-null")
    assert shown(page) == 1
    page.fill("[name=text]", "no such text anywhere")
    assert shown(page) == 0
    assert page.get_by_text("No case fits this filter.").is_visible()
    page.get_by_role("button", name="Show all").click()
    page.wait_for_function(f"document.querySelector('.filters output').value === '{len(cases)} cases'")
    assert shown(page) == len(cases)


def test_the_matrix_is_filtered_by_result(opened: Opened) -> None:
    page = opened(*MATRIX)
    rows = shown(page)
    page.locator("[name=outcome][value=failed]").check()
    assert 0 < shown(page) < rows
    assert page.locator("tr[data-outcome]:not([hidden]) .failed").count() >= shown(page)


def test_the_matrix_is_filtered_and_sorted_by_what_people_would_meet(opened: Opened) -> None:
    page = opened(*MATRIX)
    rows = page.locator("tr[data-outcome]:not([hidden])")
    page.select_option("[name=kind]", "misled")
    assert rows.count() > 0
    assert all("misled" in (row.get_attribute("data-kind") or "").split() for row in rows.all())
    page.get_by_role("button", name="Show all").click()
    page.select_option("[name=order]", "rank")
    for part in page.locator("tbody.origin").all():
        ranks = [int(row.get_attribute("data-rank") or "") for row in part.locator("tr[data-outcome]").all()]
        assert ranks == sorted(ranks)


def test_what_one_library_asks_for_is_folded_away_until_it_is_wanted(opened: Opened) -> None:
    page = opened(*MATRIX)
    row = page.locator("tr[data-outcome]:has(a[href='#DESC-1-required'])")
    assert row.is_hidden()
    button = page.get_by_role("button", name="asked for by the documents")
    button.click()
    assert row.is_visible()
    button.click()
    assert row.is_hidden()
    page.fill("[name=text]", "bidirectional")
    assert row.is_visible()


def test_a_rule_and_a_case_have_links_of_their_own(opened: Opened) -> None:
    page = opened("partial")
    page.get_by_role("link", name="TOOLS-2", exact=True).click()
    assert page.url.endswith("#TOOLS-2")
    page.goto(page.url.partition("#")[0] + "#tools/description-null")
    body = page.locator("[id='tools/description-null']")
    body.wait_for(state="visible")
    assert body.get_by_text("Expected").first.is_visible()
    summary = page.locator("details:has([id='tools/description-null']) > summary")
    top = summary.evaluate("element => element.getBoundingClientRect().top")
    bar = page.locator(".filters").evaluate("element => element.getBoundingClientRect().bottom")
    assert bar <= top < 400, "the bar hides the case, or it lies further down"


def test_a_link_reaches_a_case_that_the_filter_hides(opened: Opened) -> None:
    page = opened("partial")
    page.locator("[name=outcome][value=passed]").check()
    page.evaluate("location.hash = '#tools/description-null'")
    page.locator("[id='tools/description-null']").wait_for(state="visible")


def test_one_click_from_a_cell_to_the_case_that_shows_it(opened: Opened) -> None:
    page = opened(*MATRIX)
    page.locator("td.failed a").first.click()
    anchor = page.url.partition("#")[2]
    body = page.locator(f"[id='{anchor}']")
    body.wait_for(state="visible")
    assert body.get_by_text("Got").first.is_visible()


def test_by_keyboard_alone(opened: Opened) -> None:
    page = opened("partial")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the results"
    page.keyboard.press("Enter")
    assert page.url.endswith("#results")
    page.locator("[name=outcome]").first.focus()
    page.keyboard.press("Space")
    assert page.locator("[name=outcome]").first.is_checked()
    summary = page.locator(".case:not([hidden]) > summary").first
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator(".case:not([hidden]) > .body").first.is_visible()


def test_without_javascript_all_can_be_read(opened: Opened) -> None:
    page = opened("partial", fragment="#tools/description-null", java_script_enabled=False)
    assert page.locator("[id='tools/description-null']").is_visible()
    assert page.locator(".filters").is_hidden()
    assert page.get_by_text("does not conform").first.is_visible()
    page.locator(".case > summary").first.click()
    assert page.locator(".case > .body").first.is_visible()


def test_in_print_the_failures_are_open(opened: Opened) -> None:
    page = opened("partial")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator(".filters").is_hidden()
    assert page.locator(".case.failed > .body").first.is_visible()
    assert page.locator(".case.passed > .body").first.is_hidden()
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    assert page.locator(".case.failed > .body").first.is_hidden()


def test_a_page_of_all_cases_opens_at_once(opened: Opened) -> None:
    page = opened("reference")
    # The time that the page itself takes, which a busy machine does not lengthen.
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.reload()
    metrics = {metric["name"]: metric["value"] for metric in devtools.send("Performance.getMetrics")["metrics"]}
    assert 0 < metrics["TaskDuration"] < 3


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("ports", [("partial",), MATRIX], ids="-".join)
def test_the_accessibility_checker_finds_nothing(ports: tuple[str, ...], theme: str, opened: Opened) -> None:
    if not AXE.exists():
        pytest.skip("axe-core is not there: `npm install` in tests/browser brings it")
    page = opened(*ports, color_scheme=theme, bypass_csp=True)
    # What is open is checked; a few of each kind stand for all.
    page.evaluate(
        "for (const kind of ['failed', 'passed', 'unsupported', 'none']) for (const one of "
        "[...document.querySelectorAll(`details.${kind}`)].slice(0, 2)) one.open = true;"
        "for (const one of [...document.querySelectorAll('.case:not([open])')].slice(60)) one.remove();"
        "for (const one of document.querySelectorAll('.more')) one.open = true"
    )
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run().then((results) => results.violations)")
    said = [f"{one['id']}: {one['help']}: {[node['html'][:120] for node in one['nodes'][:3]]}" for one in found]
    assert not said, "\n".join(said)

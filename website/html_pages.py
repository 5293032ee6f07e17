"""Markdown pages as HTML pages: links between them, ids of headings, and what the search looks through."""

from __future__ import annotations

import html
import posixpath
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from markdown_it import MarkdownIt
from markdown_it.token import Token

HERE = Path(__file__).parent
_TEMPLATES = Environment(loader=FileSystemLoader(HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True)
_LONGEST = 240
"""So many characters of a part are searched: its head and its first sentences."""


@dataclass
class Part:
    """A part of a page, as the search knows it: from one heading or anchor to the next."""

    title: str
    anchor: str
    text: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Page:
    """A page: its title, the HTML of its content, and its parts."""

    title: str
    content: str
    parts: list[Part]


def address(name: str) -> str:
    """Return where the page of a Markdown file is: ``spec/README.md`` is at ``spec/index.html``."""
    return re.sub(r"(^|/)README\.md$", r"\1index.md", name).removesuffix(".md") + ".html"


def page(name: str, text: str, names: Mapping[str, str]) -> Page:
    """Return the page of a Markdown file; ``names``: all files, to know which links lead to a page."""
    markdown = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    tokens = markdown.parse(text)
    taken = set(re.findall(r'<a id="([^"]+)"', text))
    parts = [Part("", "")]
    before = ""
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            _head(token, tokens[index + 1], taken, parts, before)
            before = ""
        elif token.type == "inline":
            alone = re.fullmatch(r'<a id="([^"]+)"></a>', token.content)
            row = re.match(r'<a id="([^"]+)"></a>`', token.content)
            if alone:
                before = alone[1]
            elif row and tokens[index - 1].type != "heading_open":
                parts.append(Part(_plain(token).strip(), row[1]))
            _links(token.children or [], name, names)
            parts[-1].text.append(_plain(token))
    content = markdown.renderer.render(tokens, markdown.options, {})
    # A table and a listing may be wider than a phone: each scrolls by itself, by keyboard too.
    content = content.replace("<table>", '<div class="scroller" tabindex="0"><table>').replace(
        "</table>", "</table></div>"
    )
    content = re.sub(r"<th[^>]*></th>", "<td></td>", content).replace("<pre>", '<pre tabindex="0">')
    title = next((part.title for part in parts if part.title), name)
    return Page(title, content, [part for part in parts if part.title])


def _head(token: Token, inline: Token, taken: set[str], parts: list[Part], before: str) -> None:
    """Give a heading its id, and begin a part of the page, known by the anchor ``before`` it where there is one."""
    title = _plain(inline).strip()
    inside = re.search(r'<a id="([^"]+)"', inline.content)
    slug = re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
    while slug in taken:
        slug += "-"
    taken.add(slug)
    token.attrSet("id", slug)
    parts.append(Part(title, before or (inside[1] if inside else slug)))


def _plain(token: Token) -> str:
    return "".join(
        child.content if child.type in ("text", "code_inline") else " "
        for child in token.children or []
        if child.type != "html_inline"
    )


def _links(tokens: Sequence[Token], name: str, names: Mapping[str, str]) -> None:
    """Turn links to Markdown files into links to their pages; what is no page is named in place of a link."""
    outside = False
    for token in tokens:
        if token.type == "link_open":
            href = str(token.attrGet("href"))
            if re.match(r"[a-z]+:", href) or href.startswith("#"):
                continue
            target, _, anchor = href.partition("#")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
            if path in names:
                to = posixpath.relpath(address(path), posixpath.dirname(name) or ".")
                token.attrSet("href", to + (f"#{anchor}" if anchor else ""))
            else:
                outside = True
                inside = posixpath.normpath(posixpath.join("docs", path))
                token.tag, token.attrs = "span", {"title": f"{inside}, in the repository"}
        elif token.type == "link_close" and outside:
            token.tag, outside = "span", False


def whole(name: str, made: Page, menu: Sequence[tuple[str, str]]) -> str:
    """Return the HTML document of a page; ``menu``: names of files with what they are called."""
    start = posixpath.dirname(name) or "."
    links = [(posixpath.relpath(address(to), start), label, to == name) for to, label in menu]
    root = posixpath.relpath(".", start)
    return _TEMPLATES.get_template("page.html.j2").render(page=made, menu=links, root="" if root == "." else f"{root}/")


def entries(name: str, made: Page) -> Iterator[list[str]]:
    """Yield what the search knows of a page: title, address and text of each part."""
    for part in made.parts:
        text = re.sub(r"\s+", " ", " ".join(part.text[1:])).strip()[:_LONGEST]
        yield [part.title, f"{address(name)}#{part.anchor}", html.unescape(text)]

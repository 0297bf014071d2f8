"""Render HTML pages from templates. Every value is escaped and stripped of unprintable characters."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from fleetbook.reports.document import Item
from fleetbook.reports.render.svg import drawn
from fleetbook.reports.text_layout import printable

USUAL_LABEL = 8  # letters of a label that fits the usual column
LONGEST = 18  # letters of a word that fits a narrow column
DEEPEST = 6  # part of a line with an indentation of its own
_BEFORE_UNIT = re.compile(r"(?<=\d) (?=(?:cm|mm|in|kt|yds|hex|hexes|pdr)\b|%)|(?<=\d:) (?=\d+×)")
FOLDER = Path(__file__).parent / "templates"


def render(name: str, **values: Any) -> str:
    """Render a template with these values. The page ends with a newline."""
    return environment().get_template(name).render(**values).strip() + "\n"


def environment(*folders: Path) -> Environment:
    """A Jinja environment that finds templates in these folders and in the folder beside this module."""
    made = Environment(
        loader=FileSystemLoader([*folders, FOLDER], encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_fit,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=False,
    )
    made.filters.update(
        classes=_classes, drawn=drawn, kind=lambda value: type(value).__name__, long_labels=_have_long_labels,
        is_long=_is_long, measures=_measures, paragraphs=paragraphs, story_lines=_story_lines,
    )  # fmt: skip
    return made


def _fit(value: Any) -> Any:
    """A value to be written into a page, without unprintable characters."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _measures(text: str) -> Markup:
    """A text for HTML in which no line breaks between a number and its unit, or a face and its count."""
    return Markup(_BEFORE_UNIT.sub("&nbsp;", str(escape(_fit(text)))))


def _story_lines(items: Iterable[Item]) -> Markup:
    """The lines of the story. A long battle has tens of thousands, and a template takes three times as long to write them."""
    return Markup("\n".join(map(_story_line, items)))


def _story_line(item: Item) -> str:
    place = f' id="l{item.line}"' if item.line else ""
    label = f"<b>{escape(_fit(item.label))}</b> " if item.label else ""
    text = f"<del>{_measures(item.text)}</del>" if item.struck else _measures(item.text)
    remark = f" <em>({escape(_fit(item.remark))})</em>" if item.remark else ""
    return f'<li class="d{min(item.depth, DEEPEST)}"{place}>{label}{text}{remark}</li>'


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a text, which empty lines separate."""
    return [" ".join(block.split()) for block in re.split(r"\n\s*\n", text) if block.strip()]


def _have_long_labels(rows: Iterable[Any]) -> bool:
    """Whether any label of the rows needs a wide column."""
    return any(len(row.label) > USUAL_LABEL for row in rows)


def _classes(value: object, figures: bool) -> Markup:
    """The CSS classes of a table's cell. They align numbers right and let long words break."""
    long = ["long"] if _is_long(value) else ["short"] if len(str(value)) <= LONGEST else []
    found = [*(["n"] if figures else []), *long]
    return Markup(f' class="{" ".join(found)}"' if found else "")


def _is_long(value: object) -> bool:
    """Whether the value has a word too long for a narrow column."""
    return any(len(word) > LONGEST for word in str(value).split())

"""Pages of HTML looked at by Python's parser: what they are made of and what they say."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "img"}


@dataclass
class Element:
    """An element with its attributes and the text directly or further inside it."""

    tag: str
    attributes: dict[str, str | None]
    text: str = ""

    def has_class(self, name: str) -> bool:
        """Whether it is of a class."""
        return name in (self.attributes.get("class") or "").split()


@dataclass
class Page(HTMLParser):
    """All elements of a page in their order. Elements left open or closed twice are errors."""

    source: str
    elements: list[Element] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.open: list[Element] = []
        self.feed(self.source)
        self.close()
        self.errors += [f"{element.tag} left open" for element in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element begins."""
        element = Element(tag, dict(attrs))
        self.elements.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without content."""
        self.elements.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """An element ends."""
        if self.open and self.open[-1].tag == tag:
            self.open.pop()
        else:
            self.errors.append(f"{tag} closed")

    def handle_data(self, data: str) -> None:
        """Text, which belongs to every element that is open."""
        for element in self.open:
            element.text += data

    def all(self, tag: str, of_class: str = "") -> list[Element]:
        """The elements of a tag and a class."""
        return [e for e in self.elements if e.tag == tag and (not of_class or e.has_class(of_class))]

    __hash__ = None  # type: ignore[assignment]

"""A browser without scripts: it follows links, fills in forms and sends them, as their HTML says."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlencode

from tests.share.visiting import Here, Visitor

CONTROLS = ("text", "checkbox")


@dataclass
class Form:
    """A form: where it goes, its hidden values, the controls that a person fills in, and its buttons with their values."""

    action: str
    method: str
    is_quick: bool = False
    hidden: dict[str, str] = field(default_factory=dict)
    controls: list[tuple[str, str, str]] = field(default_factory=list)  # name, type and value
    buttons: list[tuple[str, str]] = field(default_factory=list)


class Shown(HTMLParser):
    """The links and forms of a page. Scripts are left alone."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text, self.links, self.forms = text, list[dict[str, str]](), list[Form]()
        self._form: Form | None = None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a link, a form or a part of a form."""
        found = {name: value or "" for name, value in attrs}
        if tag == "a" and found.get("href", "").startswith("order?"):
            self.links.append(dict(parse_qsl(found["href"].partition("?")[2], keep_blank_values=True)))
        elif tag == "form":
            self._form = Form(found["action"], found["method"], "quick" in found.get("class", ""))
            self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "input" and found.get("type") == "hidden":
            self._form.hidden[found["name"]] = found["value"]
        elif tag == "input":
            self._form.controls.append((found["name"], found.get("type", "text"), found.get("value", "")))
        elif tag == "button":
            self._form.buttons.append((found.get("name", ""), found.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        """A form ends."""
        if tag == "form":
            self._form = None


class PlainBrowser:
    """A player's browser, with scripts switched off."""

    def __init__(self, here: Here, side: str, address: str) -> None:
        self._here, self._side, self._address = here, side, address

    def open(self, words: dict[str, str] | None = None) -> Shown:
        """The player's page, or that of an order."""
        query = f"order?{urlencode(words)}" if words is not None else ""
        with Visitor(self._here.port, self._address) as visitor:
            answer = visitor.ask(f"{self._here.path(self._side)}{query}").decode()
        assert answer.startswith("HTTP/1.1 200 "), answer[:300]
        return Shown(answer)

    def send(self, form: Form, button: tuple[str, str] = ("", "")) -> None:
        """Send a form by one of its buttons. The answer leads back to the page."""
        assert form.method == "post"
        words = {**form.hidden, **{name: value for name, kind, value in form.controls if kind in CONTROLS}}
        with Visitor(self._here.port, self._address) as visitor:
            answer = visitor.post(
                f"{self._here.path(self._side)}{form.action}", {**words, **({button[0]: button[1]} if button[0] else {})}
            ).decode()
        assert answer.startswith("HTTP/1.1 303 "), answer
        assert "location: ./#orders" in answer

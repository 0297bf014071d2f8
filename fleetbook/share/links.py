"""Links to the window. Each side and the table have a random token, which makes a link at each address."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hmac import compare_digest

from msgspec import Struct

TOKEN_BYTES = 16


class Link(Struct, frozen=True):
    """The link to a reader's page. ``side`` is None for the table's page."""

    side: str | None
    url: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """The readers by token. A reader is a side, or None for the table. Tokens are too long to guess."""

    readers: dict[bytes, str | None]

    @classmethod
    def drawn(cls, sides: Iterable[str]) -> Tokens:
        """New random tokens for the sides and the table."""
        return cls({secrets.token_urlsafe(TOKEN_BYTES).encode(): side for side in (*sides, None)})

    def found(self, given: str) -> bytes | None:
        """The token that equals the text given, None if there is none. The comparison always takes the same time."""
        tried, found = given.encode(errors="replace"), None
        for token in self.readers:
            if compare_digest(token, tried):
                found = token
        return found

    def links(self, hosts: Sequence[str]) -> list[Link]:
        """The links of all readers at each host, such as ``127.0.0.1:8000``."""
        return [Link(side, f"http://{host}/{token.decode()}/") for token, side in self.readers.items() for host in hosts]

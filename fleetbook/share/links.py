"""Links to the window: a random token for each side and one for the table, at each address."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hmac import compare_digest

from msgspec import Struct

TOKEN_BYTES = 16


class Link(Struct, frozen=True):
    """The link to a reader's page. The table's page has no side."""

    side: str | None
    url: str


@dataclass(frozen=True, slots=True)
class Tokens:
    """The reader of each token. Nobody can guess a token."""

    readers: dict[bytes, str | None]

    @classmethod
    def drawn(cls, sides: Iterable[str]) -> Tokens:
        """New tokens for sides and the table."""
        return cls({secrets.token_urlsafe(TOKEN_BYTES).encode(): side for side in (*sides, None)})

    def found(self, given: str) -> bytes | None:
        """The token that was given, if it is one. Every token is compared to its end, so the time tells nothing."""
        tried, found = given.encode(errors="replace"), None
        for token in self.readers:
            if compare_digest(token, tried):
                found = token
        return found

    def links(self, hosts: Sequence[str]) -> list[Link]:
        """The links at each host, such as ``127.0.0.1:8000``."""
        return [Link(side, f"http://{host}/{token.decode()}/") for token, side in self.readers.items() for host in hosts]

"""Links to the window. Each role has a random token, and each link consists of a host's address and a token."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hmac import compare_digest

from fleetbook.referee.proposals.post import Link
from fleetbook.referee.proposals.roles import Role

TOKEN_BYTES = 16
KEPT = re.compile(r"http://[^/]*:([1-9][0-9]{0,4})/([A-Za-z0-9_-]{22})/", re.ASCII)  # the port and the token of a link


@dataclass(frozen=True, slots=True)
class Tokens:
    """The role of each token. A token is too long to be guessed."""

    roles: dict[bytes, Role]

    @classmethod
    def drawn(cls, roles: Iterable[Role], kept: Iterable[Link] = ()) -> Tokens:
        """Tokens for these roles: those of the links that were ``kept``, and random tokens for other roles."""
        known = {link.role: found[2] for link in kept if (found := KEPT.fullmatch(link.url))}
        return cls({(known.get(role) or secrets.token_urlsafe(TOKEN_BYTES)).encode(): role for role in roles})

    def found(self, given: str) -> bytes | None:
        """The known token that equals the given text, or None. The comparison always takes the same time, so that it reveals
        nothing.
        """
        tried, found = given.encode(errors="replace"), None
        for token in self.roles:
            if compare_digest(token, tried):
                found = token
        return found

    @staticmethod
    def port(kept: Iterable[Link]) -> int:
        """The port of links that were kept. 0 if there are none."""
        return next((int(found[1]) for link in kept if (found := KEPT.fullmatch(link.url))), 0)

    def links(self, hosts: Sequence[str]) -> list[Link]:
        """The links of all roles at each host, such as ``127.0.0.1:8000``."""
        return [
            Link(role.side, f"http://{host}/{token.decode()}/", role.squadron, role.looks_on)
            for token, role in self.roles.items()
            for host in hosts
        ]

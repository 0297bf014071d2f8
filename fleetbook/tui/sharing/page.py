"""The page for the players' window: its links, a QR code for each link, and how many pages watch."""

from __future__ import annotations

from itertools import zip_longest

from rich.style import Style

from fleetbook.referee.chairs.chairs import Chairs
from fleetbook.referee.proposals.post import Link
from fleetbook.referee.proposals.roles import Role
from fleetbook.referee.sharing import Sharing
from fleetbook.referee.written_orders import WrittenOrders
from fleetbook.reports.render.qr import code_cards, code_rows
from fleetbook.reports.text_layout import cell_width
from fleetbook.store.errors import shown_path
from fleetbook.store.files import replace_file
from fleetbook.tui.kit.command import command
from fleetbook.tui.kit.command_lines import draw_key_bar
from fleetbook.tui.kit.frame import draw_message
from fleetbook.tui.kit.grid import draw_rule, filled
from fleetbook.tui.kit.keys import FAR
from fleetbook.tui.kit.line import Line, cut, ink, pad_name, text_lines
from fleetbook.tui.kit.page import Page
from fleetbook.tui.kit.style import BOLD, QUIET, WARNING

DARK_ON_LIGHT = Style(color="black", bgcolor="bright_white")
STEPS = {"up": -1, "down": 1, "home": -FAR, "end": FAR}
GAP = 2
NO_PHONE = (
    "No phone has come yet. Is it in the same network? This machine's firewall may keep it out: if Windows asked and you chose "
    "to block, allow Python for private networks under “Allow an app through the firewall”."
)


OF_ORDERS = ("o", "d", "w", "m")
"""The keys about players' orders and dice."""


class SharingPage(Page):
    """The page for the players' window. A key begins the sharing. Leaving the page does not end the sharing."""

    name = "the players' window"
    filling = (("↑↓", "scroll"),)

    def __init__(
        self, sharing: Sharing, empty_chairs: set[Role], written: WrittenOrders, chairs: Chairs, only_looked_at: bool = False
    ) -> None:
        """With ``only_looked_at`` players cannot order anything, as in a campaign. The keys for orders and dice are left out."""
        super().__init__()
        self._only_looked_at = only_looked_at
        if only_looked_at:
            sharing.takes_orders = False
            self.take_commands([command for command in self.commands if command.key not in OF_ORDERS])
        self._empty, self._written, self._chairs = empty_chairs, written, chairs
        self.sharing, self._top = sharing, 0

    @command("s", "share", "Opens the players' pages on this machine alone; l opens them to the network.",
             refusal=lambda page: "the battle is shared already" if page.sharing.running else "")  # fmt: skip
    def share(self) -> None:
        """Share on this machine."""
        self.attempt(lambda: self.sharing.begin(lan=False))

    @command("l", "network or not", "Phones can open the links only in the network. The address in them changes.")
    def switch_network(self) -> None:
        """Share with the network, or with this machine only."""
        self.attempt(lambda: self.sharing.begin(lan=not (self.sharing.running and self.sharing.lan)))

    @command("o", "orders or not", "Players may send orders and throw dice on their phones, or only look.")
    def switch_orders(self) -> None:
        """Take orders from phones, or not."""
        self.sharing.takes_orders = not self.sharing.takes_orders
        self.say("players may send orders" if self.sharing.takes_orders else "players can only look")

    @command("d", "dice of damage", "The side that is hit throws for the place and the damage, or the side that hits does.")
    def switch_damage(self) -> None:
        """Ask the side that is hit for the dice of damage, or the side that hits."""
        self.sharing.asks_sufferer = not self.sharing.asks_sufferer
        self.sharing.keep()
        self.say(f"the side that {'is hit' if self.sharing.asks_sufferer else 'hits'} throws for place and damage")

    @command(
        "w", "sealed orders", "In every step nobody reads orders before each side is ready. Space on the battle page closes them."
    )
    def switch_written(self) -> None:
        """Seal the orders of every step, or only of those whose orders the rules have written in advance."""
        self._written.in_every_step = not self._written.in_every_step
        self.say(f"orders are sealed in {self._written.where}")

    @command(
        "m",
        "empty chair",
        "A side or squadron has no player: nothing waits for it. You act for it, or a doctrine proposes its orders.",
    )
    def mark_chair(self) -> None:
        """Mark the chair of a side or squadron as empty, as taken, or as filled by a doctrine."""
        offers = self._chairs.offers
        roles = {link.role.words: link.role for link in self.sharing.links if link.role.gives_orders}

        def mark(words: str) -> None:
            if words in offers:
                if self.attempt(lambda: self._chairs.seat(*offers[words])):
                    self.say(words)
                return
            if roles[words] in self._empty and not roles[words].squadron:
                self.attempt(lambda: self._chairs.leave(str(roles[words].side)))
            self._empty ^= {roles[words]}
            self.say(f"{words}: {'an empty chair' if roles[words] in self._empty else 'the player is here'}")

        self.pages.pick("Whose chair is empty, or taken again?", [*roles, *offers], mark)

    @command("r", "roles", "Links for each squadron's player alone, and for spectators who only look on.")
    def show_roles(self) -> None:
        """Show the links of squadrons and spectators too, or no longer."""
        self.sharing.shows_roles = not self.sharing.shows_roles
        self.sharing.keep()

    @command("n", "new links", "The links so far work no more, as when a code has fallen into wrong hands.",
             refusal=lambda page: "" if page.sharing.links else "there are no links yet")  # fmt: skip
    def draw_links(self) -> None:
        """New links for everybody."""
        self.attempt(lambda: self.sharing.begin(self.sharing.lan, anew=True))

    @property
    def _shown(self) -> list[Link]:
        return [link for link in self.sharing.links if self.sharing.shows_roles or link.role == Role(link.side)]

    @command("c", "cards", "A page to print and cut out: a code for each link that is shown.",
             refusal=lambda page: "" if page.sharing.links else "there are no links yet")  # fmt: skip
    def write_cards(self) -> None:
        """Write the links as cards."""
        path = self.sharing.battle.with_suffix(".links.html")
        codes = [(link.role.words, link.role.may, link.url) for link in self._shown]
        if self.attempt(lambda: replace_file(path, code_cards(self.sharing.battle.stem, codes).encode())):
            self.say(f"wrote {shown_path(path)}: print it and lay the cards on the table")

    @command(
        "e",
        "end",
        "No link works until you share the battle again.",
        refusal=lambda page: "" if page.sharing.running else "nothing is shared",
    )
    def end(self) -> None:
        """End the sharing."""
        self.sharing.end()

    def take(self, key: str, character: str | None) -> bool:
        self._top += STEPS.get(key, 0)
        return key in STEPS

    def draw(self, size: tuple[int, int]) -> list[Line]:
        width, height = size
        hint = text_lines(NO_PHONE, width - 2, WARNING) if self.sharing.is_waiting else []
        lines = [*self._links(), *self._taking(width), *((ink(" "), *line) for line in hint), *self._codes(width)]
        foot = [draw_message(self.message, (ink(f" {self.sharing.remark}", QUIET),), width), *draw_key_bar(self.commands, width)]
        room = max(height - len(foot) - 1, 1)
        self._top = max(min(self._top, len(lines) - room), 0)
        more = len(lines) - room - self._top
        right: Line = (ink(f" {more} more ↓ ", BOLD),) if more > 0 else ()
        head = draw_rule((ink(f" {self._heading} ", BOLD),), right, width)
        return filled([head, *filled((cut(line, width) for line in lines[self._top :]), room), *foot], height)

    @property
    def _heading(self) -> str:
        if not self.sharing.running:
            return "The players' window is closed: s shares on this machine, l in the network"
        if not self.sharing.links:
            return "The players' window opens …"
        return "The players' window, in the network" if self.sharing.lan else "The players' window, on this machine only"

    def _taking(self, width: int) -> list[Line]:
        """Sentences about the settings: whether players may send orders, who throws for damage, and which orders are sealed."""
        if self._only_looked_at:
            words = " The referee alone gives the orders of a campaign: players look at their pages."
            return text_lines(words, width, QUIET) if self.sharing.links else []
        words = (
            "Players may send orders and throw dice."
            if self.sharing.takes_orders
            else "Players can only look: o lets them order."
        )
        words += " The links stay the same when you share this battle again: n makes new ones."
        damage = f"d: the side that {'is hit' if self.sharing.asks_sufferer else 'hits'} throws for damage."
        seals = f"w: orders are sealed in {self._written.where}."
        if not (self._written.in_every_step or self._written.have_steps):
            seals = "w: have the orders of each step sealed until all sides are ready. These rules seal none."
        return text_lines(f" {words} {damage} {seals}", width, QUIET) if self.sharing.links else []

    def _links(self) -> list[Line]:
        widest = max((cell_width(link.role.words) for link in self._shown), default=0)
        return [
            (
                ink(f" {pad_name(link.role.words, widest)}  ", BOLD),
                ink(link.url),
                *((ink("  empty chair", WARNING),) if link.role in self._empty else ()),
                ink(f"  {self._who(link.role)}", QUIET),
            )
            for link in self._shown
        ]

    def _who(self, role: Role) -> str:
        """How many pages of a link are open, those of hidden links of its side, and when one was last read without scripts."""
        pages, at = self.sharing.watching.get(role, 0), self.sharing.read_at.get(role)
        hidden = role == Role(role.side) and role.side and not self.sharing.shows_roles
        of_side = ((other, count) for other, count in self.sharing.watching.items() if other.side == role.side)
        others = sum(count for other, count in of_side if hidden and other != role)
        words = (
            *[f"{pages} watching"] * bool(pages),
            *[f"{others} with links of r"] * bool(others),
            *[f"read at {at} without scripts"] * bool(at),
        )
        return ", ".join(words) or "nobody yet"

    def _codes(self, width: int) -> list[Line]:
        """Draw the QR codes, as many side by side as fit, each under the name of its reader."""
        codes = [(link.role.words, code_rows(link.url)) for link in self._shown]
        if not codes:
            return []
        widest = max(len(rows[0]) for _, rows in codes)
        many = max((width - 1) // (widest + GAP), 1)
        lines: list[Line] = []
        for first in range(0, len(codes), many):
            beside = codes[first : first + many]
            lines.append(tuple(ink(f" {pad_name(reader, widest)} ", BOLD) for reader, _ in beside))
            rows = zip_longest(*(rows for _, rows in beside), fillvalue=" " * widest)
            lines += [
                tuple(piece for row in across for piece in (ink(" "), ink(row, DARK_ON_LIGHT), ink(" "))) for across in rows
            ]
        return lines

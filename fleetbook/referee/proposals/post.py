"""Messages between the players' phones and the referee's program. Each message is a line of JSON."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from fleetbook.core.battle.record import PHONE, Proposer
from fleetbook.core.doctrines.helm import Intent
from fleetbook.referee.clock import ClockReading
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.referee.proposals.roles import Role

WAITS, GIVEN, SENT_BACK, TAKEN_BACK, UNDONE = "waits", "given", "sent back", "taken back", "undone by the referee"
LONGEST, LONGEST_LINE = 4096, 65536  # bytes of a message of a phone, and of any line of the server


class Sent(msgspec.Struct, frozen=True, tag="sent", forbid_unknown_fields=True):
    """An order that a player or a doctrine sent.

    id        a name that no other order of this battle has
    words     the order as its side may read it
    unit      the ship or squadron that it is for, by the name that its side uses; empty for the whole side
    squadron  the squadron of a ship; empty if she has none
    by        the kind of proposer, as in Proposer; from a phone only "phone" is accepted
    intent    a doctrine's intention with the order; empty from phones
    """

    id: str
    proposal: Proposal
    words: str
    unit: str = ""
    squadron: str = ""
    by: str = PHONE
    intent: Intent | None = None

    @property
    def proposer(self) -> Proposer:
        """Who proposed the order."""
        return Proposer(self.proposal.by, self.by, self.proposal.who, self.intent)


class TakenBack(msgspec.Struct, frozen=True, tag="taken back", forbid_unknown_fields=True):
    """A player takes back an order that waits."""

    id: str
    side: str


class Thrown(msgspec.Struct, frozen=True, tag="thrown", forbid_unknown_fields=True):
    """A player answers the question for a die. ``face`` is None if the program is to roll the die. With ``rest`` the program
    rolls all further dice too.
    """

    asked: str
    side: str
    face: int | None
    rest: bool = False


class Mistaken(msgspec.Struct, frozen=True, tag="mistaken", forbid_unknown_fields=True):
    """A player says that the face which he sent last was wrong. The referee decides what becomes of it."""

    side: str
    face: int


class Ready(msgspec.Struct, frozen=True, tag="ready", forbid_unknown_fields=True):
    """A player says that the written orders of a side or squadron are ready. If ``ready`` is False, they are not ready after
    all.
    """

    side: str
    squadron: str = ""
    ready: bool = True


class Picked(msgspec.Struct, frozen=True, tag="picked", forbid_unknown_fields=True):
    """A player answers the question for a choice."""

    asked: str
    side: str
    option: str


FromPhones: TypeAlias = Sent | TakenBack | Thrown | Mistaken | Ready | Picked


class Standing(msgspec.Struct, frozen=True):
    """A player's order, with its state.

    state     waits, given, sent back, taken back, or undone after it was given
    note      the referee's words, if the order was sent back
    unit      the ship or squadron; empty for the whole side
    squadron  the squadron of a ship; empty if she has none
    fixed     whether the player can no longer take the order back: the writing of sealed orders has ended, or its dice are being
              thrown
    """

    id: str
    words: str
    state: str
    note: str = ""
    who: str = ""
    unit: str = ""
    squadron: str = ""
    fixed: bool = False

    @classmethod
    def of(cls, sent: Sent, state: str, note: str = "", fixed: bool = False) -> Standing:
        """The standing of an order that was sent."""
        return cls(sent.id, sent.words, state, note, sent.proposal.who, sent.unit, sent.squadron, fixed)


class DieAsked(msgspec.Struct, frozen=True):
    """The die that a player must throw next.

    id        a name that no other question has
    side      the side that throws it
    words     the purpose of the throw
    place     the die's place among similar dice, such as "shot 2 of 4"
    squadron  the squadron that throws it; empty if none does
    is_typed  whether the referee is typing its face
    """

    id: str
    side: str
    sides: int
    words: str
    place: str = ""
    squadron: str = ""
    is_typed: bool = False


class ChoiceAsked(msgspec.Struct, frozen=True):
    """The choice that a side must make next, such as which side moves first.

    id     a name that no other question has
    words  the subject of the choice
    """

    id: str
    side: str
    words: str
    options: tuple[str, ...]


class Written(msgspec.Struct, frozen=True):
    """The sides that write sealed orders, and those that are ready.

    sides  the sides that write orders
    ready  the sides that are ready
    said   the roles whose players have said that they are ready
    """

    sides: tuple[str, ...]
    ready: tuple[str, ...]
    said: tuple[Role, ...] = ()

    @property
    def waits_for(self) -> tuple[str, ...]:
        """The sides that are not ready."""
        return tuple(side for side in self.sides if side not in self.ready)


class ForPhones(msgspec.Struct, frozen=True):
    """A message from the referee's program to the pages: the clock, each side's orders, and the die or choice asked for.

    takes    whether the referee accepts orders from phones
    read     the id of the last order that the program has read
    written  which sides write sealed orders and which are ready; None while orders are not sealed
    """

    clock: ClockReading | None = None
    takes: bool = False
    orders: dict[str, tuple[Standing, ...]] = {}
    die: DieAsked | None = None
    read: str = ""
    written: Written | None = None
    choice: ChoiceAsked | None = None


class Link(msgspec.Struct, frozen=True, omit_defaults=True):
    """A link with its role. Without a side it is the table's link."""

    side: str | None
    url: str
    squadron: str = ""
    looks_on: bool = False

    @property
    def role(self) -> Role:
        """The role of the link."""
        return Role(self.side, self.squadron, self.looks_on)


class Watching(msgspec.Struct, frozen=True, omit_defaults=True):
    """How many pages were opened with a link and are still open, and how often a browser without scripts read one.

    Without a side it is the table's link.
    """

    side: str | None
    pages: int
    squadron: str = ""
    looks_on: bool = False
    without_scripts: int = 0

    @property
    def role(self) -> Role:
        """The role of the link."""
        return Role(self.side, self.squadron, self.looks_on)


class FromServer(msgspec.Struct, frozen=True):
    """A line that the server of the pages writes: its links, who watches, or a message of a phone."""

    links: tuple[Link, ...] | None = None
    watching: tuple[Watching, ...] | None = None
    phone: FromPhones | None = None


def is_short(message: FromPhones) -> bool:
    """Whether a message is short enough to be read."""
    return len(msgspec.json.encode(message)) <= LONGEST


def read(line: bytes) -> FromServer:
    """The message in a line from the server. Raises ValueError if the referee's program cannot use it."""
    try:
        found: FromServer = msgspec.json.decode(line, type=FromServer)
    except RecursionError:
        raise ValueError("nested too deep") from None
    if found.phone is not None and not is_short(found.phone):
        raise ValueError("too long")
    if isinstance(found.phone, Sent) and (found.phone.by != PHONE or found.phone.intent):
        raise ValueError("no phone")
    if isinstance(found.phone, Sent) and not all(map(_is_plain, found.phone.proposal.entered.values())):
        raise ValueError("no input")
    return found


def _is_plain(value: object) -> bool:
    """Whether a value may be an input: a word, a number or a list of these."""
    parts = value if isinstance(value, list) else [value]
    return not any(isinstance(part, (list, dict)) for part in parts)

"""The post between the players' phones and the referee's program. Each message is JSON on one line."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from fleetbook.referee.clock import ClockReading
from fleetbook.referee.proposals.proposal import Proposal

WAITS, GIVEN, SENT_BACK, TAKEN_BACK = "waits", "given", "sent back", "taken back"
LONGEST = 4096  # bytes of a message from the phones


class Sent(msgspec.Struct, frozen=True, tag="sent", forbid_unknown_fields=True):
    """An order that a player sent.

    id     a name that no other order of this battle has
    words  what the order says, as its side reads it
    unit   the ship or squadron, as its side calls it; empty for the whole side
    """

    id: str
    proposal: Proposal
    words: str
    unit: str = ""


class TakenBack(msgspec.Struct, frozen=True, tag="taken back", forbid_unknown_fields=True):
    """A player takes back an order that waits."""

    id: str
    side: str


class Thrown(msgspec.Struct, frozen=True, tag="thrown", forbid_unknown_fields=True):
    """A player answers the question for a die. ``face`` is None if the program shall roll it; ``rest``: and all others."""

    asked: str
    side: str
    face: int | None
    rest: bool = False


FromPhones: TypeAlias = Sent | TakenBack | Thrown


class Standing(msgspec.Struct, frozen=True):
    """What has become of an order that was sent.

    state  waits, given, sent back or taken back
    note   the referee's words, if the order was sent back
    unit   the ship or squadron; empty for the whole side
    """

    id: str
    words: str
    state: str
    note: str = ""
    who: str = ""
    unit: str = ""


class DieAsked(msgspec.Struct, frozen=True):
    """The die for which the table waits.

    id     a name that no other question has
    side   the side that throws it
    words  the purpose of the throw
    place  the die's place among equal ones, such as "shot 2 of 4"
    """

    id: str
    side: str
    sides: int
    words: str
    place: str = ""


class ForPhones(msgspec.Struct, frozen=True):
    """What the pages show beside the battle: the clock, the orders that each side has sent, and the die for which all wait.

    takes  whether the referee takes orders from phones
    """

    clock: ClockReading | None = None
    takes: bool = False
    orders: dict[str, tuple[Standing, ...]] = {}
    die: DieAsked | None = None


def read(line: bytes) -> FromPhones:
    """The message on a line. Raises msgspec.DecodeError if the line is none."""
    message: FromPhones = msgspec.json.decode(line, type=FromPhones)
    return message

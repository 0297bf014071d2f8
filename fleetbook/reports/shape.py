"""The JSON that fleetbook writes. Each document has a data type (a Shape), in UTF-8 and without control characters.

No key is ever left out, and keys are in the order of the type's fields. A later version may add keys at the end of an object.
A key is renamed or removed only with a new ``format_version``. Lines are numbered as in the journal, from 1; 0 is the start of
the battle. A fact of the rules is text, a number, true, null or a list of these.

    fleetbook order, undo, redo   --json   Line
    fleetbook overrule            --json   two Lines: the undone order, and the order with the other face
    fleetbook log                 --json   a list of Lines
    fleetbook status              --json   Status
    fleetbook odds                --json   OddsView
    fleetbook rules               --json   a list of System
    fleetbook rules SYSTEM        --json   Rules; with a TABLE or ORDER, Rules that hold only that part
    fleetbook rules        --diff --json   RulesDiff
    fleetbook report       --format json   BattleLog
    fleetbook balance      --format json   Balance
    fleetbook campaign report --format json   Chronicle
    fleetbook campaign status     --json   Status
    fleetbook campaign new        --json   CampaignBegun
    fleetbook campaign scenario   --json   ScenarioWritten
    fleetbook campaign verify     --json   CampaignVerified
    fleetbook campaign enlarge    --json   CampaignEnlarged
    fleetbook campaign, its other commands   --json   Line
    any of these that fails       --json   Refusal, on stderr
"""

from __future__ import annotations

from typing import Any, Self

import msgspec

NOT_EXPORTED = "said", "place"
"""Fields of events that JSON leaves out, because another field gives the same in words."""


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of all data types that are written as JSON."""

    @classmethod
    def of(cls, source: object, **others: Any) -> Self:
        """Make a value of this type. Fields not given in ``others`` are taken from attributes of ``source``."""
        return cls(**{name: getattr(source, name) for name in cls.__struct_fields__ if name not in others}, **others)


def to_json(shape: Any) -> bytes:
    """JSON on one line, in UTF-8, with control characters escaped."""
    return harmless(msgspec.json.encode(shape).decode()).encode()


def harmless(text: str) -> str:
    """JSON text with every unprintable character escaped, except line ends."""

    def escaped(character: str) -> str:
        pairs = character.encode("utf-16-be")
        return "".join(f"\\u{pairs[place]:02x}{pairs[place + 1]:02x}" for place in range(0, len(pairs), 2))

    return "\n".join(
        line if line.isprintable() else "".join(c if c.isprintable() else escaped(c) for c in line) for line in text.split("\n")
    )

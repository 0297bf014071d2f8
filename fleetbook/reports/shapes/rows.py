"""The shapes of the rows of a battle's tables: shots, ships, orders, dice."""

from __future__ import annotations

from fleetbook.reports.views.json_text import Shape


class Shot(Shape, frozen=True):
    """A shot, a volley or a torpedo. ``range`` is null where none was measured; ``band`` and ``weapon_class`` are the sheet's.

    modifier   the sum of the modifiers on the first die, ``modifiers`` each in words
    needed     what the die had to show, as printed; empty where it was thrown on a table
    die        the face, or the sum of the faces, of the first throw; ``total`` with the modifiers
    result     hit, miss, "hit, evaded", or the words of the table
    hits       how many were scored
    location   where, if the sheet says
    damage     boxes struck off the target; null where it is worked out later
    put_out    weapons and systems of the target that are worse than before; null likewise
    effects    changes of the target's condition that are told in words, such as a fire or her loss; null likewise
    """

    line: int
    turn: int
    step: str
    side: str
    firer: str
    mount: str
    weapon: str
    weapon_class: str
    target: str
    range: int | None
    band: str
    modifiers: str
    modifier: int
    needed: str
    die: int
    total: int
    result: str
    hits: int
    location: str
    damage: int | None
    put_out: int | None
    effects: int | None


class ShipRow(Shape, frozen=True):
    """A ship as a row of a table: boxes of her first row and how many are left, systems damaged and destroyed, torpedoes and the
    like spent; how she was lost, when and by whose doing.
    """

    ship: str
    side: str
    squadron: str
    type: str
    boxes: int
    left: int
    damaged: int
    destroyed: int
    spent: int
    lost: str
    standing: str
    fate: str
    turn: int | None
    by: str
    how: str


class OrderRow(Shape, frozen=True):
    """A line of the journal as a row of a table; ``kind`` is order, undo or redo."""

    line: int
    kind: str
    in_force: bool
    turn: int
    step: str
    order: str
    headline: str
    result: str
    reason: str


class DieRow(Shape, frozen=True):
    """A die as a row of a table: the throw that it belongs to, and what came of the whole throw. ``origin``: rolled, typed or
    overruled, then ``instead_of`` the face before.
    """

    line: int
    in_force: bool
    turn: int
    step: str
    order: str
    die: int
    throw: str
    dice: str
    sides: int
    face: int
    origin: str
    instead_of: int | None
    modifier: int
    total: int
    result: str
    table: str
    line_of_table: str
    row_of_table: str
    section: str

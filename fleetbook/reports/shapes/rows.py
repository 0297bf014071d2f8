"""The shapes of the rows of a battle's tables: shots, ships, orders, dice."""

from __future__ import annotations

from fleetbook.reports.views.json_text import Shape


class Shot(Shape, frozen=True):
    """A shot, a volley or a torpedo; each die of a broadside that is thrown at once has a row.

    line          the line of the journal
    turn          the turn
    step          the step of the turn
    side          whose ship fired
    firer         the ship that fired
    mount         the mount that fired, or several
    weapon        what they are
    weapon_class  the letter or the chart of the sheet, such as G, or cannon
    target        the ship fired at
    range         as measured; nothing where none was
    band          the band of the sheet, such as long
    modifiers     each modifier on the first die, in words
    modifier      the sum of them
    needed        what the die had to show, as printed; nothing where it was thrown on a table
    die           the face, or the sum of the faces, of the first throw
    total         the same with the modifiers
    result        hit, miss, "hit, evaded", or the words of the table
    hits          how many were scored
    location      where, if the sheet says
    damage        boxes struck off the target; nothing where it is worked out later
    put_out       weapons and systems of the target that are worse than before; nothing where it is worked out later
    effects       changes of the target that are told in words, such as a fire or her loss; nothing where it is worked out later
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
    range: int | float | None
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
    """A ship as she stands.

    ship          her name
    side          whose she is
    squadron      the squadron that she is of
    type          what she is
    boxes         the boxes of the first row of her card
    left          how many of them are left
    damaged       how many weapons and systems are damaged
    destroyed     how many are destroyed
    spent         torpedoes and the like that are spent
    lost          as what she was lost, such as sunk
    standing      what she is if she is there and does not fight as before, such as sinking
    fate          how she is gone, in words
    turn          the turn in which she was gone
    by            by which ship's doing; nothing where it was no enemy's
    how           with which weapon, or by what else
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
    """A line of the journal.

    line          its number
    kind          order, undo or redo
    in_force      whether it was not taken back
    turn          the turn
    step          the step of the turn
    order         the kind of order, as the shell names it
    headline      what was ordered
    result        what came of it
    reason        the reason that a ruling gives
    """

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
    """A die, of orders that were taken back too.

    line           the line of the journal
    in_force       whether it was not taken back
    turn           the turn
    step           the step of the turn
    order          the kind of order, as the shell names it
    die            the number of the die in its line
    throw          what it was thrown for
    dice           all dice thrown for it, such as 2D6
    sides          how many sides the die has
    face           what it showed
    origin         rolled, typed or overruled
    instead_of     the face before it was overruled
    modifier       the sum of the modifiers on the throw
    total          the sum of its dice and modifiers
    result         what the throw came to
    table          the table in which it was looked up
    line_of_table  the line there
    row_of_table   the row there
    section        the section of the sheet
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

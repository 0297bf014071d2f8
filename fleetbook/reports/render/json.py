"""The whole battle as JSON: shape BattleLog of shapes.py, one journal line a line, no times of writing in it."""

from __future__ import annotations

from typing import Any

import msgspec

from fleetbook import __version__
from fleetbook.core.play.journal import Journal
from fleetbook.reports.shapes.battle import FORMAT, FORMAT_VERSION, BattleLog
from fleetbook.reports.views.causes import doings
from fleetbook.reports.views.damage import boxes, fates, marks, states
from fleetbook.reports.views.differences import differences
from fleetbook.reports.views.history import dice_tally, house_rules, readings
from fleetbook.reports.views.json_text import Shape, harmless
from fleetbook.reports.views.lines import line_shapes
from fleetbook.reports.views.luck import luck
from fleetbook.reports.views.result import played, side_losses
from fleetbook.reports.views.rulings import rulings
from fleetbook.reports.views.status import status
from fleetbook.reports.watch import Watch, silent


def battle_log(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> BattleLog:
    """The battle as data; ``warning`` says what is wrong with its file."""
    now, found = status(journal, warning), tuple(doings(journal))
    return BattleLog(
        format=FORMAT,
        format_version=FORMAT_VERSION,
        fleetbook=__version__,
        text=journal.setup.text,
        outcome=journal.ruleset.outcome(journal.battle),
        status=now,
        dice=dice_tally(journal),
        readings=readings(journal),
        house=house_rules(journal),
        journal=line_shapes(journal),
        fates=fates(journal, found),
        marks=marks(journal, found),
        states=states(journal),
        boxes=boxes(journal),
        luck=luck(journal, watch),
        rulings=rulings(journal),
        differences=differences(journal.ruleset.tables, journal.start.tables),
        result=now.result,
        losses=side_losses(now.ships, now.sides),
        played=played(journal),
    )


def json_log(journal: Journal[Any], warning: str = "", watch: Watch = silent) -> str:
    """The battle as JSON text that ends with a newline; the same battle gives the same bytes."""
    return harmless(_laid_out(battle_log(journal, warning, watch)) + "\n")


def _laid_out(value: Any, indent: str = "") -> str:
    """Shapes have one key on each line and lists one element, so that two logs can be compared line by line."""
    inner = indent + "  "
    if isinstance(value, Shape):
        entries = msgspec.structs.asdict(value).items()
        return _block("{}", [f"{_compact(name)}: {_laid_out(inside, inner)}" for name, inside in entries], indent)
    if isinstance(value, tuple) and value:
        return _block("[]", [_compact(element) for element in value], indent)
    return _compact(value)


def _block(brackets: str, lines: list[str], indent: str) -> str:
    body = ",\n".join(f"{indent}  {line}" for line in lines)
    return f"{brackets[0]}\n{body}\n{indent}{brackets[1]}"


def _compact(value: Any) -> str:
    return msgspec.json.encode(value).decode()

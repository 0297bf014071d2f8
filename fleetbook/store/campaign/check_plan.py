"""Lists all mistakes of a campaign's plan at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from fleetbook.core.errors import InvalidInput, shown
from fleetbook.core.parsing import counted
from fleetbook.core.strict import convert
from fleetbook.core.strict_faults import type_faults
from fleetbook.store.campaign.plan import Plan, ShipLine, build_plan, parts
from fleetbook.store.catalogue import SEASON, ruleset
from fleetbook.store.errors import shown_path
from fleetbook.store.library.check_all import MOST_FAULTS, failing, is_about
from fleetbook.store.library.toml_file import read_toml
from fleetbook.store.library.victory_check import victory_faults


def check_plan(path: Path) -> tuple[str, list[InvalidInput]]:
    """The content of a plan in words, and all its mistakes. The words are empty if there is a mistake."""
    content, where = read_toml(path), shown_path(path)
    if found := list(islice(_faults(content, where, path.parent), MOST_FAULTS)):
        return "", found
    setup = build_plan(convert(content, Plan, where), where, path.parent)
    ports = sum("port" in squadron.details for squadron in setup.squadrons)
    sizes = ((len(setup.sides), "side"), (len(setup.ships), "ship"), (ports, "port"))
    return f"plan of a campaign: {', '.join(counted(number, what) for number, what in sizes)}", []


def _faults(content: Mapping[str, Any], where: str, folder: Path) -> Iterator[InvalidInput]:
    """The mistakes in the ships' lines. The rest is then checked without the wrong lines, and its mistakes follow."""
    bad: list[InvalidInput] = []
    sides = [_without_bad(side, where, bad) for side in content["side"]]
    yield from bad
    found, good = type_faults({**content, "side": sides}, Plan, where)
    yield from (fault.error for fault in found)
    replaced = {str(fault.steps[-1]) for fault in found if fault.steps}
    try:
        plan = convert(good, Plan, where)
    except InvalidInput:  # it is among those found
        return
    whole = [fault for fault in failing(parts(plan, where, folder)) if not is_about(fault, replaced)]
    yield from whole
    if bad or found or whole:
        return
    try:
        setup = build_plan(msgspec.structs.replace(plan, victory=None), where, folder)
        yield from victory_faults(plan.victory, ruleset(SEASON.id).begin(setup), where) if plan.victory else ()
    except InvalidInput as error:
        yield error


def _without_bad(side: Any, where: str, bad: list[InvalidInput]) -> Any:
    """The side without those lines of its ships that have a wrong type. The mistakes in these lines are added to ``bad``."""
    if not isinstance(side, Mapping) or not isinstance(side.get("ships"), list):
        return side
    kept, place = [], f"{where}: side {shown(side.get('name', ''))}"
    for number, line in enumerate(side["ships"], 1):
        named = line.get("name") or line.get("card") if isinstance(line, Mapping) else None
        wrong, _ = type_faults(line, ShipLine, f"{place}, ship {shown(named) if named else number}")
        bad += [fault.error for fault in wrong]
        kept += [] if wrong else [line]
    return {**side, "ships": kept}

"""What a card or a scenario must be for the A&A sheet to play it."""

from __future__ import annotations

from collections.abc import Iterable

from fleetbook.core.battle.setup import Setup, Squadron
from fleetbook.core.errors import InvalidInput
from fleetbook.core.strict import convert
from fleetbook.core.tables.table import RuleTables
from fleetbook.rules.aanda.card import ARCS, Card, GunEntry, SquadronCard
from fleetbook.rules.aanda.gun_table import calibre, gun_class

MOST = 100_000


def check_card(card: Card, tables: RuleTables, where: str) -> None:
    """Raise InvalidInput for numbers out of bounds, arcs, gun classes, names twice."""
    _number(f"{where}: tons", card.tons, 1, MOST)
    _number(f"{where}: knots", card.knots, 0, 60)
    if card.hull is not None:
        _number(f"{where}: hull", card.hull, 1, 999)
    _once(
        f"{where}: batteries and tubes",
        [*(gun.name for gun in (*card.main, *card.secondary)), *(tubes.name for tubes in card.torpedoes)],
    )
    for gun in (*card.main, *card.secondary):
        _gun(gun, tables, f"{where}: {gun.name}")
    for tubes in card.torpedoes:
        _arc(f"{where}: {tubes.name}, arc", tubes.arc)
        _number(f"{where}: {tubes.name}, tubes", tubes.tubes, 1, 20)
        _number(f"{where}: {tubes.name}, reloads", tubes.reloads, 0, 20)
        _number(f"{where}: {tubes.name}, reach", tubes.reach, 0, 99)


def _gun(gun: GunEntry, tables: RuleTables, where: str) -> None:
    _arc(f"{where}, arc", gun.arc)
    _number(f"{where}, guns", gun.guns, 1, 40)
    classes = tables.table("gun_classes")
    letters = [str(line[0]) for line in classes.cells]
    if gun.gun_class and gun.gun_class not in letters:
        raise InvalidInput.word(f"{where}, class", gun.gun_class, letters)
    spans = classes.rows.spans
    lowest, highest = min(span.low for span in spans), max(span.high for span in spans)
    _number(f"{where}, calibre in inches", calibre(tables, gun), lowest, highest)
    letter = gun_class(tables, gun)
    if gun.gun_class not in ("", letter):
        raise InvalidInput(f"{where}, class", gun.gun_class, f"{letter}, the class of {gun.calibre:g} inches")


def _arc(where: str, arc: str) -> None:
    if not arc or len(set(arc)) != len(arc) or not set(arc) <= set(ARCS):
        raise InvalidInput(where, arc, f"one or more of {', '.join(ARCS)}, each once")


def _number(where: str, found: float, low: float, high: float) -> None:
    if not low <= found <= high:
        raise InvalidInput(where, found, f"{low:g} to {high:g}")


def _once(where: str, names: Iterable[str]) -> None:
    listed = list(names)
    for name in listed:
        if not name.strip() or listed.count(name) > 1:
            raise InvalidInput(where, name or "no name", "a name for each, each once")


def check_setup(setup: Setup, where: str) -> None:
    """Raise InvalidInput for other than two sides, ships without squadron, squadrons twice or empty, and wrong flagships."""
    if len(set(setup.sides)) != 2 or len(setup.sides) != 2:
        raise InvalidInput(f"{where}: sides", ", ".join(setup.sides) or "none", "two sides")
    _once(f"{where}: squadrons", [squadron.name for squadron in setup.squadrons])
    names = {squadron.name: squadron.side for squadron in setup.squadrons}
    for ship in setup.ships:
        if ship.squadron not in names:
            raise InvalidInput.word(f"{where}: {ship.name}, squadron", ship.squadron, names)
        if names[ship.squadron] != ship.side:
            raise InvalidInput(f"{where}: {ship.name}, squadron", ship.squadron, f"a squadron of {ship.side}")
        if ship.name in names and ship.squadron != ship.name:
            raise InvalidInput(f"{where}: squadron {ship.name}", "the name of a ship of another squadron", "a name of its own")
    for squadron in setup.squadrons:
        _squadron(setup, squadron, f"{where}: squadron {squadron.name}")


def _squadron(setup: Setup, squadron: Squadron, where: str) -> None:
    members = [ship.name for ship in setup.ships if ship.squadron == squadron.name]
    card = convert(squadron.details, SquadronCard, where)
    if squadron.side not in setup.sides:
        raise InvalidInput.word(f"{where}, side", squadron.side, setup.sides)
    if bool(members) == card.dummy:
        raise InvalidInput(where, f"{len(members)} ships", "no ships in a dummy" if card.dummy else "ships, or dummy = true")
    if card.flagship and card.flagship not in members:
        raise InvalidInput.word(f"{where}, flagship", card.flagship, members)

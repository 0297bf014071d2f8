"""What new damage means for a ship by the sheet (A5, A6, A8), for results to say."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.battle.result import GRAVE, HIT, HURT, MISSED, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.rules.aanda.damage import AGAINST_ARMOUR
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.rules.kit.said import NOT_OVER, hits, listed, sentences


def new_trouble(happened: Happened[AandaShip], name: str) -> Iterator[str]:
    """What a ship suffers from since, the gravest first."""
    was, ship, battle = happened.before.ship(name), happened.after.ship(name), happened.after
    if ship.catastrophe > was.catastrophe:
        yield "she tests for sinking in the next ongoing damage phase"
    if ship.hull_gone and not was.hull_gone:
        stopped = "stopped and silent" if ship.wrecked else "no hull boxes left"
        yield f"{stopped}{'; she tests for sinking in every turn' if battle.reading('hull_gone_tests') else ''}"
    if ship.max_speed < was.max_speed:
        yield f"{ship.max_speed} kt at most" if ship.max_speed else "she lies stopped"
    if ship.answers_helm < was.answers_helm:
        yield "no change of heading and no evasion until mended"
    if ship.out_of_command and not was.out_of_command:
        yield "out of command until mended"
    damage = battle.tables.table("ongoing_damage")
    if ship.fire > was.fire:
        yield f"each fire burns {damage.text(AandaShip.fire.name, 'hull')} hull boxes a turn until it is out"
    if ship.flood > was.flood:
        yield f"each flood takes {damage.text(AandaShip.flood.name, 'hull')} hull boxes a turn until it is stopped"


def hurt_or_worse(happened: Happened[AandaShip], name: str) -> bool:
    """Whether she may go down of it, or fights no longer."""
    was, ship = happened.before.ship(name), happened.after.ship(name)
    return ship.catastrophe > was.catastrophe or (ship.hull_gone and not was.hull_gone)


def under_water(happened: Happened[AandaShip], name: str, what: str, how: str) -> Result:
    """A mine or torpedoes struck a ship."""
    words = f"{name} {what}, {how}: {listed(happened.harm(name) or ['no box is left to lose'])}."
    kind = GRAVE if hurt_or_worse(happened, name) else HURT
    return Result(kind=kind, head=what.lower(), words=words, means=sentences(*new_trouble(happened, name)), subject=name)


def stopped_by_armour(happened: Happened[AandaShip]) -> int:
    """Hits that did not pierce."""
    return sum(roll.label.startswith(AGAINST_ARMOUR) and roll.result.startswith(NOT_OVER) for roll in happened.rolls)


def volley_result(happened: Happened[AandaShip], shots: int, target: str, who: str, rows: tuple[str, ...]) -> Result:
    """What guns did to a ship: hits of shots, boxes, what is out, and what it means for her."""
    scored, harm = happened.counted("hits"), happened.harm(target, AandaShip.splash)
    splash = happened.before.tables.modifier_list("gunnery").line("splash").value if happened.changes(AandaShip.splash) else 0
    splashes = f"the next to fire at her has {splash:+d} for the splashes" if splash else ""
    means = sentences(*new_trouble(happened, target), splashes)
    if not scored:
        words = f"MISSED: {who}, none of {shots} hits."
        return Result(kind=MISSED, head="missed", words=words, means=means, rows=rows, subject=target)
    told = (
        f": {', '.join(harm)}" if harm else ", stopped by armour" if stopped_by_armour(happened) == scored else ", no harm done"
    )
    kind = GRAVE if hurt_or_worse(happened, target) else HURT if harm else HIT
    words = f"{hits(scored)} of {shots} on {target}{told}."
    return Result(kind=kind, head=hits(scored), words=words, means=means, rows=rows, subject=target)

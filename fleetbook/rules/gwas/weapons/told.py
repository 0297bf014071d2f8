"""What fire, mines and the sea did to a ship, in words for the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fleetbook.core.battle.result import DONE, GRAVE, HIT, HURT, LOST, MISSED, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.rules.gwas.ground.ship import WEAPONS, GwasShip
from fleetbook.rules.kit.said import hits, listed, sentences


def befallen(happened: Happened[GwasShip], name: str, struck: str, head: str, thrown: str = "") -> Result:
    """What became of a ship that was ``struck``, as a verb in capitals: STRIKES A MINE; and what was thrown for it."""
    end = _end(happened, name)
    words = f"{name} {struck} and {end}." if end else f"{name} {struck}: {_harm(happened, name)}."
    return _of(happened, name, words, head, thrown=thrown)


def salvo(happened: Happened[GwasShip], target: str, who: str, dice: int, rows: tuple[str, ...] = ()) -> Result:
    """What so many dice of guns did to a ship; ``who`` fires at whom."""
    scored, end = happened.counted("hits"), _end(happened, target)
    if not dice:
        words, means = f"NO STRENGTH: {who}, at the first fire.", "From the next gunfire step on the guns fire whole."
        return Result(kind=DONE, head="no strength", words=words, means=means, subject=target)
    if not scored:
        words, means = f"MISSED: {who} with {of(dice)}.", _noted(happened)
        return Result(kind=MISSED, head="missed", words=words, means=means, rows=rows, subject=target)
    count = f"{hits(scored)} of {dice}"
    words = f"{target} {end}: {count}." if end else f"{count} on {target}: {_harm(happened, target)}."
    return _of(happened, target, words, hits(scored), rows=rows)


def torpedoed(happened: Happened[GwasShip], target: str, who: str, dice: int) -> Result:
    """What so many dice of torpedoes did to a ship."""
    scored = happened.counted("hits")
    if scored:
        return befallen(happened, target, "is TORPEDOED", "torpedoed", f"{scored} of {dice} hit")
    words = f"TORPEDOES MISS: {who} with {of(dice)}."
    return Result(kind=MISSED, head="missed", words=words, means=_noted(happened), subject=target)


def of(dice: int) -> str:
    """So many dice."""
    return f"{dice} {'die' if dice == 1 else 'dice'}"


def by_weapon(parts: Sequence[Result], weapons: Sequence[str]) -> tuple[str, ...]:
    """Hits of each weapon's dice, where several fired; what each die stated says by its head which it was of."""
    thrown = {weapon: [part.kind for part in parts if part.head == weapon] for weapon in weapons}
    return (
        tuple(f"{weapon} {sum(kind == HIT for kind in kinds)} of {len(kinds)}" for weapon, kinds in thrown.items())
        if len(weapons) > 1
        else ()
    )


def _of(
    happened: Happened[GwasShip], name: str, words: str, head: str, *, rows: tuple[str, ...] = (), thrown: str = ""
) -> Result:
    """A ship that was hit: lost, crippled, hurt, or unharmed."""
    was, ship = happened.before.ship(name), happened.after.ship(name)
    kind = HURT if ship.afloat and _struck(happened, name) else HIT
    if ship.dead_in_water and not was.dead_in_water:
        kind = GRAVE
    if happened.gone(name):
        kind, head = LOST, ship.lost
    means = " ".join(filter(None, (sentences(thrown, *_means(was, ship)), _noted(happened))))
    return Result(kind=kind, head=head, words=words, means=means, rows=rows, subject=name)


def _struck(happened: Happened[GwasShip], name: str) -> list[str]:
    return happened.harm(name, GwasShip.fate, GwasShip.speed_lost, GwasShip.repaired, GwasShip.aground)


def _harm(happened: Happened[GwasShip], name: str) -> str:
    """Boxes and conditions; speed stands with what it means."""
    return listed(_struck(happened, name)) or "no box is lost"


def _end(happened: Happened[GwasShip], name: str) -> str:
    """How a ship was lost, in capitals: EXPLODES AND SINKS; empty where she was not."""
    phrase, changes = happened.after.wording.phrase, happened.changes(GwasShip.fate)
    ends = (phrase(end.said, name, {"ship": name}) for end in changes if end.subject == name and end.said)
    return next(ends, "").upper()


def _means(was: GwasShip, ship: GwasShip) -> Iterator[str]:
    """What a ship can do no longer, the worst first."""
    if not ship.afloat:
        yield "the leader is lost with her" if was.leader else ""
        yield "her tow is cast off" if was.towing else ""
        return
    if ship.dead_in_water and not was.dead_in_water:
        tries = "; she may try emergency repairs" if ship.crippled else ", and her engines cannot be repaired"
        yield f"dead in the water: easier to hit, no torpedoes{tries}"
    elif ship.rung < was.rung:
        yield f"speed {ship.speed_out_of_port} at most"
    yield from (f"no {weapon} box left" for weapon in WEAPONS if was.left(weapon) and not ship.left(weapon))


def _noted(happened: Happened[GwasShip]) -> str:
    """What was noted, such as armour that held, once each."""
    wording, every = happened.after.wording, happened.after.ruleset.sentences.all().values()
    noted = Counter(map(wording.words, happened.noted(*every)))
    return sentences(*(f"{words}, {times} times" if times > 1 else words for words, times in noted.items()))

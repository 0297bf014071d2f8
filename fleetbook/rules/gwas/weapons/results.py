"""Text that tells the players the results of fire, of mines and of the sea."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fleetbook.core.battle.result import DONE, GRAVE, HIT, HURT, LOST, MISSED, Result
from fleetbook.core.orders.happened import Happened
from fleetbook.rules.gwas.ground.ship import WEAPONS, GwasShip
from fleetbook.rules.kit.said import hits, listed, sentences


def damaged(happened: Happened[GwasShip], name: str, verb: str, head: str, thrown: str = "") -> Result:
    """The result for a ship that was damaged. It begins with ``verb``, in capitals, such as STRIKES A MINE. Her loss or damage
    follows, then the throw.
    """
    end = _end(happened, name)
    words = f"{name} {verb} and {end}." if end else f"{name} {verb}: {_harm(happened, name)}."
    return _hit(happened, name, words, head, thrown=thrown)


def salvo(happened: Happened[GwasShip], target: str, who: str, dice: int, rows: tuple[str, ...] = ()) -> Result:
    """The result of gunfire with this many dice. ``who`` names firer and target."""
    scored, end = happened.counted("hits"), _end(happened, target)
    if not dice:
        words, means = f"NO STRENGTH: {who}, at the first fire.", "From the next gunfire step on the guns fire whole."
        return Result(kind=DONE, head="no strength", words=words, means=means, subject=target)
    if not scored:
        words, means = f"MISSED: {who} with {_dice(dice)}.", _notes(happened)
        return Result(kind=MISSED, head="missed", words=words, means=means, rows=rows, subject=target)
    count = f"{hits(scored)} of {dice}"
    words = f"{target} {end}: {count}." if end else f"{count} on {target}: {_harm(happened, target)}."
    return _hit(happened, target, words, hits(scored), rows=rows)


def torpedoed(happened: Happened[GwasShip], target: str, who: str, dice: int) -> Result:
    """The result of torpedo fire with this many dice. ``who`` names firer and target."""
    scored = happened.counted("hits")
    if scored:
        return damaged(happened, target, "is TORPEDOED", "torpedoed", f"{scored} of {dice} hit")
    words = f"TORPEDOES MISS: {who} with {_dice(dice)}."
    return Result(kind=MISSED, head="missed", words=words, means=_notes(happened), subject=target)


def by_weapon(parts: Sequence[Result], weapons: Sequence[str]) -> tuple[str, ...]:
    """The number of hits by each weapon: ``primary 2 of 6``. Empty if only one weapon fired."""
    if len(weapons) < 2:
        return ()
    thrown = {weapon: [part.kind for part in parts if part.head == weapon] for weapon in weapons}
    return tuple(f"{weapon} {sum(kind == HIT for kind in kinds)} of {len(kinds)}" for weapon, kinds in thrown.items())


def _dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"


def _hit(
    happened: Happened[GwasShip], name: str, words: str, head: str, *, rows: tuple[str, ...] = (), thrown: str = ""
) -> Result:
    """The result for a ship that was hit: she is lost, crippled, damaged or unharmed."""
    was, ship = happened.before.ship(name), happened.after.ship(name)
    kind = HURT if ship.afloat and _losses(happened, name) else HIT
    if ship.dead_in_water and not was.dead_in_water:
        kind = GRAVE
    if happened.gone(name):
        kind, head = LOST, ship.lost
    means = " ".join(filter(None, (sentences(thrown, *_means(was, ship)), _notes(happened))))
    brief = f"{hits(happened.counted('hits'))}, no box is lost" if kind == HIT else ""
    return Result(kind=kind, head=head, words=words, means=means, rows=rows, brief=brief, subject=name)


def _losses(happened: Happened[GwasShip], name: str) -> list[str]:
    """Phrases for a ship's lost boxes and new conditions. Lost speed is left out."""
    return happened.harm(name, GwasShip.fate, GwasShip.speed_lost, GwasShip.repaired, GwasShip.aground)


def _harm(happened: Happened[GwasShip], name: str) -> str:
    return listed(_losses(happened, name)) or "no box is lost"


def _end(happened: Happened[GwasShip], name: str) -> str:
    """Text for how a ship was lost, in capitals, such as EXPLODES AND SINKS. Empty if she is not lost."""
    phrase, changes = happened.after.wording.phrase, happened.changes(GwasShip.fate)
    ends = (phrase(end.said, name, {"ship": name}) for end in changes if end.subject == name and end.said)
    return next(ends, "").upper()


def _means(was: GwasShip, ship: GwasShip) -> Iterator[str]:
    """Phrases for the abilities that a damaged ship has lost, the worst first."""
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


def _notes(happened: Happened[GwasShip]) -> str:
    """Text of the notes that the rules recorded, such as armour that stopped a hit. Equal notes are counted."""
    wording, every = happened.after.wording, happened.after.ruleset.sentences.all().values()
    noted = Counter(map(wording.words, happened.noted(*every)))
    return sentences(*(f"{words}, {times} times" if times > 1 else words for words, times in noted.items()))

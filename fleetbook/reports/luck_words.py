"""Luck in words: the luckiest and the unluckiest firer, and the report's section on luck."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fleetbook.core.parsing import capital, counted, listed
from fleetbook.reports.course.one_die import OneDie, robbed
from fleetbook.reports.course.unlikely_end import UnlikelyEnd
from fleetbook.reports.damage.shots import Shot
from fleetbook.reports.document import Bar, Block, Figure, Heading, HitsByFirer, Paragraph, grid
from fleetbook.reports.luck import Fortune, LuckView
from fleetbook.reports.status import Status

MOST_FIRERS = 6  # in the section on luck
POOLED = "These ships throw their dice together. The dice count for the ship named first."
RARE, EVEN = 2.5, 50.0  # percentiles from the lower end
ENOUGH = 1.25  # hits to be expected: with fewer a firer cannot be unlucky


def fortunes(luck: LuckView, fired: Sequence[Shot], winner: str = "") -> str:
    """Sentences about luck: the luckiest and the unluckiest firers. If nobody was unusually unlucky, they say so and name the
    least lucky firers. An unlucky winner is named too. Empty if fewer than two firers could have hit.

    Only a firer who could expect hits can be unlucky. Boxes struck off by a near miss, such as a torpedo that explodes nearby,
    are named.
    """
    firers = [firer for firer in luck.firers if firer.expected or firer.actual]
    tried = [firer for firer in firers if firer.expected >= ENOUGH]
    if len(firers) < 2:
        return ""
    lucky = [firer for firer in firers if firer.beyond_usual > 0]
    unlucky = [firer for firer in tried if firer.beyond_usual < 0]
    worst = min((firer.percentile for firer in unlucky or tried), default=None)
    best = max((firer.percentile for firer in lucky), default=None)
    said = [f"luckiest in hits: {_scored(lucky, best, fired)}"] if best is not None else []
    if worst is None:
        said.append("no ship threw enough dice to speak of bad luck")
    elif unlucky:
        said.append(f"unluckiest in hits: {_scored(unlucky, worst, fired)}")
    elif worst < EVEN:
        said.append(f"no captain shot unusually badly; {_scored(tried, worst, fired, ' came closest: ')}")
    if not said:
        said.append("no captain shot unusually well or badly")
    won = [side for side in luck.sides if side.name == winner and side.beyond_usual < 0]
    said += [f"{side.name} as a whole shot badly and still won: {_hits(side)}" for side in won]
    return ". ".join(map(capital, said))


def deciding_dice(die: OneDie | None, ends: Iterable[UnlikelyEnd], fired: Sequence[Shot]) -> str:
    """The captain whom the dice that decide robbed most: of a victory, or of the ship. Empty if they robbed nobody."""
    chances = [(end.chance, f"{end.fate.ship}, lost on a chance of 1 in {round(1 / end.chance)}") for end in ends]
    if die and (captain := robbed(die, fired)):
        faces = f"{len(die.won)} of {die.thrown.sides} faces of one die"
        chances.append((die.chance, f"{captain}, whose side would have won on {faces}"))
    _, words = min(chances, default=(0.0, ""))
    return f"Worst luck: {words}" if words else ""


def _with_others(fired: Iterable[Shot]) -> dict[str, str]:
    """For each firer the ships that fired with her, whose dice count as hers."""
    found: dict[str, dict[str, None]] = {}
    for shot in fired:
        found.setdefault(shot.firer, {}).update(dict.fromkeys(shot.with_others))
    return {firer: listed(others) for firer, others in found.items() if others}


def _scored(firers: Iterable[Fortune], percentile: float, fired: Sequence[Shot], then: str = ", ") -> str:
    """The firers with this percentile of luck, with their hits, the hits to be expected, and the boxes that their near misses
    struck off. Firers with equal figures stand together. ``then`` comes between names and figures.
    """
    near: dict[str, list[Shot]] = {}
    for shot in fired:
        if not shot.hits and shot.damage:
            near.setdefault(shot.firer, []).append(shot)
    with_others, alike = _with_others(fired), dict[str, list[str]]()
    for firer in (firer for firer in firers if firer.percentile == percentile):
        missed = near.get(firer.name, ())
        struck = f", but {_near_misses(missed)}" if missed else ""
        others = f", at times with {with_others[firer.name]}" if firer.name in with_others else ""
        figures = f"{_hits(firer, 'direct hit' if missed else 'hit')}{struck}"
        alike.setdefault(figures, []).append(f"{firer.name}{others}")
    return "; ".join(f"{listed(who)}{then}{'each ' * (len(who) > 1)}{figures}" for figures, who in alike.items())


def _near_misses(shots: Sequence[Shot]) -> str:
    """The boxes that shots took without a hit: ``1 near miss (torpedo) took 7 boxes off Hellweg``."""
    alike: dict[tuple[str, str], list[Shot]] = {}
    for shot in shots:
        alike.setdefault((shot.target, shot.weapon), []).append(shot)
    return listed(
        f"{counted(len(near), 'near miss')} ({weapon}) took {counted(sum(shot.damage or 0 for shot in near), 'box')} off {target}"
        for (target, weapon), near in alike.items()
    )


def _hits(fortune: Fortune, hit: str = "hit") -> str:
    """Hits beside shots and expected hits: ``0 hits in 9 shots for 1.3 expected``."""
    shots = "" if fortune.actual > fortune.rolls else f" in {counted(fortune.rolls, 'shot')}"
    hits = f"no {hit}" if hit != "hit" and not fortune.actual else counted(fortune.actual, hit)
    return f"{hits}{shots} for {fortune.expected:.1f} expected"


def luck_section(now: Status, luck: LuckView, fired: Sequence[Shot] = (), changed: Iterable[str] = ()) -> Iterator[Block]:
    """Hits and expected hits of each side and firer, and how unusual they were. ``changed`` has sentences about the lines in
    which the referee changed hits by overruling a die.
    """
    yield Heading(2, "Luck", "luck")
    if not luck.firers:
        which = " that was weighed" if luck.left_out else ""
        yield Paragraph(" ".join([f"No order{which} could have scored a hit.", *_not_weighed(luck)]))
        return
    firers = most_unusual(luck.firers)
    yield Figure("Hits by firer, and the hits to be expected", HitsByFirer(now.sides, bars(firers)))
    head = ("Whose", "Side", "Shots", "Hits scored", "Expected", "Usual", "Percentile", "Luck")
    yield grid(
        head,
        [*(fortune_row(one, "") for one in luck.sides), *(fortune_row(one, one.side) for one in firers)],
        range(2, 7),
    )
    others = len(luck.firers) - len(firers)
    more = f"{counted(others, 'more firer')} had less unusual luck. " if others else ""
    yield Paragraph(f"{more}{_explained(luck)}")
    if given := [shot for shot in fired if shot.hits and not shot.die]:
        hits = listed(f"{shot.firer}'s {shot.weapon} at {shot.target}" for shot in given)
        yield Paragraph(f"{hits}. Hits that were given without a die are no luck.", "Not counted:")
    if together := listed(f"{firer} with {others}" for firer, others in _with_others(fired).items()):
        yield Paragraph(f"{together}. {POOLED}", "Fired together:")
    if told := listed(changed):
        yield Paragraph(f"{capital(told)}.", "Dice overruled:")


def most_unusual(firers: Sequence[Fortune]) -> tuple[Fortune, ...]:
    """The firers with the most unusual luck, in their order; all of them if they are few."""
    ranked = sorted(firers, key=lambda firer: -abs(firer.percentile - 50))[:MOST_FIRERS]
    return tuple(firer for firer in firers if firer in ranked)


def bars(fortunes: Iterable[Fortune]) -> tuple[Bar, ...]:
    """The bars of a chart of hits and expected hits."""
    return tuple(Bar(one.name, one.side, one.actual, one.expected, one.low, one.high) for one in fortunes)


def fortune_row(fortune: Fortune, side: str) -> tuple[str, ...]:
    """The row of a table of luck."""
    usual = f"{fortune.low} to {fortune.high}" if fortune.low < fortune.high else str(fortune.low)
    share = fortune.percentile  # never shown as 0 or 100: something that happened is not impossible
    percentile = "under 1" if share < 1 else "over 99" if share > 99 else f"{share:.0f}"
    figures = (str(fortune.rolls), str(fortune.actual), f"{fortune.expected:.2f}", usual, percentile)
    return fortune.name, side, *figures, luck_words(fortune)


def luck_words(fortune: Fortune) -> str:
    """The luck of a firer or side: good, bad or usual, with "very" for a rare case. Hits within the usual range are usual."""
    which = {-1: "bad", 0: "usual", 1: "good"}[fortune.beyond_usual]
    is_rare = min(fortune.percentile, 100 - fortune.percentile) < RARE
    return f"very {which}" if fortune.beyond_usual and is_rare else which


def _explained(luck: LuckView) -> str:
    def rolls(number: int) -> str:
        return f"{number} roll{'s' if number > 1 else ''}"

    words = [
        "Expected hits are the average by the odds that each order had when its dice were rolled.",
        "Shots that could not have hit are not counted.",
        "The usual range covers at least 80 % of battles.",
        "The percentile is the share of battles with the same orders that come out worse; ties count half.",
    ]
    if any(fortune.actual > fortune.rolls for fortune in (*luck.sides, *luck.firers)):
        words.append("One shot may score several hits.")
    if luck.sampled:
        words.append(f"The odds of {rolls(luck.sampled)} were estimated.")
    if luck.drawn:
        words.append(
            f"In {rolls(luck.drawn)} other dice could have asked a player for a choice. All his answers count as equally likely."
        )
    return " ".join([*words, *_not_weighed(luck)])


def _not_weighed(luck: LuckView) -> Iterator[str]:
    if luck.left_out:
        lines = ", ".join(map(str, luck.left_out))
        yield "Luck counts thrown dice alone."
        yield f"Not weighed, because a die was overruled or part of the order is secret: line {lines}."

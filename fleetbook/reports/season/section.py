"""The summary of a season as the blocks of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fleetbook.core.parsing import are_players_by_side, counted, listed
from fleetbook.reports.document import Block, Figure, Heading, HitsByFirer, Paragraph, grid
from fleetbook.reports.luck_words import bars, fortune_row
from fleetbook.reports.season.summary import (
    BROKEN_OFF,
    DRAWN,
    BattleOfSeason,
    Meeting,
    PlayerOfSeason,
    Season,
    SideOfSeason,
)

COUNTED = ("Played", "Won", "Drawn", "Lost", "Undecided", "Broken off")
BY_SIDE = 'Enter them by side as you end a battle: players="SIDE: NAME, NAME; SIDE: NAME".'


def season_blocks(season: Season) -> tuple[Block, ...]:
    """The summary of the season as blocks of a page."""
    players = (*_players_table(season), *_meetings_table(season), *_luck_table(season))
    return (*_battles_table(season), *players, *_scenarios_table(season), *_losses_table(season))


def _battles_table(season: Season) -> Iterator[Block]:
    days = [battle.day for battle in season.battles]
    span = "" if not days else days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    titles = {battle.rules for battle in season.battles}
    rules = titles.pop() if len(titles) == 1 else ""
    yield Heading(1, season.title)
    broken_off = sum(any(side.result == BROKEN_OFF for side in battle.sides) for battle in season.battles)
    how_many = f"{counted(len(season.battles), 'battle')}{f', {broken_off} of them broken off' if broken_off else ''}"
    yield Paragraph(" · ".join(filter(None, (how_many, span, rules))), kind="subtitle")
    yield Heading(2, "Battles", "battles")
    head = ("Played", "Battle", "Winner", "Ships lost", "Players", "Umpire", "At", "Rules")
    yield grid(head, [(*_battle_row(battle), "" if rules else battle.rules) for battle in season.battles])


def _battle_row(battle: BattleOfSeason) -> tuple[str, ...]:
    degree = f", {battle.degree}" if battle.degree else ""
    unwon = next((side.result for side in battle.sides if side.result in (DRAWN, BROKEN_OFF)), "nobody named")
    winner = f"{battle.winner}{degree}" if battle.winner else unwon
    lost = ", ".join(f"{side.side} {len(side.lost)}" for side in battle.sides)
    return battle.day, battle.title, winner, lost, battle.players, battle.umpire, battle.place


def _players_table(season: Season) -> Iterator[Block]:
    yield Heading(2, "Players", "players")
    unread = [
        f"{battle.title} of {battle.day}"
        for battle in season.battles
        if not are_players_by_side(battle.players, [side.side for side in battle.sides])
    ]
    if unread:
        yield Paragraph(f"{', '.join(unread)}: not all players are counted. {BY_SIDE}", "Not by side:")
    elif not season.players:
        yield Paragraph(f"No battle names its players. {BY_SIDE}")
    if not season.players:
        return
    head = ("Player", *COUNTED, "Ships sunk", "Ships lost", "Umpired")
    had_umpire = any(one.umpired for one in season.players)
    ships = [(str(one.ships_sunk), str(one.ships_lost), str(one.umpired) if had_umpire else "") for one in season.players]
    rows = [(one.name, *row, *more) for one, row, more in zip(season.players, _count_cells(season.players), ships, strict=True)]
    yield grid(head, rows, range(1, 10))
    is_apart = any(one.broken_off for one in season.players)
    apart = "A battle that was broken off in its first step counts for nobody. " if is_apart else ""
    yield Paragraph(f"{apart}Ships sunk are those that the other side lost, whatever the cause.")


def _count_cells(counted: Sequence[PlayerOfSeason | SideOfSeason | Meeting]) -> list[tuple[str, ...]]:
    """For each entry, the cells of the columns ``COUNTED``. The last two columns, for undecided and broken-off battles, are empty
    if no entry has such battles.
    """
    undecided, broken_off = (any(getattr(one, key) for one in counted) for key in ("undecided", "broken_off"))
    return [
        (
            *map(str, (one.played, one.won, one.drawn, one.lost)),
            str(one.undecided) if undecided else "",
            str(one.broken_off) if broken_off else "",
        )
        for one in counted
    ]


def _meetings_table(season: Season) -> Iterator[Block]:
    if season.meetings:
        yield Heading(2, "Head to head", "meetings")
        cells = zip(season.meetings, _count_cells(season.meetings), strict=True)
        yield grid(("Player", "Against", *COUNTED), [(one.player, one.opponent, *row) for one, row in cells], range(2, 8))


def _luck_table(season: Season) -> Iterator[Block]:
    if season.luck:
        yield Heading(2, "Players' luck", "luck")
        yield Figure("Hits of each player's sides, and the hits to be expected", HitsByFirer((), bars(season.luck), "seasons"))
        head = ("Player", "Side", "Shots", "Hits scored", "Expected", "Usual", "Percentile", "Luck")
        yield grid(head, [fortune_row(one, "") for one in season.luck], range(2, 7))
        yield Paragraph(
            "Hits of the sides that a player commanded, with those of his partners. The usual range covers 80 % of such seasons; "
            "the percentile is the share of seasons with the same shots that come out worse."
        )


def _scenarios_table(season: Season) -> Iterator[Block]:
    yield Heading(2, "Scenarios", "scenarios")
    cells = zip(season.scenarios, _count_cells(season.scenarios), strict=True)
    yield grid(("Scenario", "Side", *COUNTED), [(one.scenario, one.side, *row) for one, row in cells], range(2, 8))


def _losses_table(season: Season) -> Iterator[Block]:
    yield Heading(2, "Ships lost", "losses")
    if not season.losses:
        yield Paragraph("No ship was lost.")
        return
    victims: dict[str, list[str]] = {}
    rows = []
    for loss in season.losses:
        by = listed(loss.doers) or loss.by
        rows.append((loss.ship, loss.side, loss.battle, "" if loss.turn is None else str(loss.turn), loss.fate, by))
        if by:
            victims.setdefault(by, []).append(loss.ship)
    yield grid(("Ship", "Side", "Battle", "Turn", "Fate", "By"), rows, (3,))
    ranked = sorted(victims.items(), key=lambda one: (-len(one[1]), one[0]))
    if ranked:
        counts = "; ".join(f"{ships} {len(lost)} ({', '.join(lost)})" for ships, lost in ranked)
        yield Paragraph(f"{counts}.", "By whom:")

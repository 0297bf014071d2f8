"""The summary of a season: finished battles, with results by player and by scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from fleetbook.core.battle.result import without_turn
from fleetbook.core.parsing import counted, is_date, names_in, players_by_side
from fleetbook.core.play.journal import Journal
from fleetbook.reports.damage.marks import fates
from fleetbook.reports.document import Block, Figure, Heading, HitsByFirer, Paragraph, grid
from fleetbook.reports.luck import Fortune, SideLuck, fortune_of, luck_of_sides
from fleetbook.reports.luck_words import bars, fortune_row
from fleetbook.reports.result import played, side_losses
from fleetbook.reports.shape import Shape
from fleetbook.reports.status import cards, result

WON, DRAWN, LOST, BROKEN_OFF = "won", "drawn", "lost", "broken off"
NO_PLAYERS = 'No battle names its players. Enter them as you end a battle: players="SIDE: NAME, NAME; SIDE: NAME".'


class SideOfBattle(Shape, frozen=True):
    """One side of a finished battle.

    result  won, lost, drawn or broken off; empty if the battle names no result
    ships   how many ships the side had
    lost    the names of the ships that the side lost
    boxes   how many boxes the first rows of its cards had
    struck  how many of them were hit, or lost with their ships
    """

    side: str
    players: tuple[str, ...]
    result: str
    ships: int
    lost: tuple[str, ...]
    boxes: int
    struck: int


class BattleOfSeason(Shape, frozen=True):
    """A finished battle.

    day      the date of play that the referee entered, such as 2026-03-01; without one, the day of the last journal line
    players  the players as the referee entered them, with or without their sides
    """

    file: str
    title: str
    rules: str
    day: str
    place: str
    umpire: str
    players: str
    turns: int
    winner: str
    degree: str
    reason: str
    sides: tuple[SideOfBattle, ...]


class LossOfSeason(Shape, frozen=True):
    """A ship that was lost, and her fate. ``by`` is the enemy ship that caused the loss; empty if none did."""

    ship: str
    side: str
    battle: str
    turn: int | None
    fate: str
    by: str


class PlayerOfSeason(Shape, frozen=True):
    """The battles of one player, and the ships that the enemy and the player's side lost in them.

    played      how many battles were fought
    broken_off  how many more were broken off in their first step
    """

    name: str
    played: int
    won: int
    drawn: int
    lost: int
    ships_sunk: int
    ships_lost: int
    umpired: int
    broken_off: int


class SideOfSeason(Shape, frozen=True):
    """The results of one side of a scenario, in all battles of the scenario that were not broken off."""

    scenario: str
    side: str
    played: int
    won: int
    drawn: int
    lost: int


class Meeting(Shape, frozen=True):
    """The battles that a player fought against another, without those that were broken off."""

    player: str
    opponent: str
    played: int
    won: int
    drawn: int
    lost: int


class Season(Shape, frozen=True):
    """The battles of a season by day, with results by player and by scenario, and all ships lost.

    meetings  each pair of opponents, seen by the player whose name comes first in the list of players
    luck      the luck of each player, whose side scored in his battles; its ``side`` is empty
    """

    title: str
    battles: tuple[BattleOfSeason, ...]
    players: tuple[PlayerOfSeason, ...]
    scenarios: tuple[SideOfSeason, ...]
    losses: tuple[LossOfSeason, ...]
    meetings: tuple[Meeting, ...]
    luck: tuple[Fortune, ...]


class SeasonRow(Shape, frozen=True):
    """One side of a finished battle, as a row of the season's table.

    file          the name of the battle's file, without its suffix
    title         the battle's title
    rules         the rules of the battle
    day           the day of play that the referee entered, otherwise the day of the last journal line
    place         where the battle was played
    umpire        who refereed the battle
    side          the side of this row
    players       who played that side
    result        won, lost, drawn or broken off; empty if the battle names no result
    degree        the degree of the victory; empty for none
    turns         how many turns the battle had
    ships         how many ships that side had
    ships_lost    how many of its ships were lost
    boxes         how many boxes the first rows of its cards had
    struck        how many of those boxes were hit, or lost with their ships
    """

    file: str
    title: str
    rules: str
    day: str
    place: str
    umpire: str
    side: str
    players: str
    result: str
    degree: str
    turns: int
    ships: int
    ships_lost: int
    boxes: int
    struck: int


class Finished(NamedTuple):
    """A finished battle with the ships lost in it, and the luck of its sides."""

    battle: BattleOfSeason
    losses: tuple[LossOfSeason, ...]
    luck: Mapping[str, SideLuck]


def finished_battle(journal: Journal[Any], file: str, written: str) -> Finished:
    """The summary of a finished battle. ``written`` is the day of its last journal line, such as 2026-11-23."""
    verdict, who = result(journal), played(journal)
    by_side = players_by_side(who.players, journal.setup.sides)
    undecided = BROKEN_OFF if verdict.broken_off else ""
    decided = undecided if verdict.kind == "none" else LOST if verdict.winner else DRAWN
    sides = tuple(
        SideOfBattle.of(
            side,
            players=by_side.get(side.side, ()),
            result=WON if side.side == verdict.winner else decided,
            struck=side.with_ships,
        )
        for side in side_losses(cards(journal, journal.battle), journal.setup.sides)
    )
    battle = BattleOfSeason(
        file=file,
        title=journal.setup.title,
        rules=journal.ruleset.title,
        day=who.date if is_date(who.date) else written,
        place=who.place,
        umpire=who.umpire,
        players=who.players,
        turns=journal.battle.turn,
        winner=verdict.winner,
        degree=verdict.degree,
        reason=verdict.reason,
        sides=sides,
    )
    lost = (fate for fate in fates(journal) if fate.lost)
    losses = tuple(LossOfSeason.of(one, battle=battle.title, fate=without_turn(one.fate)) for one in lost)
    return Finished(battle, losses, luck_of_sides(journal))


def season(title: str, finished: Iterable[Finished]) -> Season:
    """The summary of many finished battles."""
    ordered = sorted(finished, key=lambda one: one.battle.day)
    battles = tuple(one.battle for one in ordered)

    def rank(one: PlayerOfSeason) -> tuple[Any, ...]:
        return not one.played, -one.won, one.lost, -one.drawn, -one.played, one.name.casefold()

    players = tuple(sorted(_players(battles), key=rank))
    names = [player.name for player in players]
    return Season(
        title=title,
        battles=battles,
        players=players,
        scenarios=tuple(_scenarios(battles)),
        losses=tuple(loss for one in ordered for loss in one.losses),
        meetings=tuple(_meetings(battles, names)),
        luck=tuple(_luck(ordered, names)),
    )


def _meetings(battles: Sequence[BattleOfSeason], names: Sequence[str]) -> Iterator[Meeting]:
    """Each pair of opponents with the results of the first of them."""
    order = {name.casefold(): place for place, name in enumerate(names)}
    results: dict[tuple[int, int], list[str]] = {}
    for battle in battles:
        pairs = ((own, player, other) for own in battle.sides for player in own.players for other in battle.sides if other != own)
        for own, player, other in pairs:
            for opponent in other.players:
                pair = order[player.casefold()], order[opponent.casefold()]
                if pair[0] < pair[1] and own.result != BROKEN_OFF:
                    results.setdefault(pair, []).append(own.result)
    for (player_at, opponent_at), words in sorted(results.items()):
        won, drawn, lost = map(words.count, (WON, DRAWN, LOST))
        pair_names = {"player": names[player_at], "opponent": names[opponent_at]}
        yield Meeting(**pair_names, played=len(words), won=won, drawn=drawn, lost=lost)


def _luck(finished: Sequence[Finished], names: Sequence[str]) -> Iterator[Fortune]:
    """The luck of each player: the hits of his sides against those that their shots made likely."""
    for name in names:
        of_sides = [
            one.luck[side.side]
            for one in finished
            for side in one.battle.sides
            if side.side in one.luck and name.casefold() in map(str.casefold, side.players)
        ]
        if of_sides:
            yield fortune_of(name, "", of_sides)


def _players(battles: Sequence[BattleOfSeason]) -> Iterator[PlayerOfSeason]:
    """The results of each player. Names that differ only in upper and lower case are the same player."""
    names: dict[str, str] = {}
    counts: dict[str, Counter[str]] = {}

    def count(name: str, **more: int) -> None:
        key = names.setdefault(name.casefold(), name)
        counts.setdefault(key, Counter()).update(more)

    for battle in battles:
        lost = sum(len(side.lost) for side in battle.sides)
        for side in battle.sides:
            for player in side.players:
                own, fought = len(side.lost), side.result != BROKEN_OFF
                result = {(side.result or "open") if fought else "broken_off": 1}
                count(player, played=fought, ships_sunk=lost - own, ships_lost=own, **result)
        for umpire in names_in(battle.umpire):
            count(umpire, umpired=1)
    for name, of in counts.items():
        yield PlayerOfSeason(name=name, **{key: of[key] for key in PlayerOfSeason.__struct_fields__ if key != "name"})


def _scenarios(battles: Sequence[BattleOfSeason]) -> Iterator[SideOfSeason]:
    """The results of each side of each scenario, which show if one side always wins."""
    results: dict[tuple[str, str], list[str]] = {}
    for battle in battles:
        for side in battle.sides:
            if side.result != BROKEN_OFF:
                results.setdefault((battle.title, side.side), []).append(side.result)
    for (scenario, name), words in results.items():
        won, drawn, lost = map(words.count, (WON, DRAWN, LOST))
        yield SideOfSeason(scenario=scenario, side=name, played=len(words), won=won, drawn=drawn, lost=lost)


def season_rows(season: Season) -> Iterator[SeasonRow]:
    """The rows of the season's table: one for each side of each battle."""
    for battle in season.battles:
        for side in battle.sides:
            yield SeasonRow.of(
                battle,
                side=side.side,
                players=", ".join(side.players),
                result=side.result,
                ships=side.ships,
                ships_lost=len(side.lost),
                boxes=side.boxes,
                struck=side.struck,
            )


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
    yield Paragraph(" · ".join(filter(None, (counted(len(season.battles), "battle"), span, rules))), kind="subtitle")
    yield Heading(2, "Battles", "battles")
    head = ("Played", "Battle", "Winner", "Ships lost", "Players", "Umpire", "At", "Rules")
    yield grid(head, [(*_battle_row(battle), "" if rules else battle.rules) for battle in season.battles])


def _battle_row(battle: BattleOfSeason) -> tuple[str, ...]:
    degree = f", {battle.degree}" if battle.degree else ""
    results = {side.result for side in battle.sides}
    nobody = next((word for word in (DRAWN, BROKEN_OFF) if word in results), "nobody named")
    winner = f"{battle.winner}{degree}" if battle.winner else nobody
    lost = ", ".join(f"{side.side} {len(side.lost)}" for side in battle.sides)
    return battle.day, battle.title, winner, lost, battle.players, battle.umpire, battle.place


def _players_table(season: Season) -> Iterator[Block]:
    yield Heading(2, "Players", "players")
    if not season.players:
        yield Paragraph(NO_PLAYERS)
        return
    head = ("Player", "Played", "Won", "Drawn", "Lost", "Broken off", "Ships sunk", "Ships lost", "Umpired")
    rows = [
        (
            one.name,
            *map(str, (one.played, one.won, one.drawn, one.lost)),
            str(one.broken_off or ""),
            *map(str, (one.ships_sunk, one.ships_lost, one.umpired)),
        )
        for one in season.players
    ]
    yield grid(head, rows, range(1, 9))
    yield Paragraph("Ships sunk are those that the other side lost, whatever they were lost to.")


def _meetings_table(season: Season) -> Iterator[Block]:
    if season.meetings:
        yield Heading(2, "Head to head", "meetings")
        rows = [(one.player, one.opponent, *map(str, (one.played, one.won, one.drawn, one.lost))) for one in season.meetings]
        yield grid(("Player", "Against", "Played", "Won", "Drawn", "Lost"), rows, range(2, 6))


def _luck_table(season: Season) -> Iterator[Block]:
    if season.luck:
        yield Heading(2, "Players' luck", "luck")
        yield Figure("Hits by player's sides, and the hits to be expected", HitsByFirer((), bars(season.luck)))
        head = ("Player", "Side", "Shots", "Hits scored", "Expected", "Usual", "Percentile", "Luck")
        yield grid(head, [fortune_row(one, "") for one in season.luck], range(2, 7))
        yield Paragraph(
            "Hits of the sides that a player commanded, with those of his partners. The usual range covers 80 % of such seasons; "
            "the percentile is the share of seasons with the same shots that come out worse."
        )


def _scenarios_table(season: Season) -> Iterator[Block]:
    yield Heading(2, "Scenarios", "scenarios")
    rows = [(one.scenario, one.side, *map(str, (one.played, one.won, one.drawn, one.lost))) for one in season.scenarios]
    yield grid(("Scenario", "Side", "Played", "Won", "Drawn", "Lost"), rows, range(2, 6))


def _losses_table(season: Season) -> Iterator[Block]:
    yield Heading(2, "Ships lost", "losses")
    if not season.losses:
        yield Paragraph("No ship was lost.")
        return
    victims: dict[str, list[str]] = {}
    rows = []
    for loss in season.losses:
        rows.append((loss.ship, loss.side, loss.battle, "" if loss.turn is None else str(loss.turn), loss.fate, loss.by))
        if loss.by:
            victims.setdefault(loss.by, []).append(loss.ship)
    yield grid(("Ship", "Side", "Battle", "Turn", "Fate", "By"), rows, (3,))
    ranked = sorted(victims.items(), key=lambda one: (-len(one[1]), one[0]))
    if ranked:
        by = "; ".join(f"{ship} {len(lost)} ({', '.join(lost)})" for ship, lost in ranked)
        yield Paragraph(f"{by}.", "By whom:")

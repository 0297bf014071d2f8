"""A season as a page: its battles, its players, how its scenarios came out, the ships that were lost."""

from __future__ import annotations

from collections.abc import Iterator

from fleetbook.core.parsing import counted
from fleetbook.reports.blocks.document import Block, Heading, Paragraph, grid
from fleetbook.reports.season import sinkers
from fleetbook.reports.shapes.season import BattleOfSeason, Season

NO_PLAYERS = 'No battle says who played which side: its end does, by players="SIDE: NAME, NAME; SIDE: NAME".'


def season_blocks(told: Season) -> tuple[Block, ...]:
    """All of it; the same battles give the same blocks."""
    return (*_head(told), *_battles(told), *_players(told), *_scenarios(told), *_losses(told))


def _head(told: Season) -> Iterator[Block]:
    yield Heading(1, told.title)
    days = [battle.day for battle in told.battles]
    span = "" if not days else days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"
    yield Paragraph(" · ".join(filter(None, (counted(len(told.battles), "battle"), span, _rules(told)))), kind="subtitle")


def _rules(told: Season) -> str:
    """What all battles were played by; empty where they differ."""
    titles = {battle.rules for battle in told.battles}
    return titles.pop() if len(titles) == 1 else ""


def _battles(told: Season) -> Iterator[Block]:
    yield Heading(2, "Battles", "battles")
    head = ("Played", "Battle", "Winner", "Ships lost", "Players", "Umpire", "At", "Rules")
    alike = bool(_rules(told))
    yield grid(head, [(*_battle_row(battle), "" if alike else battle.rules) for battle in told.battles])


def _battle_row(battle: BattleOfSeason) -> tuple[str, ...]:
    degree = f", {battle.degree}" if battle.degree else ""
    drawn = any(side.result == "drawn" for side in battle.sides)
    result = f"{battle.winner}{degree}" if battle.winner else "drawn" if drawn else "nobody named"
    lost = ", ".join(f"{side.side} {len(side.lost)}" for side in battle.sides)
    return battle.day, battle.title, result, lost, battle.players, battle.umpire, battle.place


def _players(told: Season) -> Iterator[Block]:
    yield Heading(2, "Players", "players")
    if not told.players:
        yield Paragraph(NO_PLAYERS)
        return
    head = ("Player", "Played", "Won", "Drawn", "Lost", "Ships sunk", "Ships lost", "Umpired")
    rows = [
        (one.name, *map(str, (one.played, one.won, one.drawn, one.lost, one.ships_sunk, one.ships_lost, one.umpired)))
        for one in told.players
    ]
    yield grid(head, rows, range(1, 8))
    yield Paragraph("Ships sunk are those that the other side lost, whatever they were lost to.")


def _scenarios(told: Season) -> Iterator[Block]:
    yield Heading(2, "Scenarios", "scenarios")
    rows = [(one.scenario, one.side, *map(str, (one.played, one.won, one.drawn, one.lost))) for one in told.scenarios]
    yield grid(("Scenario", "Side", "Played", "Won", "Drawn", "Lost"), rows, range(2, 6))


def _losses(told: Season) -> Iterator[Block]:
    yield Heading(2, "Ships lost", "losses")
    if not told.losses:
        yield Paragraph("No ship was lost.")
        return
    rows = [
        (loss.ship, loss.side, loss.battle, "" if loss.turn is None else str(loss.turn), loss.fate, loss.by)
        for loss in told.losses
    ]
    yield grid(("Ship", "Side", "Battle", "Turn", "Fate", "By"), rows, (3,))
    by = [f"{ship} {len(lost)} ({', '.join(one.ship for one in lost)})" for ship, lost in sinkers(told.losses).items()]
    if by:
        yield Paragraph(f"{'; '.join(by)}.", "By whom:")

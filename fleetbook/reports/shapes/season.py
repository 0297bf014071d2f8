"""The shapes of a season: many battles told together, with what each player made of them."""

from __future__ import annotations

from fleetbook.reports.views.json_text import Shape


class SideOfBattle(Shape, frozen=True):
    """What a side of a battle came to: ``result`` is won, lost or drawn, empty where nobody is named; of its ``ships`` those
    lost; boxes of the first row of each card, and how many of them were struck or went down with their ships.
    """

    side: str
    players: tuple[str, ...]
    result: str
    ships: int
    lost: tuple[str, ...]
    boxes: int
    struck: int


class BattleOfSeason(Shape, frozen=True):
    """A battle that has ended. ``day`` is that of play as the referee said it, otherwise that of its last line; ``players`` as
    the referee said them, side by side or not.
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
    """A ship that a side lost, how, and by which ship; empty where it was no enemy's doing."""

    ship: str
    side: str
    battle: str
    turn: int | None
    fate: str
    by: str


class PlayerOfSeason(Shape, frozen=True):
    """What a player came to: battles played, won, drawn and lost; ships of others that were lost to the player's side, and those
    that it lost; battles umpired.
    """

    name: str
    played: int
    won: int
    drawn: int
    lost: int
    ships_sunk: int
    ships_lost: int
    umpired: int


class SideOfSeason(Shape, frozen=True):
    """How often a scenario was played, and what one of its sides came to."""

    scenario: str
    side: str
    played: int
    won: int
    drawn: int
    lost: int


class Season(Shape, frozen=True):
    """Battles in the order of their days, and what comes of them together."""

    title: str
    battles: tuple[BattleOfSeason, ...]
    players: tuple[PlayerOfSeason, ...]
    scenarios: tuple[SideOfSeason, ...]
    losses: tuple[LossOfSeason, ...]


class SeasonRow(Shape, frozen=True):
    """A side of a battle.

    file          the battle's file, without its ending
    title         the battle's title
    rules         by which it was played
    day           the day of play as the referee said it, otherwise that of the last line
    place         where it was played
    umpire        who refereed it
    side          whose row it is
    players       who played that side
    result        won, lost or drawn; nothing where nobody is named
    degree        the degree of the victory
    turns         how many turns it had
    ships         the ships of that side
    ships_lost    how many of them were lost
    boxes         the boxes of the first row of each of their cards
    struck        how many of them were struck or went down with their ships
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

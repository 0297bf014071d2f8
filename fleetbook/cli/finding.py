"""Find the battle that a command means. It is named by a path, or by a battle's or scenario's name, or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from fleetbook.cli.output import remark
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import FleetbookError, InvalidInput, shown
from fleetbook.core.parsing import listed
from fleetbook.store.battle.summary import BattleSummary, summarize
from fleetbook.store.errors import shown_path
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import SUFFIX, battles, data_folder


class OwnBattle(NamedTuple):
    """A battle file in the user's data folder, with its summary."""

    path: Path
    seen: BattleSummary

    @property
    def under_way(self) -> bool:
        """Whether the battle has begun and has not ended."""
        return bool(self.seen.lines) and not self.seen.ended

    @property
    def stands(self) -> str:
        """The battle's present turn and phase in words. For a battle that has ended, the words say so."""
        return "it has ended" if self.seen.ended else f"turn {self.seen.turn}, step {self.seen.step}: {self.seen.doing}"


def own_battles(unread: Callable[[str], object] = lambda why: None) -> Iterator[OwnBattle]:
    """The battles in the user's folder, the one written last first. ``unread`` is called with the reason for each battle that
    cannot be read.
    """
    for path in battles():
        try:
            yield OwnBattle(path, summarize(path))
        except (FleetbookError, OSError) as error:
            unread(str(error))


def under_way(scenario: str) -> OwnBattle | None:
    """The battle of this scenario that is under way in the user's folder. If several are, the one written last. None if none is
    under way.

    Scenarios with the same title are distinguished by their ships. Raises InvalidInput for a scenario that cannot be used.
    """
    ships = tuple(ship.name for ship in load_setup(scenario).ships)
    return next((battle for battle in _of(scenario) if battle.under_way and battle.seen.ships == ships), None)


def resolved(name: str | None) -> str:
    """The path of the battle that ``name`` means. A path, or the name of a file, is returned unchanged.

    Without a name, it is the only battle under way. If none is under way, it is the battle written last. A remark names the
    battle found. Raises InvalidInput if there is no battle, or if several are under way.
    """
    if name is not None and Path(name).name != name:
        return name
    battle = _only() if name is None else _named(name)
    if battle is None and Path(str(name)).suffix:
        return str(name)
    if battle is None:
        raise InvalidInput("battle", name, "a battle", words=f"no file, battle or scenario is called {shown(name)}")
    remark(f"{battle.path}: {battle.seen.title}, {battle.stands}")
    return str(battle.path)


def scenario_without_battle(name: str | None) -> Setup | None:
    """The setup of the scenario that ``name`` means. None if it means no scenario, or if there is a battle of it."""
    if name is None or (Path(name).name == name and _named(name)):
        return None
    try:
        return load_setup(name)
    except InvalidInput:
        return None


def battle_named(name: str) -> Path | None:
    """The path of the battle in the user's folder whose file has this name, with or without suffix. None if there is none."""
    names = ((path, path.name.casefold()) for path in battles())
    return next((path for path, own in names if name.casefold() in (own, own.removesuffix(SUFFIX))), None)


def only_under_way() -> OwnBattle | None:
    """The only battle under way in the user's folder. None if there is none, or if there are several."""
    going = [*islice((battle for battle in own_battles() if battle.under_way), 2)]
    return going[0] if len(going) == 1 else None


def _named(name: str) -> OwnBattle | None:
    """The battle whose file has this name, else the latest battle of the scenario with this name. None if neither exists.

    A battle under way is preferred to one that has ended.
    """
    if path := battle_named(name):
        return OwnBattle(path, summarize(path))
    try:
        of_scenario = [*_of(name)]
    except InvalidInput:
        return None
    return min(of_scenario, key=lambda battle: not battle.under_way, default=None)


def _only() -> OwnBattle:
    every = [*own_battles(lambda why: remark(f"{why}: left out"))]
    going = [battle for battle in every if battle.under_way]
    if len(going) > 1:
        names = [battle.path.name.removesuffix(SUFFIX) for battle in going]
        raise InvalidInput("battle", "no name", ", ".join(names), words=f"{listed(names)} are under way: say which")
    if not every:
        none = f"there is no battle in {shown_path(data_folder())}: give the path of one"
        raise InvalidInput("battle", "no name", "the path of a battle file", words=none)
    return (going or every)[0]


def _of(scenario: str) -> Iterator[OwnBattle]:
    setup = load_setup(scenario)
    return (battle for battle in own_battles() if (battle.seen.ruleset, battle.seen.title) == (setup.ruleset, setup.title))

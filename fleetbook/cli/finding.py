"""Which battle a command means: by its path, by its name or its scenario's in the user's folder, or the only one under way."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from fleetbook.cli.output import remark
from fleetbook.core.errors import FleetbookError, InvalidInput, shown
from fleetbook.core.parsing import listed
from fleetbook.store.battle.summary import BattleSummary, summarize
from fleetbook.store.errors import shown_path
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import SUFFIX, battles, data_folder


class Kept(NamedTuple):
    """A battle in the user's folder."""

    path: Path
    seen: BattleSummary

    @property
    def under_way(self) -> bool:
        """Whether something was ordered in it and it has not ended."""
        return bool(self.seen.lines) and not self.seen.ended

    @property
    def stands(self) -> str:
        """Where it stands, in words."""
        return "it has ended" if self.seen.ended else f"turn {self.seen.turn}, step {self.seen.step}: {self.seen.doing}"


def kept(unread: Callable[[str], object] = lambda why: None) -> Iterator[Kept]:
    """The battles in the user's folder that can be read, the one written to last first; ``unread`` hears of the others."""
    for path in battles():
        try:
            yield Kept(path, summarize(path))
        except (FleetbookError, OSError) as error:
            unread(str(error))


def under_way(scenario: str) -> Kept | None:
    """The battle of a scenario, in the user's folder, that was written to last; None where none is under way. One without a line
    is none, nor is one of another scenario of that title, with other ships. Raises InvalidInput for one that cannot be used.
    """
    ships = tuple(ship.name for ship in load_setup(scenario).ships)
    return next((battle for battle in _of(scenario) if battle.under_way and battle.seen.ships == ships), None)


def meant(name: str | None) -> str:
    """The path of the battle that is meant by a name that no file has, and it is said; a path or a file's name stays as it is.
    Without a name it is the only one under way, or the one written to last where none is. Raises InvalidInput where that is no
    battle, or any of several.
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


def called(name: str) -> Path | None:
    """The battle in the user's folder whose file has this name, with its suffix or without."""
    names = ((path, path.name.casefold()) for path in battles())
    return next((path for path, own in names if name.casefold() in (own, own.removesuffix(SUFFIX))), None)


def only_under_way() -> Kept | None:
    """The only battle under way in the user's folder; None where there is none, or where there are several."""
    going = [*islice((battle for battle in kept() if battle.under_way), 2)]
    return going[0] if len(going) == 1 else None


def _named(name: str) -> Kept | None:
    """The battle whose file has this name; or the latest of this scenario, one under way before those that are not."""
    if path := called(name):
        return Kept(path, summarize(path))
    try:
        of_scenario = [*_of(name)]
    except InvalidInput:
        return None
    return min(of_scenario, key=lambda battle: not battle.under_way, default=None)


def _only() -> Kept:
    every = [*kept(lambda why: remark(f"{why}: left out"))]
    going = [battle for battle in every if battle.under_way]
    if len(going) > 1:
        names = [battle.path.name.removesuffix(SUFFIX) for battle in going]
        raise InvalidInput("battle", "no name", ", ".join(names), words=f"{listed(names)} are under way: say which")
    if not every:
        none = f"none is kept in {shown_path(data_folder())}: give the path of one"
        raise InvalidInput("battle", "no name", "the path of a battle file", words=none)
    return (going or every)[0]


def _of(scenario: str) -> Iterator[Kept]:
    setup = load_setup(scenario)
    return (battle for battle in kept() if (battle.seen.ruleset, battle.seen.title) == (setup.ruleset, setup.title))

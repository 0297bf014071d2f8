"""The app's pages without a terminal, for tests: keys typed and counted, the page on top drawn after each, as text."""

from __future__ import annotations

import shutil
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from fleetbook.core.battle.setup import Setup
from fleetbook.referee.session import Session
from fleetbook.reports.text_layout import PLAIN_SIGNS
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library import paths as library
from fleetbook.store.library.build_setup import load_setup
from fleetbook.tui.battle.page import BattlePage
from fleetbook.tui.battle.picture import panes, zones
from fleetbook.tui.home.page import HomePage
from fleetbook.tui.kit.page import Page, Stop, Stopped, Work
from fleetbook.tui.kit.stack import PageStack
from fleetbook.tui.kit.style import THEMES

NARROW, WIDE, VERY_WIDE = (80, 24), (120, 40), (200, 60)
NAMES = {" ": "space"}
FILES = (
    "coastal/convoy", "coastal/royal-navy", "coastal/kriegsmarine", "coastal/merchants", "aanda/yalu", "aanda/yalu-fleets",
)  # fmt: skip
SHIPPED = library.library_folder()


class Keyboard(PageStack):
    """Whoever presses the keys; what is worked on beside them is done when the page is looked at."""

    draws = True

    def __init__(self, first: Page, size: tuple[int, int] = WIDE) -> None:
        super().__init__()
        self.size, self.pressed, self.ended, self.rung = size, 0, False, 0
        self.look = THEMES["terminal"]
        self._jobs: list[_Job] = []
        self.changes: deque[Callable[[], object]] = deque()  # from other threads
        self.put(first)

    def press(self, *keys: str) -> None:
        """Type keys: a word of several letters is a key's name, a single letter that letter. The page is drawn after the last of
        them, and after each while a doctrine fills a chair: it looks at the battle as the page is drawn.
        """
        for number, key in enumerate(keys, 1):
            self.pressed += 1
            self.hand_over(NAMES.get(key, key), key if len(key) == 1 else None)
            if self.stack and self.draws and (number == len(keys) or self._has_doctrine):
                self.page.draw(self.size)

    @property
    def _has_doctrine(self) -> bool:
        pages = (page for page in self.stack if isinstance(page, BattlePage))
        return any(page.window.chairs.fills(side) for page in pages for side in page.session.battle.sides)

    def go(self, steps: int = 1) -> None:
        """So many steps on: where something is still due, > is pressed twice."""
        draws, self.draws = self.draws, False
        for _ in range(steps):
            self.press(">")
            if self.battle.going_on.asked:
                self.press(">")
        self.draws = draws
        if draws:
            self.page.draw(self.size)

    def type(self, text: str) -> None:
        """Type the characters of a text."""
        self.press(*text)

    def done(self) -> None:
        """Do what is worked on beside the keys."""
        while self.changes:
            self.changes.popleft()()
        self.page.draw(self.size)
        jobs, self._jobs = self._jobs, []
        for job in jobs:
            job.do()
            self.page.draw(self.size)

    def lines(self, size: tuple[int, int] | None = None) -> list[str]:
        """The page on top as lines of text, when all is done that is worked on beside the keys."""
        self.done()
        return self.lines_now(size)

    def lines_now(self, size: tuple[int, int] | None = None) -> list[str]:
        """The page on top as lines of text, as it stands."""
        signs = PLAIN_SIGNS if self.look.plain else {}
        return ["".join(text for text, _ in line).rstrip().translate(signs) for line in self.page.draw(size or self.size)]

    @property
    def text(self) -> str:
        """The page on top as text."""
        return "\n".join(self.lines())

    @property
    def said(self) -> str:
        """What the left pane below the board says, as one text."""
        parts = panes(self.size[0], zones(*self.size, self.session)[1])
        lines = self.lines()[2 + zones(*self.size, self.session)[0] :]
        return " ".join(" ".join(line[: parts.left] for line in lines).split())

    @property
    def battle(self) -> BattlePage:
        """The battle's page, also while another lies over it."""
        return next(page for page in self.stack if isinstance(page, BattlePage))

    @property
    def session(self) -> Session:
        """The battle that is refereed."""
        return self.battle.session

    # ------------------------------------------------------------------ what pages ask of their host

    @property
    def large(self) -> bool:
        return self.look.large

    def work(self, job: Callable[[Work], None]) -> Stop:
        self._jobs.append(_Job(job))
        return self._jobs[-1].stop

    def between_keys(self, change: Callable[[], object]) -> None:
        self.changes.append(change)

    def every(self, seconds: float, change: Callable[[], object]) -> Stop:
        self.timed = change
        return lambda: None

    def next_look(self) -> None:
        self.look = self.other_look(self.look)

    def ring(self) -> None:
        self.rung += 1

    def end(self) -> None:
        self.ended = True


class _Job:
    """Work beside the keys, done when it is time."""

    def __init__(self, job: Callable[[Work], None]) -> None:
        self._job, self.stopped = job, False

    def stop(self) -> None:
        self.stopped = True

    def do(self) -> None:
        if not self.stopped:
            with suppress(Stopped):
                self._job(self)

    def tell(self, change: Callable[[], None]) -> None:
        if self.stopped:
            raise Stopped
        change()


def opened(path: Path, setup: Setup | str, seed: str = "7", read_only: bool = False) -> BattleFile:
    """The battle in a file, or a new one of the scenario."""
    setup = load_setup(setup) if isinstance(setup, str) else setup
    return BattleFile.open(path, read_only) if path.exists() else BattleFile.create(path, setup, seed)


@contextmanager
def refereeing(
    path: Path, setup: Setup | str = "convoy", size: tuple[int, int] = WIDE, seed: str = "7", *, read_only: bool = False
) -> Iterator[Keyboard]:
    """A battle opened: that in the file, or a new one of the scenario."""
    at = Keyboard(BattlePage(Session(opened(path, setup, seed, read_only))), size)
    try:
        yield at
    finally:
        at.close()


@contextmanager
def home(size: tuple[int, int] = WIDE) -> Iterator[Keyboard]:
    """The app without a battle."""
    at = Keyboard(HomePage(), size)
    try:
        yield at
    finally:
        at.close()


@contextmanager
def table(folder: Path) -> Iterator[Path]:
    """A folder to work in, with the library and the data in it under short names; the data folder."""
    for name in FILES:
        path = folder / "library" / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(SHIPPED / f"{name}.toml", path)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.setenv(library.DATA_VARIABLE, "data")
        patch.setattr(library, "library_folder", lambda: Path("library"))
        Path("data").mkdir(exist_ok=True)
        yield Path("data")


def battle(path: Path, orders: int = 0, scenario: str = "coastal/convoy", seed: str = "7") -> None:
    """A battle file with so many steps taken."""
    with BattleFile.create(path, load_setup(scenario), seed) as file:
        for _ in range(orders):
            file.give(file.journal.ruleset.order("next")())


def picking(*answers: str) -> Callable[..., None]:
    """A host's ``pick`` that answers lists one after another: with the option that has the words, or with the text."""
    left = list(answers)

    def pick(title: str, options: Sequence[str], then: Callable[[str], object], free: bool = False, text: str = "") -> None:
        words = left.pop(0)
        then(words if free else next(option for option in options if option.split()[0] == words or words in option))

    return pick

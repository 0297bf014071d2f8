"""Into the app: a battle goes on, a scenario begins one. Textual is loaded once the file is known to be good."""

from __future__ import annotations

import gc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fleetbook.cli.output import remark
from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.detect import is_battle

if TYPE_CHECKING:
    from fleetbook.cli.beginning import BattleOptions


def play(target: str | None, wishes: BattleOptions | None = None) -> int:
    """Run the app on a battle, on a new battle of a scenario (see ``begin``), or on nothing yet; its exit code.

    Raises InvalidInput for a file that is neither, Unwritable where the new battle cannot be kept.
    """
    path, said = (None, "") if target is None else _battle(target, wishes, _require_terminal)
    return _app(path, said, f" {target}")


def play_on() -> int:
    """Run the app on the only battle under way; on the home page where there is none, or where one must be chosen."""
    from fleetbook.cli.finding import only_under_way  # noqa: PLC0415 (a battle that is named is not looked for)

    going = only_under_way()
    return _app(str(going.path), f"{going.seen.title} goes on, {going.stands}") if going else _app(None)


def _app(path: str | None, said: str = "", name: str = "") -> int:
    """The app on a battle, of which something may be ``said``, and which ``play`` with this name goes on with."""
    gc.disable()  # what is loaded now stays: collecting garbage is a tenth of the start. The app enables it again.
    try:
        from fleetbook.tui.app import run  # noqa: PLC0415 (nothing but this command loads Textual)

        code = run(path, said)
    finally:
        gc.enable()
    if path is not None:
        remark(f"the battle is kept in {path}; {_what_next(path, name)}")
    return code


def _what_next(path: str, name: str) -> str:
    """How to come back to a battle: by its path, or by the name that ``play`` had, or none, where that goes on with it."""
    from fleetbook.store.battle.summary import summarize  # noqa: PLC0415 (the app's start-up counts)

    seen = summarize(Path(path))
    if seen.ended:
        return f"it has ended: fleetbook report {path} writes its report, fleetbook play {path} shows it"
    return f"fleetbook play{name if seen.lines else f' {path}'} goes on with it"


def play_plain(target: str | None, wishes: BattleOptions | None = None) -> int:
    """Referee a battle, or a new one of a scenario, in a dialogue over stdin and stdout; the exit code. Without a name it is the
    only battle under way, as of the commands that read one. Raises as ``play``.
    """
    from fleetbook.cli.battles import found  # noqa: PLC0415 (the app's start-up counts)
    from fleetbook.cli.plain.console import Console  # noqa: PLC0415
    from fleetbook.cli.plain.dialogue import referee  # noqa: PLC0415

    talk = Console.of_process()
    path = found(None) if target is None else _battle(target, wishes)[0]
    with BattleFile.open(path) as file:
        if path != target and target is not None:
            remark(f"the battle is kept in {path}")
        return referee(file, talk)


def _require_terminal() -> None:
    from fleetbook.tui.app import require_terminal  # noqa: PLC0415

    require_terminal()


def _battle(target: str, wishes: BattleOptions | None, before: Callable[[], None] | None = None) -> tuple[str, str]:
    """The path of the battle in a file, or of a new one of a scenario, and what is to be said of one that goes on; ``before`` is
    asked before one is made.
    """
    path = _kept(target)
    if path is None:
        from fleetbook.cli.beginning import BattleOptions, begin  # noqa: PLC0415 (a battle that goes on needs no scenario)
        from fleetbook.cli.finding import under_way  # noqa: PLC0415

        going_on = None if wishes and any(wishes) else under_way(target)
        if going_on is not None:
            goes_on = f"goes on, {going_on.stands}; play {target} --new begins another"
            remark(f"{target} {goes_on}")
            return str(going_on.path), f"{going_on.seen.title} {goes_on}"
        with begin(target, wishes or BattleOptions(), before) as file:
            return str(file.path), ""
    if wishes is not None and any(wishes):
        raise InvalidInput(target, "a battle", "a scenario: a battle that goes on has its place, its dice and its rules already")
    return path, ""


def _kept(target: str) -> str | None:
    """The path of a battle that is named by it, or by its file's name in the user's folder where no scenario is called so."""
    path = Path(target)
    named = is_battle(path)
    if path.exists() or path.name != target:
        return target if named else None
    from fleetbook.cli.finding import called  # noqa: PLC0415 (a battle that is named by its path is not looked for)
    from fleetbook.store.library.paths import SCENARIO, find  # noqa: PLC0415

    kept = called(target)
    if kept is None:
        return target if named else None
    with suppress(InvalidInput):
        find(SCENARIO, target)
        return None
    return str(kept)

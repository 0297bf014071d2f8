"""Start the app, or the dialogue, on an existing battle or a new one. Textual is loaded only after the file is checked."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from fleetbook.cli.output import remark
from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import open_or_follow
from fleetbook.store.library.detect import is_battle

if TYPE_CHECKING:
    from fleetbook.cli.beginning import BattleOptions


def play(target: str | None, options: BattleOptions | None = None, enemies: Sequence[str] = ()) -> int:
    """Run the app and return its exit code. ``target`` is a battle or a scenario; None opens the home page.

    A scenario's battle under way is resumed; otherwise a new one begins. ``enemies`` names the doctrine of each side without a
    player, as ``SIDE=DOCTRINE``. Raises InvalidInput for a target that is neither a battle nor a scenario, and Unwritable if the
    new battle cannot be written.
    """
    chairs = _chairs(target, enemies) if target is not None else {}
    path, notice = (None, "") if target is None else _battle(target, options, _require_terminal)
    return _app(path, notice, f" {target}", chairs)


def _chairs(target: str, enemies: Sequence[str]) -> dict[str, str]:
    """The doctrine of each side without a player. Raises InvalidInput for an unknown side or doctrine, before a new battle is
    written. The error lists the sides or doctrines that exist.
    """
    if not enemies:
        return {}
    from fleetbook.core.doctrines.filled_chairs import SURPRISE  # noqa: PLC0415 (the app's start-up counts)
    from fleetbook.core.doctrines.finding import doctrine_of, doctrines_of  # noqa: PLC0415 (the app's start-up counts)
    from fleetbook.store.catalogue import ruleset  # noqa: PLC0415
    from fleetbook.store.library.build_setup import load_setup  # noqa: PLC0415

    battle = _existing(target)
    if battle is None:
        setup = load_setup(target)
    else:
        with open_or_follow(battle) as file:
            setup = file.journal.setup
    rules, found = ruleset(setup.ruleset), dict[str, str]()
    for text in enemies:
        side, _, name = (part.strip() for part in text.partition("="))
        if side not in setup.sides:
            raise InvalidInput.word("side", side, setup.sides)
        if not name:
            raise InvalidInput("enemy", text, f"{side}= and one of {', '.join((*doctrines_of(rules), SURPRISE))}")
        if name != SURPRISE:
            doctrine_of(rules, name)
        found[side] = name
    return found


def play_on() -> int:
    """Run the app on the only battle under way. If none or several are under way, it opens the home page."""
    from fleetbook.cli.finding import only_under_way  # noqa: PLC0415 (a named battle needs no search)

    going = only_under_way()
    return _app(str(going.path), f"{going.seen.title} goes on, {going.stands}") if going else _app(None)


def _app(path: str | None, notice: str = "", name: str = "", chairs: Mapping[str, str] | None = None) -> int:
    """Run the app on a battle, with a notice to show first. Afterwards a remark says how to open the battle again; ``name`` is
    the argument of ``play`` that it repeats.
    """
    gc.disable()  # collecting garbage would take a tenth of the start-up time; the app enables it again
    try:
        from fleetbook.tui.app import run  # noqa: PLC0415 (no other command loads Textual)

        code = run(path, notice, chairs)
    finally:
        gc.enable()
    if path is not None:
        remark(f"the battle is saved in {path}; {_how_to_return(path, name)}")
    return code


def _how_to_return(path: str, name: str) -> str:
    """The command that opens a battle again, in words. It uses the name given to ``play``, unless no order was given yet."""
    from fleetbook.store.battle.summary import summarize  # noqa: PLC0415 (the app's start-up counts)

    seen = summarize(Path(path))
    if seen.ended:
        return f"it has ended: fleetbook report {path} writes its report, fleetbook play {path} shows it"
    return f"fleetbook play{name if seen.lines else f' {path}'} goes on with it"


def play_plain(target: str | None, options: BattleOptions | None = None, enemies: Sequence[str] = ()) -> int:
    """Referee a battle in a dialogue over stdin and stdout, and return the exit code. Raises the same as ``play``.

    ``target`` is a battle or a scenario, as for ``play``; None means the current battle. ``enemies`` is as for ``play``.
    """
    chairs = _chairs(target, enemies) if target is not None else {}
    from fleetbook.cli.battles import battle_path  # noqa: PLC0415 (the app's start-up counts)
    from fleetbook.cli.plain.console import Console  # noqa: PLC0415
    from fleetbook.cli.plain.dialogue import referee  # noqa: PLC0415

    console = Console.of_process()
    path = battle_path(None) if target is None else _battle(target, options)[0]
    with open_or_follow(path) as file:
        if path != target and target is not None:
            remark(f"the battle is saved in {path}")
        return referee(file, console, chairs)


def _require_terminal() -> None:
    from fleetbook.tui.app import require_terminal  # noqa: PLC0415

    require_terminal()


def _battle(target: str, options: BattleOptions | None, before: Callable[[], None] | None = None) -> tuple[str, str]:
    """The path of the battle that ``target`` names, and a notice. For a scenario, it is the battle under way or a new one.

    The notice says that a scenario's battle is resumed; otherwise it is empty. ``before`` is called before a new file is made.
    """
    path = _existing(target)
    if path is None:
        from fleetbook.cli.beginning import BattleOptions, begin  # noqa: PLC0415 (a battle that goes on needs no scenario)
        from fleetbook.cli.finding import under_way  # noqa: PLC0415

        going_on = None if options and any(options) else under_way(target)
        if going_on is not None:
            goes_on = f"goes on, {going_on.stands}; play {target} --new begins another"
            remark(f"{target} {goes_on}")
            return str(going_on.path), f"{going_on.seen.title} {goes_on}"
        with begin(target, options or BattleOptions(), before) as file:
            return str(file.path), ""
    if options is not None and any(options):
        words = "this battle has begun and keeps its file, its dice and its rules: leave out the options for a new battle"
        raise InvalidInput(target, "a battle", "a scenario", words=words)
    return path, ""


def _existing(target: str) -> str | None:
    """The path of the existing battle that ``target`` names. None if there is none.

    A battle in the user's folder is found by its file's name, unless a scenario has the same name.
    """
    path = Path(target)
    named = is_battle(path)
    if path.exists() or path.name != target:
        return target if named else None
    from fleetbook.cli.finding import battle_named  # noqa: PLC0415 (a battle named by its path needs no search)
    from fleetbook.store.library.paths import SCENARIO, find  # noqa: PLC0415

    own = battle_named(target)
    if own is None:
        return target if named else None
    with suppress(InvalidInput):
        find(SCENARIO, target)
        return None
    return str(own)

"""Open the battle file on which a command works."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import click

from fleetbook.cli.output import remark
from fleetbook.core.errors import FleetbookError
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile


class Damaged(FleetbookError):
    """Raised if a battle file is damaged, after the command has shown everything that precedes the damage."""


def writing(path: str) -> AbstractContextManager[Session]:
    """Open a battle to give an order. All orders of a batch share one session. Raises InvalidInput, Unwritable or InUse."""
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, Session):
        return nullcontext(context.obj)
    return Session(BattleFile.open(Path(path)))


def battle_path(name: str | None) -> str:
    """The path of a named battle, or of the current battle if none is named (``cli.finding``). Raises InvalidInput."""
    if name is not None and Path(name).exists():
        return name
    from fleetbook.cli.finding import resolved  # noqa: PLC0415 (it reads scenarios)

    return resolved(name)


@contextmanager
def reading(name: str | None) -> Iterator[BattleFile]:
    """Open a battle for reading: the named one, or the current one if ``name`` is None.

    Raises Damaged at the end of the block if the file is damaged.
    """
    path = battle_path(name)
    with BattleFile.open(Path(path), read_only=True) as file:
        if file.notice:
            remark(f"{path}: {file.notice}")
        yield file
        if file.damage:
            raise Damaged(f"{path} is damaged: {file.damage}. Only the lines before the damage are shown")

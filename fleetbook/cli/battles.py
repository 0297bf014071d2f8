"""Battle files opened for one command."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import click

from fleetbook.cli.output import remark
from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile


class Damaged(FleetbookError):
    """A battle file is damaged. What is whole before the damage has been shown."""


def writing(path: str) -> AbstractContextManager[Session]:
    """A battle opened for an order; the one that is open where this is one of a batch of orders. Raises InvalidInput,
    Unwritable, InUse.
    """
    context = click.get_current_context(silent=True)
    if context is not None and isinstance(context.obj, Session):
        return nullcontext(context.obj)
    return Session(BattleFile.open(Path(path)))


def found(name: str | None) -> str:
    """The path of a battle that is named, or that is meant where none is (``cli.finding``). Raises InvalidInput."""
    if name is not None and Path(name).exists():
        return name
    from fleetbook.cli.finding import meant  # noqa: PLC0415 (scenarios are read for it)

    return meant(name)


@contextmanager
def reading(name: str | None) -> Iterator[BattleFile]:
    """A battle, or the one that is meant where none is named, opened for reading as far as it is whole. Raises Damaged after the
    block where that is not the end.
    """
    path = found(name)
    with BattleFile.open(Path(path), read_only=True) as file:
        if file.notice:
            remark(f"{path}: {file.notice}")
        yield file
        if file.damage:
            raise Damaged(f"{path} is damaged: {file.damage}; shown is what was whole before")


def seen_by(journal: Journal[Any], side: str) -> Journal[Any]:
    """The journal as a side may read it; whole where no side is named. Raises InvalidInput for an unknown side."""
    return SideView(journal, side) if side else journal

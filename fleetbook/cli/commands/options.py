"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

import click

from fleetbook.cli.beginning import BattleOptions
from fleetbook.cli.completion import inputs as complete_inputs
from fleetbook.cli.completion import procedures

Function: TypeAlias = Callable[..., Any]

AS_JSON = "fleetbook.as_json"
MEANT = "Without BATTLE: the one under way in your data folder, or the last. BATTLE may be its name there, or its scenario's."


def _noted(context: click.Context, parameter: click.Parameter, value: bool) -> bool:
    context.meta[AS_JSON] = value  # refusals are data too
    return value


as_json = click.option(
    "--json", "as_json", is_flag=True, callback=_noted, is_eager=True, help="Write JSON, refusals too (shapes: fleetbook schema)."
)


def _side(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    if value is not None and not value.strip():  # an unset variable must not show everything
        raise click.BadParameter("a side's name is needed, found nothing", context, parameter)
    return value or ""


side = click.option("--side", metavar="NAME", callback=_side, help="Leave out what this side cannot know.")


def named(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """For click: the path as given. Raises BadParameter for one of no letters, which the system would take for a folder."""
    for path in value if isinstance(value, tuple) else (value,):
        if path is not None and not path.strip():
            raise click.BadParameter("a file's name is needed, found nothing", context, parameter)
    return value


class _FileName(click.Path):
    """A name that Tab completes; whether there can be such a file is for those to say who open it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value


battle = click.argument("battle", callback=named, type=_FileName())
output = click.option(
    "-o", "--output", metavar="FILE", callback=named, help="Write to FILE instead of stdout; one that is there is replaced."
)
choose = click.option("--choose", metavar="WORD", multiple=True, help="A player's choice, in the order asked; may be repeated.")


def optional_battle(function: Function) -> Function:
    """The battle that a command reads, which may be left out (``cli.finding``); the command's help says which is meant then."""
    first, _, more = (function.__doc__ or "").partition("\n\n")
    function.__doc__ = f"{first}\n\n    {MEANT}\n\n{more}"
    return click.argument("battle", callback=named, type=_FileName(), required=False)(function)


def begins(function: Function) -> Function:
    """The options of a battle that begins, given as its BattleOptions."""

    @wraps(function)
    def wishing(*args: Any, output: str | None, seed: str | None, house: tuple[str, ...], words: bool, **more: Any) -> Any:
        return function(*args, wishes=BattleOptions(output, seed, house, words), **more)

    place = click.option("-o", "--output", metavar="BATTLE", callback=named, help="The new battle's file; it must not exist yet.")
    seed = click.option(
        "--seed",
        metavar="N",
        help="Seed of the dice, marked as chosen by hand; a short one can be found out from its seal by trying. Without it, the "
        "operating system draws one.",
    )
    words = click.option("--words", is_flag=True, help="Ask each side for a word once the seal is shown; the dice depend on it.")
    house = click.option(
        "--house", metavar="FILE", multiple=True, callback=named, help="House rules to lay over the tables; may be repeated."
    )
    return place(seed(words(house(wishing))))


def orders(function: Function, required: bool = True) -> Function:
    """The arguments and options of an order in the making; the procedure may be left out where none is ``required``."""
    procedure = click.argument("procedure", shell_complete=procedures, required=required)
    words = click.argument("words", metavar="[NAME=VALUE]...", nargs=-1, shell_complete=complete_inputs)
    inputs = click.option("--inputs", metavar="JSON|-", help="Inputs as a JSON object, or - to read it from stdin.")
    return battle(procedure(words(inputs(choose(as_json(function))))))

"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeAlias

import click

from fleetbook.cli.beginning import BattleOptions
from fleetbook.cli.completion import inputs as complete_inputs
from fleetbook.cli.completion import orders_now

Function: TypeAlias = Callable[..., Any]

AS_JSON = "fleetbook.as_json"
WHICH_BATTLE = (
    "BATTLE is a path, a name in your data folder, or a scenario's name. Without it: the battle under way there, or the last."
)


def _noted(context: click.Context, parameter: click.Parameter, value: bool) -> bool:
    context.meta[AS_JSON] = value  # so that errors are written as JSON too
    return value


as_json = click.option(
    "--json", "as_json", is_flag=True, callback=_noted, is_eager=True, help="Write JSON, also for errors (see fleetbook schema)."
)


def _side(context: click.Context, parameter: click.Parameter, value: str | None) -> str:
    if value is not None and not value.strip():  # an unset shell variable must not reveal everything
        raise click.BadParameter("a side's name is needed, found nothing", context, parameter)
    return value or ""


side = click.option("--side", metavar="NAME", callback=_side, help="Show only what this side knows.")


def named(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """A click callback that raises BadParameter for an empty path, which would otherwise mean the current folder."""
    for path in value if isinstance(value, tuple) else (value,):
        if path is not None and not path.strip():
            raise click.BadParameter("a file's name is needed, found nothing", context, parameter)
    return value


class _FileName(click.Path):
    """A file name that the shell completes. click does not check that the file exists; the command does."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return value


battle = click.argument("battle", callback=named, type=_FileName())
output = click.option(
    "-o", "--output", metavar="FILE", callback=named, help="Write to FILE instead of stdout, overwriting an existing file."
)
choose = click.option("--choose", metavar="WORD", multiple=True, help="A player's choice, in the order asked; may be repeated.")


def optional_battle(function: Function) -> Function:
    """Add the optional argument BATTLE to a command, and explain it in the command's help."""
    first, _, more = (function.__doc__ or "").partition("\n\n")
    function.__doc__ = f"{first}\n\n    {WHICH_BATTLE}\n\n{more}"
    return click.argument("battle", callback=named, type=_FileName(), required=False)(function)


def begins(function: Function) -> Function:
    """Add the options of a new battle to a command, which gets them as one BattleOptions."""

    @wraps(function)
    def beginning(*args: Any, output: str | None, seed: str | None, house: tuple[str, ...], words: bool, **more: Any) -> Any:
        return function(*args, options=BattleOptions(output, seed, house, words), **more)

    place = click.option(
        "-o", "--output", metavar="BATTLE", callback=named, help="The new battle's file, which must not exist yet."
    )
    seed = click.option(
        "--seed",
        metavar="N",
        help="Seed of the dice, marked as chosen by hand. A short seed can be guessed from its seal. Without it, the operating "
        "system draws one.",
    )
    words = click.option("--words", is_flag=True, help="Ask each side for a word after the seal is shown; the dice depend on it.")
    house = click.option("--house", metavar="FILE", multiple=True, callback=named, help="A file of house rules; may be repeated.")
    return place(seed(words(house(beginning))))


def orders(function: Function, required: bool = True) -> Function:
    """Add the arguments and options of an order to a command. Unless ``required``, ORDER may be left out."""
    order = click.argument("procedure", metavar="ORDER" if required else "[ORDER]", shell_complete=orders_now, required=required)
    words = click.argument("words", metavar="[NAME=VALUE]...", nargs=-1, shell_complete=complete_inputs)
    inputs = click.option("--inputs", metavar="JSON|-", help="Inputs as a JSON object, or - to read it from stdin.")
    return battle(order(words(inputs(choose(as_json(function))))))

"""Options that several commands have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import click

Function: TypeAlias = Callable[..., Any]

as_json = click.option("--json", "as_json", is_flag=True, help="Write JSON (shapes: fleetbook/reports/shapes.py).")

side = click.option("--side", metavar="NAME", default="", help="Leave out what this side cannot know.")


def begins(function: Function) -> Function:
    """The options of a battle that begins."""
    output = click.option("-o", "--output", metavar="BATTLE", help="The new battle's file; it must not exist yet.")
    seed = click.option("--seed", metavar="N", help="Seed of the dice. Without it, the operating system draws one.")
    house = click.option("--house", metavar="FILE", multiple=True, help="House rules to lay over the tables; may be repeated.")
    return output(seed(house(function)))


def orders(function: Function) -> Function:
    """The arguments and options of an order in the making."""
    battle = click.argument("battle")
    procedure = click.argument("procedure")
    words = click.argument("words", metavar="[NAME=VALUE]...", nargs=-1)
    inputs = click.option("--inputs", metavar="JSON|-", help="Inputs as a JSON object, or - to read it from stdin.")
    choose = click.option(
        "--choose", metavar="WORD", multiple=True, help="A player's choice, in the order asked; may be repeated."
    )
    return battle(procedure(words(inputs(choose(as_json(function))))))

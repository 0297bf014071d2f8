"""fleetbook keys: list the keys of the app, and say how to change them."""

from __future__ import annotations

from typing import Any

import click

from fleetbook.cli.output import remark, say
from fleetbook.core.orders.order import Order
from fleetbook.referee.offers import referees_orders
from fleetbook.reports.text_layout import columns, printable
from fleetbook.store.catalogue import installed
from fleetbook.store.errors import shown_path
from fleetbook.store.library.preferences import preferences_file, read_preferences
from fleetbook.tui.battle.page import fixed_commands
from fleetbook.tui.battle.view import BATTLE, SCREEN
from fleetbook.tui.kit.keys import key_name


@click.command()
def command() -> None:
    """Show the keys of the battle screen, with your changes.

    To change keys, write a line for each command under [keys] in config.toml of the data folder, such as undo = "f2"; the first
    column names the commands. In the same file, theme = "contrast" changes the colours, signs = "plain" replaces unusual signs,
    and with dice = "typed" you type the dice that players throw.
    """
    own = read_preferences()
    looks = [f"{what} {word}" for what, word in (("theme", own.theme), ("signs", own.signs), ("dice", own.dice)) if word]
    say([f"{shown_path(preferences_file())}: {', '.join([*looks, *sorted(own.keys)]) or 'nothing is changed'}"])
    fixed = fixed_commands(own.keys)
    for group in (BATTLE, SCREEN):
        say(["", group, *columns([(f"  {c.id}", c.shown_key, c.title) for c in fixed if c.group == group])])
    usable, unusable = installed()
    for system in usable:
        orders = referees_orders(system)
        say(["", printable(f"Orders of {system.title}")])
        say(columns([(f"  {o.id}", key_name(own.keys.get(o.id, o.key)), printable(o.title), _steps(o)) for o in orders]))
    for problem in unusable:
        remark(str(problem))


def _steps(order: type[Order[Any]]) -> str:
    """A phrase that lists the phases of an order."""
    return f"in {', '.join(order.phases)}" if order.phases else "in every step"

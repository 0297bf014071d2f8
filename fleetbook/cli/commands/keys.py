"""fleetbook keys: every key of the app, and how to change it."""

from __future__ import annotations

import click

from fleetbook.cli.output import say
from fleetbook.reports.text_layout import columns, printable
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.store.errors import told
from fleetbook.store.library.preferences import Preferences, preferences_file, read_preferences
from fleetbook.tui.kit.commands import GROUPS, Command, all_commands, check_keys, known_commands


@click.command()
def command() -> None:
    """Show the keys of the battle screen, changed ones too.

    Keys and colours are changed in config.toml of the data folder: theme = "contrast", and under [keys] a line such as
    undo = "f2" for each command, by the word in the first column.
    """
    systems = [ruleset(name) for name in ruleset_ids()]
    orders = [system.orders for system in systems]
    liked = read_preferences(known_commands(orders))
    check_keys(liked.keys, orders)
    say([f"{told(preferences_file())}: {_changed(liked) or 'nothing is changed'}"])
    for group in GROUPS[1:]:
        say(
            ["", group, *columns([(f"  {c.id}", c.shown_key, c.title) for c in all_commands((), liked.keys) if c.group == group])]
        )
    for system in systems:
        commands = [c for c in all_commands(system.orders, liked.keys) if c.procedure]
        say(["", printable(f"Orders of {system.title}")])
        say(columns([(f"  {c.id}", c.shown_key, printable(c.title), _steps(c)) for c in commands]))


def _changed(liked: Preferences) -> str:
    return ", ".join([*([f"theme {liked.theme}"] if liked.theme else []), *sorted(liked.keys)])


def _steps(command: Command) -> str:
    """The steps of the turn in which an order has its key."""
    phases = command.procedure.phases if command.procedure else ()
    return f"in {', '.join(phases)}" if phases else "in every step"

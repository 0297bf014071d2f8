"""fleetbook rules: the rule systems, read from their declarations."""

from __future__ import annotations

from collections.abc import Iterator

import click

from fleetbook.cli.commands.options import as_json as json_option
from fleetbook.cli.drawing.rules import part_text, rules_text, systems_text
from fleetbook.cli.output import say, say_data
from fleetbook.reports.json_text import to_json
from fleetbook.reports.rules_told import only, rules, system
from fleetbook.reports.shapes_rules import Rules, System
from fleetbook.store.catalogue import ruleset, ruleset_ids


@click.command()
@click.argument("name", metavar="[SYSTEM]", required=False)
@click.argument("part", metavar="[TABLE|PROCEDURE]", required=False)
@json_option
def command(name: str | None, part: str | None, as_json: bool) -> None:
    """Show rule systems, and what is in them.

    Without SYSTEM: those at hand. With it: its tables, modifiers, readings and procedures. With an id of one of these: all of it.
    """
    if name is None:
        systems = tuple(system(ruleset(known)) for known in ruleset_ids())
        _write(systems, systems_text(systems), as_json)
    elif part is None:
        whole = rules(ruleset(name))
        _write(whole, rules_text(whole), as_json)
    else:
        one = only(rules(ruleset(name)), part)
        _write(one, part_text(one), as_json)


def _write(shape: Rules | tuple[System, ...], text: Iterator[str], as_json: bool) -> None:
    if as_json:
        say_data(to_json(shape) + b"\n")
    else:
        say(text)

"""fleetbook bundle: write a scenario with all its cards into one file."""

from __future__ import annotations

from pathlib import Path

import click

from fleetbook.cli.battles import reading
from fleetbook.cli.commands import options
from fleetbook.cli.completion import scenarios
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.output import remark
from fleetbook.store.library.build_setup import build_setup
from fleetbook.store.library.bundle import bundled, left_out, with_cards
from fleetbook.store.library.detect import is_battle
from fleetbook.store.library.paths import SCENARIO, find
from fleetbook.store.library.scenario import scenario_toml
from fleetbook.store.library.toml_file import readable


@click.command()
@click.argument("source", metavar="SCENARIO|BATTLE", callback=options.named, shell_complete=scenarios)
@options.output
def command(source: str, output: str | None) -> None:
    """Write a scenario and all its ships' cards into one file.

    The file needs no roster. From a battle, the command writes the scenario with which it began.
    """
    check_output(output)
    if is_battle(Path(source)):
        with reading(source) as file:
            scenario = with_cards(file.journal.setup)
            for title in left_out(file.journal.setup):
                remark(f"the house rules of {title} change more than readings: pass on their file too")
    else:
        scenario = bundled(find(SCENARIO, source))
    build_setup(scenario, "the bundle", Path())
    text = scenario_toml(scenario)
    readable(text, "the bundle")
    write_document(text, output)

"""fleetbook schema: write the JSON Schema of a document, for programs and editors."""

from __future__ import annotations

import click
import msgspec

from fleetbook.cli.commands import options
from fleetbook.cli.completion import systems
from fleetbook.cli.documents import check_output, write_document
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.schema import ROSTER, SUBJECTS, schema
from fleetbook.store.catalogue import ruleset_ids


@click.command()
@click.argument("subject", type=click.Choice(SUBJECTS))
@click.argument("system", required=False, default="", shell_complete=systems)
@options.output
def command(subject: str, system: str, output: str | None) -> None:
    """Write the JSON Schema of a document.

    Some documents are written by fleetbook: reports, status, order, odds and the tables of a report. Others are written by you:
    scenarios, campaigns, house rules and rosters. The schema of a roster needs its SYSTEM. An editor that knows TOML checks a
    file whose first line is #:schema PATH.
    """
    if (subject == ROSTER) != bool(system):
        rules = f"the rules of the roster: {', '.join(ruleset_ids())}"
        none = f"none for {subject}, whose keys are the same in all rules"
        raise InvalidInput("system", system, rules if subject == ROSTER else none)
    check_output(output)
    write_document(msgspec.json.format(msgspec.json.encode(schema(subject, system)), indent=2).decode() + "\n", output)

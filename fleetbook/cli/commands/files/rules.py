"""fleetbook rules: show rule systems, and what a file of house rules changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from fleetbook.cli.commands import options
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.drawing.differences import diff_text
from fleetbook.cli.drawing.rules import part_text, rules_text, systems_text
from fleetbook.cli.output import remark, say, say_data
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.document import Block
from fleetbook.reports.render.formats import DOCUMENTS, format_of, page_of
from fleetbook.reports.rules.declared import Rules, System, only, rules
from fleetbook.reports.rules.differences import RulesDiff, house_diff
from fleetbook.reports.rules.reference import reference_blocks
from fleetbook.reports.shape import to_json
from fleetbook.store.catalogue import installed, ruleset
from fleetbook.store.library.house import read_house


@click.command()
@click.argument("name", metavar="[SYSTEM]", required=False)
@click.argument("part", metavar="[TABLE|ORDER]", required=False)
@click.option("--diff", metavar="FILE", callback=options.named, help="Show the changes of a file of house rules.")
@click.option("--page", is_flag=True, help="A page to print for the table, with order of play, modifiers, tables and figures.")
@click.option("--house", metavar="FILE", callback=options.named, help="House rules for the page, which lists their changes.")
@click.option("--format", "form", type=click.Choice(DOCUMENTS), help="The page's format: by the file's suffix, otherwise html.")
@options.output
@options.as_json
def command(
    *,
    name: str | None,
    part: str | None,
    diff: str | None,
    page: bool,
    house: str | None,
    form: str | None,
    output: str | None,
    as_json: bool,
) -> None:
    """Show rule systems and their contents.

    Without SYSTEM the command lists the installed systems. With SYSTEM it lists the system's tables, modifiers, readings and
    orders. With the id of one of these too, it shows that one in full.
    """
    if page:
        if name is None or part or diff or as_json:
            raise click.UsageError("--page takes a SYSTEM, house rules, a format and a file, and nothing else")
        check_output(output)
        write_document(page_of(format_of(form, output, "html"), _page(name, house)), output)
    elif form or output or house:
        raise click.UsageError("--house, --format and -o belong to --page")
    elif diff is not None:
        if name is not None:
            raise click.UsageError("--diff takes no SYSTEM: the file of house rules names it")
        house_rules = read_house(Path(diff))
        changed = house_diff(ruleset(house_rules.ruleset), house_rules)
        _write(changed, diff_text(changed), as_json)
    else:
        _show(name, part, as_json)


def _show(name: str | None, part: str | None, as_json: bool) -> None:
    """Show a part of a rule system. Without ``part`` show the whole system; without ``name`` list the installed systems."""
    if name is None:
        usable, unusable = installed()
        systems = tuple(map(System.of, usable))
        _write(systems, systems_text(systems), as_json)
        for problem in unusable:
            remark(str(problem))
    elif part is None:
        whole = rules(ruleset(name))
        _write(whole, rules_text(whole), as_json)
    else:
        one = only(rules(ruleset(name)), part)
        _write(one, part_text(one), as_json)


def _page(name: str, house: str | None) -> tuple[Block, ...]:
    printed = ruleset(name)
    tables, changed = printed.tables, None
    if house is not None:
        house_rules = read_house(Path(house))
        if house_rules.ruleset != printed.id:
            raise InvalidInput("house", house_rules.ruleset, f"house rules for {printed.id}")
        tables, changed = printed.tables_under((house_rules,)), house_diff(printed, house_rules)
    return tuple(reference_blocks(rules(printed, tables), tables, tuple(printed.bands(tables)), changed))


def _write(shape: Rules | RulesDiff | tuple[System, ...], text: Iterator[str], as_json: bool) -> None:
    if as_json:
        say_data(to_json(shape) + b"\n")
    else:
        say(text)

"""fleetbook report: write the report of a battle."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import msgspec

from fleetbook.cli.battles import reading
from fleetbook.cli.commands import options
from fleetbook.cli.completion import parts_of_reports
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.finding import scenario_without_battle
from fleetbook.cli.progress import progress
from fleetbook.core.battle.setup import Setup
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.reports.render.formats import DOCUMENTS, SUFFIXES, Wanted, format_of, report_as_wanted
from fleetbook.reports.render.photo import read_photos
from fleetbook.reports.render.tables import FORMATS_WITH_TABLES, check_table_format, table_file
from fleetbook.reports.sections import SHORT, WHOLE
from fleetbook.reports.tables.kinds import TABLES
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.catalogue import SEASON, ruleset

ALL = "all"


@click.command()
@options.optional_battle
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS_WITH_TABLES),
    help="Without it the file's suffix decides: md for a file without one, txt on stdout.",
)
@click.option("--short", is_flag=True, help="One page: the result, the course of the battle, the losses.")
@click.option(
    "--briefing",
    is_flag=True,
    help="A handout for the first turn: story, set-up, forces. Of a scenario too. --side makes it for one side.",
)
@click.option(
    "--part",
    "parts",
    metavar="NAME[,NAME…]",
    multiple=True,
    shell_complete=parts_of_reports,
    help=f"Only these parts: {', '.join(WHOLE)}. A short report has {', '.join(SHORT)}.",
)
@click.option(
    "--table",
    type=click.Choice([*TABLES, ALL]),
    help="One table as csv, json or parquet, with a row for each of these. all: every table, each as a file in the folder -o.",
)
@click.option("--spreadsheet", is_flag=True, help="Write csv with semicolons and a byte-order mark, for most spreadsheets.")
@click.option(
    "--photo",
    "photos",
    metavar="FILE[@LINE][=CAPTION]",
    multiple=True,
    help="Embed a picture in html, at its line in the course of the battle; may be repeated.",
)
@click.option(
    "--odds-of-victory",
    "fight_on",
    metavar="N",
    type=click.IntRange(1, 10_000),
    help="Let doctrines fight the battle on N times from the end of each turn, to show when and how the odds of victory changed.",
)
@options.side
@options.output
def command(
    *,
    battle: str | None,
    form: str | None,
    short: bool,
    briefing: bool,
    parts: tuple[str, ...],
    table: str | None,
    spreadsheet: bool,
    photos: tuple[str, ...],
    fight_on: int | None,
    side: str,
    output: str | None,
) -> None:
    """Write the battle as a report.

    The report says who has won. It lists the damage, the luck, every line with its working, and the rules in force. html is a
    page to print, card a picture to share (svg), bbcode a forum post, csv a table of all orders and dice, json the whole battle
    as data. `fleetbook schema report` describes the json, and `fleetbook schema shots` or another table's name describes that
    table. parquet needs the extra: pip install "fleetbook[parquet]".
    """
    check_output(output, form or "")
    form = format_of(form, output, "csv" if table else "html" if photos else "md" if output else "txt")
    named = tuple(name.strip() for several in parts for name in several.split(","))
    wanted = Wanted(short, briefing, read_photos(photos), named)
    if fight_on is not None and (side or short or briefing or form not in DOCUMENTS):
        words = f"only a whole report for all sides has odds of victory, in one of the formats {', '.join(DOCUMENTS)}"
        raise InvalidInput("odds-of-victory", fight_on, "a whole report for all sides", words=words)
    if table is not None:
        names = _names(table, wanted, output)
        check_table_format(form, spreadsheet)
    elif spreadsheet:
        raise InvalidInput("spreadsheet", form, "--table", words="only a table is for a spreadsheet: name it with --table")
    elif briefing and (setup := scenario_without_battle(battle)):
        write_document(_of_scenario(form, setup, side, wanted), output)
        return
    gc.disable()  # a report makes little rubbish, and the search for it would go through the whole journal
    with reading(battle) as file:
        journal = read_by(file.journal, side)
        if table is not None:
            for name, target in _targets(names, table, form, output):
                write_document(table_file(form, name, journal, spreadsheet), target)
            return
        if fight_on is not None:
            wanted = _with_odds_of_victory(wanted, file, journal, fight_on)
        write_document(_report(form, file, journal, wanted, output), output)


def _with_odds_of_victory(wanted: Wanted, file: BattleFile, journal: Journal[Any], battles: int) -> Wanted:
    from fleetbook.balance.fought_on import fought_on  # noqa: PLC0415 (loaded on demand)

    with progress() as watch:
        return msgspec.structs.replace(wanted, odds_of_victory=tuple(fought_on(file.path, journal, battles, watch)))


def _report(form: str, file: BattleFile, journal: Journal[Any], wanted: Wanted, output: str | None) -> str:
    """The report of a battle or a campaign. The report of a campaign also reads the files of its battles in the same folder."""
    warning = file.damage or file.notice
    if journal.ruleset.id == SEASON.id:
        from fleetbook.reports.campaign.counted_files import counted_files  # noqa: PLC0415 (loaded on demand)
        from fleetbook.reports.campaign.page import campaign_report  # noqa: PLC0415 (loaded on demand)

        beside = file.path.resolve().parent
        files = counted_files(journal, beside, Path(output).resolve().parent if output else beside)
        return campaign_report(form, journal, wanted, files, warning)
    with progress() as watch:
        return report_as_wanted(form, journal, wanted, warning, watch)


def _of_scenario(form: str, setup: Setup, side: str, wanted: Wanted) -> str:
    """The briefing of a scenario. No dice are sealed: the seed is empty."""
    return report_as_wanted(form, read_by(Journal(ruleset(setup.ruleset), setup, ""), side), wanted)


def _targets(names: tuple[str, ...], table: str, form: str, output: str | None) -> Iterator[tuple[str, str | None]]:
    """Each table with the file to write. For all tables their folder is made."""
    if table == ALL:
        Path(str(output)).mkdir(parents=True, exist_ok=True)
    for name in names:
        yield name, str(Path(str(output), f"{name}.{form}")) if table == ALL else output


def _names(table: str, wanted: Wanted, output: str | None) -> tuple[str, ...]:
    """The tables to write. Raises InvalidInput for options that tables do not have, and if there is no folder for all tables."""
    if wanted.is_document or wanted.photos:
        words = "a table is always whole: leave out --short, --briefing, --part and --photo"
        raise InvalidInput("table", table, "nothing beside it", words=words)
    if table != ALL:
        return (table,)
    if output is None or Path(output).suffix in SUFFIXES:
        raise InvalidInput("output", output or "", "a folder for all tables, such as -o tables")
    return tuple(TABLES)

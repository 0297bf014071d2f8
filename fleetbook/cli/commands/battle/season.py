"""fleetbook season: summarise many battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from fleetbook.cli.battles import battle_path
from fleetbook.cli.commands import options
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.output import remark
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.reports.render.formats import DOCUMENTS, format_of, page_of
from fleetbook.reports.render.tables import TABLE_FORMATS, check_table_format, rows_file
from fleetbook.reports.season.section import season_blocks
from fleetbook.reports.season.summary import Finished, SeasonRow, finished_battle, season, season_rows
from fleetbook.reports.shape import to_json
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.file_moves import ARCHIVE
from fleetbook.store.battle.summary import summarize
from fleetbook.store.campaign.together import counted_battles
from fleetbook.store.catalogue import SEASON
from fleetbook.store.errors import shown_path
from fleetbook.store.library.paths import SUFFIX, battles


@click.command()
@click.argument("names", metavar="[BATTLE]...", nargs=-1, callback=options.named, type=click.Path())
@click.option("--title", metavar="WORDS", default="Season", show_default=True, help="The title.")
@click.option(
    "--format",
    "form",
    type=click.Choice((*DOCUMENTS, *TABLE_FORMATS)),
    help="Without it the file's suffix decides, otherwise txt.",
)
@click.option("--spreadsheet", is_flag=True, help="Write csv with semicolons and a byte-order mark, for most spreadsheets.")
@options.output
def command(*, names: tuple[str, ...], title: str, form: str | None, spreadsheet: bool, output: str | None) -> None:
    """Summarise many battles.

    The summary holds the results, the players with their luck and their opponents, the results of each scenario, and the ships
    lost. A campaign stands for the battles that it has counted. Without BATTLE it takes all finished battles in your data folder
    and its archive. A battle counts for its players if the order that ended it names them by side: players="SIDE: NAME, NAME;
    SIDE: NAME". Battles that were broken off in their first step are counted separately. csv and parquet have a row for each
    side of each battle. `fleetbook schema season` describes the json.
    """
    check_output(output, form or "")
    wanted = format_of(form, output, "csv" if spreadsheet else "txt")
    if spreadsheet:
        check_table_format(wanted, spreadsheet)
    whole = season(title, _each_once(_named(names) if names else _own()))
    if not whole.battles:
        raise InvalidInput("battle", "none that has ended", "one or more", words="no finished battle found")
    if wanted == "json":
        write_document(to_json(whole).decode() + "\n", output)
    elif wanted in TABLE_FORMATS:
        write_document(rows_file(wanted, "season", SeasonRow, season_rows(whole), spreadsheet), output)
    else:
        write_document(page_of(wanted, season_blocks(whole), "Battles together"), output)


def _each_once(finished: Iterable[tuple[str, Finished]]) -> Iterator[Finished]:
    """The battles without duplicates. Two files hold the same battle if the last links of their hash chains are equal."""
    seen: dict[str, str] = {}
    for link, one in finished:
        if link in seen:
            remark(f"{one.battle.file} is the same battle as {seen[link]}: left out")
        else:
            seen[link] = one.battle.file
            yield one


def _named(names: tuple[str, ...]) -> Iterator[tuple[str, Finished]]:
    """The named battles that have ended. Each comes with the last link of its hash chain. Raises InvalidInput for a battle that
    cannot be used.
    """
    for path in (path for name in names for path in _opened(Path(battle_path(name)))):
        one = _finished(path)
        if one is None:
            remark(f"{path} has not ended: left out")
        else:
            yield one


def _opened(path: Path) -> Iterator[Path]:
    """The battle itself, or for a campaign the battles that it has counted. A remark names each whose file is not beside it."""
    if summarize(path).ruleset != SEASON.id:
        yield path
        return
    with BattleFile.open(path, read_only=True) as campaign:
        files = [order.file for order in counted_battles(campaign.journal)]
    for file in (path.resolve().parent / Path(name).name for name in files):
        if file.is_file():
            yield file
        else:
            remark(f"{file.name} is not in the campaign's folder: left out")


def _own() -> Iterator[tuple[str, Finished]]:
    """The battles in the user's folder and its archive that have ended. Each comes with the last link of its hash chain.

    A remark names each file that cannot be read.
    """
    for path in (*battles(), *battles(ARCHIVE)):
        try:
            one = _finished(path)
        except (FleetbookError, OSError) as error:
            remark(f"{error}: left out")
            continue
        if one is not None:
            yield one


def _finished(path: Path) -> tuple[str, Finished] | None:
    """The last link of a battle's hash chain, and its summary. None if the battle has not ended."""
    seen = summarize(path)
    if not seen.ended:
        return None
    with BattleFile.open(path, read_only=True) as file:
        if file.damage:
            raise InvalidInput(shown_path(path), f"a damaged battle ({file.damage})", "a whole one")
        return file.last_link, finished_battle(file.journal, path.name.removesuffix(SUFFIX), seen.written[:10])

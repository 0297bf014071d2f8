"""fleetbook season: many battles told together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from fleetbook.cli.battles import found
from fleetbook.cli.commands.options import named
from fleetbook.cli.commands.options import output as output_option
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.output import remark
from fleetbook.core.errors import FleetbookError, InvalidInput
from fleetbook.reports.render.formats import FORMATS, format_of, page_of
from fleetbook.reports.render.tables import rows_csv
from fleetbook.reports.season import Finished, Season, SeasonRow, finished_battle, season, season_blocks, season_rows
from fleetbook.reports.shape import to_json
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.file_moves import ARCHIVE
from fleetbook.store.battle.summary import summarize
from fleetbook.store.errors import shown_path
from fleetbook.store.library.paths import SUFFIX, battles


@click.command()
@click.argument("names", metavar="[BATTLE]...", nargs=-1, callback=named, type=click.Path())
@click.option("--title", metavar="WORDS", default="Season", show_default=True, help="At its head.")
@click.option("--format", "form", type=click.Choice(list(FORMATS)), help="Without it: as the file's suffix says, otherwise txt.")
@click.option("--spreadsheet", is_flag=True, help="Of csv: with semicolons and a byte-order mark, as most spreadsheets like.")
@output_option
def command(*, names: tuple[str, ...], title: str, form: str | None, spreadsheet: bool, output: str | None) -> None:
    """Tell many battles together.

    It has their results, the players, how each scenario comes out, ships lost and by whom. Without BATTLE it takes all that
    have ended in your data folder, archived ones too; one that goes on is left out. A player's battles are counted where the
    end of a battle names the players side by side: players="SIDE: NAME, NAME; SIDE: NAME". csv has a row for each side of
    each battle. The shape of json: fleetbook schema season.
    """
    check_output(output)
    wanted = format_of(form, output, "csv" if spreadsheet else "txt")
    if spreadsheet and wanted != "csv":
        raise InvalidInput("format", wanted, "csv: no other is for a spreadsheet")
    told_together = season(title, _each_once(_named(names) if names else _kept()))
    if not told_together.battles:
        raise InvalidInput("battle", "none that has ended", "one or more")
    write_document(_written(wanted, told_together, spreadsheet), output)


def _written(form: str, whole: Season, spreadsheet: bool) -> str:
    if form == "json":
        return to_json(whole).decode() + "\n"
    if form == "csv":
        return rows_csv(SeasonRow, season_rows(whole), spreadsheet)
    return page_of(form, season_blocks(whole), "Battles together")


def _each_once(battles_told: Iterable[tuple[str, Finished]]) -> Iterator[Finished]:
    """Battles without copies of those before, which the last link of their lines gives away."""
    seen: dict[str, str] = {}
    for link, one in battles_told:
        if link in seen:
            remark(f"{one.battle.file} is the same battle as {seen[link]}: left out")
        else:
            seen[link] = one.battle.file
            yield one


def _named(names: tuple[str, ...]) -> Iterator[tuple[str, Finished]]:
    """Those that are named, with the last link of their lines. Raises InvalidInput for one that cannot be used."""
    for path in (Path(found(name)) for name in names):
        one = _told(path)
        if one is None:
            remark(f"{path} has not ended: left out")
        else:
            yield one


def _kept() -> Iterator[tuple[str, Finished]]:
    """Those of the user's folder; what cannot be read is said."""
    for path in (*battles(), *battles(ARCHIVE)):
        try:
            one = _told(path)
        except (FleetbookError, OSError) as error:
            remark(f"{error}: left out")
            continue
        if one is not None:
            yield one


def _told(path: Path) -> tuple[str, Finished] | None:
    """A battle; None while it goes on."""
    seen = summarize(path)
    if not seen.ended:
        return None
    with BattleFile.open(path, read_only=True) as file:
        if file.damage:
            raise InvalidInput(shown_path(path), f"a damaged battle ({file.damage})", "a whole one")
        return file.last_link, finished_battle(file.journal, path.name.removesuffix(SUFFIX), seen.written[:10])

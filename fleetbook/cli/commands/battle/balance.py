"""fleetbook balance: let doctrines fight a scenario many times."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import click

from fleetbook.balance.kept_rows import KeptRows
from fleetbook.balance.runs import Plan, balance_of, fought, plan_of, rows
from fleetbook.cli.commands import options
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.output import remark
from fleetbook.cli.progress import progress
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import counted, decimal_number
from fleetbook.reports.balance.rows import BattleRow, FoughtRow
from fleetbook.reports.balance.section import balance_blocks
from fleetbook.reports.render.formats import DOCUMENTS, format_of, page_of
from fleetbook.reports.render.tables import TABLE_FORMATS, rows_file
from fleetbook.reports.shape import to_json
from fleetbook.store.battle.create import write_battle
from fleetbook.store.library.paths import SUFFIX

MOST_BATTLES = 100_000


@click.command()
@click.argument("scenario", callback=options.named)
@click.option(
    "--doctrine",
    "doctrines",
    metavar="SIDE=NAME,...",
    multiple=True,
    help="A side's doctrines; may be repeated. Without it a side takes each doctrine of its rules.",
)
@click.option(
    "--battles",
    metavar="N",
    type=click.IntRange(1, MOST_BATTLES),
    default=20,
    show_default=True,
    help="How many battles each pair of doctrines fights.",
)
@click.option("--seed", metavar="TEXT", default="1", show_default=True, help="The same seed gives the same table.")
@click.option("--jobs", metavar="N", type=click.IntRange(1, 1024), help="Processes. Without it one for each core, with joblib.")
@click.option(
    "--what",
    "changes",
    metavar="FIGURE=VALUE",
    multiple=True,
    help="Change a figure of the plane, such as 'aim error=8'; may be repeated.",
)
@click.option(
    "--cluster", metavar="ADDRESS", default="", help="The scheduler of a Dask cluster, whose workers fight the battles."
)
@click.option(
    "--resume",
    metavar="FILE",
    callback=options.named,
    help="Keep each battle's row in FILE. Battles whose rows it has are not fought again.",
)
@click.option(
    "--keep", metavar="FOLDER", callback=options.named, help="Write the first battle of each pair as a battle file into FOLDER."
)
@click.option(
    "--format",
    "form",
    type=click.Choice((*DOCUMENTS, *TABLE_FORMATS)),
    help="Without it the file's suffix decides, otherwise txt.",
)
@options.output
def command(  # noqa: PLR0917
    scenario: str, doctrines: tuple[str, ...], battles: int, seed: str, jobs: int | None, changes: tuple[str, ...], cluster: str,
    resume: str | None, keep: str | None, form: str | None, output: str | None,
) -> None:  # fmt: skip
    """Let doctrines fight a scenario many times.

    The table says who wins how often. It begins with the span over the doctrines of each side. Then it has each pair of doctrines
    with its interval and what ended its battles, doctrines compared on the same dice, and what became of each ship. The scenario
    needs a [table]. Ctrl-C stops the work and writes the table of what was fought. csv and parquet have a row for each battle.
    """
    check_output(output, form or "")
    wanted = format_of(form, output, "txt")
    if wanted not in (*DOCUMENTS, *TABLE_FORMATS):
        raise InvalidInput("format", wanted, f"one of {', '.join((*DOCUMENTS, *TABLE_FORMATS))}")
    plan = plan_of(scenario, _by_side(doctrines), battles, seed, _changed(changes))
    kept = KeptRows(Path(resume), plan) if resume is not None else None
    found = _fought(plan, jobs, cluster, kept)
    if keep is not None:
        _keep(plan, Path(keep))
    balance = balance_of(plan, found)
    if wanted == "json":
        write_document(to_json(balance).decode() + "\n", output)
    elif wanted in TABLE_FORMATS:
        in_order = sorted((row.battle for row in found), key=lambda battle: (battle.doctrines, battle.number))
        write_document(rows_file(wanted, "battles", BattleRow, in_order, spreadsheet=False), output)
    else:
        write_document(page_of(wanted, balance_blocks(balance), "Simulated battles"), output)


def _by_side(doctrines: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The named doctrines by side."""
    found: dict[str, tuple[str, ...]] = {}
    for text in doctrines:
        side, named, names = text.partition("=")
        if not named or not names.strip():
            raise InvalidInput("doctrine", text, "SIDE=NAME, or SIDE=NAME,NAME")
        found[side.strip()] = tuple(name.strip() for name in names.split(","))
    return found


def _changed(changes: Iterable[str]) -> dict[str, float]:
    """The changed figures of the plane, by name."""
    found: dict[str, float] = {}
    for text in changes:
        name, _, value = text.rpartition("=")
        number = decimal_number(value)
        if not name.strip() or number is None or number < 0:
            raise InvalidInput("what", text, "FIGURE=VALUE, such as 'aim error=8', with a number of 0 or more")
        found[name.strip()] = number
    return found


def _fought(plan: Plan, jobs: int | None, cluster: str, kept: KeptRows | None) -> list[FoughtRow]:
    """The rows of all battles, or of those that were fought when Ctrl-C was pressed. Rows in a file come first."""
    found = list(kept.found if kept else ())
    done, wanted = {(row.pair, row.battle.number) for row in found}, len(plan.pairs) * plan.battles
    with progress() as show:
        try:
            for row in rows(plan, jobs or _processes(), cluster, done):
                found.append(row)
                if kept:
                    kept.add(row)
                show("battles", len(found), wanted)
        except KeyboardInterrupt:
            if not found:
                raise
            show("", 0, 0)
            remark(f"stopped: {counted(len(found), 'battle')} of {wanted}")
    return found


def _processes() -> int:
    """As many processes as cores, if joblib is there to start them."""
    try:
        import joblib  # noqa: F401, PLC0415 (only with the extra "balance")
    except ImportError:
        return 1
    return os.cpu_count() or 1


def _keep(plan: Plan, folder: Path) -> None:
    """Write the first battle of each pair. It is fought again from its seed."""
    folder.mkdir(parents=True, exist_ok=True)
    for pair in plan.pairs:
        path = folder / f"{plan.ground.path.stem} {' against '.join(pair)}{SUFFIX}"
        write_battle(path, fought(plan, pair, 1).journal)
        remark(f"wrote {path}")

"""fleetbook balance: let doctrines fight a scenario many times."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from fleetbook.balance.kept_rows import KeptRows
from fleetbook.balance.moment import ground_at
from fleetbook.balance.runs import Plan, balance_of, few_pairs, fought, plan_of, plan_on, rows, rows_of, what_changes
from fleetbook.balance.what import names_to_change
from fleetbook.cli.commands import options
from fleetbook.cli.documents import check_output, write_document
from fleetbook.cli.output import remark
from fleetbook.cli.progress import progress
from fleetbook.core.doctrines.finding import models_of
from fleetbook.core.errors import InvalidInput
from fleetbook.core.parsing import counted, decimal_number
from fleetbook.reports.balance.conditions import Change
from fleetbook.reports.balance.rows import BattleRow, FoughtRow
from fleetbook.reports.balance.section import balance_blocks
from fleetbook.reports.render.formats import DOCUMENTS, format_of, page_of
from fleetbook.reports.render.tables import TABLE_FORMATS, rows_file
from fleetbook.reports.shape import to_json
from fleetbook.store.battle.create import write_battle
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.detect import is_battle
from fleetbook.store.library.paths import SUFFIX, find
from fleetbook.store.library.scenario import read_scenario

MOST_BATTLES = 100_000


@click.command()
@click.argument("scenario", callback=options.named)
@click.option(
    "--doctrine",
    "doctrines",
    metavar="SIDE=NAME,...",
    multiple=True,
    help="A side's doctrines; may be repeated. A side that is left out takes each doctrine of its rules.",
)
@click.option(
    "--all-pairs",
    is_flag=True,
    help="Every pair of doctrines. Without it each doctrine fights once for each side.",
)
@click.option(
    "--battles",
    metavar="N",
    type=click.IntRange(1, MOST_BATTLES),
    default=20,
    show_default=True,
    help="How many battles each pair of doctrines fights.",
)
@click.option(
    "--at", metavar="LINE", type=click.IntRange(0), help="For a battle: fight on after this line, otherwise after the last line."
)
@click.option(
    "--table", metavar="SCENARIO", default="", help="For a battle: its scenario, otherwise the scenario with the battle's title."
)
@click.option("--seed", metavar="TEXT", default="1", show_default=True, help="The same seed gives the same table.")
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(1, 1024),
    help="The number of processes; otherwise one for each core, if joblib is installed.",
)
@click.option(
    "--what",
    "changes",
    metavar="NAME=VALUE",
    multiple=True,
    help="Try a change: a ship or squadron away (Blücher=absent), a condition (light=day), a figure of victory (turns=20), a key "
    "of a squadron or card ('Beiyang line crew=standard'), or a figure of the plane ('aim error=8').",
)
@click.option(
    "--changes",
    "tried",
    metavar="N",
    type=click.IntRange(0, MOST_BATTLES),
    help="How many battles of each pair test single changes of the victory conditions; 0 for none, otherwise all.",
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
    scenario: str, doctrines: tuple[str, ...], all_pairs: bool, battles: int, at: int | None, table: str, seed: str,
    jobs: int | None, changes: tuple[str, ...], tried: int | None, cluster: str, resume: str | None, keep: str | None,
    form: str | None, output: str | None,
) -> None:  # fmt: skip
    """Let doctrines fight a scenario or a battle many times.

    The page says how often each side wins, how much the doctrines matter, and which change would make the sides more even. Tables
    follow: the pairs of doctrines, changes tried on the same dice, the boxes left turn by turn, the fates of the ships. A
    scenario needs a [table]. In a battle, the models are placed by the ranges measured last. Ctrl-C stops the work and writes the
    page for the battles fought so far. csv and parquet have a row for each battle.
    """
    check_output(output, form or "")
    wanted = format_of(form, output, "txt")
    if wanted not in (*DOCUMENTS, *TABLE_FORMATS):
        raise InvalidInput("format", wanted, f"one of {', '.join((*DOCUMENTS, *TABLE_FORMATS))}")
    plan = _plan(scenario, at, table, changes, (_by_side(doctrines), battles, seed))
    plan = plan if doctrines or all_pairs else _few(plan)
    kept = KeptRows(Path(resume), plan) if resume is not None else None
    found, stopped = _fought(plan, jobs, cluster, kept)
    if keep is not None:
        folder = Path(keep)
        folder.mkdir(parents=True, exist_ok=True)
        for pair in plan.pairs:
            path = folder / f"{plan.ground.path.stem} {' against '.join(pair)}{SUFFIX}"
            write_battle(path, fought(plan, pair, 1).journal)
            remark(f"wrote {path}")
    most = 0 if stopped or wanted in TABLE_FORMATS else battles if tried is None else tried
    balance = balance_of(plan, found, _what_changes(replace(plan, battles=min(most, battles)), found, jobs, cluster))
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


def _plan(
    scenario: str, at: int | None, table: str, changes: tuple[str, ...], wanted: tuple[dict[str, tuple[str, ...]], int, str]
) -> Plan:
    """The plan to fight a scenario, or to fight on from a line of a battle."""
    if is_battle(Path(scenario)):
        ground = ground_at(Path(scenario), at, table)
        figures, what = _changed(changes, ground.path)
        for name in what:
            raise InvalidInput("what", name, "a figure of the plane: a battle that has begun keeps its ships and conditions")
        return plan_on(ground, *wanted, figures)
    if at is not None or table:
        raise InvalidInput("at" if at is not None else "table", scenario, "a battle file, to fight on from a line")
    return plan_of(scenario, *wanted, *_changed(changes, scenario))


def _few(plan: Plan) -> Plan:
    """The plan with only a few of its pairs of doctrines. If pairs are left out, a remark says how many of them are fought."""
    few = few_pairs(plan)
    if len(few) < len(plan.pairs):
        remark(f"{len(few)} of {len(plan.pairs)} pairs of doctrines; --all-pairs fights all")
    return replace(plan, pairs=few)


def _changed(changes: Iterable[str], scenario: str | Path) -> tuple[dict[str, float], dict[str, str]]:
    """The values of the changed figures of the plane, and of the changed conditions of the scenario, by name. Raises InvalidInput
    for any other name.
    """
    figures, what = dict[str, float](), dict[str, str]()
    split = [[part.strip() for part in text.rpartition("=")] for text in changes]
    for text, (name, _, value) in zip(changes, split, strict=True):
        if not name or not value:
            raise InvalidInput("what", text, "NAME=VALUE, such as 'aim error=8' or 'light=day'")
    if split:
        found = read_scenario(find("scenario", scenario))
        plane = models_of(ruleset(found.ruleset)).figures().figure
        known = names_to_change(found)
        for name, _, value in split:
            if name in plane:
                number = decimal_number(value)
                if number is None or number < 0:
                    raise InvalidInput(f"what: {name}", value, "a number of 0 or more")
                figures[name] = number
            elif name in known:
                what[name] = value
            else:
                raise InvalidInput.word("what", name, [*plane, *known])
    return figures, what


def _fought(plan: Plan, jobs: int | None, cluster: str, kept: KeptRows | None) -> tuple[list[FoughtRow], bool]:
    """The rows of the battles fought, and whether Ctrl-C stopped the work early. Rows that ``kept`` read from its
    file come first, and their battles are not fought again.
    """
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
            return found, True
    return found, False


def _what_changes(plan: Plan, found: Iterable[FoughtRow], jobs: int | None, cluster: str) -> tuple[Change, ...]:
    """The effects of single changes to the victory conditions. Empty if the user stops the work with Ctrl-C."""
    with progress() as show:
        try:
            return what_changes(plan, rows_of(plan, found), jobs or _processes(), cluster, show)
        except KeyboardInterrupt:
            show("", 0, 0)
            remark("stopped: the page does not show the effect of changed victory conditions")
            return ()


def _processes() -> int:
    """The number of processes to start: one for each core if joblib is installed, otherwise one."""
    try:
        import joblib  # noqa: F401, PLC0415 (only with the extra "balance")
    except ImportError:
        return 1
    return os.cpu_count() or 1

"""Writes docs/balance.md from the figures in docs/balance/, and fights battles for a scenario's figures.

    python -m tests.balance.page                                   the page from the figures that there are
    python -m tests.balance.page [--battles N] [--changes N] [--jobs N] [--rows FOLDER] SCENARIO...

With scenarios, their battles are fought and their figures renewed; all others stay. --rows keeps the rows of battles in a folder.
So work that was stopped goes on, and a later run with more battles fights the new ones alone.
"""

from __future__ import annotations

import json
import re
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path

import msgspec

from fleetbook.balance.kept_rows import KeptRows
from fleetbook.balance.runs import Plan, balance_of, plan_of, rows, rows_of, what_changes
from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.parsing import counted, listed
from fleetbook.reports.balance.conditions import even_start
from fleetbook.reports.balance.section import balance_blocks
from fleetbook.reports.balance.summary import Balance
from fleetbook.reports.render.formats import page_of
from fleetbook.reports.shape import to_json
from fleetbook.store.catalogue import ruleset

PAGE = Path(__file__).parents[2] / "docs" / "balance.md"
FIGURES = PAGE.with_suffix("")
SEED, BATTLES = "1", 300
SURE = 0.75  # of the battles of each pair: a side that wins as many by every pair wins whatever the doctrine
WANTED: dict[str, tuple[str, str]] = {
    "convoy": ("Royal Navy=torpedo-run,close-in,break-off", "Kriegsmarine=cover,close-in"),
    "ijmuiden": ("Royal Navy=close-in,hold-range,break-off", "Kriegsmarine=run-home,close-in"),
    "barfleur": ("Royal Navy=torpedo-run,break-off,close-in", "Kriegsmarine=cover,hold-range"),
    "blackett-strait": ("United States=torpedo-run,close-in,hold-range", "Japan=run-home,hold-range"),
    "lyme-bay": ("Kriegsmarine=torpedo-run,break-off,close-in", "Convoy T 4=cover,close-in"),
    "strait": ("Kriegsmarine=torpedo-run,hold-range,close-in", "Royal Navy=cover,close-in"),
    "yalu": ("Japan=line-of-battle,hold-range,close-and-ram", "China=line-of-battle,close-and-ram"),
    "chemulpo": ("Japan=hold-range,close-and-ram,torpedo-attack", "Russia=run-home,hold-range"),
    "manila-bay": ("United States=line-of-battle,hold-range,close-and-ram", "Spain=hold-range,close-and-ram"),
    "port-arthur": ("Japan=line-of-battle,hold-range,break-off", "Russia=hold-range,close-and-ram"),
    "santiago": ("United States=line-of-battle,hold-range,close-and-ram", "Spain=run-home,hold-range"),
    "tsushima": ("Japan=line-of-battle,hold-range,torpedo-attack", "Russia=run-home,line-of-battle"),
    "ulsan": ("Japan=line-of-battle,hold-range,close-and-ram", "Russia=run-home,hold-range"),
    "yellow-sea": ("Japan=line-of-battle,hold-range,torpedo-attack", "Russia=run-home,line-of-battle"),
}
"""The doctrines of both sides by scenario, six pairs each."""
HEAD = """# The balance of the shipped scenarios

Doctrines fought these battles alone, by the same rules as players, on a plane in place of the table. No such page says how
players would fare. It says how much hangs on the doctrine, and which ships seldom come home. Each table says how many battles it
rests on, and each share how far it can be trusted.
`python -m tests.balance.page` made this page from the figures in [balance/](balance); the same seed gives the same numbers
anywhere. The figures of the plane stand in `rules/coastal/doctrines` and `rules/aanda/doctrines` with their reasons.
"""
LEFT_OUT = re.compile(r"^### (?:The doctrines|The table|Boxes left, turn by turn)\n.*?(?=^### |\Z)", re.M | re.S)
DECODER = msgspec.json.Decoder(Balance)


def plan(scenario: str, battles: int) -> Plan:
    """The battles for a scenario's table."""
    wanted = {side: names.split(",") for side, _, names in (by.partition("=") for by in WANTED[scenario])}
    return plan_of(scenario, wanted, battles, SEED, {})


def renew(scenario: str, battles: int, changes: int, jobs: int, folder: Path | None) -> None:
    """Fight the battles of a scenario, or those that are missing, and keep the figures."""
    work = plan(scenario, battles)
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    kept = KeptRows(folder / f"{scenario}.rows", work) if folder else None
    found = list(kept.found) if kept else []
    for row in rows(work, jobs, done={(row.pair, row.battle.number) for row in found}):
        found.append(row)
        if kept:
            kept.add(row)
    few = plan(scenario, min(changes, battles)) if changes else None
    start = even_start(rows_of(work, found), work.ground.setup.victory)
    tried = what_changes(few, rows_of(few, found), jobs) if few else (start,) if start else ()
    balance = balance_of(work, found, tried)
    FIGURES.mkdir(exist_ok=True)
    pretty = json.dumps(json.loads(to_json(balance)), indent=1, ensure_ascii=False)
    (FIGURES / f"{scenario}.json").write_text(f"{pretty}\n", encoding="utf-8")


def figures() -> dict[str, Balance]:
    """The figures of each scenario that has some."""
    paths = ((scenario, FIGURES / f"{scenario}.json") for scenario in WANTED)
    return {scenario: DECODER.decode(path.read_bytes()) for scenario, path in paths if path.is_file()}


def section(scenario: str, balance: Balance) -> str:
    """The table of a scenario under the command that makes it, without the doctrines, the chart and the plane."""
    first, second = WANTED[scenario]
    command = f'    fleetbook balance {scenario} --doctrine "{first}" --doctrine "{second}" --battles {balance.pairs[0].battles}'
    text = re.sub(r"^#", "##", page_of("md", balance_blocks(balance), "Simulated battles"), flags=re.M)
    title, _, rest = text.partition("\n")
    return f"{title}\n\n{command}\n{LEFT_OUT.sub('', rest).rstrip()}\n"


def decided(found: dict[str, Balance]) -> dict[str, str]:
    """The scenarios that one side wins by every pair of doctrines, with that side."""
    return {scenario: span.side for scenario, balance in found.items() for span in balance.span if span.lowest >= SURE}


def overview(found: dict[str, Balance]) -> str:
    """Which scenarios one side wins whatever the doctrine, and how many battles each table has."""
    one_sided = [f"{found[scenario].title} ({side})" for scenario, side in decided(found).items()]
    words = listed(one_sided) if one_sided else "none"
    lines = (f"| {one.title} | {len(one.pairs)} | {one.pairs[0].battles} | {one.fought} |" for one in found.values())
    head = "| Scenario | Pairs of doctrines | Battles of each | Battles in all |\n| --- | ---: | ---: | ---: |"
    share = f"{100 * SURE:.0f} %"
    return (
        f"One side wins at least {share} of the battles by every pair of doctrines that was tried: {words}.\n\n{head}\n"
        + "\n".join(lines)
        + "\n"
    )


def page(found: dict[str, Balance]) -> str:
    """The whole page."""
    parts = [HEAD, overview(found)]
    for system in dict.fromkeys(one.ruleset for one in found.values()):
        rules = ruleset(system)
        about = "".join(f"- **{name}**: {one.about()}\n" for name, one in doctrines_of(rules).items())
        parts.append(f"Doctrines of {rules.title}:\n\n{about}")
    return "\n".join((*parts, *(section(scenario, balance) for scenario, balance in found.items())))


def main(words: Iterable[str] | None = None) -> None:
    """Renew the figures of scenarios, and write the page."""
    parser = ArgumentParser(description="Write docs/balance.md.")
    parser.add_argument("--battles", type=int, default=BATTLES, help="of each pair")
    parser.add_argument("--changes", type=int, default=0, help="battles of each pair that say what one change would do")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--rows", type=Path)
    parser.add_argument("scenario", nargs="*")
    given = parser.parse_args(None if words is None else [*words])
    for scenario in given.scenario:
        renew(scenario, given.battles, given.changes, given.jobs, given.rows)
        write()
        print(scenario, counted(given.battles, "battle"), "of each pair", flush=True)  # noqa: T201
    write()


def write() -> None:
    """Write the page from the figures."""
    PAGE.write_text(page(figures()), encoding="utf-8")


if __name__ == "__main__":
    main()

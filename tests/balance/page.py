"""Writes docs/balance.md: the balance of the coastal scenarios, each table by the command above it. It takes ten minutes.

    python -m tests.balance.page [SCENARIO]...

With scenarios, only their tables are made anew. Without, all are.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.store.catalogue import ruleset
from tests.cli.shell import fleetbook

PAGE = Path(__file__).parents[2] / "docs" / "balance.md"
COMMANDS: dict[str, tuple[str, ...]] = {
    "convoy": ("Royal Navy=torpedo-run,close-in", "Kriegsmarine=cover,close-in", "8"),
    "ijmuiden": ("Royal Navy=close-in,hold-range", "Kriegsmarine=run-home,close-in", "8"),
    "barfleur": ("Royal Navy=torpedo-run,break-off", "Kriegsmarine=cover,hold-range", "8"),
    "blackett-strait": ("United States=torpedo-run,close-in", "Japan=run-home,hold-range", "8"),
    "lyme-bay": ("Kriegsmarine=torpedo-run,break-off", "Convoy T 4=cover,close-in", "6"),
    "strait": ("Kriegsmarine=torpedo-run", "Royal Navy=cover,close-in", "6"),
}
"""The doctrines of both sides, and the battles of each pair, by scenario."""
HEAD = """# The balance of the coastal scenarios

Doctrines fought these battles alone, by the same rules as players, on a plane in place of the table. No such page says how
players would fare. It says how much hangs on the doctrine, and which ships seldom come home.
`python -m tests.balance.page` made this page; the same seed gives the same numbers anywhere. The figures of the plane, which
each table prints at its end, stand in `rules/coastal/doctrines` with their reasons.
"""
REST = re.compile(r"^### The (doctrines|plane)\n.*", re.M | re.S)
SECTION = re.compile(r"^## Balance of .*?(?=^## Balance of |\Z)", re.M | re.S)


def section(scenario: str) -> str:
    """The table of a scenario under the command that makes it, without the doctrines and the figures of the plane."""
    first, second, battles = COMMANDS[scenario]
    ran = fleetbook("balance", scenario, "--doctrine", first, "--doctrine", second, "--battles", battles, "--format", "md")
    assert ran.code == 0, ran.err
    title, _, rest = re.sub(r"^#", "##", ran.out, flags=re.M).partition("\n")
    command = f'    fleetbook balance {scenario} --doctrine "{first}" --doctrine "{second}" --battles {battles}'
    return f"{title}\n\n{command}\n{REST.sub('', rest).rstrip()}\n"


def main(wanted: list[str]) -> None:
    """Make the page anew, or the sections of some scenarios."""
    found = SECTION.findall(PAGE.read_text(encoding="utf-8")) if PAGE.exists() else []
    made = {scenario: text for text in found for scenario in COMMANDS if f"fleetbook balance {scenario} " in text}
    write(made)
    for scenario in wanted or COMMANDS:
        made[scenario] = section(scenario)
        write(made)
        print(scenario, flush=True)  # noqa: T201


def write(made: dict[str, str]) -> None:
    """Write the page with these sections."""
    doctrines = "".join(f"- **{name}**: {one.about()}\n" for name, one in doctrines_of(ruleset("coastal")).items())
    sections = [REST.sub("", made[name]).rstrip() + "\n" for name in COMMANDS if name in made]
    PAGE.write_text("\n".join([HEAD, doctrines, *sections]), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])

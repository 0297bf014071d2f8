"""Whatever a side can read is compared between battles that differ in a secret: no reader is left out of the comparison."""

from __future__ import annotations

import inspect

import click

from fleetbook.cli.shell import fleetbook
from fleetbook.reports.render.formats import FORMATS
from fleetbook.reports.tables.kinds import TABLES
from fleetbook.share.window import Window
from tests.trust.twins import DOCUMENTS, WINDOW

OPENED = {"report"}
"""Pages of the window that everybody reads in whole, after the end of the battle."""
OF_ORDERS = {"order", "back", "die", "mistake", "choice", "ready"}
"""Pages of the window that give orders and answers. test_orders_non_interference.py, test_sealed_orders.py and test_roles.py in
tests/share compare them.
"""


def test_every_command_for_one_side_is_compared() -> None:
    context = click.Context(fleetbook)
    found = {name: fleetbook.get_command(context, name) for name in fleetbook.list_commands(context)}
    for_a_side = {name for name, command in found.items() if command and any(p.name == "side" for p in command.params)}
    assert for_a_side == {"log", "report", "sheets", "status"}
    assert for_a_side <= {name.split()[0] for name in DOCUMENTS}


def test_every_format_and_table_of_a_report_is_compared() -> None:
    assert {f"report --format {form}" for form in FORMATS} <= DOCUMENTS.keys()
    assert {f"report --table {name}" for name in TABLES} <= DOCUMENTS.keys()


def test_every_page_of_the_window_is_compared() -> None:
    """The page itself, its stream and the journal; the report is there once the battle has ended."""
    served = set(inspect.getsource(Window.app).split("/{token}/")[1:])
    pages = {path.split('"')[0] for path in served} - OPENED - OF_ORDERS
    assert {f"window, {page}" if page else "window" for page in pages} == set(WINDOW)

"""The yardstick of the app's speed: a bare Textual app with a table of 200 rows, a log and a footer."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.containers import Vertical
from textual.widgets import DataTable, Footer, RichLog

ROWS = 200


class BareTable(App[None]):
    """Rows, a log and keys; nothing that a real program does."""

    BINDINGS: ClassVar = [("f", "fire", "Fire"), ("n", "step", "Next step"), ("u", "undo", "Undo"), ("q", "quit", "Quit")]

    def compose(self) -> ComposeResult:
        """A table above a log."""
        with Vertical():
            yield DataTable(cursor_type="row")
            yield RichLog(max_lines=ROWS)
        yield Footer()

    def on_mount(self) -> None:
        """Fill both."""
        table = self.query_one(DataTable)
        table.add_columns("Ship", "Type", "Hull", "Speed", "Guns", "State")
        for number in range(ROWS):
            table.add_row(f"Ship {number}", f"Type {number % 7}", f"{number % 13}/13", f"{number % 17} cm", "2", "sound")
        log = self.query_one(RichLog)
        for number in range(ROWS):
            log.write(f"{number} T{number // 8} ship {number % 24} fires: D6 {number % 6 + 1}")
        table.focus()


if __name__ == "__main__":
    BareTable().run()

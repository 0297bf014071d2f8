"""Writes the reference for those who write rules, and what the columns of tables hold: ``python -m tests.reference``."""

from __future__ import annotations

from tests.reference.page import PAGE, page
from tests.reference.tables_page import TABLES_PAGE, tables_page

if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    TABLES_PAGE.write_text(tables_page(), encoding="utf-8")

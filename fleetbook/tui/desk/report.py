"""The report, read on the screen."""

from fleetbook.tui.desk.desk import Desk


class ReportDesk(Desk):
    """x"""

    def __init__(self, pages, journal, path, warning): ...

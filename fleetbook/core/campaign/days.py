"""Days of a campaign in words."""

from __future__ import annotations

from datetime import date

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
SHORT = 3  # letters of a month on an axis


def day_words(day: str, *, year: bool = False) -> str:
    """A day such as 1904-02-08 in words: ``8 February``. With ``year`` the year is added."""
    found = date.fromisoformat(day)
    return f"{found.day} {MONTHS[found.month - 1]}{f' {found.year}' if year else ''}"


def span_words(first: str, last: str) -> str:
    """A span of days in words: ``8 to 21 February``, ``21 February to 3 March``. If both days are the same, it is a single
    day.
    """
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    if start == end:
        return day_words(first)
    same = (start.year, start.month) == (end.year, end.month)
    years = start.year != end.year
    return f"{start.day if same else day_words(first, year=years)} to {day_words(last, year=years)}"


def day_sign(day: str, *, year: bool = False) -> str:
    """A day in short form: ``8 Feb``. With ``year`` the year is added."""
    found = date.fromisoformat(day)
    return f"{found.day} {MONTHS[found.month - 1][:SHORT]}{f' {found.year}' if year else ''}"

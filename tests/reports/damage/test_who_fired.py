"""Shots that several ships fired together name them all, and a die that the referee overruled is told as his ruling."""

from __future__ import annotations

import csv
from collections.abc import Callable
from io import StringIO
from typing import Any

from msgspec.structs import replace

from fleetbook.core.play.journal import Journal
from fleetbook.reports.course.moments import course
from fleetbook.reports.course.one_die import one_die
from fleetbook.reports.damage.marks import fates, marks
from fleetbook.reports.damage.shots import shots
from fleetbook.reports.luck import LuckView, luck
from fleetbook.reports.luck_words import fortunes
from fleetbook.reports.render.tables import table_csv
from fleetbook.reports.status import result

Recorded = Callable[[str], Journal[Any]]


def first_hit(journal: Journal[Any]) -> str:
    told = course(journal, shots(journal), marks(journal), fates(journal))
    return next(moment.text for moment in told if moment.kind == "first hit")


def test_ships_that_fire_together_are_named_at_the_hit_in_the_luck_and_in_the_table(recorded: Recorded) -> None:
    """Line 17 of the recorded orders: Zlatoust, Panteleimon and Rostislav fire together, and hit."""
    journal = recorded("goeben-variant")
    assert first_hit(journal) == "First hit: Ioann Zlatoust with Panteleimon and Rostislav on Goeben (primary guns)"
    found: LuckView = luck(journal)
    firers = tuple(replace(one, high=one.actual - (one.name == "Ioann Zlatoust")) for one in found.firers)  # she is the luckiest
    words = fortunes(replace(found, firers=firers), shots(journal))
    assert words.startswith("Luckiest in hits: Ioann Zlatoust, at times with Panteleimon and Rostislav, ")
    rows = csv.DictReader(StringIO(table_csv("shots", journal)))
    together = {(row["firer"], row["fired_with"]) for row in rows if row["fired_with"]}
    assert ("Ioann Zlatoust", "Panteleimon, Rostislav") in together
    assert ("Kagul", "Pamyat Merkuriya") in together


def test_ships_that_fire_alone_are_named_alone(recorded: Recorded) -> None:
    assert {shot.with_others for shot in shots(recorded("goeben"))} == {()}


def test_a_first_hit_by_an_overruled_die_says_so_and_is_no_luck(recorded: Recorded) -> None:
    """Tsushima, line 20: Shikishima's first die showed 3, and the referee made it 9, since it lay against the tray."""
    journal = recorded("tsushima")
    words = "First hit: Shikishima on Knyaz Suvorov (12 in); the referee overruled the die: 9 instead of 3"
    assert first_hit(journal) == words
    (ruled,) = {shot.line for shot in shots(journal) if shot.overruled}
    assert ruled in luck(journal).left_out


def test_an_overruled_die_is_never_the_one_that_decided(recorded: Recorded) -> None:
    for battle in ("convoy", "tsushima", "goeben"):
        journal = recorded(battle)
        die = one_die(journal, result(journal))
        assert die is None or not die.thrown.instead_of

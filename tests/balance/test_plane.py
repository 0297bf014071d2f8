"""The plane measures and moves models: places by hand, with the figures of the coastal plane changed to round ones."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from fleetbook.balance.ground import Ground
from fleetbook.balance.plane import Plane
from fleetbook.core.battle.battle import Battle
from fleetbook.core.doctrines.filled import filled
from fleetbook.core.doctrines.finding import models_of
from fleetbook.core.doctrines.geometry import Point, Spot, apart, drawn_up, in_arc, turned
from fleetbook.core.doctrines.helm import ABEAM, AWAY, HOLD, HOME, TOWARDS, Helm
from fleetbook.core.doctrines.models import plane_figures
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault
from fleetbook.core.orders.standard_orders import NextStep
from fleetbook.core.play.journal import Journal
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup

BEARINGS = ("front", "port", "starboard", "rear")


class OnPlane:
    """The convoy's ships at places of the test. Boats turn at most 90 degrees, and torpedoes run without error."""

    def __init__(self, spots: Mapping[str, tuple[float, float, float]], homes: Mapping[str, str] | None = None) -> None:
        rules = ruleset("coastal")
        self.journal: Journal[Any] = Journal(rules, load_setup("convoy"), "a seed")
        stand = {name: Spot(Point(x, y), heading) for name, (x, y, heading) in spots.items()}
        ground = Ground(Path("convoy.toml"), self.journal.setup, 300, 200, stand, homes or {}, 40, 6)
        models = models_of(rules)
        figures = models.figures().with_value("aim error", 0).with_value("turn", 90)
        self.plane = Plane(ground, models, figures, self.battle, "a seed")

    @property
    def battle(self) -> Battle[Any]:
        return self.journal.battle

    def give(self, order: str, **given: Any) -> None:
        made = filled(self.journal.ruleset.order(order), self.battle, given, self.plane)
        self.journal.append(self.journal.propose(made))
        self.plane.follow(self.battle)

    def next(self) -> None:
        self.plane.move()
        self.journal.append(self.journal.propose(NextStep()))
        self.plane.follow(self.battle)

    def until(self, phase: str) -> None:
        self.next()
        while self.battle.phase != phase:
            self.next()

    def at(self, ship: str) -> tuple[int, int, int]:
        spot = self.plane.spots[ship]
        return round(spot.at.x), round(spot.at.y), round(spot.heading)


def test_ranges_arcs_and_who_stands_between() -> None:
    table = OnPlane({"MTB 221": (100, 100, 0), "M 388": (100, 160, 90), "Hellweg": (130, 100, 0), "V 1241": (70, 100, 0)})
    plane = table.plane
    assert plane.range("MTB 221", "M 388") == 60
    arcs = {name: plane.arc("MTB 221", name, BEARINGS) for name in ("M 388", "Hellweg", "V 1241")}
    assert arcs == {"M 388": "front", "Hellweg": "starboard", "V 1241": "port"}
    assert plane.arc("M 388", "MTB 221", BEARINGS) == "starboard"
    assert plane.between("V 1241", "Hellweg") == ("MTB 221",)
    assert plane.between("MTB 221", "M 388") == ()
    with pytest.raises(InvalidInput, match="M 388 cannot be at 0 degrees from the bow of MTB 221: only a bearing in rear"):
        plane.arc("MTB 221", "M 388", ("rear", "port"))
    with pytest.raises(RulesFault, match="no sector for ahead, allowed: front, starboard, rear, port"):
        plane.arc("MTB 221", "M 388", ("ahead",))


def test_a_ship_without_a_helm_goes_on_and_a_helm_turns_her_as_far_as_she_can() -> None:
    table = OnPlane({"MTB 221": (100, 100, 0), "MTB 233": (50, 100, 0), "M 388": (100, 20, 90)})
    table.until("move-1")
    for ship in ("MTB 221", "MTB 233"):
        table.give("move", ship=ship, speed=10, turning=False)
    table.plane.steer(Helm(TOWARDS, "M 388"), ["MTB 221"])
    assert table.plane.turns("MTB 221")
    assert not table.plane.turns("MTB 233")
    table.next()
    assert table.at("MTB 233") == (50, 110, 0)
    assert table.at("MTB 221") in {(110, 100, 90), (90, 100, 270)}  # half a turn is 180 degrees, of which she makes 90
    assert table.at("M 388") == (100, 20, 90)  # it is not her move


@pytest.mark.parametrize(
    ("helm", "heading"),
    [
        (Helm(TOWARDS, "M 388"), 90),
        (Helm(AWAY, "M 388"), 270),
        (Helm(ABEAM, "M 388"), 0),
        (Helm(HOLD), 20),
        (Helm(HOME), 180),
        (Helm(TOWARDS, "M 388", 60), 0),  # near enough: she turns abeam
    ],
)
def test_courses(helm: Helm, heading: int) -> None:
    table = OnPlane({"MTB 221": (100, 100, 20), "M 388": (150, 100, 90)}, {"Royal Navy": "south"})
    table.plane.figures = table.plane.figures.with_value("turn", 180)
    table.until("move-1")
    table.give("move", ship="MTB 221", speed=10)
    table.plane.steer(helm, ["MTB 221"])
    table.next()
    assert table.at("MTB 221")[2] == heading


def test_the_nearest_edge_is_home_if_the_scenario_names_none() -> None:
    table = OnPlane({"MTB 221": (100, 100, 0), "MTB 233": (280, 100, 20)})
    table.until("move-1")
    table.give("move", ship="MTB 233", speed=10)
    table.plane.steer(Helm(HOME), ["MTB 233"])
    table.next()
    assert table.at("MTB 233") == (290, 100, 90)
    assert table.plane.left() == ()


def test_a_torpedo_is_aimed_ahead_and_meets_what_lies_on_its_track() -> None:
    table = OnPlane({"MTB 233": (100, 100, 0), "Hellweg": (100, 135, 90), "M 388": (100, 108, 90), "MTB 221": (200, 100, 0)})
    table.until("move-1")
    hellweg = table.battle.ship("Hellweg").speed
    table.give("launch", ship="MTB 233", target="Hellweg", number=1)
    assert table.plane.met("torpedo 1") == ("M 388",)  # the first 15 cm of its run
    table.plane.has_met("torpedo 1", "M 388")
    assert table.plane.met("torpedo 1") == ()
    met: list[str] = []
    for _ in range(3):
        table.until("move-1")
        met += table.plane.met("torpedo 1")
    assert hellweg
    assert met == ["Hellweg"]  # who has moved away from where she was aimed at


def test_a_torpedo_and_a_ship_over_the_edge_have_left() -> None:
    table = OnPlane({"MTB 233": (100, 40, 180), "Hellweg": (100, 5, 180), "MTB 221": (200, 195, 0)})
    table.until("move-1")
    table.give("launch", ship="MTB 233", target="Hellweg", number=1)
    table.give("move", ship="MTB 221", speed=10)
    table.next()
    assert table.plane.left() == ("MTB 221",)
    table.until("move-1")
    table.until("move-1")
    assert "torpedo 1" in table.plane.left()


def test_lines_arcs_turns_and_formations() -> None:
    east, north = (Point(0, 0), Point(10, 0)), (Point(5, -5), Point(5, 5))
    assert apart(east, north) == 0
    assert apart(east, (Point(0, 3), Point(10, 3))) == 3
    assert apart(east, (Point(13, 4), Point(20, 4))) == 5
    assert [in_arc(bearing, (315, 45)) for bearing in (0, 45, 46, 314, 315)] == [True, True, False, False, True]
    assert (turned(350, 20, 90), turned(350, 20, 10), turned(10, 350, 90)) == (20, 0, 350)
    assert [round(spot.at.y) for spot in drawn_up(Point(0, 50), 0, "column", 10, 3)] == [50, 40, 30]
    assert [round(spot.at.x) for spot in drawn_up(Point(0, 50), 0, "line abreast", 10, 3)] == [0, 10, 20]


def test_every_figure_of_a_plane_has_a_reason_and_a_missing_one_is_said(tmp_path: Path) -> None:
    figures = plane_figures("fleetbook.rules.coastal.doctrines")
    assert all(figure.reason for figure in figures.figure.values())
    with pytest.raises(InvalidInput, match="aim error"):
        figures.of("aim eror")

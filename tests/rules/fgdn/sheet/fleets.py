"""Two sides of one of every kind, thin-skinned, so that all that can happen happens soon."""

from __future__ import annotations

from random import Random
from typing import Any

from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.rules.fgdn import RULESET
from tests.rules.fgdn.gunfire import gun, moltke, mount, tiger
from tests.rules.fgdn.scene import BLUE, RED, Line, ship, small, zeppelin

SIX = gun("6-inch", mm=152, he_damage=11, yards=[4000, 8000, 12000, 15000], penetration=[12, 8, 5, 3], damage=[9, 9, 8, 8])
THREE = gun("3-inch", mm=76, he_damage=4, yards=[3000, 6000, 8000, 0], penetration=[4, 3, 2, 0], damage=[3, 3, 3, 0], standard=1,
            shell="CP")  # fmt: skip
BARE: dict[str, Any] = {"guns": [], "mounts": [], "weapons": [], "belt": 0, "deck": 0}
TUBES = {"name": "tubes", "kind": "torpedo", "warheads": 4, "warhead": 30}
RAILS = {"name": "rails", "kind": "asw", "warheads": 6, "warhead": 12}
POMPOM = {"name": "pom-pom", "kind": "aa", "strength": 3, "mm": 40.0}
CANNON = {"name": "cannon", "kind": "light", "strength": 1, "mm": 23.0}
MAXIM = {"name": "maxim", "kind": "light", "strength": 1, "mm": 7.7}
DATES = (
    "1914-03-01",
    "1915-01-24",
    "1915-06-01",
    "1916-05-31",
    "1916-10-01",
    "1917-05-01",
    "1917-11-17",
    "1918-04-23",
    "1905-05-27",
)


def holds(*contents: str, amount: int = 300) -> list[dict[str, Any]]:
    """A hold for each kind of cargo."""
    return [{"name": f"hold {n}", "contents": what, "amount": amount} for n, what in enumerate(contents)]


def red() -> list[Line]:
    """A battlecruiser with casemates, an old battleship, a carrier, a destroyer, a tug, boats, a submarine, a helium airship."""
    casemates = [mount(f"c{n}", "casemate", "6-inch", 1, casemate=("port", "port", "port", "stern")[n]) for n in range(4)]
    secondary = [mount(f"s{n}", "secondary", "3-inch", 1) for n in range(2)] + [mount("t", "tertiary", "3-inch", 3)]
    return [
        tiger(guns=[gun(), SIX, THREE], mounts=[mount("A"), mount("B"), *casemates, *secondary], casemate_directors=1, points=260,
              secondary_directors=1, main_directors=2, underwater=60, weapons=[{**TUBES, "submerged": True}, POMPOM],
              rangefinder=9000, coincidence=True, searchlights_forward=2, searchlights_after=1),
        ship("Slava", nation="Russia", size="B", year=1903, points=150, belt=8, deck=3, knots=18, pre_dreadnought=True,
             guns=[gun("12-inch", mm=305, standard=1, shell="AP")], mounts=[mount(n, gun_name="12-inch") for n in "FA"]),
        ship("Carrier", kind="carrier", size="B", points=120, aircraft=8, ordnance=12, belt=0, deck=1, year=1906),
        ship("Umi", **{**BARE, "nation": "Japan", "size": "C", "year": 1912, "points": 40, "knots": 30, "guns": [THREE],
             "sonar": True,
             "mounts": [mount("fore", gun_name="3-inch", barrels=1), mount("wing", "casemate", "3-inch", 1)],
             "weapons": [TUBES, RAILS, MAXIM], "searchlights_forward": 2}),
        ship("Tug", **{**BARE, "kind": "merchant", "size": "C", "points": 60, "knots": 18, "tug": True, "guns": [THREE],
             "mounts": [mount("deck gun", gun_name="3-inch", barrels=1)], "holds": holds("general supplies", "aircraft")}),
        small("Boat", points=30, weapons=[CANNON, MAXIM], captains=2, fuel="diesel"),
        small("Launch", points=12, size="F", knots=34, weapons=[MAXIM, {**MAXIM, "name": "second maxim"}, TUBES], fuel="oil"),
        ship("U 9", **{**BARE, "kind": "submarine", "size": "D", "points": 40, "weapons": [TUBES], "knots": 16}),
        zeppelin("R 23", helium=True, port_engines=1, starboard_engines=2),
    ]  # fmt: skip


def blue() -> list[Line]:
    """The like, with an armoured deck, other cargoes, an unarmed barge and a hydrogen airship."""
    return [
        moltke(points=220, searchlights_forward=2, searchlights_after=1, wireless=2, underwater=30),
        ship("Freighter", **{**BARE, "kind": "merchant", "size": "C", "points": 90,
             "holds": holds("ammo", "ammo", "ammo", "avgas", "troops", "vehicles")}),
        ship("Tanker", **{**BARE, "kind": "merchant", "size": "B", "year": 1940, "points": 110, "knots": 12,
             "holds": holds("crude oil", "refined petroleum", "troops", amount=4000)}),
        ship("Ibis", kind="carrier", size="A", points=160, aircraft=12, ordnance=40, belt=2, deck=3, year=1927,
             armoured_deck=True),
        ship("Destroyer", size="C", points=50, belt=0, deck=0, knots=34, coincidence=True, nation="France"),
        small("Lighter", points=20, knots=8, cargo_craft=True, fuel="gasoline",
              holds=[{"name": "well", "contents": "troops", "amount": 20}]),
        small("Barge", points=16, knots=8, size="E", weapons=[], cargo_craft=True,
              holds=[{"name": "well", "contents": "ammo", "amount": 90}]),
        small("Scout", points=25, knots=8),
        ship("UB 4", **{**BARE, "kind": "submarine", "size": "D", "year": 1907, "points": 30, "weapons": [TUBES], "knots": 12,
             "guns": [THREE], "mounts": [mount("gun", gun_name="3-inch", barrels=1)]}),
        zeppelin("L 5"),
    ]  # fmt: skip


def setup(seed: int) -> Setup:
    """Both in one battle, some minutes before an Intermediate Turn; every other one with all optional rules."""
    rng = Random(seed)
    entries = [ShipEntry(name, RED, card) for name, card in red()] + [ShipEntry(name, BLUE, card) for name, card in blue()]
    options: dict[str, Any] = dict.fromkeys(RULESET.options, ("no", "yes")[seed % 2])
    minute = rng.randrange(0, 60, 3)
    conditions: dict[str, Any] = {
        "start": f"{rng.randrange(24):02}{minute:02}", "sea": str(rng.choice((0, 2, 3, 4, 5, 6))),
        "light": rng.choice(("day", "night")), "visibility": rng.choice(("over 40%", "40% or less", "25% or less")),
    }  # fmt: skip
    return Setup("fgdn", "1", "whole turns", (RED, BLUE), tuple(entries), conditions=conditions, options=options,
                 date=rng.choice(DATES))  # fmt: skip

"""Results of orders for aircraft and airships, after a battle and for survivors, in the referee's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fleetbook.core.battle.record import Record
from fleetbook.rules.fgdn import RULESET
from tests.rules.fgdn.gunfire import critical
from tests.rules.fgdn.results import Case, afloat, airship, battleship, carrier, one, results_in_words
from tests.rules.fgdn.scene import Game, ship

# -- aircraft and airships


def plane(*dice: int, before: tuple[int, ...] = ()) -> tuple[Game, Record]:
    game = Game(ship("Ship"), aircraft_damage="yes")
    if before:
        game.give("aircraft-hit", *before, aircraft="Baby")
    return one(game, "aircraft-hit", *dice, aircraft="Baby")


def zeppelin_hit(*dice: int, aim: str = "gondola", before: tuple[int, ...] = (), **card: Any) -> tuple[Game, Record]:
    game = airship(**card)
    if before:
        game.give("airship-hit", *before, ship="L 5", aim=aim)
    return one(game, "airship-hit", *dice, ship="L 5", aim=aim)


def gondola(*dice: int) -> tuple[Game, Record]:
    game = airship()
    game.give("airship-hit", 3, 1, ship="L 5", aim="gondola")
    game.go("resolution")
    return game, game.next(*dice)


def burns_on() -> tuple[Game, Record]:
    game, _ = gondola(6)
    game.go("resolution", 2)
    return game, game.next(9, 1)


def without_elevators(die: int) -> tuple[Game, Record]:
    game = airship()
    game.give("airship-hit", 6, 1, ship="L 5", aim="gondola")
    game.go("resolution")
    return game, game.next(die)


AIR = [
    Case("aircraft-hit", lambda: plane(5), "lost | destroyed | Baby: DESTROYED."),
    Case("aircraft-hit", lambda: plane(6),
         "grave | critical | Baby: CRITICAL DAMAGE. Speed: cruise; manoeuvre: 0.5/0.0; weapons: none, no sensors."),
    Case("aircraft-hit", lambda: plane(7),
         "grave | heavy | Baby: HEAVY DAMAGE. Speed: cruise; manoeuvre: half, at least 0.5/0.5; weapons: none, no sensors."),
    Case("aircraft-hit", lambda: plane(9, 1),
         "hurt | light | Baby: LIGHT DAMAGE, PILOT WOUNDED. Speed: any; manoeuvre: two thirds; weapons: no attack."),
    Case("aircraft-hit", lambda: plane(9, 2),
         "hurt | light | Baby: LIGHT DAMAGE, ENGINE. Speed: cruise; manoeuvre: half; weapons: all."),
    Case("aircraft-hit", lambda: plane(9, 4),
         "hurt | light | Baby: LIGHT DAMAGE, STRUCTURE. Speed: cruise; manoeuvre: 0.5/0.5; weapons: all."),
    Case("aircraft-hit", lambda: plane(9, 6, 51),
         "hurt | light | Baby: LIGHT DAMAGE, WEAPONS. Speed: any; manoeuvre: unchanged; weapons: no ordnance released."),
    Case("aircraft-hit", lambda: plane(9, 6, 50),
         "hurt | light | Baby: LIGHT DAMAGE, WEAPONS. Speed: any; manoeuvre: unchanged; weapons: no ordnance released. It "
         "cannot jettison its ordnance."),
    Case("aircraft-hit", lambda: plane(9, 4, before=(9, 5)),
         "hurt | light | Baby: LIGHT DAMAGE, STRUCTURE again, no worse. Speed: cruise; manoeuvre: 0.5/0.5; weapons: all."),
    Case("airship-hit", lambda: zeppelin_hit(1, 1),
         "hurt | 1 HIT | L 5, GONDOLA HIT: she loses an engine to port. 37 kt at most; steers as before."),
    Case("airship-hit", lambda: zeppelin_hit(3, 4),
         "hurt | 1 HIT | L 5, GONDOLA HIT: she loses an engine to starboard. Fire in the gondola. 37 kt at most; steers as "
         "before."),
    Case("airship-hit", lambda: zeppelin_hit(1, 1, before=(1, 1)),
         "nothing | without effect | L 5, GONDOLA HIT: port engine 1 is destroyed already."),
    Case("airship-hit", lambda: zeppelin_hit(4), "hurt | 1 HIT | L 5, GONDOLA HIT: 1 of 4 quarters of the fuel lost."),
    Case("airship-hit", lambda: zeppelin_hit(5),
         "hurt | 1 HIT | L 5, GONDOLA HIT: 1 of 4 quarters of the fuel lost. Fire in the gondola."),
    Case("airship-hit", lambda: zeppelin_hit(6, 1),
         "hurt | 1 HIT | L 5, GONDOLA HIT: no elevator control, height is no longer hers to choose."),
    Case("airship-hit", lambda: zeppelin_hit(7, 3),
         "hurt | 1 HIT | L 5, GONDOLA HIT: no rudder control, steers by her engines at half speed."),
    Case("airship-hit", lambda: zeppelin_hit(8, 5),
         "hurt | 1 HIT | L 5, GONDOLA HIT: no valving control, cannot release gas; cells can be ripped."),
    Case("airship-hit", lambda: zeppelin_hit(8, 6),
         "hurt | 1 HIT | L 5, GONDOLA HIT: no ballast control, cannot release ballast; fuel and weapons can be thrown out."),
    Case("airship-hit", lambda: zeppelin_hit(9),
         "hurt | 1 HIT | L 5, GONDOLA HIT: wireless destroyed; signal lights and streamers are left."),
    Case("airship-hit", lambda: zeppelin_hit(9, before=(9,)),
         "nothing | without effect | L 5, GONDOLA HIT: nothing more to lose there."),
    Case("airship-hit", lambda: zeppelin_hit(10), "hurt | 1 HIT | L 5, GONDOLA HIT: machine gun destroyed."),
    Case("airship-hit", lambda: zeppelin_hit(8, 1, aim="envelope"),
         "hurt | 1 HIT | L 5, ENVELOPE HIT: a gas cell is ruptured, 15 of 16 left. Her height: no effect."),
    Case("airship-hit", lambda: zeppelin_hit(1, 1, aim="envelope"),
         "lost | destroyed | L 5 IS LOST: hydrogen on fire. Red: none of 1 fight."),
    Case("airship-hit", lambda: zeppelin_hit(1, 1, aim="envelope", helium=True),
         "hurt | 1 HIT | L 5, ENVELOPE HIT: a gas cell is ruptured, 15 of 16 left. Her height: no effect. Helium does not "
         "burn."),
    Case("gondola-fire", lambda: gondola(5), "good | fire out | L 5: THE GONDOLA FIRE IS OUT."),
    Case("gondola-fire", lambda: gondola(6),
         "hurt | burns on | L 5: THE GONDOLA BURNS ON. It does one more critical hit at the end of the turn."),
    Case("gondola-fire", lambda: gondola(8),
         "lost | destroyed | L 5 IS LOST: the gondola fire spread to the envelope. Red: none of 1 fight."),
    Case("gondola-burns", burns_on, "hurt | 1 HIT | L 5, GONDOLA HIT: wireless destroyed; signal lights and streamers are left."),
    Case("height", lambda: without_elevators(1), "done | height | L 5 climbs at half its maximum rate. Her elevator is lost."),
    Case("height", lambda: without_elevators(2), "done | height | L 5 dives at half its maximum rate. Her elevator is lost."),
    Case("height", lambda: without_elevators(3), "done | height | L 5 keeps its height. Her elevator is lost."),
    Case("rip", lambda: one(airship(), "rip", ship="L 5", cells=3),
         "done | cells ripped | L 5 RIPS 3 cells: 13 of 16 left. Her height: no effect."),
    Case("rip", lambda: one(airship(), "rip", ship="L 5", cells=4),
         "done | cells ripped | L 5 RIPS 4 cells: 12 of 16 left. Her height: may not climb."),
    Case("rip", lambda: one(airship(), "rip", ship="L 5", cells=8),
         "done | cells ripped | L 5 RIPS 8 cells: 8 of 16 left. Her height: must descend at its maximum rate."),
    Case("rip", lambda: one(airship(), "rip", ship="L 5", cells=12),
         "done | cells ripped | L 5 RIPS 12 cells: 4 of 16 left. Her height: uncontrollable dive at three times its "
         "maximum rate."),
    Case("dump", lambda: one(airship(), "dump", ship="L 5"),
         "done | dumped | L 5 dumps ballast and payload and goes to full speed. That makes good for a lost cell. Her "
         "height: no effect."),
    Case("deck-planes", lambda: one(afloat(carrier()).go("movement"), "deck-planes", 2, ship="Ship"),
         "hurt | 1 critical hit | Ship, 1 critical hit: 1 of her aircraft lost, 5 left."),
]  # fmt: skip


# -- after the battle, and survivors


def ended(line: Any, *criticals: tuple[Any, ...], before: Callable[[Game], object] | None = None) -> Game:
    game = afloat(line)
    for nature, *dice in criticals:
        critical(game, "Ship", nature, *dice)
    if before:
        before(game)
    game.give("end", reason="night falls")
    return game


def mended(hours: str, *dice: int) -> tuple[Game, Record]:
    """A turret and signal lights out, half of the points left."""
    game = ended(battleship(), ("Main Battery*", 3, 1, 1), ("Sensor/Comms", 3, 1), before=halved)
    return one(game, "repair", *dice, ship="Ship", hours=hours)


def halved(game: Game) -> None:
    game.give("strike", ship="Ship", track="points", boxes=200)


def patched(*dice: int, **inputs: Any) -> tuple[Game, Record]:
    game = ended(battleship(), before=flooded)
    game.give("pump", ship="Ship")
    return one(game, "patch", *dice, ship="Ship", **inputs)


def flooded(game: Game) -> None:
    game.burn("Ship", 8, kind="flooding", torpedo=True)
    game.give("following", 1, ship="Ship")


def serviced(*dice: int, order: str = "service", **inputs: Any) -> tuple[Game, Record]:
    turret = [{"name": "A", "battery": "main", "gun": "12-inch", "barrels": 2, "arc": "FAPS"}]
    game = Game(ship("Ship", mounts=turret), serviceability="yes")
    if order != "service":
        game.give("service", 5, 5, 100, ship="Ship")
        game.give("end", reason="night falls")
    return one(game, order, *dice, ship="Ship", **inputs)


def aircraft_mended(die: int, hours: str = "6") -> tuple[Game, Record]:
    game = Game(ship("Ship"), aircraft_damage="yes", serviceability="yes")
    game.give("aircraft-hit", 7, aircraft="Baby")
    game.give("end", reason="night falls")
    return one(game, "aircraft-repair", die, aircraft="Baby", nation="Germany", hours=hours, place="at sea")


def wrecked(crew: int = 0) -> Game:
    game = Game(ship("Ship", points=4000, crew=crew), ship("Other"), start="1221", rescue="yes")
    game.burn("Ship", 6, 6, 6, kind="flooding")
    game.go("resolution", 4)
    game.next(1, 5, 1, *((4,) if crew else ()))
    return game


def rescue(order: str, *dice: int, **inputs: Any) -> tuple[Game, Record]:
    game = wrecked(800)
    game.give("set", ship="Other", condition="speed", value="0")
    return one(game.go("movement", 5), order, *dice, group="Ship", **inputs)


def flying_boat_done() -> tuple[Game, Record]:
    game, _ = rescue("flying-boat", 1)
    game.go("resolution")
    return game, game.next()


def planes(*dice: int) -> tuple[Game, Record]:
    game = afloat(carrier())
    critical(game, "Ship", "Aircraft", 1, column="aviation")
    game.give("end", reason="night falls")
    return one(game, "planes", *dice, ship="Ship")


def nobody() -> tuple[Game, Record]:
    """In a high sea."""
    game = Game(ship("Ship"), ship("Other"), start="1221", rescue="yes", sea="5")
    game.give("aircrew", aircraft="Baby", kind="small", men=3)
    game.give("set", ship="Other", condition="speed", value="0")
    return one(game.go("movement"), "pick-up", 3, ship="Other", group="Baby")


AFTERWARDS = [
    Case("repair", lambda: mended("6", 25, 26), "good | repaired | Ship: A REPAIRED; port signal lights NOT REPAIRED."),
    Case("repair", lambda: mended("48", 51, 100),
         "missed | not repaired | Ship: A and port signal lights NOT REPAIRED. The rest cannot be repaired at sea."),
    Case("repair", lambda: one(ended(battleship()), "repair", ship="Ship", hours="6"),
         "nothing | nothing to do | Ship: nothing to repair."),
    Case("pump", lambda: one(ended(battleship(), before=flooded), "pump", ship="Ship"),
         "good | pumped out | Ship is patched and pumped out: 16 points back."),
    Case("patch", lambda: patched(6, knots=20, sea=3), "good | patch holds | Ship: THE PATCH HOLDS. 5 % that it pops."),
    Case("patch", lambda: patched(5, 4, knots=20, sea=3), "grave | patch pops | Ship: THE PATCH POPS. 5 % that it pops."),
    Case("planes", lambda: planes(50),
         "good | 1 saved | Ship: 1 of 1 plane IS ONLY DAMAGED. It may be repaired like aircraft that broke down."),
    Case("planes", lambda: planes(51), "missed | 0 saved | Ship: THE PLANE STAYS DESTROYED."),
    Case("service", lambda: serviced(5, 5, 6), "hurt | out of service | Ship: engineering and A OUT OF SERVICE."),
    Case("service", lambda: serviced(6, 6, 6), "good | in service | Ship: ALL IN SERVICE."),
    Case("breakdown-repair", lambda: serviced(25, 26, order="breakdown-repair", hours="6", place="at sea"),
         "good | repaired | Ship: engineering REPAIRED; A NOT REPAIRED."),
    Case("breakdown-repair", lambda: serviced(100, 100, order="breakdown-repair", hours="48", place="at sea"),
         "missed | not repaired | Ship: engineering and A NOT REPAIRED. The rest cannot be repaired at sea."),
    Case("aircraft-repair", lambda: aircraft_mended(25), "good | repaired | Baby: REPAIRED."),
    Case("aircraft-repair", lambda: aircraft_mended(26), "missed | not repaired | Baby: NOT REPAIRED."),
    Case("aircraft-repair", lambda: aircraft_mended(41, "48"),
         "missed | not repaired | Baby: NOT REPAIRED. Baby cannot be repaired at sea."),
    Case("survivors", lambda: one(wrecked(), "survivors", 4, ship="Ship", crew=800),
         "done | in the water | 320 survivors of Ship in the water. Sighted as size C without a wake, at 1/2 of the range."),
    Case("survivors", lambda: one(wrecked(), "survivors", 1, ship="Ship", crew=4, loss="exploded"),
         "grave | no survivors | NO SURVIVORS of Ship."),
    Case("aircrew", lambda: one(Game(ship("Ship"), rescue="yes"), "aircrew", aircraft="Baby", kind="small", men=1),
         "done | in the water | 1 survivor of Baby in the water. Sighted as size G without a wake, at 1/2 of the range."),
    Case("drift", lambda: rescue("drift", 3, 12, hours=7),
         "done | drift | The survivors of Ship drift at 3 kt towards 000 degrees."),
    Case("pick-up", lambda: rescue("pick-up", 6, ship="Other"),
         "good | 30 saved | Other PICKS UP 30 of the survivors of Ship. 290 left in the water."),
    Case("pick-up", nobody, "missed | 0 saved | Other PICKS UP NOBODY. 3 left in the water."),
    Case("flying-boat", lambda: rescue("flying-boat", 2),
         "done | flying boat | A flying boat is with the survivors of Ship until 1239."),
    Case("flying-boat-done", flying_boat_done,
         "good | 10 saved | The flying boat PICKS UP 10 of the survivors of Ship. 310 left in the water."),
]  # fmt: skip


@pytest.mark.parametrize("case", [*AIR, *AFTERWARDS], ids=lambda case: case.order)
def test_what_each_order_came_to(case: Case) -> None:
    assert case.words in results_in_words(*case.given())


@pytest.mark.parametrize("effect", [row[0] for row in RULESET.tables.table("airship_cells").cells])
def test_8_8_what_lost_cells_mean_is_told(effect: str) -> None:
    assert any(f"Her height: {effect}." in case.words for case in AIR)

"""The whole variant computed a second time, over the second computation of the player aid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

from tests.rules.gwas.whole_orders import Combat, Inputs
from tests.rules.gwas.whole_turns import GUNNERY, GUNS, LADDER, LAST_STEP, SIGHT, SMALL, STRATEGIC, WEAPONS, need

BUSY = ("Shell", "Mine", "Fuel")
SLOWEST = {
    "initiative-move-1": 1, "other-move-2": 3, "initiative-move-2": 3, "other-move-3": 1, "initiative-move-3": 1,
    "other-move-4": 4, "initiative-move-4": 4, "other-move-5": 2, "initiative-move-5": 2,
}  # fmt: skip
IMPULSES = tuple(
    f"{what}-{n}"
    for n in (1, 2, 3, 4, 5)
    for what in ("event", "other-move", "initiative-move", "gunfire", "torpedo")
    if (n, what) != (1, "other-move")
)
OF_A_SIDE = ("fire control difficulties", "shields up", "enemy moves a group", "friendly fire", "friendly fire due")
OF_A_SIDE_IN_COMBAT = ("confused", "broke off", "break-off successes", "faster", "standing")
OF_A_SHIP = ("bound to", "torpedo attack", "areas of the torpedo attack", "pinned", "not at maximum range")


class Events(Combat):
    """Events, stands, groups."""

    first_step = "strategic-event"
    strategic = ("strategic-event", "damage-control", *STRATEGIC)
    tactical = ("initiative", "deployment", *IMPULSES, "round-end")
    kept = (*Combat.kept, "held up", "apart from its charges", "no pursuit", "erroneous report", "order put off")
    fuel_zones = 9
    surprise_by_search = False
    all_guns_at_one = False

    def do(self, order: str, given: Inputs, faces: Sequence[int]) -> None:
        """One order with its dice and choices: all of them, and no more."""
        self.choices: list[str] = list(given.get("choices", ()))
        super().do(order, given, faces)
        need(not self.choices, f"choices left: {self.choices}")

    def draw(self, among: Sequence[str]) -> str:
        """One of several, by a die with as many faces."""
        return among[self.die() - 1] if len(among) > 1 else among[0]

    def choose(self, among: Sequence[str]) -> str:
        """One of several, chosen; of one there is no choice."""
        if len(among) == 1 and (not self.choices or self.choices[0] != among[0]):
            return among[0]
        found = self.choices.pop(0)
        need(found in among, f"{found} is none of {among}")
        return found

    def struck_side(self) -> str:
        """Central Powers on 1 to 3."""
        return self.sides[self.die() >= 4]

    # -------------------------------------------------------- fleets

    def busy(self, fleet: str) -> bool:
        """Whether it has orders to bombard, lay mines or refuel."""
        ordered = self.get(fleet, "mission") in ("Bombard", "Minelaying") or self.order(fleet) in BUSY
        return ordered or any(self.now(ship, "fueling") for ship in self.ships(fleet))

    def fleets_of_the_fight(self, side: str) -> list[str]:
        """Fleets with ships in the combat."""
        return list(dict.fromkeys(self.fleet(ship) for ship in self.fighting(side)))

    def side_is_busy(self, side: str) -> bool:
        """Whether any of them is busy."""
        return any(map(self.busy, self.fleets_of_the_fight(side)))

    def automatic(self) -> str:
        """An attack on a port; the enemy of the one side that is busy."""
        busy = [side for side in self.sides if self.side_is_busy(side)]
        return super().automatic() or (self.other(busy[0]) if len(busy) == 1 else "")

    def at_sea(self, side: str, *missions: str) -> list[str]:
        """Fleets that events strike."""
        every = [fleet for fleet in self.fleets(side) if not self.get(fleet, "in port")]
        return [fleet for fleet in every if not missions or self.get(fleet, "mission") in missions]

    def hulls(self, fleet: str) -> list[str]:
        """Its ships, airships aside."""
        return [ship for ship in self.ships(fleet) if self.kind(ship) != "LZ"]

    def found(self, own: str, other: str, die: int, more: int) -> bool:
        """+1 for every 4 ships in the zone; a 1 never."""
        here = [f for f in self.fleets() if self.zone(own) and self.zone(f) == self.zone(own)] or [own, other]
        return die != 1 and die + more + sum(len(self.hulls(fleet)) for fleet in here) // 4 >= 4

    def check_plot(self, fleet: str, turn: int, given: Inputs, first: int) -> None:
        """After an erroneous report three turns are plotted, then none for two. Other reports let a fleet plot again."""
        since = self.get(fleet, "erroneous report")
        written = self.get(fleet, "writes orders", self.turn)
        need(written or since is None or not 0 < self.turn - since <= 2, "plots nothing")
        need(turn >= first, f"from turn {first} on")
        last = turn + sum(bool(part.strip()) for part in given["orders"].split(";")) - 1
        if self.get(fleet, "mission") not in ("Raid", "Intercept"):
            return
        most = self.turn + 2 + 2 * (since == self.turn)
        if written and written[0] == "plotting":
            most = written[1] + 1 if written[1] > self.turn else most
            ahead = [int(key[2]) for key in self.facts if key[:2] == (fleet, "order")]
            most = max(most, *ahead) if written[1] == self.turn and ahead else most
        need(last <= most, f"to turn {most}")

    # -------------------------------------------------------- strategic events

    def do_strategic_event(self, given: Inputs) -> None:
        """Two dice, and whom it strikes."""
        self.put("", "settled", self.turn, "strategic-event")
        total = self.two()
        if total in (6, 7, 8):
            return
        side = self.struck_side()
        coastal = [name for name in given.get("coastal", ()) if self.owner(name) == side]
        self.strategic_event(total, side, coastal)

    def strategic_event(self, total: int, side: str, coastal: Sequence[str]) -> None:
        """What it does."""
        if total == 2:
            every = [fleet for fleet in self.at_sea(side) if self.hulls(fleet)]
            every = [fleet for fleet in every if fleet in coastal] or every
            if every:
                self.mine(self.draw(self.hulls(self.draw(every))))
        elif total == 3:
            self.condensers(side)
        elif total in (4, 5, 10):
            self.report(total, self.at_sea(side, "Raid", "Intercept"))
        elif total == 9:
            if every := self.at_sea(side):
                fleet = self.draw(every)
                self.put(fleet, "reported", self.turn)
                self.reveal(fleet)
        elif total == 11:
            if every := self.at_sea(side):
                self.danger(self.draw(every))
        elif every := [fleet for fleet in self.at_sea(side) if self.get(fleet, "mission")]:
            fleet = self.draw(every)
            calm = any(self.get(s, "leader") for s in self.ships(fleet)) or self.get(fleet, "mission") in ("Transport", "Escort")
            if not calm or self.choose(("ignore it", "abort")) == "abort":
                self.aborts(fleet, "aborting", self.turn + 2)

    def condensers(self, side: str) -> None:
        """A ship is slower and goes home."""
        every = [fleet for fleet in self.at_sea(side) if self.hulls(fleet)]
        ships = [s for fleet in [f for f in every if self.moved(f, 1) >= 2] or every for s in self.hulls(fleet)]
        if not ships:
            return
        ship = self.draw(ships)
        if self.place(ship, in_port=False) > 1:
            self.add(ship, "speed lost", 1)
        self.put(ship, "returns to port", True)
        fleet = self.fleet(ship)
        if len(self.ships(fleet)) > 1:
            taken = (*self.listed, *(self.get("", "divided fleets") or ()))
            names = [f"{fleet} homeward", *(f"{fleet} homeward {n}" for n in range(2, 99))]
            name = next(name for name in names if name not in taken)
            self.divided(fleet, name)
            self.part(ship)
            self.put(ship, "fleet", name)
        self.aborts(self.fleet(ship), "aborting", self.turn + 2)

    def report(self, total: int, every: Sequence[str]) -> None:
        """A bad report, or a good one."""
        if not every:
            return
        if total == 4:
            fleet = self.draw(every)
            led = any(self.get(ship, "leader") for ship in self.ships(fleet))
            if not led or self.die() >= 4:
                self.put(fleet, "erroneous report", self.turn)
            return
        fleet = self.choose(every)
        self.put(fleet, "erroneous report", None)
        self.put(fleet, "writes orders", ("plotting", self.turn + (total == 5)), self.turn)

    def danger(self, fleet: str) -> None:
        """No move; orders are put off."""
        if len(self.order(fleet).split()) == 3 and self.order(fleet).startswith("Move"):
            for ship in self.ships(fleet):
                self.add(ship, "zones since a fuel box", 1)
        self.put(fleet, "held up", self.turn)
        waiting, turn = self.order(fleet), self.turn + 1
        self.put(fleet, "order", None, self.turn)
        while waiting:
            following = self.order(fleet, turn)
            self.put(fleet, "order", waiting, turn)
            waiting, turn = following, turn + 1

    # -------------------------------------------------------- orders of the map

    def do_move(self, given: Inputs) -> None:
        """Not with danger ahead; after contact only if nobody met the fleet, or its stand held."""
        fleet = given["fleet"]
        need(not self.now(fleet, "held up"), "danger ahead")
        need(self.phase != "contact" or (self.route(fleet) and self.ways(fleet)), "no move begun")
        need(not (self.get(fleet, "apart from its charges") and self.order(fleet) == "Escort"), "apart")
        if self.phase == "contact":
            met = any(self.now(fleet, "in contact", other) for other in self.fleets(self.other(self.owner(fleet))))
            need(not met or self.now(fleet, "no pursuit"), "was met")
        super().do_move(given)
        if "V32" in given["zones"].split() and self.get(fleet, "mission") == "Raid":
            self.put(fleet, "on the map", True)

    def do_pursue(self, given: Inputs) -> None:
        """Not if nobody closed."""
        need(not self.now(given["fleet"], "held up"), "danger ahead")
        need(self.get(given["other"], "no pursuit") != self.turn - 1, "its stand held")
        super().do_pursue(given)
        if self.get(given["fleet"], "apart from its charges") and self.now(given["fleet"], "pursues", given["other"]):
            self.pursues_next(given["fleet"])

    def pursues_next(self, fleet: str) -> None:
        """The next turn's order is put off for a pursuit."""
        if self.order(fleet, self.turn + 1) != "Pursue":
            self.put(fleet, "order put off", self.order(fleet, self.turn + 1) or None)
        self.put(fleet, "order", "Pursue", self.turn + 1)

    def pursuit_failed(self, fleet: str) -> None:
        """An escort apart aborts."""
        if self.get(fleet, "apart from its charges"):
            self.put(fleet, "apart from its charges", None)
            self.put(fleet, "order put off", None)
            if self.get(fleet, "mission") == "Escort":
                self.aborts(fleet, "aborting", self.turn + 2)

    def do_leave_charges(self, given: Inputs) -> None:
        """An escort leaves."""
        need(self.get(given["fleet"], "mission") == "Escort", "no escort")
        self.put(given["fleet"], "apart from its charges", True)
        self.pursues_next(given["fleet"])

    def turn_ends(self) -> None:
        """An escort apart and out of touch aborts."""
        for fleet in self.fleets():
            enemies = self.fleets(self.other(self.owner(fleet)))
            touch = any(self.now(fleet, "in contact", other) or self.now(fleet, "pursues", other) for other in enemies)
            if self.get(fleet, "apart from its charges") and not touch:
                self.pursuit_failed(fleet)

    def do_lay(self, given: Inputs) -> None:
        """As fleets move, or after a stand that held."""
        need(self.phase != "contact" or self.now(given["fleet"], "no pursuit"), "no stand held")
        super().do_lay(given)

    def do_take_fuel(self, given: Inputs) -> None:
        """As fleets move, or after a stand that held."""
        need(self.phase != "contact" or self.now(given["fleet"], "no pursuit"), "no stand held")
        super().do_take_fuel(given)

    def do_spot_raider(self, given: Inputs) -> None:
        """A raider near a base."""
        need(self.get(given["fleet"], "mission") == "Raid", "no raider")
        need(given["zones"] <= {"major base": 2, "minor base": 1}[given["base"]], "too far")
        self.put(given["fleet"], "on the map", True)

    def do_aerial_spotting(self, given: Inputs) -> None:
        """Seen from the air."""
        need(self.weather in ("Clear", "Mist", "Fog"), "bad weather")
        self.reveal(given["fleet"])

    def do_deploy_mines(self, given: Inputs) -> None:
        """Mines at the start."""
        need(self.turn == 1, "too late")
        self.put(given["side"], "minefields", given["number"], given["zone"].strip())

    def do_report_mines(self, given: Inputs) -> None:
        """Words alone."""
        need(given["zones"] <= 2 or given["straits"], "too far")

    def do_seaplane_attack(self, given: Inputs) -> None:
        """6 to find, 6 to hit, no critical damage."""
        need(int(self.get("", "year")) >= 1915 and given["nation"] != "Russia", "no seaplanes")
        self.put("", "seaplanes attacked", self.turn, given["base"].strip().casefold())
        if self.die() != 6:
            return
        ship = self.draw(self.ships(given["fleet"]))
        if self.die() == 6:
            total = self.two()
            if total not in (2, 12):
                self.take(ship, *GUNNERY[total], "secondary")

    # -------------------------------------------------------- repairs

    def mendable(self, ship: str, *, speed: bool = True) -> list[str]:
        """Boxes lost, and speed."""
        tracks = [track for track in (*WEAPONS, "hull") if self.left(ship, track) < self.full(ship, track)]
        return [*tracks, *["speed"] * bool(speed and self.get(ship, "speed lost"))]

    def mend(self, ship: str, *, speed: bool = True) -> None:
        """One of them."""
        what = self.choose(self.mendable(ship, speed=speed))
        if what == "speed":
            self.add(ship, "speed lost", -1)
        else:
            self.put(ship, what, self.left(ship, what) + 1)

    def do_port_repair(self, given: Inputs) -> None:
        """1-2 in a major port, 1 in a minor."""
        ship, major = given["ship"], given["port"] == "major port"
        need(self.get(self.fleet(ship), "in port") and not self.now(ship, "port repair tried"), "not in port, or tried")
        self.put(ship, "port repair tried", self.turn)
        if self.die() <= 1 + major:
            self.mend(ship, speed=major)

    def do_damage_control(self, given: Inputs) -> None:
        """1-2, and again."""
        ship = given["ship"]
        need(self.get(ship, "damaged") == self.turn - 1 and not self.now(ship, "damage control tried"), "not damaged, or tried")
        self.put(ship, "damage control tried", self.turn)
        while self.mendable(ship) and self.die() <= 2:
            self.mend(ship)


class Variant(Events):
    """Tactical combat."""

    def groups(self, side: str | None = None) -> dict[str, list[str]]:
        """Groups with their ships in the combat."""
        found: dict[str, list[str]] = {}
        for ship in self.fighting(side):
            found.setdefault(self.get(ship, "group") or ship, []).append(ship)
        return found

    def most_seen(self) -> int:
        """3 by day, 1 by night."""
        return 1 if self.night else 3

    def sight(self) -> int:
        """Visibility as events left it."""
        weather = min(SIGHT[self.weather], 2 if self.night else 9, self.most_seen())
        return max(min(weather + (self.get("", "visibility shift") or 0), self.most_seen()), 0)

    def led(self, side: str) -> bool:
        """Whether a leader is in the combat."""
        return any(self.get(ship, "leader") for ship in self.fighting(side))

    def sees_through(self, side: str) -> bool:
        """A leader's die."""
        return self.led(side) and self.die() <= 3

    def leader_killed(self, ship: str) -> None:
        """With none aboard the fire control is hit."""
        if self.get(ship, "leader"):
            self.put(ship, "leader", None)
        else:
            self.put(ship, "fire control hit", True)

    # -------------------------------------------------------- events

    def do_event(self, _: Inputs) -> None:
        """Two dice."""
        self.put("", "event rolled", self.step_word)
        total = self.two()
        first = self.get("", "initiative side")
        if total == 2:
            self.put("", "shields up", True, self.struck_side())
        elif total == 3:
            self.shift(min(1, self.most_seen() - self.sight()))
        elif total == 4:
            for side in self.sides:
                self.put("", "fire control difficulties", True, side)
        elif total == 5 or (total == 8 and self.get("", "smoke")):
            self.shift(-min(1, self.sight()))
        elif total == 7:
            self.surprise(self.other(first))
        elif total == 9:
            self.event_repair(self.struck_side())
        elif total == 10:
            side = self.struck_side()
            if not self.sees_through(side):
                self.put("", "confused", True, side)
        elif total == 11:
            self.torpedo_attack(self.struck_side())
        elif total == 12:
            side = self.struck_side()
            if not self.sees_through(side):
                for name in ("confused", "fire control difficulties", "enemy moves a group", "friendly fire due"):
                    self.put("", name, True, side)
        self.put("", "smoke", None)

    def shift(self, areas: int) -> None:
        """Visibility."""
        self.add("", "visibility shift", areas)

    def surprise(self, side: str) -> None:
        """In the first round, after no pursuit, once unless busy."""
        if self.round > 1 or self.get("", "by pursuit") or (self.get("", "surprised") and not self.side_is_busy(side)):
            return
        self.put("", "surprised", True)
        self.put("", "confused", True, side)
        if not self.sees_through(side):
            self.put("", "fire control difficulties", True, side)

    def event_repair(self, side: str) -> None:
        """One ship mends one thing."""
        if damaged := [ship for ship in self.fighting(side) if self.mendable(ship)]:
            self.mend(self.choose(damaged))

    def torpedo_attack(self, side: str) -> None:
        """A fast flotilla with torpedoes."""
        able = [
            name
            for name, ships in self.groups(side).items()
            if self.all_types(ships, SMALL)
            and all(self.place(s) >= 3 for s in ships)
            and any(self.left(s, "torpedo") for s in ships)
        ]
        enemies = self.groups(self.other(side))
        if not able or not enemies:
            return
        found = self.choices.pop(0)
        if found not in able:
            return
        target = self.choose(list(enemies))
        for ship in self.groups()[found]:
            self.put(ship, "torpedo attack", target)
        for ship in self.groups()[target]:
            self.put(ship, "pinned", True)

    # -------------------------------------------------------- stands and moves

    def standing(self) -> str:
        """The side that stands."""
        return next((side for side in self.sides if self.get("", "standing", side)), "")

    def do_stand(self, given: Inputs) -> None:
        """After setting up."""
        side, reason = given["side"], given["reason"]
        fleets = self.fleets_of_the_fight(side)
        may = {
            "mission": self.side_is_busy(side), "escort": any(self.get(fleet, "mission") == "Escort" for fleet in fleets),
            "second zone": any(self.route(fleet) and self.ways(fleet) for fleet in fleets),
        }  # fmt: skip
        need(may[reason] and self.round == 1 and not self.standing(), "may not stand")
        self.put("", "standing", reason, side)

    def lapses(self, side: str) -> None:
        """The stand is over, and the mission of busy fleets."""
        reason = self.get("", "standing", side)
        self.put("", "standing", None, side)
        if reason == "mission":
            for fleet in [fleet for fleet in self.fleets_of_the_fight(side) if self.busy(fleet)]:
                self.gives_up(fleet)

    def gives_up(self, fleet: str) -> None:
        """Mission and the order of this turn."""
        mission = self.get(fleet, "mission")
        if mission and (mission != "Abort" or self.order(fleet)):
            self.aborts(fleet, LAST_STEP, self.turn + 1, self.turn)

    def acts(self, ships: Sequence[str]) -> None:
        """Ships move or fire."""
        if self.standing() == self.side_of[ships[0]]:
            self.lapses(self.side_of[ships[0]])
        for fleet in dict.fromkeys(map(self.fleet, ships)):
            if self.busy(fleet):
                self.gives_up(fleet)

    def fires(self, ship: str, target: str) -> None:
        """A stand lapses by one's own fire and by the enemy's."""
        if self.side_of[ship] != self.side_of[target]:
            self.acts([ship])
            if self.standing() == self.side_of[target]:
                self.lapses(self.side_of[target])

    def pace(self, ship: str) -> int:
        """Her speed, one more for one that runs."""
        place = self.place(ship)
        return min(place + bool(place and self.get("", "faster", self.side_of[ship])), 4)

    def movers(self, name: str) -> list[str]:
        """A group, or a ship of a side that broke off."""
        for side in self.sides:
            units = {s: [s] for s in self.fighting(side)} if self.get("", "broke off", side) else self.groups(side)
            if name in units:
                return units[name]
        need(False, f"{name} does not move")
        return []

    def do_move_group(self, given: Inputs) -> None:
        """A group moves."""
        ships = self.movers(given["mover"])
        need(given["away"], "not away from the enemy")
        side, first = self.side_of[ships[0]], self.get("", "initiative side")
        acting = first if self.phase.startswith("initiative") else self.other(first)
        need(not any(self.get(ship, "moved") == self.step_word for ship in ships), "has moved")
        need(not any(self.get(ship, "pinned") for ship in ships), "pinned")
        dash = all(self.get(ship, "torpedo attack") for ship in ships)
        if dash:
            need(given["areas"] <= 2 - max(self.get(s, "areas of the torpedo attack") or 0 for s in ships), "too far")
        else:
            need(side == acting and not self.get("", "confused", side), "not its step, or confused")
            need(all(self.pace(ship) >= SLOWEST[self.phase] for ship in ships) and given["areas"] <= 1, "too slow")
        need(not given["off_map"] or self.round > 1 or self.phase != "initiative-move-1", "leaves too early")
        for ship in ships:
            self.put(ship, "moved", self.step_word)
            if self.get(ship, "torpedo attack"):
                self.add(ship, "areas of the torpedo attack", given["areas"])
        if given["areas"] or given["off_map"]:
            self.acts(ships)
        if given["smoke"]:
            self.put("", "smoke", True)
        self.to_hex(ships, given["hex"])
        if given["off_map"]:
            for ship in ships:
                self.put(ship, "in combat", None)
                self.put(ship, "left the map", True)

    def moves_at_random(self, rng: Random) -> dict[str, Inputs]:
        """Groups and ships that move. Most of them may not."""
        mover = rng.choice([*self.groups(), *self.fighting()] or ["nobody"])
        move = {
            "mover": mover,
            "areas": rng.randint(0, 2),
            "smoke": False,
            "off_map": rng.random() < 0.3,
            "hex": "-",
            "away": True,
        }
        return {"move-group": move}

    def to_hex(self, ships: Sequence[str], where: str) -> None:
        """A hex, if one is named."""
        if where.strip() != "-":
            for ship in ships:
                self.put(ship, "hex", where.strip())

    def do_move_enemy(self, given: Inputs) -> None:
        """A group of a confused side."""
        ships = self.groups()[given["group"]]
        side = self.side_of[ships[0]]
        need(self.get("", "enemy moves a group", side), "not moved by the enemy")
        self.put("", "enemy moves a group", None, side)
        self.to_hex(ships, given["hex"])

    def do_break_off(self, _: Inputs) -> None:
        """From the second round on, one side only."""
        first = self.get("", "initiative side")
        need(self.round >= 2 and not any(self.get("", "broke off", side) for side in self.sides), "too early, or again")
        self.put("", "broke off", True, first if self.phase.startswith("initiative") else self.other(first))

    def do_squadron_leader(self, given: Inputs) -> None:
        """One of several Russian battleships."""
        group = self.get(given["ship"], "group")
        need(self.russian(given["ship"]) and not self.get("", "squadron leader", group), "leads nobody")
        self.put("", "squadron leader", given["ship"], group)

    def russian(self, ship: str) -> bool:
        """Whether she follows a squadron leader."""
        return self.kind(ship) in ("B", "BB") and self.cards[ship]["nation"] == "Russia"

    def squadron_of(self, ship: str) -> str:
        """Her squadron leader, afloat."""
        name = self.get("", "squadron leader", self.get(ship, "group") or "")
        return name if name and self.russian(ship) and self.afloat(name) else ""

    # -------------------------------------------------------- fire

    def strength(self, ship: str, target: str, weapon: str, hexes: int, *, first: bool = True) -> int:
        """Half of the guns on a side that broke off."""
        boxes = super().strength(ship, target, weapon, hexes, first=first)
        return boxes // 2 if weapon in GUNS and self.get("", "broke off", self.side_of[ship]) else boxes

    def hampered(self, ship: str, target: str) -> bool:
        """By an event, or for good."""
        event = self.get("", "fire control difficulties", self.side_of[ship]) and self.side_of[ship] != self.side_of[target]
        leader = self.squadron_of(ship)
        return bool(event or self.get(ship, "fire control hit") or (leader and self.get(leader, "fire control hit")))

    def gun_lines(self, ship: str, target: str, hexes: int, weapons: Sequence[str]) -> dict[str, bool]:
        """With small targets, difficulties and torpedo attacks."""
        return {
            **super().gun_lines(ship, target, hexes, weapons), "fire_control": bool(weapons) and self.hampered(ship, target),
            "small_target": "primary" in weapons and self.kind(target) in SMALL,
            "torpedo_attack": bool(weapons) and bool(self.get(target, "torpedo attack")),
        }  # fmt: skip

    def torpedo_lines(self, ship: str, target: str, hexes: int) -> dict[str, bool]:
        """With difficulties."""
        return {**super().torpedo_lines(ship, target, hexes), "fire_control": self.hampered(ship, target)}

    def hits(self, weapon: str, lines: Sequence[str]) -> bool:
        """Difficulties take one, or have a needed 6 confirmed; small targets never ask for more than a 6."""
        values = {"dead": 1, "towing": 1, "near": 1, "italic": 1, "torpedo_attack": 1, "large": 1, "same_hex": 1, "capital": -1,
                  "hull_mount": -1, "italian_mtb": 1, "ace": 2, "small_target": -1 if weapon == "primary" else 0}  # fmt: skip
        more = sum(values[line] for line in lines if line != "fire_control")
        more = max(more, 0) if weapon != "torpedo" else more
        hard = "fire_control" in lines
        if hard and more <= 0:
            return self.die() + more >= 6 and self.die() <= 4
        return self.die() + more - hard >= 6

    def ignores(self, target: str) -> bool:
        """Shields up."""
        return bool(self.get(target, "shielded"))

    def check_shot(self, ship: str, target: str, weapon: str, hexes: int) -> None:
        """Announced fire, squadrons, several targets, slow ships, torpedo attacks."""
        super().check_shot(ship, target, weapon, hexes)
        need(self.get(ship, "bound to") in (None, target), "bound to another")
        if weapon == "torpedo":
            return
        need(weapon != "primary" or not self.get(target, "torpedo attack"), "primary at a torpedo attack")
        reach = (
            4
            if weapon == "primary" and self.cards[ship].get("sixteen")
            else {"primary": 3, "secondary": 2, "tertiary": 1}[weapon]
        )
        for each in (ship, target):
            need(not self.get(each, "not at maximum range") or hexes < reach, "not closed")
        shots = {gun: self.fired_at(ship, gun) for gun in GUNS if self.fired_at(ship, gun)} | {weapon: target}
        _, *smaller = largest = [gun for gun in GUNS if gun in shots]
        for gun in smaller:
            areas = hexes if gun == weapon else self.get(ship, "last range", shots[gun])
            need(shots[gun] == shots[largest[0]] or areas <= 1, "several targets")
        if self.strength(ship, target, weapon, hexes):
            mates = [s for s in self.cards if self.side_of[s] == self.side_of[ship] and self.fired_at(s, weapon) == target]
            need(not any(self.get(s, "fired", weapon)[2] for s in mates), "together")
        mates = [s for s in self.groups().get(self.get(ship, "group"), []) if self.russian(s)]
        named = self.get("", "squadron leader", self.get(ship, "group") or "")
        need(not self.russian(ship) or named or len(mates) < 2, "no squadron leader is named")
        if self.squadron_of(ship):
            need({self.fired_at(s, gun) for s in mates for gun in GUNS} <= {"", target}, "the squadron's target")

    def do_combined_fire(self, given: Inputs) -> None:
        """The weakest whole, and half of the others' sum."""
        target, weapon, hexes, firers = given["target"], given["weapon"], given["range"], given["firers"]
        for ship in firers:
            self.check_shot(ship, target, weapon, hexes)
        lines = [self.gun_lines(ship, target, hexes, (weapon,)) for ship in firers]
        bad = ("small_target", "fire_control")
        self.known_lines(given, {name: (any if name in bad else all)(each[name] for each in lines) for name in lines[0]})
        weakest, *others = sorted(self.strength(ship, target, weapon, hexes) for ship in firers)
        need(weakest and others, "no strength, or alone")
        dice = {ship: self.strength(ship, target, weapon, hexes) for ship in firers}
        for ship in firers:
            self.remember(ship, target, weapon, hexes, dice[ship])
            self.fires(ship, target)
        for _ in range(weakest + max(sum(others) // 2, 1)):
            self.shot(target, weapon, hexes, given["modifiers"])

    def do_friendly_fire(self, given: Inputs) -> None:
        """At a friend, in another area, near an enemy."""
        ship, target, hexes = given["firer"], given["target"], given["range"]
        side = self.side_of[ship]
        need(self.get("", "friendly fire", side) and side == self.side_of[target] and ship != target, "no friendly fire")
        need(hexes > 0 and given["near_enemy"] <= 1 and all(hexes <= self.reach(ship, gun) for gun in given["weapons"]), "range")
        self.put("", "friendly fire", self.get("", "friendly fire", side) - 1 or None, side)
        self.known_lines(given, self.gun_lines(ship, target, hexes, given["weapons"]))
        self.volley(ship, target, hexes, given)

    def do_shields_up(self, given: Inputs) -> None:
        """One ship ignores all hits."""
        need(self.get("", "shields up", self.side_of[given["ship"]]), "no shields")
        self.put("", "shields up", None, self.side_of[given["ship"]])
        self.put(given["ship"], "shielded", True)
        for ship in given["firers"]:
            self.put(ship, "bound to", given["ship"])

    def do_shore_battery(self, given: Inputs) -> None:
        """Half a die, up."""
        port = given["port"].strip()
        guns = (self.die() + 1) // 2
        self.put("", "shore batteries", (*(self.get("", "shore batteries") or ()), port))
        self.put("", "shore guns of", given["side"], port)
        self.put("", "shore guns", guns, port)

    def do_shore_fire(self, given: Inputs) -> None:
        """Primary guns of a port."""
        port, target, hexes = given["port"], given["target"], given["range"]
        owner = self.get("", "shore guns of", port)
        near = [s for s in self.fighting(owner) if self.zone(self.fleet(s)).casefold() in ("", port.casefold())]
        need(any(self.get(self.fleet(ship), "in port") for ship in near) and self.fights(target), "defends nobody")
        need(hexes <= min(3, self.sight()) and not self.get(target, "torpedo attack"), "range")
        self.put("", "shore guns fired", self.step_word, port)
        for _ in range(self.get("", "shore guns", port)):
            self.shot(target, "primary", hexes, given["modifiers"])

    # -------------------------------------------------------- steps

    def leave(self, phase: str) -> None:
        """Events that nobody rolled. Facts for a segment are over."""
        if phase == "strategic-event" and not self.now("", "settled", "strategic-event"):
            self.do_strategic_event({})
        if phase.startswith("event-") and self.get("", "event rolled") != self.step_word:
            self.do_event({})
        if "-move-" in phase:
            first = self.get("", "initiative side")
            side = first if phase.startswith("initiative") else self.other(first)
            if (self.get("", "break-off successes", side) or 0) < 2:
                self.put("", "faster", None, side)
            self.put("", "confused", None, side)
        super().leave(phase)
        if phase.startswith("torpedo-"):
            self.segment_over()
        if phase == "deployment":
            self.form_groups()

    def segment_over(self) -> None:
        """The effects of an event on a segment."""
        for side in self.sides:
            for name in OF_A_SIDE:
                self.put("", name, None, side)
        for ship in self.cards:
            for name in (*OF_A_SHIP, "shielded"):
                self.put(ship, name, None)

    def form_groups(self) -> None:
        """Ships of an area by types; DL with DD; a single BB with Bs, a single B with BBs."""
        for side in self.sides:
            areas: dict[str, list[str]] = {}
            for ship in self.fighting(side):
                areas.setdefault(self.get(ship, "hex") or "", []).append(ship)
            for area, ships in areas.items():
                kinds = {ship: "DD" if self.kind(ship) == "DL" else self.kind(ship) for ship in ships}
                many = Counter(kinds.values())
                if many["B"] and many["BB"] and 1 in (many["B"], many["BB"]):
                    kinds = {ship: "BB and B" if kind in ("B", "BB") else kind for ship, kind in kinds.items()}
                for ship, kind in kinds.items():
                    self.put(ship, "group", f"{side} {kind}{f' of {area}' if area and len(areas) > 1 else ''}")
        for name, ships in self.groups().items():
            leaders = [ship for ship in ships if self.get(ship, "leader")]
            if sum(map(self.russian, ships)) > 1 and leaders:
                self.put("", "squadron leader", leaders[0], name)

    def enter(self, phase: str) -> None:
        """Dice that a step begins with."""
        super().enter(phase)
        first = self.get("", "initiative side")
        if "-move-" in phase:
            side = first if phase.startswith("initiative") else self.other(first)
            runs = self.get("", "broke off", side) and (self.get("", "break-off successes", side) or 0) < 2
            if runs and self.die() <= 3:
                self.put("", "faster", True, side)
                self.put("", "break-off successes", (self.get("", "break-off successes", side) or 0) + 1, side)
        if phase.startswith("gunfire-"):
            for side in self.sides:
                if self.get("", "friendly fire due", side):
                    self.put("", "friendly fire due", None, side)
                    self.put("", "friendly fire", self.die() // 2 or None, side)
            if phase == "gunfire-1" and self.round == 1 and not self.night:
                for ship in [ship for ship in self.fighting(first) if LADDER[self.place(ship)] == "1S"]:
                    if self.die() <= 3:
                        self.put(ship, "not at maximum range", True)
        if phase == "round-end":
            self.stand_held()

    def stand_held(self) -> None:
        """Combat ends where a side has nobody left, or has stood."""
        side, gone = self.standing(), [each for each in self.sides if not self.fighting(each)]
        if side and side not in gone:  # who left the map has not closed
            for fleet in self.fleets_of_the_fight(side):
                self.put(fleet, "no pursuit", self.turn)
                if self.get(fleet, "apart from its charges"):
                    self.put(fleet, "apart from its charges", None)
                    self.put(fleet, "order", self.get(fleet, "order put off"), self.turn + 1)
                    self.put(fleet, "order put off", None)
        if side or gone:
            self.combat_ends()

    def combat_ends(self) -> None:
        """Facts for one combat are over."""
        for group in {self.get(ship, "group") for ship in self.cards} - {None}:
            self.put("", "squadron leader", None, group)
        self.segment_over()
        for name in ("visibility shift", "smoke", "surprised"):
            self.put("", name, None)
        for side in self.sides:
            for name in OF_A_SIDE_IN_COMBAT:
                self.put("", name, None, side)
        for ship in self.cards:
            for name in ("group", "moved", "left the map"):
                self.put(ship, name, None)
        super().combat_ends()

"""What may be ordered: the sheet's prohibitions, and random inputs to try them with."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.rules.fgdn.sheet import figures
from tests.rules.fgdn.sheet.damage import Inputs
from tests.rules.fgdn.sheet.turn import Sheet
from tests.rules.fgdn.sheet.war import Ship

FIRE = ("planned-fire", "reaction-fire")
ATTACK = ("movement", *FIRE)
HELMS = ("straight", "port", "starboard")
ARCS = {"F": "ahead", "A": "astern", "P": "port", "S": "starboard"}
OFTENER = {"fire": 6, "move": 3, "depth": 3, "depth_charges": 4, "men": 2, "assist": 2, "transfer": 4}
"""What is tried oftener, since few of its inputs are allowed."""


class Legal(Sheet):
    """Which orders are allowed now."""

    def may(self, order: str, said: Inputs) -> bool:
        """Whether the sheet allows this order with these inputs."""
        return not self.get("ended") and bool(getattr(self, f"may_{order.replace('-', '_')}")(said))

    def may_move(self, said: Inputs) -> bool:
        """Nobody commands her without a bridge, nothing turns her without power, a jam holds the helm (8.1.1, 8.3)."""
        ship, knots, helm = self.ships[said["ship"]], said["knots"], said["helm"]
        now, turns, evades = ship.count("speed"), said.get("turns", False), said["evades"]
        slowest = min(ship.best, max(now - ship.card["deceleration"], 0))
        able = self.phase == "movement" and ship.fit() and not ship.marked("moved") and (ship.best or now)
        if not able or not slowest <= knots <= max(ship.best, now) or (ship.jammed and helm != ship.jammed):
            return False
        steers = turns or evades or (helm != (ship.get("helm") or "straight") and not ship.jammed)
        if (ship.get("bridge out") and (steers or knots != now)) or (ship.get("no propulsion") and steers):
            return False
        if evades and (ship.jammed or ship.get("rudder disabled") or ship.size == "A" or ship.card["pre_dreadnought"]):
            return False
        return not (turns and ship.get("rudder disabled"))

    @staticmethod
    def works(ship: Ship, mount: dict[str, Any]) -> bool:
        """Whether a gun can fire."""
        away = ship.get("out", mount["name"]) or ship.get("men drafted", mount["battery"])
        silenced = ship.get("ceases fire") or ship.get("magazines flooded") or ship.out_of_batteries
        return ship.fit() and not away and not silenced

    def may_fire(self, said: Inputs) -> bool:
        """Surfaced ships of two sides in a sea that allows it, with guns that work, bear, reach and have not fired (6-4)."""
        firer, target = self.ships[said["firer"]], self.ships[said["target"]]
        there = self.phase in FIRE and firer.fit() and target.afloat and not target.airship
        open_still = not (firer.marked("worked out", self.phase) or target.marked("worked out", self.phase))
        calm = self.sea <= 5 or (self.sea == 6 and firer.size in "ABCD")
        if not (there and open_still and calm) or firer.under() or target.under() or firer.side == target.side:
            return False
        mounts = [mount for mount in firer.card["mounts"] if mount["name"] in said["mounts"]]
        reach = max(firer.gun(firer.battery(said["battery"])[0])["yards"])
        return bool(mounts) and said["range"] <= reach and all(
            mount["battery"] == said["battery"] and self.works(firer, mount) and not firer.marked("fired", mount["name"])
            and said["bearing"] in mount["arc"] for mount in mounts
        )  # fmt: skip

    def _attacked(self, said: Inputs, phases: tuple[str, ...], *, under: bool | None) -> bool:
        ship = self.ships[said["target"]]
        fair = under is None or under == ship.under()
        return self.phase in phases and ship.fit() and not ship.airship and fair and not ship.marked("worked out", self.phase)

    def may_torpedo(self, said: Inputs) -> bool:
        """A deep torpedo runs under sizes C and smaller (8.1.7)."""
        ship = self.ships[said["target"]]
        below = said["kind"] == "torpedo" and said["depth"] == "deep" and ship.size not in "AB" and not ship.under()
        return self._attacked(said, ("movement",), under=None) and not below

    def may_bombs(self, said: Inputs) -> bool:
        """On the surface."""
        return self._attacked(said, ATTACK, under=False)

    def may_shells(self, said: Inputs) -> bool:
        """On the surface."""
        return self._attacked(said, ATTACK, under=False)

    def may_depth_charges(self, said: Inputs) -> bool:
        """Under water (8.1.4)."""
        return self._attacked(said, ATTACK, under=True)

    def may_launch(self, said: Inputs) -> bool:
        """A mount that works and has so many left; not without power (8.3)."""
        ship = self.ships[said["ship"]]
        weapon = next(weapon for weapon in ship.card["weapons"] if weapon["name"] == said["weapon"])
        works = ship.fit() and not (ship.get("out", weapon["name"]) or ship.silent or ship.get("ceases fire"))
        return self.phase in ATTACK and works and not ship.get("no propulsion") and said["number"] <= ship.carried(weapon)

    def may_depth(self, said: Inputs) -> bool:
        """What keeps a submarine up (8.1.10, 8.2), and what keeps her where she is."""
        ship, depth = self.ships[said["ship"]], said["depth"]
        able = self.phase in ("plotting", "movement") and ship.submarine and ship.fit() and not ship.get("no propulsion")
        flooding = ship.level("flooding")
        kept_up = ship.out_of_batteries or ship.get("fire") or ship.get("beached") or flooding >= 3
        deepest = "surfaced" if kept_up else "shallow" if flooding == 2 else "deep"
        within = figures.DEPTHS.index(depth) <= figures.DEPTHS.index(deepest)
        return able and depth != ship.depth and within

    def may_men(self, said: Inputs) -> bool:
        """Once only, from a battery that she has (8.2)."""
        ship, batteries = self.ships[said["ship"]], ("light", "casemate", "main")
        stricken = ship.fit() and (ship.get("fire") or ship.get("flooding"))
        has = {mount["battery"] for mount in ship.card["mounts"]} | {weapon["kind"] for weapon in ship.card["weapons"]}
        sent = any(ship.get("men drafted", battery) for battery in batteries)
        return self.phase == "plotting" and bool(stricken) and not sent and said["battery"] in has & set(batteries)

    def may_assist(self, said: Inputs) -> bool:
        """One a side, at her speed, not on fire and at most half damaged (8.2)."""
        ship, helper = self.ships[said["ship"]], self.ships[said["helper"]]
        stricken = ship.fit() and (ship.get("fire") or ship.get("flooding"))
        busy = any(one.get("assisted", side) == helper.name for one in self.ships.values() for side in ("port", "starboard"))
        match = helper is not ship and helper.side == ship.side and helper.count("speed") == ship.count("speed")
        free = not busy and not ship.get("assisted", said["side"])
        return self.phase == "movement" and bool(stricken) and match and free and self.can_assist(helper)

    def may_aground(self, said: Inputs) -> bool:
        """On the surface, and not with more than her points lost (8.1.5)."""
        ship = self.ships[said["ship"]]
        return (
            self.phase == "movement" and ship.fit() and not (ship.under() or ship.airship or ship.get("beyond")) and ship.left > 0
        )

    def may_transfer(self, said: Inputs) -> bool:
        """Boats of a side at one speed of 10 knots at most; twelve factors aboard at most, the injured one at a time (8.1.9)."""
        boat, other, men = self.ships[said["boat"]], self.ships[said["other"]], said["factors"]
        boats = all(one.afloat and one.small for one in (boat, other)) and boat is not other and boat.side == other.side
        if self.phase != "movement" or not boats:
            return False
        able, injured = boat.count("crew") + boat.count("extra crew"), boat.count("injured")
        there = injured if said["injured"] else able
        room = 12 - sum(other.count(fact) for fact in ("crew", "extra crew", "injured"))
        one = men == 1 or not said["injured"]
        return boat.count("speed") == other.count("speed") <= 10 and one and men <= there and men <= room

    def may_pick_up(self, said: Inputs) -> bool:
        """A ship that lies still, once a turn, with room (8.6)."""
        ship = self.ships[said["ship"]]
        able = ship.fit() and not (ship.airship or ship.under() or ship.count("speed") or ship.marked("picked up"))
        room = not ship.card["crew"] or ship.card["crew"] > ship.count("survivors aboard")
        return (
            self.phase == "movement" and "rescue" in self.options and able and room and bool(self.get("survivors", said["group"]))
        )

    def may_flood_hold(self, said: Inputs) -> bool:
        """Not flooded, and cargo or a fire in it (8.3)."""
        ship = self.ships[said["ship"]]
        hold = next(hold for hold in ship.card["holds"] if hold["name"] == said["hold"])
        wet = ship.get("flooded", hold["name"]) or not (self.cargo_left(ship, hold) or ship.get("fire"))
        return self.phase == "plotting" and ship.fit() and not wet

    # -- random inputs

    def tried(self, rng: Random) -> tuple[str, dict[str, Any]] | None:
        """An order with random inputs, allowed or not; None where there is nothing to draw from."""
        names = list(self.ships)
        orders = [name[4:] for name in dir(Legal) if name.startswith("may_")]
        order = rng.choices(orders, [OFTENER.get(order, 1) for order in orders])[0]
        ship = self.ships[rng.choice(names)]
        said = getattr(self, f"draw_{order}", self.draw_plain)(rng, ship)
        plain = {"torpedo": "target", "bombs": "target", "shells": "target", "depth_charges": "target"}
        if said is not None and "ship" in said and order in plain:
            said[plain[order]] = said.pop("ship")
        return None if said is None else (order.replace("_", "-"), said)

    @staticmethod
    def draw_plain(rng: Random, ship: Ship) -> dict[str, Any]:
        """The ship alone."""
        return {"ship": ship.name}

    def draw_move(self, rng: Random, ship: Ship) -> dict[str, Any]:
        """Mostly near what she makes."""
        now = ship.count("speed")
        knots = rng.choice((now, now, max(now - rng.randint(1, 9), 0), now + rng.randint(0, 4), ship.best))
        helm = rng.choice((ship.jammed or "straight", *HELMS))
        said = {"ship": ship.name, "knots": knots, "helm": helm, "evades": rng.random() < 0.3}
        return said | ({"turns": rng.random() < 0.5} if helm != "straight" else {})

    def draw_fire(self, rng: Random, ship: Ship) -> dict[str, Any] | None:
        """One battery, at anybody."""
        if not ship.card["mounts"]:
            return None
        battery = rng.choice(ship.card["mounts"])["battery"]
        mounts = [mount["name"] for mount in ship.battery(battery) if rng.random() < 0.6]
        foes = [one.name for one in self.ships.values() if one.side != ship.side or rng.random() < 0.1]
        return {
            "firer": ship.name, "target": rng.choice(foes), "range": rng.choice((2000, 9000, 14000, 30000)),
            "battery": battery, "bearing": rng.choice("FAPS"), "mounts": mounts,
            "hits": rng.choice(("dice", "dice", "1")), "aspect": rng.choice(("broad", "quarter", "narrow")),
        }  # fmt: skip

    @staticmethod
    def draw_torpedo(rng: Random, ship: Ship) -> dict[str, Any]:
        """A torpedo or mine."""
        return {
            "ship": ship.name,
            "kind": rng.choice(("torpedo", "mine")),
            "points": 20,
            "depth": rng.choice(("shallow", "deep")),
        }

    @staticmethod
    def draw_bombs(rng: Random, ship: Ship) -> dict[str, Any]:
        """One bomb."""
        return {"ship": ship.name, "points": 3}

    draw_depth_charges = draw_bombs

    @staticmethod
    def draw_shells(rng: Random, ship: Ship) -> dict[str, Any]:
        """One shell."""
        return {"ship": ship.name, "points": 3, "mm": 40}

    @staticmethod
    def draw_launch(rng: Random, ship: Ship) -> dict[str, Any] | None:
        """From a mount with warheads."""
        mounts = [weapon["name"] for weapon in ship.card["weapons"] if weapon["warheads"]]
        return {"ship": ship.name, "weapon": rng.choice(mounts), "number": rng.randint(1, 3)} if mounts else None

    @staticmethod
    def draw_depth(rng: Random, ship: Ship) -> dict[str, Any] | None:
        """Of a submarine."""
        return {"ship": ship.name, "depth": rng.choice(figures.DEPTHS)} if ship.submarine else None

    @staticmethod
    def draw_men(rng: Random, ship: Ship) -> dict[str, Any] | None:
        """From any battery."""
        has = {mount["battery"] for mount in ship.card["mounts"]} | {weapon["kind"] for weapon in ship.card["weapons"]}
        may = sorted(has & {"light", "casemate", "main"})
        return {"ship": ship.name, "battery": rng.choice(may)} if may else None

    def draw_assist(self, rng: Random, ship: Ship) -> dict[str, Any]:
        """By anybody."""
        return {"ship": ship.name, "helper": rng.choice(list(self.ships)), "side": rng.choice(("port", "starboard"))}

    def draw_transfer(self, rng: Random, ship: Ship) -> dict[str, Any]:
        """Between boats, mostly."""
        boats = [one.name for one in self.ships.values() if one.small]
        return {
            "boat": rng.choice((ship.name, *boats)), "other": rng.choice(boats), "injured": rng.random() < 0.3,
            "factors": rng.choice((1, 1, 2, 5, 6, 9)),
        }  # fmt: skip

    def draw_pick_up(self, rng: Random, ship: Ship) -> dict[str, Any] | None:
        """Men of anybody lost."""
        there = sorted(group for group, _ in self.each("survivors"))
        return {"group": rng.choice(there), "ship": ship.name} if there else None

    @staticmethod
    def draw_flood_hold(rng: Random, ship: Ship) -> dict[str, Any] | None:
        """Any hold."""
        return {"ship": ship.name, "hold": rng.choice(ship.card["holds"])["name"]} if ship.card["holds"] else None

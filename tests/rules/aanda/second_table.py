"""The A&A sheet played a second time, whole turns of it: a plain table of facts, changed as the sheet says, die by die.

It shares no code with the rules and reads none of their files: figures are those of ``sheet``, typed from the sheet and the
readings. What it reads of a battle are the cards and squadrons that a scenario states, the inputs of an order, the faces thrown
and what was chosen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import ceil, sqrt
from typing import Any

from tests.rules.aanda.sheet import (
    ARMOUR,
    BANDS,
    CALLED,
    CLASSES,
    GUN_CRITICALS,
    GUN_RESULTS,
    GUNS,
    LOCATION,
    UNDERWATER_CRITICALS,
    UNDERWATER_RESULTS,
)  # fmt: skip

PHASES = ("ongoing", "initiative", "movement", "repairs", "spotting", "firing")
ALTERNATING = ("movement", "spotting", "firing")
GRADES = ("Inferior", "standard", "Superior")
GUNNERY = {"target_slow": 1, "firer_slow": 1, "short": 1, "superior": 1, "target_stopped": 2, "target_fast": -1, "inferior": -1,
           "small_target": -1, "long": -1, "splash": -1, "small_fresh": -1, "large_gale": -1, "small_gale": -2,
           "night": -2}  # fmt: skip
TORPEDO = {"target_slow": 1, "firer_slow": 1, "superior": 1, "target_stopped": 2, "target_fast": -1, "small_target": -1,
           "off_beam": -1, "fresh": -1, "inferior": -1, "gale": -2, "night": -2}  # fmt: skip
MINE = {"target_slow": -1, "small_target": -1, "superior": -1, "target_stopped": -2, "inferior": 1, "target_fast": 2}
SPOTTING = {"clear_day": 2, "night": -2, "shows": 1}
INITIATIVE = {"squadron with Superior crews": 2, "squadron with standard crews": 1, "squadron with Inferior crews": 0,
              "squadron with a ship out of command": -1, "squadron of 7 or more": -1,
              "squadron without a flagship": -2}  # fmt: skip
CONDITION = {"rudder disabled": "rudder", "engine room hit": "engine", "bridge hit": "bridge", "fire": "fire", "flood": "flood",
             "catastrophic explosion": "catastrophe", "catastrophic flooding": "catastrophe"}  # fmt: skip
SINKS_BY = {"B": 10, "CB": 10, "DD": 6, "TB": 6}

Facts = dict[tuple[str, str, str], Any]


class Table:
    """Ships, squadrons and the battle, as a second referee keeps them."""

    def __init__(
        self, sides: Sequence[str], ships: Iterable[tuple[str, str, str, Mapping[str, Any]]],
        squadrons: Iterable[tuple[str, str, Mapping[str, Any]]], conditions: Mapping[str, Any],
    ) -> None:  # fmt: skip
        ships, squadrons = list(ships), list(squadrons)
        self.sides, self.cards = tuple(sides), {name: card for name, _, _, card in ships}
        self.side = {name: side for name, side, _, _ in ships} | {name: side for name, side, _ in squadrons}
        self.squadron = {name: squadron for name, _, squadron, _ in ships}
        self.squadrons = {name: details for name, _, details in squadrons}
        self.facts: Facts = {("", "turn", ""): 1, ("", "phase", ""): PHASES[0]}
        self.dice: list[tuple[int, int]] = []
        self.choices: list[str] = []
        for name, word in {"weather": "Calm to Moderate", "light": "day", **conditions}.items():
            self.put("", name, word)
        for name, details in self.squadrons.items():
            self.put(name, "hidden", details.get("contact") or details.get("dummy") or None)
        for name, card in self.cards.items():
            own = self.squadrons[self.squadron[name]]
            paces = [self.cards[other]["knots"] for other in self.members(self.squadron[name]) if self.cards[other]["knots"]]
            self.put(name, "hull", card.get("hull") or max(2, ceil(sqrt(card["tons"]) / 4 - 0.5)))
            self.put(name, "crew", own.get("crew", "standard"))
            self.put(name, "flagship", own.get("flagship") == name or None)
            self.put(name, "hidden", own.get("contact") or None)
            self.put(name, "speed", min([card["knots"], *paces]))
            for tubes in card.get("torpedoes", ()):
                self.put(name, "torpedoes", tubes["tubes"] * (1 + tubes.get("reloads", 0)), tubes["name"])

    # ------------------------------------------------------------ what is kept

    def get(self, of: str, name: str, other: str = "", absent: Any = None) -> Any:
        """A fact."""
        return self.facts.get((of, name, other), absent)

    def put(self, of: str, name: str, value: Any, other: str = "") -> None:
        """Keep a fact, or nothing of it."""
        self.facts.pop((of, name, other), None)
        if value is not None:
            self.facts[of, name, other] = value

    def count(self, of: str, name: str, more: int, other: str = "") -> None:
        """Add to a number; nothing is kept of 0."""
        self.put(of, name, (self.get(of, name, other, 0) + more) or None, other)

    def die(self, faces: int) -> int:
        """The next die, which must be one of so many faces."""
        sides, face = self.dice.pop(0)
        assert sides == faces, f"a D{sides} was thrown for a D{faces}"
        return face

    def throw(self, dice: str) -> int:
        """The total of dice such as 3d10."""
        number, faces = dice.split("d")
        return sum(self.die(int(faces)) for _ in range(int(number or 1)))

    def drawn(self, weights: Mapping[str, int]) -> str:
        """One of these by a die of as many faces as their weights; no die for one alone."""
        face = self.die(sum(weights.values())) if len(weights) > 1 else 1
        for name, weight in weights.items():
            if face <= weight:
                return name
            face -= weight
        raise AssertionError("a face too many")

    @property
    def turn(self) -> int:
        """The turn."""
        return int(self.get("", "turn"))

    @property
    def phase(self) -> str:
        """The phase."""
        return str(self.get("", "phase"))

    def other_side(self, side: str) -> str:
        """The enemy."""
        return self.sides[1 - self.sides.index(side)]

    # ------------------------------------------------------------ ships and squadrons

    def members(self, squadron: str) -> list[str]:
        """All ships that a squadron began with."""
        return [name for name, own in self.squadron.items() if own == squadron]

    def ships(self, squadron: str = "") -> list[str]:
        """Those on the table, of a squadron or all."""
        return [name for name in (self.members(squadron) if squadron else self.cards) if not self.get(name, "fate")]

    def fastest(self, name: str) -> int:
        """What she can make: half after an engine room hit, nothing after two or without hull."""
        engine, knots = self.get(name, "engine", absent=0), self.cards[name]["knots"]
        return 0 if not self.get(name, "hull") or engine > 1 else int(knots // (1 + engine))

    def speed(self, name: str) -> int:
        """What she makes."""
        return min(int(self.get(name, "speed")), self.fastest(name))

    def evading(self, name: str) -> bool:
        """Whether she steers evasively."""
        return bool(self.get(name, "evading") and not self.get(name, "rudder") and self.speed(name))

    def crew(self, name: str) -> str:
        """Her crew's grade, one lower while the bridge is hit."""
        grade = GRADES.index(self.cards[name].get("crew") or self.get(name, "crew"))
        return GRADES[max(grade - bool(self.get(name, "bridge")), 0)]

    def small(self, name: str) -> bool:
        """A destroyer or torpedo boat."""
        return self.cards[name]["type"] in ("DD", "TB")

    def mounts(self, name: str, place: str = "") -> dict[str, Mapping[str, Any]]:
        """Main mounts, secondary batteries, or both."""
        return {m["name"]: m for kind in ([place] if place else ["main", "secondary"]) for m in self.cards[name].get(kind, ())}

    def guns(self, name: str, mount: str) -> int:
        """Guns left of one."""
        return int(max(self.mounts(name)[mount]["guns"] - self.get(name, "guns out", mount, 0), 0))

    def grade(self, squadron: str) -> str:
        """That of most of its crews, the scenario's where they are even."""
        crews = [self.crew(name) for name in self.ships(squadron)]
        most = [grade for grade in GRADES if crews.count(grade) == max(map(crews.count, crews), default=0)]
        return most[0] if len(most) == 1 else self.squadrons[squadron].get("crew", "standard")

    def penalties(self, squadron: str) -> Iterator[str]:
        """Lines of the initiative table below nothing."""
        ships, flagship = self.ships(squadron), self.squadrons[squadron].get("flagship")
        if any(self.get(name, "bridge") or self.get(name, "out of command") for name in ships):
            yield "squadron with a ship out of command"
        if len(ships) >= 7:
            yield "squadron of 7 or more"
        if flagship not in ships or not self.get(flagship, "hull"):
            yield "squadron without a flagship"

    def deployed(self, side: str) -> list[str]:
        """Squadrons in the open with ships on the table."""
        return [name for name in self.squadrons if self.side[name] == side and self.ships(name) and not self.get(name, "hidden")]

    # ------------------------------------------------------------ modifiers that a referee would count

    def pair(self, firer: str, target: str) -> Iterator[str]:
        """Those of two ships."""
        if not self.speed(target):
            yield "target_stopped"
        elif self.fastest(target) <= 10:
            yield "target_slow"
        elif self.fastest(target) > 25:
            yield "target_fast"
        if self.small(target):
            yield "small_target"
        if not self.speed(firer) or self.fastest(firer) <= 10:
            yield "firer_slow"
        if self.crew(firer) != "standard":
            yield self.crew(firer).lower()

    def gunnery(self, firer: str, target: str) -> set[str]:
        """Those of guns, without the band."""
        weather, found = self.get("", "weather"), set(self.pair(firer, target))
        if self.get(target, "splash", absent=firer) != firer:
            found.add("splash")
        if weather == "Gale":
            found.add("small_gale" if self.small(firer) else "large_gale")
        if weather == "Fresh to Strong" and self.small(firer):
            found.add("small_fresh")
        return found | ({"night"} if self.get("", "light") == "night" else set())

    def band(self, calibre: float, cm: int) -> tuple[str, str]:
        """The modifier and the damage dice of a gun at a cm; no dice where it may not fire."""
        letter = next(name for name, (low, high) in CLASSES.items() if low <= calibre <= high)
        for name, band in zip(BANDS, GUNS[letter], strict=True):
            if band and cm <= band[0]:
                return name if name in ("short", "long") else "", band[1] if band[1] != "n/a" else ""
        return "", ""

    def fire_modifiers(self, order: Mapping[str, Any]) -> set[str]:
        """Those of guns, with every battery's band."""
        mounts = self.mounts(order["firer"])
        bands = {self.band(mounts[name]["calibre"], order["range"])[0] for name in order["batteries"]}
        return (self.gunnery(order["firer"], order["target"]) | bands) - {""}

    def torpedo_modifiers(self, order: Mapping[str, Any]) -> set[str]:
        """Those of torpedoes; where the firer lies is measured."""
        weather = {"Gale": {"gale"}, "Fresh to Strong": {"fresh"}}.get(self.get("", "weather"), set())
        night = {"night"} if self.get("", "light") == "night" else set()
        return {*self.pair(order["firer"], order["target"]), *weather, *night}

    def mine_modifiers(self, order: Mapping[str, Any]) -> set[str]:
        """Those of mines."""
        return set(self.pair(order["ship"], order["ship"])) - {"firer_slow"}

    def spot_modifiers(self, order: Mapping[str, Any]) -> set[str]:
        """Those of spotting."""
        night, ships = self.get("", "light") == "night", self.ships(order["contact"])
        shows = any(self.get(s, "smoke") or (self.speed(s) and self.fastest(s) > 25) for s in ships)
        calm = self.get("", "weather") == "Calm to Moderate" and not night
        return {name for name, so in (("night", night), ("clear_day", calm), ("shows", shows)) if so}

    def rerolls(self, firer: str, target: str) -> int:
        """How often a die that hits must hit again."""
        return self.evading(firer) + self.evading(target)

    # ------------------------------------------------------------ orders

    def give(self, order: str, inputs: Mapping[str, Any], faces: Sequence[tuple[int, int]], choices: Sequence[str]) -> None:
        """Do as ordered with these dice; all of them must be needed."""
        self.dice, self.choices = list(faces), list(choices)
        getattr(self, f"do_{order}".replace("-", "_"))(
            **{"cm" if name == "range" else name: value for name, value in inputs.items()}
        )
        assert not self.dice, f"dice too many: {self.dice}"
        assert not self.choices

    def act(self, squadron: str) -> None:
        """A squadron is acting."""
        assert self.get(squadron, "acted", self.phase) != self.turn
        assert self.get("", "active squadron", absent=squadron) == squadron
        self.put("", "active squadron", squadron)

    def nobody_acts(self) -> None:
        """Nor is a ship at its attack."""
        self.put("", "active squadron", None)
        self.put("", "attacking ship", None)

    def do_done(self, squadron: str) -> None:
        self.put(squadron, "acted", self.turn, self.phase)
        self.nobody_acts()
        self.put("", "acting", self.other_side(self.side[squadron]))

    def do_move(
        self, squadron: str, speed: int, evading: bool, turning: bool, smoke: bool, ships: Sequence[str], last: bool
    ) -> None:
        assert not turning or not ships or any(not self.get(name, "rudder") for name in ships)
        self.act(squadron)
        for name in ships:
            self.put(name, "speed", speed)
            self.put(name, "evading", (evading and not self.get(name, "rudder")) or None)
            self.put(name, "smoke", smoke or None)
        if last:
            self.do_done(squadron)

    def in_move(self, name: str) -> None:
        """What belongs to a move begins it, or comes after it."""
        if self.get(self.squadron[name], "acted", "movement") != self.turn:
            self.act(self.squadron[name])

    def do_leave(self, ship: str) -> None:
        assert self.fastest(ship)
        self.in_move(ship)
        self.put(ship, "fate", f"left the table T{self.turn}")
        squadron = self.squadron[ship]
        if not self.ships(squadron) and self.get(squadron, "acted", "movement") != self.turn:
            self.do_done(squadron)

    def hurt(self, name: str, boxes: int) -> None:
        """Hull boxes lost."""
        self.put(name, "hull", max(self.get(name, "hull") - boxes, 0))

    def critical(self, name: str, under_water: bool) -> None:
        """One critical hit."""
        listed, words = (UNDERWATER_CRITICALS, UNDERWATER_RESULTS) if under_water else (GUN_CRITICALS, GUN_RESULTS)
        face = self.die(20)
        result = next(word for word, last in zip(words, listed[CALLED[self.cards[name]["type"]]], strict=True) if face <= last)
        condition = CONDITION.get(result)
        if condition in ("rudder", "bridge"):
            self.put(name, condition, True)
        elif condition:
            self.count(name, condition, 1)

    def holed(self, name: str) -> None:
        """A torpedo or a mine."""
        self.hurt(name, self.throw("2d10"))
        self.critical(name, under_water=True)

    def do_ram(self, rammer: str, target: str, knots: int) -> None:
        assert knots <= self.fastest(rammer)
        self.in_move(rammer)
        done = max(self.die(10) + knots // 3 - ARMOUR[self.cards[target]["type"]][0], 0)
        self.hurt(target, done)
        self.hurt(rammer, done // 4)
        self.critical(target, under_water=True)

    def do_mine(self, ship: str, modifiers: Sequence[str]) -> None:
        if self.die(10) + sum(MINE[name] for name in modifiers) >= 8:
            self.holed(ship)

    def do_reveal(self, contact: str) -> None:
        self.put(contact, "hidden", None)
        if self.squadrons[contact].get("dummy"):
            self.put(contact, "gone", True)
        for name in self.ships(contact):
            self.put(name, "hidden", None)

    def do_spot(self, squadron: str, contact: str, cm: int, modifiers: Sequence[str]) -> None:
        night, calm = self.get("", "light") == "night", self.get("", "weather") == "Calm to Moderate"
        assert cm <= (30 if night else 150 if calm else 60)
        self.act(squadron)
        if cm <= 20 or self.die(10) + sum(SPOTTING[name] for name in modifiers) >= 8:
            self.do_reveal(contact)
        self.do_done(squadron)

    def do_weather(self, weather: str) -> None:
        self.put("", "weather", weather)

    # ------------------------------------------------------------ fire

    def attack(self, firer: str, target: str) -> None:
        """A ship begins its attack."""
        assert self.get("", "weather") != "Storm"
        assert self.get(firer, "hull"), "stopped and silent"
        assert not self.get(target, "hidden")
        self.act(self.squadron[firer])
        self.put("", "attacking ship", firer)
        self.put(firer, "attacked", self.turn)

    def do_fire(
        self,
        firer: str,
        target: str,
        cm: int,
        bearing: str,
        batteries: Sequence[str],
        modifiers: Sequence[str],
        rerolls: int,
    ) -> None:
        mounts = self.mounts(firer)
        known = self.fire_modifiers({"firer": firer, "target": target, "range": cm, "batteries": batteries})
        more, added, dropped = rerolls - self.rerolls(firer, target), set(modifiers) - known, known - set(modifiers)
        self.attack(firer, target)
        for name, value in (("last target", target), ("last range", cm), ("last bearing", bearing)):
            self.put(firer, name, value)
            self.put(self.squadron[firer], name, value, str(self.turn))
        for name in batteries:
            assert bearing in mounts[name]["arc"]
            self.put(firer, "fired", self.turn, name)
        for calibre in sorted({mounts[name]["calibre"] for name in batteries}, reverse=True):
            number = sum(self.guns(firer, name) for name in batteries if mounts[name]["calibre"] == calibre)
            band, dice = self.band(calibre, cm)
            counted = ({*self.gunnery(firer, target), band, *added} - dropped) - {""}
            shift, again = sum(GUNNERY[name] for name in counted), max(self.rerolls(firer, target) + more, 0)
            for _ in "x" * number:
                if self.hits(shift, again):
                    self.shelled(target, dice)
        if not self.get(target, "splash"):
            self.put(target, "splash", firer)

    def hits(self, shift: int, again: int) -> bool:
        """8 or more, and again for each evasion."""
        return all(self.die(10) + shift >= 8 for _ in range(1 + again))

    def shelled(self, name: str, dice: str) -> None:
        """One shell that hit."""
        type_ = self.cards[name]["type"]
        face = self.die(10)
        place = next(n for n, last in enumerate(LOCATION[type_]) if face <= last)
        kind = ("hull", "main", "secondary")[place]
        left = {mount: self.guns(name, mount) for mount in self.mounts(name, kind) if self.guns(name, mount)} if place else {}
        place = place if left else 0
        over = self.throw(dice) - ARMOUR[type_][place]
        if over > 0 and not place:
            self.hurt(name, over)
            self.critical(name, under_water=False)
        elif over > 0:
            mount = self.drawn({mount: 1 if place == 1 else guns for mount, guns in left.items()})
            self.count(name, "guns out", left[mount] if place == 1 else 1, mount)

    def do_volley(self, squadron: str, target: str, cm: int, bearing: str, ships: Sequence[str], last: bool) -> None:
        for name in ships:
            ready = [m for m, mount in self.mounts(name).items() if self.guns(name, m) and self.get(name, "fired", m) != self.turn
                     and bearing in mount["arc"] and self.band(mount["calibre"], cm)[1]]  # fmt: skip
            known = self.fire_modifiers({"firer": name, "target": target, "range": cm, "batteries": ready})
            self.do_fire(name, target, cm, bearing, ready, sorted(known), self.rerolls(name, target))
        if last:
            self.do_done(squadron)

    def do_torpedo(
        self,
        firer: str,
        target: str,
        cm: int,
        bearing: str,
        tubes: Sequence[str],
        modifiers: Sequence[str],
        rerolls: int,
    ) -> None:
        self.attack(firer, target)
        self.put(firer, "torpedoes fired", self.turn)
        away, sets = 0, {each["name"]: each for each in self.cards[firer]["torpedoes"]}
        for name in tubes:
            assert bearing in sets[name]["arc"]
            assert cm <= (sets[name].get("reach") or 10)
            fired = min(sets[name]["tubes"], self.get(firer, "torpedoes", name))
            self.count(firer, "torpedoes", -fired, name)
            self.put(firer, "fired", self.turn, name)
            away += fired
        for _ in "x" * away:
            if self.hits(sum(TORPEDO[name] for name in modifiers), rerolls):
                self.holed(target)

    # ------------------------------------------------------------ what both sides do at once

    def do_ongoing(self) -> None:
        self.put("", "ongoing settled", self.turn)
        self.suffer()

    def suffer(self, safe: Collection[str] = ()) -> None:
        """Fires and floods take boxes, then ships test for sinking. Those that are ``safe`` do not."""
        for name in self.ships():
            for _ in range(self.get(name, "fire", absent=0) + self.get(name, "flood", absent=0)):
                self.hurt(name, self.die(4))
        weather = {"Calm to Moderate": 1, "Gale": -1, "Storm": -2}.get(self.get("", "weather"), 0)
        for name in (name for name in self.ships() if name not in safe):
            tests = [0] * (not self.get(name, "hull")) + [-2] * self.get(name, "catastrophe", absent=0)
            for critical in tests:
                if self.die(SINKS_BY.get(self.cards[name]["type"], 8)) + weather + critical <= 3:
                    self.put(name, "fate", f"sunk T{self.turn}")
                    break

    def do_repair(self) -> None:
        self.put("", "repair settled", self.turn)
        self.mend(self.ships())

    def troubled(self, *facts: str) -> list[str]:
        return [name for name in self.ships() if any(self.get(name, fact, absent=0) for fact in facts)]

    def do_play_out(self, turns: int) -> None:
        """So many turns of damage, tests and repairs by the ships that burn or flood. Whoever is afloat then is safe."""
        for _ in range(turns):
            hanging = self.troubled("fire", "flood", "catastrophe")
            self.suffer(safe=[name for name in self.troubled("safe without hull boxes") if name not in hanging])
            self.mend(self.troubled("fire", "flood"))
            safe = {*self.troubled("hull", "safe without hull boxes")}
            if not self.troubled("fire", "flood", "catastrophe") and safe >= {*self.ships()}:
                return
        for name in self.ships():
            for fact in ("fire", "flood", "catastrophe"):
                if self.get(name, fact, absent=0):
                    self.put(name, fact, None)
            if name not in self.troubled("hull", "safe without hull boxes"):
                self.put(name, "safe without hull boxes", True)

    def mend(self, ships: Sequence[str]) -> None:
        """Repair dice of these ships."""
        for name in ships:
            crew = GRADES.index(self.crew(name)) - 1
            for what in ("fire", "flood", "rudder", "engine", "bridge"):
                for _ in range(int(self.get(name, what, absent=0))):
                    if self.die(10) + crew < 8:
                        continue
                    if what in ("rudder", "bridge"):
                        self.put(name, what, None)
                    else:
                        self.count(name, what, -1)

    def lines(self, side: str) -> set[str]:
        """What counts for a side's squadrons in the open, as a referee would tick it."""
        words = {name: (f"squadron with {self.grade(name)} crews", *self.penalties(name)) for name in self.deployed(side)}
        return {f"{name}: {line}" for name, lines in words.items() for line in lines}

    def morale(self, squadron: str) -> None:
        """A weakened squadron tests."""
        shift = GRADES.index(self.grade(squadron)) - 1 - 2 * ("squadron without a flagship" in self.penalties(squadron))
        if self.die(10) + shift >= 4:
            return
        self.count(squadron, "morale failures", 1)
        if self.get(squadron, "morale failures") < 2:
            self.put(squadron, "turned away", self.turn)
            return
        for name in self.ships(squadron):
            self.put(name, "fate", f"fled T{self.turn}")

    def do_initiative(self, first: Sequence[str] | None = None, second: Sequence[str] | None = None) -> None:
        self.put("", "initiative rolled", self.turn)
        known = [self.lines(side) for side in self.sides]
        for squadron in [name for side in self.sides for name in self.deployed(side)]:
            if 2 * len(self.ships(squadron)) <= len(self.members(squadron)):
                self.morale(squadron)
        shifts = []
        for side, ticked, then in zip(self.sides, (first, second), known, strict=True):
            more, less = (set(), set()) if ticked is None else (set(ticked) - then, then - set(ticked))
            here = {f"{name}: {line}" for name in self.deployed(side) for line in INITIATIVE}
            markers = [n for n in self.squadrons if self.side[n] == side and self.get(n, "hidden") and self.ships(n)]
            counted = [word.split(": ")[1] for word in ((self.lines(side) | more) - less) & here]
            shifts.append(sum(INITIATIVE[line] for line in (*counted, *(p for name in markers for p in self.penalties(name)))))
        one, other = self.die(10) + shifts[0], self.die(10) + shifts[1]
        while one == other:
            one, other = self.die(10) + shifts[0], self.die(10) + shifts[1]
        self.put("", "initiative", self.sides[other > one])
        self.put("", "moves first", self.choices.pop(0))

    def do_note(self, words: str) -> None:
        """Nothing changes."""

    def do_next(self) -> None:
        phase = self.phase
        if phase == "ongoing" and self.get("", "ongoing settled") != self.turn:
            self.do_ongoing()
        if phase == "initiative" and self.get("", "initiative rolled") != self.turn:
            self.do_initiative()
        if phase == "repairs" and self.get("", "repair settled") != self.turn:
            self.do_repair()
        if phase in ALTERNATING:
            self.nobody_acts()
        if phase == PHASES[-1]:
            self.put("", "turn", self.turn + 1)
        self.put("", "phase", PHASES[(PHASES.index(phase) + 1) % len(PHASES)])
        if self.phase in ALTERNATING:
            self.put("", "acting", self.get("", "moves first" if self.phase == "movement" else "initiative"))
        if self.phase == "initiative":
            for name in self.cards:
                self.put(name, "splash", None)

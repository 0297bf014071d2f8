"""Facts about an A&A battle, its squadrons and its ships."""

from __future__ import annotations

from typing import Any, TypeAlias

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.card_view import Track
from fleetbook.core.battle.conditions import Boxes, Flag, Number, TurnMark, Value, Word
from fleetbook.core.battle.subject import BattleFacts, Subject, derived
from fleetbook.core.campaign.becomes import GONE, RESTOCKED, SETTLED, in_port, of_a_battle, under_way
from fleetbook.core.errors import InvalidInput
from fleetbook.core.tables.table import Modifier
from fleetbook.rules.aanda.card import GRADES, Card, GunEntry
from fleetbook.rules.kit.warship import Warship

CALM, FRESH, GALE, STORM = "Calm to Moderate", "Fresh to Strong", "Gale", "Storm"
MAIN = "main"
CAPITAL = ("B", "CB", "ACL", "TSL")
"""The types that the sheet calls battleships, large armoured cruisers and large turret ships (5.5)."""
MOST_BY_HAND = 9
ROOM = 3  # boxes to tick for damage that may come any number of times
"""The largest number of fires, floods, engine room hits or catastrophes that the referee can set by hand."""


class AandaFacts(BattleFacts, becomes=GONE):
    """Facts about the whole battle: the weather, the squadron and ship that act now, and the phases already settled."""

    weather = Word(allowed=(CALM, FRESH, GALE, STORM), heading="conditions")
    light = Word(allowed=("day", "night"), heading="conditions")
    acting = Word()
    active_squadron = Word()
    attacking_ship = Word()
    winner = Word("initiative")
    moves_first = Word()
    initiative_rolled = TurnMark()
    ongoing_settled = TurnMark()
    repair_settled = TurnMark()

    @property
    def calm(self) -> bool:
        return self.weather == CALM

    @property
    def fresh(self) -> bool:
        return self.weather == FRESH

    @property
    def gale(self) -> bool:
        return self.weather == GALE

    @property
    def storm(self) -> bool:
        return self.weather == STORM

    @property
    def night(self) -> bool:
        return self.light == "night"


class SquadronFacts(Subject, becomes=GONE):
    """Facts about a squadron or contact marker. Its last target, range and direction are stored by turn."""

    _battle: Battle[Any]
    hidden = Flag()
    gone = Flag()
    acted = TurnMark().each("phase")
    turned_away = TurnMark()
    morale_failures = Number()
    last_target = Word().each("turn")
    last_range = Value(int).each("turn")
    last_bearing = Word().each("turn")

    @property
    def ships(self) -> list[AandaShip]:
        """The squadron's ships that are on the table."""
        return [ship for ship in map(self._battle.ship, self._battle.squadron(self.name)) if ship.afloat]

    @derived(sign="TURNS AWAY", words="turns away: its morale failed this turn", grave=True)
    def retires(self) -> bool:
        """Whether the squadron failed a morale test this turn and turned away (A9)."""
        return self.turned_away

    @derived(sign="MORALE FAILED", words="its morale failed before: at the next failure it leaves the table", grave=True)
    def shaken(self) -> bool:
        """Whether the squadron failed a morale test in an earlier turn and is still on the table (A9)."""
        return bool(self.morale_failures and self.ships and not self.turned_away)

    @derived(sign="FLAGSHIP LOST", words="its flagship is lost", grave=True)
    def lost_flagship(self) -> bool:
        """Whether the squadron's flagship can no longer lead, while other ships of the squadron are on the table (2.4)."""
        led = [ship for ship in map(self._battle.ship, self._battle.squadron(self.name)) if ship.flagship]
        return bool(led and self.ships) and not any(ship.leads for ship in led)

    @derived(sign="OUT OF COMMAND", words="out of command", grave=True)
    def out_of_command(self) -> bool:
        """Whether any ship of the squadron is out of command (A5)."""
        return any(ship.out_of_command for ship in self.ships)

    @derived(sign="evading", words="evades")
    def evading(self) -> bool:
        """Whether every ship of the squadron steers evasively."""
        return bool(self.ships) and all(ship.evading for ship in self.ships)

    @derived(sign="done", words="done in this step")
    def done(self) -> bool:
        """Whether the squadron has ended its actions in this phase (2.2)."""
        return bool(self.ships) and self.acted[self._battle.phase]


class AandaShip(Warship):
    """A ship of the A&A rules. Her speeds are in knots."""

    card: Card
    hull = Boxes(becomes=in_port("days_hull"))
    ordered = Number("speed", zero_kept=True, by_hand=lambda ship, key: ship.card.knots, becomes=GONE)
    evades = Flag("evading", by_hand=True, becomes=GONE)
    stated_crew, flagship = of_a_battle(Word("crew"), Flag())
    beyond_signals = Flag("out of command", sign="OUT OF COMMAND", words="out of command", by_hand=True, becomes=GONE)
    attacked = TurnMark()
    torpedoes_fired = TurnMark()
    fired = TurnMark().each("battery or tubes")
    torpedoes = Number(most=lambda ship, tubes: ship.card.carried(tubes), becomes=RESTOCKED).each(
        "tubes", lambda ship: [tubes.name for tubes in ship.card.torpedoes]
    )
    last_target, last_range, last_bearing = of_a_battle(Word(), Value(int), Word())

    @property
    def unsettled(self) -> str:
        """Her tests for sinking, if she has no hull boxes left and the tests were not played out."""
        tests = self.hull_gone and not self.lost and not self.played_out and bool(self._battle.reading("hull_gone_tests"))
        return "no hull boxes left, tests for sinking" if tests else ""

    @derived(
        sign="NO HULL",
        words=lambda ship: f"no hull boxes left{': cannot move or fire' if ship.wrecked else ''}",
        figure=lambda ship: ship._sinking_figure(critical=False) if ship._battle.reading("hull_gone_tests") else None,
        grave=True,
        weight=6,
    )
    def hull_gone(self) -> bool:
        """Whether the ship has no hull boxes left."""
        return AandaShip.hull.gone(self)

    @derived(standing="out of the fight")
    def wrecked(self) -> bool:
        """Whether the ship is stopped and silent because she has no hull boxes left (A6)."""
        return self.hull_gone and bool(self._battle.reading("hull_gone_stops"))

    @derived(sign="TURNS AWAY", words="its squadron turns away", grave=True)
    def turned_away(self) -> bool:
        """Whether the ship's squadron failed a morale test this turn and turned away (A9)."""
        return SquadronFacts(self._battle, self.squadron).turned_away

    fire = Number(sign="FIRE", many="fires", grave=True, weight=4, by_hand=MOST_BY_HAND, becomes=SETTLED)
    flood = Number(sign="FLOOD", many="floods", grave=True, weight=5, by_hand=MOST_BY_HAND, becomes=SETTLED)
    engine = Number(
        sign="ENGINE",
        words="engine room hit",
        many="engine room hits",
        figure=lambda ship: (f"{ship.max_speed} kt", f"{ship.max_speed} kt at most"),
        grave=True,
        weight=3,
        by_hand=MOST_BY_HAND,
        becomes=in_port("days_engine"),
    )
    catastrophe = Number(
        sign="CATASTROPHE", many="catastrophes", figure=lambda ship: ship._sinking_figure(critical=True), grave=True,
        weight=7, by_hand=MOST_BY_HAND, becomes=SETTLED,
    )  # fmt: skip
    played_out = Flag("safe without hull boxes", by_hand=True, becomes=GONE)
    rudder = Flag(sign="RUDDER", words="rudder disabled", grave=True, weight=2, by_hand=True, becomes=under_way("days_rudder"))
    bridge = Flag(
        sign="BRIDGE", words="bridge hit: out of command", grave=True, weight=1, by_hand=True, becomes=in_port("days_bridge")
    )
    splash = Value(str, sign="*", words="splash marker", until="initiative", by_hand=True, becomes=GONE)
    smoke = Flag(sign="smoke", words="making smoke", by_hand=True, becomes=GONE)
    hidden = Flag(sign="?", words="behind a contact marker", becomes=GONE)
    guns_out = Number(
        by_hand=lambda ship, mount: ship.battery(mount).guns,
        becomes=lambda ship, mount: in_port("days_main_gun" if ship.battery(mount) in ship.card.main else "days_secondary_gun"),
    ).each("battery", lambda ship: [mount.name for mount in ship.mounts()])

    @property
    def ticked(self) -> tuple[Track, ...]:
        """Fires and floods, rudder, engine and bridge, catastrophes: what criticals do (A5)."""
        engines = self._battle.whole_reading("engine_hits_that_stop")
        own = AandaShip
        most = {own.fire.name: ROOM, own.flood.name: ROOM, own.rudder.name: 1, own.engine.name: engines}
        most |= {own.bridge.name: 1, own.catastrophe.name: ROOM}
        hits = {name: int(getattr(self, name)) for name in most}
        return tuple(Track(name, name, max(most[name] - hits[name], 0), max(most[name], hits[name])) for name in most)

    @property
    def is_capital(self) -> bool:
        return self.card.type in CAPITAL

    def kind(self, column: str) -> str:
        """The entry for ships of this type in a column of the table of vessel types."""
        return self._battle.tables.table("types").text(self.card.type, column)

    def sinking_test(self, *, critical: bool) -> tuple[str, int, tuple[Modifier, ...]]:
        """The die of the ship's sinking test, the score on which she stays afloat, and its modifiers now (5.17)."""
        battle, facts, row = self._battle, AandaFacts(self._battle), self.kind("sinking")
        table = battle.tables.table("sinking")
        holds = {"calm": facts.calm, "gale": facts.gale, "storm": facts.storm, "critical": critical}
        modifiers = battle.modifiers("sinking", [name for name, holding in holds.items() if holding])
        return table.text(row, "die"), table.whole(row, "sinks on or below") + 1, modifiers

    def _sinking_figure(self, *, critical: bool) -> tuple[str, str]:
        die, score, modifiers = self.sinking_test(critical=critical)
        face = max(score - sum(modifier.value for modifier in modifiers), 1)
        throw = f"{die.upper()} {face} or more each turn, or she sinks"
        return f"{face}+", throw if face <= int(die[1:]) else "she sinks at the next test"

    @property
    def small(self) -> bool:
        """Whether the ship is a destroyer or torpedo boat."""
        return self.kind("small") == "yes"

    @property
    def max_speed(self) -> int:
        """The ship's maximum speed now, in knots. Engine room hits lower it. It is 0 for a wreck (A5, A6)."""
        if self.wrecked:
            return 0
        if not self.engine:
            return self.card.knots
        stop = self.engine >= self._battle.whole_reading("engine_hits_that_stop")
        return 0 if stop else self.card.knots // self._battle.whole_reading("engine_hit_share")

    @property
    def speed(self) -> int:
        """The ship's present speed in knots, never above her maximum now."""
        return min(self.ordered, self.max_speed)

    @property
    def stopped(self) -> bool:
        """Whether the ship is not moving. A stopped ship counts neither as slow nor as fast (A2)."""
        return self.speed == 0

    @property
    def slow(self) -> bool:
        """Whether the ship's maximum speed now makes her slow."""
        return not self.stopped and self.max_speed <= self._battle.figure("slow, at most")

    @property
    def fast(self) -> bool:
        """Whether the ship's maximum speed now makes her fast."""
        return not self.stopped and self.max_speed > self._battle.figure("fast, above")

    @property
    def answers_helm(self) -> bool:
        """Whether the ship's rudder works, so that she can turn and evade (A5)."""
        return not (self.rudder and self._battle.reading("rudder_holds_course"))

    @derived(sign="evading", words="steers evasively")
    def evading(self) -> bool:
        """Whether the ship steers evasively. She must be moving and have a working rudder."""
        return self.evades and self.answers_helm and not self.stopped

    @property
    def crew(self) -> str:
        """The grade of the ship's crew, from her card or her squadron. It is lower while the bridge is hit (A5)."""
        grade = self.card.crew or self.stated_crew or GRADES[1]
        if not self.bridge:
            return grade
        place = next(place for place, name in enumerate(GRADES) if name == grade)
        return GRADES[max(place - self._battle.whole_reading("bridge_lowers_crew"), 0)]

    @property
    def out_of_command(self) -> bool:
        """Whether the ship is out of command, because the referee says so or her bridge is hit (2.4, A5)."""
        return self.beyond_signals or (self.bridge and bool(self._battle.reading("bridge_out_of_command")))

    @property
    def leads(self) -> bool:
        """Whether the ship could lead a squadron as its flagship: she is on the table and no wreck (2.4)."""
        return self.afloat and not (self.hull_gone and bool(self._battle.reading("wreck_leads_no_squadron")))

    @property
    def silent(self) -> bool:
        """Whether the ship cannot fire because she is gone or a wreck (A6)."""
        return not self.afloat or self.wrecked

    def guns_left(self, mount: GunEntry) -> int:
        """The number of guns of a main mount or secondary battery that are in action."""
        return max(mount.guns - self.guns_out[mount.name], 0)

    def mounts(self, place: str = "") -> tuple[GunEntry, ...]:
        """The ship's main mounts, her secondary batteries, or both, the main mounts first."""
        if place:
            return self.card.main if place == MAIN else self.card.secondary
        return (*self.card.main, *self.card.secondary)

    def battery(self, name: str) -> GunEntry:
        """The mount or battery with this name. Raises InvalidInput, with the most similar name, if there is none."""
        mounts = {mount.name: mount for mount in self.mounts()}
        if name not in mounts:
            raise InvalidInput.word(f"battery of {self}", name, mounts)
        return mounts[name]

    def has_guns(self, place: str) -> bool:
        """Whether any main gun, or any secondary gun, is still in action."""
        return any(self.guns_left(mount) for mount in self.mounts(place))


AandaBattle: TypeAlias = Battle[AandaShip]

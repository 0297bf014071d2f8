"""Facts are declared once. They are read as attributes, changed by effects, shown on the card and set by hand."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, NamedTuple

import pytest

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.card_view import Condition
from fleetbook.core.battle.conditions import Boxes, Flag, Number, Option, Queue, TurnMark, UntilTurn, Value, Word
from fleetbook.core.battle.fact import over
from fleetbook.core.battle.fact_effects import Cause, Mark, SetFact
from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.battle.subject import BattleFacts, Subject, derived
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.live_battle import LiveBattle, effect
from tests.core import toy
from tests.core.toy_ships import Boat


class Shell(NamedTuple):
    """A shell on its way."""

    firer: str
    points: int


class Bird(Ship):
    """A ship with one fact of each kind."""

    hull = Boxes(label="hull")
    turning = Flag(sign="TURN", by_hand=True, until="sail-1")
    afire = Number("fire", sign="F", many="fires", grave=True, by_hand=3)
    knots = Number("speed", zero_kept=True)
    state = Word(absent="sound", allowed=("sound", "damaged"), by_hand=True, title="rig")
    looked = TurnMark(until=("sail-1", "sail-2"))
    fired = TurnMark().each("gun", lambda ship: ship.card.guns)
    gone = Flag(sign=lambda ship: f"{ship.name} gone", words="gone {key}").each("gun", lambda ship: ship.card.guns)
    held = Queue(Shell, sign="HIT {}", words="{} hits to work out")
    last = Value(Shell)
    distance = Value(int).each("ship")
    smoke = UntilTurn(sign="SMOKE", words="smoke towards {key} until turn {}").between_ships()

    @derived(sign="SLOW", words="lies still", standing="stopped")
    def still(self) -> bool:
        """Whether it lies still."""
        return self.knots == 0


class Weather(BattleFacts):
    """Facts of the battle."""

    light = Word(allowed=("day", "dusk"), heading="conditions")
    gusts = Option()


def live() -> LiveBattle[Boat]:
    return LiveBattle(toy.battle())


def bird(battle: Battle[Any], name: str = "Duck") -> Bird:
    entry = next(entry for entry in battle.setup.ships if entry.name == name)
    return Bird(battle, entry, battle.ship(name).card)


def do(battle: LiveBattle[Any], *effects: Generator[Any, Any, Any]) -> None:
    for steps in effects:
        answer: Any = None
        while True:
            try:
                step = steps.send(answer)
            except StopIteration:
                break
            events, answer = effect(step, battle)
            battle.apply(events)


def kept(battle: Battle[Any], name: str, other: str = "") -> FactValue:
    return battle.fact(Key("Duck", name, other))


def test_a_flag_is_kept_as_true_and_cleared_as_nothing() -> None:
    battle = live()
    assert not bird(battle).turning
    do(battle, Bird.turning.set(bird(battle)))
    assert bird(battle).turning
    assert kept(battle, "turning") is True
    do(battle, Bird.turning.set("Duck", False))
    assert kept(battle, "turning") is None


def test_a_number_keeps_a_zero_only_where_it_is_declared_to() -> None:
    battle = live()
    do(battle, Bird.afire.set("Duck", 0), Bird.knots.set("Duck", 0))
    assert (kept(battle, "fire"), kept(battle, "speed")) == (None, 0)
    do(battle, Bird.afire.add("Duck", 2), Bird.afire.add("Duck", -2))
    assert kept(battle, "fire") is None
    assert bird(battle).afire == 0


def test_a_word_says_what_is_declared_where_nothing_is_kept() -> None:
    battle = live()
    assert bird(battle).state == "sound"
    do(battle, Bird.state.set("Duck", "damaged"))
    assert (bird(battle).state, kept(battle, "state")) == ("damaged", "damaged")
    do(battle, Bird.state.set("Duck", "sound"))
    assert kept(battle, "state") is None


def test_a_state_between_two_ships_may_last_until_a_turn() -> None:
    battle = live()
    do(battle, Bird.smoke["Swan"].set("Duck", 3))
    assert [bird(battle, name).smoke[other] for name, other in (("Duck", "Swan"), ("Swan", "Duck"))] == [3, 3]
    assert "smoke towards Swan until turn 3" in [condition.text for condition in bird(battle).conditions]
    later = battle.with_changes([(Key("", "turn"), 3)])
    assert (bird(later).smoke["Swan"], Bird.smoke.holding(bird(later))) == (0, [])


def test_a_turn_s_mark_holds_in_its_turn_only() -> None:
    battle = live()
    do(battle, Bird.looked.mark(bird(battle)))
    assert bird(battle).looked
    assert kept(battle, "looked") == 1
    later = battle.with_changes([(Key("", "turn"), 2)])
    assert not bird(later).looked
    assert Bird.looked.last_turn(bird(later))
    assert Bird.looked.turn(bird(later)) == 1
    with pytest.raises(TypeError, match="use mark"):
        do(battle, Bird.looked.set("Duck", True))


def test_a_fact_for_each_of_others() -> None:
    battle = live()
    do(battle, Bird.fired["bow gun"].mark(bird(battle)))
    assert bird(battle).fired["bow gun"]
    assert not bird(battle).fired["stern gun"]
    assert kept(battle, "fired", "bow gun") == 1
    do(battle, Bird.distance["Swan"].set("Duck", 0))
    assert (bird(battle).distance["Swan"], bird(battle).distance["Heron"]) == (0, None)


def test_values_of_a_type_of_their_own_are_kept_as_their_fields() -> None:
    battle = live()
    do(battle, Bird.held.append(bird(battle), Shell("Swan", 3)))
    do(battle, Bird.held.append(bird(battle), Shell("Heron", 1), Shell("Swan", 2)))
    assert kept(battle, "held") == (("Swan", 3), ("Heron", 1), ("Swan", 2))
    assert [shell.firer for shell in bird(battle).held] == ["Swan", "Heron", "Swan"]
    do(battle, Bird.last.set("Duck", Shell("Swan", 3)))
    assert bird(battle).last == Shell("Swan", 3)
    do(battle, Bird.held.set("Duck", ()))
    assert kept(battle, "held") is None
    assert bird(battle).held == ()


def test_boxes_are_struck_and_restored_as_far_as_there_are_any() -> None:
    battle = live()
    cause = Cause("Swan", "long gun")
    assert list(Bird.hull.lose("Duck", 2, "a shell", cause)) == [Mark("Duck", "hull", 2, "a shell", answered=False, cause=cause)]
    do(battle, Bird.hull.lose("Duck", 2), Bird.hull.strike("Duck", 1))
    assert (bird(battle).hull, battle.full("Duck", Bird.hull.name)) == (3, 6)
    do(battle, Bird.hull.restore("Duck", 9))
    assert bird(battle).hull == 6


def test_the_card_tells_what_is_declared_in_the_order_of_declaration() -> None:
    battle = live()
    do(battle, Bird.knots.set("Duck", 0))
    do(battle, Bird.turning.set("Duck"))
    do(battle, Bird.afire.set("Duck", 1))
    do(battle, Bird.gone["bow gun"].set("Duck"))
    do(battle, Bird.held.append(bird(battle), Shell("Swan", 1), Shell("Swan", 1)))
    assert bird(battle).conditions == (
        Condition("TURN", "turning"),
        Condition("F", "fire", "grave"),
        Condition("Duck gone", "gone bow gun"),
        Condition("HIT 2", "2 hits to work out"),
        Condition("SLOW", "lies still"),
    )
    do(battle, Bird.afire.set("Duck", 3))
    assert bird(battle).conditions[1] == Condition("F 3", "3 fires", "grave")


class Steamer(Subject):
    """Three flags of different weight."""

    wet = Flag(sign="WET")
    afire = Flag(sign="FIRE", grave=True, weight=1)
    holed = Flag(sign="HOLED", grave=True, weight=2)


def test_the_heaviest_condition_stands_first_and_those_without_a_weight_last() -> None:
    battle = live()
    do(battle, *(fact.set("Duck") for fact in (Steamer.wet, Steamer.afire, Steamer.holed)))
    assert [one.short for one in Steamer(battle, "Duck").conditions] == ["HOLED", "FIRE", "WET"]


def test_what_a_ship_is_that_no_longer_fights_as_before() -> None:
    battle = live()
    assert bird(battle).standing == ""
    do(battle, Bird.knots.set("Duck", 0))
    assert bird(battle).standing == "stopped"


def test_what_may_be_set_by_hand_comes_from_the_declarations() -> None:
    settings = bird(live()).settings()
    assert list(settings) == ["turning", "fire", "rig"]
    assert settings["turning"].words == ("yes", "no")
    assert [settings["fire"].value(word) for word in settings["fire"].words] == [None, 1, 2, 3]
    assert [settings["rig"].value(word) for word in settings["rig"].words] == [None, "damaged"]


def test_what_is_over_at_a_phase_is_cleared() -> None:
    battle = live()
    assert {step.name for step in over([bird(battle)], "sail-1") if isinstance(step, SetFact)} == {"turning", "looked"}
    assert [step.name for step in over([bird(battle)], "sail-2")] == ["looked"]
    assert list(over([bird(battle)], "fire-1")) == []


def test_facts_of_the_battle_itself() -> None:
    battle = live()
    assert Weather(battle).light == "day"
    assert not Weather(battle).gusts
    do(battle, Weather.light.set(battle, "dusk"))
    do(battle, Weather.gusts.set(battle, True))
    assert (battle.word("light"), battle.word("gusts")) == ("dusk", "yes")
    assert Weather(battle).gusts
    assert Weather(battle).settings()["gusts"].words == ("no", "yes")


def test_a_fact_is_changed_by_its_effects_only() -> None:
    with pytest.raises(AttributeError, match="turning of Duck cannot be assigned: yield an effect of Bird"):
        bird(live()).turning = True


def test_two_declarations_under_one_name_are_refused() -> None:
    with pytest.raises(TypeError, match="first and second are both stored as 'speed'"):

        class Twice(Subject):
            first = Number("speed")
            second = Flag("speed")


def test_a_track_under_the_name_of_a_fact_is_refused() -> None:
    with pytest.raises(TypeError, match="hull and holed are both stored as 'hull'"):

        class Holed(Bird):
            holed = Flag("hull")


def test_a_track_of_a_card_under_the_name_of_a_fact_is_refused_when_the_battle_begins() -> None:
    class Sieve(Boat):
        __slots__ = ()
        crew = Number()

    class Leaky(toy.Pond):
        ship_type = Sieve

    with pytest.raises(InvalidInput, match="track of Duck: found crew, allowed: a name that no fact of a ship has"):
        Leaky().begin(toy.setup())


def test_a_keyed_fact_may_share_the_name_of_one_of_the_subject_alone() -> None:
    class Both(Subject):
        tried = TurnMark()
        tried_for = TurnMark("tried").each("what")

    assert set(Both.declared) == {"tried", "tried_for"}


def test_a_scenario_s_conditions_and_options_are_one_declaration() -> None:
    assert toy.RULES.conditions == {"light": ("day", "dusk")}
    assert toy.RULES.options == {"gusts": ("no", "yes")}


def test_a_side_may_be_kept_from_a_fact() -> None:
    class Orders(Boat):
        __slots__ = ()
        plotted = Word(known_to=lambda battle, subject, other, side: battle.ship(subject).side == side).each("turn")
        course = Word()

    class Sealed(toy.Pond):
        ship_type = Orders

    rules = Sealed()
    battle = rules.begin(toy.setup())
    assert not rules.withheld(battle, Key("Duck", "plotted", "3"), "Ducks")
    assert rules.withheld(battle, Key("Duck", "plotted", "3"), "Waders")
    assert not rules.withheld(battle, Key("Duck", "course"), "Waders")


def test_a_condition_that_is_read_at_the_start_only_is_not_set_later() -> None:
    class Beginning(BattleFacts):
        begins = Word(allowed=("at sea", "in port"), heading="options", by_hand=False)
        light = Word(allowed=("day", "dusk"), heading="options")

    assert list(Beginning(live()).settings()) == ["light"]

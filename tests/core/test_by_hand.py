"""Rulings by hand: boxes, conditions with their ends, and the end of the battle with its winner."""

from __future__ import annotations

from typing import Any

from fleetbook.core.battle.battle import DEGREE, ENDED, WINNER
from fleetbook.core.battle.conditions import Number, UntilTurn
from fleetbook.core.battle.facts import Key
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from tests.core import toy
from tests.core.test_conditions import bird
from tests.core.toy_ships import Boat


class Rigged(Boat):
    """A boat with conditions that last, set by hand for so many turns."""

    loading = UntilTurn(sign="LOAD", words="ready again in turn {}", by_hand=3)
    becalmed = UntilTurn(by_hand=lambda boat, other: range(boat.turns_becalmed, 6))
    mending = UntilTurn(by_hand=lambda boat, other: boat.card.crew)
    smoke = UntilTurn()
    fires = Number()
    leaks = Number(by_hand=1)

    @property
    def turns_becalmed(self) -> int:
        """The fewest turns of a calm."""
        return 4


class RiggedPond(toy.Pond):
    """The pond, with those."""

    ship_type = Rigged

    def settable(self, battle: Any, subject: str) -> Any:
        """What is declared."""
        return battle.ship(subject).settings() if subject else {}


def words(name: str, turn: int = 1) -> dict[str, Any]:
    """The words that a ruling may set for a condition of Duck, each with the value of the fact."""
    battle = RiggedPond().begin(toy.setup()).with_changes([(Key("", "turn"), turn)])
    setting = RiggedPond().settable(battle, "Duck")[name]
    return {word: setting.value(word) for word in setting.words}


def test_what_lasts_until_a_turn_is_set_by_hand_to_one_of_the_turns_ahead() -> None:
    assert words("loading") == {"no": None, "turn 2": 2, "turn 3": 3, "turn 4": 4}
    assert words("loading", 5) == {"no": None, "turn 6": 6, "turn 7": 7, "turn 8": 8}


def test_the_turns_ahead_may_hang_on_the_ship() -> None:
    assert words("becalmed") == {"no": None, "turn 5": 5, "turn 6": 6}
    assert words("mending") == {"no": None, "turn 2": 2, "turn 3": 3, "turn 4": 4}


def test_a_number_is_set_by_hand_from_nought_to_the_most() -> None:
    assert words("leaks") == {"0": None, "1": 1}


def given(journal: Journal[Any], name: str, **inputs: Any) -> None:
    journal.append(journal.propose(Draft(journal.battle, journal.ruleset.order(name), inputs).order()))


def test_boxes_by_hand_are_struck_one_at_a_time_and_restored_where_none_is_left() -> None:
    whole = toy.battle()
    gone = whole.with_changes([(Key("Duck", "hull"), 0)])
    strike = toy.RULES.order("strike")
    assert Draft(whole, strike, {"ship": "Duck", "track": "hull"}).values["boxes"] == 1
    assert Draft(gone, strike, {"ship": "Duck", "track": "hull"}).values["boxes"] == -1


def test_boxes_by_hand_stand_with_the_reason() -> None:
    journal = toy.journal()
    given(journal, "strike", ship="Duck", track="hull", boxes=2, reason="she struck a rock")
    assert journal.results(journal.records[0])[0].means == "She struck a rock."
    assert [event.text for event in journal.records[0].events if hasattr(event, "text")] == ["by hand: she struck a rock"]


def test_a_winner_is_a_fact_only_if_the_referee_decides() -> None:
    def ended(**inputs: Any) -> tuple[Any, ...]:
        journal = toy.journal()
        given(journal, "end", reason="supper is ready", **inputs)
        return tuple(journal.battle.fact(key) for key in (ENDED, WINNER, DEGREE))

    assert ended(winner="Ducks", degree="by a beak") == ("supper is ready", "Ducks", "by a beak")
    assert ended() == ("supper is ready", None, None)


def test_nothing_is_set_by_hand_that_is_not_declared_to_be() -> None:
    battle = RiggedPond().begin(toy.setup())
    assert list(RiggedPond().settable(battle, "Duck")) == ["loading", "becalmed", "mending", "leaks"]
    assert list(bird(battle).settings()) == ["turning", "fire", "rig"]

"""Whole battles by doctrines: the same again from the same seed, none refused, nothing read that a side may not know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fleetbook.balance.ground import ground_of
from fleetbook.balance.keyed_dice import KeyedDice
from fleetbook.balance.plane import Plane
from fleetbook.balance.play import ENDS, fight
from fleetbook.core.battle.events import Began, Finished, Rolled
from fleetbook.core.doctrines.doctrine import Chair, Doctrine
from fleetbook.core.doctrines.finding import doctrines_of
from fleetbook.core.doctrines.helm import HOME, Helm
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.standard_orders import Annotate, NextStep, SetByHand
from fleetbook.core.play.driver import resolve
from fleetbook.core.play.journal import Journal
from fleetbook.rules.aanda.ongoing import OngoingDamage
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import write_battle
from fleetbook.store.battle.verify import verified
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup

COASTAL = ("convoy", "barfleur", "blackett-strait", "ijmuiden", "lyme-bay", "strait")
PAIRS = (
    ("convoy", "torpedo-run", "cover"),
    ("ijmuiden", "close-in", "break-off"),
    ("barfleur", "torpedo-run", "hold-range"),
)


def doctrines(scenario: str, one: str, other: str) -> dict[str, str]:
    return dict(zip(ground_of(scenario).setup.sides, (one, other), strict=True))


@pytest.mark.parametrize("scenario", COASTAL)
def test_every_coastal_scenario_has_a_table_with_each_ship_on_it(scenario: str) -> None:
    ground = ground_of(scenario)
    assert set(ground.spots) == {ship.name for ship in ground.setup.ships}
    assert all(0 <= spot.at.x <= ground.wide and 0 <= spot.at.y <= ground.high for spot in ground.spots.values())
    assert ground.turns
    assert ground.quiet


@pytest.mark.parametrize(("scenario", "one", "other"), PAIRS)
def test_a_battle_ends_is_never_refused_and_is_the_same_from_the_same_seed(scenario: str, one: str, other: str) -> None:
    ground, by = ground_of(scenario), doctrines(scenario, one, other)
    first, again, otherwise = fight(ground, "seed 1", by), fight(ground, "seed 1", by), fight(ground, "seed 2", by)
    for fought in (first, otherwise):
        assert fought.refused == ()
        assert fought.ended in ENDS
        assert fought.journal.battle.ended
        assert "fire" in {record.procedure for record in fought.journal.records.kept}
    assert first.journal.records.kept == again.journal.records.kept
    assert first.journal.battle.state.fingerprint != otherwise.journal.battle.state.fingerprint


def test_a_kept_battle_verifies_and_says_who_gave_its_orders(tmp_path: Path) -> None:
    fought = fight(ground_of("ijmuiden"), "seed 1", doctrines("ijmuiden", "close-in", "close-in"))
    write_battle(tmp_path / "kept.battle", fought.journal)
    with BattleFile.open(tmp_path / "kept.battle") as file:
        assert verified(file) == []
        records: list[Any] = list(file.journal.records)
        assert records[0].inputs["words"].startswith("Simulated, seed seed 1.")
        assert {face.origin for record in records for face in record.faces if record.proposer} == {"simulated"}
        fire = next(record for record in records if record.procedure == "fire")
        assert fire.hands == ["proposed by close in, Royal Navy's doctrine"] or "close in" in fire.hands[0]


def test_unknown_sides_doctrines_and_scenarios_without_a_table_are_said() -> None:
    ground = ground_of("ijmuiden")
    with pytest.raises(InvalidInput, match="close-in"):
        fight(ground, "s", dict.fromkeys(ground.setup.sides, "close-inn"))
    with pytest.raises(InvalidInput, match="Royal Navy"):
        fight(ground, "s", {"Royal Nvy": "close-in"})
    with pytest.raises(InvalidInput, match=r"\[table\]"):
        ground_of("coronel")


class TooFast(Doctrine[Any]):
    """Every ship of the side that moves makes for home at an impossible speed."""

    id, title = "too-fast", "too fast"

    def step(self, chair: Chair[Any]) -> Iterator[Proposed[Any]]:
        move = ruleset("coastal").order("move")
        for ship in chair.battle.ships(chair.side) if chair.battle.phase in move.phases else ():
            yield Proposed(move, {"ship": ship.name, "speed": 99}, Helm(HOME), (ship.name,))


def test_a_refused_proposal_is_counted_and_the_model_goes_straight_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fleetbook.balance.play.doctrine_of", lambda rules, name: TooFast())
    headings: list[set[float]] = []

    class Watched(Plane):
        def move(self, *ships: Any) -> None:
            super().move(*ships)
            headings.append({spot.heading for spot in self.spots.values()})

    monkeypatch.setattr("fleetbook.balance.play.Plane", Watched)
    ground = ground_of("ijmuiden")
    done = fight(ground, "s", dict.fromkeys(ground.setup.sides, "too-fast"))
    assert done.ended in ("contact lost", "a side gone")
    assert all(one.doctrine == "too-fast" and "speed" in one.reason for one in done.refused)
    assert sum(one.number for one in done.refused) >= 2 * len(ground.setup.ships)
    assert set().union(*headings) == {spot.heading for spot in ground.spots.values()}


def test_doctrines_have_a_title_and_a_sentence() -> None:
    known = doctrines_of(ruleset("coastal"))
    assert len(known) >= 4
    assert all(doctrine.title and doctrine.about().endswith(".") for doctrine in known.values())


def test_dice_depend_on_the_order_and_on_what_they_are_thrown_for() -> None:
    journal: Journal[Any] = Journal(ruleset("coastal"), load_setup("convoy"), "x")

    def faces(seed: str, words: str, nth: int, *labels: str) -> list[int]:
        dice = KeyedDice(seed, journal.battle, Annotate(words=words), nth)
        return [dice.face(number, 6, label).face for number, label in enumerate(labels, 1)]

    alike = faces("s", "a", 1, *["hit"] * 20)
    assert alike == faces("s", "a", 1, *["hit"] * 20)
    mixed = faces("s", "a", 1, *["other", "hit"] * 20)
    assert mixed[1::2] == alike  # dice thrown for something else in between change nothing
    for other in (faces("t", "a", 1, *["hit"] * 20), faces("s", "b", 1, *["hit"] * 20), faces("s", "a", 2, *["hit"] * 20)):
        assert other != alike
    assert set(faces("s", "a", 1, *["hit"] * 200)) == {1, 2, 3, 4, 5, 6}
    journal.append(journal.propose(NextStep()))
    assert faces("s", "a", 1, *["hit"] * 20) != alike  # another step


def test_two_ships_draw_their_own_dice_in_one_order() -> None:
    """What happens to one ship changes neither the boxes that another loses nor her sinking tests."""
    ships = ("Matsushima", "Itsukushima", "Yoshino")
    found, fewer = _ongoing(*ships), _ongoing(*ships[1:])
    assert {ship: len(faces) for ship, faces in found.items()} == dict.fromkeys(ships, 2)  # a flood, and a test
    assert fewer == {ship: found[ship] for ship in ships[1:]}
    ones = [_ongoing(*ships, seed=str(seed)) for seed in range(20)]
    assert any(one["Matsushima"] != one["Yoshino"] for one in ones)
    assert len({tuple(one["Yoshino"]) for one in ones}) > 5


def _ongoing(*ships: str, seed: str = "s") -> dict[str, list[int]]:
    """The faces that each ship's flood and sinking test throw."""
    journal: Journal[Any] = Journal(ruleset("aanda"), load_setup("yalu"), "x")
    for ship in ships:
        for condition in ("flood", "catastrophe"):
            journal.append(journal.propose(SetByHand(ship=ship, condition=condition, value="1", reason="a test")))
    order = OngoingDamage()
    faces: dict[str, list[int]] = {}
    within: list[str] = []
    for event in resolve(order, journal.battle, KeyedDice(seed, journal.battle, order, 1)).events:
        if isinstance(event, Began):
            within.append(event.inputs.get("ship", within[-1] if within else ""))
        elif isinstance(event, Finished):
            within.pop()
        elif isinstance(event, Rolled):
            faces.setdefault(within[-1], []).extend(face.face for face in event.faces)
    return faces

"""Two thousand random orders: no battle comes into a state that the sheet does not allow, and all of it can be told again."""

from __future__ import annotations

from collections import Counter

import pytest

from fleetbook.core.battle.events import changes
from fleetbook.core.battle.record import Record
from fleetbook.core.play.journal import Journal
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.testing.invariants import check_all_the_way
from fleetbook.testing.random_battles import copied
from tests.rules.aanda.invariants import could_act, wrong, wrong_order
from tests.rules.aanda.random_orders import HABITS, PLAYED, played
from tests.rules.battles import battles, check_any_line, check_derived, check_forms, check_orders, check_refused, check_states

every_battle = battles(PLAYED, few=(("melee", 0),))


@every_battle
def test_no_order_leads_to_a_state_that_the_sheet_does_not_allow(name: str, seed: int) -> None:
    check_states(played(name, seed), wrong)


@every_battle
def test_no_order_does_what_the_sheet_does_not_allow(name: str, seed: int) -> None:
    check_orders(played(name, seed), wrong_order)


def in_force(journal: Journal[AandaShip]) -> list[Record]:
    return [journal.record(number) for number in sorted(journal.undo_history.in_force)]


def attacks(journal: Journal[AandaShip]) -> list[tuple[int, str, str, str]]:
    """Turn, squadron, ship and kind of each attack in force, in their order."""
    found: list[tuple[int, str, str, str]] = []
    for record in in_force(journal):
        if record.procedure in ("fire", "torpedo", "volley"):
            names = record.inputs.get("ships", (record.inputs.get("firer"),))
            found += [(record.turn, journal.battle.ship(name).squadron, name, record.procedure) for name in names]
    return found


@every_battle
def test_squadrons_fire_ship_by_ship_and_guns_before_torpedoes(name: str, seed: int) -> None:
    done: dict[tuple[int, str], list[tuple[str, str]]] = {}
    for turn, squadron, ship, kind in attacks(played(name, seed)):
        done.setdefault((turn, squadron), []).append((ship, kind))
    for order in done.values():
        ships = [ship for n, (ship, _) in enumerate(order) if not n or order[n - 1][0] != ship]
        assert len(ships) == len(set(ships))
        for ship in ships:
            kinds = [kind for name, kind in order if name == ship]
            assert kinds == sorted(kinds, key=lambda kind: kind == "torpedo")


@every_battle
def test_no_battery_and_no_tube_fires_twice_a_turn(name: str, seed: int) -> None:
    fired: Counter[tuple[int, str, str]] = Counter()
    for record in in_force(played(name, seed)):
        for key, value in changes(record.events):
            if key.name == "fired":
                fired[record.turn, key.subject, key.other] += 1
                assert value == record.turn
    assert set(fired.values()) <= {1}


@every_battle
def test_sides_alternate_while_both_have_squadrons_left(name: str, seed: int) -> None:
    """After a squadron is done it is the other side's turn, unless that side has nothing left to do."""
    journal = played(name, seed)
    sides = {squadron.name: squadron.side for squadron in journal.setup.squadrons}
    for record in in_force(journal):
        if record.procedure == "done":
            after, side = journal.battle_after(record.number), sides[record.inputs["squadron"]]
            other = [name for name in sides if sides[name] != side and could_act(after, name)]
            assert after.acting != side or not other


@every_battle
def test_every_record_is_derived_again_from_its_inputs_and_dice(name: str, seed: int) -> None:
    check_derived(played(name, seed))


@every_battle
def test_undo_all_the_way_back_and_redo_all_the_way_forward(name: str, seed: int) -> None:
    check_all_the_way(copied(played(name, seed)))


@every_battle
def test_undo_to_any_line_and_redo(name: str, seed: int) -> None:
    check_any_line(played(name, seed), seed)


@every_battle
def test_a_refused_order_changes_nothing(name: str, seed: int) -> None:
    check_refused(played(name, seed), seed, HABITS)


@every_battle
def test_an_untouched_form_has_values_or_says_which_one_it_wants(name: str, seed: int) -> None:
    check_forms(played(name, seed))


@pytest.mark.campaign
def test_these_battles_see_everything() -> None:
    """Random orders that never sink a ship would prove little."""
    seen: Counter[str] = Counter()
    for name, seed in PLAYED:
        for record in played(name, seed).records:
            seen[record.procedure or record.kind] += 1
            seen.update(key.name for key, _ in changes(record.events))
            seen.update(str(value).split(" T")[0] for key, value in changes(record.events) if key.name == "fate")
    wanted = {order.id for order in RULESET.all_orders if order.key} - {"end"} | {"undo", "redo"}
    wanted |= {"sunk", "left the table", "fled", "morale failures", "turned away", "gone", "hidden", "guns out", "splash"}
    wanted |= {"fire", "flood", "rudder", "engine", "bridge", "catastrophe", "torpedoes", "evading", "smoke"}
    assert wanted - set(seen) == set()

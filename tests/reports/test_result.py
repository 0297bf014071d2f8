"""Who has won: a scenario's conditions counted from boxes and fates, the referee's decision, what every format says first."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.events import changes
from fleetbook.core.battle.facts import TURN, Change, Key
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.setup import Setup
from fleetbook.core.battle.verdict import verdict, verdict_words
from fleetbook.core.battle.victory import Aim, Count, Need, Victory
from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.draft import Draft
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.core.play.verify import verify_record
from fleetbook.reports.damage.turns import begins_turn
from fleetbook.reports.render.formats import report
from fleetbook.reports.result import played, score_words, side_losses
from fleetbook.reports.status import status
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup, read_setup, write_scenario
from fleetbook.store.library.paths import entries
from fleetbook.store.library.scenario import read_scenario
from fleetbook.store.library.victory_check import check_victory
from tests.golden.playing import BATTLES, kept
from tests.reports.journals import Played, setup

SUNK = Victory(
    count=(Count("sunk", "Blue", "ships lost"),),
    aim=(Aim("Blue", (Need("sunk", least=1),), "clear"),),
    otherwise="Red",
)
HULL = Victory(
    count=(Count("hull", "Blue", "boxes", track="hull"),),
    aim=(Aim("Blue", (Need("hull", least=3),), "clear"),),
    otherwise="Red",
)
BOXES = Victory(
    count=(Count("Red's hull", "Blue", "boxes", track="hull"), Count("Blue's hull", "Red", "boxes", track="hull")),
    compare=True,
    degrees={"marginal": 2, "decisive": 5},
)


def at(changes: Iterable[Change] = (), victory: Victory | None = SUNK, **more: Any) -> Battle[Any]:
    """A battle with these facts: Red has A and B, Blue has D, each with nine hull boxes."""
    settled = setup(("A", "B"), ("D",), victory=victory, **more)
    return ruleset("coastal").begin(settled).with_changes(changes)


def lost(ship: str) -> Change:
    return Key(ship, "fate"), "sunk T2: a test"


def hull(ship: str, left: int) -> Change:
    return Key(ship, "hull"), left


def told(battle: Battle[Any]) -> tuple[str, str, str]:
    found = verdict(battle)
    return found.winner, found.kind, found.degree


def test_an_aim_reached_wins_in_its_degree_and_is_final() -> None:
    found = verdict(at([lost("A")]))
    assert (found.winner, found.kind, found.degree, found.over) == ("Blue", "aim", "clear", True)
    assert found.reason == "1 sunk (1 needed)"


def test_without_it_the_battle_is_the_other_sides() -> None:
    found = verdict(at())
    assert (found.winner, found.kind, found.over) == ("Red", "otherwise", False)
    assert found.reason == "Blue needed 1 sunk and had 0"


def test_a_ship_that_left_the_table_is_not_lost() -> None:
    assert told(at([(Key("A", "fate"), "left the table T3")])) == ("Red", "otherwise", "")
    away = Victory(count=(Count("home", "Red", "ships gone"),), aim=(Aim("Red", (Need("home", least=1),)),), otherwise="Blue")
    assert told(at([(Key("A", "fate"), "left the table T3")], away)) == ("Red", "aim", "")
    assert told(at([lost("A")], away)) == ("Blue", "otherwise", "")


def test_at_most_is_counted_when_it_ends() -> None:
    careful = Victory(
        count=(Count("sunk", "Blue", "ships lost"), Count("own", "Red", "ships lost")),
        aim=(Aim("Blue", (Need("sunk", least=1), Need("own", most=0))),),
    )
    assert told(at([lost("A")], careful)) == ("Blue", "aim", "")
    assert not verdict(at([lost("A")], careful)).over
    assert told(at([lost("A"), lost("D")], careful)) == ("", "drawn", "")


def test_both_aims_reached_draw() -> None:
    both = Victory(
        count=(Count("by Blue", "Blue", "ships lost"), Count("by Red", "Red", "ships lost")),
        aim=(Aim("Blue", (Need("by Blue", least=1),)), Aim("Red", (Need("by Red", least=1),))),
    )
    found = verdict(at([lost("A"), lost("D")], both))
    assert (found.winner, found.kind, found.reason) == ("", "drawn", "both sides have reached their aims")


@pytest.mark.parametrize(
    ("changes", "winner", "degree"),
    [
        ([hull("A", 8)], "", ""),  # a lead of one is none
        ([hull("A", 7)], "Blue", "marginal"),
        ([hull("A", 4)], "Blue", "decisive"),
        ([hull("A", 4), hull("D", 5)], "", ""),  # five to four
        ([lost("D")], "Red", "decisive"),  # all nine go down with her
    ],
)
def test_the_score_decides_by_its_lead(changes: list[Change], winner: str, degree: str) -> None:
    found = verdict(at(changes, BOXES))
    assert (found.winner, found.degree) == (winner, degree)
    assert found.kind == ("score" if winner else "drawn")


def test_a_ship_sunk_may_count_twice_or_only_what_was_struck() -> None:
    def score(times: int) -> float:
        victory = Victory(count=(Count("hull", "Blue", "boxes", lost=times),), compare=True)
        return verdict(at([hull("A", 6), lost("A"), hull("B", 7)], victory)).score[1].value

    assert [score(times) for times in (0, 1, 2)] == [3 + 2, 9 + 2, 18 + 2]


def test_tons_crippled_ships_and_worth() -> None:
    victory = Victory(
        count=(
            Count("tons", "Blue", "tons", worth=0.5),
            Count("crippled", "Blue", "ships crippled", share=50),
            Count("of B", "Blue", "ships crippled", of=("B",), share=10),
        ),
        compare=True,
    )
    parts = verdict(at([lost("A"), hull("B", 5)], victory)).score[1].parts
    assert [(part.number, part.value) for part in parts] == [(40, 20), (1, 1), (1, 1)]  # B has lost four of nine


def test_what_suffices_is_said_alike_beside_a_count_and_in_the_verdict() -> None:
    now = verdict(at())
    assert score_words(now) == ("Red 0", "Blue 0 (sunk 0, 1 needed)")
    assert now.reason == "Blue needed 1 sunk and had 0"


@pytest.mark.parametrize(
    ("name", "missed"),
    [
        ("colliers sunk", "needed 1 collier sunk and had 0"),
        ("British merchantmen sunk", "needed 1 British merchantman sunk and had 0"),
        ("S-boats home", "needed 1 S-boat home and had 0"),
        ("hull boxes lost by Goeben", "needed 1 hull box lost by Goeben and had 0"),
        ("divisions of drifters sunk", "needed 1 division of drifters sunk and had 0"),
        ("cruisers sunk or with half their hull gone", "needed 1 cruiser sunk or with half its hull gone and had 0"),
        ("the tug past", "needed the tug past"),
        ("B sunk", "needed B sunk"),  # B is a ship
    ],
)
def test_a_single_one_that_is_needed_is_told_in_the_singular(name: str, missed: str) -> None:
    aim = Aim("Blue", (Need(name, least=1),))
    victory = Victory(count=(Count(name, "Blue", "ships lost"),), aim=(aim,), otherwise="Red")
    assert verdict(at(victory=victory)).reason == f"Blue {missed}"


@pytest.mark.parametrize(("most", "allowed"), [(0, "none is"), (1, "at most 1 is")])
def test_what_is_allowed_agrees_in_number(most: int, allowed: str) -> None:
    aim = Aim("Blue", (Need("scouts lost", most=most),))
    victory = Victory(count=(Count("scouts lost", "Red", "ships lost", of=("Red",)),), aim=(aim,), otherwise="Red")
    had = "1 scout" if most == 0 else "2 scouts"
    changes = [lost("A"), lost("B")][: most + 1]
    assert verdict(at(changes, victory)).reason == f"Blue had {had} lost where {allowed} allowed"


def test_what_the_other_side_needs_of_a_count_is_told_as_its_own() -> None:
    """At Blackett Strait "1 needed, at most 0" was said of one count: the Americans need one, the Japanese none."""
    aims = (Aim("Blue", (Need("sunk", least=1),)), Aim("Red", (Need("sunk", most=0),)))
    now = verdict(at(victory=Victory(count=SUNK.count, aim=aims)))
    assert score_words(now) == ("Red 0", "Blue 0 (sunk 0, 1 needed; Red: at most 0 allowed)")


def test_a_battle_that_is_a_sides_where_no_aim_is_reached_tells_what_the_others_missed() -> None:
    aims = (*SUNK.aim, Aim("Red", (Need("lost", least=1),)))
    counts = (*SUNK.count, Count("lost", "Red", "ships lost"))
    both = msgspec.structs.replace(SUNK, count=counts, aim=aims)
    assert verdict(at(victory=both)).reason == "Blue needed 1 sunk and had 0"
    drawn = msgspec.structs.replace(both, otherwise="")
    assert verdict(at(victory=drawn)).reason == "Blue needed 1 sunk and had 0; Red needed 1 lost and had 0"


def test_the_turns_are_over_after_the_last() -> None:
    victory = msgspec.structs.replace(BOXES, turns=3)
    assert [verdict(at([(TURN, turn)], victory)).over for turn in (3, 4)] == [False, True]


def test_the_referee_counts_objectives_by_hand() -> None:
    victory = Victory(
        count=(Count("light shelled", "Red", "objective", most=2),), aim=(Aim("Red", (Need("light shelled", least=2),)),)
    )
    table = Played(setup(victory=victory))
    table.give("set", ship="battle", condition="light shelled", value="1")
    assert told(table.journal.battle)[:2] == ("", "drawn")
    table.give("set", ship="battle", condition="light shelled", value="2")
    assert told(table.journal.battle)[:2] == ("Red", "aim")
    with pytest.raises(InvalidInput):
        table.give("set", ship="battle", condition="light shelled", value="3")


def test_the_referee_decides_and_says_who_played() -> None:
    table = Played(setup(victory=SUNK))
    said = {"players": "Ann and Bob", "umpire": "Cy", "place": "the club", "played": "2026-05-01"}
    table.give("end", reason="midnight", winner="Blue", degree="marginal", **said)
    found = verdict(table.journal.battle)
    assert (found.winner, found.kind, found.degree, found.over) == ("Blue", "referee", "marginal", True)
    assert found.reason == "midnight, as the referee ruled"
    assert msgspec.structs.asdict(played(table.journal)) == {
        "players": "Ann and Bob", "umpire": "Cy", "place": "the club", "date": "2026-05-01",
    }  # fmt: skip


def test_a_referee_may_call_it_drawn() -> None:
    table = Played(setup(victory=SUNK))
    table.give("end", reason="dawn", winner="drawn")
    assert verdict_words(verdict(table.journal.battle)) == "The battle is drawn: dawn, as the referee ruled"


def said(table: Played, record: Record) -> list[str]:
    return [result.words for result in table.journal.results(record)]


def struck(table: Played, ship: str, boxes: int) -> Record:
    return table.give("strike", ship=ship, track="hull", boxes=boxes)


def test_the_end_says_who_has_won_in_the_words_of_the_report() -> None:
    table = Played(setup(victory=HULL))
    struck(table, "A", 3)
    end = table.give("end", reason="dawn")
    assert end.inputs["winner"] == "as counted: Blue"
    assert said(table, end) == ["BLUE HAS WON (clear): 3 hull (3 needed)."]
    assert table.journal.results(end)[0].means == "The battle ends: dawn. Red lost no ship; Blue lost no ship."
    assert "Blue has won (clear): 3 hull (3 needed)." in report("md", table.journal)


def test_the_end_proposes_the_winner_by_name() -> None:
    table = Played(setup(victory=HULL))
    entry = Draft(table.journal.battle, table.journal.ruleset.order("end")).entries["winner"]
    assert (entry.value, entry.options) == ("as counted: nobody", ("as counted: nobody", "Red", "Blue", "drawn"))
    named = [Played(setup(victory=victory)).to("move-1").give("end").inputs["winner"] for victory in (BOXES, None)]
    assert named == ["as counted: drawn", "as counted: nobody"]


def test_the_order_that_decides_the_battle_says_so_once() -> None:
    table = Played(setup(victory=HULL))
    words = "THAT DECIDES IT: Blue has won (clear): 3 hull (3 needed)."
    assert [words in said(table, struck(table, "A", boxes)) for boxes in (2, 1, 1)] == [False, True, False]


def test_an_aim_that_may_be_lost_again_decides_nothing_yet() -> None:
    hulls = [Count(f"{ship}'s hull", "Blue", "boxes", of=(ship,), track="hull") for ship in "AD"]
    needs = Need("A's hull", least=1), Need("D's hull", most=0)
    table = Played(setup(victory=Victory(tuple(hulls), (Aim("Blue", needs),), otherwise="Red")))
    words = "If it ended now, Blue would have won: 1 A's hull (1 needed), 0 D's hull (at most 0 allowed)."
    assert said(table, struck(table, "A", 1))[1:] == [words]


def test_of_aims_in_degrees_only_the_least_is_told_that_was_missed() -> None:
    hull = Count("hull", "Blue", "boxes", ("D",), "hull")
    degrees = tuple(Aim("Blue", (Need("hull", least=least),), degree) for degree, least in (("clear", 5), ("marginal", 3)))
    table = Played(setup(victory=Victory((hull,), degrees, otherwise="Red")))
    assert verdict(table.journal.battle).reason == "Blue needed 3 hull and had 0"


def test_the_last_turn_says_who_has_won() -> None:
    table = Played(setup(victory=msgspec.structs.replace(HULL, turns=1)))
    while table.journal.battle.turn == 1:
        last = table.give("next")
    assert "THE LIMIT OF 1 TURN IS REACHED: Red has won: Blue needed 3 hull and had 0." in said(table, last)


def test_a_turn_that_changes_the_card_of_a_ship_in_a_squadron_decides_where_others_are_in_none() -> None:
    coastal: Any = ruleset("coastal")

    class Tiring(type(coastal)):  # type: ignore[misc]
        """Ships of a squadron are worn out from the second turn on."""

        __module__ = type(coastal).__module__  # beside its tables

        def card(self, ship: Any) -> Any:
            standing = "worn out" if ship.squadron and ship._battle.turn > 1 else ""
            return replace(super().card(ship), standing=standing)

    worn = Victory((Count("worn out", "Blue", "ships crippled"),), (Aim("Blue", (Need("worn out", least=1),)),))
    settled = setup(("A", "B"), ("D",), victory=worn)
    ships = tuple(msgspec.structs.replace(ship, squadron="First" if ship.name == "A" else "") for ship in settled.ships)
    table = Played(msgspec.structs.replace(settled, ships=ships))
    table.journal = Journal(Tiring(), table.journal.setup, "1")
    while table.journal.battle.turn == 1:
        last = table.give("next")
    assert "THAT DECIDES IT: Blue has won: 1 worn out (1 needed)." in said(table, last)


def test_an_end_of_before_is_told_and_verified() -> None:
    table = Played(setup(victory=SUNK)).to("move-1")
    order = table.journal.ruleset.order("end").from_inputs({"reason": "dawn", "winner": "as counted", "degree": ""})
    record = table.keep(table.journal.propose(order))
    assert verify_record(table.journal, record) == ""
    assert told(table.journal.battle)[:2] == ("Red", "otherwise")


def test_a_battle_of_before_says_that_nobody_is_named() -> None:
    table = Played().to("move-1")
    table.keep(table.journal.propose(table.journal.ruleset.order("end").from_inputs({"reason": "dinner"})))
    assert told(table.journal.battle) == ("", "none", "")
    first = report("md", table.journal).split("## ")[1]
    assert first.startswith("Result\n\nNobody is named as the winner\n\nThe scenario has no victory conditions.")


@pytest.mark.parametrize("victory", [None, SUNK, BOXES])
def test_a_battle_ended_in_its_first_step_is_broken_off_and_not_won(victory: Victory | None) -> None:
    table = Played(setup(("A", "B"), ("D",), victory=victory))
    table.keep(table.journal.propose(table.journal.ruleset.order("end").from_inputs({"reason": "dinner"})))
    assert told(table.journal.battle) == ("", "none", "")
    first = report("md", table.journal).split("## ")[1]
    assert first.startswith("Result\n\nBroken off\n\n")
    assert "The battle was broken off in its first step. No shot was fired." in first


def test_a_battle_ended_in_its_first_step_after_a_ship_was_hit_is_not_broken_off() -> None:
    table = Played(setup(("A", "B"), ("D",), victory=BOXES))
    table.give("strike", ship="D", track="hull", boxes=3)
    table.give("end", reason="dinner")
    assert told(table.journal.battle)[:2] == ("Red", "score")


@pytest.mark.parametrize("form", ["md", "txt", "html"])
def test_every_format_opens_with_the_result(form: str) -> None:
    table = Played(setup(("A", "B"), ("D",), victory=BOXES))
    table.give("strike", ship="A", track="hull", boxes=3)
    text = report(form, table.journal)
    course = {"md": "## Course", "txt": "COURSE OF", "html": "Course of the battle</h2>"}[form]
    assert text.index("If it ended now, Blue would have won (marginal): by 3 to 0 points") < text.index(course)


def test_what_each_side_lost() -> None:
    battle = at([lost("A"), hull("A", 6), hull("B", 8), (Key("D", "fate"), "left the table T2")])
    cards = tuple(battle.ruleset.card(ship) for ship in battle.ships())
    red, blue = side_losses(cards, battle.sides)
    assert (red.ships, red.lost, red.boxes, red.struck, red.with_ships) == (2, ("A",), 18, 4, 10)
    assert (blue.lost, blue.gone, blue.struck) == ((), ("D",), 0)
    assert red.spent == {"torp": (0, 4)}


# ------------------------------------------------------------ conditions in files


def test_every_shipped_scenario_says_what_decides_it() -> None:
    shipped = [entry for entry in entries("scenario") if not entry.own]
    assert shipped
    for entry in shipped:
        settled = load_setup(entry.full_name)
        assert settled.victory, entry.full_name
        assert verdict(ruleset(settled.ruleset).begin(settled)).kind != "none"


def test_conditions_survive_being_written(tmp_path: Path) -> None:
    convoy = next(entry.path for entry in entries("scenario") if entry.name == "black-sea-raid")
    scenario = read_scenario(convoy)
    write_scenario(tmp_path / "again.toml", scenario)
    assert read_setup(tmp_path / "again.toml").victory == scenario.victory


FAULTS: Mapping[str, tuple[dict[str, Any], str]] = {
    "side": ({"side": "Bleu"}, "count sunk: side: found Bleu, allowed: Red, Blue; did you mean Blue?"),
    "of": ({"of": ("Z",)}, "count sunk: of: found Z, allowed: A, Red, B, D, Blue"),
    "track": ({"what": "boxes", "track": "hul"}, "count sunk: track of A: found hul"),
    "share": ({"share": 0}, "count sunk: share: found 0, allowed: a number from 1 to 100"),
    "worth": ({"worth": -1}, "count sunk: worth: found -1, allowed: a number from 0"),
}


@pytest.mark.parametrize("key", FAULTS)
def test_a_count_that_cannot_be_is_refused(key: str) -> None:
    changed, message = FAULTS[key]
    victory = msgspec.structs.replace(SUNK, count=(msgspec.structs.replace(SUNK.count[0], **changed),))
    with pytest.raises(InvalidInput) as caught:
        check_victory(victory, at(victory=None), "f.toml")
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("victory", "message"),
    [
        (msgspec.structs.replace(SUNK, aim=()), "neither [[victory.aim]] nor compare = true"),
        (msgspec.structs.replace(SUNK, otherwise="Bluee"), "otherwise: found Bluee"),
        (msgspec.structs.replace(SUNK, turns=-1), "turns: found -1"),
        (msgspec.structs.replace(SUNK, count=SUNK.count * 2), "a name that no other count has"),
        (msgspec.structs.replace(SUNK, aim=(Aim("Blue", (Need("sank", least=1),)),)), "aim 1: count: found sank"),
        (msgspec.structs.replace(SUNK, aim=(Aim("Blue", (Need("sunk"),)),)), "neither least nor most"),
    ],
)
def test_conditions_that_decide_nothing_are_refused(victory: Victory, message: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        check_victory(victory, at(victory=None), "f.toml")
    assert message in str(caught.value)


# ------------------------------------------------------------ the recorded battles


def test_a_side_is_not_told_the_score_of_what_it_cannot_see() -> None:
    settled: Setup = load_setup("tsushima")
    journal: Journal[Any] = Journal(ruleset("aanda"), settled, "1")
    assert status(journal).result.score
    assert status(SideView(journal, "Japan")).result.score == ()


@pytest.mark.parametrize("battle", BATTLES)
def test_every_loss_of_a_recorded_battle_has_its_cause(battle: str) -> None:
    """The firer and how: none of them was lost without an enemy."""
    log = json.loads(kept(battle, "log.json"))
    names = {ship["name"] for ship in log["status"]["ships"]}
    for fate in log["fates"]:
        if fate["lost"]:
            assert fate["turn"], fate
            assert fate["by"] in names - {fate["ship"]}, fate
            assert fate["how"], fate


def test_a_strangers_battle_of_more_turns_than_anybody_counts_is_told() -> None:
    table = Played()
    struck(table, "A", 1)
    table.to(table.journal.ruleset.sequence.phases[-1].id)
    last = table.journal.propose(table.journal.ruleset.order("next").from_inputs({}))
    events = tuple(msgspec.structs.replace(event, after=10**12) if begins_turn(event) else event for event in last.events)
    after = table.journal.battle.with_changes(changes(events)).state
    table.keep(msgspec.structs.replace(last, events=events, fingerprint=after.fingerprint))
    struck(table, "D", 1)
    assert table.journal.battle.turn == 10**12
    assert "1000000000000" in report("html", table.journal)

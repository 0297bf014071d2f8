"""The invented package: rulings and ends in a simultaneous step, and the reports of prizes and of states between two ships."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from fleetbook.__main__ import main
from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import order_odds
from fleetbook.core.orders.standard_orders import StrikeByHand
from fleetbook.core.play.verify import verify_record
from fleetbook.referee.damage_words import other_words
from fleetbook.store.catalogue import ruleset
from fleetbook.testing import Game, struck
from tests.packages.test_lagoon import HIT, firing, ford

pytestmark = pytest.mark.usefixtures("lagoon")


def test_the_referees_strike_counts_at_once_and_in_what_comes() -> None:
    game = firing()
    game.give("fire", HIT, 1, firer="Ant", target="Cod", range=2, aspect="side")
    before = game.battle
    record = game.give("strike", ship="Cod", track="hull", boxes=1)
    assert (game["Cod"].hull, game.battle.to_come.ship("Cod").hull) == (2, 1)
    assert struck(record) == [("Cod", "hull", 1)]
    reported = game.journal.results(record)[0]
    assert reported.words == "Cod, by hand: hull -1 (2 of 3), at the end of this step hull 1/3."
    odds = order_odds(before, StrikeByHand(ship="Cod", track="hull", boxes=1, reason="so ruled"))
    assert odds.tracks[Key("Cod", "hull")] == {1: 1.0}  # as the step is left
    game.next()
    assert game["Cod"].hull == 1


def test_what_the_referee_sets_counts_at_once_and_nothing_more_of_it_comes() -> None:
    game = firing()
    game.give("set", ship="Dab", condition="leaking", value="yes")
    assert game["Dab"].leaking
    game.refused("fire", because="the crew of Dab is at the pumps", firer="Dab", target="Ant", range=2, aspect="side")
    game.give("fire", HIT, 4, firer="Ant", target="Cod", range=2, aspect="side")
    record = game.give("set", ship="Cod", condition="leaking", value="no")
    assert not game.battle.to_come.ship("Cod").leaking
    assert game.journal.results(record)[0].words.startswith("Cod, by hand: ")
    game.next()
    assert (game["Cod"].hull, game["Cod"].leaking, game["Dab"].leaking) == (1, False, True)


def test_l3_an_end_in_the_step_leaves_it_as_the_next_step_does(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fired = ("next", "fire firer=Ant target=Cod range=2 aspect=side --dice 6,6")
    said = []
    for number, lines in enumerate(((*fired, "end"), (*fired, "next", "end"), fired)):
        path = tmp_path / f"{number}.battle"
        assert main(["new", "lagoon/ford", "-o", str(path), "--seed", "3"]) == 0
        for line in lines:
            assert main(["order", str(path), *line.split()]) == 0
        reported = capsys.readouterr().out
        assert ("Cod is SUNK: no box left" in reported) is ("end" in lines), reported
        assert main(["verify", str(path)]) == 0
        capsys.readouterr()
        assert main(["status", str(path), "--json"]) == 0
        now = json.loads(capsys.readouterr().out)
        (cod,) = (ship for ship in now["ships"] if ship["name"] == "Cod")
        assert cod.get("fate", "").startswith("sunk T1") is ("end" in lines)
        said.append([now["result"]["winner"], [side["value"] for side in now["result"]["score"]]])
    assert said == [["Reds", [10, 0]]] * 3  # a boat of 10 points, as if it had ended now, too


def words(game: Game[Any], record: Any) -> str:
    return " ".join(f"{result.words} {result.means}" for result in game.journal.results(record))


def reported(tmp_path: Path, capsys: pytest.CaptureFixture[str], *lines: str, short: bool = False) -> str:
    """The report of a battle at the ford, after these orders."""
    path = tmp_path / "r.battle"
    assert main(["new", "lagoon/ford", "-o", str(path), "--seed", "3"]) == 0
    for line in lines:
        assert main(["order", str(path), *line.split()]) == 0
    capsys.readouterr()
    assert main(["report", str(path), "--format", "md", *(["--short"] if short else [])]) == 0
    return " ".join(capsys.readouterr().out.replace("\\", "").split())


TAKEN = ("next", "fire firer=Ant target=Cod range=2 aspect=side --dice 6,4", "next", "board boarder=Ant prize=Cod")


def test_a_captured_boat_went_down_nowhere(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = reported(tmp_path, capsys, *TAKEN)
    assert "taken with hull 1/3" in report
    assert "3 of 5 (1 of them gone with Cod)" in report
    assert "went down" not in report


def test_a_captured_boat_in_a_short_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report = reported(tmp_path, capsys, *TAKEN, short=True)
    assert "hull 1/3 when taken" in report
    assert "went down" not in report


def test_a_condition_set_by_hand_is_reported_by_its_words_and_whose_it_is() -> None:
    game = ford()
    record = game.give("set", ship="Cod", condition="smoke: Ant", value="yes")
    assert "Cod, by hand: smoke towards Ant." in words(game, record)
    assert "Cod: smoke towards Ant" in [getattr(event, "text", "") for event in record.events]
    record = game.give("set", ship="Ant", condition="smoke: Cod", value="no")
    assert "Ant, by hand: no longer smoke towards Cod." in words(game, record)
    record = game.give("set", ship="Ant", condition="loading", value="turn 2")
    assert "Ant, by hand: ready again in turn 2." in words(game, record)


def test_what_comes_into_force_by_hand_is_reported_by_its_words() -> None:
    game = firing()
    game.give("fire", HIT, 6, firer="Ant", target="Cod", range=2, aspect="side")
    reported = words(game, game.give("set", ship="Cod", condition="leaking", value="yes"))
    assert "Cod, by hand: leaking." in reported
    assert "yes" not in words(game, game.next())


def test_of_what_is_set_by_hand_and_is_so_already_it_is_said_that_it_is_as_before() -> None:
    game = ford()
    for value, reported in (("no", "Cod, by hand: no longer leaking, as before."), ("yes", "Cod, by hand: leaking, as before.")):
        game.give("set", ship="Cod", condition="leaking", value=value)
        again = game.give("set", ship="Cod", condition="leaking", value=value)
        assert [result.words for result in game.journal.results(again)] == [reported]
        assert verify_record(game.journal, again) == ""


def test_a_battle_whose_turns_are_over_is_not_under_way(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    scenario = Path(__file__).parent / "strangers/lagoon/rosters/lagoon/ford.toml"
    path, text = tmp_path / "short.toml", scenario.read_text(encoding="utf-8")
    (tmp_path / "boats.toml").write_text((scenario.parent / "boats.toml").read_text(encoding="utf-8"), encoding="utf-8")
    path.write_text(text.replace("turns = 9", "turns = 1", 1), encoding="utf-8")
    battle = tmp_path / "b.battle"
    assert main(["new", str(path), "-o", str(battle), "--seed", "3"]) == 0
    for reported in ("still under way", "Its end is not given yet"):
        capsys.readouterr()
        assert main(["report", str(battle), "--format", "txt"]) == 0
        assert reported in " ".join(capsys.readouterr().out.split())
        for _ in range(3):
            assert main(["order", str(battle), "next"]) == 0


@pytest.mark.parametrize(("condition", "value", "over"), [("smoke: Ant", "yes", "Ant"), ("fog: Ant", "turn 2", "until turn 2")])
def test_a_state_between_two_that_ends_by_itself_says_so(condition: str, value: str, over: str) -> None:
    game = ford()
    game.give("set", ship="Cod", condition=condition, value=value)
    game.go("board")
    texts = [getattr(event, "text", "") for event in game.next().events]
    kind, _, other = condition.partition(": ")
    assert [text for text in texts if "no longer" in text] in (
        [f"Ant: no longer {kind} towards Cod{' until turn 2' if kind == 'fog' else ''}"],
        [f"Cod: no longer {kind} towards {other}{' until turn 2' if kind == 'fog' else ''}"],
    )
    assert over in " ".join(texts)


def test_a_secret_between_two_that_ends_says_nothing() -> None:
    game = ford()
    game.give("set", ship="Dab", condition="talk: Bee", value="turn 2")
    game.go("board")
    assert not any("talk" in getattr(event, "text", "") for event in game.next().events)


def test_an_order_s_help_tells_the_steps_of_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "lagoon", "fire"]) == 0
    assert "0 to … in, in steps of 0.5" in " ".join(capsys.readouterr().out.split())


def test_distances_are_in_inches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "lagoon"]) == 0
    reported = capsys.readouterr().out
    assert "distances in inches" in reported
    assert not re.search(r"\bin in\b", reported)
    bands = dict(ruleset("lagoon").bands(ruleset("lagoon").tables))
    assert bands == {"Shooting": (3, 8, 12)}


def test_a_narrow_card_tells_two_smokes_once() -> None:
    game = ford()
    for other in ("Cod", "Dab"):
        game.give("set", ship="Ant", condition=f"smoke: {other}", value="yes")
    card = game.battle.card("Ant")
    assert other_words(card) == ["SMOKE×2"]

"""An invented package that says what few rules say: fire at the same time, smoke between two, loading, points of its own."""

from __future__ import annotations

import html
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from fleetbook.__main__ import main
from fleetbook.core.battle.verdict import verdict
from fleetbook.core.battle.victory import Count, Victory
from fleetbook.core.errors import InvalidInput
from fleetbook.core.odds import order_odds
from fleetbook.core.play.side_view import SideView
from fleetbook.reports.scenario import decides
from fleetbook.share.page import page_for
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.victory_check import check_victory
from fleetbook.testing import Game, check_rules, scenario, struck
from tests.packages.test_parts_kept import run_in
from tests.tui.keyboard import refereeing

STRANGERS = Path(__file__).parent / "strangers"
HIT, MISS = 6, 1
pytestmark = pytest.mark.usefixtures("lagoon")


def ford() -> Game[Any]:
    return Game(ruleset("lagoon"), scenario("lagoon/ford"))


def firing() -> Game[Any]:
    """The ford, at the step in which all fire together."""
    return ford().go("fire")


def signs(game: Game[Any], ship: str) -> dict[str, str]:
    return {condition.short: condition.text for condition in game.battle.card(ship).conditions}


class TestSimultaneousFire:
    def test_l2_who_is_struck_fires_as_she_was_when_the_step_began(self) -> None:
        game = firing()
        game.give("fire", HIT, 6, firer="Ant", target="Cod", range=2, aspect="side")
        assert (game["Cod"].hull, game["Cod"].leaking) == (3, False)
        assert (game.battle.to_come.ship("Cod").hull, game.battle.to_come.ship("Cod").leaking) == (0, True)
        game.give("fire", HIT, 4, firer="Cod", target="Ant", range=2, aspect="side")
        game.next()
        assert (game["Cod"].fate, game["Ant"].hull) == ("sunk T1: no box left", 1)

    def test_l2_blows_add_up_though_none_counts_yet(self) -> None:
        game = firing()
        game.give("fire", HIT, 3, firer="Ant", target="Cod", range=2, aspect="side")
        record = game.give("fire", HIT, 6, firer="Bee", target="Cod", range=2, aspect="bow")
        assert struck(record) == [("Cod", "hull", 1)]
        assert "Cod leaks" not in [getattr(event, "text", "") for event in record.events]

    def test_l2_what_a_boat_has_done_counts_at_once(self) -> None:
        game = firing()
        game.give("fire", MISS, firer="Bee", target="Cod", range=2)
        game.refused("fire", because="Bee has fired this turn", firer="Bee", target="Dab", range=2)
        assert signs(game, "Bee") == {"LOAD": "ready again in turn 3"}

    def test_l2_results_tell_at_once_and_the_card_says_what_comes(self) -> None:
        game = firing()
        record = game.give("fire", HIT, 4, firer="Ant", target="Cod", range=2, aspect="side")
        reported = game.journal.results(record)[0]
        assert "Cod: hull -2 (1 of 3)" in reported.words
        assert signs(game, "Cod") == {"THEN": "at the end of this step: hull 1/3, leaking"}
        left = game.next()
        assert "hull 1/3" in " ".join(result.words for result in game.journal.results(left))
        assert signs(game, "Cod") == {"LEAK": "leaking"}

    def test_l2_due_offers_odds_and_score_go_by_the_step_as_it_began(self) -> None:
        game = firing()
        game.give("fire", HIT, 6, firer="Ant", target="Cod", range=2, aspect="side")
        assert "Cod may {fire}" in game.battle.ruleset.sequence.due(game.battle)
        assert "Cod" in (game.draft("fire", firer="Bee").entries["target"].options or ())
        assert game.battle.ruleset.scores(game.battle) == {"Reds": 0, "Blues": 0}
        order = game.draft("fire", firer="Bee", target="Dab", range=2, aspect="side").order()
        odds = order_odds(game.battle, order)
        (key,) = odds.tracks
        assert (key.subject, key.name) == ("Dab", "plates")
        # 3 and above of 6 with the squadron's signals 2 and above; 2/6 hole nothing, 4/6 one plate
        assert odds.tracks[key] == pytest.approx({2: 1 - 5 / 6 * 4 / 6, 1: 5 / 6 * 4 / 6})
        leaking = game.chances(
            "fire", lambda battle: battle.to_come.ship("Dab").leaking, firer="Bee", target="Dab", range=2, aspect="side"
        )
        assert leaking[True] == pytest.approx(5 / 6 * 4 / 6)

    def test_l2_the_referees_strike_is_laid_upon_what_comes(self) -> None:
        game = firing()
        game.give("fire", HIT, 1, firer="Ant", target="Cod", range=2, aspect="side")
        game.give("strike", ship="Cod", track="hull", boxes=-1)
        game.refused("strike", because="Cod has lost 0 of 3 boxes", ship="Cod", track="hull", boxes=-1)
        game.next()
        assert (game["Cod"].hull, game["Cod"].leaking) == (3, True)

    def test_undo_and_redo_and_a_file(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "f.battle"
        assert main(["new", "lagoon/ford", "-o", str(path), "--seed", "3"]) == 0
        lines = ("next", "fire firer=Ant target=Cod range=2 aspect=side --dice 6,6", "next")
        for line in lines:
            assert main(["order", str(path), *line.split()]) == 0
        for command in (["undo"], ["undo"], ["redo"], ["redo"], ["verify"]):
            assert main([command[0], str(path)]) == 0, command
        capsys.readouterr()
        assert main(["status", str(path), "--json"]) == 0
        ships = {ship["name"]: ship for ship in json.loads(capsys.readouterr().out)["ships"]}
        assert ships["Cod"]["fate"].startswith("sunk T1")


class TestSmokeBetweenTwo:
    def test_l1_it_lies_between_both_whoever_laid_it(self) -> None:
        game = ford()
        game.give("smoke", boat="Cod", other="Ant")
        assert (game["Ant"].smoke["Cod"], game["Cod"].smoke["Ant"], game["Bee"].smoke["Cod"]) == (True, True, False)
        assert signs(game, "Ant")["SMOKE"] == "smoke towards Cod"
        assert signs(game, "Cod") == {"SMOKE": "smoke towards Ant", "CHASE": "chased by Ant"}
        assert signs(game, "Ant")["CHASE"] == "chases Cod"
        game.go("fire")
        assert game.modifiers("fire", firer="Ant", target="Cod", range=2) == {"smoke", "signals"}

    def test_l1_it_ends_as_the_next_smoke_begins(self) -> None:
        game = ford()
        game.give("smoke", boat="Cod", other="Ant")
        game.go("smoke", turn=2)
        assert not game["Ant"].smoke["Cod"]
        assert "SMOKE" not in signs(game, "Cod")

    def test_l1_by_hand_of_either(self) -> None:
        game = ford()
        game.give("set", ship="Cod", condition="smoke: Ant", value="yes")
        assert game["Ant"].smoke["Cod"]
        game.give("set", ship="Ant", condition="smoke: Cod", value="no")
        assert not game["Cod"].smoke["Ant"]


class TestSecrets:
    def test_what_is_held_back_of_a_secret_stays_one(self) -> None:
        game = firing()
        game.give("set", ship="Cod", condition="sullen", value="yes")
        for _ in range(2):  # as it is held back, and as it is in force
            assert "sullen" in " ".join(signs(game, "Cod").values())
            for side, knows in (("Blues", True), ("Reds", False), (None, False)):
                view = SideView(game.journal, side)
                card = view.battle.card("Cod")
                assert bool(card.conditions) is knows, (side, card.conditions)
                assert ("sullen" in repr([*view.battle.state.items()])) is knows
                assert ("sullen" in repr([record.events for record in view.records])) is knows
            game.next()

    def test_a_secret_between_two_is_for_both(self) -> None:
        game = ford()
        game.give("set", ship="Dab", condition="parley: Bee", value="yes")
        for side, knows in (("Blues", True), ("Reds", True), (None, False)):
            assert bool(SideView(game.journal, side).battle.card("Bee").conditions) is knows
            assert bool(SideView(game.journal, side).battle.card("Dab").conditions) is knows


class TestLoading:
    def test_l2_a_heavy_gun_is_ready_again_two_turns_later(self) -> None:
        game = firing()
        game.give("fire", MISS, firer="Bee", target="Cod", range=2)
        game.go("fire", turn=2)
        game.refused("fire", because="Bee loads until turn 3", firer="Bee", target="Cod", range=2)
        game.go("fire", turn=3)
        assert signs(game, "Bee") == {}
        game.give("fire", MISS, firer="Bee", target="Cod", range=2)

    def test_l2_by_hand(self) -> None:
        game = ford()
        game.give("set", ship="Ant", condition="loading", value="turn 2")
        assert signs(game, "Ant") == {"LOAD": "ready again in turn 2"}
        game.give("set", ship="Ant", condition="loading", value="no")
        assert signs(game, "Ant") == {}


class TestHalfInches:
    def test_l2_halves_go_and_nothing_between(self) -> None:
        game = firing()
        game.unreadable("fire", "range", firer="Ant", target="Cod", range="3.05")
        game.unreadable("fire", "range", firer="Ant", target="Cod", range="12.5")
        record = game.give("fire", 3, 2, firer="Ant", target="Cod", range="3.5", aspect="bow")
        assert record.headline == "Ant fires at Cod, 3.5 in"
        assert game.draft("fire", firer="Cod", target="Ant").values["range"] == 3.5

    def test_l2_the_table_of_shots_has_them(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "f.battle"
        main(["new", "lagoon/ford", "-o", str(path), "--seed", "3"])
        main(["order", str(path), "next"])
        main(["order", str(path), "fire", "firer=Ant", "target=Cod", "range=2.5in", "aspect=side", "--dice", "6,6"])
        capsys.readouterr()
        assert main(["report", str(path), "--table", "shots"]) == 0
        assert ",2.5," in capsys.readouterr().out


class TestSquadrons:
    def test_l4_its_figures_and_its_own_facts(self) -> None:
        rules = import_module("lagoon.rules")
        game = firing()
        assert game.battle.squadron_details("Van", rules.SquadronCard).signals == 1
        with pytest.raises(InvalidInput, match="squadron"):
            game.battle.squadron_details("Rear", rules.SquadronCard)
        game.give("fire", HIT, 4, firer="Ant", target="Cod", range=2, aspect="side")
        game.next()
        game.give("board", boarder="Ant", prize="Cod")
        assert rules.Division(game.battle, "Van").mood == "proud"


class TestScores:
    def test_l5_a_prize_counts_half_as_much_again(self) -> None:
        game = firing()
        game.give("fire", HIT, 4, firer="Ant", target="Cod", range=2, aspect="side")
        game.next()
        reported = verdict(game.battle)
        assert (reported.score[0].value, reported.kind, reported.reason) == (5, "drawn", "a lead of 5 points is too small")
        game.give("board", boarder="Ant", prize="Cod")
        reported = verdict(game.battle)
        assert (reported.winner, reported.degree, reported.reason) == ("Reds", "clear", "by 15 to 0 points")
        numbers = {part.name: part.number for part in reported.score[0].parts}
        assert numbers == {"points": 15, "prizes": 1, "wrecks": 0}

    def test_l5_the_briefing_says_so(self) -> None:
        reported = list(decides(ford().journal))
        assert "points for Reds: points, as the rules count" in reported

    def test_l5_report_status_and_json_agree(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        path = tmp_path / "f.battle"
        main(["new", "lagoon/ford", "-o", str(path), "--seed", "3"])
        for line in (
            "next",
            "fire firer=Ant target=Cod range=2 aspect=side --dice 6,4",
            "next",
            "board boarder=Ant prize=Cod",
            "end",
        ):
            assert main(["order", str(path), *line.split()]) == 0
        capsys.readouterr()
        main(["report", str(path), "--format", "md"])
        page = capsys.readouterr().out
        assert "Reds have won" in page.replace("\\", "")
        main(["status", str(path), "--json"])
        assert json.loads(capsys.readouterr().out)["result"]["winner"] == "Reds"

    @pytest.mark.parametrize(
        ("old", "new", "said"),
        [
            ('lost_as = ["taken"]', 'lost_as = ["tacken"]', "did you mean taken"),
            ('what = "ships lost", lost_as = ["taken"]', 'what = "boxes", lost_as = ["taken"]', "with ships lost or tons only"),
        ],
    )
    def test_a_kind_of_loss_that_there_is_not(self, old: str, new: str, said: str, tmp_path: Path) -> None:
        text = (STRANGERS / "lagoon/rosters/lagoon/ford.toml").read_text(encoding="utf-8")
        assert old in text
        path = tmp_path / "ford.toml"
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        assert said in " ".join(str(fault) for fault in check_all(path)[1])

    @pytest.mark.parametrize(
        ("formula", "said"),
        [("{'Reds': 'many'}", "a number"), ("{'Red': 1}", "did you mean Reds"), ("{'Reds': 1 / 0}", "division")],
    )
    def test_a_formula_that_fails_is_reported_and_loses_nothing(
        self, formula: str, said: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = ford()
        within = vars(import_module("lagoon.rules"))
        code = compile(f"lambda self, battle: {formula}", within["__file__"], "eval")  # as if it stood in the package
        monkeypatch.setattr(type(game.battle.ruleset), "scores", eval(code, within))
        reported = verdict(game.battle)
        assert (reported.winner, reported.kind) == ("", "none")
        assert said in reported.reason


def test_rules_without_a_formula_are_not_asked_for_one() -> None:
    setup = load_setup("coastal/convoy")
    formula = Count("points", setup.sides[0], "rules")
    with pytest.raises(InvalidInput, match="the rules coastal give no score"):
        check_victory(Victory((formula,), compare=True), ruleset("coastal").begin(setup), "convoy")


def test_l3_no_row_of_nothing_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "f.battle"
    main(["new", "lagoon/ford", "-o", str(path), "--seed", "3"])
    capsys.readouterr()
    for words in (["report", str(path), "--format", "md"], ["report", str(path), "--format", "txt"], ["status", str(path)]):
        main(words)
        assert "0/0" not in capsys.readouterr().out, words
    with refereeing(path) as at:
        assert "0/0" not in at.text
        assert "2/2" in at.text


def test_a_side_reads_what_comes_and_the_window_shows_it(tmp_path: Path) -> None:
    path = tmp_path / "f.battle"
    main(["new", "lagoon/ford", "-o", str(path), "--seed", "3"])
    main(["order", str(path), "next"])
    main(["order", str(path), "fire", "firer=Ant", "target=Cod", "range=2", "aspect=side", "--dice", "6,4"])
    with BattleFile.open(path, read_only=True) as file:
        for side in (None, "Reds", "Blues"):
            page = html.unescape(" ".join(page_for(file.journal, side).fragments.values()))
            assert "hull -2 (1 of 3)" in page, side


def test_a_referee_plays_it_by_keys(tmp_path: Path) -> None:
    with refereeing(tmp_path / "f.battle", "lagoon/ford") as at:
        at.go()
        at.press("f", "2", ".", "5", "enter")
        at.done()
        assert "fires at" in at.text
        record = at.session.journal.records[-1]
        assert (record.procedure, record.inputs["range"]) == ("fire", 2.5)


def test_half_inches_in_the_grid_of_ranges(tmp_path: Path) -> None:
    with refereeing(tmp_path / "f.battle", "lagoon/ford") as at:
        at.go()
        at.press("f7", "3", ".", "5", "escape", "f")
        assert "3.5" in at.text.partition("Journal")[0]
        at.press("enter")
        at.done()
        assert at.session.journal.records[-1].inputs["range"] == 3.5


def test_fleetbook_finds_nothing_wrong() -> None:
    assert check_rules("lagoon", orders=60) == []


def test_every_part_run_in_battles_at_random_is_listed_and_reads_back() -> None:
    ran, wrong = run_in(ruleset("lagoon"), load_setup("lagoon/ford"), lines=120)
    assert wrong == set()
    assert ran >= {part.id for part in ruleset("lagoon").parts}


def test_its_types_hold() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "rules.py"],
        cwd=STRANGERS / "lagoon",
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout

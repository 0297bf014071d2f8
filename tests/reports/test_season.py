"""Many battles told together: who won what, by player and by scenario, and which ships were lost to whom."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from jsonschema import validate  # type: ignore[import-untyped]
from msgspec.structs import replace

from fleetbook.core.battle.victory import Aim, Count, Need, Victory
from fleetbook.core.errors import Refused
from fleetbook.core.parsing import players_by_side
from fleetbook.reports.document import Grid, Heading, Paragraph
from fleetbook.reports.render.formats import DOCUMENTS, page_of
from fleetbook.reports.render.tables import rows_csv
from fleetbook.reports.schema import schema
from fleetbook.reports.season.section import BY_SIDE, season_blocks
from fleetbook.reports.season.summary import Season, SeasonRow, finished_battle, season, season_rows
from fleetbook.reports.shape import to_json
from fleetbook.store.library.paths import DATA_VARIABLE
from tests.cli.shell import fleetbook
from tests.golden.playing import play
from tests.reports.journals import Played, setup


def ended(day: str, winner: str, **said: str) -> Played:
    """Two ships a side, one of the defender's gone from the table; ended on a day."""
    battle = Played(setup(("A", "B"), ("D", "E"), title=said.pop("title", "A test"))).to("move-1")
    battle.give("leave", ship="A")
    battle.give("end", winner=winner, played=day, **said)
    return battle


def together(*battles: Played) -> Season:
    return season("Ours", [finished_battle(one.journal, f"file {place}", "2026-12-31") for place, one in enumerate(battles)])


def table(told: Season, heading: str) -> list[list[str]]:
    """The rows of the table under a heading."""
    blocks = season_blocks(told)
    place = next(place for place, block in enumerate(blocks) if isinstance(block, Heading) and block.text == heading)
    found = next(block for block in blocks[place:] if isinstance(block, Grid))
    return [list(map(str, row)) for row in found.rows]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("Red: P, Q; Blue: R", {"Red": ("P", "Q"), "Blue": ("R",)}),
        ("blue: R and S\nRED : P & Q", {"Blue": ("R", "S"), "Red": ("P", "Q")}),
        ("P against Q", {}),
        ("Green: P; Blue:", {"Blue": ()}),
        ("", {}),
    ],
)
def test_players_are_told_by_side_where_each_side_is_named(said: str, expected: dict[str, tuple[str, ...]]) -> None:
    assert players_by_side(said, ("Red", "Blue")) == expected


def test_a_date_of_play_is_a_date_and_players_without_sides_are_warned_of() -> None:
    with pytest.raises(Refused, match="1 March is not a date such as 2026-03-01"):
        ended("1 March", "Red")
    battle = ended("2026-03-01", "Red", players="Ann against Ben")
    (told,) = (result for result in battle.journal.results(battle.journal.records[-1]) if result.head == "the end")
    assert told.means.endswith('Players are counted in a season only by side: players="Red: NAME; Blue: NAME".')
    named = ended("2026-03-01", "Red", players="Red: Ann; Blue: Ben")
    assert all("season" not in result.means for result in named.journal.results(named.journal.records[-1]))
    misspelt = ended("2026-03-01", "Red", players="Red: Ann; Bleu: Ben")
    assert any("only by side" in result.means for result in misspelt.journal.results(misspelt.journal.records[-1]))


def test_a_season_names_the_battles_whose_players_are_not_all_by_side() -> None:
    told = together(
        ended("2026-03-01", "Red", players="Ann against Ben"),
        ended("2026-03-02", "Red", players="Red: Ann; Bleu: Ben", title="Another"),
        ended("2026-03-03", "Red", players="Red: Ann; Blue: Ben"),
    )
    words = f"A test of 2026-03-01, Another of 2026-03-02: not all players are counted. {BY_SIDE}"
    assert Paragraph(words, "Not by side:") in season_blocks(told)
    # Ben's second battle names no side of it
    assert [(player.name, player.played) for player in told.players] == [("Ann", 2), ("Ben", 1)]
    assert not any(
        "Not by side" in str(block) for block in season_blocks(together(ended("2026-03-01", "Red", players="Red: Ann")))
    )


def broken_off(day: str, **said: str) -> Played:
    """A battle with aims, ended before its first order."""
    victory = Victory(count=(Count("sunk", "Red", "ships lost"),), aim=(Aim("Red", (Need("sunk", least=1),)),), otherwise="Blue")
    battle = Played(setup(("A",), ("D",), victory=victory))
    battle.give("end", played=day, **said)
    return battle


def test_a_battle_that_was_broken_off_counts_apart() -> None:
    """Ann has won one of two battles against Ben that were played, and one has no result; the fourth is nobody's."""
    by_side = {"players": "Red: Ann; Blue: Ben"}
    open_ended = Played(setup(("A",), ("D",))).to("move-1")
    open_ended.give("end", played="2026-03-02", **by_side)
    told = together(ended("2026-03-01", "Red", **by_side), open_ended, broken_off("2026-03-03", **by_side))
    # played, won, drawn, lost, undecided, broken off
    assert [row[1:7] for row in table(told, "Players")] == [["2", "1", "0", "0", "1", "1"], ["2", "0", "0", "1", "1", "1"]]
    assert table(told, "Head to head") == [["Ann", "Ben", "2", "1", "0", "0", "1", "1"]]
    assert [row[2] for row in table(told, "Battles")] == ["Red", "nobody named", "broken off"]
    assert Paragraph("3 battles, 1 of them broken off · 2026-03-01 to 2026-03-03 · WWII coastal warfare", kind="subtitle") in (
        season_blocks(told)
    )
    rows = list(csv.DictReader(rows_csv(SeasonRow, season_rows(told)).splitlines()))
    assert [row["result"] for row in rows] == ["won", "lost", "", "", "broken off", "broken off"]
    validate(json.loads(to_json(told)), schema("season"))


def test_a_battle_without_a_date_of_play_counts_by_its_last_line() -> None:
    assert finished_battle(ended("", "Red").journal, "file", "2026-12-31").battle.day == "2026-12-31"


def test_each_player_has_the_battles_of_the_side_that_was_played() -> None:
    told = together(
        ended("2026-03-01", "Red", players="Red: P, Q; Blue: R", umpire="S"),
        ended("2026-02-01", "Blue", players="Red: p; Blue: R", umpire="Q"),
        ended("2026-04-01", "drawn", players="Red: R; Blue: P"),
    )
    rows = table(told, "Players")
    # the first spelling by day stands: played, won, drawn, lost, ships sunk, ships lost, umpired
    assert rows == [
        ["Q", "1", "1", "0", "0", "0", "0", "1"],
        ["p", "3", "1", "1", "1", "0", "0", "0"],
        ["R", "3", "1", "1", "1", "0", "0", "0"],
        ["S", "0", "0", "0", "0", "0", "0", "1"],
    ]
    assert [battle.day for battle in told.battles] == ["2026-02-01", "2026-03-01", "2026-04-01"]


def test_ships_that_the_other_side_lost_are_a_player_s_ships_sunk() -> None:
    one = finished_battle(ended("2026-01-01", "Red", players="Red: P; Blue: Q").journal, "file", "2026-12-31")
    red, blue = one.battle.sides
    sides = (replace(red, lost=("A",)), replace(blue, lost=("D", "E")))
    told = season("Ours", [one._replace(battle=replace(one.battle, sides=sides))])
    assert [(player.name, player.ships_sunk, player.ships_lost) for player in told.players] == [("P", 2, 1), ("Q", 1, 2)]


def test_a_scenario_shows_which_side_wins_it() -> None:
    told = together(
        ended("2026-01-01", "Red"), ended("2026-01-02", "Red"), ended("2026-01-03", "drawn"),
        ended("2026-01-04", "Blue", title="Another"),
    )  # fmt: skip
    assert table(told, "Scenarios") == [
        ["A test", "Red", "3", "2", "1", "0"],
        ["A test", "Blue", "3", "0", "1", "2"],
        ["Another", "Red", "1", "0", "0", "1"],
        ["Another", "Blue", "1", "1", "0", "0"],
    ]


def test_where_nobody_says_who_played_it_says_how_to() -> None:
    assert Paragraph(f"No battle names its players. {BY_SIDE}") in season_blocks(together(ended("2026-01-01", "Red")))


def test_the_day_of_the_last_line_stands_in_for_a_day_that_nobody_said() -> None:
    assert together(ended("", "Red")).battles[0].day == "2026-12-31"


@pytest.mark.parametrize("form", DOCUMENTS)
def test_every_format_of_documents_tells_it(form: str) -> None:
    page = page_of(form, season_blocks(together(ended("2026-01-01", "Red", players="Red: P"))), "Battles together")
    for words in ("Ours", "1 battle", "A test", "No ship was lost."):
        assert words in page


@pytest.fixture(scope="module")
def tsushima(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recorded battle, played anew."""
    path = tmp_path_factory.mktemp("season") / "tsushima.battle"
    assert play("tsushima", path).code == 0
    return path


def test_ships_lost_are_told_with_whose_doing_it_was(tsushima: Path) -> None:
    """Line 128 of that battle: both blew up."""
    ran = fleetbook("season", str(tsushima), "--format", "json")
    told = json.loads(ran.out)
    assert [(loss["ship"], loss["turn"], loss["by"]) for loss in told["losses"]] == [
        ("Mikasa", 4, "Oryol"),
        ("Knyaz Suvorov", 4, "Fuji"),
    ]
    assert told["battles"][0]["winner"] == "Russia"
    validate(told, schema("season"))


def test_a_copy_is_left_out_and_so_is_a_battle_that_goes_on(tsushima: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.battle"
    copy.write_bytes(tsushima.read_bytes())
    going = fleetbook("new", "ijmuiden", "-o", str(tmp_path / "going.battle")).out.strip()
    ran = fleetbook("season", str(tsushima), str(copy), going, "--format", "csv")
    assert ran.code == 0
    assert "copy is the same battle as tsushima: left out" in ran.err
    assert "going.battle has not ended: left out" in ran.err
    rows = list(csv.DictReader(ran.out.splitlines()))
    assert [(row["side"], row["result"], row["ships_lost"]) for row in rows] == [("Japan", "lost", "1"), ("Russia", "won", "1")]


def test_without_a_name_the_user_s_folder_is_told_its_archive_too(
    tsushima: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert fleetbook("season").code == 2
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive" / "old.battle").write_bytes(tsushima.read_bytes())
    (tmp_path / "bad.battle").write_text("nothing", encoding="utf-8")
    ran = fleetbook("season", "--title", "Our year")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Our year\n========\n")
    assert "Tsushima" in ran.out
    assert "bad.battle" in ran.err


def test_a_spreadsheet_is_csv(tsushima: Path) -> None:
    assert fleetbook("season", str(tsushima), "--spreadsheet").out.startswith('\ufeff"file";"title";')
    assert fleetbook("season", str(tsushima), "--spreadsheet", "--format", "md").code == 2


def test_opponents_are_told_head_to_head_by_the_player_who_stands_higher() -> None:
    told = together(
        ended("2026-03-01", "Red", players="Red: P, Q; Blue: R"),
        ended("2026-02-01", "Blue", players="Red: p; Blue: R"),
        ended("2026-04-01", "drawn", players="Red: R; Blue: P"),
    )
    # player, against, played, won, drawn, lost; Q and P never met
    assert table(told, "Head to head") == [["Q", "R", "1", "1", "0", "0"], ["p", "R", "3", "1", "1", "1"]]
    assert not [
        block for block in season_blocks(together(ended("2026-01-01", "Red"))) if block == Heading(2, "Head to head", "meetings")
    ]


def shot_at(face: int, day: str) -> Played:
    """A battle in which D of Blue fires once at A, and throws this face."""
    battle = Played(setup(("A",), ("D",))).to("fire-1")
    battle.shot(face, small_target="no")
    battle.give("end", winner="Blue", played=day, players="Red: P; Blue: R")
    return battle


def test_a_player_s_luck_is_that_of_his_sides_in_all_battles() -> None:
    """Two battles have twice the shots, hits and expected hits of one; the range of both is no wider than twice that of one."""
    (once,) = together(shot_at(6, "2026-01-01")).luck
    (twice,) = together(shot_at(6, "2026-01-01"), shot_at(6, "2026-01-02")).luck
    assert (once.name, once.rolls, once.actual) == ("R", 1, 1)
    assert (twice.rolls, twice.actual) == (2, 2)
    assert twice.expected == pytest.approx(2 * once.expected)
    assert once.low <= once.expected <= once.high
    assert twice.high <= 2 * once.high and twice.percentile > once.percentile
    assert table(together(shot_at(6, "2026-01-01")), "Players' luck")[0][0] == "R"
    (unlucky,) = together(shot_at(1, "2026-01-01")).luck
    assert unlucky.percentile < 50 < once.percentile
    html = page_of("html", season_blocks(together(shot_at(6, "2026-01-01"))))
    assert "Hits of each player's sides" in html.replace("&#39;", "'") and "<svg" in html
    assert "usual: 80 % of seasons</span>" in html


def test_a_battle_broken_off_in_its_first_step_is_counted_apart() -> None:
    off = Played(setup(("A", "B"), ("D", "E"), title="A test"))
    off.give("end", winner="as counted", played="2026-03-02", players="Red: P; Blue: Q")
    told = together(ended("2026-03-01", "Red", players="Red: P; Blue: Q"), off)
    assert [side.result for side in told.battles[1].sides] == ["broken off", "broken off"]
    assert {one.name: (one.played, one.won, one.lost, one.broken_off) for one in told.players} == {
        "P": (1, 1, 0, 1),
        "Q": (1, 0, 1, 1),
    }
    assert [(one.side, one.played) for one in told.scenarios] == [("Red", 1), ("Blue", 1)]
    assert [one.played for one in told.meetings] == [1]
    assert [row[2] for row in table(told, "Battles")] == ["Red", "broken off"]

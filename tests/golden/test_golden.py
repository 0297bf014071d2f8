"""Recorded battles played through the shell: the report and the log that come of them equal the golden files byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import pytest

from fleetbook.referee.session import Session
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.tui.battle.journal_filter import shown_rows
from tests.cli.shell import fleetbook, process
from tests.golden.playing import BATTLES, IN_EVERY_FORMAT, begin, command, documents, kept, orders, play, written
from tests.referee.unsaid import changed, unsaid
from tests.reports.browser import needs_chromium, printed, shown, small_print
from tests.share.chromium import Browser


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A recorded battle by its name, in one file for all tests."""

    @cache
    def play_it(battle: str) -> Path:
        path = tmp_path_factory.mktemp("golden") / f"{battle}.battle"
        ran = play(battle, path)
        assert ran.code == 0, ran.err
        return path

    return play_it


@pytest.fixture(scope="module")
def convoy(played: Callable[[str], Path]) -> Path:
    """The convoy battle, played."""
    return played("convoy")


@pytest.fixture(scope="module")
def log(convoy: Path) -> list[dict[str, Any]]:
    """Its lines."""
    lines: list[dict[str, Any]] = json.loads(fleetbook("log", str(convoy), "--json").out)
    return lines


def events(log: list[dict[str, Any]], kind: str) -> Iterator[dict[str, Any]]:
    """The events of a kind that stand."""
    yield from (event for line in log if line["in_force"] for event in line["events"] if event["type"] == kind)


@pytest.mark.parametrize("battle", BATTLES)
def test_a_battle_comes_out_as_recorded_and_is_sound(played: Callable[[str], Path], battle: str) -> None:
    """After a change that is meant: ``python -m tests.golden.regenerate``, then read the diff."""
    path = played(battle)
    assert fleetbook("verify", str(path)).code == 0
    for name in documents(battle):
        assert written(path, name) == kept(battle, name), name


@pytest.mark.parametrize("battle", BATTLES)
def test_every_line_that_changed_a_ship_says_what_it_changed(played: Callable[[str], Path], battle: str) -> None:
    with BattleFile.open(played(battle), read_only=True) as file:
        assert list(unsaid(file.journal)) == []


def test_of_the_results_of_the_yalu_at_least_70_of_100_are_news(played: Callable[[str], Path]) -> None:
    """A line is news here if it changed a ship, or if its dice did more than miss. Most of all lines are none."""
    with Session(BattleFile.open(played("yalu"), read_only=True)) as session:
        records, results = session.journal.records, session.journal.results
        news = {
            one.number for one in records if changed(session.journal, one) or (one.faces and results(one)[0].kind != "missed")
        }
        shown = [number for row in shown_rows(session, "results", "", whole=False) for number in row]
        moves = {one.number for one in records if one.procedure in ("move", "done", "spot")}
    assert len(news.intersection(shown)) >= 0.7 * len(shown)
    assert news <= {*shown}
    assert len(news) < 0.4 * len(records)
    assert not moves.intersection(shown)


def test_six_turns_or_more_are_played(log: list[dict[str, Any]]) -> None:
    assert max(line["turn"] for line in log) >= 6


def test_both_sides_observe_and_fire(log: list[dict[str, Any]]) -> None:
    for procedure in ("observe", "fire"):
        assert {line["phase"] for line in log if line["procedure"] == procedure} == {"fire-1", "fire-2"}


def test_torpedoes_are_launched_run_on_and_meet_ships(log: list[dict[str, Any]]) -> None:
    assert {"launch", "torpedo", "spent"} <= {line["procedure"] for line in log}
    assert any("runs on 15 cm, 45 in all" in event["text"] for event in events(log, "changed"))


def test_damage_is_worked_out_and_repaired_and_a_ship_is_sunk(log: list[dict[str, Any]]) -> None:
    assert {"damage", "repair"} <= {line["procedure"] for line in log}
    assert any(event["before"] < event["after"] for event in events(log, "marked"))
    fates = [event["after"] for event in events(log, "changed") if event["name"] == "fate"]
    assert any(fate[0] == "sunk" for fate in fates)


def test_orders_are_taken_back_and_brought_back_and_dice_typed_in_and_overruled(log: list[dict[str, Any]]) -> None:
    assert {line["kind"] for line in log} == {"order", "undo", "redo"}
    assert {face["origin"] for line in log if line["in_force"] for face in line["faces"]} == {"rolled", "typed", "overruled"}
    assert any(line["dice_seen"] for line in log)


def test_the_first_orders_come_out_the_same_as_processes(played: Callable[[str], Path], tmp_path: Path) -> None:
    battle = IN_EVERY_FORMAT
    path = tmp_path / "again.battle"
    begin(battle, path)
    for words in orders(battle)[1:5]:
        ran = process(*command(words, path))
        assert ran.code == 0, ran.err
    again, whole = (process("log", str(battle_path), "--json").out for battle_path in (path, played(battle)))
    lines = json.loads(again)
    assert len(lines) == 4
    assert lines == json.loads(whole)[:4]


@needs_chromium
@pytest.mark.parametrize(("battle", "most"), [("convoy", 5), ("tsushima", 8), ("dogger-bank", 6)])
def test_a_report_prints_on_few_pages_and_a_short_one_on_one(
    played: Callable[[str], Path], battle: str, most: int, tmp_path: Path, browser: Browser
) -> None:
    """Of A4, without the working, which is folded. No letter is smaller than 8 points."""
    for words, pages in ((), most), (("--short",), 1):
        page = tmp_path / "report.html"
        page.write_text(fleetbook("report", str(played(battle)), "--format", "html", *words).out, encoding="utf-8")
        paper = printed(page, browser)
        assert 1 <= paper.count(b"/Type /Page\n") <= pages
        assert small_print(paper, 8) == []


@needs_chromium
def test_a_report_fits_a_phone_with_bars_in_its_charts(tmp_path: Path, browser: Browser) -> None:
    """390 px wide: nothing but what scrolls for itself is wider, and every chart has a width. The tables of forces, losses,
    hits and luck do not scroll.
    """
    inside = escape(kept(IN_EVERY_FORMAT, "report.html"), quote=True)
    page = tmp_path / "phone.html"
    page.write_text(f'<iframe style="width:390px;height:900px;border:0" srcdoc="{inside}"></iframe>{MEASURE}', encoding="utf-8")
    built, _ = shown(page, browser)
    found = json.loads(built.split("<pre>")[1].split("</pre>")[0])
    assert found["charts"] > 10
    assert (found["wider"], found["without"], found["scrolls"]) == ([], 0, 0)


MEASURE = """<script>
document.querySelector("iframe").addEventListener("load", event => {
  const inside = event.target.contentDocument, wide = inside.documentElement.clientWidth;
  const all = [...inside.querySelectorAll("main *")].filter(one => !one.closest(".scroll, .patterns, details"));
  const charts = [...inside.querySelectorAll("figure svg[role=img]")];
  const told = document.createElement("pre");
  told.textContent = JSON.stringify({
    wider: all.filter(one => one.getBoundingClientRect().right > wide + 1 && !one.closest("svg"))
              .map(one => one.outerHTML.slice(0, 80)),
    charts: charts.length,
    scrolls: [...inside.querySelectorAll(":is(.forces, .losses, .hits, .luck) .scroll")]
                .filter(one => one.scrollWidth > one.clientWidth).length,
    without: charts.filter(one => one.getBoundingClientRect().width < 40).length,
  });
  document.body.append(told);
});
</script>"""

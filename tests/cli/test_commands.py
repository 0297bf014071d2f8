"""The other commands: what each shows and what it leaves behind."""

from __future__ import annotations

import io
import os
import re
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from fleetbook.cli.shell import COMMANDS
from fleetbook.reports.journal.lines import Line
from fleetbook.reports.odds.shape import OddsView
from fleetbook.reports.rules.declared import Rules, System
from fleetbook.reports.status import Status
from tests.cli.battles import SEED, Table, begun, scenario
from tests.cli.shell import fleetbook
from tests.posix import posix_only, with_links

SHOT = ("fire", "firer=D", "target=A", "range=10")


# ------------------------------------------------------------ new and play


def test_new_writes_the_path_to_stdout_and_the_seal_to_stderr(tmp_path: Path) -> None:
    output = tmp_path / "b.battle"
    ran = fleetbook("new", "convoy", "-o", str(output), "--seed", "7")
    assert (ran.code, ran.out) == (0, f"{output}\n")
    assert "7902699be42c8a8e46fbbb4501726517e86b22c56a189f7625a6da49081b2451" in ran.err  # SHA-256 of 7
    assert output.is_file()


def test_new_keeps_it_in_the_data_folder_otherwise(data_folder: Path) -> None:
    first, second = (Path(fleetbook("new", "coastal/ijmuiden").out.rstrip("\n")) for _ in range(2))
    assert {first.parent, second.parent} == {data_folder}
    assert first != second


def test_new_draws_a_new_seed_each_time(tmp_path: Path) -> None:
    seals = {fleetbook("new", "ijmuiden", "-o", str(tmp_path / f"{n}.battle")).err for n in range(3)}
    assert len(seals) == 3


def test_new_replaces_nothing(table: Table) -> None:
    ran = fleetbook("new", "ijmuiden", "-o", str(table.path))
    assert ran.code == 2
    assert "exists already" in ran.err
    assert table.lines == 2


@pytest.mark.parametrize("seed", ["", "x" * 201, "a\nb"])
def test_new_refuses_a_seed_that_nobody_could_read_out(tmp_path: Path, seed: str) -> None:
    assert fleetbook("new", "ijmuiden", "-o", str(tmp_path / "b.battle"), "--seed", seed).code == 2


def test_new_asks_each_side_for_a_word_to_the_seal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("anchor\n\n"))
    path = tmp_path / "b.battle"
    ran = fleetbook("new", "ijmuiden", "-o", str(path), "--words")
    (seal,) = set(re.findall("[0-9a-f]{64}", ran.err))
    assert ran.err.index(seal) < ran.err.index("the word of Royal Navy") < ran.err.index("the word of Kriegsmarine")
    dice = msgspec.json.decode(fleetbook("status", str(path), "--json").out, type=Status).dice
    assert (dice.commitment, dice.chosen_by_hand, dice.words) == (seal, False, {"Royal Navy": "anchor"})
    assert "said to the seal: Royal Navy: anchor" in fleetbook("status", str(path)).out
    assert re.search(r"Words to the seal +Royal Navy: anchor", fleetbook("report", str(path)).out)
    assert fleetbook("verify", str(path)).code == 0


def test_new_refuses_words_that_nobody_could_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("x" * 300))
    ran = fleetbook("new", "ijmuiden", "-o", str(tmp_path / "b.battle"), "--words")
    assert (ran.code, "words of Royal Navy: found xxx" in ran.err) == (2, True)


def test_a_seed_chosen_by_hand_is_marked_wherever_the_battle_is_told(table: Table, tmp_path: Path) -> None:
    assert "the seed was chosen by hand" in fleetbook("new", "ijmuiden", "-o", str(tmp_path / "b.battle"), "--seed", "7").err
    assert "it was chosen by hand" in table("status").out
    assert msgspec.json.decode(table("status", "--json").out, type=Status).dice.chosen_by_hand
    for form in ("md", "html", "txt"):
        assert "chosen by hand: whoever chose it could know the dice beforehand" in " ".join(
            table("report", "--format", form).out.split()
        )
    assert '"seed","","","","","","","chosen by hand"' in table("report", "--format", "csv").out
    assert '"chosen_by_hand": true' in table("report", "--format", "json").out
    drawn = str(tmp_path / "c.battle")
    assert fleetbook("new", "ijmuiden", "-o", drawn).code == 0
    assert not any("chosen by hand" in fleetbook(*words, drawn).out for words in (("status",), ("report",)))


def test_the_last_link_changes_with_each_line_and_shows_players_who_noted_it_that_lines_were_cut(table: Table) -> None:
    def told() -> str:
        link = msgspec.json.decode(table("status", "--json").out, type=Status).last_link
        assert re.fullmatch("[0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}", link)
        for command in ("status", "verify", "report"):
            assert link in table(command).out
        return link

    first = told()
    table.order("note", "words=fog")
    noted = told()
    cut = "DELETE FROM journal WHERE number = 3; UPDATE sqlite_sequence SET seq = 2"
    with closing(sqlite3.connect(table.path)) as database:
        database.executescript(cut)
    assert table("verify").code == 0  # nothing in the file tells
    assert told() == first != noted


def test_notes_settings_and_undone_orders_pick_no_dice(tmp_path: Path) -> None:
    """The one who held the file tried an order after 0, 1, 2 … notes, and gave it where its die was best."""
    faces = []
    for number in range(4):
        folder = tmp_path / str(number)
        folder.mkdir()
        game = begun(folder).to("3")
        for _ in range(number):
            assert game("order", "note", "words=range measured").code == 0
        if number:
            assert game("order", *SHOT).code == game("undo").code == 0
        line = msgspec.json.decode(game("order", *SHOT, "--json").out, type=Line)
        faces.append(line.faces)
        assert game("verify").code == 0
    assert faces[0] and faces == [faces[0]] * 4


def test_new_lays_house_rules_over_the_tables(tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text('ruleset = "coastal"\ntitle = "club"\n[reading.repair_score]\nvalue = 4\nreason = "short nights"\n')
    path = tmp_path / "b.battle"
    assert fleetbook("new", str(scenario(tmp_path)), "-o", str(path), "--house", str(house)).code == 0
    assert "(changed by a house rule: short nights)" in fleetbook("report", str(path), "--format", "md").out


class App(ModuleType):
    """Stands where the app is, and keeps what it is asked to run."""

    def __init__(self) -> None:
        super().__init__("fleetbook.tui.app")
        self.asked: list[str | None] = []

    def run(self, target: str | None, said: str = "", chairs: dict[str, str] | None = None) -> int:
        """Keep it."""
        self.asked.append(target)
        return 0

    def require_terminal(self) -> None:
        """There is one."""


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> App:
    """The app, not started."""
    found = App()
    monkeypatch.setitem(sys.modules, "fleetbook.tui.app", found)
    return found


def test_play_goes_on_with_a_battle(app: App, table: Table) -> None:
    assert fleetbook("play", str(table.path)).code == 0
    assert app.asked == [str(table.path)]


def test_leaving_the_app_says_what_goes_on_with_the_battle_and_what_shows_one_that_has_ended(app: App, data_folder: Path) -> None:
    untouched = fleetbook("play", "ijmuiden").err
    path = str(app.asked[0])
    assert f"fleetbook play {path} goes on with it" in untouched
    assert fleetbook("order", path, "next").code == 0
    assert "fleetbook play ijmuiden goes on with it" in fleetbook("play", "ijmuiden").err
    assert fleetbook("order", path, "end").code == 0
    ended = fleetbook("play", path).err
    assert f"it has ended: fleetbook report {path} writes its report, fleetbook play {path} shows it" in ended
    assert "goes on" not in ended


def test_play_begins_a_battle_of_a_scenario(app: App, data_folder: Path, tmp_path: Path) -> None:
    assert fleetbook("play", "ijmuiden").code == 0
    assert fleetbook("play", str(scenario(tmp_path)), "-o", str(tmp_path / "here.battle"), "--seed", SEED).code == 0
    first, second = (Path(str(path)) for path in app.asked)
    assert first.parent == data_folder
    assert second == tmp_path / "here.battle"
    assert "Off IJmuiden" in fleetbook("status", str(first)).out


def test_a_battle_that_goes_on_takes_no_options_of_a_new_one(app: App, table: Table) -> None:
    ran = fleetbook("play", str(table.path), "--seed", "8")
    assert ran.code == 2
    assert "keeps its file, its dice and its rules" in ran.err
    assert app.asked == []


def test_fleetbook_alone_opens_the_app(app: App) -> None:
    assert fleetbook().code == 0
    assert app.asked == [None]


def test_the_list_of_commands_is_cut_nowhere() -> None:
    told = fleetbook("--help").out.partition("Commands:\n")[2].splitlines()
    assert len(told) == len(COMMANDS)
    assert all(line.endswith(".") and not line.endswith("...") for line in told)


# ------------------------------------------------------------ back and forth


def test_undo_takes_back_and_redo_brings_back_the_same_dice(table: Table) -> None:
    shot = table.order(*SHOT).out
    before = table("status", "--json").out
    undone = table("undo").out
    shot_headline = shot.splitlines()[0].split(maxsplit=2)[2]
    assert undone.splitlines()[0].split() == ["4", "T1.3", "took", "back", "3"]
    assert undone.splitlines()[1].strip() == f"Took back: {shot_headline}."
    assert msgspec.json.decode(table("redo", "--json").out, type=Line).to == 3
    after = table("status", "--json").out
    strict = [msgspec.json.decode(text, type=Status) for text in (before, after)]
    assert len({status.fingerprint for status in strict}) == 1
    assert shot.splitlines()[1].strip() in table("report").out.replace("\\", "").replace("- ", "")


def test_undo_goes_to_any_line_and_to_the_start(table: Table) -> None:
    assert table("undo", "--to", "1").code == 0
    assert "step 2" in table("status").out.splitlines()[1]
    assert table("undo", "--to", "0").code == 0
    assert "line 0 of 4" in table("status").out


@pytest.mark.parametrize(("to", "code"), [("99", 2), ("-1", 2), ("2", 1)])
def test_undo_to_nowhere_is_refused(table: Table, to: str, code: int) -> None:
    assert table("undo", f"--to={to}").code == code
    assert table.lines == 2


def test_there_is_nothing_to_take_back_or_bring_back_at_the_start(tmp_path: Path) -> None:
    table = begun(tmp_path)
    assert table("undo").code == 1
    assert table("redo").code == 1


def test_overrule_changes_one_die_and_keeps_the_others(table: Table) -> None:
    table.order(*SHOT, "--dice", "2")
    ran = table("overrule", "1", "6", "--reason", "cocked")
    assert ran.code == 0
    assert "took back 3" in ran.out
    assert "6 (was 2)" in ran.out
    assert "ruling: cocked" in ran.out
    back, again = msgspec.json.decode(table("overrule", "1", "5", "--reason", "again", "--json").out, type=tuple[Line, Line])
    assert (back.kind, again.kind, again.reason) == ("undo", "order", "again")


@pytest.mark.parametrize(
    ("die", "face", "reason", "code"), [("2", "3", "x", 2), ("1", "7", "x", 2), ("1", "3", " ", 1), ("0", "3", "x", 2)]
)
def test_overrule_refuses_what_cannot_be(table: Table, die: str, face: str, reason: str, code: int) -> None:
    table.order(*SHOT, "--dice", "2")
    assert table("overrule", die, face, "--reason", reason).code == code
    assert table.lines == 3


# ------------------------------------------------------------ looking


def test_status_shows_step_ships_boxes_and_orders(table: Table) -> None:
    table.order("strike", "ship=A", "track=hull", "boxes=4")
    table.order("set", "ship=A", "condition=bow gun", "value=damaged")
    lines = table("status").out.splitlines()
    assert lines[0] == "A test · WWII coastal warfare"
    assert lines[1] == "turn 1, step 3: Blue observes, fires"
    assert "      hull ■■■■■□□□□ 5/9   bridge ■ 1/1   eng ■■■ 3/3   torp ●● 2/2" in lines
    assert "      ~ bow gun   ✓ aft gun   ✓ tubes" in lines
    assert "Blue  (acts now)" in lines
    assert "orders now: observe, fire, next, strike, set, note, end · undo" in lines
    assert lines[-1] == "seed shown when the battle has ended; it was chosen by hand"


def test_status_shows_the_seed_when_the_battle_has_ended(table: Table) -> None:
    table.order("end", "reason=late")
    lines = table("status").out.splitlines()
    assert lines[1] == "ended in turn 1, step 3: late"
    assert lines[-1] == f"seed {SEED}; it was chosen by hand"


def test_status_as_json_has_its_shape(table: Table) -> None:
    status = msgspec.json.decode(table("status", "--json").out, type=Status)
    assert (status.title, status.turn, status.step.number, status.line) == ("A test", 1, "3", 2)


def test_log_shows_a_line_for_each_line_and_marks_what_was_taken_back(table: Table) -> None:
    table.order("note", "words=something")
    table("undo")
    lines = table("log").out.splitlines()
    assert [line[:5] for line in lines] == ["    1", "    2", "-   3", "    4"]
    assert lines[2].split() == ["-", "3", "T1.3", "Note:", "something"]
    shapes = msgspec.json.decode(table("log", "--json").out, type=list[Line])
    assert [line.in_force for line in shapes] == [True, True, False, False]


def test_odds_show_each_figure_with_percent_and_a_bar(table: Table) -> None:
    lines = table("odds", *SHOT, "small_target=no").out.splitlines()
    assert lines[:2] == ["D fires at A, 10 cm", "exact odds"]
    at = lines.index("cannon")
    assert lines[at + 1 : at + 4] == [
        "  straddle  16.7 %  ████",
        "  1 hit     16.7 %  ████",
        "  nothing   66.7 %  ████████████████",
    ]
    assert "hits: 16.7 %" in lines
    assert table.lines == 2


def test_odds_as_json_have_their_shape(table: Table) -> None:
    told = msgspec.json.decode(table("odds", *SHOT, "--json").out, type=OddsView)
    assert all(sum(chance.probability for chance in count.spread) == pytest.approx(1) for count in told.counts)


def test_odds_of_what_the_rules_forbid_are_refused(table: Table) -> None:
    assert table("odds", "fire", "firer=A", "target=D", "range=10").code == 1
    assert table("odds", "fire", "firer=D", "target=A", "range=abc").code == 2


def test_verify_derives_each_line_again(table: Table) -> None:
    table.order(*SHOT)
    ran = table("verify")
    assert ran.code == 0
    assert "3 lines, all recomputed and the same" in ran.out


def test_check_says_what_each_file_is(tmp_path: Path, table: Table) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text('ruleset = "coastal"\nship = 3\n')
    good = fleetbook("check", str(tmp_path / "boats.toml"), str(tmp_path / "test.toml"), str(table.path))
    assert good.code == 0
    roster, written, *sides, note, battle = good.out.splitlines()
    assert roster.endswith("boats.toml: roster of coastal: 1 ship")
    assert written.endswith("test.toml: scenario of coastal: 2 sides, 2 ships")
    assert [side.split(":")[0] for side in sides] == ["SIDE Red", "SIDE Blue"]
    assert note.startswith("NOTE")
    assert battle.endswith("test.battle: battle of coastal: A test, turn 1, 2 lines")
    mixed = fleetbook("check", str(broken), str(table.path), str(tmp_path / "none.toml"))
    assert mixed.code == 2
    assert [line.split()[0] for line in mixed.out.splitlines()] == ["BAD", "OK", "BAD"]


# ------------------------------------------------------------ report


def test_a_report_goes_to_stdout_or_to_a_file_as_the_same_bytes(tmp_path: Path, table: Table) -> None:
    for form in ("md", "json"):
        shown = table("report", "--format", form)
        path = tmp_path / f"report.{form}"
        path.write_text("old", encoding="utf-8")
        written = table("report", "--format", form, "-o", str(path))
        assert (shown.code, written.code, written.out) == (0, 0, "")
        assert path.read_bytes() == shown.out.encode()


def test_a_report_never_replaces_a_battle(table: Table) -> None:
    assert table("report", "-o", str(table.path)).code == 2
    assert table("verify").code == 0


@posix_only("/dev/null that is a file's name")
def test_a_report_goes_into_a_pipe_or_a_device_as_it_is(tmp_path: Path, table: Table) -> None:
    link = tmp_path / "nowhere"
    link.symlink_to("/dev/null")
    assert table("report", "-o", str(link)).code == 0
    assert link.is_symlink()
    assert Path("/dev/null").is_char_device()


@with_links
def test_a_report_follows_a_link_to_its_file(tmp_path: Path, table: Table) -> None:
    real, link = tmp_path / "real.md", tmp_path / "link.md"
    link.symlink_to(real)
    assert table("report", "-o", str(link)).code == 0
    assert link.is_symlink()
    assert real.read_bytes() == table("report", "--format", "md").out.encode()


def test_a_report_into_a_folder_is_refused(tmp_path: Path, table: Table) -> None:
    assert table("report", "-o", str(tmp_path)).code == 2


def test_a_report_that_cannot_be_written_says_so(tmp_path: Path, table: Table) -> None:
    ran = table("report", "-o", str(tmp_path / "none" / "report.md"))
    assert ran.code == 2
    assert "cannot be written" in ran.err


# ------------------------------------------------------------ rules


def test_rules_lists_systems_and_their_parts() -> None:
    assert "coastal" in [line.split()[0] for line in fleetbook("rules").out.splitlines()]
    assert "coastal" in [system.id for system in msgspec.json.decode(fleetbook("rules", "--json").out, type=list[System])]
    text = fleetbook("rules", "coastal").out
    assert "  fire        C4  Fire" in text.splitlines()
    assert "readings" in text
    long = next(line for line in fleetbook("rules", "fgdn").out.splitlines() if line.startswith("  start"))
    assert long.split() == ["start", "1200,", "0000,", "0003", "…", "2357,", "480", "in", "all"]


def test_rules_draws_a_table_as_on_the_sheet() -> None:
    lines = fleetbook("rules", "coastal", "cannon").out.splitlines()
    assert lines[0] == "table cannon: Weapon points: cannon (C4)"
    assert lines[1].split() == ["weapon", "\\", "range", "in", "cm", "1-15", "16-40", "41-60"]
    assert "  twin 20 mm            4     2      1" in lines


def test_rules_shows_a_procedure_s_inputs() -> None:
    lines = fleetbook("rules", "coastal", "move").out.splitlines()
    assert lines[0] == "order move: Move (C1), key m"
    assert any(line.split()[:4] == ["speed=", "0", "to", "…"] for line in lines)
    rules = msgspec.json.decode(fleetbook("rules", "coastal", "move", "--json").out, type=Rules)
    assert ([told.id for told in rules.procedures], rules.tables) == (["move"], ())


@pytest.mark.parametrize(("words", "near"), [(("costal",), "coastal"), (("coastal", "fyre"), "fire")])
def test_rules_that_are_none_are_refused_with_the_nearest(words: tuple[str, ...], near: str) -> None:
    ran = fleetbook("rules", *words)
    assert ran.code == 2
    assert f"did you mean {near}?" in ran.err


def test_help_and_version() -> None:
    assert fleetbook("--help").code == 0
    assert fleetbook("--version").out.startswith("fleetbook, version ")
    assert "NAME=VALUE" in fleetbook("order", "--help").out


@pytest.mark.parametrize("command", ["status", "log", "report"])
def test_what_a_side_may_know_is_told_by_its_name_or_the_beginning_of_it(table: Table, command: str) -> None:
    assert table(command, "--side", "bl").out == table(command, "--side", "Blue").out
    ran = table(command, "--side", "Rad")
    assert (ran.code, ran.out) == (2, "")
    assert "did you mean Red?" in ran.err


def test_overrule_keeps_the_choice_made_unless_another_is_given(tmp_path: Path) -> None:
    table = Table(tmp_path / "s.battle")
    assert fleetbook("new", "santiago", "-o", str(table.path), "--seed", "1").code == 0
    table.order("next")
    table.order("initiative", "--dice", "8,3", "--choose", "Spain")
    assert "Spain moves first" in table("overrule", "1", "7", "--reason", "cocked").out
    assert "United States moves first" in table("overrule", "1", "9", "--reason", "cocked", "--choose", "United States").out


def test_keys_tells_a_data_folder_of_any_name_harmlessly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FLEETBOOK_DATA", "x\x1b[31m\nname")
    first = fleetbook("keys").out.splitlines()[0]
    assert first.isprintable()
    assert first.startswith(f"x�[31m�name{os.sep}config.toml: ")


def test_a_sign_on_the_card_is_told_without_the_marks_of_what_fills_it_in() -> None:
    text = fleetbook("rules", "fgdn").out
    assert "LOCAL …" in text
    assert "{" not in text.partition("\norders\n")[0]

"""Tables of a battle: one kind of row each, figures that a script can add up, words that no spreadsheet mistakes."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from functools import cache
from io import StringIO
from pathlib import Path

import msgspec
import pytest

from fleetbook.reports.damage.shots import shots
from fleetbook.reports.render.tables import BOM, in_words, table_csv, table_json
from fleetbook.reports.tables.kinds import TABLES
from tests.cli.shell import fleetbook
from tests.golden.playing import play
from tests.reports.journals import Played, setup

LIBREOFFICE = shutil.which("soffice") or shutil.which("libreoffice")


@pytest.fixture(scope="module")
def tsushima_battle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The recorded Tsushima, played."""
    path = tmp_path_factory.mktemp("tables") / "tsushima.battle"
    assert play("tsushima", path).code == 0
    return path


@pytest.fixture(scope="module")
def tsushima(tsushima_battle: Path) -> Callable[[str], str]:
    """A table of it, by its name."""

    @cache
    def table(name: str) -> str:
        return fleetbook("report", str(tsushima_battle), "--table", name).out

    return table


def by_class_and_band(content: str) -> dict[tuple[str, str], tuple[int, int]]:
    """Hits by range band per gun class: what a designer asks of a battle, in a few lines."""
    fired: Counter[tuple[str, str]] = Counter()
    hits: Counter[tuple[str, str]] = Counter()
    for row in csv.DictReader(StringIO(content, newline="")):
        if row["weapon"] != "torpedo":
            place = row["weapon_class"], row["band"]
            fired[place] += 1
            hits[place] += int(row["hits"])
    return {place: (count, hits[place]) for place, count in sorted(fired.items())}


def test_hits_by_range_band_per_gun_class_are_a_few_lines_away(tsushima: Callable[[str], str]) -> None:
    """Held against the log's own words: each battery's headline names its class, its first note the band."""
    told: Counter[tuple[str, str]] = Counter()
    path = Path(__file__).parent.parent / "golden" / "tsushima" / "log.json"
    for line in json.loads(path.read_text(encoding="utf-8"))["journal"]:
        overruled = any(face["origin"] == "overruled" for face in line["faces"])
        if line["in_force"] or overruled:
            letter = band = ""
            for event in line["events"]:
                if event.get("procedure") == "battery":
                    letter = event["headline"].rsplit("(class ", 1)[1][0]
                elif event["type"] == "noted" and " range, damage" in event["text"]:
                    band = event["text"].split(", ")[1].removesuffix(" range")
                elif event["type"] == "rolled" and event["label"] == "to hit" and letter:
                    told[letter, band] += 1
    found = by_class_and_band(tsushima("shots"))
    assert {place: count for place, (count, _) in found.items()} == dict(told)
    assert sum(hits for _, hits in found.values()) > 100


def test_every_shot_of_a_volley_names_its_ship(tsushima: Callable[[str], str]) -> None:
    rows = list(csv.DictReader(StringIO(tsushima("shots"), newline="")))
    assert {row["firer"] for row in rows} >= {"Mikasa", "Asahi", "Knyaz Suvorov", "Oryol"}
    assert {row["side"] for row in rows} == {"Japan", "Russia"}


def test_a_shot_has_its_die_its_modifiers_and_what_it_earned() -> None:
    played = Played().to("fire-1")
    line = played.shot(6).number
    (shot,) = shots(played.journal)
    assert (shot.line, shot.side, shot.firer, shot.target, shot.range) == (line, "Blue", "D", "A", 10)
    assert (shot.weapon_class, shot.band, shot.mount) == ("cannon", "1 to 15 cm", "bow gun, aft gun")
    assert (shot.die, shot.modifier, shot.total, shot.result, shot.hits) == (6, -1, 5, "straddle", 0)


def test_what_is_worked_out_later_has_no_damage_yet() -> None:
    played = Played(setup(("A",), ("D",))).to("fire-1")
    played.shot(6, small_target="no")
    (shot,) = shots(played.journal)
    assert (shot.result, shot.hits, shot.damage) == ("1 hit", 1, None)


def test_an_order_taken_back_is_no_shot() -> None:
    played = Played().to("fire-1")
    played.shot(6)
    played.keep(played.journal.undo())
    assert shots(played.journal) == ()


@pytest.mark.parametrize("name", TABLES)
def test_each_table_has_a_head_and_one_kind_of_row(name: str) -> None:
    played = Played().to("fire-1")
    played.shot(6)
    rows = list(csv.reader(StringIO(table_csv(name, played.journal), newline="")))
    assert rows[0] == list(TABLES[name][0].__struct_fields__)
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(json.loads(table_json(name, played.journal))["rows"]) == len(rows) - 1


def test_ships_and_dice_are_told_once_each() -> None:
    played = Played(setup(("A", "B"), ("D",))).to("fire-1")
    played.shot(6)
    played.give("strike", ship="B", track="hull", boxes=4)
    ships = json.loads(table_json("ships", played.journal))["rows"]
    assert [(ship["ship"], ship["boxes"], ship["boxes_left"]) for ship in ships] == [("A", 9, 9), ("B", 9, 5), ("D", 9, 9)]
    (die,) = json.loads(table_json("dice", played.journal))["rows"]
    assert (die["face"], die["sides"], die["origin"], die["total"]) == (6, 6, "typed", 5)
    assert (die["side"], die["ship"], die["target"], die["shot"]) == ("Blue", "D", "A", 1)


@pytest.mark.parametrize(
    ("printed", "words"),
    [("8+", "8 or more"), ("8-10", "8 to 10"), ("..2", "up to 2"), ("-1", "-1"), ("fore 12 in", "fore 12 in"), ("", "")],
)
def test_spans_are_words_that_stay_words(printed: str, words: str) -> None:
    assert in_words(printed) == words


def test_no_word_of_a_table_looks_like_a_date_a_fraction_or_a_formula(tsushima: Callable[[str], str]) -> None:
    """A cell in quotes is text; a bare figure may become a number, nothing else may become anything."""
    for name in TABLES:
        rows = csv.reader(StringIO(tsushima(name), newline=""), quoting=csv.QUOTE_NONNUMERIC)
        words = {cell for row in rows for cell in row if isinstance(cell, str)}
        assert not [word for word in words if re.fullmatch(r"[\d./+-]*\d[./+-][\d./+-]*", word)], name
        assert not [word for word in words if word.startswith(("=", "+", "-", "@"))], name


def test_a_spreadsheet_of_any_country_is_served(tmp_path: Path) -> None:
    played = Played().to("fire-1")
    played.shot(6)
    content = table_csv("shots", played.journal, spreadsheet=True)
    assert content.startswith(BOM + '"line";"shot"')
    assert content.count(";") >= 19 * 2


GERMAN = "Text - txt - csv (StarCalc):59,34,76,1,,1031,false,true,false"
"""Semicolons, double quotes, UTF-8, from the first line, German; quoted cells are looked at like others, dates are looked for."""
MISTAKEN = '"section";"roll"\r\n"8.1.6";"5.10.2004"\r\n'


@pytest.mark.campaign
@pytest.mark.skipif(LIBREOFFICE is None, reason="LibreOffice is not installed (Debian: apt install libreoffice-calc)")
def test_no_cell_changes_its_meaning_in_a_german_libreoffice(tsushima_battle: Path, tmp_path: Path) -> None:
    assert LIBREOFFICE
    files = [tmp_path / f"{name}.csv" for name in TABLES]
    for file in files:
        assert fleetbook("report", str(tsushima_battle), "--table", file.stem, "--spreadsheet", "-o", str(file)).code == 0
    control = tmp_path / "control.csv"
    control.write_text(MISTAKEN, encoding="utf-8", newline="")
    command = [LIBREOFFICE, f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless", f"--infilter={GERMAN}"]
    out = tmp_path / "out"
    words = [*command, "--convert-to", f"csv:{GERMAN}", "--outdir", str(out), *map(str, (*files, control))]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=240, check=False)
    written = {path.name for path in out.glob("*")}
    assert written == {file.name for file in (*files, control)}, f"LibreOffice left {ran.returncode}: {ran.stdout}{ran.stderr}"
    for file in files:
        assert cells(out / file.name) == cells(file), file.stem
    assert cells(out / control.name) != cells(control)  # it does look for dates


def cells(file: Path) -> list[list[str]]:
    return list(csv.reader(StringIO(file.read_text(encoding="utf-8-sig"), newline=""), delimiter=";"))


def test_rows_are_the_shapes_of_the_schema() -> None:
    for shape, _ in TABLES.values():
        assert msgspec.json.schema(shape)

"""Rosters from spreadsheets, and a scenario that travels with its cards as one file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.paths import DATA_VARIABLE, Entry, entries
from fleetbook.store.library.roster import read_roster
from fleetbook.store.library.roster_import import example, imported, sheet
from tests.cli.shell import fleetbook

HEAD = "Name,type,tons,knots,main,secondary,torpedoes,source"
GUNS = '"fore 12 in: guns 2, calibre 12, arc FPS | aft 12 in: guns 2, calibre 12, arc APS","port 6 in: guns 6, calibre 6, arc P"'


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of its own."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    return tmp_path / "data"


def forty(path: Path) -> Path:
    rows = [f"Ship {number},B,{12000 + number},18,{GUNS},,Jane" for number in range(40)]
    path.write_text("\n".join([HEAD, *rows]) + "\n", encoding="utf-8")
    return path


def test_forty_ships_become_a_roster_and_a_scenario_with_it_travels_alone_and_plays(tmp_path: Path, own_data: Path) -> None:
    """Done when 7."""
    ran = fleetbook("import", str(forty(tmp_path / "fleet.csv")), "--ruleset", "aanda", "-o", str(tmp_path / "fleet.toml"))
    assert (ran.code, ran.err) == (0, "fleetbook: 40 ships of aanda\n")
    roster = read_roster(tmp_path / "fleet.toml")
    assert len(roster.ship) == 40
    assert roster.ship[7] == {
        "name": "Ship 7", "type": "B", "tons": 12007, "knots": 18,
        "main": [
            {"name": "fore 12 in", "guns": 2, "calibre": 12, "arc": "FPS"},
            {"name": "aft 12 in", "guns": 2, "calibre": 12, "arc": "APS"},
        ],
        "secondary": [{"name": "port 6 in", "guns": 6, "calibre": 6, "arc": "P"}],
        "source": "Jane",
    }  # fmt: skip
    scenario = tmp_path / "war.toml"
    sides = "".join(
        f'[[side]]\nname = "{side}"\nships = [{{ card = "Ship {number}", squadron = "Line {side}" }}]\n'
        f'[[side.squadron]]\nname = "Line {side}"\nflagship = "Ship {number}"\n'
        for side, number in (("Red", 1), ("Blue", 2))
    )
    scenario.write_text(f'ruleset = "aanda"\ntitle = "War"\nrosters = ["fleet.toml"]\n{sides}', encoding="utf-8")
    elsewhere = tmp_path / "empty"
    elsewhere.mkdir()
    assert fleetbook("bundle", str(scenario), "-o", str(elsewhere / "war.toml")).code == 0
    assert read_setup(elsewhere / "war.toml").ships == read_setup(scenario).ships
    ran = fleetbook("new", str(elsewhere / "war.toml"))
    assert ran.code == 0
    assert fleetbook("order", ran.out.strip(), "next").code == 0


def test_semicolons_decimal_commas_and_a_mark_of_utf_8_are_understood(tmp_path: Path) -> None:
    boats = tmp_path / "boats.csv"
    systems = "bow gun: kind mount, weapon single 20 mm, arc front | bridge | engines"
    boats.write_text(
        f"\ufeffname;kind;size;tons;speed;systems\r\nÅse;MTB;boat;49,5;16;{systems}\r\n", encoding="utf-8", newline=""
    )
    ran = fleetbook("import", str(boats), "--ruleset", "coastal", "-o", str(tmp_path / "b.toml"))
    assert ran.code == 0, ran.err
    (card,) = read_roster(tmp_path / "b.toml").ship
    assert (card["name"], card["tons"], card["checked"], card["source"]) == ("Åse", 49.5, False, "boats.csv")
    assert card["systems"][1] == {"kind": "bridge"}


def test_whole_numbers_stay_whole_where_a_key_takes_decimals(tmp_path: Path) -> None:
    boats = tmp_path / "boats.csv"
    boats.write_text('name,kind,size,tons,knots,systems\nA,MTB,boat,50,41,"bridge | engines"\n', encoding="utf-8")
    assert fleetbook("import", str(boats), "--ruleset", "coastal", "-o", str(tmp_path / "b.toml")).code == 0
    written = (tmp_path / "b.toml").read_text(encoding="utf-8").splitlines()
    assert {"tons = 50", "knots = 41"} <= set(written)


def test_every_faulty_row_is_told_at_once_and_nothing_is_written(tmp_path: Path) -> None:
    table = tmp_path / "bad.csv"
    rows = [f"A,B,x,18,{GUNS},,j", f"B,Q,9,18,{GUNS},,j", f"C,B,9,18,{GUNS},,j", f"C,B,9,18,{GUNS},,j"]
    table.write_text("\n".join([HEAD, *rows]), encoding="utf-8")
    ran = fleetbook("import", str(table), "--ruleset", "aanda", "-o", str(tmp_path / "out.toml"))
    assert ran.code == 2
    first, second, third = ran.err.splitlines()
    assert 'line 2: ship A: tons: found "x", allowed: a number' in first
    assert "line 3: ship B: type: found" in second
    assert "line 5: ship C: name" in third
    assert not (tmp_path / "out.toml").exists()


def test_all_faults_of_a_row_are_told_at_once(tmp_path: Path) -> None:
    table = tmp_path / "bad.csv"
    rows = [
        "A;MTB;tiny;;fast;bridge: foo 3",
        "B;MTB;tiny;;40;bridge | gun: kind mount, weapon single 21 mm",
        ";MTB;boat;20;40;bridge",
    ]
    table.write_text("\n".join(["name;kind;size;tons;knots;systems", *rows]), encoding="utf-8")
    ran = fleetbook("import", str(table), "--ruleset", "coastal", "-o", str(tmp_path / "out.toml"))
    places = [told.removeprefix(f"fleetbook: {table}: ").split(", allowed")[0] for told in ran.err.splitlines()]
    assert places == [
        'line 2: ship A: knots: found "fast"',
        "line 2: ship A: systems, bridge: key: found foo",
        "line 3: ship B: size: found tiny",
        "line 3: ship B: tons: this key is missing",
        "line 3: ship B: gun: weapon: found single 21 mm",
        "line 3: ship B: systems: found no engines",
        "line 4: name: found nothing",
    ]
    assert ran.code == 2 and not (tmp_path / "out.toml").exists()


def test_an_unknown_column_is_named_with_the_nearest(tmp_path: Path) -> None:
    table = tmp_path / "bad.csv"
    table.write_text("name,tonns\nA,3\n", encoding="utf-8")
    ran = fleetbook("import", str(table), "--ruleset", "aanda")
    assert ran.code == 2
    assert "line 1: column: found tonns" in ran.err
    assert "did you mean tons?" in ran.err


CLUB = "Ship;Type;Displacement;Speed (kn);Our points;main;torpedoes;;source"
OWN = 'Ship=name,Displacement=tons,"Speed (kn)=knots"'


def test_all_unknown_columns_are_named_at_once_and_all_keys_after_them(tmp_path: Path) -> None:
    table = tmp_path / "club.csv"
    table.write_text(f"{CLUB}\nAda;B;9000;18;7;x: guns 2;;;Jane\n", encoding="utf-8")
    ran = fleetbook("import", str(table), "--ruleset", "aanda")
    assert ran.code == 2
    *columns, keys = ran.err.splitlines()
    assert [line.partition("found ")[2].partition(",")[0] for line in columns] == [
        "Ship",
        "Displacement",
        "Speed (kn)",
        "Our points",
    ]
    assert "did you mean tons?" in columns[1] and "--map" in columns[1] and "--ignore" in columns[1]
    assert "the keys of a card are name, type, tons, knots, source, main, secondary" in keys and "note" in keys


def test_a_club_s_own_columns_become_keys_and_a_decimal_comma_stands_in_lists(tmp_path: Path) -> None:
    table = tmp_path / "club.csv"
    guns = "fore 12 in: guns 2, calibre 13,5, arc FPS | aft: guns 2,calibre 13.5,arc APS"
    table.write_text(f"{CLUB}\nAda;B;9000,5;18;7;{guns};;;Jane\n;;;;;;;;\n", encoding="utf-8")
    out = tmp_path / "club.toml"
    ran = fleetbook("import", str(table), "--ruleset", "aanda", "--map", OWN, "--ignore", "Our points", "-o", str(out))
    assert ran.code == 0, ran.err
    (card,) = read_roster(out).ship
    assert (card["name"], card["tons"], card["knots"]) == ("Ada", 9000.5, 18)
    assert [(gun["calibre"], gun["arc"]) for gun in card["main"]] == [(13.5, "FPS"), (13.5, "APS")]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--map", "Tonnage=tons"], "column: found Tonnage, allowed: Ship, Type,"),
        (["--map", "Displacement=tonns"], "column Displacement: key: found tonns, allowed: name, type, tons,"),
        (["--map", "Displacement"], "map: found Displacement, allowed: COLUMN=KEY"),
        (["--ignore", "our point"], "column: found our point, allowed: Ship, Type, Displacement, Speed (kn), Our points"),
        (
            ["--map", "Displacement=tons,Our points=tons"],
            "line 1: column: found Our points, allowed: one column for the key tons",
        ),
        (["--template"], "CSV: found "),
    ],
)
def test_a_slip_in_the_columns_of_an_import_is_told(tmp_path: Path, options: list[str], told: str) -> None:
    table = tmp_path / "club.csv"
    table.write_text(f"{CLUB}\nAda;B;9000;18;7;x: guns 2;;;Jane\n", encoding="utf-8")
    ran = fleetbook("import", str(table), "--ruleset", "aanda", *options)
    assert ran.code == 2
    assert told in ran.err


def test_a_value_beyond_the_last_column_is_a_fault(tmp_path: Path) -> None:
    table = tmp_path / "boats.csv"
    table.write_text('name,kind,size,tons,systems\nA,MTB,boat,50,"bridge | engines",9\n', encoding="utf-8")
    ran = fleetbook("import", str(table), "--ruleset", "coastal")
    assert (ran.code, "line 2: found 6 cells, allowed: at most 5" in ran.err) == (2, True)


@pytest.mark.parametrize("system", ["coastal", "aanda", "fgdn", "gwas", "gwas-variant"])
def test_the_template_of_a_system_has_all_its_columns_and_imports_as_it_is(tmp_path: Path, system: str) -> None:
    assert fleetbook("import", "--template", "--ruleset", system, "-o", str(tmp_path / "sheet.csv")).code == 0
    head = (tmp_path / "sheet.csv").read_text(encoding="utf-8-sig").splitlines()[0].split(";")
    assert head == [field.encode_name for field in msgspec.structs.fields(ruleset(system).card_type)]
    ran = fleetbook("import", str(tmp_path / "sheet.csv"), "--ruleset", system, "-o", str(tmp_path / "sheet.toml"))
    assert ran.code == 0, ran.err
    assert [dict(card) for card in read_roster(tmp_path / "sheet.toml").ship] == list(example(system))


@pytest.mark.parametrize("entry", entries("roster"), ids=lambda entry: entry.full_name)
def test_every_roster_of_the_library_is_the_same_after_it_was_a_sheet(tmp_path: Path, entry: Entry) -> None:
    cards = read_roster(entry.path).ship
    table = tmp_path / "sheet.csv"
    table.write_text(sheet(entry.ruleset, cards), encoding="utf-8", newline="")
    roster, faults = imported(table, entry.ruleset)
    assert faults == []
    assert [ship.card for ship in roster.ships] == list(cards)


def test_an_import_replaces_no_file(tmp_path: Path) -> None:
    (tmp_path / "there.toml").write_text("mine", encoding="utf-8")
    ran = fleetbook("import", str(forty(tmp_path / "f.csv")), "--ruleset", "aanda", "-o", str(tmp_path / "there.toml"))
    assert ran.code == 2
    assert (tmp_path / "there.toml").read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("place", ["", "coastal", "clubs/ours"])
def test_a_roster_is_found_wherever_it_lies_in_the_user_s_folder(own_data: Path, place: str) -> None:
    folder = own_data / "rosters" / place
    folder.mkdir(parents=True)
    shipped = next(entry for entry in entries("roster", "coastal") if not entry.own)
    (folder / "ours.toml").write_bytes(shipped.path.read_bytes())
    (own,) = (entry for entry in entries("roster") if entry.own)
    assert (own.ruleset, own.name) == ("coastal", "ours")
    assert fleetbook("sheets", "ours").code == 0


def test_the_bundle_of_a_battle_is_the_scenario_as_it_began(tmp_path: Path) -> None:
    battle = fleetbook("new", "dogger-bank", "-o", str(tmp_path / "d.battle")).out.strip()
    ran = fleetbook("bundle", battle, "-o", str(tmp_path / "again.toml"))
    assert ran.code == 0, ran.err
    again, before = read_setup(tmp_path / "again.toml"), read_setup(next(e.path for e in entries() if e.name == "dogger-bank"))
    assert [(ship.name, ship.side, ship.speed) for ship in again.ships] == [(s.name, s.side, s.speed) for s in before.ships]
    assert again.victory == before.victory


def test_a_list_too_long_for_one_file_is_refused_before_anything_is_written(tmp_path: Path, own_data: Path) -> None:
    ships = 1_500
    lines = forty(tmp_path / "f.csv").read_text(encoding="utf-8").splitlines()
    rows = [f"Ship {number},{lines[1].split(',', 1)[1]}" for number in range(ships)]
    (tmp_path / "long.csv").write_text("\n".join([lines[0], *rows]), encoding="utf-8")
    ran = fleetbook("import", str(tmp_path / "long.csv"), "--ruleset", "aanda", "-o", str(tmp_path / "long.toml"))
    assert (ran.code, ran.out) == (2, "") and f"a roster of {ships} ships" in ran.err and "at most" in ran.err
    assert not (tmp_path / "long.toml").exists()
    (tmp_path / "short.csv").write_text("\n".join([lines[0], *rows[:400]]), encoding="utf-8")
    assert fleetbook("import", str(tmp_path / "short.csv"), "--ruleset", "aanda", "-o", str(tmp_path / "short.toml")).code == 0
    assert fleetbook("check", str(tmp_path / "short.toml")).code == 0

"""House rules are read strictly and must apply to their ruleset's tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.house import read_house
from tests.store import toy

HEAD = 'ruleset = "bath"\ntitle = "Ours"\n'
WILD = HEAD + '[table.splash]\ncells = [["duck", 1, 2, 3]]\n[modifiers.splash]\nsoapy = 2\n'


def saved(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "ours.toml"
    path.write_text(text, encoding="utf-8")
    return path


def refusal(tmp_path: Path, text: str) -> str:
    path = saved(tmp_path, text)
    with pytest.raises(InvalidInput) as raised:
        read_house(path)
    return str(raised.value).replace(str(path), "ours.toml")


def test_rows_modifiers_and_readings_are_replaced(tmp_path: Path) -> None:
    house = read_house(saved(tmp_path, WILD + '[reading.foam]\nvalue = 5\nreason = "soap"\n'))
    tables = toy.RULESET.tables_under((house,))
    assert [row.result for row in tables.table("splash").faces("duck")] == [1, 2, 3]
    assert [row.result for row in tables.table("splash").faces("tub")] == [0, 1, 2]
    assert tables.modifier_list("splash").line("soapy").value == 2
    assert (tables.reading("foam").value, tables.reading("foam").changed) == (5, "soap")


def test_one_reading_or_several_are_read_alike(tmp_path: Path) -> None:
    reading = 'value = 5\nreason = "soap"\n'
    one, several = (read_house(saved(tmp_path, f"{HEAD}[{key}.foam]\n{reading}")) for key in ("reading", "readings"))
    assert one == several
    assert check_all(tmp_path / "ours.toml")[0] == "house rules of bath"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD + "[tabel.splash]\ncells = []", "ours.toml: key: found tabel, allowed: ruleset, title, table, modifiers, reading"),
        (HEAD + "[table.splash]\ncelsl = []", "ours.toml: table, splash: key: found celsl, allowed: cells; did you mean cells?"),
        (HEAD + "[table.splosh]\ncells = []", "ours.toml: house rules Ours: table: found splosh, allowed: splash; did you mean"),
        (HEAD + "[table.splash]\ncells = [['tb', 0, 1, 2]]", "table.splash: found tb, allowed: tub, duck; did you mean tub?"),
        (HEAD + "[table.splash]\ncells = [['tub', 0, 1]]", "ours.toml: Splash, row tub: found 2 cells, allowed: 3 cells"),
        (HEAD + "[modifiers.splash]\nsopy = 1", "modifiers.splash: found sopy, allowed: soapy; did you mean soapy?"),
        (HEAD + "[modifiers.splash]\nsoapy = 'x'", "ours.toml: modifiers, splash, soapy: found x, allowed: a whole number"),
        (HEAD + "[reading.foam]\nvalue = 5", "this key is missing"),
        (HEAD + "[reading.foam]\nvalue = true\nreason = 'x'", "reading.foam: found True, allowed: a value like 2"),
        (HEAD.replace("bath", "bth"), "ours.toml: ruleset: found bth, allowed:"),
    ],
)
def test_house_rules_that_do_not_apply_are_reported(tmp_path: Path, text: str, message: str) -> None:
    assert message in refusal(tmp_path, text)


def test_a_battle_keeps_the_house_rules_that_it_began_with(tmp_path: Path) -> None:
    house = read_house(saved(tmp_path, WILD))
    plain = toy.RULESET.tables.hash
    with BattleFile.create(tmp_path / "a.battle", toy.setup(), house=[house]) as file:
        assert file.journal.battle.tables.hash != plain
    (tmp_path / "ours.toml").unlink()
    with BattleFile.open(tmp_path / "a.battle") as file:
        assert (file.read_only, file.notice) == (False, "")
        assert [rules.title for rules in file.journal.setup.house] == ["Ours"]
        assert file.journal.battle.tables.modifier_list("splash").line("soapy").value == 2


def test_house_rules_of_another_ruleset_are_refused(tmp_path: Path) -> None:
    house = read_house(saved(tmp_path, HEAD.replace("bath", "shower")))
    with pytest.raises(InvalidInput, match="house rules Ours: found rules for shower, allowed: rules for bath"):
        BattleFile.create(tmp_path / "a.battle", toy.setup(), house=[house])
    assert not (tmp_path / "a.battle").exists()


def test_check_tells_what_a_file_is_or_that_it_is_nothing(tmp_path: Path) -> None:
    assert check_all(saved(tmp_path, WILD))[0] == "house rules of bath"
    words, (fault,) = check_all(saved(tmp_path, HEAD))
    assert (words, "no key that shows the file's kind" in str(fault)) == ("", True)

"""docs/doctrines.md, followed word for word: a stranger's package fights by its own doctrine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from fleetbook.__main__ import main
from fleetbook.balance.ground import ground_of
from fleetbook.balance.play import fight
from fleetbook.rules.kit.doctrines import Chair, Doctrine, Models
from tests.packages.guests import Guest

PAGE = Path(__file__).resolve().parents[2] / "docs" / "doctrines.md"
BLOCK = re.compile(r"^(?P<before>[^\n]*)\n\n```\w+\n(?P<text>.*?)```$", re.MULTILINE | re.DOTALL)
REPLACE, WRITE = re.compile(r"Replace in `(.+)`:"), re.compile(r"Write `(.+)`:")


def follow(guest: Guest) -> int:
    """Do what the page says. The number of its blocks."""
    old, blocks = ("", ""), 0
    for block in BLOCK.finditer(PAGE.read_text(encoding="utf-8")):
        before, text, blocks = block["before"], block["text"], blocks + 1
        if found := REPLACE.fullmatch(before):
            old = found[1], text
        elif before == "by:":
            guest.edited(old[0], old[1], text)
        elif found := WRITE.fullmatch(before):
            file = guest.folder / found[1]
            file.parent.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8")
        else:
            raise AssertionError(f"nobody knows what to do with a block after: {before}")
    return blocks


def test_the_page_is_followed_and_its_doctrine_fights(guest: Guest, capsys: pytest.CaptureFixture[str]) -> None:
    assert follow(guest) == 8
    guest.install()
    assert main(["check", str(guest.folder / "skirmish/rosters/skirmish/duel.toml")]) == 0
    capsys.readouterr()
    ground = ground_of("skirmish/duel")
    one, again, other = (fight(ground, seed, {"Red": "together", "Blue": "together"}) for seed in ("1", "1", "2"))
    assert one.refused == ()
    assert one.ended == "a side gone"
    assert [record.procedure for record in one.journal.records.kept].count("fire") > 2
    assert one.journal.records.kept == again.journal.records.kept
    assert one.journal.battle.state.fingerprint != other.journal.battle.state.fingerprint


def test_the_page_names_only_what_exists() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert {name for name in re.findall(r"`chair\.(\w+)", text) if not hasattr(Chair, name)} <= {"tape", "quiet", "silent"}
    for name in ("moved_by", "by_tape", "on_table", "fights", "torpedoes", "answers_helm"):
        assert f"`{name}`" in text
        assert hasattr(Models, name)
    assert hasattr(Doctrine, "choose")

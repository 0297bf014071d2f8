"""The journal: turn and step, who, whom and the outcome begin in the same cells on every line."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from fleetbook.core.battle.record import CHAIR, DOCTRINE, Proposer
from fleetbook.referee.telling import Piece, Telling
from fleetbook.tui.battle.journal_lines import draw_record, in_cells, loudness, offsets
from fleetbook.tui.kit.line import cells
from fleetbook.tui.kit.style import BOLD, GRAVE, PLAIN, QUIET, SINKING
from tests.tui.battle.test_said_at_the_table import give
from tests.tui.keyboard import WIDE, refereeing


@pytest.mark.parametrize("width", [39, 50, 79, 99])
def test_who_whom_and_outcome_begin_in_the_same_cells(tmp_path: Path, width: int) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        one.press(">", ">")
        for words in ("12 6", "80 1", "14 6"):
            one.press("s")
            one.type(words)
            one.press("enter")
        looks = [record for record in one.session.journal.records if record.procedure == "observe"]
        seen, missed = looks[-1], looks[1]
        assert one.session.tell(seen).loud == "SEEN" and one.session.tell(missed).loud == "not seen"
        columns = offsets(one.session, width)
        who = 2 + columns.number + 1 + columns.step + 1
        for record, outcome in ((seen, "SEEN"), (missed, "not seen")):
            (line,) = draw_record(one.session, record, width)
            row = "".join(text for text, _ in line)
            assert row[:who].split() == [str(record.number), "1.3"]
            names = ["observer", "target"] if columns.both else ["target"]  # a narrow journal has room for one name
            for place, name in enumerate(names):
                assert row[who + place * (columns.name + 1) :].startswith(record.inputs[name])
            assert row[who + len(names) * (columns.name + 1) :].startswith(outcome)


def test_a_word_is_as_loud_as_it_is_serious_wherever_it_stands(tmp_path: Path) -> None:
    """FIRE is grave beside hull boxes lost; a miss is quieter than the name of its ship."""
    telling = Telling(
        (Piece("FUJI", ("FIRE 2", "hull −3"), "Fuji", (7, 6)), Piece("ASAHI", ("hull −1",), "Asahi", (6,))), weight=7
    )
    styles = dict(in_cells(telling, 79)[0])
    assert (styles["FUJI "], styles["FIRE 2"], styles["hull −3"], styles["ASAHI "], styles["hull −1"]) == (
        GRAVE, GRAVE, BOLD, BOLD, BOLD
    )  # fmt: skip
    with refereeing(tmp_path / "a.battle", "convoy", WIDE, seed="2") as one:
        one.go(2)
        give(one, "observe", observer="V 1241", target="MTB 234", range=2)
        give(one, "fire", 1, 1, firer="V 1241", target="MTB 234", range=30)
        (line,) = draw_record(one.session, one.session.journal.records[-1], 79)
        assert QUIET in [style for text, style in line if "missed" in text]


def test_a_miss_is_not_bold_and_the_loss_of_a_ship_is_louder_than_damage(tmp_path: Path) -> None:
    with refereeing(tmp_path / "a.battle", "tsushima", WIDE) as one:
        one.press("x")
        one.type("akebono 4")
        one.press("enter")
        assert one.session.last is not None
        (line,) = draw_record(one.session, one.session.last, 79)
        assert GRAVE in [style for text, style in line if "NO HULL" in text]
    assert [loudness(weight) for weight in (0, 1, 5)] == [PLAIN, PLAIN, PLAIN]
    assert loudness(8) == SINKING


@pytest.mark.parametrize(
    ("proposer", "width", "end"),
    [
        (Proposer("Royal Navy", name="Ann"), 50, "by Ann's phone"),
        (Proposer("Royal Navy"), 51, "by Royal Navy's phone"),
        (Proposer("Royal Navy"), 50, "moves 8 cm"),
        (Proposer("Royal Navy", DOCTRINE, "keeps the best range"), 79, "by Royal Navy's doctrine"),
        (Proposer("Royal Navy", CHAIR), 79, "by an empty chair"),
    ],
)
def test_a_line_ends_with_the_proposer_of_its_order_where_there_is_room(
    tmp_path: Path, proposer: Proposer, width: int, end: str
) -> None:
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as one:
        one.go(1)
        give(one, "move", ship="MTB 221")
        moved = msgspec.structs.replace(one.session.journal.records[-1], proposer=proposer)
        (line,) = draw_record(one.session, moved, width)
        assert "".join(text for text, _ in line).endswith(end) and cells(line) <= width

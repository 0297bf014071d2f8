"""A battle file keeps every order, durable, and opens in the state that it was left in."""

from __future__ import annotations

import hashlib
import sqlite3
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fleetbook.core.battle.events import Rolled
from fleetbook.core.battle.facts import Key
from fleetbook.core.dice import Stream
from fleetbook.core.errors import FleetbookError, InvalidInput, Refused
from fleetbook.core.orders.standard_orders import Annotate, EndBattle, NextStep
from fleetbook.core.play.needed import ChoiceNeeded, DieNeeded
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.verify import CHANGED, Finding, verify
from fleetbook.store.errors import Unwritable
from tests.posix import posix_only
from tests.store import toy
from tests.store.toy import splash


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "bath.battle"


def seen_in(file: BattleFile) -> tuple[object, ...]:
    """All that an open battle has to say, in a form that can be compared."""
    journal = file.journal
    states = tuple(journal.battle_after(number).state.fingerprint for number in range(len(journal.records) + 1))
    lines = msgspec.json.encode(list(journal.records))
    return lines, states, journal.position, journal.undo_history.can_redo, tuple(journal.battle.state.items()), tuple(file.times)


def test_a_new_battle_holds_its_setup_and_a_seed_of_the_operating_system(path: Path) -> None:
    setup = toy.setup(date="today", text="[b]rub[/b]", conditions={"water": "cold"})
    with BattleFile.create(path, setup) as file:
        seed = file.journal.stream.seed
        assert file.journal.setup == setup
        assert (file.read_only, file.damage, file.notice, file.path) == (False, "", "", path)
        assert len(bytes.fromhex(seed)) == 32
        assert file.commitment == hashlib.sha256(seed.encode()).hexdigest()
        assert file.journal.battle.word("water") == "cold"
    with BattleFile.create(path.with_name("other.battle"), setup) as other:
        assert other.journal.stream.seed != seed


def test_orders_dice_choices_and_states_are_there_after_closing(path: Path) -> None:
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        first = file.give(splash(), given=("at",))
        file.give(toy.Plug(), choices=("pull",))
        typed = file.give(splash("Bea", 3), dice=file.journal.supply((6,)))
        file.undo()
        before = seen_in(file)
    face = Stream("soap").face(1, 6)
    assert first.faces[0].face == face
    assert (typed.faces[0].face, typed.faces[0].origin) == (6, "typed")
    with BattleFile.open(path) as file:
        assert seen_in(file) == before
        assert [record.number for record in file.journal.records] == [1, 2, 3, 4]
        assert file.journal.records[0].given == ("at",)
        assert file.journal.records[1].choices == ("pull",)
        assert file.journal.battle.fact(Key("", "plug")) == "pull"
        assert file.journal.battle.fact(Key("Bea", "course")) == ("east", 1)
        assert file.redo().to == 3
        assert file.journal.battle.fact(Key("Bea", "course")) == ("north", 3)
        assert file.journal.battle.ship("Bea").left("boxes") == 4998
    assert verify(path) == []


def test_a_changed_die_is_two_lines_and_one_transaction(path: Path) -> None:
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        file.give(splash(), dice=file.journal.supply((1,)))
        back, again = file.overrule(1, 6, "the die was cocked")
        assert (back.kind, again.faces[0].instead_of, again.reason) == ("undo", 1, "the die was cocked")
        assert file.times[1] == file.times[2]
    with BattleFile.open(path) as file:
        assert file.journal.battle.ship("Ada").left("boxes") == 4998
    assert verify(path) == []


@pytest.mark.parametrize(
    ("give", "error"),
    [
        (lambda file: file.give(splash("Nobody")), InvalidInput),
        (lambda file: file.give(toy.Plug()), ChoiceNeeded),
        (lambda file: file.give(toy.Plug(), choices=("pul",)), None),
        (lambda file: file.give(toy.Plug(), choices=("drink",)), InvalidInput),
        (lambda file: file.give(toy.Plug(), choices=("pull", "leave")), InvalidInput),
        (lambda file: file.give(splash(), dice=file.journal.supply((7,))), InvalidInput),
        (lambda file: file.give(splash(), dice=file.journal.supply((), typed_only=True)), DieNeeded),
        (lambda file: file.give(splash(), dice=file.journal.supply((3, 5))), InvalidInput),
        (lambda file: file.give(toy.Measure()), InvalidInput),
        (lambda file: file.give(Annotate(words="\udcff")), InvalidInput),
        (lambda file: file.give(EndBattle.from_inputs({"reason": "\udcff"})), InvalidInput),
        (lambda file: file.undo(7), InvalidInput),
        (lambda file: file.redo(), Refused),
        (lambda file: file.overrule(2, 6, "why not"), InvalidInput),
        (lambda file: file.overrule(1, 9, "why not"), InvalidInput),
        (lambda file: file.overrule(1, 6, " "), Refused),
    ],
)  # fmt: skip
def test_what_is_refused_is_not_kept(path: Path, give: object, error: type[FleetbookError] | None) -> None:
    assert callable(give)
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        file.give(splash())
        before = seen_in(file)
        if error is None:
            give(file)
            return
        with pytest.raises(error):
            give(file)
        assert seen_in(file) == before
        assert file.give(splash("Bea")).number == 2
    assert verify(path) == []


def test_an_order_on_a_sunk_ship_is_refused_at_the_door(path: Path) -> None:
    with BattleFile.create(path, toy.setup(boxes=1)) as file:
        file.give(splash(), dice=file.journal.supply((6,)))
        with pytest.raises(Refused, match=r"Ada has sunk \(B1\)"):
            file.give(splash())
        file.give(EndBattle.from_inputs({"reason": "bedtime"}))
        with pytest.raises(Refused, match="the battle has ended"):
            file.give(splash("Bea"))


ORDER = st.tuples(st.sampled_from(toy.SHIPS), st.integers(1, 9))
MOVES = st.lists(
    st.one_of(
        ORDER.map(lambda order: ("splash", *order)),
        st.tuples(st.just("typed"), st.sampled_from(toy.SHIPS), st.integers(1, 6)),
        st.tuples(st.just("plug"), st.sampled_from(("pull", "leave"))),
        st.tuples(st.just("note"), st.text(st.characters(codec="utf-8"), max_size=9)),
        st.tuples(st.just("next")),
        st.tuples(st.just("undo"), st.none() | st.integers(0, 12)),
        st.tuples(st.just("redo")),
        st.tuples(st.just("overrule"), st.integers(1, 6)),
        st.tuples(st.just("reopen")),
    ),
    max_size=16,
)


def play(file: BattleFile, move: tuple[object, ...]) -> None:
    """One move, if it may be made."""
    what, *more = move
    try:
        if what == "splash":
            file.give(splash(str(more[0]), int(str(more[1]))))
        elif what == "typed":
            file.give(splash(str(more[0])), dice=file.journal.supply((int(str(more[1])),)))
        elif what == "plug":
            file.give(toy.Plug(), choices=(str(more[0]),))
        elif what == "note":
            file.give(Annotate(words=str(more[0])))
        elif what == "next":
            file.give(NextStep())
        elif what == "undo":
            file.undo(None if more[0] is None else int(str(more[0])))
        elif what == "redo":
            file.redo()
        elif what == "overrule":
            file.overrule(1, int(str(more[0])), "cocked")
    except FleetbookError:
        return


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(MOVES)
def test_any_list_of_orders_survives_close_and_reopen(
    tmp_path_factory: pytest.TempPathFactory, moves: list[tuple[object, ...]]
) -> None:
    path = tmp_path_factory.mktemp("any") / "bath.battle"
    file = BattleFile.create(path, toy.setup(boxes=9), seed="soap")
    for move in moves:
        if move[0] == "reopen":
            file.close()
            file = BattleFile.open(path)
        else:
            play(file, move)
    before = seen_in(file)
    file.close()
    with BattleFile.open(path) as again:
        assert seen_in(again) == before
        assert again.damage == ""
    assert verify(path) == []


def test_a_closed_battle_leaves_one_file(path: Path) -> None:
    file = BattleFile.create(path, toy.setup())
    file.give(splash())
    assert path.with_name("bath.battle.lock").exists()
    file.close()
    file.close()
    assert [entry.name for entry in path.parent.iterdir()] == ["bath.battle"]
    with BattleFile.open(path, read_only=True):
        pass
    assert [entry.name for entry in path.parent.iterdir()] == ["bath.battle"]


def test_a_closed_battle_takes_no_orders(path: Path) -> None:
    file = BattleFile.create(path, toy.setup())
    file.close()
    with pytest.raises(Unwritable, match=r"bath\.battle is closed"):
        file.give(splash())


def test_every_commit_is_synced_to_the_disk(path: Path) -> None:
    with BattleFile.create(path, toy.setup()) as file:
        pragmas = [next(iter(file._database.rows(f"PRAGMA {name}"))) for name in ("journal_mode", "synchronous")]
        assert pragmas == [("delete",), (3,)]  # EXTRA


def test_the_file_is_laid_out_as_documented(path: Path) -> None:
    with BattleFile.create(path, toy.setup(), seed="soap") as file:
        file.give(splash())
    database = sqlite3.connect(path)
    assert database.execute("PRAGMA user_version").fetchone() == (1,)
    meta = dict(database.execute("SELECT key, value FROM meta"))
    assert set(meta) == {"ruleset", "version", "tables", "seed", "commitment", "created", "setup", "link"}
    assert (meta["ruleset"], meta["version"], meta["tables"]) == ("bath", "1", toy.RULESET.tables.hash)
    ((number, record, chain),) = database.execute("SELECT number, record, chain FROM journal").fetchall()
    assert (number, msgspec.json.decode(record)["procedure"], len(chain)) == (1, "splash", 32)
    database.close()


@posix_only("way to move a file that is open")
def test_a_writer_whose_file_is_gone_keeps_nothing_more(path: Path) -> None:
    file = BattleFile.create(path, toy.setup(), seed="soap")
    file.give(splash())
    elsewhere = path.with_name("elsewhere.battle")
    path.rename(elsewhere)
    with pytest.raises(Unwritable, match=r"bath\.battle was moved or deleted while it was open"):
        file.give(splash())
    assert len(file.journal.records) == 1
    elsewhere.rename(path)
    assert file.give(splash()).number == 2
    file.close()
    assert verify(path) == []


def test_opening_resolves_no_order_again(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with BattleFile.create(path, toy.setup()) as file:
        file.give(splash())

    def never(order: toy.Splash, battle: toy.TubBattle) -> None:
        raise AssertionError("resolved again")

    monkeypatch.setattr(toy.Splash, "resolve", never)
    with BattleFile.open(path) as file:
        assert file.journal.battle.fact(Key("Ada", "waves")) == 1
    found, why = verify(path)
    assert "resolved again" in str(found)
    assert why == Finding(0, CHANGED)


def test_equal_parts_of_what_happened_are_one_object_after_reading(path: Path) -> None:
    """Most lines of a long battle name the same things again, and memory holds them once."""
    with BattleFile.create(path, toy.setup(), seed="1") as file:
        for _ in range(20):
            file.give(splash())
        given = [record.events for record in file.journal.records.kept]
    with BattleFile.open(path) as file:
        read = [record.events for record in file.journal.records.kept]
    assert read == given
    thrown = [event for events in read for event in events if isinstance(event, Rolled)]
    faces = {id(face) for event in thrown for face in event.faces}
    assert len(thrown) == 20
    assert len(faces) == len({face.face for event in thrown for face in event.faces}) < 20

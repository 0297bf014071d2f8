"""A doctrine at the table: what it asks, what it sees, and what becomes of its proposals."""

from __future__ import annotations

import math
from collections.abc import Iterator
from importlib import import_module
from itertools import product
from pathlib import Path

import pytest

from fleetbook.core.doctrines.doctrine import Chair, Doctrine
from fleetbook.core.doctrines.finding import doctrine_in_chair, doctrines_of
from fleetbook.core.doctrines.proposed import Proposed
from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import RulesFault
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.core.play.verify import verify_record
from fleetbook.referee.chairs.chairs import Chairs
from fleetbook.referee.chairs.doctrine_chair import DoctrineChair
from fleetbook.referee.chairs.table_tape import Answers, Question
from fleetbook.referee.offers import draft as drafted
from fleetbook.referee.proposals.inbox import Inbox
from fleetbook.referee.session import Session
from fleetbook.reports.render.text import text_report
from fleetbook.rules.coastal.ship import CoastalShip
from fleetbook.store.battle.battle_file import BattleFile
from tests.tui.keyboard import opened

CONVOY = {"M 388", "V 1241", "V 1243", "R 86", "Hellweg", "Weserbrook", "Nordmoor", "Möwensand"}
RAIDERS = {"MTB 221", "MTB 233", "MTB 234", "MTB 624", "MGB 321", "MGB 330"}


@pytest.fixture
def session(tmp_path: Path) -> Iterator[Session]:
    with Session(opened(tmp_path / "a.battle", "convoy")) as session:
        yield session


def give(session: Session, order: str, **inputs: object) -> None:
    draft, choices = drafted(session.battle, order, inputs), list[str]()
    lines = len(session.journal.records)
    while len(session.journal.records) == lines:
        try:
            session.ordering(draft.order(), draft.given, typed=False)((), choices)
        except ChoiceNeeded as needed:
            choices.append(needed.options[0])


def in_step_three(session: Session) -> None:
    """The Kriegsmarine observes and fires."""
    give(session, "next")
    give(session, "next")


def answer_all(chairs: Chairs, cm: str) -> None:
    for question in chairs.questions:
        if chairs.answers.of(question):
            continue
        chairs.answers.answer(question, question.arcs[0] if question.arcs else cm)
    chairs.look()


def seated(session: Session, side: str = "Kriegsmarine", doctrine: str = "cover") -> tuple[Chairs, Inbox]:
    inbox = Inbox(session.battle.sides)
    chairs = Chairs(session, inbox)
    chairs.seat(side, doctrine)
    chairs.look()
    return chairs, inbox


def test_it_asks_for_the_ranges_of_its_first_looks_at_once(session: Session) -> None:
    """V 1243 (95, 85) stands nearest to the four MTBs, at y = 178 and 180 after their move. The gunboats are out of sight."""
    in_step_three(session)
    chairs, inbox = seated(session)
    assert {(one.one, one.other) for one in chairs.questions} == {("V 1243", f"MTB {name}") for name in (221, 233, 234, 624)}
    assert not any(one.arcs for one in chairs.questions)
    assert not inbox.waiting
    answer_all(chairs, "90")
    assert inbox.waiting
    assert not chairs.questions, "each is asked once"


def test_a_range_in_the_forms_needs_no_second_answer(session: Session) -> None:
    in_step_three(session)
    session.ranges.measure(session.battle, "93", "MTB 221", "V 1243")
    chairs, _ = seated(session)
    assert {one.other for one in chairs.questions} == {"MTB 233", "MTB 234", "MTB 624"}


def test_a_range_holds_until_one_of_the_two_models_moves(session: Session) -> None:
    """V 1243 and MTB 221 stand still between step 3 and step 8 of the sheet's order, but for the convoy's own move in step 6."""
    in_step_three(session)
    chairs, _ = seated(session)
    answer_all(chairs, "90")
    tape = chairs._chairs["Kriegsmarine"]._tape
    while session.battle.phase != "move-2":
        give(session, "next")
        assert tape.answer(Question("V 1243", "MTB 221")) == "90"
    give(session, "next")
    assert not tape.answer(Question("V 1243", "MTB 221"))


def test_an_estimate_moves_with_the_models(session: Session) -> None:
    """MTB 221 runs 8 cm to the south in each of her moves, and M 388 3 cm to the east: nobody has turned."""
    places = {ship.name: ship.at for ship in session.journal.setup.ships}
    (x, y), (east, north) = places["M 388"] or (0, 0), places["MTB 221"] or (0, 0)
    in_step_three(session)
    chairs, _ = seated(session)
    reckoning = chairs._chairs["Kriegsmarine"]._reckoning
    assert reckoning.old("M 388", "MTB 221") == f"{round(math.hypot(x - east, y - (north - 8)))}"
    for _ in range(8):
        give(session, "next")
    chairs.look()
    assert session.battle.phase == "fire-1"
    assert reckoning.old("M 388", "MTB 221") == f"{round(math.hypot(x + 3 - east, y - (north - 16)))}"


def test_a_measured_range_corrects_the_estimate_of_others(session: Session) -> None:
    """MTB 221 is nearer than the scenario has placed her: so she is to the ship beside, too."""
    in_step_three(session)
    chairs, _ = seated(session)
    reckoning = chairs._chairs["Kriegsmarine"]._reckoning
    before = int(reckoning.old("Hellweg", "MTB 221"))
    session.ranges.measure(session.battle, "73", "V 1241", "MTB 221")
    assert before - 25 < int(reckoning.old("Hellweg", "MTB 221")) < before - 5


def test_the_ship_that_stands_nearest_to_an_enemy_looks_for_it(session: Session) -> None:
    in_step_three(session)
    chairs, _ = seated(session)
    places = {ship.name: ship.at for ship in session.journal.setup.ships}
    for question in chairs.questions:
        x, y = places[question.other] or (0, 0)
        far = {name: math.hypot(at[0] - x, at[1] - y) for name, at in places.items() if at and name in CONVOY}
        assert far[question.one] <= min(far.values()) + 16, "each of the two may have moved 8 cm"


def test_what_is_known_well_enough_is_not_asked(session: Session) -> None:
    """The escorts meet enemies within 60 cm of the merchantmen. All begin 100 cm away, and move 8 cm at most."""
    for _ in range(5):
        give(session, "next")
    assert session.battle.phase == "move-2"
    chairs, inbox = seated(session)
    assert not chairs.questions
    assert not inbox.waiting, "all keep their course"


def test_an_order_at_a_range_that_was_not_measured_is_measured_in_its_form(session: Session) -> None:
    """The second and third ship that look for the same enemy do so only if the first fails: their ranges are not asked before."""
    in_step_three(session)
    chairs, inbox = seated(session)
    answer_all(chairs, "90")
    seen = []
    while inbox.waiting:
        sent = inbox.waiting[0]
        measured = chairs.answers.of(Question(sent.proposal.entered["observer"], sent.proposal.entered["target"]))
        assert ("range" in sent.proposal.entered) is bool(measured)
        assert ("range" in chairs.estimates(sent)) is not bool(measured)
        assert chairs.to_look_at(sent) == ("modifiers" if measured else "range")
        seen.append(bool(measured))
        inbox.send_back(sent, "no")
        chairs.look()
    assert {*seen} == {True, False}


def test_the_aim_of_the_enemys_torpedoes_changes_no_question(tmp_path: Path) -> None:
    """MTB 233 launches at one or another ship, of which the Kriegsmarine sees only that torpedoes are in the water."""
    asked = []
    for aim in ("Hellweg", "M 388"):
        with Session(opened(tmp_path / f"{aim}.battle", "convoy")) as session:
            give(session, "next")
            give(session, "launch", ship="MTB 233", target=aim, range=40)
            give(session, "next")
            chairs, _ = seated(session)
            asked.append([(question, chairs.old(question)) for question in chairs.questions])
    assert asked[0] == asked[1]
    assert asked[0]


def test_yalu_asks_for_three_ranges(tmp_path: Path) -> None:
    with Session(opened(tmp_path / "yalu.battle", "yalu")) as session:
        while session.battle.phase != "firing":
            give(session, "next")
        chairs, _ = seated(session, "Japan", "line-of-battle")
        assert len(chairs.questions) <= 3, "one for each squadron"


def test_the_nearest_looks_with_the_range_that_was_measured(session: Session) -> None:
    in_step_three(session)
    chairs, inbox = seated(session)
    chairs.answers.answer(Question("R 86", "MTB 221"), "4")
    answer_all(chairs, "14")
    (sent,) = inbox.waiting
    assert (sent.proposal.order, sent.proposal.entered["observer"], sent.proposal.entered["range"]) == ("observe", "R 86", 4)
    assert sent.proposer.words == "cover the convoy, Kriegsmarine's doctrine"
    assert chairs.to_look_at(sent) == "modifiers", "whether anything screens her is seen on the table"


def test_nothing_is_proposed_while_the_other_side_acts(session: Session) -> None:
    chairs, inbox = seated(session)
    assert session.acting == "Royal Navy"
    assert not chairs.questions
    assert not inbox.waiting


def test_a_proposal_is_withdrawn_with_its_step(session: Session) -> None:
    in_step_three(session)
    chairs, inbox = seated(session)
    answer_all(chairs, "14")
    assert inbox.waiting
    give(session, "next")
    chairs.look()
    assert not inbox.waiting


def test_a_skipped_proposal_does_not_come_again(session: Session) -> None:
    in_step_three(session)
    chairs, inbox = seated(session)
    answer_all(chairs, "14")
    seen = []
    while inbox.waiting:
        seen.append((inbox.waiting[0].proposal.entered["observer"], inbox.waiting[0].proposal.entered["target"]))
        inbox.send_back(inbox.waiting[0], "no")
        chairs.look()
    assert 6 <= len(seen) == len({*seen}) <= 18, "at most three ships look for each of six enemies"


def test_an_order_that_was_taken_back_is_proposed_again(session: Session) -> None:
    in_step_three(session)
    chairs, inbox = seated(session)
    answer_all(chairs, "14")
    first = inbox.waiting[0]
    draft = drafted(session.battle, first.proposal.order, first.proposal.entered)
    session.ordering(draft.order(), draft.given, False, first.proposer)((), ())
    inbox.given(first, len(session.journal.records))
    chairs.look()
    assert inbox.waiting[0].words != first.words
    session.undo()
    chairs.look()
    assert inbox.waiting[0].words == first.words


def test_a_doctrine_sees_its_side_alone(tmp_path: Path) -> None:
    with Session(opened(tmp_path / "yalu.battle", "yalu")) as session:
        chair = DoctrineChair(session, Answers(session), "Japan", "line-of-battle")
        seen = {ship.name for ship in chair._chair.battle.ships()}
        unseen = {ship.name for ship in session.battle.ships()} - seen
        assert unseen == {"Pingyuan", "Guangbing", "Fulong", "Zuoyi"}, "the river group is a marker still"


def test_a_question_about_a_marker_does_not_say_what_it_is(tmp_path: Path) -> None:
    with Session(opened(tmp_path / "yalu.battle", "yalu")) as session:
        while session.battle.phase != "spotting":
            give(session, "next")
        chairs, inbox = seated(session, "Japan", "line-of-battle")
        answer_all(chairs, "14")
        assert {sent.proposal.entered["contact"] for sent in inbox.waiting} == {"contact A"}


class Fails(Doctrine[CoastalShip]):
    """Its code fails at each question."""

    id, title = "fails", "fails"

    def step(self, chair: Chair[CoastalShip]) -> Iterator[Proposed[CoastalShip]]:
        raise ZeroDivisionError("no ship left")

    def choose(self, chair: Chair[CoastalShip], label: str, options: tuple[str, ...]) -> str:
        return "none of them"


def test_a_doctrine_whose_code_fails_is_named_with_the_line(session: Session) -> None:
    in_step_three(session)
    chair = DoctrineChair(session, Answers(session), "Kriegsmarine", "cover")
    chair.doctrine = Fails()
    with pytest.raises(RulesFault, match=r"test_doctrine_chair\.py:\d+: doctrine fails: ZeroDivisionError: no ship left"):
        chair.next()
    with pytest.raises(RulesFault, match=r"doctrine fails: choose answers 'none of them' to who moves, allowed: Japan, China"):
        chair.choose("who moves", ("Japan", "China"))


@pytest.mark.parametrize(
    ("side", "doctrine", "words"),
    [("Germans", "cover", "allowed: Royal Navy, Kriegsmarine"), ("Kriegsmarine", "covr", "did you mean cover")],
)
def test_a_wrong_chair_names_those_that_there_are(session: Session, side: str, doctrine: str, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        seated(session, side, doctrine)


# ------------------------------------------------------------------ the chair in the battle's file


def test_a_chair_is_filled_again_when_the_battle_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "a.battle"
    with Session(opened(path, "convoy")) as session:
        seated(session)
        in_step_three(session)
    with Session(BattleFile.open(path)) as session:
        chairs = Chairs(session, Inbox(session.battle.sides))
        assert not chairs.follow()
        assert chairs.fills("Kriegsmarine")
        assert not chairs.fills("Royal Navy")
        chairs.look()
        assert len(chairs.questions) == 4
        assert not any(verify_record(session.journal, record) for record in session.journal.records)


def test_orders_are_taken_back_beneath_a_chair_and_a_line_empties_it(session: Session) -> None:
    give(session, "next")
    chairs, _ = seated(session)
    give(session, "next")
    session.undo(0)
    chairs.look()
    assert session.battle.phase == session.journal.start.phase
    assert chairs.fills("Kriegsmarine")
    chairs.leave("Kriegsmarine")
    assert not chairs.fills("Kriegsmarine")
    lines = [record for record in session.journal.records if record.procedure == "fill-chair"]
    assert [line.inputs["called"] for line in lines] == ["cover the convoy", ""]


def test_a_doctrine_that_is_no_longer_installed_leaves_the_chair_empty(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    seated(session)
    package = import_module(session.journal.ruleset.doctrines)
    monkeypatch.setattr(package, "DOCTRINES", tuple(one for one in package.DOCTRINES if one.id != "cover"))
    chairs = Chairs(session, Inbox(session.battle.sides))
    assert chairs.follow() == "Kriegsmarine's doctrine cover is no longer installed: the chair is empty, F6 fills it"
    assert not chairs.fills("Kriegsmarine")
    assert not chairs.follow(), "it is said once"


# ------------------------------------------------------------------ a surprise


def test_a_surprise_is_named_only_when_the_battle_has_ended(session: Session) -> None:
    chairs, inbox = seated(session, doctrine="surprise")
    titles = {one.title for one in doctrines_of(session.journal.ruleset).values()}
    in_step_three(session)
    chairs.look()
    answer_all(chairs, "40")
    assert inbox.waiting[0].proposer.name == "surprise"
    words = "".join(map(repr, session.journal.records)) + text_report(session.journal)
    assert not any(title in words for title in titles)
    assert "A doctrine gave Kriegsmarine's orders: surprise." in words
    give(session, "end")
    ended = " ".join(text_report(session.journal).split())
    assert any(f"A doctrine gave Kriegsmarine's orders: surprise, {title}." in ended for title in titles)


def test_each_doctrine_may_be_the_surprise(session: Session) -> None:
    rules = session.journal.ruleset
    assert {doctrine_in_chair(rules, "surprise", "Kriegsmarine", str(seed)).id for seed in range(60)} == {*doctrines_of(rules)}


# ------------------------------------------------------------------ how the models move


def test_a_ship_that_has_not_moved_turns_by_degrees(session: Session) -> None:
    """MTB 221 stands where the scenario has placed her. Other places of the battle say nothing about her heading."""
    places = {ship.name: (ship.at, ship.heading) for ship in session.journal.setup.ships}
    (x, y), heading = places["MTB 221"][0] or (0, 0), places["MTB 221"][1]
    give(session, "next")
    chairs, inbox = seated(session, "Royal Navy", "close-in")
    answer_all(chairs, "60")
    while inbox.waiting and inbox.waiting[0].unit != "MTB 221":
        inbox.send_back(inbox.waiting[0], "no")
        chairs.look()
    sent = inbox.waiting[0]
    intent = sent.proposer.intent
    assert intent is not None
    assert intent.helm is not None
    foe = places[intent.helm.by][0] or (0, 0)
    assert heading is not None
    off = (math.degrees(math.atan2(foe[0] - x, foe[1] - y)) - heading + 180) % 360 - 180
    assert abs(off) < 90, "a boat turns by as much in a move"
    assert intent.turn == (5 * round(off / 5) if abs(off) >= 10 else 0)
    assert sent.words.startswith("MTB 221 ")


def test_a_surprise_gives_no_reason(session: Session) -> None:
    in_step_three(session)
    chairs, inbox = seated(session, doctrine="surprise")
    answer_all(chairs, "40")
    intent = inbox.waiting[0].proposer.intent
    assert intent is None or intent.reason is None


# ------------------------------------------------------------------ a squadron's fire


def test_each_ship_of_a_squadron_fires_at_her_own_range_and_arc(tmp_path: Path) -> None:
    """Dewey's ships measure 41 to 46 cm, and the second of them has her enemy to starboard."""
    with Session(opened(tmp_path / "manila.battle", "manila-bay")) as session:
        while session.battle.phase != "firing" or session.battle.acting != "United States":
            give(session, "done", squadron="Manila Squadron") if session.battle.phase == "firing" else give(session, "next")
        line = session.battle.squadron("Asiatic Squadron")
        for (place, own), foe in product(enumerate(line), session.battle.squadron("Manila Squadron")):
            session.ranges.measure(session.battle, f"{41 + place}", own, foe)
        chairs, inbox = seated(session, "United States", "line-of-battle")
        arcs = {ship: "S" if ship == line[1] else "P" for ship in line}
        fired = dict[str, tuple[int, str]]()
        for _ in range(40):
            for question in [one for one in chairs.questions if one.arcs]:
                chairs.answers.answer(question, arcs[question.one])
            chairs.look()
            if inbox.waiting:
                sent = inbox.waiting[0]
                entered = sent.proposal.entered
                if sent.proposal.order in ("volley", "fire"):
                    firers = entered.get("ships") or (entered["firer"],)
                    fired |= dict.fromkeys(firers, (entered["range"], entered["bearing"]))
                inbox.send_back(sent, "no")
        assert len(fired) > 2
        assert fired == {ship: (41 + line.index(ship), arcs[ship]) for ship in fired}

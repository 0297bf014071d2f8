"""Orders that players send from their phones: one key gives each, and nothing that they do disturbs the referee."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fleetbook.core.battle.record import Proposer
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.referee.offers import draft as drafted
from fleetbook.referee.proposals.post import DieAsked, ForPhones, Mistaken, Picked, Sent, TakenBack, Thrown
from fleetbook.referee.proposals.proposal import Proposal
from fleetbook.referee.proposals.roles import Role
from fleetbook.tui.battle.entry import players_window
from fleetbook.tui.battle.entry.players_window import PlayersWindow
from tests.tui.keyboard import NARROW, WIDE, Keyboard, refereeing

SHOT = {"firer": "M 388", "target": "MTB 234", "range": "20"}


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Keyboard]:
    """The convoy in step 3 of turn 1, where the Kriegsmarine has seen MTB 234."""
    with refereeing(tmp_path / "a.battle", "convoy", WIDE) as keyboard:
        session = keyboard.session
        for order, inputs in (("next", {}), ("next", {}), ("observe", {"observer": "V 1243", "target": "MTB 234", "range": 2})):
            draft = drafted(session.battle, order, inputs)
            session.ordering(draft.order(), draft.given, typed=False)((), ())
        assert "MTB 234" in session.tell(session.journal.records[-1]).sentence
        yield keyboard


class FromPhones:
    """What the program would send to the phones, instead of a server."""

    def __init__(self) -> None:
        self.takes_orders, self.running, self.clock, self.posts = True, False, None, list[ForPhones]()
        self.asks_sufferer, self.lan, self.watching, self.away = False, False, dict[Role, int](), set[str]()

    def tell(self, post: ForPhones) -> None:
        self.posts.append(post)

    def end(self) -> None: ...

    def reaches(self, side: str, squadron: str = "") -> bool:
        return side not in self.away


def window(at: Keyboard) -> PlayersWindow:
    return at.battle.window


def shared(at: Keyboard) -> FromPhones:
    """The battle is shared, and players type their own dice."""
    phones = FromPhones()
    window(at).sharing = phones  # type: ignore[assignment]
    at.press("D")
    return phones


def asked(phones: FromPhones) -> DieAsked:
    """The die that the phones are asked for."""
    die = phones.posts[-1].die
    assert die is not None
    return die


def sent(name: str, order: str = "fire", who: str = "Ann", **entered: str) -> Sent:
    proposal = Proposal(by="Kriegsmarine", order=order, entered=entered or SHOT, on=3, who=who)
    return Sent(name, proposal, "M 388 fires at MTB 234, 20 cm")


def test_one_line_names_the_oldest_and_one_key_gives_it(at: Keyboard) -> None:
    before, lines = at.lines(), len(at.session.journal.records)
    window(at).hear(sent("a"))
    window(at).hear(sent("b", firer="R 86", target="MTB 234", range="20"))
    after = at.lines()
    assert [line for line in after if "✉" in line] == [
        line for line in after if "Kriegsmarine, Ann: M 388 fires at MTB 234" in line
    ]
    changed = [place for place, (one, other) in enumerate(zip(before, after, strict=True)) if one != other]
    assert changed[0] > len(after) // 2, "the journal moves up for its line; the ships and the results stay"
    at.press("space")
    (record,) = at.session.journal.records[lines:]
    assert (record.procedure, record.inputs["firer"]) == ("fire", "M 388")
    assert record.proposer == Proposer("Kriegsmarine", name="Ann")
    assert record.given == ("firer", "target", "range")
    assert [one.id for one in window(at).inbox.waiting] == ["b"]


def test_why_says_who_proposed_it(at: Keyboard) -> None:
    window(at).hear(sent("a"))
    at.press("space", "w")
    assert "proposed by Ann, Kriegsmarine's phone" in at.text


def test_the_key_that_gives_all_orders_is_named_beside_space_once_several_wait(at: Keyboard) -> None:
    window(at).hear(sent("one"))
    assert "Space give  F8 open" in at.text
    window(at).hear(sent("two", firer="R 86", target="MTB 234", range="20"))
    assert "Space give  + all  F8 open" in at.text
    assert any(line.endswith("Space give  + all") for line in at.lines(NARROW))


def test_q_asks_once_while_an_order_from_a_phone_waits(at: Keyboard) -> None:
    shared(at)
    window(at).hear(sent("one"))
    at.press("q")
    assert "1 order from phones waits and would be lost: again leaves all the same" in at.text
    at.press("down", "q")
    assert at.stack, "another key came between"
    assert "again leaves all the same" in at.text
    at.press("q")
    assert not at.stack


def test_what_a_player_sends_leaves_form_cursor_and_typed_text_alone(at: Keyboard) -> None:
    at.press("down", "f")
    at.type("3")
    before = at.lines()
    window(at).hear(sent("a"))
    window(at).hear(TakenBack("a", "Kriegsmarine"))
    assert at.lines() == before
    window(at).hear(sent("b"))
    form = at.battle.entry.form
    assert form is not None and form.typing is not None and form.typing.text == "3"


def test_an_order_that_the_rules_refuse_says_why_and_is_sent_back_with_a_word(at: Keyboard) -> None:
    window(at).hear(sent("a", firer="M 388", target="MTB 221", range="20"))
    assert "Kriegsmarine has not observed" in next(line for line in at.lines() if "✗" in line and "✉" in line)
    lines = len(at.session.journal.records)
    at.press("space")
    assert len(at.session.journal.records) == lines
    assert "F8 opens it" in at.text
    at.press("down")
    line = next(line for line in at.lines(WIDE) if "✉" in line)
    assert "Space" not in line and line.endswith("F8 open  - send back"), "no key is offered that gives it"
    at.press("-")
    assert "or type your own words" in at.text
    at.type("not seen yet")
    at.press("enter")
    (standing,) = window(at).inbox.standings()["Kriegsmarine"]
    assert (standing.state, standing.note) == ("sent back", "not seen yet")
    window(at).hear(sent("b", firer="R 86", target="MTB 233", range="20"))
    at.press("-")
    assert "not seen yet" not in at.text, "the field is empty"
    at.press("enter")
    standing = window(at).inbox.standings()["Kriegsmarine"][0]
    assert standing.note.startswith("Kriegsmarine has not observed MTB 233"), "the reason against this order"


def test_an_order_that_may_be_given_is_sent_back_with_plain_words(at: Keyboard) -> None:
    window(at).hear(sent("a"))
    at.press("-", "enter")
    (standing,) = window(at).inbox.standings()["Kriegsmarine"]
    assert (standing.state, standing.note) == ("sent back", "the referee gives it back")


def test_where_units_are_hidden_the_plain_words_are_offered_before_the_reason(moving: Keyboard) -> None:
    window(moving).hear(of_yalu(moving, "a", "Japan", squadron="Main Squadron", speed="10"))
    moving.press("-")
    lines = [line.strip() for line in moving.lines()]
    assert "▸ the referee gives it back" in lines


def test_an_order_may_be_opened_and_changed_and_is_still_the_players(at: Keyboard) -> None:
    window(at).hear(sent("a"))
    at.press("f8")
    assert "Ann, Kriegsmarine's phone: M 388 fires at MTB 234, 20 cm" in at.text, "the title says whose order it is"
    form = at.battle.entry.form
    assert form is not None and form.draft.values["range"] == 20
    at.type("r30")
    at.press("enter")
    record = at.session.journal.records[-1]
    assert record.inputs["range"] == 30
    assert record.proposer == Proposer("Kriegsmarine", name="Ann")
    assert window(at).inbox.waiting == []


def test_a_form_that_is_left_keeps_the_order_waiting(at: Keyboard) -> None:
    window(at).hear(sent("a"))
    at.press("f8", "escape")
    assert [one.id for one in window(at).inbox.waiting] == ["a"]
    at.press("f", "enter")
    assert at.session.journal.records[-1].proposer is None, "the referee's own order"


def test_all_are_given_by_one_key_up_to_the_first_that_cannot_be(at: Keyboard) -> None:
    lines = len(at.session.journal.records)
    for name, firer, target in (("a", "M 388", "MTB 234"), ("b", "R 86", "MTB 234"), ("c", "V 1241", "MTB 221")):
        window(at).hear(sent(name, firer=firer, target=target, range="20"))
    at.press("+")
    assert [record.inputs["firer"] for record in at.session.journal.records[lines:]] == ["M 388", "R 86"]
    assert [one.id for one in window(at).inbox.waiting] == ["c"]
    at.press("u")
    assert len(at.session.journal.records) == lines + 3, "one undo takes both back"


def test_a_step_of_eight_boats_costs_a_key_an_order_and_no_key_a_die(at: Keyboard) -> None:
    window(at).sharing = FromPhones()  # type: ignore[assignment]
    boats = ("M 388", "V 1241", "R 86", "Hellweg", "Weserbrook", "Nordmoor", "Möwensand")
    looks = [
        Sent(f"look-{boat}", Proposal("Kriegsmarine", "observe", {"observer": boat, "target": "MTB 221", "range": "30"}, 3, who),
             f"{boat} looks for MTB 221", boat)
        for boat, who in zip(boats, ("Ann", "Ben") * 4, strict=False)
    ]  # fmt: skip
    lines = len(at.session.journal.records)
    for look in looks:
        window(at).hear(look)
    for _ in boats:
        at.press("space")
    by_phone = [record.inputs for record in at.session.journal.records[lines:]]
    assert [inputs["observer"] for inputs in by_phone] == [*boats]
    for boat in boats:
        window(at).hear(replace(looks[0], id=f"again-{boat}", unit=boat, proposal=replace(looks[0].proposal, entered={
            "observer": boat, "target": "MTB 233", "range": "30"})))  # fmt: skip
    at.press("+")
    at_once = [record.inputs for record in at.session.journal.records[lines + len(boats) :]]
    assert [(inputs["observer"], inputs["target"]) for inputs in at_once] == [(boat, "MTB 233") for boat in boats]


def test_the_step_is_not_left_unawares_while_players_still_owe_it_orders(at: Keyboard) -> None:
    at.press("n")
    assert "of the players" not in at.text, "no phone has sent an order"
    step = at.session.battle.phase
    window(at).hear(replace(sent("a"), unit="M 388"))
    at.press("n")
    assert at.session.battle.phase == step
    assert "1 order of the players waits for you." in at.text
    assert "7 of 8 ships of Kriegsmarine have something to do and no order." in at.text
    at.press("n")
    assert at.session.battle.phase != step, "the second press goes on"


def test_a_player_throws_the_die_of_his_order(at: Keyboard) -> None:
    phones = shared(at)
    window(at).hear(sent("a"))
    at.press("space")
    die = asked(phones)
    assert (die.side, die.sides) == ("Kriegsmarine", 6)
    assert "M 388's cannon at MTB 234" in die.words
    window(at).hear(Thrown(die.id, "Royal Navy", 5))
    assert at.battle.entry.answer is not None, "the die is not hers"
    die = asked(phones)
    window(at).hear(Thrown(die.id, "Kriegsmarine", 5))
    while (more := phones.posts[-1].die) is not None:
        window(at).hear(Thrown(more.id, "Kriegsmarine", 2))
    record = at.session.journal.records[-1]
    assert [face.face for face in record.faces][:1] == [5]
    typed = tuple(number for number, face in enumerate(record.faces, 1) if face.origin == "typed")
    assert record.thrown_by == {"Kriegsmarine": typed}
    assert phones.posts[-1].orders["Kriegsmarine"][0].state == "given"


YALU: tuple[tuple[str, dict[str, Any], tuple[str, ...]], ...] = (
    ("next", {}, ()), ("next", {}, ("Japan",)),
    *(("move", {"squadron": name, "speed": 10}, ()) for name in
      ("Flying Squadron", "Beiyang line", "Main Squadron", "River group", "Disengaged side")),
    ("next", {}, ()), ("next", {}, ()), ("next", {}, ()),
)  # fmt: skip


def of_yalu(at: Keyboard, name: str, side: str, order: str = "move", **entered: Any) -> Sent:
    """An order of a squadron of the Yalu, sent now."""
    proposal, squadron = Proposal(side, order, entered, on=len(at.session.journal.records)), entered["squadron"]
    return Sent(name, proposal, f"{squadron}: {order}", squadron, squadron)


@pytest.fixture
def moving(tmp_path: Path) -> Iterator[Keyboard]:
    """The Yalu in the step of movement. Japan moves first, then the sides take turns."""
    with refereeing(tmp_path / "y.battle", "yalu", WIDE) as at:
        for order, inputs, choices in YALU[:2]:
            draft = drafted(at.session.battle, order, inputs)
            at.session.ordering(draft.order(), draft.given, typed=False)((), choices)
        yield at


def has_moved(at: Keyboard) -> list[str]:
    """The squadrons whose moves are in the journal."""
    return [record.inputs["squadron"] for record in at.session.journal.records if record.procedure == "move"]


def test_an_order_that_waits_for_its_sides_turn_lets_the_other_sides_pass(moving: Keyboard) -> None:
    for name in ("Flying Squadron", "Main Squadron"):
        window(moving).hear(of_yalu(moving, name, "Japan", squadron=name, speed=10))
    moving.press("+")
    assert has_moved(moving) == ["Flying Squadron"]
    (line,) = (line for line in moving.lines() if "✉" in line)
    assert "(waits for Japan's turn: " in line
    assert "✗" not in line
    window(moving).hear(of_yalu(moving, "b", "China", squadron="Beiyang line", speed=10))
    moving.press("f8")
    form = moving.battle.entry.form
    assert form is not None and form.draft.values["squadron"] == "Beiyang line"
    moving.press("escape", "space", "space")
    assert has_moved(moving) == ["Flying Squadron", "Beiyang line", "Main Squadron"]


def test_an_order_whose_squadron_has_acted_or_whose_step_is_over_is_sent_back_by_itself(moving: Keyboard) -> None:
    window(moving).hear(of_yalu(moving, "slow", "Japan", squadron="Flying Squadron", speed=10))
    window(moving).hear(of_yalu(moving, "fast", "Japan", squadron="Flying Squadron", speed=12))
    window(moving).hear(of_yalu(moving, "main", "Japan", squadron="Main Squadron", speed=10))
    moving.press("space")
    window(moving).hear(of_yalu(moving, "b", "China", squadron="Beiyang line", speed=10))
    moving.press("space")
    standings = {one.id: one for one in window(moving).inbox.standings()["Japan"]}
    assert (standings["fast"].state, standings["main"].state) == ("sent back", "waits")
    assert standings["fast"].note.startswith("Flying Squadron has acted in this phase")
    moving.press(">", ">")
    standings = {one.id: one for one in window(moving).inbox.standings()["Japan"]}
    assert (standings["main"].state, "belongs to step" in standings["main"].note) == ("sent back", True)


def test_a_turn_that_a_volley_has_ended_is_not_handed_over_again(moving: Keyboard) -> None:
    for order, inputs, _ in YALU[2:]:
        draft = drafted(moving.session.battle, order, inputs)
        moving.session.ordering(draft.order(), draft.given, typed=False)((), ())
    volley = {"squadron": "Flying Squadron", "target": "Zhiyuan", "range": "30", "bearing": "F"}
    window(moving).hear(of_yalu(moving, "volley", "Japan", "volley", **volley))
    window(moving).hear(of_yalu(moving, "early", "Japan", "done", squadron="Main Squadron"))
    window(moving).hear(of_yalu(moving, "over", "Japan", "done", squadron="Flying Squadron"))
    moving.press("space")
    assert moving.session.acting == "China", "the volley has ended the turn"
    standings = {one.id: one for one in window(moving).inbox.standings()["Japan"]}
    assert (standings["over"].state, standings["early"].state) == ("sent back", "waits")
    assert standings["over"].note.startswith("Flying Squadron has acted in this phase")


def test_an_order_whose_turn_never_comes_is_sent_back_by_itself(moving: Keyboard) -> None:
    """Japan's first squadron spots the only contact. Then it is China's turn, and no squadron has anything left to spot."""
    for order, inputs, _ in YALU[2:-1]:
        draft = drafted(moving.session.battle, order, inputs)
        moving.session.ordering(draft.order(), draft.given, typed=False)((), ())
    for name in ("Flying Squadron", "Main Squadron"):
        window(moving).hear(of_yalu(moving, name, "Japan", "spot", squadron=name, contact="contact A", range=13))
    moving.press("space")
    assert moving.session.acting == "China"
    main, flying = window(moving).inbox.standings()["Japan"]
    assert (flying.state, main.state, main.note) == ("given", "sent back", "nothing is left to order in this step")
    moving.press("n")
    assert moving.session.battle.phase == "firing", "no second key"


def test_an_order_that_its_player_withdraws_from_the_open_form_is_not_given(moving: Keyboard) -> None:
    lines = len(moving.session.journal.records)
    window(moving).hear(of_yalu(moving, "a", "Japan", squadron="Flying Squadron", speed=15))
    moving.press("f8")
    window(moving).hear(TakenBack("a", "Japan"))
    assert "Japan has taken this order back: Enter closes it" in moving.text, "before any key"
    moving.press("enter")
    assert len(moving.session.journal.records) == lines
    assert moving.battle.entry.form is None
    assert "Japan has taken it back: nothing was ordered" in moving.text
    assert [one.state for one in window(moving).inbox.standings()["Japan"]] == ["taken back"]


def test_enter_shows_the_order_that_a_player_sent_in_place_of_the_withdrawn_one_and_does_not_give_it_yet(
    moving: Keyboard,
) -> None:
    lines = len(moving.session.journal.records)
    window(moving).hear(of_yalu(moving, "a", "Japan", squadron="Flying Squadron", speed=15))
    moving.press("f8")
    window(moving).hear(TakenBack("a", "Japan"))
    window(moving).hear(replace(of_yalu(moving, "b", "Japan", squadron="Flying Squadron", speed=20), words="They make 20 kt"))
    assert "Japan has taken this order back: Enter shows instead: They make 20 kt" in moving.text
    moving.press("enter")
    form = moving.battle.entry.form
    assert form is not None and form.draft.values["speed"] == 20
    assert len(moving.session.journal.records) == lines
    moving.press("enter")
    (record,) = moving.session.journal.records[lines:]
    assert (record.inputs["squadron"], record.inputs["speed"]) == ("Flying Squadron", 20)
    assert window(moving).inbox.waiting == []


def test_an_order_that_is_sent_again_while_its_form_is_open_is_given_once(moving: Keyboard) -> None:
    lines = len(moving.session.journal.records)
    window(moving).hear(of_yalu(moving, "a", "Japan", squadron="Flying Squadron", speed=15))
    moving.press("f8")
    window(moving).hear(TakenBack("a", "Japan"))
    window(moving).hear(of_yalu(moving, "b", "Japan", squadron="Flying Squadron", speed=15))
    assert "taken this order back" not in moving.text
    moving.press("enter")
    assert len(moving.session.journal.records) == lines + 1
    assert window(moving).inbox.waiting == []
    assert [(one.id, one.state) for one in window(moving).inbox.standings()["Japan"]] == [("b", "given"), ("a", "taken back")]


def test_no_order_overtakes_an_older_one_of_its_ship(at: Keyboard) -> None:
    window(at).hear(replace(sent("a", firer="M 388", target="MTB 221", range="20"), unit="M 388"))
    window(at).hear(replace(sent("b"), unit="M 388"))
    window(at).hear(replace(sent("c", firer="R 86", target="MTB 234", range="20"), unit="R 86"))
    at.press("+")
    assert [one.id for one in window(at).inbox.waiting] == ["a", "b"]


def japan_fires(at: Keyboard, asks_sufferer: bool) -> FromPhones:
    """Japan's phones, after the referee has given the order of the Flying Squadron to fire at Zhiyuan; its dice are asked for."""
    for order, inputs, choices in YALU:
        draft = drafted(at.session.battle, order, inputs)
        at.session.ordering(draft.order(), draft.given, typed=False)((), choices)
    phones = FromPhones()
    window(at).sharing, phones.asks_sufferer = phones, asks_sufferer  # type: ignore[assignment]
    at.press("D")
    volley = {"squadron": "Flying Squadron", "target": "Zhiyuan", "range": "20", "bearing": "F"}
    window(at).hear(Sent("a", Proposal("Japan", "volley", volley, 8), "the Flying Squadron fires at Zhiyuan"))
    at.press("space")
    return phones


@pytest.mark.parametrize("asks", [False, True])
def test_the_side_that_is_hit_throws_for_place_and_damage_where_the_table_plays_so(tmp_path: Path, asks: bool) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        phones = japan_fires(at, asks_sufferer=asks)
        of_hits, of_shots = set[tuple[str, str]](), set[tuple[str, str]]()
        while (die := phones.posts[-1].die) is not None:
            (of_hits if "hit by a gun" in die.words else of_shots).add((die.side, die.squadron))
            window(at).hear(Thrown(die.id, die.side, die.sides))
        assert of_shots == {("Japan", "Flying Squadron")}
        assert of_hits == ({("China", "Beiyang line")} if asks else set())  # Japan does not see all ships, and reads less


def test_a_player_who_has_the_rest_rolled_leaves_the_other_side_its_dice(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        phones = japan_fires(at, asks_sufferer=True)
        while (die := phones.posts[-1].die) is not None and die.side == "Japan":
            window(at).hear(Thrown(die.id, "Japan", die.sides))  # so that the squadron hits
        assert die is not None
        window(at).hear(Thrown(die.id, "China", None, rest=True))
        record, sides = at.session.journal.records[-1], set[str]()
        while (die := phones.posts[-1].die) is not None:
            sides.add(die.side)
            window(at).hear(Thrown(die.id, die.side, die.sides))
        assert sides == {"Japan"}, "it is asked for all of its dice, and China for none any more"
        assert at.session.journal.records[-1] is not record


def test_a_player_may_have_all_the_dice_that_follow_rolled(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "dogger-bank", WIDE) as at:
        for _ in range(2):
            at.session.ordering(drafted(at.session.battle, "next", {}).order(), (), typed=False)((), ())
        phones = shared(at)
        shot = {"firer": "Lion", "target": "Seydlitz", "range": "16000", "fired_on": "no"}
        window(at).hear(Sent("a", Proposal("Royal Navy", "fire", shot, 2), "Lion fires at Seydlitz"))
        at.press("space")
        die = phones.posts[-1].die
        assert die is not None and die.side == "Royal Navy"
        window(at).hear(Thrown(die.id, "Royal Navy", 6))
        die = phones.posts[-1].die
        assert die is not None, "she fires several guns"
        window(at).hear(Thrown(die.id, "Royal Navy", None, rest=True))
        record = at.session.journal.records[-1]
        assert record.procedure == "fire"
        assert [face.origin == "typed" for face in record.faces] == [True, *[False] * (len(record.faces) - 1)]
        assert record.thrown_by == {"Royal Navy": (1,)}


def test_the_referee_who_types_a_die_is_not_overtaken(at: Keyboard) -> None:
    phones = shared(at)
    window(at).hear(sent("a"))
    at.press("space", "4")
    die = asked(phones)
    window(at).hear(Thrown(die.id, "Kriegsmarine", 6))
    answer = at.battle.entry.answer
    assert answer is not None and answer.typing.text == "4"
    assert "phone throws too" in at.text
    again = phones.posts[-1].die
    assert again is not None and again.id != die.id, "the phone is asked anew"
    assert again.is_typed, "the phone says that the referee types"
    at.press("enter")
    while at.battle.entry.answer is not None:
        at.press("enter")
    record = at.session.journal.records[-1]
    assert record.faces[0].face == 4
    assert record.thrown_by == {}


def test_a_wrong_face_is_told_to_the_referee_with_the_key_that_takes_it_back(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        phones = japan_fires(at, asks_sufferer=False)
        window(at).hear(Thrown(asked(phones).id, "Japan", 2))
        second = asked(phones)
        window(at).hear(Mistaken("Japan", 2))
        assert "Japan's phone: its 2 was wrong. Backspace takes it back" in at.text
        assert asked(phones) == second, "nothing is taken back before the key"
        at.press("backspace")
        window(at).hear(Thrown(asked(phones).id, "Japan", 10))
        while (more := phones.posts[-1].die) is not None:
            window(at).hear(Thrown(more.id, more.side, 1))
        window(at).hear(Mistaken("Japan", 1))
        assert "its 1 was wrong. u takes its order back" in at.text
        assert at.session.journal.records[-1].faces[0].face == 10


def test_the_laptop_says_that_no_phone_is_there_for_a_die(at: Keyboard) -> None:
    phones = shared(at)
    phones.running = True
    phones.away = {"Kriegsmarine"}
    window(at).hear(sent("a"))
    at.press("space")
    assert "no phone of Kriegsmarine is here for its die: answer it here" in at.text
    phones.away = set()
    assert "no phone of Kriegsmarine" not in at.text


def test_blanks_that_the_referee_types_do_not_stop_a_phones_answer(at: Keyboard) -> None:
    phones = shared(at)
    window(at).hear(sent("a"))
    at.press("space", "space", "space")
    die = asked(phones)
    assert not die.is_typed
    window(at).hear(Thrown(die.id, "Kriegsmarine", 5))
    after = phones.posts[-1].die
    assert after is None or after.id != die.id


def test_an_order_whose_dice_fall_is_not_taken_back(at: Keyboard) -> None:
    phones = shared(at)
    window(at).hear(sent("a"))
    before = phones.posts[-1].orders["Kriegsmarine"][0]
    at.press("space")
    assert (before.fixed, phones.posts[-1].orders["Kriegsmarine"][0].fixed) == (False, True)
    window(at).hear(TakenBack("a", "Kriegsmarine"))
    assert [one.state for one in phones.posts[-1].orders["Kriegsmarine"]] == ["waits"]
    at.press("r")
    assert [one.state for one in phones.posts[-1].orders["Kriegsmarine"]] == ["given"]


def test_an_order_that_the_referee_undoes_says_so_until_it_is_brought_back(at: Keyboard) -> None:
    phones = FromPhones()
    window(at).sharing = phones  # type: ignore[assignment]
    window(at).hear(sent("a"))
    states = []
    for key in ("space", "u", "R"):
        at.press(key)
        states += [one.state for one in phones.posts[-1].orders["Kriegsmarine"]]
    assert states == ["given", "undone by the referee", "given"]


def test_each_side_throws_its_own_die_for_the_initiative(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        phones = FromPhones()
        window(at).sharing = phones  # type: ignore[assignment]
        at.press("D")
        at.go(2)
        thrown = list[tuple[str, int]]()
        while (die := phones.posts[-1].die) is not None:
            thrown.append((die.side, die.sides))
            window(at).hear(Thrown(die.id, die.side, 9 if die.side == "China" else 2))
        assert thrown == [("Japan", 10), ("China", 10)]
        needed = at.battle.entry.needed
        assert isinstance(needed, ChoiceNeeded)
        assert needed.side == "China", "her die was the higher one"


def first_move(at: Keyboard) -> FromPhones:
    """The phones of the Yalu, when China may choose who moves first."""
    phones = FromPhones()
    window(at).sharing = phones  # type: ignore[assignment]
    at.press("D")
    at.go(2)
    while (die := phones.posts[-1].die) is not None:
        window(at).hear(Thrown(die.id, die.side, 9 if die.side == "China" else 2))
    return phones


def test_the_side_that_won_the_initiative_chooses_on_its_phone(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        phones = first_move(at)
        asked = phones.posts[-1].choice
        assert asked is not None
        assert (asked.side, asked.options, "first" in asked.words) == ("China", ("Japan", "China"), True)
        for wrong in (
            Picked(asked.id, "Japan", "Japan"),
            Picked("0.c0.0", "China", "Japan"),
            Picked(asked.id, "China", "nobody"),
        ):
            window(at).hear(wrong)
            assert isinstance(at.battle.entry.needed, ChoiceNeeded)
        asked = phones.posts[-1].choice
        assert asked is not None
        window(at).hear(Picked(asked.id, "China", "Japan"))
        assert at.battle.entry.needed is None
        assert at.session.battle.phase == "movement"
        assert at.session.acting == "Japan", "China lets Japan move first"
        assert phones.posts[-1].choice is None


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        ("yalu", "China wins the initiative: who moves first"),  # its total would tell Japan what its contact marker hides
        ("manila-bay", r"United States \d+, Spain \d+\. (United States|Spain) wins the initiative: who moves first"),
    ],
)
def test_who_chooses_reads_that_he_won_and_by_how_much(tmp_path: Path, scenario: str, words: str) -> None:
    with refereeing(tmp_path / "b.battle", scenario, WIDE) as at:
        asked = first_move(at).posts[-1].choice
        assert asked is not None
        assert re.fullmatch(words, asked.words)


def test_the_choice_of_an_absent_side_is_made_on_the_laptop(tmp_path: Path) -> None:
    with refereeing(tmp_path / "b.battle", "yalu", WIDE) as at:
        at.session.empty_chairs.add(Role("China"))
        phones = FromPhones()
        window(at).sharing = phones  # type: ignore[assignment]
        at.press("D")
        at.go(2)
        while not isinstance(needed := at.battle.entry.needed, ChoiceNeeded):
            at.type("9" if "China" in str(needed) else "2")
            at.press("enter")
        assert needed.side == "China"
        assert phones.posts[-1].choice is None
        at.press("enter")
        assert at.session.battle.phase == "movement"


def test_an_old_answer_is_no_answer_to_the_next_question(at: Keyboard) -> None:
    phones = shared(at)
    window(at).hear(sent("a"))
    at.press("space")
    first = asked(phones)
    at.press("2", "enter")
    answer = at.battle.entry.answer
    window(at).hear(Thrown(first.id, "Kriegsmarine", 6))
    assert at.battle.entry.answer is answer


def test_no_key_of_the_line_does_anything_while_nothing_waits(at: Keyboard) -> None:
    lines = len(at.session.journal.records)
    at.press("space", "+", "f8", "-")
    assert len(at.session.journal.records) == lines
    assert "no player's order waits" in at.text


def test_the_line_fits_a_narrow_screen(at: Keyboard) -> None:
    window(at).hear(sent("a", who="[/] Ann"))
    assert all(len(line) <= NARROW[0] for line in at.lines(NARROW))
    assert any("✉ Kriegsmarine, [/] Ann" in line for line in at.lines(NARROW))


# ------------------------------------------------------------ a server that is broken, or a player who means harm

SAID = {"by": "Kriegsmarine", "order": "fire", "entered": SHOT, "on": 3, "who": "Ann", "faces": ()}
BROKEN: tuple[dict[str, Any], ...] = (
    {"by": "Nobody"}, {"by": "Royal Navy"}, {"order": "no such order"}, {"order": "next"}, {"order": "end"}, {"order": ""},
    {"on": -1}, {"on": 10**9}, {"on": 10**30}, {"entered": {}}, {"entered": {"colour": "red"}}, {"entered": {"firer": ["M 388"]}},
    {"entered": {"firer": None, "target": True, "range": 1e308}}, {"entered": {"": ""}}, {"who": "\x1b[2J" + "x" * 3000},
    {"entered": {"firer": "Ghost"}}, {"faces": (7, None, -1)}, {"entered": {**SHOT, "modifiers": "all of them"}},
)  # fmt: skip


@pytest.mark.parametrize("wrong", BROKEN)
def test_no_order_of_a_broken_server_stops_the_app_or_writes_a_line_without_a_key(at: Keyboard, wrong: dict[str, Any]) -> None:
    before = len(at.session.journal.records)
    window(at).hear(Sent("a", Proposal(**{**SAID, **wrong}), "\x1b]0;owned\x07 \u202e M 388 fires\n\n"))
    shown = at.lines()
    assert len(at.session.journal.records) == before
    assert all(character.isprintable() for line in shown for character in line)
    assert {len(line) > WIDE[0] for line in shown} == {False}
    for key in ("space", "escape", "f8", "escape", "+", "escape", "-", "escape"):
        at.press(key)
        at.lines()
    window(at).hear(TakenBack("a", "Kriegsmarine"))
    assert window(at).inbox.waiting == [] or wrong.get("by") == "Royal Navy"


def test_answers_to_dice_that_nobody_asked_for_are_dropped(at: Keyboard) -> None:
    before = len(at.session.journal.records)
    for asked, side, face in (("", "Kriegsmarine", 3), ("3.1.0", "Nobody", 10**30), ("3.1.0", "Kriegsmarine", -5)):
        window(at).hear(Thrown(asked, side, face))
    assert len(at.session.journal.records) == before


@pytest.mark.parametrize("face", [0, -1, 7, 10**30])
def test_a_face_that_the_die_does_not_have_is_no_answer(at: Keyboard, face: int) -> None:
    phones = shared(at)
    window(at).hear(sent("a"))
    at.press("space")
    die = asked(phones)
    window(at).hear(Thrown(die.id, "Kriegsmarine", face))
    at.lines()
    again = phones.posts[-1].die
    assert again is not None and again.id != die.id, "it is asked for again"
    window(at).hear(Thrown(again.id, "Kriegsmarine", 3))
    after = phones.posts[-1].die
    assert after is None or after.id != again.id


def test_what_has_changed_since_an_order_was_proposed_is_found_once_for_a_line(
    at: Keyboard, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = list[str]()

    def changed(proposal: Proposal, journal: object) -> tuple[str, ...]:
        found.append(proposal.order)
        return ("a fact",)

    monkeypatch.setattr(players_window, "changed_since", changed)
    window(at).hear(sent("a"))
    at.press("down", "up", "down")
    assert any("(since then: a fact)" in line and "✗" not in line for line in at.lines())
    assert found == ["fire"]

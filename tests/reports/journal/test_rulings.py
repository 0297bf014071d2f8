"""The referee's hand in a report: what was ruled, typed in, overruled and taken back."""

from __future__ import annotations

from fleetbook.reports.journal.rulings import interventions, rulings
from fleetbook.reports.render.markdown import markdown
from tests.reports.journals import Played, setup
from tests.reports.render.test_markdown import part


def kinds(played: Played) -> list[tuple[str, str, str]]:
    return [(ruling.kind, ruling.text, ruling.reason) for ruling in rulings(played.journal)]


def test_a_battle_by_the_book_has_none() -> None:
    played = Played().to("fire-1")
    assert kinds(played) == []
    assert "Nothing was ruled by hand" in part(markdown(played.journal), "## The referee's hand")


def test_boxes_and_conditions_set_by_hand_with_their_reason() -> None:
    played = Played()
    played.give("strike", ship="A", track="hull", boxes=2, reason="a rock")
    played.give("set", ship="A", condition="smoke", value="yes", reason="asked for")
    assert kinds(played) == [
        ("by hand", "referee strikes 2 hull of A", "a rock"),
        ("by hand", "referee sets smoke of A to yes", "asked for"),
    ]


def test_dice_typed_in_are_named_by_their_throw() -> None:
    played = Played().to("fire-1")
    played.shot(6)
    assert kinds(played) == [("dice typed in", "D fires at A, 10 cm: 6 on a D6 (shooting)", "")]


def test_an_overruled_die_says_what_lay_there_and_the_order_before_is_no_ruling_besides() -> None:
    played = Played().to("fire-1")
    played.shot(6)
    for record in played.journal.overrule(1, 2, "cocked"):
        played.keep(record)
    assert kinds(played) == [
        ("die overruled", "D fires at A, 10 cm: shooting, die 1: 2 for 6 on a D6", "cocked"),
    ]


def test_modifiers_counted_otherwise_than_the_battle_knew() -> None:
    played = Played().to("fire-1")
    played.give("fire", firer="D", target="A", range=10, small_target="no", fast="yes")
    assert kinds(played) == [
        (
            "modifiers",
            "D fires at A, 10 cm: with -1 firer or target moving more than 6 cm, without -1 target smaller than a corvette",
            "",
        )
    ]


def test_an_order_taken_back_before_dice_is_told_too() -> None:
    played = Played()
    played.give("note", words="nothing")
    played.keep(played.journal.undo())
    assert kinds(played) == [("taken back", "note", "")]


def test_interventions_are_counted_with_their_lines() -> None:
    """The order that an overruled die made anew is no order taken back besides. A note shows no dice. The table has as many."""
    played = Played(setup(("A", "B"), ("D", "E"))).to("fire-1")
    played.shot(6)
    for record in played.journal.overrule(1, 2, "cocked"):
        played.keep(record)
    overruled = played.journal.position
    struck = played.give("strike", ship="A", track="hull", boxes=2, reason="a rock").number
    other = played.give("fire", firer="E", target="B", range=10, small_target="no", fast="yes").number
    assert list(interventions(played.journal)) == [
        f"1 die overruled (line {overruled})",
        f"1 ruling by hand (line {struck})",
        f"1 change of modifiers (line {other})",
    ]
    played.keep(played.journal.undo())
    assert list(interventions(played.journal))[2:] == [f"1 order taken back after its dice were seen (line {other})"]
    played.give("note", words="nothing")
    played.keep(played.journal.undo())
    taken_back = f"2 orders taken back, 1 of them after its dice were seen (lines {other} and {other + 2})"
    assert list(interventions(played.journal))[2:] == [taken_back]
    for boxes in range(1, 8):
        played.give("strike", ship="B", track="hull", boxes=1, reason=f"rock {boxes}")
    (hand,) = (words for words in interventions(played.journal) if "by hand" in words)
    assert hand.startswith(f"8 rulings by hand (lines {struck}, ") and hand.endswith(" and 2 more)")

"""The exact walk agrees with every face of every die played one by one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fleetbook.core.battle.facts import FactValue, Key
from fleetbook.core.odds import Keep, TallyKey
from fleetbook.testing.oracle import OutcomeKey, by_every_face, exact_odds, outcomes_of
from tests.core import toy
from tests.core.scripts import BOAT, VALUES, Program, Script, programs

CHOICES = ("left", "right", "right") * 20
EITHER = ("draw", (("p", 1), ("q", 2)))

TRAPS: dict[str, Program] = {
    "a fact read again after a sub-order changed it": (
        ("read", "a"), ("run", ((("bump", "a"),),)), ("read", "a"), ("keep", "b"),
    ),
    "a fact written before a sub-order that writes it too": (
        ("put", "a", 2), ("run", ((("bump", "a"), ("roll", "d2"), ("keep", "b")),)), ("bump", "a"),
    ),
    "a fact changed unasked before a sub-order and read after it": (
        ("add", "a", 1), ("run", ((("bump", "a"),),)), ("read", "a"), ("keep", "b"),
    ),
    "a fact changed unasked, read, then set, in one order": (
        ("add", "a", 1), ("read", "a"), ("keep", "b"), ("put", "a", "x"), ("add", "a", 2), ("read", "a"), ("count", "words"),
    ),
    "boxes lost unasked, then struck with an answer": (
        ("lose", "hull", 5), ("strike", "hull", 5), ("keep", "a"), ("lose", "hull", -2), ("strike", "hull", 1), ("keep", "b"),
    ),
    "the whole state looked at after own changes": (
        ("add", "a", 1), ("put", "b", 1), ("everything",), ("keep", "b"),
    ),
    "the whole state looked at after own changes and a sub-order": (
        ("put", "a", 1), ("add", "b", 1), ("run", ((("put", "a", None), ("put", "b", None)),)), ("everything",), ("keep", "a"),
    ),
    "the whole state looked at after a sub-order, and own changes before it": (
        ("read", "a"), ("put", "a", 2), ("run", ((("put", "a", None), ("put", "b", 1)),)), ("everything",), ("keep", "b"),
    ),
    "a fact changed unasked and then read, which an earlier order changed": (
        ("run", ((EITHER, ("if", "p", (("put", "a", 2),), ())), (("add", "a", 1), ("read", "a"), ("keep", "b")))),
    ),
    "true and one come to the same place": (
        EITHER, ("if", "p", (("put", "a", True),), (("put", "a", 1),)), ("read", "a"), ("count", "words"),
    ),
    "true and one are told apart by a later order": (
        ("run", ((EITHER, ("if", "p", (("put", "a", True),), (("put", "a", 1),))), (("read", "a"), ("keep", "b")))),
    ),
    "a sub-order twice, told apart only by the type of what it is given": (
        ("run", ((("put", "a", 1),), (("put", "a", True),), (("put", "a", 1.0),))),
    ),
    "a fact that returns to its start value": (
        ("run", ((EITHER, ("if", "p", (("put", "a", 2),), ())), (("put", "a", 1),))), ("read", "a"), ("keep", "b"),
    ),
    "a number taken off again unasked": (
        ("add", "a", 2), EITHER, ("if", "p", (("add", "a", -2),), (("add", "a", -1),)),
    ),
    "a word counted over a number, and a number over a word": (
        ("count", "hits", 2), ("run", ((EITHER, ("count", "hits"), ("count", "hits", 3)),) * 2), ("count", "hits", 1),
    ),
    "a number, a word and a number counted in one sub-order": (
        ("count", "hits", 2), ("run", ((("count", "hits", 1), ("count", "hits", "w"), ("count", "hits", 3)),) * 2),
    ),
    "the same word counted again": (
        ("run", ((EITHER, ("count", "words")), (EITHER, ("count", "words")), (EITHER, ("count", "words")))),
    ),
    "nothing counted, and a nought counted": (
        EITHER, ("if", "p", (("count", "hits", 0),), ()),
    ),
    "choices used up in sub-orders by some ways only": (
        ("run", ((EITHER, ("if", "p", (("choose",), ("keep", "a")), ())),) * 2), ("choose",), ("keep", "b"),
    ),
    "orders inside orders inside orders, each looking at what the others did": (
        ("run", (
            (
                ("bump", "a"), ("run", ((("roll", "d2"), ("keep", "b")), (("read", "b"), ("keep", "a")))),
                ("read", "a"), ("keep", "b"),
            ),
        ) * 2),
        ("read", "b"), ("if", 2, (("run", ((("bump", "a"),),)),), (("put", "a", None),)),
    ),
    "a sub-order given or not by what an earlier one threw": (
        ("run", ((("roll", "d3"), ("keep", "a")),)), ("read", "a"),
        ("if", 2, (("run", ((("roll", "d2"), ("keep", "b")),) * 2),), ()), ("read", "b"), ("count", "hits"),
    ),
    "nothing after a sub-order but words": (
        ("run", ((("roll", "d2"), ("keep", "a")),)), ("note",),
    ),
    "a count after a sub-order": (
        ("run", ((("roll", "d2"), ("keep", "a")),)), ("note",), ("count", "hits", 1),
    ),
    "the same after different throws": (
        ("roll", "d3"), ("if", 1, (), (("add", "a", 1),)), EITHER, ("if", "p", (("add", "b", 1),), (("lose", "hull", 2),)),
        ("roll", "d2"), ("count", "hits"),
    ),
    "the same after different throws, but for a fact known from before": (
        ("read", "a"), ("roll", "d3"), ("keep", "b"), EITHER, ("if", "p", (("put", "a", 1),), (("add", "b", 1),)), ("bump", "a"),
    ),
    "a sub-order given after different throws, and what follows it": (
        ("roll", "d3"), EITHER, ("if", "p", (("run", ((("bump", "a"), ("roll", "d2"), ("keep", "b")),)),), ()), ("bump", "b"),
    ),
    "the same sub-order twice, which reads what it changed unasked": (
        ("run", ((("add", "a", -1), ("read", "a"), ("count", "hits")),)),
        ("run", ((("add", "a", -1), ("read", "a"), ("count", "hits")),)),
    ),
    "a fact set and then changed further after throws": (
        ("roll", "d2"), ("keep", "b"), ("bump", "b"), ("roll", "d2"), ("keep", "a"), ("roll", "d2"), ("keep", "b"),
    ),
    "a fact tested for nought, then read, then tested again after a change": (
        ("nought", "a"), ("keep", "b"), ("read", "a"), ("count", "words"), ("add", "a", -1), ("nought", "a"), ("count", "hits"),
    ),
    "boxes lost, tested for nought in a sub-order, and lost again": (
        ("run", (
            (("roll", "2d6"), ("if", 7, (("lose", "hull", 99),), (("lose", "hull", 1),))),
            (("nought", "hull"), ("if", True, (("put", "b", "x"),), (("lose", "hull", 3),))),
            (("nought", "hull"), ("keep", "a")),
        )),
    ),
    "a test of a number changed before it in the same order": (
        ("roll", "d3"), ("keep", "a"), ("run", ((("add", "a", -2), ("nought", "a"), ("keep", "b")),)),
    ),
    "entries added to what a throw left, unasked and in two orders": (
        EITHER, ("if", "p", (("append", "a", 1),), (("put", "a", "x"),)), ("run", ((("append", "a", True), ("append", "a", 1)),)),
        EITHER, ("append", "a"), ("append", "b", None),
    ),
    "a throw after a sub-order": (
        ("run", ((("roll", "d2"), ("keep", "a")),)), ("roll", "d2"), ("keep", "b"),
    ),
}  # fmt: skip


KEPT: dict[str, Keep] = {
    "all": lambda name: True,
    "the fact b": lambda name: name == Key(BOAT, "b"),
    "hull and the fact a": lambda name: name in (Key(BOAT, "a"), Key(BOAT, "hull")),
    "counts": lambda name: isinstance(name, TallyKey),
    "nothing": lambda name: False,
}
"""The facts wanted in the end. The rest is forgotten as soon as no order reads it any more."""


def agree(program: Program, start: FactValue, most: int) -> None:
    """Compare the walk with all plays, as a whole and part by part. An order with too many plays is left out."""
    battle, order = toy.battle().with_changes([(Key(BOAT, "a"), start)]), Script(program=program)
    slow = by_every_face(battle, order, CHOICES, most)
    if slow is None:
        return
    for keep in KEPT.values():
        fast, wanted = outcomes_of(exact_odds(battle, order, choices=CHOICES, keep=keep)), part_of(slow, keep)
        assert fast.keys() == wanted.keys()
        assert all(abs(fast[told] - chance) < 1e-12 for told, chance in wanted.items())


def part_of(law: Mapping[OutcomeKey, float], keep: Keep) -> dict[OutcomeKey, float]:
    """A law of which only some facts and counts are told."""
    found: dict[OutcomeKey, float] = {}
    for (changes, scores), chance in law.items():
        facts = frozenset(text for text in changes if keep(eval(text, {"Key": Key})[0]))
        counts = frozenset(text for text in scores if keep(TallyKey(*eval(text)[0])))
        found[facts, counts] = found.get((facts, counts), 0.0) + chance
    return found


@pytest.mark.parametrize("start", [None, 1, True])
@pytest.mark.parametrize("program", TRAPS.values(), ids=TRAPS)
def test_the_walk_equals_every_face_where_it_might_go_wrong(program: Program, start: FactValue) -> None:
    agree(program, start, most=5_000)


@settings(max_examples=20, deadline=None)
@given(programs, st.sampled_from(VALUES))
def test_the_walk_equals_every_face_for_drawn_orders(program: Program, start: FactValue) -> None:
    agree(program, start, most=600)


@pytest.mark.campaign
@settings(max_examples=1_000, deadline=None)
@given(programs, st.sampled_from(VALUES))
def test_the_walk_equals_every_face_for_many_drawn_orders(program: Program, start: FactValue) -> None:
    agree(program, start, most=2_000)

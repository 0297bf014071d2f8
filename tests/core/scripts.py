"""Orders written as small programs, so that hypothesis can draw them. Sub-orders read facts that others wrote."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

from hypothesis import strategies as st

from fleetbook.core.battle.facts import Key, is_nought
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import (
    Effect,
    Effects,
    add,
    append,
    choose,
    draw,
    lose,
    note,
    roll,
    roll_at_least,
    roll_on,
    run,
    set_fact,
    strike_boxes,
    tally,
)
from fleetbook.core.orders.order import Order
from tests.core.toy_ships import Boat, PondBattle

Program: TypeAlias = tuple[Any, ...]

BOAT = "Duck"
FACTS = ("a", "b")
VALUES = (None, True, False, 0, 1, 1.0, 2, "x", ("x", 1), ("x", True))
OPTIONS = ("left", "right")


class Script(Order[Boat]):
    """Runs its program. ``last`` is the last answer or fact; facts belong to one boat."""

    id, title = "script", "Script"
    program: Program = fields.text("program")

    def resolve(self, battle: PondBattle) -> Effects:
        yield from steps_of(battle, self.program, [None])


def steps_of(battle: PondBattle, program: Program, last: list[Any]) -> Effects:
    """The steps of a program; ``last`` holds the last answer."""
    for word, *details in program:
        if word == "if":
            value, then, otherwise = details
            alike = type(last[0]) is type(value) and last[0] == value
            yield from steps_of(battle, then if alike else otherwise, last)
        elif word == "read":
            last[0] = battle.fact(Key(BOAT, details[0]))
        elif word == "nought":
            last[0] = battle.fact_is(Key(BOAT, details[0]), is_nought)
        elif word == "everything":
            last[0] = len(battle.state)
        elif word == "run":
            yield from run(*[Script(program=part) for part in details[0]])
        else:
            last[0] = yield from _step(battle, word, details, last[0])


def _step(battle: PondBattle, word: str, details: list[Any], last: Any) -> Generator[Effect, Any, Any]:
    if word in ("put", "keep"):
        yield from set_fact(BOAT, details[0], details[1] if word == "put" else last)
        return last
    if word == "bump":
        yield from set_fact(BOAT, details[0], (battle.ship(BOAT).count(details[0]) + 1) % 3)
        return last
    if word == "add":
        yield from add(BOAT, details[0], details[1])
        return last
    if word == "append":
        yield from append(BOAT, details[0], last if len(details) == 1 else details[1])
        return last
    if word == "lose":
        yield from lose(BOAT, details[0], details[1])
        return last
    if word == "count":
        amount = details[1] if len(details) > 1 else last
        yield from tally(details[0], amount if isinstance(amount, (int, str)) else repr(amount))
        return last
    if word == "note":
        yield from note("a word")
        return last
    return (yield from _throw(battle, word, details))


def _throw(battle: PondBattle, word: str, details: list[Any]) -> Generator[Effect, Any, Any]:
    if word == "roll":
        return (yield from roll("dice", details[0]))
    if word == "score":
        return (yield from roll_at_least("score", "d3", details[0]))
    if word == "draw":
        return (yield from draw("drawn", details[0]))
    if word == "table":
        lines = battle.tables.modifier_list("shooting").chosen(details[1])
        return (yield from roll_on(battle.tables.table("bailing"), details[0], lines))
    if word == "choose":
        return (yield from choose("way", OPTIONS))
    assert word == "strike"
    return (yield from strike_boxes(BOAT, details[0], details[1]))


_fact = st.sampled_from(FACTS)
_value = st.sampled_from(VALUES)
_tally = st.sampled_from(("hits", "words"))
_quiet = st.one_of(
    st.tuples(st.just("put"), _fact, _value),
    st.tuples(st.just("bump"), _fact),
    st.tuples(st.just("count"), _tally, st.sampled_from((0, 1, 2, -1, True, "w", "v"))),
    st.tuples(st.just("add"), _fact, st.sampled_from((1, -1, 0, 2))),
    st.tuples(st.just("append"), _fact, _value),
    st.tuples(st.just("lose"), st.sampled_from(("hull", "crew")), st.sampled_from((1, 2, 5, -1))),
    st.tuples(st.just("strike"), st.sampled_from(("hull", "crew")), st.sampled_from((1, 2, 5, -1))),
    st.just(("note",)),
)
_asking = st.one_of(
    st.tuples(st.just("read"), _fact),
    st.tuples(st.just("read"), _fact),
    st.tuples(st.just("nought"), st.sampled_from((*FACTS, "hull"))),
    st.tuples(st.just("roll"), st.sampled_from(("d2", "d3", "2d2", "d2-1"))),
    st.tuples(st.just("score"), st.sampled_from((1, 2, 3, 4))),
    st.tuples(st.just("draw"), st.sampled_from(((("p", 1), ("q", 2)), (("p", 1),)))),
    st.tuples(st.just("table"), st.sampled_from(("day", "dusk")), st.sampled_from(((), ("steady",), ("gust",)))),
    st.sampled_from((("everything",), ("choose",))),
)
_telling = st.one_of(st.tuples(st.just("keep"), _fact), st.tuples(st.just("count"), _tally))


def _blocks(inner: st.SearchStrategy[Program] | None, longest: int) -> st.SearchStrategy[Program]:
    """Programs whose conditional parts and sub-orders are drawn from ``inner``; the same sub-order often comes twice."""
    kinds: list[st.SearchStrategy[Any]] = [st.tuples(_quiet), st.tuples(_asking, _telling)]
    if inner is not None:
        several = st.lists(inner, min_size=1, max_size=2).flatmap(
            lambda parts: st.lists(st.sampled_from(parts), min_size=1, max_size=3)
        )
        told = st.one_of(_value, st.sampled_from(("left", "dry", "p", 2, 1, True)))
        kinds += [
            st.tuples(_asking, st.tuples(st.just("if"), told, inner, inner)),
            st.tuples(st.tuples(st.just("run"), several.map(tuple))),
            st.tuples(st.tuples(st.just("run"), several.map(tuple))),
        ]
    return st.lists(st.one_of(kinds), min_size=1, max_size=longest).map(
        lambda parts: tuple(step for part in parts for step in part)
    )


programs = _blocks(_blocks(_blocks(None, 2), 3), 4)
"""Programs with sub-orders and conditional parts inside each other."""

"""Propose the next order: one for the two ships of the last order, or the last order again for the next ship."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import Refused
from fleetbook.core.orders.draft import Draft, Entry
from fleetbook.core.orders.field_kinds import NumberField
from fleetbook.core.orders.legality import Legality
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import COMMON
from fleetbook.referee.proposals.measured import is_of_this_step, with_number
from fleetbook.referee.session import Session

Kind = type[Order[Any]]
WORDS = ("ship", "choice", "several")  # kinds of inputs that may name a ship
MOST_ASKED = 40  # ships that are asked after an order whether they may give it too: each costs some time


def begun(session: Session, kind: Kind, ship: str = "", by_hand: bool = False) -> Draft[Any]:
    """The draft of a new order, with ships and a measured range filled in.

    The order is for ``ship``, the ship with the cursor, if she can give it. ``by_hand`` is whether the referee moved the cursor
    there. If so, that ship is also preferred in later inputs, such as the target. If not, the two ships of the last order are
    proposed again where they fit.
    """
    draft = Draft(session.battle, kind)
    draft = _with_ship(session, draft if by_hand else _with_last_pair(session, draft, ship), ship, by_hand)
    return with_number(session, draft)


def _with_last_pair(session: Session, draft: Draft[Any], pointed: str) -> Draft[Any]:
    """The draft with the two ships of the last order, if that was another kind of order in this phase.

    The first ship must not have given this order yet, and both ships must be allowed. If the cursor is on a ship, she must be the
    first of the two. If one of these conditions is not met, the draft is unchanged.
    """
    last, battle, kind = session.last_but_notes, session.battle, draft.kind
    if last is None or last.procedure == kind.id or not is_of_this_step(session, last):
        return draft
    pair = [str(last.inputs.get(name)) for name in _ship_inputs(battle.ruleset.order(last.procedure))]
    wanted = _ship_inputs(kind)
    if len(pair) != 2 or len(wanted) != 2 or pointed not in ("", pair[0]) or not is_due(session, kind, pair[0]):
        return draft
    with_pair = draft
    for name, ship in zip(wanted, pair, strict=True):
        if ship not in with_pair.entries[name].words or with_pair.entries[name].against(ship):
            return draft
        if with_pair.values[name] != ship:
            with_pair = with_pair.with_input(name, ship)
    return with_pair


def _with_ship(session: Session, draft: Draft[Any], ship: str, by_hand: bool) -> Draft[Any]:
    """The draft with a ship, or else her squadron or her port, entered in the first input that allows it.

    Unless ``by_hand``, an input with a default is not changed. The exception is the input that names who acts: it gets the ship,
    unless she has already given the order and others have not.
    """
    acting = _acting(draft)
    for entry in draft.entries.values():
        if entry.field.kind not in WORDS or (entry.field.kind == "several" and entry is not acting):
            continue
        options = entry.options or ()
        acts = entry is acting and (is_due(session, draft.kind, ship) or not _others_due(session, draft.kind, options))
        asked = acts or entry.problem or (by_hand and entry.field.kind != "choice")
        others = (word for word in _groups(session, ship) if (acts or by_hand) and _may_be(entry, word))
        if own := ship if asked and _may_be(entry, ship) else next(others, ""):
            value = entry.field.value_of(own)
            return draft.with_input(entry.field.name, value) if by_hand or entry.value != value else draft
    return draft


def _may_be(entry: Entry, word: str) -> bool:
    """Whether an input may be this word alone, whatever the form proposes there."""
    return word in entry.words and not entry.against(word)


def _acting(draft: Draft[Any]) -> Entry | None:
    """The input that names the ship or squadron that acts. None for rulings by hand, and for orders that begin with another
    input.
    """
    first = next(iter(draft.entries.values()), None)
    return first if first and first.field.kind in WORDS and is_of_the_rules(draft.kind) else None


def _groups(session: Session, ship: str) -> tuple[str, ...]:
    """The names of the groups to which a ship belongs, such as her squadron. Orders may name a group instead of the ship."""
    battle = session.battle
    return tuple(filter(None, battle.ship(ship).groups)) if battle.is_ship(ship) else ()


def _others_due(session: Session, kind: Kind, words: Sequence[str]) -> bool:
    return any(is_due(session, kind, word) for word in words)


def leaves_no_choice(draft: Draft[Any]) -> bool:
    """Whether a draft is complete, and each of its inputs was entered or has only one option."""
    return draft.problem is None and all(entry.given or len(entry.options or ()) == 1 for entry in draft.wanted)


def passed_over(session: Session, draft: Draft[Any], ship: str, by_hand: bool) -> str:
    """The reason why the ship with the cursor cannot act, and the ship that is filled in instead, in words. Empty if she can act.

    An order may have no input for who acts. If the referee moved the cursor to a ship (``by_hand``), the first input for a ship
    counts instead.
    """
    entry = _acting(draft) or next((one for one in draft.wanted if one.field.kind == "ship" and by_hand), None)
    if entry is None or not ship:
        return ""
    own = next((word for word in (ship, *_groups(session, ship)) if word in entry.words), "")
    named = own and entry.field.value_of(own)
    is_next = f"; {entry.field.show(entry.value)} is next" if entry.value not in (None, named) else ""
    if not own:
        why = draft.kind.not_of(session.battle.ship(ship)) if session.battle.is_ship(ship) else ""
        if not why:
            of_ships = session.battle.is_ship(str(entry.value))
            why = f"{ship} cannot give this order" if of_ships else ""
        return f"{why}{is_next}" if why and is_next and ship not in draft.values.values() else ""
    done = [tick for tick in session.ticks(ship) if tick.sign == draft.kind.key and tick.done and own == ship]
    if done and done[0].again and not _others_due(session, draft.kind, entry.words):
        return f"all {done[0].words.replace('has ', 'have ', 1)} this turn; {done[0].again}{is_next}"
    why = str(entry.against(own) or "") or next((f"{ship} {tick.words} this turn" for tick in done), "")
    if not why and is_next:
        others = draft.with_input(entry.field.name, named).entries.values()
        why = next((str(one.problem) for one in others if isinstance(one.problem, Refused)), f"{own} is not due")
    return why if str(entry.value) in why else f"{why}{is_next}"


def repeated(session: Session, last: Record, ship: str = "", legality: Legality[Any] | None = None) -> Draft[Any]:
    """A draft that repeats the last order for ``ship``, or for the next ship that has not given it yet.

    Choices that are no longer allowed are left out. A number is left out if it was entered for the other side, or measured
    between other ships or in another phase. ``legality`` is a cache of what such orders allow now, if there is one.
    """
    battle = session.battle
    kind = battle.ruleset.order(last.procedure)
    draft = Draft(battle, kind, {name: last.inputs[name] for name in last.given}, legality)
    actor = next(iter(kind.declared), "") if is_of_the_rules(kind) else ""
    if actor and (ship or kind.declared[actor].listed):
        draft = draft.with_input(actor, ship or _next_ship(session, draft, actor, str(last.inputs.get(actor))))
    for name in last.given:
        if kind.declared[name].listed and name != actor and draft.entries[name].problem:
            draft = draft.with_input(name, None)
    moved_on = not is_of_this_step(session, last)
    others = _is_between_others(draft, last) or session.journal.battle_before(last.number).acting != battle.acting
    for name in last.given:
        field = kind.declared[name]
        if not isinstance(field, NumberField):
            continue
        if others or (field.measured and (moved_on or _is_measured_otherwise(draft, last, name))):
            draft = draft.with_input(name, None)
    return with_number(session, draft)


def _next_ship(session: Session, draft: Draft[Any], actor: str, last: str) -> str | None:
    """The next ship on the board below ``last`` that is of the same side, may give the order and has not given it yet. At the end
    of the board the search goes on at its top. None if there is no such ship.
    """
    entry = draft.with_input(actor, None).entries[actor]
    options = [word for word in entry.options or () if word != last and _side(session, word) == _side(session, last)]
    places = {card.name: place for place, card in enumerate(session.cards())}
    at = places.get(last, 0)
    options.sort(key=lambda word: (places.get(word, at) < at, places.get(word, at)))
    return next((word for word in options if is_due(session, draft.kind, word)), None)


def left_to_do(session: Session) -> dict[Kind, list[str]]:
    """The orders of this step, each with the ships of the acting side that still have to give it and may do so now.

    If the rules do not count which ships have given an order, this is the first usual order that a ship may still give, with the
    ships that have not given it in this step. If ships are many, only the first of them are checked.
    """
    return session.cached_for_line("left to do", (), lambda: _left_to_do(session))


def due_ships(session: Session) -> tuple[str, ...]:
    """The ships that have something to do now, in the order of the board."""
    owing = {ship for ships in left_to_do(session).values() for ship in ships}
    return tuple(card.name for card in session.cards() if card.name in owing and not card.fate)


def _left_to_do(session: Session) -> dict[Kind, list[str]]:
    battle, found = session.battle, dict[Kind, list[str]]()
    cards = [card for card in session.cards() if card.side in (session.acting or card.side)]
    due = [(tick.sign, card.name) for card in cards for tick in session.ticks(card.name) if tick.due]
    here = [kind for kind in battle.ruleset.all_orders if session.suits(kind) and is_usual(kind)]
    for kind in here:
        owing = [name for sign, name in due if sign == kind.key]
        found[kind] = [name for at, name in enumerate(owing) if at >= MOST_ASKED or not session.refusal_by(kind, name)]
    first = next((kind for kind in here if is_of_a_ship(kind) and not (due or kind.is_aside or session.refusal(kind))), None)
    if first is not None:
        given = {str(record.inputs.get(next(iter(first.declared)))) for record in given_in_step(session, first)}
        acting = Entry(session.legality(first), 0, {}, {})
        open_yet = [one for one in acting.words if battle.is_ship(one) and one not in given and is_due(session, first, one)]
        found[first] = [one for at, one in enumerate(open_yet) if at >= MOST_ASKED or not acting.against(one)]
    return {kind: ships for kind, ships in found.items() if ships}


def is_usual(kind: Kind) -> bool:
    """Whether the order belongs to the usual course of a step."""
    return not (kind.by_itself or kind.is_rare or kind.by_referee)


def is_of_a_ship(kind: Kind) -> bool:
    """Whether a single ship gives the order."""
    first = next(iter(kind.declared.values()), None)
    return first is not None and first.kind == "ship"


def given_in_step(session: Session, kind: Kind) -> Iterator[Record]:
    """The orders of a kind that were given in this step and are in force."""
    records = map(session.journal.record, session.in_force)
    return (record for record in records if record.procedure == kind.id and is_of_this_step(session, record))


def repeats(session: Session, last: Record) -> Iterator[tuple[str, Draft[Any]]]:
    """Drafts that repeat the last order for each other ship of the same side that may give it and has not. Each comes with the
    name of the ship.

    An order of a squadron is repeated for the squadrons of both sides, because they may alternate; values are not copied to the
    other side. Each draft is made after the previous order was given. Rulings by hand are not repeated.
    """
    kind = session.battle.ruleset.order(last.procedure)
    actor = next(iter(kind.declared), "") if is_of_the_rules(kind) else ""
    done = [str(last.inputs.get(actor))]
    if not session.battle.is_ship(done[0]) and not session.battle.squadron(done[0]):
        return
    while (draft := _repeat(session, last, actor, done)) is not None:
        done.append(str(draft.values[actor]))
        yield done[-1], draft


def why_no_repeat(session: Session, last: Record) -> str:
    """The reason why no other ship or squadron can repeat the last order, such as that all have given it.

    Empty for a ruling by hand, and if there is no other ship.
    """
    kind, battle = session.battle.ruleset.order(last.procedure), session.battle
    if not is_of_the_rules(kind) or not kind.declared:
        return ""
    acting = Entry(Legality(battle, kind), 0, {}, {})
    done = str(last.inputs.get(acting.field.name))
    others = [one for one in acting.words if one != done and _side(session, one) == _side(session, done)]
    due = [one for one in others if is_due(session, kind, one)]
    if others and not due:
        return "all others have done so"
    return next((str(against) for one in due if (against := acting.against(one))), "")


def _repeat(session: Session, last: Record, actor: str, done: Sequence[str]) -> Draft[Any] | None:
    """A draft that repeats the last order for the next ship or squadron not in ``done``. None if no other can give it."""
    kind, battle = session.battle.ruleset.order(last.procedure), session.battle
    legality = Legality(battle, kind)
    acting = Entry(legality, 0, {}, {})
    side, words, is_ship = _side(session, done[0]), _words(kind, last.inputs), battle.is_ship(done[0])
    for one in acting.words:
        ours = _side(session, one) == side
        if one in done or battle.is_ship(one) != is_ship or not is_due(session, kind, one) or (is_ship and not ours):
            continue
        given = [_words(kind, record.inputs) for record in given_in_step(session, kind) if record.inputs.get(actor) == one]
        if words in given or acting.against(one):
            continue
        draft = repeated(session, last, one, legality) if ours else Draft(battle, kind, {actor: one}, legality)
        if not given or _words(kind, draft.values) == words:
            return draft
    return None


def is_of_the_rules(kind: Kind) -> bool:
    """Whether a kind of order belongs to the rules. False for orders of every rule system, such as hits by hand and notes."""
    return kind not in COMMON


def is_the_same(draft: Draft[Any], last: Record) -> bool:
    """Whether a draft differs from the last order only in the ship or squadron that acts."""
    compared = [field for place, field in enumerate(draft.kind.declared.values()) if place or not field.listed]
    return not _is_between_others(draft, last) and all(
        draft.values[field.name] == field.decoded(last.inputs.get(field.name)) for field in compared
    )


def is_only_incomplete(draft: Draft[Any]) -> bool:
    """Whether inputs of a draft are missing, and none is wrong."""
    problems = [entry for entry in draft.entries.values() if entry.problem]
    return bool(problems) and not any(entry.given or isinstance(entry.problem, Refused) for entry in problems)


def is_due(session: Session, kind: Kind, ship: str) -> bool:
    """Whether a ship has still to give an order of this kind this turn. True if the rules do not count such orders."""
    ticks = session.ticks(ship) if session.battle.is_ship(ship) else ()
    own = [tick.due for tick in ticks if tick.sign == kind.key]  # two ticks may have the same sign
    return not own or any(own)


def _side(session: Session, name: str) -> str:
    """The side of a ship or a squadron. Empty for any other word."""
    battle = session.battle
    ship = name if battle.is_ship(name) else next(iter(battle.squadron(name)), "")
    side: str = battle.ship(ship).side if ship else ""
    return side


def _words(kind: Kind, inputs: Mapping[str, Any]) -> list[Any]:
    """The options chosen in an order's inputs, such as a battery."""
    return [inputs.get(name) for name, field in kind.declared.items() if field.kind == "choice"]


def _ship_inputs(kind: Kind) -> list[str]:
    return [name for name, field in kind.declared.items() if field.kind == "ship"]


def _is_between_others(draft: Draft[Any], last: Record) -> bool:
    """Whether an order that names several ships names other ships than the last order."""
    ships = _ship_inputs(draft.kind)
    return len(ships) > 1 and any(draft.values[name] != last.inputs.get(name) for name in ships)


def _is_measured_otherwise(draft: Draft[Any], last: Record, name: str) -> bool:
    """Whether a number must be measured again, because an input before it differs from the last order."""
    names = list(draft.entries)
    return any(draft.values[before] != last.inputs.get(before) for before in names[: names.index(name)])

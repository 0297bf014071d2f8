"""Orders that players propose from their side's knowledge. The referee gives them in the true battle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from fleetbook.core.battle.battle import PHASE, Battle, ReadBattle
from fleetbook.core.battle.card_cache import Asked, Mark
from fleetbook.core.battle.facts import Key, type_strict_key
from fleetbook.core.battle.rules import hides_table
from fleetbook.core.errors import FleetbookError, InvalidInput, NotYetKnown, Refused
from fleetbook.core.orders.draft import Draft
from fleetbook.core.orders.field_kinds import ModifierField, SeveralField
from fleetbook.core.orders.legality import Legality, Problem
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import listed
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.knowledge import Knowledge
from fleetbook.core.play.side_battle import side_battle, table_battle, true_names
from fleetbook.referee.offers import draft, referees_orders


class Proposal(msgspec.Struct, frozen=True):
    """An order that a player of a side proposes. It has no effect on the battle until the referee gives it.

    by       the side
    order    the id of the order
    entered  only the inputs that the player entered, by name. Ships and squadrons have the names that the side knows
    on       the number of the journal's line on which the order was proposed
    who      the player; empty if no name was given
    faces    the faces of dice that the player threw. None stands for a die that is not thrown yet
    """

    by: str
    order: str
    entered: dict[str, Any]
    on: int
    who: str = ""
    faces: tuple[int | None, ...] = ()


class Offer(NamedTuple):
    """A kind of order that a side may propose, with the reason why it cannot be given now, if there is one."""

    kind: type[Order[Any]]
    problem: Problem | None


def offers_for(journal: Journal[Any], side: str, known: Knowledge[Any] | None = None) -> tuple[Offer, ...]:
    """The kinds of orders that a side's players may propose. For an order that cannot be given now, the reason is added as far as
    the side may know it.

    If the journal grows, pass the side's Knowledge as ``known`` each time.
    """
    return tuple(Offer(legality.kind, legality.why_not()) for legality in _own_kinds(side_battle(journal, side, known), side))


def _own_kinds(battle: Battle[Any], side: str) -> Iterator[Legality[Any]]:
    """The kinds of orders that belong to a side's players."""
    for kind in referees_orders(battle.ruleset):
        legality = Legality(battle, kind)
        if (owners := legality.owners({})) is None or side in owners:
            yield legality


def units_for(journal: Journal[Any], side: str, order: str, known: Knowledge[Any] | None = None) -> tuple[str, ...]:
    """The ships and squadrons of a side that may be given an order now, which are the options of its first input.

    If the first input of the order is not chosen from a list, the only unit is an empty name.
    """
    made = side_draft(journal, side, order, {}, known)
    first = next(iter(made.entries.values()), None)
    if first is None or not first.field.listed or isinstance(first.field, SeveralField):
        return ("",) if is_order_of(made, side) else ()
    return first.options or ()


def is_order_of(made: Draft[Any], side: str) -> bool:
    """Whether a draft is an order that a side may give, as far as its inputs tell whose order it is."""
    owners = made.legality.owners(made.known)
    return owners is None or side in owners


def has_orders(
    journal: Journal[Any], side: str, known: Knowledge[Any] | None = None, units: frozenset[str] | None = None
) -> bool:
    """Whether a side's players may have orders to send in this step, as far as everybody at the table knows. Orders that are
    seldom given do not count. With ``units``, only orders of these ships and squadrons count.

    If units may be hidden, it counts only whether the side has such kinds of orders in this step, and not whether one can be
    given now, which might betray a hidden unit. This does not hold for ``units`` that the table has seen. For a journal that
    grows, pass the table's Knowledge as ``known`` each time.
    """
    battle = journal.battle
    if battle.ended or battle.acting not in ("", side):
        return False
    table = table_battle(journal, side, known)
    by_kind = hides_table(battle.ruleset) and not any(map(table.is_ship, units or ()))
    return any(
        by_kind or (legality.why_not() is None and (units is None or not units.isdisjoint(_first_words(legality))))
        for legality in _own_kinds(battle if by_kind else table, side)
        if battle.phase in legality.kind.phases
        and not (legality.kind.by_itself or legality.kind.is_rare or legality.kind.is_aside)
    )


def _first_words(legality: Legality[Any]) -> Sequence[str]:
    """The words that may be chosen for the first input of an order, such as the ships that may give it."""
    first = next(iter(Draft(legality.battle, legality.kind, {}, legality).entries.values()), None)
    return (first.options or ()) if first is not None and first.field.listed else ()


def side_draft(
    journal: Journal[Any], side: str, order: str, entered: Mapping[str, Any], known: Knowledge[Any] | None = None
) -> Draft[Any]:
    """A draft of a side's order, based on the side's knowledge. Raises InvalidInput for an unknown order or input."""
    return draft(side_battle(journal, side, known), order, entered)


def proposal_of(made: Draft[Any], on: int, who: str = "", faces: Sequence[int | None] = ()) -> Proposal:
    """The proposal for a side's finished draft. Shortened words are replaced by their full names."""
    entered: dict[str, Any] = {}
    for name, raw in made.raw.items():
        entry = made.entries.get(name)
        as_typed = entry is None or entry.value is None or isinstance(entry.field, ModifierField)
        entered[name] = raw if as_typed or entry is None else entry.value
    return Proposal(made.battle.side, made.kind.id, entered, on, who, tuple(faces))


def on_true(proposal: Proposal, journal: Journal[Any]) -> Draft[Any]:
    """The draft of a proposed order in the true battle, for the referee. Names become true names. Inputs that the player did not
    enter are filled in from the true battle.

    Raises InvalidInput for an unknown order or input, and Refused for an order of another side.
    """
    made = draft(journal.battle, proposal.order, _true_inputs(proposal, journal))
    if not is_order_of(made, proposal.by):
        owners = made.legality.owners(made.known)
        raise Refused(f"{made.kind.title} is an order of {listed(owners or ()) or 'the referee'}, not of {proposal.by}")
    return made


def changed_since(proposal: Proposal, journal: Journal[Any]) -> tuple[str, ...]:
    """The facts that a proposed order depends on and that have changed since it was proposed, in words for the referee, by ship.
    Empty if none has changed.
    """
    then, now = _battle_on(proposal, journal), journal.battle
    if then.state is now.state:
        return ()
    changed: dict[str, list[str]] = {}
    for key in _read_by(draft(then, proposal.order, _true_inputs(proposal, journal)), now):
        name = "step" if key == PHASE else key.name
        changed.setdefault(key.subject, []).append(f"{name} ({key.other})" if key.other else name)
    return tuple(f"{subject}: {', '.join(names)}" if subject else ", ".join(names) for subject, names in changed.items())


def _battle_on(proposal: Proposal, journal: Journal[Any]) -> Battle[Any]:
    if not 0 <= proposal.on < journal.next_number:
        raise InvalidInput("line", proposal.on, f"a line from 0 to {journal.next_number - 1}")
    return journal.battle_after(proposal.on)


def _true_inputs(proposal: Proposal, journal: Journal[Any]) -> dict[str, Any]:
    """The inputs that the player entered, with true names in place of the names that the side knew at that time."""
    names, kind = true_names(_battle_on(proposal, journal), proposal.by), journal.ruleset.order(proposal.order)

    def true(value: Any) -> Any:
        return [true(part) for part in value] if isinstance(value, (list, tuple)) else names.get(value, value)

    chosen = {name for name, field in kind.declared.items() if field.listed}
    return {name: true(value) if name in chosen else value for name, value in proposal.entered.items()}


def _read_by(made: Draft[Any], now: Battle[Any]) -> Iterator[Key]:
    """The facts that a draft depends on and that have another value in the battle ``now``. A draft depends on a fact if its check
    or its default values read the fact.

    Facts that only say whose turn it is are left out, because the rules refuse an order out of turn anyway.
    """
    moment, turn, order = ReadBattle(made.battle), ReadBattle(now), made.kind.partial(made.known)
    _ = turn.acting  # reading it notes those facts
    with suppress(FleetbookError, NotYetKnown):
        order.open(moment)
        order.check(moment)
    for name, field in made.kind.declared.items():
        if name not in made.given:
            with suppress(FleetbookError, NotYetKnown):
                field.default_value(moment, order)
    then, asked = made.battle, dict[Asked, None](moment.read.asked)
    if moment.read.whole:
        asked = dict.fromkeys(key for battle in (then, now) for key, _ in battle.state.items())
    for one in asked:
        if one in turn.read.asked and one != PHASE:
            continue
        if isinstance(one, Key) and type_strict_key(then.fact(one)) != type_strict_key(now.fact(one)):
            yield one
        elif isinstance(one, Mark) and then.is_this_turn(one.key) != now.is_this_turn(one.key):
            yield one.key

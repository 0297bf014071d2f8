"""One side's campaign: its own ships, ports and stores, and the others' ships as it saw them in counted battles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from fleetbook.core.battle.battle import Battle, Ship
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.battle.victory import Victory
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import SealedNote
from fleetbook.core.parsing import pick
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.core.words.typed_names import TypedNames
from fleetbook.rules.campaign.counting import Count, CountBattle, in_order
from fleetbook.rules.campaign.orders import Prize
from fleetbook.rules.campaign.ship import CampaignFacts, CampaignShip
from fleetbook.store.catalogue import SEASON

S = TypeVar("S", bound=Ship)
RULING, A_BATTLE = "a ruling", "a battle"
"""Words that replace a text with names that the side does not know."""


def read_by(journal: Journal[S], side: str) -> Journal[S]:
    """The journal of a battle or a campaign as a side may read it; the whole journal if ``side`` is empty. After the end a side
    reads everything.

    Raises InvalidInput for an unknown side.
    """
    if not side:
        return journal
    goes_on = journal.ruleset.id == SEASON.id and not journal.battle.ended
    view: Any = SideSeason(journal, side) if goes_on else SideView(journal, side)
    return view  # type: ignore[no-any-return]


class SideSeason(Journal[CampaignShip]):
    """A campaign as a side would have kept it. Its lines are the days, the orders in force about the side's own ships and ports,
    and the side's battles as it saw them. It contains nothing else, not even a number, time or hash of another line.

    A ship of another side is in it if the side met her in a counted battle. She has the facts that she had then, as far as the
    side could read them. If she was lost or repaired elsewhere, she stays as the side saw her last.
    """

    def __init__(self, whole: Journal[Any], side: str) -> None:
        self.side = self.reader = pick("side", side, whole.setup.sides)
        self._whole = whole
        in_force = whole.undo_history.line_to(whole.position)
        self._orders = {number: whole.order_of(whole.record(number)) for number in in_force}
        self._met = dict(self._meetings())
        self._hidden = self._names_hidden()
        super().__init__(whole.ruleset, self._own_setup(), whole.stream.seed)
        for number, order in self._orders.items():
            known = self._as_known(order, whole.battle_before(number))
            if known is not None:
                self._give(known)
                if isinstance(known, Prize) and known.side == side:
                    self._survey(whole.battle_after(number).ship(known.ship))

    def _give(self, order: Order[Any]) -> None:
        self.append(self.propose(order, given=tuple(order.declared)))

    def _survey(self, prize: CampaignShip) -> None:
        """Correct the state of a captured ship: her captors learn the damage that she really has."""
        before = self.battle.ship(prize.name).scars
        if prize.scars != before:
            found = Count(prize.name, "", False, (), in_order(before), in_order(prize.scars))
            self._give(self._counting(f"the survey of {prize}", (found,)))

    def _meetings(self) -> Iterator[tuple[str, str]]:
        """The ships of other sides that the side met, each with the day of the last meeting."""
        for number, order in self._orders.items():
            day = CampaignFacts(self._whole.battle_before(number)).date.isoformat()
            if isinstance(order, CountBattle):
                yield from ((count.name, day) for count in order.counts_for(self.side))
            elif isinstance(order, Prize) and order.side == self.side:
                yield order.ship, day

    def _names_hidden(self) -> TypedNames:
        """The names of the ships and squadrons that the side does not know. Texts that people typed are searched for them.
        Everybody knows the ports.
        """
        setup, side = self._whole.setup, self.side
        every = {ship.name: ship.side for ship in setup.ships}
        every |= {squadron.name: squadron.side for squadron in setup.squadrons if "port" not in squadron.details}
        return TypedNames(every, frozenset(name for name, of in every.items() if of != side and name not in self._met))

    def _own_setup(self) -> Setup:
        setup, side = self._whole.setup, self.side
        return msgspec.structs.replace(
            setup,
            ships=tuple(self._entry(entry) for entry in setup.ships if entry.side == side or entry.name in self._met),
            squadrons=tuple(squadron for squadron in setup.squadrons if squadron.side == side),
            text="\n\n".join(part for part in setup.text.split("\n\n") if not self._hidden.found_in(part)),
            victory=setup.victory and self._victory(setup.victory),
        )

    def _entry(self, entry: ShipEntry) -> ShipEntry:
        """A ship's entry. If she is of another side, her port and squadron are left out."""
        if entry.side == self.side:
            return entry
        card = {**entry.card, "port": "", "joins": "", "left": {}, "seen": self._met[entry.name]}
        return ShipEntry(entry.name, entry.side, card, commander=entry.commander)

    def _victory(self, victory: Victory) -> Victory | None:
        """The victory conditions of the campaign. None if they name a ship or port that the side does not know."""
        named = (name for count in victory.count for name in (count.name, *count.of))
        return None if any(map(self._hidden.found_in, named)) else victory

    def _as_known(self, order: Order[Any], before: Battle[Any]) -> Order[Any] | None:
        """An order of the campaign as the side may know it; None if it may know nothing of it. Every side that met a captured
        ship knows who took her.
        """
        if isinstance(order, Prize):
            return order if self.battle.is_ship(order.ship) else None
        if isinstance(order, CountBattle):
            return self._count(order)
        if order.is_note:
            texts = [getattr(order, name) for name, field in order.declared.items() if field.kind == "text"]
            sealed = isinstance(order, SealedNote) and order.reader != self.side
            return None if sealed or any(map(self._hidden.found_in, texts)) else order
        changed: dict[str, Any] = {}
        for name, field in order.declared.items():
            value = getattr(order, name)
            if field.kind == "text":
                changed[name] = RULING if value and self._hidden.found_in(value) else value
            elif field.kind in ("ship", "choice", "several"):
                words = value if isinstance(value, tuple) else (value,)
                own = tuple(word for word in words if before.ruleset.side_of(before, word or "") in ("", self.side))
                if words and not own:
                    return None
                changed[name] = own if isinstance(value, tuple) else value
        return type(order)(**{**{name: getattr(order, name) for name in order.declared}, **changed})

    def _count(self, order: CountBattle) -> CountBattle | None:
        """A battle as the side saw it; None if it was not there."""
        counts = [self._counted(count) for count in order.counts_for(self.side)]
        if not counts:
            return None
        title = A_BATTLE if self._hidden.found_in(order.title_of_battle) else order.title_of_battle
        return self._counting(title, counts, winner=order.winner, degree=order.degree, simulated=order.simulated)

    def _counting(
        self, title: str, counts: Iterable[Count], *, winner: str | None = "", degree: str | None = "", simulated: bool = False
    ) -> CountBattle:
        """An order that counts a battle with these results for its ships. It holds nothing that identifies the battle's file."""
        return CountBattle(
            title_of_battle=title,
            file="",
            identity=f"{self.next_number}",
            link="",
            ships=tuple(map(tuple, counts)),
            winner=winner,
            degree=degree,
            sights=(),
            simulated=simulated,
            because="",
            without=(),
        )

    def _counted(self, count: Count) -> Count:
        """A ship of a battle as the side saw her. A fact that the side could not read keeps the value that the side knew
        before.
        """
        ship = self.battle.ship(count.name)
        if ship.flag == self.side:
            return count._replace(by=tuple(filter(self.battle.is_ship, count.by)), unread=())
        before: Mapping[str, Any] = ship.scars
        left = {**dict(count.left), **{fact: value for fact, value in before.items() if fact in count.unread}}
        by = tuple(filter(self.battle.is_ship, count.by))
        return count._replace(by=by, began=in_order(before), left=in_order(left), unread=())

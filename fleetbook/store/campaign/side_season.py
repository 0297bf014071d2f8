"""A campaign as one side may know it: its own ships, ports and stores, and of the other sides what it saw in counted battles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Any, TypeVar

import msgspec

from fleetbook.core.battle.battle import Ship
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.battle.victory import Victory
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.standard_orders import SealedNote
from fleetbook.core.parsing import pick
from fleetbook.core.play.journal import Journal
from fleetbook.core.play.side_view import SideView
from fleetbook.core.words.typed_names import TypedNames
from fleetbook.rules.campaign.counting import Count, CountBattle, in_order
from fleetbook.rules.campaign.ship import CampaignFacts, CampaignShip
from fleetbook.store.catalogue import SEASON

S = TypeVar("S", bound=Ship)
RULING, A_BATTLE = "a ruling", "a battle"
"""Words in place of a text that names what the side does not know."""


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
    """A campaign as a side would have kept it. Its lines are the orders in force about the side's own ships and ports, the days,
    and the battles that it fought, as it saw them. So nothing else can be read of it: no number, time or hash of other lines.

    A ship of another side is in it if the side met her in a counted battle. She has what she had then, as far as the side could
    read it. A ship that was lost elsewhere, or mended, stands as she was last seen.
    """

    def __init__(self, whole: Journal[Any], side: str) -> None:
        self.side = self.reader = pick("side", side, whole.setup.sides)
        self._whole = whole
        self._orders = [whole.order_of(whole.record(number)) for number in whole.undo_history.line_to(whole.position)]
        self._met = dict(self._meetings())
        self._hidden = self._names_hidden()
        super().__init__(whole.ruleset, self._own_setup(), whole.stream.seed)
        for order in self._orders:
            known = self._as_known(order)
            if known is not None:
                self.append(self.propose(known, given=tuple(known.declared)))

    def _meetings(self) -> Iterator[tuple[str, str]]:
        """The ships of other sides that the side met, each with the day of the last meeting."""
        day, setup = 0, self._whole.setup
        for order, number in zip(self._orders, self._whole.undo_history.line_to(self._whole.position), strict=True):
            day = CampaignFacts(self._whole.battle_before(number)).day
            if isinstance(order, CountBattle):
                for count in order.counts_for(self.side):
                    yield count.name, (date.fromisoformat(setup.date) + timedelta(days=day)).isoformat()

    def _names_hidden(self) -> TypedNames:
        """The names of the ships and squadrons that the side does not know, for typed texts. Everybody knows the ports."""
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
        """A ship's entry, without the port and the squadron of a ship of another side."""
        if entry.side == self.side:
            return entry
        card = {**entry.card, "port": "", "joins": "", "left": {}, "seen": self._met[entry.name]}
        return ShipEntry(entry.name, entry.side, card, commander=entry.commander)

    def _victory(self, victory: Victory) -> Victory | None:
        """What decides the campaign, unless it names a ship or port that the side does not know."""
        named = (name for count in victory.count for name in (count.name, *count.of))
        return None if any(map(self._hidden.found_in, named)) else victory

    def _as_known(self, order: Order[Any]) -> Order[Any] | None:
        """An order of the campaign as the side may know it; None if it may know nothing of it."""
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
                own = tuple(
                    word for word in words if self._whole.ruleset.side_of(self._whole.start, word or "") in ("", self.side)
                )
                if words and not own:
                    return None
                changed[name] = own if isinstance(value, tuple) else value
        return type(order)(**{**{name: getattr(order, name) for name in order.declared}, **changed})

    def _is_own(self, word: str) -> bool:
        """Whether a word names a ship or port of the side, or none at all."""
        return self._whole.ruleset.side_of(self._whole.start, word) in ("", self.side)

    def _count(self, order: CountBattle) -> CountBattle | None:
        """A battle as the side saw it; None if it was not there."""
        counts = [self._counted(count) for count in order.counts_for(self.side)]
        if not counts:
            return None
        title = A_BATTLE if self._hidden.found_in(order.title_of_battle) else order.title_of_battle
        return CountBattle(
            title_of_battle=title,
            file="",
            identity=f"{self.next_number}",
            link="",
            ships=tuple(map(tuple, counts)),
            winner=order.winner,
            degree=order.degree,
            sights=(),
        )

    def _counted(self, count: Count) -> Count:
        """A ship of a battle as the side saw her. What it could not read of her stays as it knew it before."""
        ship = self.battle.ship(count.name)
        if ship.side == self.side:
            return count._replace(by=tuple(filter(self.battle.is_ship, count.by)), unread=())
        before: Mapping[str, Any] = ship.scars
        left = {**dict(count.left), **{fact: value for fact, value in before.items() if fact in count.unread}}
        by = tuple(filter(self.battle.is_ship, count.by))
        return count._replace(by=by, began=in_order(before), left=in_order(left), unread=())

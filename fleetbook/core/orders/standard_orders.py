"""Orders that every ruleset has, such as going on to the next phase, and rulings by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from fleetbook.core.battle.battle import DEGREE, ENDED, WINNER, Battle
from fleetbook.core.battle.events import Changed, HeldChange, Noted
from fleetbook.core.battle.fact_effects import Cause
from fleetbook.core.battle.facts import Key
from fleetbook.core.battle.result import DONE, GRAVE, LOST, NOTHING, Result, gone_words, sentence
from fleetbook.core.battle.rules import hides_table
from fleetbook.core.battle.subject import Declared, Setting
from fleetbook.core.battle.verdict import objective, objectives, verdict, verdict_words
from fleetbook.core.battle.victory import DRAWN
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, at_once, note, restore_boxes, set_fact, strike_boxes
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.turn_sequence import Phase
from fleetbook.core.parsing import are_players_by_side, is_date
from fleetbook.core.tables.look_ups import LookUps
from fleetbook.core.words.sentence import Sentences, Words

BATTLE, AS_COUNTED = "battle", "as counted"


class NextStep(Order[Any]):
    """Go on to the next step of the sequence. Whatever is due in the present step is done first."""

    id, title, key, sums_up = "next", "Next step", ">", False

    def check(self, battle: Battle[Any]) -> None:
        battle.ruleset.sequence.check_leaving(battle)

    def resolve(self, battle: Battle[Any]) -> Effects:
        yield from battle.ruleset.sequence.advance(battle)

    def headline(self, battle: Battle[Any]) -> str:
        sequence = battle.ruleset.sequence
        return f"on to {sequence.called_turn(battle, 1) or _step(battle, sequence.coming(battle))}"

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        before, after = happened.before, happened.after
        now = after.ruleset.sequence.now(after)
        step, passed = _step(after, now), sentence(before.ruleset.sequence.passed(before))
        if after.turn != before.turn:
            called = after.ruleset.sequence.called_turn(after)
            head, words = called or f"turn {after.turn}", f"{called or f'TURN {after.turn}, {step}'}."
            yield Result(kind=DONE, head=head, words=words, means=passed, side=after.acting)
        else:
            as_ordered = step == _step(before, before.ruleset.sequence.coming(before))
            head, words = f"step {now.number}", sentence(step)
            yield Result(kind=DONE, head=head, words=words, means=passed, side=after.acting, as_ordered=as_ordered)
        yield from after.ruleset.sequence.results(happened)

    def tells(self, battle: Battle[Any]) -> tuple[Declared[Any], ...]:
        tells: tuple[Declared[Any], ...] = battle.ruleset.sequence.tells
        return tells


def _step(battle: Battle[Any], phase: Phase) -> str:
    return f"step {phase.number}: {battle.ruleset.sequence.title(phase, battle)}"


class StrikeByHand(Order[Any]):
    """Strike boxes off a track, or restore them, by a ruling."""

    id, title, key, by_referee = "strike", "Strike by hand", "x", True
    ship: str = fields.ship("ship", lambda battle: battle.ships(), default=None)
    track: str = fields.choice("track", lambda battle, order: battle.tracks(order.ship))
    boxes: int = fields.number(
        "boxes struck (below 0: restored)",
        low=lambda battle, order: order.left(battle) - battle.full(order.ship, order.track),
        high=lambda battle, order: order.left(battle),
        default=lambda battle, order: 1 if order.left(battle) else -1,
    )
    reason: str = fields.text("reason", default="referee's ruling")

    def left(self, battle: Battle[Any]) -> int:
        """The number of boxes left on the track."""
        left: int = battle.to_come.ship(self.ship).left(self.track)
        return left

    def check(self, battle: Battle[Any]) -> None:
        require(battle.tracks(self.ship), f"{self.ship} has no boxes")
        left, full = self.left(battle), battle.full(self.ship, self.track)
        require(self.boxes, "say how many boxes to strike off; a number below 0 restores boxes")
        require(self.boxes <= left, f"{self.ship} has {left} of {full} boxes left on {self.track}")
        require(-self.boxes <= full - left, f"{self.ship} has lost {full - left} of {full} boxes on {self.track}")

    @property
    def doing(self) -> Cause:
        return Cause(how=self.reason)

    def resolve(self, battle: Battle[Any]) -> Effects:
        reason = Sentences.typed(words=self.reason)
        if self.boxes > 0:
            yield from at_once(strike_boxes(self.ship, self.track, self.boxes, reason))
        else:
            yield from at_once(restore_boxes(self.ship, self.track, -self.boxes, reason))
        yield from note(Sentences.by_hand(reason=self.reason))

    def headline(self, battle: Battle[Any]) -> str:
        verb = "strikes" if self.boxes > 0 else "restores"
        return f"referee {verb} {abs(self.boxes)} {self.track} of {self.ship}"

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        later = [event for event in happened.events if isinstance(event, HeldChange)]
        full = happened.after.full(self.ship, self.track)
        coming = [f"at the end of this step {self.track} {event.after}/{full}" for event in later]
        words = f"{self.ship}, by hand: {', '.join((*happened.harm(self.ship, *later), *coming))}."
        yield Result(kind=DONE, head="by hand", words=words, means=sentence(self.reason), subject=self.ship)

    def sealed(self, battle: Battle[Any], side: str) -> bool:
        """Whether the ruling is secret from a side, because the side may not know the boxes that were struck."""
        return battle.ruleset.withheld(battle, Key(self.ship, self.track), side)


class SetByHand(Order[Any]):
    """Set or clear a condition of a ship or of the battle, by a ruling."""

    id, title, key, by_referee = "set", "Set by hand", "=", True
    says = "referee sets {condition} of {ship} to {value}"
    ship: str = fields.choice("ship (or battle)", lambda battle: [BATTLE, *battle.ships()], default=None)
    condition: str = fields.choice("condition", lambda battle, order: order.settings(battle), default=None)
    value: str = fields.choice("value", lambda battle, order: order.settings(battle)[order.condition].words, default=None)
    reason: str = fields.text("reason", default="referee's ruling")

    @property
    def subject(self) -> str:
        """The ship whose condition is set; empty for the battle."""
        return "" if self.ship == BATTLE else self.ship

    def settings(self, battle: Battle[Any]) -> Mapping[str, Setting]:
        """The settings that the referee may change for this ship, or for the battle."""
        found: Mapping[str, Setting] = battle.ruleset.settable(battle, self.subject)
        return found if self.subject else {**found, **_countable(battle)}

    def check(self, battle: Battle[Any]) -> None:
        require(self.settings(battle), f"{self.subject or 'the battle'} has no condition that can be set by hand")

    def _key(self, setting: Setting) -> Key:
        return Key(setting.whose or self.subject, setting.fact, setting.other)

    @property
    def doing(self) -> Cause:
        return Cause(how=self.reason)

    def resolve(self, battle: Battle[Any]) -> Effects:
        setting = self.settings(battle)[self.condition]
        key, value = self._key(setting), setting.value(self.value)
        now = battle.to_come.noting(LookUps())
        words, holds = self._now(now, now.with_changes([(key, value)]))
        said = Sentences.now_so(ship=self.subject, words=words if holds else Sentences.no_longer(words=words))
        if not words:
            said = Sentences.set_by_hand(condition=self.condition, value=self.value)
        yield from at_once(set_fact(key.subject, key.name, value, key.other, said))
        if setting.also:
            yield from at_once(setting.also(self.value))
        yield from note(Sentences.by_hand(reason=self.reason))

    def _now(self, before: Battle[Any], after: Battle[Any]) -> tuple[str, bool]:
        """The words that the ruling changes on the ship's card. True if the words are added to the card, False if they are
        removed.
        """
        if not self.subject:
            return "", True
        was, then = ([one.text for one in battle.ship(self.subject).conditions] for battle in (before, after))
        new, over = ([text for text in one if text not in other] for one, other in ((then, was), (was, then)))
        return ", ".join(new or over), bool(new)

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        of_battle = f"{self.condition.upper()}: {self.value} from now on, by hand"
        named = {"yes": self.condition, "no": f"no longer {self.condition}"}.get(self.value, f"{self.condition} {self.value}")
        words, holds = self._now(happened.before.to_come, happened.after.to_come)
        now = (words if holds else f"no longer {words}") if words else named
        if not any(isinstance(event, (Changed, HeldChange)) for event in happened.events):
            now, of_battle = f"{named}, as before", f"{self.condition.upper()}: {self.value}, as before"
        words = sentence(f"{self.ship}, by hand: {now}" if self.subject else of_battle)
        yield Result(kind=DONE, head="by hand", words=words, means=sentence(self.reason), subject=self.subject)

    def sealed(self, battle: Battle[Any], side: str) -> bool:
        """Whether the ruling is secret from a side, because the side may not know the fact that was set. Under rules with
        secrets, a ruling is also secret if its setting no longer exists.
        """
        setting = self.settings(battle).get(self.condition)
        if setting is None:
            return battle.ruleset.keeps_secrets
        return battle.ruleset.withheld(battle, self._key(setting), side)


def _countable(battle: Battle[Any]) -> dict[str, Setting]:
    """The settings for the objectives that the referee counts by hand, by the name of the objective."""
    found = {}
    for count in objectives(battle):
        fact, numbers = objective(count.name), {str(number): number or None for number in range(count.most + 1)}
        found[count.name] = Setting(fact.name, tuple(numbers), numbers, fact.other)
    return found


class Annotate(Order[Any]):
    """Write a line into the journal."""

    id, title, key = "note", "Note", "a"
    says = "note"
    closing = is_note = by_referee = True
    words: str = fields.text("note")

    def resolve(self, battle: Battle[Any]) -> Effects:
        yield from note(Sentences.typed(words=self.words))

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        yield Result(kind=NOTHING, head="note", words=sentence(f"note: {self.words}"))


class SealedNote(Annotate):
    """A note that only one side and the referee may read. The program writes it; nobody gives this order."""

    id, title, key = "sealed-note", "Sealed note", ""
    reader: str = fields.text("side that may read the note", default="")

    def sealed(self, battle: Battle[Any], side: str) -> bool:
        return side != self.reader


class CloseOrders(Order[Any]):
    """The sides' written orders are complete. The program writes this line into the journal; nobody gives this order.

    sides  the sides that were not ready; empty if all were
    """

    id, title, says = "close-orders", "Orders are closed", "orders are closed"
    is_note = by_referee = True
    sides: str = fields.text("sides that were not ready", default="")

    def resolve(self, battle: Battle[Any]) -> Effects:
        yield from ()

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        means = f"Not ready: {self.sides}." if self.sides else ""
        yield Result(kind=NOTHING, head="orders", words="Orders are closed.", means=means)


class FillChair(Order[Any]):
    """From this line on, a doctrine gives a side's orders, or the side's players give them. The program writes this line; nobody
    gives this order.

    doctrine  the doctrine's id; empty if players give the orders
    called    the doctrine's title
    """

    id, title = "fill-chair", "Chair"
    is_note = by_referee = True
    side: str = fields.text("side")
    doctrine: str = fields.text("doctrine", default="")
    called: str = fields.text("doctrine's title", default="")

    def headline(self, battle: Battle[Any]) -> str:
        return f"{self.side}'s chair: {self.called or 'players'}"

    def resolve(self, battle: Battle[Any]) -> Effects:
        yield from ()

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        words = (
            f"A doctrine gives {self.side}'s orders: {self.called}." if self.doctrine else f"Players give {self.side}'s orders."
        )
        yield Result(kind=NOTHING, head="chair", words=words, side=self.side)


def _asked(battle: Battle[Any]) -> bool:
    """Always True, so that the form asks for the input. Battles of earlier versions lack the input, which only a function as
    ``shown_if`` allows.
    """
    return True


def _winners(battle: Battle[Any]) -> list[str]:
    """The words to choose the winner from: the winner by the scenario's conditions, each side, and a draw. Tables that are looked
    up for these words are not recorded with the order.
    """
    if battle.holding:
        return [f"{AS_COUNTED} at the end of this step", *battle.sides, DRAWN]
    counted = verdict(battle.noting(LookUps()).with_changes([(ENDED, AS_COUNTED)]))
    nobody = "drawn" if counted.kind != "none" else "nobody"
    return [f"{AS_COUNTED}: {counted.winner or nobody}", *battle.sides, DRAWN]


def _how_it_ended(battle: Battle[Any], order: object) -> str:
    """The default reason for the end: a side's victory if nothing can change it any more, otherwise that the players agree."""
    now = verdict(battle)
    return f"{now.winner} has won" if now.over and now.winner else "the players agree to end it"


class EndBattle(Order[Any]):
    """No further order is legal afterwards, and the seed of the dice is shown."""

    id, title, key, by_referee = "end", "End the battle", "E", True
    reason: str = fields.text("how it ended", default=_how_it_ended)
    winner: str = fields.choice("winner", _winners, shown_if=_asked)
    degree: str = fields.text("degree of the victory", default="", shown_if=lambda battle, order: order.is_decided)
    players: str = fields.text("players", default="", shown_if=_asked)
    umpire: str = fields.text("umpire", default="", shown_if=_asked)
    place: str = fields.text("place", default="", shown_if=_asked)
    played: str = fields.text("date of play", default="", shown_if=_asked)

    @property
    def is_decided(self) -> bool:
        """Whether the referee names a winner or a draw, instead of leaving it to the scenario's conditions."""
        return self.winner is not None and not self.winner.startswith(AS_COUNTED)

    def headline(self, battle: Battle[Any]) -> str:
        return f"the {battle.ruleset.contest} ends"

    def check(self, battle: Battle[Any]) -> None:
        played = (self.played or "").strip()
        require(not played or is_date(played), f"{played} is not a date such as 2026-03-01")

    def resolve(self, battle: Battle[Any]) -> Effects:
        yield from battle.ruleset.sequence.finish(battle)
        yield from set_fact("", ENDED.name, self.reason, said=Sentences.battle_ends)
        if self.is_decided:
            yield from set_fact("", WINNER.name, self.winner, said=self._decision)
            yield from set_fact("", DEGREE.name, self.degree or None)
        outcome = battle.ruleset.outcome(battle)
        if outcome:
            yield from note(outcome)

    @property
    def _decision(self) -> Words:
        if self.winner == DRAWN:
            return Sentences.drawn_by(degree=self.degree) if self.degree else Sentences.drawn
        won = Sentences.won_by(winner=self.winner, degree=self.degree)
        return won if self.degree else Sentences.won(winner=self.winner)

    def sealed(self, battle: Battle[Any], side: str) -> bool:
        """The end of the battle is sealed under rules that hide the score. If the end is undone, a side that had read it would
        know who was ahead, and so something about unseen ships.
        """
        return hides_table(battle.ruleset)

    def opened(self, then: Battle[Any], now: Battle[Any], side: str) -> bool:
        """Whether a side may now read this order, which was sealed. It may while the battle is ended."""
        return now.ended

    def results(self, happened: Happened[Any]) -> Iterator[Result]:
        decided, contest = verdict(happened.after), happened.after.ruleset.contest
        events = list(happened.events)
        at = next((at for at, event in enumerate(events) if isinstance(event, Changed) and event.name == ENDED.name), 0)
        means = " ".join(sentence(event.text) for event in events[at:] if isinstance(event, Noted))
        sides = happened.after.sides
        if not are_players_by_side(self.players or "", sides):
            means += f' Players are counted in a season only by side: players="{"; ".join(f"{side}: NAME" for side in sides)}".'
        if decided.kind == "none":
            yield Result(kind=GRAVE, head="the end", words=sentence(f"THE {contest.upper()} ENDS: {self.reason}"), means=means)
        else:
            words = sentence(verdict_words(decided, loud=True, contest=contest))
            ends = "" if decided.kind == "referee" else sentence(f"The {contest} ends: {self.reason}")
            yield Result(kind=GRAVE, head="the end", words=words, means=f"{ends} {means}".strip(), side=decided.winner)
        yield from self._by_leaving(happened)

    def _by_leaving(self, happened: Happened[Any]) -> Iterator[Result]:
        """The results about ships, if the end of the battle also ends a simultaneous phase."""
        if happened.before.holding:
            yield from happened.parts
            stated = [result.subject for result in happened.parts]
            for ship in (ship for ship in happened.struck if ship not in stated):
                card = happened.after.card(ship)
                words = gone_words(card) if card.fate else sentence(f"{ship}: {', '.join(happened.harm(ship))}")
                yield Result(kind=LOST if card.lost else DONE, head=card.lost or "step left", words=words, subject=ship)


def title_in(kind: type[Order[Any]], battle: Battle[Any]) -> str:
    """The title of an order as this battle's screens show it. In a campaign, the order that ends it names the campaign."""
    return f"End the {battle.ruleset.contest}" if kind is EndBattle else kind.title


COMMON: tuple[type[Order[Any]], ...] = (NextStep, StrikeByHand, SetByHand, Annotate, EndBattle)
BY_PROGRAM: tuple[type[Order[Any]], ...] = (SealedNote, CloseOrders, FillChair)

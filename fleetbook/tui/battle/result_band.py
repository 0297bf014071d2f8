"""Draws the result above the journal: words to say aloud about a line, and its dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from rich.style import Style

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import HIT, KINDS, LOST, MISSED, Result, sentence, worst_first
from fleetbook.core.battle.verdict import outcome_words, verdict
from fleetbook.core.doctrines.intent_words import MODELS, intent_words
from fleetbook.core.orders.sheet_order import SheetOrder
from fleetbook.core.orders.standard_orders import EndBattle
from fleetbook.core.play.going_back import step_words
from fleetbook.core.play.wording import changed_dice, working_line
from fleetbook.referee.damage_words import changes_by
from fleetbook.referee.session import Session
from fleetbook.referee.telling import Piece, Telling, damage_piece
from fleetbook.reports.text_layout import wrap
from fleetbook.tui.battle.journal_lines import in_cells, loudness
from fleetbook.tui.kit.banner import banner, wrapped
from fleetbook.tui.kit.grid import as_many, draw_rule
from fleetbook.tui.kit.line import Line, cells, ink
from fleetbook.tui.kit.style import BOLD, DUE, GRAVE, PLAIN, QUIET, side_look

DECIDED = "decided"  # the head of a result that decides the battle
LEAST_RESULTS = 3  # lines of results below a banner
MARGIN = 3
ALL_BY = ": w"  # the key that shows what is left out
SUNK = "sunk"
MOST_DICE = 2  # lines of dice; more dice are shown only on the page that explains the line


def news(session: Session, record: Record | None) -> list[Record]:
    """A line, then the other lines to show with it: orders that the same key gave and that have news."""
    latest = session.latest if record is not None and record.is_order and record in session.latest else ()
    others = [one for one in latest if one.is_order and one is not record and session.tell(one).is_line]
    return [record, *others] if record else []


def draw_band(
    session: Session, records: Sequence[Record], widths: tuple[int, int], most: int, shown_lines: str = ""
) -> list[Line]:
    """The horizontal line with the worst result, and below it the results to read aloud. Details and dice follow if there is
    room. Empty before the first journal line.

    The results of several ``records`` are shown together, the worst first, without details. ``widths`` are those of the
    horizontal line and of the lines below it; ``most`` is the number of all lines. ``shown_lines`` names the filter of the
    journal; empty if it shows all lines.
    """
    across, width = widths
    if not records or most <= 0:
        return []
    record = records[0]
    every = session.journal.results(record)
    style, sign = side_look(session.battle.sides, every[0].side if every else "")
    outcome = _outcome(session, record, width, most)
    back = [] if record.is_order else _wrapped(step_words(session.journal, record), BOLD, width)
    changed = _wrapped(changed_dice(record), BOLD, width)
    meant = dict(intent_words(record, session.journal.battle_before(record.number)))
    models = _wrapped(sentence(meant[MODELS]), BOLD, width) if MODELS in meant else []
    room = most - 1 - len(outcome) - len(back) - len(changed) - len(models)
    section = session.battle.ruleset.order(record.procedure).section if record.procedure else ""
    place: Line = (ink(f" {' · '.join(filter(None, (shown_lines, _numbers(records), section)))} ", QUIET),)
    title, telling = _title(_of_all(session, records), across - cells(place) - 7), session.tell(record)
    results = _unsaid(every, telling, title) if len(records) == 1 else _together(session, records)
    shown, lines = _most_results(results, width, room)
    if len(lines) > room and telling.pieces and results and not outcome and telling.weight < KINDS.index(LOST):
        words = [line for result in results for line in _wrapped(result.words, loudness(result.weight), width)]
        lines = [*_briefly(results, telling, title, width), *words]
    spoken = [*outcome, *back, *changed, *models, *lines] or _earlier(session, record, width)
    head = draw_rule(title, place, across, style, sign)
    is_whole = shown == len(results) and len(records) == 1 and len(spoken) < most
    details = _details(record, results, width) if is_whole else ()
    return [head, *_with_details(as_many(spoken, most - 1, width, ALL_BY), [*details], most - 1, width)]


def _earlier(session: Session, record: Record, width: int) -> list[Line]:
    """The last news before a line without news, such as the beginning of a step. It must be from the step that the last command
    left, or later. Notes do not count.
    """
    left = session.latest[0] if record in session.latest else record
    for number in range(record.number - 1, 0, -1):
        before = session.journal.record(number)
        if (before.turn, before.phase) != (left.turn, left.phase) and number < left.number:
            break
        is_note = bool(before.procedure) and session.battle.ruleset.order(before.procedure).is_note
        if number in session.in_force and not is_note and session.tell(before).is_news:
            return _wrapped(f"Before, line {number}: {worst_first(session.journal.results(before))[0].words}", QUIET, width)
    return []


def _briefly(results: Sequence[Result], telling: Telling, title: Line, width: int) -> list[Line]:
    """Long results in brief. Their consequence stands first, unless the title says it. Their meaning follows."""
    is_said = telling.loud in "".join(text for text, _ in title)
    means = dict.fromkeys(result.means for result in results if result.means)
    told = [] if is_said else _wrapped(telling.loud, loudness(telling.weight), width)
    return [*told, *(line for text in means for line in _wrapped(text, PLAIN, width))]


def _numbers(records: Sequence[Record]) -> str:
    """The numbers of these lines: ``line 7``, ``lines 7–9``."""
    numbers = [record.number for record in records]
    return f"line {numbers[0]}" if len(numbers) == 1 else f"lines {min(numbers)}–{max(numbers)}"


def _together(session: Session, records: Sequence[Record]) -> Sequence[Result]:
    """The results of several orders without details, the worst first. If one squadron gave all these orders, its name stands
    before the first result.
    """
    results = worst_first(result for record in records for result in session.journal.results(record))
    plain = [msgspec.structs.replace(result, means="", rows=()) for result in results]
    kinds = {session.battle.ruleset.order(record.procedure) for record in records if record.procedure}
    groups = {record.inputs.get(kind.group) for kind in kinds if issubclass(kind, SheetOrder) for record in records}
    if len(groups) == 1 and plain:
        plain[0] = msgspec.structs.replace(plain[0], words=f"{groups.pop()}: {plain[0].words}")
    return plain


def _unsaid(results: Sequence[Result], telling: Telling, title: Line) -> Sequence[Result]:
    """The results that add something to the words above them. A result that only repeats the order is left out if the order
    is already named, or if another result says how it ended. A result that stands above word for word is left out.
    """
    named, above = telling.quiet or telling.step, "".join(text for text, _ in title).casefold()
    whole = bool(named) and named in title[-1][0]
    repeated = [result for result in results if result.words and result.words.removesuffix(".").casefold() in above]
    whole = whole or bool(repeated)
    more = [result for result in results if not result.as_ordered and result not in repeated]
    kept = [result if result in more else msgspec.structs.replace(result, words="") for result in results]
    return [result for result in kept if result.words or result.means] if whole or more else results


def _with_details(spoken: list[Line], details: list[Line], room: int, width: int) -> list[Line]:
    """The results, then as many details as fit, and the number of details left out if there is room for it."""
    if len(spoken) < room or not details:
        return [*spoken, *as_many(details, room - len(spoken), width, ALL_BY)] if details else spoken
    counted = as_many([spoken[-1], *details], 1, width, ALL_BY) if spoken else []
    return [*spoken[:-1], *counted] if counted and counted[0][: len(spoken[-1])] == spoken[-1] else spoken


def _of_all(session: Session, records: Sequence[Record]) -> Telling:
    """The news of several lines together: the outcomes, the worst first, then the number of misses. The damage of a ship is the
    sum of her damage in these lines.
    """
    if len(records) == 1:
        return session.tell(records[0])
    missed = Piece(MISSED, weights=(KINDS.index(MISSED),))
    tellings = sorted(map(session.tell, records), key=lambda one: (-one.gravity, missed in one.pieces))
    misses = sum(missed in one.pieces for one in tellings)
    pieces: dict[str, Piece] = {}
    for piece in (piece for one in tellings for piece in one.pieces):
        if piece != missed and (
            piece in tellings[0].pieces or piece.weights == missed.weights or piece.gravity >= KINDS.index(HIT)
        ):
            pieces.setdefault(piece.ship or piece.name, piece)
    in_order = sorted(records, key=lambda record: record.number)
    changes = changes_by((event for record in in_order for event in record.events), *_around(session, *in_order))
    whole = {change.ship: damage_piece(change) for change in changes if change.harm}
    own = {damage_piece(change) for one in records for change in changes_by(one.events, *_around(session, one))}
    told = [whole.get(piece.ship, piece) if piece in own else piece for piece in pieces.values()]
    told.sort(key=lambda piece: -piece.gravity)
    counted = [missed._replace(name=f"{'+' if told else ''}{misses} {MISSED}")] if misses else []
    return tellings[0]._replace(pieces=(*told, *counted))


def _around(session: Session, *records: Record) -> tuple[Battle[Any], Battle[Any]]:
    """Two states: the battle before the first of these records, and the battle after the last."""
    return session.journal.battle_before(records[0].number), session.journal.battle_after(records[-1].number)


def _title(telling: Telling, width: int) -> Line:
    """The words of a line in ``width`` cells at most. Its outcome comes first, in a style that shows how serious it is."""
    loud, quiet = in_cells(telling, width)
    edge = [ink(" ", loud[0][1])] if loud else []
    return (*edge, *loud, *edge, ink(f" {quiet} " if quiet else ""))


def _most_results(results: Sequence[Result], width: int, room: int) -> tuple[int, list[Line]]:
    """Draw as many results as fit, with as many explanations as fit. Also returns how many results are shown. If not even the
    first fits, all lines are drawn, and the caller counts those without room.
    """
    for shown in range(len(results), 0, -1):
        if len(short := _results(results, width, (shown, 1))) <= room:
            break
    else:
        return min(len(results), 1), _spoken(results, width, 1)
    longer = (_results(results, width, (shown, explained)) for explained in range(shown, 1, -1))
    return shown, next((lines for lines in longer if len(lines) <= room), short)


def _results(results: Sequence[Result], width: int, counts: tuple[int, int]) -> list[Line]:
    """Some results, and the number of those left out. ``counts`` says how many to show, and how many of these to explain."""
    shown, explained = counts
    lines = _spoken(results[:shown], width, explained)
    left_out = len(results) - shown
    if not left_out:
        return lines
    more: Line = (ink(f"{' ' * MARGIN}… and {left_out} more{ALL_BY}", QUIET),)
    return [*lines[:-1], (*lines[-1], *more)] if lines and cells(lines[-1]) + cells(more) <= width else [*lines, more]


def draw_due(session: Session, due: Sequence[str], again: str, widths: tuple[int, int], most: int) -> list[Line]:
    """The reminders before the phase ends, in place of the results. ``again`` says what pressing the key again does.

    ``widths`` are those of the horizontal line and of the lines below it.
    """
    across, width = widths
    style, sign = side_look(session.battle.sides, session.acting)
    head = draw_rule((ink(" Not yet ", DUE),), (ink(f" {again} ", BOLD),), across, style, sign)
    return [head, *as_many([line for text in due for line in _wrapped(text, BOLD, width)], most - 1, width, ": F1")]


def capital_ends(session: Session, record: Record) -> list[tuple[str, str]]:
    """The capital ships that an order sank or removed, each with a word for it: ``sinks``, ``blown up``."""
    battle, before = session.journal.battle_after(record.number), session.journal.battle_before(record.number)
    hurt = [change.ship for change in changes_by(record.events, before, battle) if change.harm]
    cards = [battle.card(ship) for ship in hurt if battle.ship(ship).is_capital]
    return [(card.name, "sinks" if card.lost == SUNK else card.lost) for card in cards if card.went_down]


def decides(session: Session, record: Record) -> bool:
    """Whether a line decided the battle."""
    return any(result.head == DECIDED for result in session.journal.results(record))


def draw_ends(session: Session, record: Record, width: int, most: int) -> list[Line]:
    """The result of a line that decided the battle or cost a capital ship, in at most ``most`` lines.

    The winner or the lost ships are in large letters as far as there is room. A ship whose loss is too long to tell is only
    named.
    """
    lines: list[str] = []
    after = verdict(session.journal.battle_after(record.number))
    won = [(outcome_words(after, session.battle.ruleset.contest), "")] if decides(session, record) else []
    for name, end in won or capital_ends(session, record):
        text = f"{name} {end}".strip()
        drawn = banner(text if len(wrapped(text, width - 2)) == 1 else name, width - 2, most - LEAST_RESULTS - len(lines))
        if len(lines) + len(drawn) <= most - LEAST_RESULTS:
            lines += drawn
    room = most - len(lines)
    head, *rest = draw_band(session, news(session, record), (width, width), room)
    return [head, *((ink(f" {line}", GRAVE),) for line in lines), *rest]


def _outcome(session: Session, record: Record, width: int, most: int) -> list[Line]:
    """The winner in large letters. Empty unless the line ends the battle, or is the last line of an ended battle."""
    if record.procedure != EndBattle.id and not (session.battle.ended and record is session.last):
        return []
    result = verdict(session.battle)
    style, _ = side_look(session.battle.sides, result.winner)
    drawn = banner(outcome_words(result, session.battle.ruleset.contest), width - 2, most - LEAST_RESULTS)
    return [(ink(f" {line}", style + BOLD if result.winner else BOLD),) for line in drawn]


def _spoken(results: Sequence[Result], width: int, explained: int) -> list[Line]:
    """Results to say aloud, in full. The first ``explained`` get an explanation, unless the result before has the same one."""
    if not results:
        return []
    lines = _wrapped(results[0].words, loudness(results[0].weight), width)
    lines += _wrapped(results[0].means, PLAIN, width)
    for place, result in enumerate(results[1:], 1):
        lines += _wrapped(result.words, loudness(result.weight), width)
        differs = place < explained and result.means != results[place - 1].means
        lines += _wrapped(result.means, PLAIN, width) if differs else []
    return lines


def _details(record: Record, results: Sequence[Result], width: int) -> Iterator[Line]:
    """Details below the results: the parts of each result. Without any, a line or two of dice."""
    rows = [row for result in results for row in result.rows]
    for row in rows:
        yield from _wrapped(row, QUIET, width)
    ways = [_wrapped(text, QUIET, width) for short in (False, True) if (text := working_line(record, short))]
    dice = min(ways, key=len, default=[])  # modifiers are named where that takes no more lines
    if not rows and len(dice) <= MOST_DICE:
        yield from dice


def _wrapped(text: str, style: Style, width: int) -> list[Line]:
    return [(ink(f"{' ' * MARGIN}{line}", style),) for line in wrap(text, max(width - MARGIN - 1, 8))] if text else []

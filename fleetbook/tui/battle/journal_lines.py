"""Draws the lines of the journal, and explains a line in full."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from rich.style import Style

from fleetbook.core.battle.record import Record
from fleetbook.core.battle.result import GRAVE, HURT, KINDS, LOST, MISSED
from fleetbook.core.parsing import capital, counted
from fleetbook.core.play.going_back import called, step_words
from fleetbook.referee.session import Session
from fleetbook.referee.telling import Piece, Telling
from fleetbook.reports.text_layout import GAP, cell_width, clean, pad
from fleetbook.tui.battle.briefing import briefing_lines
from fleetbook.tui.battle.entry.odds_worker import Weighing
from fleetbook.tui.battle.journal_filter import OF_HER, Row, step_of
from fleetbook.tui.battle.view import Cursor
from fleetbook.tui.cards.card_lines import labelled
from fleetbook.tui.kit.grid import POINTING, draw_rule, filled
from fleetbook.tui.kit.line import Line, cells, cut, ink, pad_name
from fleetbook.tui.kit.reader import Reader
from fleetbook.tui.kit.style import BOLD, CURSOR, PLAIN, POINT, QUIET, WEIGHTS

STEP_RULE = 5  # cells of the horizontal line beside a step's name
TAKEN_BACK, STEP_BACK, STEP_FORWARD = "⟲", "↶", "↷"
LONGEST_DAY = "28 Feb 1904"
SHORT_WORD = 3  # letters of a word such as ``at``, which may not stand last
NAMES = (75, 14, True), (45, 14, False), (0, 10, False)
"""For each least width of the journal: the width of a name, and whether there are two columns of names."""
NO_LINE_FITS = "no line fits"  # the words sought
LEAST_ORDER = 8  # the least room, in cells, for the order behind its outcome
LEAST_CUT = 16  # the least width, in cells, at which a cut word is followed by the number of words left out


class Offsets(NamedTuple):
    """The widths of the journal's columns: line number, turn and step, and name. The outcome has the rest.

    both  whether one column names the ship that acts and another her target. A single column prefers the target
    """

    number: int
    step: int
    name: int
    both: bool


def offsets(session: Session, width: int) -> Offsets:
    """The columns of a journal of this width. They move only when the line numbers get another digit."""
    phases = session.battle.ruleset.sequence.phases
    step = len(f"{session.battle.turn}.") + max(len(phase.number) for phase in phases)
    if session.battle.ruleset.sequence.called_turn(session.battle):
        step = len(LONGEST_DAY)
    name, both = next((name, both) for least, name, both in NAMES if width >= least)
    return Offsets(max(len(str(len(session.journal.records))), 3), step, name, both)


def loudness(weight: int) -> Style:
    """The style of an outcome. The more serious it is, the more it stands out."""
    return WEIGHTS[(weight >= KINDS.index(HURT)) + (weight >= KINDS.index(GRAVE)) + (weight >= KINDS.index(LOST))]


def draw_record(session: Session, record: Record, width: int, selected: str = "") -> list[Line]:
    """A journal line: turn and step, the ship that acts, her target, and the outcome.

    If there is no outcome, the order stands in place of the names. ``selected`` is the cursor's sign, if any. A record that
    begins a step is drawn as a short horizontal line with the step's name, below the outcome of the step before if it has one.
    """
    in_force = record.number in session.in_force or not record.is_order
    telling, columns = session.tell(record), offsets(session, width)
    step: Line = (ink(f" {telling.step} ", QUIET),)
    rule = [draw_rule(step, (), min(cells(step) + STEP_RULE, width))] if telling.step and in_force else []
    if rule and not telling.is_line and not selected.strip():
        return rule
    sign = (STEP_BACK if record.kind == "undo" else STEP_FORWARD) if not record.is_order else " " if in_force else TAKEN_BACK
    head: Line = (
        ink(f"{selected or ' '}{sign}", POINT),
        ink(f"{pad(str(record.number), columns.number, right=True)} {pad(step_of(session, record), columns.step)} ", QUIET),
    )
    pointed = CURSOR if selected.strip() else None
    if not telling.pieces:
        said, room = clean(telling.quiet or telling.step), width - cells(head)
        ordered: Line = (*head, ink(said if cell_width(said) <= room else _whole_words(said, room), pointed or QUIET))
        return [_with_proposer(ordered, record, width), *rule]
    who, whom = _names(session, record, telling)
    names = "".join(f"{pad_name(name, columns.name)} " for name in ((who, whom) if columns.both else (whom or who,)))
    room = width - cells(head) - cell_width(names)
    outcome = _outcome(_without(telling.pieces, whom), room)
    by, order = f"by {who}" if who and whom and not columns.both else "", telling.quiet
    if telling.weight <= KINDS.index(MISSED) and who and whom and who in order and whom in order:  # the columns name both
        order = ", ".join(filter(None, (by, order.rpartition(whom)[2].strip(" ,"))))
    ways = order, by
    quiet = next((way for way in ways if cells(outcome) + len(GAP) + cell_width(clean(way)) <= room), "")
    if pointed or not in_force or telling.weight <= KINDS.index(MISSED):
        outcome = tuple(ink(text, pointed or QUIET) for text, _ in outcome)
    line: Line = (*head, ink(names, pointed or (PLAIN if in_force else QUIET)), *outcome)
    line = (*line, ink(f"{GAP}{quiet}" if quiet else "", QUIET))
    return [_with_proposer(line, record, width), *(rule if telling.is_line else [])]


def _with_proposer(line: Line, record: Record, width: int) -> Line:
    """A line with the proposer of its order behind it, if there is room."""
    words = f"{GAP}by {record.proposer.short}" if record.proposer else ""
    return (*line, ink(words, QUIET)) if words and cells(line) + cell_width(words) <= width else line


def _names(session: Session, record: Record, telling: Telling) -> tuple[str, str]:
    """The ship that gave the order, and the ship with the most serious outcome. Either may be empty.

    A ship that gave no order, but had something happen to her, is the second one. If a squadron's order concerns only one of its
    ships, that ship is the first one.
    """
    ships = session.battle.is_ship
    squadrons = {card.squadron for card in session.cards()}
    named = [word for word in record.named if word and (ships(word) or word in squadrons)]
    subjects = (result.subject for result in session.journal.results(record))
    whom = telling.pieces[0].ship or next((word for word in (*subjects, *named[1:]) if ships(word)), "")
    who = next((word for word in named if word != whom), "")
    alone = [word for word in named if word != whom and ships(word) and session.battle.ship(word).squadron == who]
    who = alone[0] if len(alone) == 1 else who
    return ("", whom) if named and named[0] == whom else (who, whom)


def _without(pieces: Sequence[Piece], ship: str) -> Sequence[Piece]:
    """The words of an outcome without the name of the ship, which has a column of its own."""
    first = pieces[0]
    return [first._replace(name=""), *pieces[1:]] if ship and first.ship == ship else pieces


def in_cells(telling: Telling, width: int) -> tuple[Line, str]:
    """The outcome and the order of a journal line, shortened to ``width`` cells together. The order is shortened first."""
    loud, quiet = _outcome(telling.pieces, width), telling.quiet or telling.step
    room = width - cells(loud) - (len(GAP) if loud else 0)
    while cell_width(clean(quiet)) > room and ", " in quiet:
        quiet = quiet.rpartition(", ")[0]
    if cell_width(clean(quiet)) <= room:
        return loud, quiet
    return loud, "" if loud and (telling.is_news or room < LEAST_ORDER) else _whole_words(quiet, max(room, 0))


def _whole_words(text: str, width: int) -> str:
    """As many whole words as fit, then an ellipsis. A short last word such as ``at`` is left out. A single long word is cut."""
    words = clean(text).split(" ")
    while len(words) > 1 and cell_width(" ".join(words)) >= width:
        words.pop()
    while len(words) > 1 and len(words[-1]) <= SHORT_WORD and words[-1].islower():
        words.pop()
    return pad(f"{' '.join(words)}…", width).rstrip()


def _outcome(pieces: Sequence[Piece], width: int) -> Line:
    """As much of the outcome as fits in whole words, and the number of parts left out. At least the first part is shown.

    A part that does not fit is left out, and a shorter part behind it may take its place. Serious words stand out, and a ship's
    name has the style of the worst word about her.
    """
    words = [(piece, place, word) for piece in pieces for place, word in enumerate(piece.words or ("",))]
    whole = tuple(part for piece, place, word in words for part in _part(piece, place, word, first=piece is pieces[0]))
    if words and cells(whole) <= width:
        return whole
    line: Line = ()
    left, named = 0, list[Piece]()
    for at, (piece, place, word) in enumerate(words):
        longer = (*line, *_part(piece, place, word, first=not line))
        more = left + len(words) - at - 1
        if (not place or piece in named) and cells(longer) + cell_width(f" +{more}" if more else "") <= width:
            line, named = longer, [*named, piece]
        else:
            left += 1
    if line:
        return (*line, *([ink(f" +{left}")] if left else []))
    if not words:
        return ()
    others = f" +{len(words) - 1}" if len(words) > 1 and width > LEAST_CUT else ""
    first = _part(*words[0], first=True)
    text = _whole_words("".join(part for part, _ in first), max(width - cell_width(others), 0))
    return (ink(f"{text}{others}", first[-1][1]),) if text and first else ()


def _part(piece: Piece, place: int, word: str, *, first: bool) -> Line:
    """One word of an outcome with the comma or the ship's name before it. ``first`` says that it begins the line."""
    weights = piece.weights or (0,)
    name = f"{piece.name} " if piece.name and word else piece.name
    lead = [ink(", ")] if place else [*[ink(GAP)] * (not first), *[ink(name, loudness(max(weights)))] * bool(name)]
    return *lead, *([ink(word, loudness(weights[min(place, len(weights) - 1)]))] if word else [])


def draw_journal(session: Session, cursor: Cursor, width: int, height: int) -> list[Line]:
    """The journal in exactly ``height`` lines, with the selected line among them."""
    if not session.journal.records:
        first: Line = (ink(" F3 briefing, n next step. Other keys: below.", QUIET),)
        return filled([cut(first, width), *briefing_lines(session.journal, width)], height)
    if cursor.journal and cursor.lines.text and not cursor.rows.count:
        return filled([(ink(f" {NO_LINE_FITS}", QUIET),)], height)
    of = (
        cursor.filter,
        cursor.ship if cursor.filter in OF_HER else "",
        cursor.journal,
        cursor.lines.text,
        cursor.place,
        width,
        height,
    )
    return session.cached_for_line("journal", of, lambda: _window(session, cursor, width, height))


def _window(session: Session, cursor: Cursor, width: int, height: int) -> list[Line]:
    """The rows around the selected line. While the cursor is on a ship, the newest rows."""
    rows, place = cursor.rows, cursor.place if cursor.journal else 0
    pointed = POINTING if cursor.journal else ""
    below: list[Line] = []
    for at in range(place - 1, -1, -1):
        if len(below) >= height:
            break
        below += _draw_row(session, rows.at(at), width, "")
    lines, at = _draw_row(session, rows.at(place), width, pointed), place + 1
    while len(lines) < height and (row := rows.at(at)):
        lines = [*_draw_row(session, row, width, ""), *lines]
        at += 1
    after = min(max(height // 2, height - len(lines)), len(below), height)
    shown = [*lines, *below[:after]][-height:] if height > 0 else []
    return [*filled([], height - len(shown)), *shown]


def _draw_row(session: Session, row: Row, width: int, pointed: str) -> list[Line]:
    record = session.journal.record(row[-1])
    if len(row) > 1:
        orders = [called(session.journal, one) for one in map(session.journal.record, row) if one.is_order]
        first = pad(str(row[0]), offsets(session, width).number, right=True)
        taken = f"{counted(len(orders), 'order')} taken back" if orders else "taken back and brought back"
        taken = f"taken back: {clean(orders[0])}" if len(orders) == 1 else taken
        text = f"{pointed or ' '}{TAKEN_BACK}{first} to {row[-1]}: {taken}"
        return [cut((ink(text, QUIET),), width - 1)]
    return draw_record(session, record, width, pointed)


class Working(Reader):
    """A page that explains a journal line in full. While it is read, the odds of its order are computed."""

    def __init__(self, session: Session, record: Record, leads: Mapping[str, Callable[[], None]]) -> None:
        super().__init__(f"Why? Line {record.number}: {record.headline}", self._lines, leads)
        self._session, self._record = session, record
        self._weighing = Weighing(self.work)

    def opened(self) -> None:
        journal, record = self._session.journal, self._record
        if record.is_order and record.faces:
            self._weighing.weigh(journal.battle_before(record.number), journal.order_of(record))

    def _lines(self, width: int) -> list[Line]:
        from fleetbook.tui.battle.entry.odds_lines import draw_odds  # noqa: PLC0415 (start-up counts)

        odds, note = self._weighing.odds, self._weighing.note
        drawn = draw_odds(odds, self._session.battle.tables, width) if odds and not note else []
        head = labelled("odds", note or "before the dice fell:", width) if drawn or note else []
        return why_lines(self._session, self._record, width, [*head, *drawn])


def why_lines(session: Session, record: Record, width: int, odds: Sequence[Line] = ()) -> list[Line]:
    """Explain a journal line under headings, with its result, ``odds``, dice and tables."""
    from fleetbook.core.play.working import why  # noqa: PLC0415 (start-up counts)

    journal = session.journal
    lines: list[Line] = []
    if not record.is_order:
        lines += labelled("step", step_words(journal, record), width)
        for place, number in enumerate(journal.undo_history.moved(record)):
            moved = f"{number}  {capital(called(journal, journal.record(number)))}"
            lines += labelled("" if place else "lines", moved, width)
        return lines
    before = journal.battle_before(record.number)
    for result in journal.results(record):
        lines += labelled("" if lines else "result", " ".join(filter(None, (result.words, result.means))), width)
        lines += [line for row in result.rows for line in labelled("", row, width)]
    lines += [(), *odds] if odds and lines else odds
    last = ""
    for reason in why(record, journal.ruleset, before):
        heading = reason.heading if reason.heading != last else ""
        if heading and lines:
            lines.append(())
        last = reason.heading
        lines += labelled(heading, reason.text, width, reason.depth)
    if record.number not in session.in_force:
        lines += [(), (ink(" This line was taken back.", BOLD),)]
    return lines

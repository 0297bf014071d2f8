"""The commands of the dialogue that only show the battle or write its report."""

from __future__ import annotations

from fleetbook.cli.plain.console import inline
from fleetbook.cli.plain.session import PlainSession
from fleetbook.cli.plain.speech import ship_lines, status_lines
from fleetbook.cli.shell import run
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.parsing import pick, whole_number
from fleetbook.core.play.why import why
from fleetbook.reports.journal.lines import result_texts
from fleetbook.reports.render.formats import FORMATS
from fleetbook.reports.status import overview

LAST = 10
ALL = "all"


def show_status(session: PlainSession, words: str) -> None:
    """Write the battle as it stands."""
    session.console.say(*status_lines(overview(session.journal)))


def show_ship(session: PlainSession, words: str) -> None:
    """Write everything on a ship's card."""
    battle = session.battle
    names = [ship.name for ship in battle.ships()]
    name = pick("ship", words, names) if words else session.console.choose_listed("which ship?", names)
    session.console.say(*ship_lines(battle.card(name)))


def line_number(words: str, default: int) -> int:
    """The number of a journal line as typed, ``default`` if nothing was typed. Raises InvalidInput if it is no number."""
    return number_of("line", words) if words else default


def number_of(what: str, words: str) -> int:
    """A whole number as typed. ``what`` is the thing numbered, such as a die. Raises InvalidInput if it is no number."""
    number = whole_number(words)
    if number is None:
        raise InvalidInput(what, words, "its number")
    return number


def show_why(session: PlainSession, words: str) -> None:
    """Explain in full how a journal line came about."""
    journal, say = session.journal, session.console.say
    require(journal.records, "the journal has no line yet")
    record = journal.record(line_number(words, len(journal.records)))
    say(f"Line {record.number}: {record.headline}.", *(f"  {text}" for text in result_texts(journal, record)))
    heading = ""
    for reason in why(record, journal.ruleset, journal.battle_before(record.number)):
        if reason.heading != heading:
            heading = reason.heading
            say(f"  {heading}:")
        say(f"    {'  ' * reason.depth}{reason.text}")
    if _taken_back(record, journal.undo_history.in_force):
        say("  This line was taken back.")


def _taken_back(record: Record, in_force: set[int]) -> bool:
    return record.is_order and record.number not in in_force


def show_log(session: PlainSession, words: str) -> None:
    """Write the last lines of the journal: ten, the number asked for, or all."""
    journal = session.journal
    require(journal.records, "the journal has no line yet")
    count = len(journal.records) if words.casefold() == ALL else line_number(words, LAST)
    in_force = journal.undo_history.in_force
    for record in journal.records[-max(count, 1) :]:
        step = journal.ruleset.sequence.phase(record.phase).number
        back = ", taken back" if _taken_back(record, in_force) else ""
        telling = session.session.tell(record)
        if telling.is_line:
            session.console.say(f"Line {record.number}, turn {record.turn} step {step}{back}: {telling.sentence}.")
        if telling.step:
            session.console.say(f"Turn and step {telling.step}.")


def write_report(session: PlainSession, words: str) -> None:
    """Ask for a format and a file, and write the battle's report like ``fleetbook report``."""
    console, forms = session.console, list(FORMATS)
    form = console.choose(f"{inline(forms)} [{forms[0]}]?", forms, forms[0])
    output = words or console.ask("into which file?")
    require(output, "no file was named, nothing was written")
    run(["report", "--format", form, f"--output={output}", "--", str(session.session.file.path)])
    console.say(f"Wrote {output}.")

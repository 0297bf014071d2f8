"""What can be looked at in the dialogue: the battle as it stands, a ship, a line's working, the journal, a report."""

from __future__ import annotations

from fleetbook.cli.plain.console import inline
from fleetbook.cli.plain.session import PlainSession
from fleetbook.cli.plain.speech import ship_lines, status_lines
from fleetbook.cli.shell import run
from fleetbook.core.battle.record import Record
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.parsing import pick, whole_number
from fleetbook.core.play.why import why
from fleetbook.core.play.wording import line as one_line
from fleetbook.reports.journal.lines import result_texts
from fleetbook.reports.render.formats import FORMATS
from fleetbook.reports.status import overview

LAST = 10
ALL = "all"


def tell_status(sitting: PlainSession, words: str) -> None:
    """Say the battle as it stands."""
    sitting.talk.say(*status_lines(overview(sitting.journal)))


def tell_ship(sitting: PlainSession, words: str) -> None:
    """Say everything on a ship's card."""
    battle = sitting.battle
    names = [ship.name for ship in battle.ships()]
    name = pick("ship", words, names) if words else sitting.talk.choose_listed("which ship?", names)
    sitting.talk.say(*ship_lines(battle.card(name)))


def line_number(words: str, default: int) -> int:
    """The number of a line as typed. Raises InvalidInput for what is none."""
    return number_of("line", words) if words else default


def number_of(what: str, words: str) -> int:
    """The number of a line or a die, or a face, as typed. Raises InvalidInput for what is none."""
    number = whole_number(words)
    if number is None:
        raise InvalidInput(what, words, "its number")
    return number


def tell_why(sitting: PlainSession, words: str) -> None:
    """Say the whole working of a line: inputs, dice, tables, readings."""
    journal = sitting.journal
    require(journal.records, "the journal has no line yet")
    record = journal.record(line_number(words, len(journal.records)))
    sitting.talk.say(f"Line {record.number}: {record.headline}.", *(f"  {told}" for told in result_texts(journal, record)))
    heading = ""
    for reason in why(record, journal.ruleset, journal.battle_before(record.number)):
        if reason.heading != heading:
            heading = reason.heading
            sitting.talk.say(f"  {heading}:")
        sitting.talk.say(f"    {'  ' * reason.depth}{reason.text}")
    if _taken_back(record, journal.undo_history.in_force):
        sitting.talk.say("  This line was taken back.")


def _taken_back(record: Record, in_force: set[int]) -> bool:
    return record.is_order and record.number not in in_force


def tell_log(sitting: PlainSession, words: str) -> None:
    """Say the last lines of the journal, as many as were asked for, or all."""
    journal = sitting.journal
    require(journal.records, "the journal has no line yet")
    count = len(journal.records) if words.casefold() == ALL else line_number(words, LAST)
    in_force = journal.undo_history.in_force
    for record in journal.records[-max(count, 1) :]:
        step = journal.ruleset.sequence.phase(record.phase).number
        back = ", taken back" if _taken_back(record, in_force) else ""
        told = " ".join(result_texts(journal, record)) or one_line(record)
        sitting.talk.say(f"Line {record.number}, turn {record.turn} step {step}{back}: {told}")


def write_report(sitting: PlainSession, words: str) -> None:
    """Write the battle's report into a file, as the shell's command does."""
    forms = list(FORMATS)
    form = sitting.talk.choose(f"{inline(forms)} [{forms[0]}]?", forms, forms[0])
    output = words or sitting.talk.ask("into which file?")
    require(output, "no file was named, nothing was written")
    run(["report", "--format", form, f"--output={output}", "--", str(sitting.session.file.path)])
    sitting.talk.say(f"Wrote {output}.")

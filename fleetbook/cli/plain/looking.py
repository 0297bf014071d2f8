"""The commands of the dialogue that only show the battle or write its report."""

from __future__ import annotations

import gc

from fleetbook.cli.plain.console import inline
from fleetbook.cli.plain.session import PlainSession
from fleetbook.cli.plain.speech import ship_lines, status_lines
from fleetbook.cli.shell import run
from fleetbook.core.battle.record import Record
from fleetbook.core.battle.verdict import turn_words
from fleetbook.core.errors import InvalidInput, require
from fleetbook.core.parsing import capital, pick, whole_number
from fleetbook.core.play.working import why
from fleetbook.referee.proposals.measured import range_between
from fleetbook.reports.journal.lines import result_texts
from fleetbook.reports.render.formats import FORMATS
from fleetbook.reports.scenario import briefing, decides
from fleetbook.reports.status import overview
from fleetbook.reports.words import result_words

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
    """The number of a journal line, read from typed words; ``default`` if nothing was typed. Raises InvalidInput for other
    words.
    """
    return number_of("line", words) if words else default


def number_of(what: str, words: str) -> int:
    """A whole number, read from typed words. ``what`` is the thing numbered, such as a die. Raises InvalidInput if it is none."""
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
    turns = "" if journal.ruleset.sequence.called_turn(journal.battle) else "Turn and step "
    for record in journal.records[-max(count, 1) :]:
        back = ", taken back" if _taken_back(record, in_force) else ""
        telling = session.session.tell(record)
        if telling.is_line:
            session.console.say(f"Line {record.number}, {_when(session, record)}{back}: {telling.sentence}.")
        if telling.step:
            session.console.say(f"{turns}{telling.step}.")


def _when(session: PlainSession, record: Record) -> str:
    """The turn and step in which a line was written. For a campaign, it is the day."""
    sequence = session.journal.ruleset.sequence
    called = sequence.called_turn(session.journal.battle_before(record.number))
    return called or f"turn {record.turn}, step {sequence.phase(record.phase).number}"


def show_news(session: PlainSession, words: str) -> None:
    """Write the story so far: the lines that tell more than a move, a miss or a new step. They are the last ten of these lines,
    as many as asked for, or all.
    """
    journal, in_force = session.journal, session.journal.undo_history.in_force
    found = [one for one in journal.records if one.number in in_force and session.session.tell(one).is_news]
    require(found, "nothing of note has happened yet")
    count = len(found) if words.casefold() == ALL else line_number(words, LAST)
    session.console.say(*(news_line(session, record) for record in found[-max(count, 1) :]))


def news_line(session: PlainSession, record: Record) -> str:
    """A journal line in words: its turn and step, and its results."""
    return f"{capital(_when(session, record))}: {' '.join(result_texts(session.journal, record))}"


def show_briefing(session: PlainSession, words: str) -> None:
    """Write the scenario's story, its set-up, its events to come, and its victory conditions."""
    say, setup = session.console.say, session.journal.setup
    say(f"{setup.title}{f', {setup.date}' if setup.date else ''}.")
    say(*(" ".join(part.split()) for part in setup.text.split("\n\n") if part.strip()))
    heading = ""
    for heading_now, text in briefing(session.journal):
        heading = heading_now or heading
        say(f"{capital(heading)}: {text}{' ' + session.journal.stream.commitment if text.endswith(':') else ''}")


def show_score(session: PlainSession, words: str) -> None:
    """Write who would win now, the score of each side, and the victory conditions."""
    now = overview(session.journal)
    known = result_words(now)
    require(known, "the scenario does not say what decides the battle")
    session.console.say(*(f"{capital(text)}." for text in (*known, turn_words(now.turn, now.last_turn))))
    session.console.say("What decides it:", *(f"  {text}." for text in decides(session.journal)))


def show_ranges(session: PlainSession, words: str) -> None:
    """Write the ranges measured in this step, for each ship of the acting side or only for the ship named."""
    battle = session.battle
    there = [ship for ship in battle.ships() if not battle.card(ship.name).fate]
    own = pick("ship", words, [ship.name for ship in there]) if words else ""
    side = battle.ship(own).side if own else battle.acting or battle.sides[0]
    foes = [ship.name for ship in there if ship.side != side]
    lines = []
    for ship in there:
        if ship.side == side and own in ("", ship.name):
            known = [(foe, range_between(session.session, ship.name, foe)) for foe in foes]
            measured = [f"{foe} {number}" for foe, number in known if number]
            lines += [f"{ship.name} to {', '.join(measured)} {session.journal.ruleset.unit}."] if measured else []
    require(lines, "no range was measured in this step; measure gives one")
    session.console.say(*lines)


def show_legend(session: PlainSession, words: str) -> None:
    """Write the meanings of the short words and signs of cards and dice."""
    rules = session.journal.ruleset
    cards = session.battle.cards()
    conditions = {one.short: one.text for card in cards for one in card.conditions if one.short != one.text}
    meanings = {**rules.spelled_out, **rules.signs, **conditions, "5*": "die typed in", "5 (was 2)": "die overruled"}
    session.console.say(*(f"  {sign}: {text}" for sign, text in meanings.items()))


def write_report(session: PlainSession, words: str) -> None:
    """Ask for a format and a file, and write the battle's report like ``fleetbook report``."""
    console, forms = session.console, list(FORMATS)
    form = console.choose(f"{inline(forms)} [{forms[0]}]?", forms, forms[0])
    output = words or console.ask("into which file?")
    require(output, "no file was named, nothing was written")
    run(["report", "--format", form, f"--output={output}", "--", str(session.session.file.path)])
    gc.enable()  # the report has turned it off
    console.say(f"Wrote {output}.")

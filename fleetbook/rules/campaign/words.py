"""The sentences of a campaign."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentence, Sentences


def _of_item(fact: str, item: str) -> str:
    """The name of a fact, after the mount or other item that it belongs to: ``aft 8 in, guns out``."""
    return f"{item}, {fact}" if item else fact


def _value(value: object) -> str:
    return {True: "", False: " no longer"}.get(value, f" {value}") if isinstance(value, bool) else f" {value}"


class Says(Sentences):
    """What the journal of a campaign says."""

    turn = Sentence("")  # the order says how many days pass
    battle_ends = Sentence("the campaign ends: {after}")
    drawn = Sentence("the referee decides: the campaign is drawn")
    drawn_by = Sentence("the referee decides: the campaign is drawn, {degree}")
    day = Sentence("{after:day} after the first")
    counted = Sentence("{title} is counted")
    left_of_her = Sentence(lambda ship, fact, value, item="": f"{ship}: {_of_item(fact, item)}{_value(value)}")
    mended = Sentence(lambda ship, fact, item="": f"{ship}: {_of_item(fact, item)} mended")
    gone = Sentence(lambda ship, kind, turn, how="": f"{ship} {kind}{': ' if how else ''}{how}")
    lost_in = Sentence("{title}")
    lost_on = Sentence("{title}, {day}")
    sails_to = Sentence("{ship} is at {after}")
    at_sea = Sentence("{ship} is at sea")
    serves = Sentence("{ship} serves {side}")
    crews = Sentence("the crews of {squadron} are {after}")
    joins = Sentence("{ship} joins")
    commands = Sentence("{captain} commands {ship}")
    leaves = Sentence("{captain} leaves {ship}")
    captain_rescued = Sentence("{captain}, the captain of {ship}, is rescued")
    men_rescued = Sentence("{after} men of {ship} are rescued")
    queue = Sentence("the docks of {port} take {ships}")
    no_queue = Sentence("the docks of {port} are empty")
    for_stores = Sentence("{port} gives stores to {ships}")
    no_stores = Sentence("{port} gives no stores")
    restocked = Sentence("{ship} is restocked")

"""The sentences of a campaign."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentence, Sentences


class Says(Sentences):
    """What the journal of a campaign says."""

    turn = Sentence("")  # the order says how many days pass
    battle_ends = Sentence("the campaign ends: {after}")
    drawn = Sentence("the referee decides: the campaign is drawn")
    drawn_by = Sentence("the referee decides: the campaign is drawn, {degree}")
    day = Sentence("{after:day} after the first")
    counted = Sentence("{title} is counted")
    left_of_her = Sentence("{ship}: {fact} {value}")
    mended = Sentence("{ship}: {fact} mended")
    gone = Sentence(lambda ship, kind, turn, how="": f"{ship} {kind}{': ' if how else ''}{how}")
    lost_in = Sentence("{title}")
    lost_on = Sentence("{title}, {day}")
    sails_to = Sentence("{ship} is at {after}")
    at_sea = Sentence("{ship} is at sea")
    serves = Sentence("{ship} serves {side}")
    joins = Sentence("{ship} joins")
    queue = Sentence("the docks of {port} take {ships}")
    no_queue = Sentence("the docks of {port} are empty")
    restocked = Sentence("{ship} is restocked")

"""What several rule systems have in common, and the one place from which a package of rules can import all that it may use."""

from fleetbook.core.battle.battle import PHASE, Battle, Ship
from fleetbook.core.battle.card_view import CardView, Condition, Marker, Particular, Stage, System, Tick, Track
from fleetbook.core.battle.conditions import Boxes, Flag, Number, Option, Queue, Statement, TurnMark, UntilTurn, Value, Word
from fleetbook.core.battle.fact import Fact, Keyed, Pairwise, over
from fleetbook.core.battle.fact_effects import Cause, Changing
from fleetbook.core.battle.facts import Change, FactValue, Key
from fleetbook.core.battle.firing import Firing
from fleetbook.core.battle.particulars import particulars
from fleetbook.core.battle.result import DONE, GOOD, GRAVE, HIT, HURT, KINDS, LOST, MISSED, NOTHING, Result
from fleetbook.core.battle.setup import Setup, ShipEntry, Squadron
from fleetbook.core.battle.subject import BattleFacts, Details, Setting, Subject, derived
from fleetbook.core.dice import Dice
from fleetbook.core.errors import InvalidInput, NotYetKnown, Refused, require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import (
    Effect,
    Effects,
    choose,
    draw,
    lose,
    note,
    note_new,
    restore_boxes,
    roll,
    roll_at_least,
    roll_on,
    roll_over,
    run,
    set_fact,
    strike_boxes,
    tally,
)
from fleetbook.core.orders.happened import Happened
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Deferred, Part
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.throws import TableThrow, Throw, ThrowResult
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.core.strict import convert
from fleetbook.core.tables.reading import Reading
from fleetbook.core.tables.table import Figure, Modifier, ModifierList, RuleTables, Table
from fleetbook.core.words.sentence import Said, Sentence, Sentences, Words
from fleetbook.rules.kit.base import table_files
from fleetbook.rules.kit.pairs import OfPair
from fleetbook.rules.kit.roster_card import RosterCard
from fleetbook.rules.kit.rounding import half_up, to_places
from fleetbook.rules.kit.said import (
    MISSES_HITS,
    NOT_OVER,
    REACHED,
    counted,
    does,
    hits,
    in_words,
    listed,
    on_score,
    score,
    score_but,
    sentence,
    sentences,
    thrown,
    together,
)
from fleetbook.rules.kit.sides import (
    acting,
    afloat,
    enemies,
    enemy_ships,
    every_ship,
    losses,
    own_ships,
    require_afloat,
    require_enemy,
)
from fleetbook.rules.kit.warship import Fate, Loss, Warship

__all__ = [
    "DONE", "GOOD", "GRAVE", "HIT", "HURT", "KINDS", "LOST", "MISSED", "MISSES_HITS", "NOTHING", "NOT_OVER", "PHASE",
    "REACHED", "Battle", "BattleFacts", "Boxes", "CardView", "Cause", "Change", "Changing", "Condition", "Deferred",
    "Details", "Dice", "Effect", "Effects", "Fact", "FactValue", "Fate", "Figure", "Firing", "Flag", "Happened",
    "InvalidInput", "Key", "Keyed", "Loss", "Marker", "Modifier", "ModifierList", "NotYetKnown", "Number", "OfPair",
    "Option", "Order", "Pairwise", "Part", "Particular", "Phase", "Queue", "Reading", "Refused", "Result", "RosterCard",
    "RuleTables", "Ruleset", "Said", "Sentence", "Sentences", "Setting", "Setup", "Ship", "ShipEntry", "Squadron", "Stage",
    "Statement", "Subject", "System", "Table", "TableThrow", "Throw", "ThrowResult", "Tick", "Track", "TurnMark",
    "TurnSequence", "UntilTurn", "Value", "Warship", "Word", "Words", "acting", "afloat", "choose", "convert", "counted",
    "derived", "does", "draw", "enemies", "enemy_ships", "every_ship", "fields", "half_up", "hits", "in_words", "listed",
    "lose", "losses", "note", "note_new", "on_score", "over", "own_ships", "particulars", "require", "require_afloat",
    "require_enemy", "restore_boxes", "roll", "roll_at_least", "roll_on", "roll_over", "run", "score", "score_but",
    "sentence", "sentences", "set_fact", "strike_boxes", "table_files", "tally", "thrown", "to_places", "together",
]  # fmt: skip

"""What is public for rules: the names of each section, what is to be known beside their docstrings, an example that is run."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Section:
    """A section of the reference: ``names`` by module, those that may change before 1.0 among ``unsettled``; all of them where it
    is not ``settled``.
    """

    title: str
    words: str
    names: dict[str, tuple[str, ...]]
    example: str
    unsettled: tuple[str, ...] = ()
    settled: bool = True


SECTIONS = (
    Section(
        "The rules together",
        "A rule system is an instance of a class derived from `Ruleset`. `pyproject.toml` names this instance.\n\n"
        "The class needs `id`, `title`, `version`, `unit`, `ship_type`, `card_type`, `sequence` and `orders`; everything "
        "else has a default. `unit` is the unit of ranges, shown behind numbers. Tables are read from the folder "
        "`tables/` beside the module, rosters and scenarios from `rosters/<id>/`.\n\n"
        "Change `version` whenever the new rules would play a battle under way differently. Old battles then open for "
        "reading only, and `fleetbook upgrade` copies them.",
        {
            "fleetbook.core.orders.ruleset": ("Ruleset",),
            "fleetbook.core.battle.setup": ("OperationCard", "Setup", "ShipEntry", "Squadron"),
        },
        '''import tomllib
import msgspec

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.conditions import Boxes, Flag, Number, TurnMark, Word
from fleetbook.core.battle.setup import Setup, ShipEntry
from fleetbook.core.battle.subject import BattleFacts
from fleetbook.core.errors import require
from fleetbook.core.orders import fields
from fleetbook.core.orders.effects import Effects, choose, draw, note, roll, roll_on, run, tally
from fleetbook.core.orders.order import Order
from fleetbook.core.orders.part import Part
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.core.orders.turn_sequence import Phase, TurnSequence
from fleetbook.core.words.sentence import Sentence, Sentences
from fleetbook.rules.kit.sides import enemy_ships, own_ships, require_afloat, require_enemy
from fleetbook.rules.kit.warship import Warship
from fleetbook.testing import Game

TABLES = """
sheet = "Pond"

[table.splash]
title = "Splash"
section = "P1"
rows = { by = "pond" }
columns = { by = "D6", kind = "faces", die = "d6" }
head = ["1-2", "3-5", "6"]
cells = [["calm", 0, 1, 2], ["rough", 0, 0, 1]]

[modifiers.splash]
title = "Splash"
section = "P1"
line = [{ id = "near", value = 1, text = "an oar's length away" }]

[figure."a soaking"]
value = 2
section = "P2"

[reading.rounding]
value = "down"
section = "P2"
text = "Halves are rounded down."
reason = "The sheet does not say."
allowed = ["down", "up"]
"""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    hull: int = 4


class Boat(Warship):
    card: Card
    hull = Boxes()
    wet = Flag(sign="WET", words="wet through", by_hand=True)
    splashed = TurnMark()
    luck = Number()


class PondFacts(BattleFacts):
    water = Word(allowed=("calm", "rough"), heading="conditions")


class Says(Sentences):  # what the rules say, each sentence under the name that lines keep
    water = Sentence("water")
    wet_through = Sentence("{ship} is wet through")  # whose fact it is, {ship}, a change brings itself


class Splash(Order[Boat]):
    """Splash water at a boat."""

    id, title, key, section = "splash", "Splash", "s", "P1"
    by: str = fields.ship("by", own_ships)
    at: str = fields.ship("at", enemy_ships)
    modifiers: tuple[str, ...] = fields.modifiers("splash", "splash", ())

    def check(self, battle: Battle[Boat]) -> None:
        require_afloat(battle.ship(self.by))
        require(not battle.ship(self.by).splashed, f"{self.by} has splashed this turn")
        require_enemy(battle.ship(self.by), battle.ship(self.at))

    def resolve(self, battle: Battle[Boat]) -> Effects:
        yield from Boat.splashed.mark(battle.ship(self.by))
        lines = battle.modifiers("splash", self.modifiers)
        water = yield from roll_on(battle.tables.table("splash"), PondFacts(battle).water, lines)
        yield from tally("hits", int(water), self.by)
        yield from Boat.hull.lose(self.at, int(water), Says.water)
        if int(water) >= battle.figure("a soaking"):
            yield from run(Soak(boat=self.at))


class Soak(Part[Boat]):
    """A boat is wet through."""

    id, title, section = "soak", "Soak", "P2"
    boat: str

    def resolve(self, battle: Battle[Boat]) -> Effects:
        yield from Boat.wet.set(self.boat, said=Says.wet_through)


class Pond(Ruleset[Boat]):
    id, title, version, unit = "pond", "Pond boats", "1", "ft"
    ship_type, card_type, battle_facts, sentences = Boat, Card, PondFacts, Says
    orders, parts = (Splash,), (Soak,)
    sequence = TurnSequence((Phase("red", "1", "splashes", 0), Phase("blue", "2", "splashes", 1)))

    def table_files(self):  # only because this example has no files
        return [("pond.toml", tomllib.loads(TABLES))]


RULES = Pond()
SHIPS = (ShipEntry("Duck", "Red", {"name": "Duck"}), ShipEntry("Swan", "Blue", {"name": "Swan", "hull": 6}))
SETUP = Setup("pond", "1", "On the pond", ("Red", "Blue"), SHIPS)
game = Game(RULES, SETUP)
game.give("splash", 6)
assert (game["Swan"].hull, game["Swan"].wet) == (4, True)
''',
        unsettled=("OperationCard", "Squadron"),
    ),
    Section(
        "The turn",
        "Phases follow each other in their order. `number` is the step as the sheet prints it. A class derived from "
        "`TurnSequence` gives the effects between phases.\n\n"
        "A condition declared with `until=` ends by itself when that phase is entered. `enter` runs before that, so it "
        "still reads the condition.",
        {"fleetbook.core.orders.turn_sequence": ("ByChoice", "OfItself", "Phase", "TurnSequence")},
        """assert (game.battle.phase, game.battle.acting) == ("red", "Red")
game.next()
assert (game.battle.phase, game.battle.acting) == ("blue", "Blue")
game.next()
assert (game.battle.phase, game.battle.turn) == ("red", 2)
""",
    ),
    Section(
        "Orders and parts",
        "A referee gives orders. The annotated fields of an order are its inputs, each declared by one of `fields`. They "
        "are asked for in their order. Only other orders give a part, with `run`. The fields of a part are plain values.\n\n"
        "`check` goes from top to bottom and ends at the first input that is not known yet. So refuse as early as you "
        "can, and read an input as late as you can. `check` must change nothing.\n\n"
        "`resolve` is a generator of effects. Its battle shows each effect after it was yielded.\n\n"
        "`sealed` and `opened` hide an order from an enemy for a time. In a test, `Game.read_by` gives the lines as a "
        "side reads them.",
        {
            "fleetbook.core.orders.order": ("Order",),
            "fleetbook.core.orders.sheet_order": ("SheetOrder",),
            "fleetbook.core.orders.part": ("Part", "Deferred"),
        },
        '''game = Game(RULES, SETUP)
game.give("splash", 1, by="Duck", at="Swan")
game.refused("splash", because="Duck has splashed this turn", by="Duck", at="Swan")


class CourseSays(Says):
    has_orders = Sentence("{ship} has orders")


class Course(Order[Boat]):
    """Write down where a boat will sail: its enemies read it when the next turn begins."""

    id, title, key, section = "course", "Course", "c", "P3"
    says = "{by} will sail {course}"
    by: str = fields.ship("by", own_ships)
    course: str = fields.text("course")

    def resolve(self, battle: Battle[Boat]) -> Effects:
        yield from note(CourseSays.has_orders(ship=self.by))

    def sealed(self, battle: Battle[Boat], side: str) -> bool:
        return battle.ship(self.by).side != side

    def opened(self, then: Battle[Boat], now: Battle[Boat], side: str) -> bool:
        return now.turn > then.turn


class Regatta(Pond):
    orders, sentences = (Splash, Course), CourseSays


game = Game(Regatta(), SETUP)
game.give("course", by="Duck", course="north")
assert (game.read_by("Red")[0].splitlines()[0], game.read_by("Blue")) == ("Duck will sail north", ["a sealed order"])
assert game.go("red", turn=2).read_by("Blue")[0].startswith("Duck will sail north")
''',
    ),
    Section(
        "Inputs",
        "Candidates, `default`, `low`, `high` and `shown_if` are values, or functions of `(battle)` or of `(battle, "
        "order)`. `order` has the inputs before this one. Candidates are plain, such as all ships of a side. The form "
        "greys the candidates that `check` refuses, each with its reason.\n\n"
        "Every input takes `default=`, `help=`, `section=` and `shown_if=`. With `default=None` the referee must enter a "
        "value. For several words, `fields.ALL` means all that may be chosen. A ship or a choice that is left out is its "
        "first allowed candidate.\n\n"
        "A number takes `unit=`, `decimals=True` and `measured=`. `measured=fields.Range('firer', 'target')` says that players "
        "measure it between the ships in these two inputs. `F7` asks for it in a grid of ranges, once for all orders of the "
        "step. A number from an "
        "earlier step is asked for again.\n\n"
        "The key `*` gives the last order again, for each other ship of its side that has not acted. The first input of "
        "the order must be the ship or squadron that gives it. `Ruleset.ticks` says who has not acted: the tick whose "
        "sign is the key of the order is `due`. Without such a tick, these are all ships that have not given the order in "
        "this step.",
        {
            "fleetbook.core.orders.fields": (
                "ship",
                "number",
                "choice",
                "several",
                "flag",
                "modifiers",
                "text",
                "Range",
                "Arc",
                "Aspect",
                "Between",
                "Turns",
                "Met",
            )
        },
        '''class TrimSays(Says):
    trimmed = Sentence("{boat}: {sails}, {knots} kt, {lines}")  # a list is told as "a, b and c"


class Trim(Order[Boat]):
    """Every kind of input."""

    id, title, key = "trim", "Trim", "t"
    boat: str = fields.ship("boat", own_ships)
    sails: str = fields.choice("sails", ("full", "reefed"))
    lines: tuple[str, ...] = fields.several("lines", ("jib", "sheet"), default=fields.ALL)
    knots: int = fields.number("knots", 0, lambda battle, order: battle.ship(order.boat).hull, unit="kt", default=1)
    lamp: bool = fields.flag("lamp", shown_if=lambda battle: PondFacts(battle).water == "rough")
    words: str = fields.text("words", default="")

    def resolve(self, battle: Battle[Boat]) -> Effects:
        yield from note(TrimSays.trimmed(boat=self.boat, sails=self.sails, knots=self.knots, lines=self.lines))


class Trimmed(Pond):
    orders, sentences = (*Pond.orders, Trim), TrimSays


game = Game(Trimmed(), SETUP)
assert game.draft("trim").values == {
    "boat": "Duck", "sails": "full", "lines": ("jib", "sheet"), "knots": 1, "lamp": False, "words": "",
}
game.unreadable("trim", "knots", knots=5)
''',
    ),
    Section(
        "Effects",
        "Each effect is a generator: write `yield from` before it, and its value is the answer. Nothing else changes a "
        "battle. The section of the order is filled in, so name a section only if it is another one. The effects on a "
        "ship's facts are methods of their declarations (see below).\n\n"
        "`tally` counts something for the odds and the report. Numbers are added up; a word replaces the word before it. "
        'Reports compute luck from the count `"hits"`, which a rule counts for the firer. They compare the hits of each '
        "shot with its odds. A shot is a part with a `firing`. An order that never counted hits in the battle has no "
        "luck.",
        {
            "fleetbook.core.orders.effects": (
                "Effects",
                "roll",
                "roll_on",
                "roll_at_least",
                "roll_over",
                "draw",
                "choose",
                "note",
                "tally",
                "run",
                "note_new",
                "set_fact",
                "lose",
                "strike_boxes",
                "restore_boxes",
                "Effect",
            ),
            "fleetbook.core.orders.throws": ("Throw", "TableThrow", "ThrowResult"),
            "fleetbook.core.battle.firing": ("Firing", "Look", "Movement", "TURNING"),
        },
        '''class RaceSays(Says):
    rowing = Sentence("rowing")
    buoy = Sentence("buoy")
    which_side = Sentence("which side of the buoy")
    passed = Sentence("{strokes:stroke} to the {place} buoy, passed on the {side}")  # counted: 1 stroke, 2 strokes


class Race(Order[Boat]):
    """Both crews row; a player chooses the side of the buoy."""

    id, title, key = "race", "Race", "r"

    def resolve(self, battle: Battle[Boat]) -> Effects:
        rowed = yield from roll(RaceSays.rowing, "2d6")
        place = yield from draw(RaceSays.buoy, (("north", 1), ("south", 2)))
        side = yield from choose(RaceSays.which_side, ("left", "right"), battle.sides[0])
        yield from note(RaceSays.passed(strokes=rowed, place=place, side=side))


class Raced(Pond):
    orders, sentences = (*Pond.orders, Race), RaceSays


record = Game(Raced(), SETUP).give("race", 3, 4, 2, choices=["left"])
assert record.events[-1].text == "7 strokes to the south buoy, passed on the left"
''',
        unsettled=(
            "note_new",
            "set_fact",
            "lose",
            "strike_boxes",
            "restore_boxes",
            "Effect",
            "Throw",
            "TableThrow",
            "ThrowResult",
            "Firing",
            "Look",
            "Movement",
        ),
    ),
    Section(
        "Sentences",
        'All sentences are declared in one class, which `Ruleset.sentences` names: `sinks = Sentence("{ship} sinks")`. '
        "The name of the attribute is the key of the sentence. A line of the journal stores the key and the values, and "
        "the text is made when somebody reads the line. So you may improve a text, and old battles show the new one. "
        "Never change a key or the name of a value.\n\n"
        "An effect that takes `Words` takes `Says.sinks`, or `Says.sinks(ship=ship)` with values. A value is a number, a "
        'word, a name, a list ("a, b and c"), a modifier of a list, or another sentence. Some values are given already, '
        "so pass only the others:\n\n"
        "- The change of a fact gives `{ship}` (whose fact it is), `{other}`, `{before}`, `{after}` and `{by}`.\n"
        "- The change of boxes gives `{ship}`, `{track}`, `{before}`, `{after}`, `{full}` and `{by}`.\n"
        "- Throws, choices, notes and the `how` of a fate give none.\n\n"
        "Plain text in place of a sentence is stored as it is. `fleetbook check-rules` reports it with file and line. It "
        "also reports sentences that the rules do not declare, and sentences without one of their values. Rules that vary "
        "other rules derive their class of sentences from the class of those rules.",
        {"fleetbook.core.words.sentence": ("Sentences", "Sentence", "Said", "Words", "said_of")},
        """class Told(Says):
    sinks = Sentence("{ship} sinks{how}")
    by_hits = Sentence(", hit {times:time} by {firers}")
    one_more = Sentence(lambda boxes, full: "her last box" if boxes == full else f"box {boxes} of {full}")


class ToldPond(Pond):
    sentences = Told


wording = ToldPond().begin(SETUP).wording
said = Told.sinks(ship="Swan", how=Told.by_hits(times=2, firers=["Duck", "Teal"]))
assert wording.words(said) == "Swan sinks, hit 2 times by Duck and Teal"
assert wording.words(Told.one_more(boxes=6, full=6)) == "her last box"
""",
        settled=False,
    ),
    Section(
        "Facts of a ship",
        "Facts are declared in the body of the ship's class, or in the class of another subject, such as the battle or a "
        'squadron. On a ship the attribute is the value. On the class it has the effects. `.each("mount", keys=…)` '
        "declares one such fact for each of several items. `Details` lists everything else that a declaration may say.",
        {
            "fleetbook.core.battle.conditions": (
                "Boxes",
                "Flag",
                "TurnMark",
                "UntilTurn",
                "Number",
                "Word",
                "Option",
                "Value",
                "Queue",
                "Statement",
            ),
            "fleetbook.core.battle.fact": ("Fact", "Keyed", "Pairwise", "over"),
            "fleetbook.core.battle.subject": ("Details", "Subject", "BattleFacts", "derived", "Setting"),
            "fleetbook.core.campaign.becomes": (
                "Becomes",
                "GONE",
                "STAYS",
                "RESTOCKED",
                "SETTLED",
                "settled",
                "under_way",
                "in_port",
                "of_a_battle",
            ),
            "fleetbook.core.battle.fact_effects": ("Cause", "Changing"),
            "fleetbook.core.battle.facts": ("Change", "FactValue", "Key"),
        },
        '''class BailSays(Says):
    dry = Sentence("{ship} is dry")
    bailed = Sentence("bailed out")
    mended = Sentence("{boxes:box}")


class Bail(Order[Boat]):
    """Bail a boat out."""

    id, title, key = "bail", "Bail out", "w"
    boat: str = fields.ship("boat", own_ships)

    def check(self, battle: Battle[Boat]) -> None:
        require(battle.ship(self.boat).wet, f"{self.boat} is dry")

    def resolve(self, battle: Battle[Boat]) -> Effects:
        yield from Boat.wet.clear(self.boat, said=BailSays.dry)
        yield from Boat.luck.add(self.boat, 1)
        mended = yield from Boat.hull.restore(self.boat, 2, BailSays.bailed)
        yield from note(BailSays.mended(boxes=mended))


class Bailed(Pond):
    orders, sentences = (*Pond.orders, Bail), BailSays


game = Game(Bailed(), SETUP)
game.put("Duck", "wet", "yes")
game.strike("Duck", "hull", 1)
assert [condition.short for condition in game["Duck"].conditions] == ["WET"]
game.give("bail")
assert (game["Duck"].wet, game["Duck"].luck, game["Duck"].hull) == (False, 1, 4)
''',
        unsettled=("Fact", "Keyed", "over", "Subject", "Change", "Changing", "FactValue", "Key", "Setting"),
    ),
    Section(
        "Results",
        "`results` of an order or a part describes the outcome in words for the table. It describes a miss and a passed "
        "test, too. It reads what happened and yields no effect. Nothing of it is stored, so old battles show the new "
        "words.\n\n"
        "If an order gives no results, its changes are listed by ship: `{ship} is afire` and `{ship} is clear of the "
        'wreckage` become "Ardent: afire, clear of the wreckage". So begin the sentence of a change with the ship, whose '
        "name is then left out. Text behind a colon is put in brackets.\n\n"
        "The results of a part replace all other words about its events. If a melee says who is thrown back, its lost "
        "boxes are not listed again. Events of the order around the part still are.\n\n"
        "`results` never takes sentences apart. `happened.throws(Says.x)` gives the throws with this sentence, each with "
        "its values. `happened.noted(Says.x)` gives the notes and `happened.changed(Says.x)` the changes with it. "
        "`happened.changes(Boat.wet)` gives the changes of one fact.\n\n"
        "`as_ordered` makes the result of an order that does no more than its headline says, such as a plain move.",
        {
            "fleetbook.core.battle.result": (
                "Result",
                "KINDS",
                "NOTHING",
                "MISSED",
                "DONE",
                "SEEN",
                "GOOD",
                "HIT",
                "HURT",
                "GRAVE",
                "LOST",
            ),
            "fleetbook.core.orders.happened": ("Happened",),
            "fleetbook.core.battle.card_view": ("Tick",),
            "fleetbook.core.battle.card_words": ("only_for",),
            "fleetbook.rules.kit.said": (
                "ORDINALS",
                "in_short",
                "repaired",
                "counted",
                "does",
                "hits",
                "score",
                "score_but",
                "listed",
                "sentence",
                "sentences",
                "together",
                "in_words",
                "on_score",
                "REACHED",
                "NOT_OVER",
                "MISSES_HITS",
                "thrown",
            ),
        },
        '''from fleetbook.core.battle.result import GOOD, Result
from fleetbook.core.orders.happened import Happened


class Dry(Order[Boat]):
    """Bail a boat out, and say so."""

    id, title, key = "dry", "Bail out dry", "y"
    boat: str = fields.ship("boat", own_ships)

    def resolve(self, battle: Battle[Boat]) -> Effects:
        yield from Boat.wet.clear(self.boat, said=BailSays.dry)

    def results(self, happened: Happened[Boat]) -> list[Result]:
        dried = happened.changed(BailSays.dry)  # the changes that this sentence told, with before and after
        return [Result(kind=GOOD, head="dry", words=f"{one.subject} is DRY again.", subject=one.subject) for one in dried]


class Dried(Pond):
    orders, sentences = (*Pond.orders, Dry), BailSays


game = Game(Dried(), SETUP)
game.put("Duck", "wet", "yes")
(result,) = game.journal.results(game.give("dry"))
assert result.words == "Duck is DRY again."
''',
        settled=False,
    ),
    Section(
        "The battle as rules read it",
        "`check`, `resolve`, candidates and defaults get a battle, and read nothing else. Their look-ups in its tables "
        "are recorded for *Why?*, the table page and the report. Never keep a battle or a ship between calls.",
        {"fleetbook.core.battle.battle": ("Battle", "Ship", "PHASE")},
        """battle = game.battle
assert [ship.name for ship in battle.ships("Blue")] == ["Swan"]
assert (battle.sides, battle.other_side("Red"), battle.figure("a soaking")) == (("Red", "Blue"), "Blue", 2)
assert battle.reading("rounding") == "down"
assert battle.ship("Swan").full("hull") == 6
""",
        unsettled=("PHASE",),
    ),
    Section(
        "Tables and dice",
        "`battle.tables` holds all tables. [The TOML formats](rules-toml.md) say how they are written.",
        {
            "fleetbook.core.tables.table": ("RuleTables", "Table", "ModifierList", "Modifier", "Figure"),
            "fleetbook.core.tables.reading": ("Reading",),
            "fleetbook.core.dice": ("Dice",),
            "fleetbook.core.tables.bounds": ("Value",),
        },
        """table = game.battle.tables.table("splash")
assert table.rows.labels == ("calm", "rough")
assert [(row.label, row.result) for row in table.faces("calm")] == [("1-2", 0), ("3-5", 1), ("6", 2)]
assert (table.thrown.count, table.thrown.sides) == (1, 6)
""",
        unsettled=("ModifierList", "Dice", "Value"),
    ),
    Section(
        "Cards on the screen",
        "`Ruleset.card` makes a card from the declarations: tracks, conditions and fate. Its particulars are the fields "
        "of the card that have a title in `msgspec.Meta`. Override it only to add systems, supplies or motion.",
        {
            "fleetbook.core.battle.card_view": (
                "CardView",
                "Track",
                "System",
                "Condition",
                "Particular",
                "Marker",
                "Tick",
                "Stage",
            ),
            "fleetbook.core.battle.particulars": ("particulars",),
        },
        """from typing import Annotated

from fleetbook.core.battle.particulars import particulars

card = RULES.card(game.battle.ship("Swan"))
assert [(track.label, track.left, track.full) for track in card.tracks] == [("hull", 6, 6)]


class Ironclad(msgspec.Struct, frozen=True):
    name: str
    belt: Annotated[int, msgspec.Meta(title="belt", extra={"unit": "in"})] = 9


assert [str(one) for one in particulars(Ironclad("Swan"))] == ["belt 9 in"]
""",
        unsettled=("Marker", "Tick", "Stage"),
    ),
    Section(
        "Errors",
        "Use `require` in `check`. Raise `InvalidInput` for cards, setups and tables. It names the place, the text found "
        "and the allowed text. Any other exception is a fault in the rules, and is reported with file and line.",
        {
            "fleetbook.core.errors": ("require", "Refused", "InvalidInput", "NotYetKnown"),
            "fleetbook.core.strict": ("convert",),
            "fleetbook.core.parsing": ("counted",),
        },
        """from fleetbook.core.errors import InvalidInput

try:
    RULES.read_card({"name": "Duck", "hul": 3}, "ships.toml: ship Duck", RULES.tables)
except InvalidInput as error:
    assert str(error) == "ships.toml: ship Duck: key: found hul, allowed: name, hull; did you mean hull?"
""",
        unsettled=("NotYetKnown", "convert", "counted"),
    ),
    Section(
        "Kit",
        "Parts that most rules of ships have in common.",
        {
            "fleetbook.rules.kit.warship": ("Warship", "Fate", "Loss"),
            "fleetbook.rules.kit.sides": (
                "acting",
                "afloat",
                "own_ships",
                "enemy_ships",
                "enemies",
                "every_ship",
                "require_afloat",
                "require_enemy",
                "losses",
            ),
            "fleetbook.rules.kit.roster_card": ("RosterCard",),
            "fleetbook.rules.kit.pairs": ("OfPair",),
            "fleetbook.rules.kit.rounding": ("half_up", "to_places"),
            "fleetbook.rules.kit.base": ("table_files",),
        },
        """from fleetbook.rules.kit.rounding import half_up
from fleetbook.rules.kit.sides import afloat, losses

assert half_up(2.5) == 3
assert losses(game.battle) == "Red lost no ship; Blue lost no ship"
assert afloat(game.battle, "Blue") == game.battle.ships("Blue")
""",
        unsettled=("OfPair", "RosterCard", "table_files"),
    ),
    Section(
        "Often needed",
        "The example has rules for the age of sail.\n\n"
        "- A card's word that the battle changes, too, is declared once, as a `Literal`. The ship editor offers its "
        "words.\n"
        '- A card\'s word that must be a row of a table is a `str` with `msgspec.Meta(extra={"rows_of": "a table"})`. The '
        "editor offers the rows.\n"
        "- A fact with a value for each of several keys is set through the key.\n"
        "- `OfPair` stores one number for a pair of ships, whichever of them asks.\n"
        "- An order that fires two kinds of guns runs a part for each kind, with itself as a field of the part.\n"
        "- `says` says who does what to whom. Without it, the journal and *why?* show the title alone.\n"
        "- The app explains a line with `w`, the shell with `fleetbook log`.\n"
        "- `battle.first_speed(ship)` is the scenario's `speed`.\n"
        "- If a rule gets a cause, `verify` still accepts older lines without a cause. It does not accept lines with "
        "another cause.",
        {},
        '''from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, Literal, get_args

from fleetbook.rules.kit import CardView, Cause, Change, Fact, Firing, OfPair, RosterCard, Tick, Value

Heading = Literal["N", "E", "S", "W"]
SIDES = ("larboard", "starboard")


class SailingCard(RosterCard, frozen=True):
    name: str
    heading: Heading = "N"  # a scenario replaces it: with = { heading = "E" }
    hull: int = 3
    guns: Annotated[int | None, msgspec.Meta(title="guns a side")] = 2


class Sailer(Warship):
    card: SailingCard
    hull = Boxes()
    heading = Word(allowed=get_args(Heading), by_hand=True)
    speed = Number(by_hand=20)
    fired = TurnMark().each("broadside", keys=lambda ship: SIDES)
    grappled = Word(sign="GRAP {}", words="grappled to {}")  # {} is the value, {key} whom else a fact concerns
    ranges = Value(int).each("ship")


RANGES = OfPair(Sailer.ranges)
MARKS: dict[str, Fact[Any]] = {"grappled": Sailer.grappled}  # facts to go through by name


class SailingSays(Sentences):
    guns = Sentence("{gun}")
    does_what = Sentence("what {ship} does")
    after_losses = Sentence("after losses")


class Battery(Part[Sailer]):
    """The guns of one kind."""

    id, title = "battery", "Battery"
    says = "{gun} of {order.firer} at {order.target}"
    order: "Broadside"  # its inputs need no fields of their own here
    gun: str

    def firing(self, battle: Battle[Sailer]) -> Firing:
        shot = self.order
        return Firing(shot.firer, shot.target, mount=self.gun, weapon=self.gun, range=shot.range)

    def resolve(self, battle: Battle[Sailer]) -> Effects:
        shot = Cause(by=self.order.firer, how=self.gun)
        yield from Sailer.hull.lose(self.order.target, 1, SailingSays.guns(gun=self.gun), cause=shot)


def last_range(battle: Battle[Sailer], order: "Broadside") -> int | None:
    return RANGES.known(battle, order.firer, order.target)


class Broadside(Order[Sailer]):
    """Both kinds of guns of one side; the crew may give up."""

    id, title, key = "broadside", "Broadside", "b"
    says = "{firer}, {side}, at {target}"
    firer: str = fields.ship("firer", own_ships)
    target: str = fields.ship("target", enemy_ships)
    side: str = fields.choice("side", SIDES)
    range: int = fields.number("range", 0, 80, unit="cm", measured=fields.Range("firer", "target"), default=last_range)

    def check(self, battle: Battle[Sailer]) -> None:
        require_enemy(battle.ship(self.firer), battle.ship(self.target))
        require(not battle.ship(self.firer).fired[self.side], f"{self.firer} has fired to {self.side}")

    def resolve(self, battle: Battle[Sailer]) -> Effects:
        yield from Sailer.fired[self.side].mark(battle.ship(self.firer))
        yield from RANGES.remember(self.firer, self.target, self.range)
        yield from run(*[Battery(order=self, gun=gun) for gun in ("12-pounders", "carronades")])
        answer = yield from choose(SailingSays.does_what(ship=self.target), ("fight", "strike"), battle.ship(self.target).side)
        if answer == "strike":
            morale = Cause(how="morale", through=Sailer.hull.name)  # the doing of whoever struck her boxes
            yield from Sailer.fate.gone(battle.ship(self.target), "struck", SailingSays.after_losses, cause=morale)


class Sailing(Ruleset[Sailer]):
    id, title, version, unit = "sailing", "Sailing", "1", "cm"
    ship_type, card_type, orders, parts, sentences = Sailer, SailingCard, (Broadside,), (Battery,), SailingSays
    sequence = TurnSequence((Phase("fire", "1", "fire"),))

    def table_files(self):  # only because this example has no files
        return [("sailing.toml", {"sheet": "Sailing"})]

    def most_speed(self, card: SailingCard) -> int:
        return 20

    def initial(self, battle: Battle[Sailer]) -> Iterator[Change]:
        for ship in battle.ships():
            yield Sailer.heading.start(ship, ship.card.heading)
            yield Sailer.speed.start(ship, battle.first_speed(ship) or 0)

    def card(self, ship: Sailer) -> CardView:
        return replace(super().card(ship), motion=f"{ship.heading} {ship.speed} cm")

    def ticks(self, battle: Battle[Sailer], ship: Sailer) -> tuple[Tick, ...]:
        return tuple(Tick(side[0], f"fired to {side}", done=ship.fired[side], due=not ship.fired[side]) for side in SIDES)


fleet = (
    ShipEntry("Ardent", "British", {"name": "Ardent", "heading": "E"}, speed=12),
    ShipEntry("Censeur", "French", {"name": "Censeur", "guns": 0}),
)
game = Game(Sailing(), Setup("sailing", "1", "At sea", ("British", "French"), fleet))
assert (game["Ardent"].heading, game["Ardent"].speed, game["Censeur"].heading) == ("E", 12, "N")
assert RULES.card(Game(RULES, SETUP)["Duck"]).motion == "" and Sailing().card(game["Ardent"]).motion == "E 12 cm"
assert [str(one) for one in particulars(game["Censeur"].card)] == ["guns a side 0"]  # 0 is told, None would not be
record = game.give("broadside", firer="Ardent", target="Censeur", range=30, choices=["strike"])
assert record.headline == "Ardent, larboard, at Censeur"
assert RANGES.known(game.battle, "Censeur", "Ardent") == 30
assert [tick.due for tick in Sailing().ticks(game.battle, game["Ardent"])] == [False, True]
assert game["Censeur"].hull == 1 and game["Censeur"].lost == "struck"
''',
    ),
    Section(
        "At the same time, between two, until a turn",
        "In a phase that is `simultaneous`, changes of ships count only when the step is left. Results describe them at "
        "once, and cards show them after `THEN`. Until then every check, offer, `due`, `unseen` and `resolve` reads the "
        "ships as they were when the step began. So never hold a change back yourself.\n\n"
        "- `battle.to_come` is the battle with all coming changes. Ask it if earlier orders of the step matter, such as "
        "whether a box is left.\n"
        "- `TurnSequence.leave` runs when all changes count. Work out their consequences there.\n"
        "- Some changes count at once: a `TurnMark`, an `UntilTurn`, a fact with `at_once=True`, and the facts of the "
        "battle itself. They record the actions and supplies of a ship.\n"
        "- Boxes are added up, whoever strikes them. The answer of a strike takes coming strikes into account.\n"
        "- A test reads `game.battle.to_come.ship(name)` before the step is left. So does a function given to `chances`.\n\n"
        "The same example has states between two ships, rows with several keys, half inches, details of a squadron, and "
        'points by a formula. In TOML the table with two keys has `rows = { by = ["build", "aspect"] }` and lines such as '
        '`["wood", "bow", 0, 1, 2]`. The scenario counts `{ name = "points", side = "Reds", what = "rules" }`. A squadron '
        "is a table `[[side.squadron]]` with `name` and your keys.",
        {},
        '''from collections.abc import Mapping

from fleetbook.core.battle.verdict import verdict
from fleetbook.core.battle.victory import Count, Victory
from fleetbook.rules.kit import (
    Battle, Boxes, Effects, Flag, Order, Part, Phase, RosterCard, Ruleset, Sentence, Sentences, Setup, ShipEntry, Squadron,
    Subject, TurnMark, TurnSequence, UntilTurn, Warship, Word, afloat, enemy_ships, fields, own_ships, require, require_afloat,
    require_enemy, roll_at_least, roll_on, run, to_places,
)  # fmt: skip

LAGOON = """
sheet = "Lagoon"

[table.shooting]
title = "Shooting"
section = "L1"
rows = { by = "gun" }
columns = { by = "range in inches", kind = "numbers", step = 0.1 }
head = ["0-3", "3.1-8"]
cells = [["swivel", 2, 5]]

[table.holes]
title = "Holes"
section = "L2"
rows = { by = ["build", "aspect"] }
columns = { by = "D6", kind = "faces", die = "d6" }
head = ["1-3", "4-6"]
cells = [["wood", "bow", 0, 1], ["wood", "side", 1, 3], ["iron", "bow", 0, 0], ["iron", "side", 0, 1]]

[modifiers.aim]
title = "Aim"
section = "L1"
line = [{ id = "smoke", value = -1, text = "smoke between them" }, { id = "drilled", value = 1, text = "a drilled division" }]
"""


class PuntCard(RosterCard, frozen=True):
    name: str
    build: Literal["wood", "iron"] = "wood"
    hull: int = 0  # a class without hull boxes has plates: cards and reports show the rows that a ship has
    plates: int = 0


class DivisionCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):  # what a scenario says of a squadron
    drilled: bool = False


class Division(Subject):  # a squadron as facts are kept of it: made of battle and name wherever it is needed
    mood = Word(absent="steady")


class Punt(Warship):
    card: PuntCard
    hull, plates = Boxes(), Boxes()
    fired = TurnMark()
    loading = UntilTurn(sign="LOAD", words="ready again in turn {}", by_hand=3)  # {} is the turn; over by itself
    holed = Flag(sign="HOLED", words="holed", grave=True)
    smoke = Flag(sign="SMOKE", words="smoke towards {key}", until="smoke", by_hand=True).between_ships()  # on both cards
    tows = Flag(sign="TOW", words="tows {key}").toward_ships(back="towed by {key}")  # hers; back: the words on the other's


class PuntSays(Sentences):
    smoke_lies = Sentence("smoke lies between {ship} and {other}")
    to_hit = Sentence("to hit")
    ball = Sentence("a ball")
    holed = Sentence("{ship} is holed")
    full_of_holes = Sentence("full of holes")


class Veil(Order[Punt]):
    """Lay smoke between two ships: it is over as the next phase "smoke" begins."""

    id, title, key = "veil", "Veil", "v"
    phases = ("smoke",)
    punt: str = fields.ship("punt", own_ships)
    other: str = fields.ship("other", enemy_ships)

    def check(self, battle: Battle[Punt]) -> None:
        require_enemy(battle.ship(self.punt), battle.ship(self.other))
        require(not battle.ship(self.punt).smoke[self.other], "smoke lies there already")

    def resolve(self, battle: Battle[Punt]) -> Effects:
        yield from Punt.smoke[self.other].set(self.punt, said=PuntSays.smoke_lies(ship=self.punt, other=self.other))


def aim(battle: Battle[Punt], order: "Shoot") -> Iterator[str]:
    punt = battle.ship(order.firer)
    if punt.smoke[order.target]:
        yield "smoke"
    if punt.squadron and battle.squadron_details(punt.squadron, DivisionCard).drilled:
        yield "drilled"


class Shoot(Order[Punt]):
    """One swivel gun."""

    id, title, key = "shoot", "Shoot", "s"
    phases = ("fire",)
    firer: str = fields.ship("firer", own_ships)
    target: str = fields.ship("target", enemy_ships)
    range: float = fields.number("range", 0, 8, unit="in", step=0.5, bands="shooting", measured=fields.Range("firer", "target"))
    aspect: str = fields.choice("aspect", ("bow", "side"))
    modifiers: tuple[str, ...] = fields.modifiers("aim", "aim", aim)

    def check(self, battle: Battle[Punt]) -> None:
        firer = battle.ship(self.firer)  # as the step began: one that was struck in it still fires
        require_afloat(firer)
        require(not (firer.fired or firer.loading), f"{firer} has fired or loads")
        require_enemy(firer, battle.ship(self.target))

    def resolve(self, battle: Battle[Punt]) -> Effects:
        yield from Punt.fired.mark(battle.ship(self.firer))
        yield from Punt.loading.set(self.firer, battle.turn + 2)
        needed = battle.tables.table("shooting").whole("swivel", self.range)
        if not (yield from roll_at_least(PuntSays.to_hit, "d6", needed, battle.modifiers("aim", self.modifiers))):
            return
        target = battle.ship(self.target)
        boxes = yield from roll_on(battle.tables.table("holes"), (target.card.build, self.aspect))  # two words name the row
        yield from (Punt.hull if target.card.hull else Punt.plates).strike(target, int(boxes), PuntSays.ball)
        if not battle.to_come.ship(self.target).holed:  # whoever has struck her before in this step
            yield from Punt.holed.set(target, said=PuntSays.holed)


class Sink(Part[Punt]):
    """A punt without a box left goes down."""

    id, title = "sink", "Sink"
    punt: str

    def resolve(self, battle: Battle[Punt]) -> Effects:
        yield from Punt.fate.gone(battle.ship(self.punt), "sunk", PuntSays.full_of_holes)


class Together(TurnSequence[Punt]):
    def leave(self, phase: Phase, battle: Battle[Punt]) -> Effects:
        if phase.id == "fire":  # what was held back is in force here
            yield from run(*[Sink(punt=punt.name) for punt in afloat(battle) if not punt.hull + punt.plates])


class Punts(Ruleset[Punt]):
    id, title, version, unit = "punts", "Punts", "1", "in"
    ship_type, card_type, squadron_type, other_subjects = Punt, PuntCard, DivisionCard, (Division,)
    orders, parts, sentences = (Veil, Shoot), (Sink,), PuntSays
    lost_as = ("sunk", "taken")  # for a count of ships lost with lost_as = ["taken"]
    sequence = Together((Phase("smoke", "1", "smoke"), Phase("fire", "2", "fire together", simultaneous=True)))

    def table_files(self):  # only because this example has no files
        return [("lagoon.toml", tomllib.loads(LAGOON))]

    def scores(self, battle: Battle[Punt]) -> Mapping[str, float]:  # what = "rules" of a scenario, by side
        def worth(one: Punt) -> float:  # of a ship that is damaged the share of her boxes that is struck, whatever tracks she has
            struck = sum(one.full(track) - one.left(track) for track in one.tracks)
            damaged = to_places(10 * struck / sum(one.tracks.values()), 1)  # 3.33 is told where nothing rounds it
            return {"": damaged, "sunk": 10, "taken": 15}[one.lost]

        return {side: sum(worth(one) for one in battle.ships() if one.side != side) for side in battle.sides}


counts = tuple(Count("points", side, "rules") for side in ("Reds", "Blues"))
boats = (
    ShipEntry("Ant", "Reds", {"name": "Ant", "hull": 2}, squadron="Van"),
    ShipEntry("Cod", "Blues", {"name": "Cod", "hull": 3}),
    ShipEntry("Dab", "Blues", {"name": "Dab", "build": "iron", "plates": 2}),
)
division = (Squadron("Van", "Reds", {"drilled": True}),)
ford = Setup("punts", "1", "The ford", ("Reds", "Blues"), boats, division, victory=Victory(counts, compare=True))
game = Game(Punts(), ford)
game.give("veil", punt="Cod", other="Ant")
assert game["Ant"].smoke["Cod"] and Punt.smoke.holding(game["Ant"]) == ["Cod"]
game.go("fire")
assert game.modifiers("shoot", firer="Ant", target="Cod", range=2.5) == {"smoke", "drilled"}
game.give("shoot", 2, 4, firer="Ant", target="Cod", range="2.5", aspect="side")  # three boxes: all that she has
assert (game["Cod"].hull, game.battle.to_come.ship("Cod").hull) == (3, 0)
told = [one.text for one in game.battle.card("Cod").conditions if one.short == "THEN"]
assert told == ["at the end of this step: hull 0/3, holed"]
game.give("shoot", 6, 4, firer="Cod", target="Ant", range=2, aspect="side")  # she fires on
game.unreadable("shoot", "range", firer="Dab", target="Ant", range=3.05)
game.next()
assert (game["Cod"].fate, game["Ant"].fate) == ("sunk T1: full of holes", "sunk T1: full of holes")
assert [part.value for part in verdict(game.battle).score] == [10, 10]
game.strike("Dab", "plates", 1)
assert [part.value for part in verdict(game.battle).score] == [15, 10]
yielded = [*Division.mood.set("Van", "proud")]  # the effect; in a rule: yield from
assert Division(game.battle, "Van").mood == "steady"
''',
    ),
    Section(
        "Captured ships, guns and doubts",
        "A captured ship that sails on under other colours has no fate, and her `side` never changes. A fact says whose "
        "she is now. Choose candidates by this fact. `lost` says that her first owners have lost her.\n\n"
        "`arms` describes a ship's guns on printed sheets. `fleetbook check` shows the `doubts` about a roster. "
        "`check_card` refuses a card.",
        {},
        '''from fleetbook.rules.kit import InvalidInput, Particular, RuleTables, every_ship


class Prize(Sailer):
    colours = Word(sign="PRIZE", words="prize of the {}")

    @property
    def flag(self) -> str:  # whose she is now
        return self.colours or self.side

    @property
    def lost(self) -> str:  # to her first owners: a scenario's "ships lost"
        return super().lost or ("taken" if self.colours else "")


def mine(battle: Battle[Prize]) -> list[Prize]:  # in place of own_ships
    return [ship for ship in every_ship(battle) if battle.acting in ("", ship.flag)]


def others(battle: Battle[Prize]) -> list[Prize]:  # in place of enemy_ships
    return [ship for ship in every_ship(battle) if battle.acting != ship.flag]


class PrizeSays(SailingSays):
    retaken = Sentence("{ship} is retaken by {captor}")
    prize_of = Sentence("{ship} is a prize of the {after}")  # what is kept after the change


class Take(Order[Prize]):
    """Board an enemy: she changes hands, and sails on."""

    id, title, key = "take", "Take a prize", "k"
    captor: str = fields.ship("captor", mine)
    prize: str = fields.ship("prize", others)

    def check(self, battle: Battle[Prize]) -> None:
        captor, prize = battle.ship(self.captor), battle.ship(self.prize)
        require_afloat(captor)
        require_afloat(prize)
        require(captor.flag != prize.flag, f"{prize} flies the same colours as {captor}")

    def resolve(self, battle: Battle[Prize]) -> Effects:
        flag, prize = battle.ship(self.captor).flag, battle.ship(self.prize)
        if flag == prize.side:
            yield from Prize.colours.clear(prize, said=PrizeSays.retaken(captor=self.captor))
        else:
            yield from Prize.colours.set(prize, flag, said=PrizeSays.prize_of)


class Prizes(Sailing):
    ship_type, orders, sentences = Prize, (Broadside, Take), PrizeSays

    def arms(self, battle: Battle[Prize], ship: Prize) -> Iterator[Particular]:
        if ship.card.guns:
            yield Particular("long guns", f"{ship.card.guns} × 2D6, 6+ to 20 cm, 8+ to 80 cm")

    def doubts(self, card: SailingCard) -> Iterator[str]:
        if (card.guns or 0) > 2 * card.hull:
            yield f"guns: found {card.guns} on a hull of {card.hull}"

    def check_card(self, card: SailingCard, where: str, tables: RuleTables) -> None:
        if card.hull < 1:
            raise InvalidInput(f"{where}: hull", card.hull, "1 or more")


game = Game(Prizes(), Setup("sailing", "1", "At sea", ("British", "French"), fleet))
assert [str(arm) for arm in Prizes().arms(game.battle, game["Ardent"])] == ["long guns 2 × 2D6, 6+ to 20 cm, 8+ to 80 cm"]
assert list(Prizes().doubts(SailingCard("Ark", guns=9))) == ["guns: found 9 on a hull of 3"]
game.give("take", captor="Ardent", prize="Censeur")
taken = game["Censeur"]
assert (taken.side, taken.flag, taken.lost, taken.fate) == ("French", "British", "taken", "")
assert losses(game.battle) == "British lost no ship; French lost Censeur"
game.refused("take", because="flies the same colours", captor="Ardent", prize="Censeur")
''',
    ),
    Section(
        "Doctrines",
        "A doctrine gives a side's orders without players, and `fleetbook balance` lets doctrines fight many battles. All of it "
        "comes from `fleetbook.rules.kit.doctrines`. `Ruleset.doctrines` names a package with `MODELS`, a class of models, "
        "`DOCTRINES`, the classes of its doctrines, and the file `plane.toml`: figures that the sheet leaves open, each with its "
        "reason, and the arcs. A doctrine sees its side's battle alone, asks the tape for what is measured, and keeps nothing "
        "between two questions.",
        {
            "fleetbook.core.doctrines.doctrine": ("Doctrine", "Chair"),
            "fleetbook.core.doctrines.proposed": ("Proposed",),
            "fleetbook.core.doctrines.helm": (
                "Helm",
                "Course",
                "Formation",
                "TOWARDS",
                "AWAY",
                "ABEAM",
                "WITH",
                "HOLD",
                "HOME",
                "IN_LINE",
                "TOGETHER",
            ),
            "fleetbook.core.doctrines.tape": ("Tape",),
            "fleetbook.core.doctrines.models": ("Models", "Run", "PlaneFigures", "PlaneFigure", "A_SPEED", "INTERVAL"),
        },
        '''from fleetbook.rules.kit.doctrines import Chair, Doctrine, Proposed


class Rake(Doctrine[Sailer]):
    """Each ship fires both broadsides at the first enemy, if she may."""

    id, title = "rake", "fire both broadsides"

    def step(self, chair: Chair[Sailer]):
        target = next(ship.name for ship in chair.battle.ships() if ship.side != chair.side)
        for ship in chair.battle.ships(chair.side):
            for side in SIDES:
                if chair.may(Broadside, firer=ship.name, target=target, side=side):
                    yield Proposed(Broadside, {"firer": ship.name, "target": target, "side": side})

''',
    ),
    Section(
        "Tests",
        "`Game` gives orders with exactly the named dice, and derives each order again from its record. `whole_battle` "
        "plays a file of orders and returns the whole battle as text. Keep this text as a golden file: it shows what a "
        "change of the rules changes. `check_rules` is `fleetbook check-rules` for a test.\n\n"
        "Odds are exact for some ten dice that each lead to more throws, and for many more that do not. Past a million "
        "states, shell and app sample up to 10,000 plays and say the error (`sampled`). In a test, `chances` ends with a "
        "message after some ten seconds. Then ask about one track only, or give the ship fewer guns.",
        {
            "fleetbook.testing": (
                "Game",
                "scenario",
                "check_rules",
                "whole_battle",
                "house_rules",
                "rolled",
                "labels",
                "results",
                "totals",
                "counted",
                "said",
                "struck",
            ),
        },
        """from fleetbook.testing import house_rules, rolled, struck

chances = Game(RULES, SETUP).chances("splash", lambda battle: battle.ship("Swan").wet)
assert abs(chances[True] - 1 / 6) < 1e-12
record = Game(RULES, SETUP).give("splash", 4, near="yes")
assert [throw.total for throw in rolled(record)] == [5]
assert struck(record) == [("Swan", "hull", 1)]

from pathlib import Path
from tempfile import TemporaryDirectory

from fleetbook.testing import whole_battle

with TemporaryDirectory() as folder:  # a package keeps both files in tests/
    orders, golden = Path(folder, "night.orders"), Path(folder, "night.log")
    orders.write_text("next\\nnext\\nobserve observer='M 388' target='MTB 221' range=34\\n")
    golden.write_text(whole_battle("convoy", orders, seed="1804"))  # once, and read it
    assert whole_battle("convoy", orders, seed="1804") == golden.read_text()  # the test
""",
        unsettled=("rolled", "labels", "results", "totals", "counted", "said", "struck"),
    ),
)

"""The results of every order of the player aid, for every outcome of its tables."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.gwas.fleet import ALLIED, CENTRAL, Game, Line, duel, fire, house, ship
from tests.rules.results import read, told, words

RED, BLUE = "central fleet", "allied fleet"
TURK = {"nation": "Turkey"}


def turn(*central: Line, phase: str = "movement", **more: Any) -> Game:
    """A game turn with one ship of each side, unless it says otherwise."""
    dice = more.pop("dice", {})
    return Game(list(central) or [ship("Red", **TURK)], [ship("Blue")], **more).go(phase, dice=dice)


# ------------------------------------------------------------ fire


SHOTS: list[tuple[tuple[int, ...], dict[str, Any], str]] = [  # one die at 2 hexes: to hit, damage, critical damage
    ((5,), {}, "missed | missed | MISSED: Shooter at Target with 1 die."),
    ((6, 1, 2, 1), {}, "hurt | 1 HIT | 1 HIT of 1 on Target: torpedo -1 (0 of 1). No torpedo box left."),
    ((6, 1, 3), {}, "hurt | 1 HIT | 1 HIT of 1 on Target: secondary -1 (2 of 3)."),
    ((6, 1, 4), {}, "hurt | 1 HIT | 1 HIT of 1 on Target: hull -1 (9 of 10)."),
    ((6, 3, 4), {}, "hurt | 1 HIT | 1 HIT of 1 on Target: primary -1 (5 of 6)."),
    ((6, 4, 4), {}, "hurt | 1 HIT | 1 HIT of 1 on Target: tertiary -1 (1 of 2)."),
    ((6, 5, 6), {}, "hurt | 1 HIT | 1 HIT of 1 on Target: hull -2 (8 of 10). Speed 1S at most."),
    ((6, 1, 1, 1, 3), {}, "hit | 1 HIT | 1 HIT of 1 on Target: no box is lost. No leader aboard Target."),
    ((6, 1, 1, 1, 5), {}, "hurt | 1 HIT | 1 HIT of 1 on Target: hull -2 (8 of 10)."),
    (
        (6, 1, 1, 6, 6),
        {"hull": 20},
        "grave | 1 HIT | 1 HIT of 1 on Target: hull -5 (15 of 20) and primary -5 (1 of 6). Dead in the water: easier to hit, "
        "no torpedoes; she may try emergency repairs.",
    ),
    ((6, 1, 4), {"hull": 1}, "lost | sunk | Target SINKS: 1 HIT of 1."),
    ((6, 1, 1, 1, 1), {"type": "BC", "nation": "Britain"}, "lost | sunk | Target EXPLODES AND SINKS: 1 HIT of 1."),
    ((6, 6), {"type": "OIL"}, "lost | sunk | Target BLOWS UP AND SINKS: 1 HIT of 1."),
]


@pytest.mark.parametrize(("dice", "target", "sentence"), SHOTS)
def test_a_shot_and_what_it_does(dice: tuple[int, ...], target: dict[str, Any], sentence: str) -> None:
    game = duel(shooter={"primary": 1}, year="1914", **target)
    assert told(game, fire(game, *dice)) == sentence


def test_dice_that_are_not_thrown_at_a_sunk_target_are_not_counted() -> None:
    """Of four dice the second sinks her."""
    game = duel(shooter={"primary": 4}, year="1914", hull=1)
    assert told(game, fire(game, 1, 6, 1, 4)) == "lost | sunk | Target SINKS: 1 HIT of 2."


def test_a_hit_that_armour_keeps_out_says_so() -> None:
    game = duel(shooter={"secondary": 2})
    sentence = "2 HITS of 2 on Target: no box is lost. Secondary does not penetrate heavy armour of hull, 2 times."
    assert told(game, fire(game, 6, 1, 4, 6, 1, 4, guns="secondary")) == f"hit | 2 HITS | {sentence}"
    game = duel(shooter={"tertiary": 1})
    record = fire(game, 5, 1, 1, guns="tertiary", hexes=1)
    assert told(game, record) == "hit | 1 HIT | 1 HIT of 1 on Target: no box is lost. No critical damage by tertiary fire."


def test_guns_of_several_kinds_are_told_apart() -> None:
    game = duel(shooter={"primary": 2, "secondary": 1})
    (result,) = game.journal.results(fire(game, 6, 1, 4, 1, 1, guns="primary; secondary"))
    assert (result.words, result.rows) == ("1 HIT of 3 on Target: hull -1 (9 of 10).", ("primary 1 of 2", "secondary 0 of 1"))


def test_a_leader_and_a_tow_are_lost_with_a_ship() -> None:
    game = duel(shooter={"primary": 1}, hull=1, fleets={BLUE: {"leader": "Eberhard", "flagship": "Target"}})
    assert told(game, fire(game, 6, 1, 4)) == "lost | sunk | Target SINKS: 1 HIT of 1. The leader is lost with her."
    game = duel(shooter={"primary": 1}, fleets={BLUE: {"leader": "Eberhard", "flagship": "Target"}})
    assert told(game, fire(game, 6, 1, 1, 1, 3)) == "hurt | 1 HIT | 1 HIT of 1 on Target: the leader aboard Target is killed."


def test_fire_at_half_strength_says_why() -> None:
    game = duel(shooter={"primary": 2}, fleets={RED: {"mission": "Bombard"}})
    sentence = "MISSED: Shooter at Target with 1 die. Primary: throws 1 of 2 dice because of bombardment mission, first fire."
    assert told(game, fire(game, 1)) == f"missed | missed | {sentence}"


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ((1,), "missed | missed | TORPEDOES MISS: Shooter at Target with 1 die."),
        ((6, 2, 2), "hit | torpedoed | Target is TORPEDOED: no box is lost. 1 of 1 hit."),
        ((6, 1, 4), "hurt | torpedoed | Target is TORPEDOED: hull -1 (9 of 10). 1 of 1 hit."),
        ((6, 3, 4), "hurt | torpedoed | Target is TORPEDOED: hull -2 (8 of 10). 1 of 1 hit."),
        ((6, 5, 5), "hurt | torpedoed | Target is TORPEDOED: hull -2 (8 of 10). 1 of 1 hit. Speed 1S at most."),
        ((6, 1, 1, 6, 6), "lost | sunk | Target is TORPEDOED and SINKS. 1 of 1 hit."),
        ((6, 1, 1, 5, 6), "hurt | torpedoed | Target is TORPEDOED: hull -3 (7 of 10). 1 of 1 hit."),
    ],
)
def test_torpedoes(dice: tuple[int, ...], sentence: str) -> None:
    game = duel(phase="torpedo-1", hull=5 if dice[-2:] == (6, 6) else 10)
    assert told(game, game.give("torpedo", *dice, firer="Shooter", target="Target", range=1, modifiers=())) == sentence


@pytest.mark.parametrize(
    ("die", "sentence"),
    [
        (1, "good | under way | Target MAKES 1S AGAIN on 1."),
        (3, "missed | not repaired | Target IS NOT REPAIRED on 3. She may try again in the next impulse."),
        (5, "grave | out for good | Target's ENGINES CANNOT BE REPAIRED, on 5. Speed 0 for good."),
    ],
)
def test_emergency_repairs(die: int, sentence: str) -> None:
    game = duel(shooter={"primary": 1}, speed="1S", hull=20)
    fire(game, 6, 5, 6)
    assert told(game, game.give("repair", die, ship="Target")) == sentence


# ------------------------------------------------------------ weather and sea


@pytest.mark.parametrize(
    ("weather", "dice", "sentence"),
    [
        ("Clear", (4,), "done | clear | THE WEATHER STAYS CLEAR on 4. In combat ships see 4 hexes."),
        ("Clear", (6, 4), "done | mist | THE WEATHER CHANGES from Clear to MIST on 6 and 4. In combat ships see 3 hexes."),
        (
            "Storm",
            (1,),
            "done | squall | THE WEATHER CHANGES from Storm to SQUALL on 1. In combat ships see 2 hexes. "
            "Ships at sea are checked for foundering in step 7.",
        ),
    ],
)
def test_the_weather(weather: str, dice: tuple[int, ...], sentence: str) -> None:
    game = turn(phase="weather", weather=weather)
    assert told(game, game.give("weather", *dice)) == sentence


def test_day_and_night() -> None:
    game = turn(phase="weather")
    assert told(game, game.give("light", light="night")) == "done | night | NIGHT FALLS. In combat ships see 2 hexes."
    assert told(game, game.give("light", light="day")) == "done | day | DAY BREAKS. In combat ships see 4 hexes."


def test_foundering() -> None:
    game = turn(phase="foundering", weather="Gale", fleets={RED: {"zone": "A1"}})
    assert words(game, game.propose("foundering", 1, 1)) == [
        "FOUNDERING, Central Powers: no ship is harmed.",
        "FOUNDERING, Allies: no ship is harmed.",
    ]
    assert told(game, game.give("foundering", 3, 1)) == "hurt | founders | Red FOUNDERS: hull -1 (9 of 10). On 6."
    game = turn(ship("Red", hull=1, **TURK), phase="foundering", weather="Gale")
    assert told(game, game.give("foundering", 3, 1)) == "lost | sunk | Red FOUNDERS and SINKS. On 6."
    game = turn(ship("Red", type="DD", **TURK), phase="foundering", weather="Gale")
    assert told(game, game.give("foundering", 1, 1, 6)) == "lost | sunk | Red IS LOST IN THE GALE on 6."
    game = turn(ship("Red", type="DD", **TURK), phase="foundering", weather="Gale")
    assert told(game, game.give("foundering", 1, 1, 5)).startswith("done | foundering | FOUNDERING, ")


def test_grounding_and_refloating() -> None:
    game = turn()
    kept = "good | clear | Red KEEPS CLEAR OF THE GROUND, threw 5, it takes 6."
    assert told(game, game.give("ground", 5, ship="Red", modifiers=())) == kept
    aground = "grave | aground | Red RUNS AGROUND, threw 6, it takes 6. Speed 0 until she is refloated."
    assert told(game, game.give("ground", 6, ship="Red", modifiers=())) == aground
    sentence = "missed | aground | Red STAYS AGROUND, threw 2, it takes 1 or less. She may try again next turn."
    assert told(game, game.propose("refloat", 2, ship="Red")) == sentence
    assert told(game, game.give("refloat", 1, 3, ship="Red")) == "hurt | free | Red COMES FREE: hull -2 (8 of 10)."


def test_aircraft() -> None:
    game = turn(ship("Red", type="CVS", aircraft=3, **TURK), phase="aircraft")
    sentence = "good | safe | AN AIRCRAFT TAKES OFF from Red, threw 2, it takes 2. 2 aboard, 1 aloft."
    assert told(game, game.give("launch", 2, ship="Red")) == sentence
    sentence = "hurt | aircraft lost | AN AIRCRAFT IS LOST in taking off from Red, threw 1, it takes 2. 1 aboard, 1 aloft."
    assert told(game, game.give("launch", 1, ship="Red")) == sentence
    sentence = "good | safe | AN AIRCRAFT LANDS on Red, threw 3, it takes 3. 2 aboard, 0 aloft."
    assert told(game, game.propose("recover", 3, ship="Red")) == sentence
    sentence = "hurt | aircraft lost | AN AIRCRAFT IS LOST in landing on Red, threw 2, it takes 3. 1 aboard, 0 aloft."
    assert told(game, game.propose("recover", 2, ship="Red")) == sentence
    game.give("set", ship="battle", condition="weather", value="Gale")
    sentence = "hurt | aircraft lost | AN AIRCRAFT IS LOST in landing on Red in the gale. 1 aboard, 0 aloft."
    assert told(game, game.propose("recover", ship="Red")) == sentence
    assert told(game, game.give("gale-in-the-air")) == "hurt | aircraft lost | Red LOSES 1 AIRCRAFT IN THE GALE."


def test_an_airship_in_a_gale() -> None:
    game = turn(ship("Red", type="LZ", **TURK), phase="aircraft", weather="Gale", dice={"foundering": (1,)})
    assert told(game, game.give("gale-in-the-air")) == "lost | destroyed | Red IS DESTROYED BY THE GALE."


# ------------------------------------------------------------ orders and moves


PLAN: dict[str, Any] = {"mission": "Intercept", "zone": "C1", "orders": ["Move C2", "Move C3"]}


def test_orders_are_told_to_their_own_side() -> None:
    game = turn(phase="plotting", fleets={RED: PLAN})
    sentence = "done | plotted | ORDERS of central fleet, turn 3: Move C4."
    assert told(game, game.give("plot", fleet=RED, orders="Move C4")) == sentence
    assert (read(game, CENTRAL), read(game, ALLIED)) == (["ORDERS of central fleet, turn 3: Move C4."], [])
    game.go("aborting")
    sentence = "MISSION GIVEN UP: central fleet. It writes orders from turn 3 on, in step 4."
    assert told(game, game.give("abort", fleet=RED)) == f"hurt | aborts | {sentence}"
    assert (read(game, CENTRAL), read(game, ALLIED)) == ([sentence], [])


def test_moves() -> None:
    game = turn(fleets={RED: PLAN})
    assert told(game, game.give("move", fleet=RED)) == "done | moves | central fleet TO C2."
    assert read(game, ALLIED) == ["central fleet TO C2."]
    port = "done | moves | allied fleet TO Q9, and in port there."
    assert told(game, game.give("move", fleet=BLUE, zones="Q9", port="yes")) == port
    assert told(game, game.give("port", fleet=RED, port="yes")) == "done | port | IN PORT in C2: central fleet."
    assert told(game, game.give("port", fleet=RED, port="no")) == "done | port | AT SEA in C2: central fleet."


def test_an_order_carried_out_is_told_to_its_own_side() -> None:
    game = turn(fleets={RED: {"mission": "Bombard", "zone": "C1", "orders": ["Shell"], "known": True}})
    sentence = "central fleet: SHELL, two forts silenced."
    assert told(game, game.give("carry-out", fleet=RED, words="two forts silenced")) == f"done | carried out | {sentence}"
    assert (read(game, CENTRAL), read(game, ALLIED)) == ([sentence], ["Central fleet: order carried out."])


def test_combining_dividing_towing() -> None:
    game = turn(ship("Red", **TURK), ship("Green", "other", **TURK), phase="combining")
    assert told(game, game.give("combine", fleet=RED, other="other")) == "done | combined | COMBINED: central fleet with other."
    game.go("movement")
    sentence = "In combat 1S, and no first fire; outside it 1 zone in 3 turns."
    assert told(game, game.give("tow", ship="Red", other="Green")) == f"done | in tow | Red TAKES Green IN TOW. {sentence}"
    assert told(game, game.give("cast-off", ship="Red")) == "done | cast off | Red and Green CAST OFF."
    sentence = "done | divided | DIVIDED from central fleet: part, Green."
    assert told(game, game.give("divide", fleet=RED, ships="Green", name="part")) == sentence
    assert read(game, ALLIED) == []


def test_supply() -> None:
    game = turn(ship("Red", fuel=2, mines=2, **TURK), fleets={RED: {"port": True, "zone": "A1"}})
    stays = "No move and no fire this turn."
    fuel = f"done | fuels | FUEL TAKEN IN: central fleet. All boxes are filled. {stays}"
    assert told(game, game.propose("take-fuel", fleet=RED)) == fuel
    mines = f"done | rearms | REARMED: central fleet. All mines are aboard. {stays}"
    assert told(game, game.give("rearm", fleet=RED)) == mines


def test_fuel() -> None:
    game = turn(ship("Red", fuel=1, **TURK), phase="fuel")
    assert words(game, game.propose("fuel")) == ["Central Powers: no fuel box is due.", "Allies: no fuel box is due."]
    for number in range(1, 9):
        game.go("movement", number).give("move", fleet=RED, zones=f"A{number}")
    record = game.go("fuel", 9).give("fuel")
    assert told(game, record) == "grave | out of fuel | Red IS OUT OF FUEL. Speed 0 until she fuels."
    assert words(game, record)[1:] == ["Central Powers: Red marks off fuel.", "Allies: no fuel box is due."]
    assert read(game, ALLIED) == ["Allies: no fuel box is due."]


# ------------------------------------------------------------ mines


@pytest.mark.parametrize(
    ("dice", "sentence"),
    [
        ((4, 6), "good | no mine | Red: NO MINE, threw 10, it takes 11."),
        ((6, 6, 1), "hurt | strikes a mine | Red STRIKES A MINE: hull -1 (9 of 10). Threw 12, it takes 11."),
        ((6, 6, 4), "hurt | strikes a mine | Red STRIKES A MINE: hull -3 (7 of 10). Threw 12, it takes 11. Speed 1S at most."),
        ((6, 6, 6), "lost | sunk | Red STRIKES A MINE and SINKS. Threw 12, it takes 11."),
    ],
)
def test_mines(dice: tuple[int, ...], sentence: str) -> None:
    game = turn()
    assert told(game, game.give("mines", *dice, ships="Red", number=1)) == sentence


def mined() -> Game:
    """Two fields of the Central Powers in D4, and an Allied sweeper there."""
    layers = [ship(name, type="ML", mines=1, **TURK) for name in ("Nusret", "Gaa")]
    fleets = {RED: {"zone": "D4"}, BLUE: {"zone": "D4"}}
    game = Game(layers, [ship("Sweeper", type="MS")], fleets=fleets).go("movement")
    game.give("lay", fleet=RED)
    return game


def test_mines_laid_are_told_to_their_own_side() -> None:
    game = mined()
    sentence = "2 MINEFIELDS LAID by central fleet in D4: 2 there now. The enemy learns of them when he finds them."
    assert (read(game, CENTRAL), read(game, ALLIED)) == ([sentence], [])


@pytest.mark.parametrize(
    ("die", "sentence"),
    [
        (1, "lost | sunk | Sweeper STRIKES A MINE AND SINKS, sweeping, on 1."),
        (3, "missed | not swept | Sweeper SWEEPS NO MINES, threw 3, it takes 4."),
        (4, "good | swept | Sweeper SWEEPS A MINEFIELD on 4."),
    ],
)
def test_sweeping(die: int, sentence: str) -> None:
    game = mined()
    assert told(game, game.give("sweep", die, ship="Sweeper")) == sentence


def test_mines_left_are_told_to_who_swept() -> None:
    game = mined()
    assert words(game, game.give("sweep", 4, ship="Sweeper"))[1:] == ["D4: 1 minefield left."]
    assert "D4: 1 minefield left." in read(game, ALLIED)
    assert "D4: 1 minefield left." not in read(game, CENTRAL)


def test_minesweepers_that_detect() -> None:
    fleets = {RED: {"zone": "D4", "mission": "Minesweeping", "orders": ["Detect"]}}
    game = turn(ship("Red", type="MS", **TURK), fleets=fleets)
    record = game.give("carry-out", fleet=RED)
    assert told(game, record) == "done | carried out | central fleet: DETECT, as ordered. Minefields in D4: none."


# ------------------------------------------------------------ contact


HERE = {RED: {"zone": "C1"}, BLUE: {"zone": "C1"}}
KNOWN = "Both sides know each other this turn, and may fight."


def test_search() -> None:
    game = turn(phase="contact", fleets=HERE, weather="Mist")
    order = {"fleet": RED, "other": BLUE}
    sentence = "NO CONTACT of central fleet with allied fleet, threw 3, it takes 4. No other search for it this turn."
    assert told(game, game.propose("search", 3, **order)) == f"missed | no contact | {sentence}"
    sentence = f"CONTACT: central fleet with allied fleet, threw 4, it takes 4. Allied fleet: Blue. {KNOWN}"
    assert told(game, game.propose("search", 4, **order)) == f"good | found | {sentence}"
    game.give("search", 6, **order)
    placed = "Allied fleet: Blue. They are placed at surprise distance."
    sentence = f"CONTACT AT SURPRISE DISTANCE: central fleet with allied fleet, threw 6, it takes 4. {placed} {KNOWN}"
    assert (read(game, CENTRAL), read(game, ALLIED)) == ([sentence], [])
    game = turn(phase="contact", fleets={**HERE, BLUE: {"zone": "C1", "port": True}})
    sentence = f"CONTACT: central fleet with allied fleet, which lies in port. Allied fleet: Blue. {KNOWN}"
    assert told(game, game.give("search", **order)) == f"good | found | {sentence}"


def test_pursuit() -> None:
    game = turn(phase="contact", fleets=HERE)
    game.give("search", 6, fleet=RED, other=BLUE)
    game.go("movement", 2).give("move", fleet=BLUE, zones="C2")
    sentence = "missed | lost | PURSUIT FAILS: central fleet after allied fleet, threw 5, it takes 6. No move this turn."
    assert told(game, game.propose("pursue", 3, fleet=RED, other=BLUE)) == sentence
    thrown = "PURSUIT SUCCEEDS: central fleet with allied fleet, threw 6, it takes 6."
    sentence = f"good | keeps up | {thrown} In contact in C2: they may fight."
    assert told(game, game.give("pursue", 4, fleet=RED, other=BLUE)) == sentence


def test_merchants_and_sightings() -> None:
    game = turn(phase="contact")
    order = {"ship": "Red", "place": "on a major route"}
    sentence = "Red FINDS MERCHANTS: 1 on the first figure, 2 on the second. On 2; the scenario says of what kind."
    assert told(game, game.propose("merchants", 2, **order)) == f"good | merchants | {sentence}"
    assert told(game, game.give("merchants", 6, **order)) == "missed | no merchant | Red FINDS NO MERCHANT on 6."
    sentence = "SEEN by the shore: central fleet, Red. The enemy knows these ships this turn."
    assert told(game, game.give("sight", fleet=RED, by="the shore")) == f"good | seen | {sentence}"
    assert read(game, ALLIED) == [sentence]


SUNK = "lost | sunk | U 35 IS SUNK by her hunters"


@pytest.mark.parametrize(
    ("hunters", "dice", "sentence"),
    [
        (0, (), "good | may fire | U 35 ATTACKS Blue: too few hunters. She may fire her torpedoes at Blue now."),
        (3, (4,), "good | may fire | U 35 ATTACKS Blue: the hunters miss her on 4. She may fire her torpedoes at Blue now."),
        (3, (5,), f"{SUNK} on 5, before she fires."),
        (3, (6, 1), f"{SUNK} on 6, after her attack."),
    ],
)
def test_a_submarine_attacks(hunters: int, dice: tuple[int, ...], sentence: str) -> None:
    allied = [ship("Blue", type="CA"), *(ship(f"D{n}", type="DD") for n in range(hunters))]
    game = Game([ship("U 35", type="SS", torpedo=1, nation="Germany")], allied).go("contact")
    names = [f"D{n}" for n in range(hunters)]
    record = game.give("submarine", *dice, submarine="U 35", target="Blue", hunters=names)
    assert told(game, record) == sentence
    if 6 in dice:
        assert words(game, record)[1:] == ["TORPEDOES MISS: U 35 at Blue with 1 die."]


@pytest.mark.parametrize(
    ("die", "sentence"),
    [
        (1, "done | answered | Blue and Guard MAY FIRE FIRST at MAS. On 1; the boats left attack after that."),
        (2, "done | answered | Blue MAY FIRE FIRST at MAS. On 2; the boats left attack after that."),
        (4, "good | not answered | NOBODY FIRES AT MAS: it attacks Blue. On 4."),
    ],
)
def test_boats_attack(die: int, sentence: str) -> None:
    game = Game([ship("MAS", type="MTB", **TURK)], [ship("Blue"), ship("Guard")]).go("contact")
    assert told(game, game.give("mtb", die, boats="MAS", target="Blue")) == sentence
    if die == 1:
        assert told(game, game.give("hold-fire", ship="Guard")) == "done | holds its fire | Guard HOLDS ITS FIRE."


# ------------------------------------------------------------ tactical combat


def test_combat_from_contact_to_its_end() -> None:
    game = turn(phase="contact", fleets=HERE)
    game.give("search", 6, fleet=RED, other=BLUE)
    sentence = "done | combat | COMBAT: central fleet and allied fleet. Initiative comes first."
    assert told(game, game.give("combat")) == sentence
    sentence = "THE INITIATIVE GOES TO CENTRAL POWERS on 1. First to set up: Allies. First to move: Central Powers."
    assert told(game, game.give("initiative", 1)) == f"good | initiative | {sentence}"
    game.go("deployment")
    sentence = "done | set up | Blue IN HEX 1. Still to set up: 1 ship of Central Powers."
    assert told(game, game.give("deploy", ships="Blue", hex="1")) == sentence
    assert told(game, game.give("deploy", ships="Red", hex="2")) == "done | set up | Red IN HEX 2. All are set up."
    game.go("initiative-move-3")
    assert told(game, game.give("steam", ships="Red", hex="3")) == "done | moves | Red MOVES to hex 3."
    game.go("other-move-4")
    assert told(game, game.give("leave", ships="Blue")) == "grave | gone | Blue LEAVES THE MAP. Out of this combat."
    record = game.give("end-combat", reason="out of sight")
    sentence = "done | combat over | COMBAT IS OVER: out of sight. Fleets that fought write new orders in step 10."
    assert sentence.split(" | ")[2].split(". ")[0] + "." in words(game, record)


def test_initiative_without_a_die() -> None:
    game = Game([ship("Red", **TURK)], [ship("Blue")], begins="tactical combat", fleets={BLUE: {"port": True}})
    sentence = "THE INITIATIVE GOES TO CENTRAL POWERS without a die. First to set up: Allies. First to move: Central Powers."
    assert told(game, game.give("initiative")) == f"good | initiative | {sentence}"


def test_a_next_round_and_the_end_of_combat_are_told() -> None:
    game = duel(phase="round-end")
    assert "Round 2." in words(game, game.next())
    sentence = "THE INITIATIVE GOES TO CENTRAL POWERS on 1. First to move: Central Powers."
    assert told(game, game.give("initiative", 1)) == f"good | initiative | {sentence}"
    game.give("end-combat")
    assert words(game, game.journal.records[-1])[-1] == "COMBAT IS OVER: no enemies in sight."


# ------------------------------------------------------------ what a side does not know


def test_what_befalls_a_ship_that_was_not_met_is_not_told_to_the_other_side() -> None:
    game = turn(phase="foundering", weather="Storm")
    game.give("foundering", 6, 1)
    assert read(game, CENTRAL) == [
        "Red FOUNDERS: hull -1 (9 of 10). On 8.",
        "FOUNDERING, Central Powers: every ship is harmed.",
    ]
    assert read(game, ALLIED) == ["FOUNDERING, Allies: no ship is harmed."]


def test_a_fleet_that_is_not_on_the_map_moves_untold() -> None:
    game = Game([ship("Red", **TURK)], [ship("Blue")], house(fleets_on_the_map="known ones")).go("movement")
    game.give("move", fleet=RED, zones="C2")
    assert (read(game, CENTRAL), read(game, ALLIED)) == (["central fleet TO C2."], [])

"""Fleets that a side has not met, their ships, missions, orders, mines and events: a battle is the same, whatever they are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from fleetbook import testing
from fleetbook.core.battle.events import Rolled
from fleetbook.core.dice import Face
from fleetbook.core.orders.standard_orders import SealedNote
from fleetbook.referee.leaving import note_shown
from tests.rules.gwas import fleet as gwas
from tests.rules.gwas_variant import fleet as variant
from tests.trust.pairs import Pairs
from tests.trust.twins import AT_ONCE, DOCUMENTS

PAIRS = Pairs()
IN_EVERY_REPORT = ("gwas mines are laid", "variant mines are laid before the battle")


# Great War at Sea: fleets that were not met, their orders, their mines


def gwas_battle(*hidden: gwas.Line, weather: str = "Clear", **fleet: Any) -> gwas.Game:
    """A Central fleet that the Allies have not met, and a fleet of each side that everybody knows."""
    fleets = {"Hidden": fleet, "Guard": {"known": True, "zone": "Z9"}, "Watch": {"known": True, "zone": "Y9"}}
    guard, watch = gwas.ship("Guard ship", "Guard", nation="Turkey"), gwas.ship("Evstafi", "Watch")
    return gwas.Game([*hidden, guard], [watch], fleets=fleets, weather=weather)


def hidden_ship(name: str, **card: Any) -> gwas.Line:
    return gwas.ship(name, "Hidden", **{"nation": "Turkey", "speed": "2", **card})


@PAIRS.pair(gwas.ALLIED, "one", "two", "others")
def gwas_a_fleet_that_was_not_met_has_ships(secret: str) -> testing.Game[Any]:
    ships = {"one": ["Goeben"], "two": ["Goeben", "Breslau"], "others": ["Hamidieh"]}[secret]
    cards = [hidden_ship(name, hull=6 if secret == "others" else 12) for name in ships]
    game = gwas_battle(*cards, zone="C1", mission="Bombard", orders=["Move C2", "Move C3", "Move C4"])
    game.go("movement")
    game.give("move", fleet="Hidden")
    game.go("movement", 2)
    game.give("move", fleet="Hidden")
    return game.go("weather", 3)


@PAIRS.pair(gwas.ALLIED, "C", "D")
def gwas_a_raider_is_somewhere_and_goes_elsewhere(secret: str) -> testing.Game[Any]:
    orders = [f"Move {secret}2", f"Move {secret}3"]
    raid = {"mission": "Raid", "leader": "Souchon", "flagship": "Goeben"}
    game = gwas_battle(hidden_ship("Goeben"), zone=f"{secret}1", orders=orders, **raid)
    game.go("plotting")
    game.give("plot", fleet="Hidden", turn=3, orders=f"Move {secret}4")
    game.go("movement")
    game.give("move", fleet="Hidden")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "on", "back")
def gwas_a_known_fleet_plots_for_turns_to_come(secret: str) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Goeben"), zone="C1", known=True, mission="Intercept", orders=["Move C2", "Move C3"])
    game.go("plotting")
    game.give("plot", fleet="Hidden", turn=3, orders="Move C4" if secret == "on" else "Move C2")
    game.go("movement")
    game.give("move", fleet="Hidden")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "strikes", "notes")
def gwas_the_referee_rules_on_a_ship_that_was_not_met(secret: str) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Goeben"), zone="C1", mission="Bombard", orders=["Move C2"])
    if secret == "strikes":
        game.strike("Goeben", "hull", 3)
    else:
        game.give("note", words="goeben\u2019s boilers leak")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "one load", "three loads")
def gwas_mines_are_laid(secret: str) -> testing.Game[Any]:
    layer = hidden_ship("Nusret", type="ML", mines=1 if secret == "one load" else 3)
    game = gwas_battle(layer, zone="Q7", mission="Minelaying", orders=["Mine", "Mine"])
    game.go("movement")
    game.give("lay", fleet="Hidden")
    return game.go("weather", 2)


RAID: dict[str, Any] = {"mission": "Raid", "leader": "Souchon", "flagship": "Goeben", "zone": "C1"}


@PAIRS.pair(gwas.ALLIED, "shells", "waits")
def gwas_a_fleet_that_was_not_met_carries_out_its_order(secret: str) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Goeben"), zone="C1", mission="Bombard", orders=["Shell"])
    game.go("movement")
    game.give("carry-out", fleet="Hidden", words="at the mole" if secret == "shells" else "nothing is there")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "aborts", "goes on")
def gwas_a_mission_is_given_up(secret: str) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Goeben"), zone="C1", mission="Bombard", orders=["Move C2", "Move C3", "Shell"])
    game.go("aborting")
    if secret == "aborts":
        game.give("abort", fleet="Hidden")
    else:
        game.give("note", words="Goeben goes on")
    game.go("movement")
    game.give("move", fleet="Hidden")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "fuels", "rearms")
def gwas_a_fleet_in_port_fuels_or_rearms(secret: str) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Goeben", fuel=8, mines=2), zone="C1", port=True)
    game.go("movement")
    game.give("take-fuel" if secret == "fuels" else "rearm", fleet="Hidden")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "little", "much")
def gwas_fuel_is_used(secret: str) -> testing.Game[Any]:
    game = gwas_battle(
        hidden_ship("Goeben", fuel=1 if secret == "little" else 20), zone="C1", mission="Bombard", orders=["Move C2 C3"] * 4
    )
    for turn in range(1, 5):
        game.go("movement", turn)
        game.give("move", fleet="Hidden")
    return game.go("weather", 5)


@PAIRS.pair(gwas.ALLIED, "two, one founders", "one")
def gwas_a_gale_strikes_a_fleet_that_was_not_met(secret: str) -> testing.Game[Any]:
    names = ["Goeben", "Muavenet"] if secret != "one" else ["Goeben"]
    game = gwas_battle(
        *(hidden_ship(name, type="DD" if name == "Muavenet" else "BC") for name in names), weather="Gale", zone="C1"
    )
    return game.go("weather", 2, foundering=(1, 1, 1) if secret == "one" else (1, 1, 1, 1, 1))


@PAIRS.pair(gwas.ALLIED, "aloft", "in port")
def gwas_an_airship_is_lost_in_a_gale(secret: str) -> testing.Game[Any]:
    airship = gwas.ship(
        "L 19", "Hidden", type="LZ", nation="Turkey", primary=0, secondary=0, tertiary=0, torpedo=0, hull=1, speed="2", armour={}
    )
    game = gwas_battle(airship, hidden_ship("Goeben"), weather="Gale", zone="C1", port=secret == "in port")
    return game.go("weather", 2, foundering=(1, 1) if secret == "in port" else (1, 1, 1))


@PAIRS.pair(gwas.ALLIED, "Intercept", "Bombard")
def gwas_a_fleet_that_has_a_mission_finds_another(secret: str) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Goeben"), zone="Y9", mission=secret)
    game.go("contact")
    game.give("search", 5, fleet="Hidden", other="Watch")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "searches", "does not")
def gwas_a_fleet_searches_in_vain(secret: str) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Goeben"), **{**RAID, "zone": "Y9"})
    game.go("contact")
    if secret == "searches":
        game.give("search", 1, fleet="Hidden", other="Watch")
    else:
        game.give("note", words="Goeben lies low")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "one", "two")
def gwas_a_fleet_of_unknown_ships_is_searched_for_in_vain(secret: str) -> testing.Game[Any]:
    names = ["Goeben", "Breslau"][: 1 if secret == "one" else 2]
    game = gwas_battle(*(hidden_ship(name) for name in names), zone="Y9", mission="Bombard")
    game.go("contact")
    game.give("search", 1, fleet="Watch", other="Hidden")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "Goeben", "Breslau")
def gwas_one_ship_or_another_divides_off(secret: str) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Goeben"), hidden_ship("Breslau"), zone="C1", mission="Bombard", orders=["Divide", "Move C2"])
    game.go("movement")
    game.give("divide", fleet="Hidden", ships=[secret], name="Part")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "sweeps", "waits")
def gwas_a_sweeper_that_was_not_met_sweeps(secret: str) -> testing.Game[Any]:
    sweeper = hidden_ship("Intibah", type="MS", speed="1S")
    game = gwas_battle(sweeper, zone="C1", mission="Minesweeping", orders=["Sweep"])
    game.go("movement")
    if secret == "sweeps":
        game.give("sweep", 4, ship="Intibah")
    else:
        game.give("note", words="Intibah waits")
    return game.go("weather", 2)


@PAIRS.pair(gwas.ALLIED, "more", "no more")
def gwas_more_mines_are_laid_where_some_were_found(secret: str) -> testing.Game[Any]:
    layer = hidden_ship("Nusret", type="ML", mines=3)
    game = gwas_battle(layer, zone="Y9", mission="Minelaying", orders=["Mine", "Mine"])
    game.go("movement")
    game.give("lay", fleet="Hidden", ships=["Nusret"])
    game.give("mines", 2, 2, ships=["Evstafi"], number=0)
    game.go("movement", 2)
    if secret == "more":
        game.give("lay", fleet="Hidden", ships=["Nusret"])
    else:
        game.give("note", words="Nusret waits")
    return game.go("weather", 3)


# The Perleberg variant: raiders, mines, orders


@PAIRS.pair(variant.ALLIED, "two fields", "six fields")
def variant_mines_are_laid_before_the_battle(secret: str) -> testing.Game[Any]:
    game = variant.Game([variant.ship("Goeben")], [variant.ship("Evstafi")], begins="game turn")
    game.give("deploy-mines", side=variant.CENTRAL, zone="Constantinople", number=2 if secret == "two fields" else 6)
    return game.go("weather")


STRAITS: dict[str, Any] = {
    "zone": "C1",
    "mission": "Raid",
    "orders": ["Move C2", "Move C3"],
    "leader": "Souchon",
    "flagship": "Goeben",
}


def variant_battle(*hidden: variant.Line, **fleet: Any) -> variant.Game:
    """A Central fleet that the Allies have not met, and a fleet of each side that everybody knows."""
    fleets = {"Hidden": fleet, "Guard": {"known": True, "zone": "Z9"}, "Watch": {"known": True, "zone": "Y9"}}
    central = [*(hidden or (variant.ship("Goeben", "Hidden"),)), variant.ship("Guard ship", "Guard")]
    return variant.Game(central, [variant.ship("Evstafi", "Watch")], fleets=fleets, begins="game turn")


def struck(*dice: int, game: variant.Game, choices: Sequence[str] = ()) -> testing.Game[Any]:
    """An event of the Central Powers by these dice."""
    game.give("strategic-event", *dice, choices=choices)
    return game.go("movement").go("weather", 2)


@PAIRS.pair(variant.ALLIED, "1", "2")
def variant_a_mine_adrift_strikes_one_ship_or_another(secret: str) -> testing.Game[Any]:
    ships = variant.ship("Goeben", "Hidden"), variant.ship("Breslau", "Hidden")
    game = variant_battle(*ships, **STRAITS)
    return struck(1, 1, 1, 1, int(secret), 4, game=game)


@PAIRS.pair(variant.ALLIED, "abort", "ignore it")
def variant_all_is_lost_to_a_fleet(secret: str) -> testing.Game[Any]:
    return struck(6, 6, 1, game=variant_battle(**{**STRAITS, "mission": "Intercept"}), choices=[secret])


@PAIRS.pair(variant.ALLIED, "two fields", "one")
def variant_mines_are_reported_in_words(secret: str) -> testing.Game[Any]:
    game = variant_battle(**STRAITS)
    game.give("deploy-mines", side=variant.CENTRAL, zone="Z8", number=2 if secret == "two fields" else 1)
    game.give("report-mines", side=variant.CENTRAL, zone="Z8")
    return game.go("weather")


@PAIRS.pair(variant.ALLIED, "mended", "not")
def variant_a_ship_in_port_is_mended(secret: str) -> testing.Game[Any]:
    game = variant_battle(**{"zone": "C1", "port": True})
    game.strike("Goeben", "hull", 2)
    game.go("damage-control")
    if secret == "mended":
        game.give("port-repair", 6, ship="Goeben", choices=[])
    else:
        game.give("note", words="Goeben waits")
    return game.go("weather")


@PAIRS.pair(variant.ALLIED, "three", "five")
def variant_a_crowded_zone_is_searched_in_vain(secret: str) -> testing.Game[Any]:
    ships = [variant.ship(f"Raider {number}", "Hidden") for number in range(3 if secret == "three" else 7)]
    game = variant_battle(*ships, **{"zone": "Y9", "mission": "Bombard"})
    game.go("contact")
    game.give("search", 1, fleet="Watch", other="Hidden")
    return game.go("weather", 2)


@PAIRS.pair(variant.ALLIED, "leaves", "stays")
def variant_an_escort_leaves_its_charges(secret: str) -> testing.Game[Any]:
    game = variant_battle(**{"zone": "C1", "mission": "Escort", "orders": ["Escort"] * 4})
    game.go("contact")
    if secret == "leaves":
        game.give("leave-charges", fleet="Hidden")
    else:
        game.give("note", words="Goeben stays")
    return game.go("weather", 2)


@PAIRS.pair(variant.ALLIED, "coastal", "at sea")
def variant_a_raider_is_near_the_coast_when_an_event_is_rolled(secret: str) -> testing.Game[Any]:
    game = variant_battle(**STRAITS)
    near = secret == "coastal"  # a mine adrift strikes there first; at sea a die says whom
    game.give("strategic-event", 1, 1, 1, *([] if near else [1]), 4, coastal=["Hidden"] if near else [])
    return game.go("weather")


@PAIRS.pair(variant.ALLIED, "1", "2")
def variant_one_ship_or_another_of_a_fleet_goes_home(secret: str) -> testing.Game[Any]:
    ships = variant.ship("Goeben", "Hidden"), variant.ship("Breslau", "Hidden")
    game = variant_battle(*ships, zone="C1", mission="Bombard", orders=["Move C2"])
    return struck(1, 2, 1, int(secret), game=game)


# ------------------------------------------------------------ pairs compared


@PAIRS.pair(gwas.ALLIED, "Goeben", "Breslau")
def gwas_a_ship_that_is_met_tows_one_that_was_not(secret: str) -> testing.Game[Any]:
    game = gwas_battle(hidden_ship("Medjidieh"), hidden_ship("Goeben"), hidden_ship("Breslau"), zone="C1")
    game.go("movement")
    game.give("tow", ship="Medjidieh", other=secret)
    game.put("Medjidieh", "known", "yes")
    return game


@PAIRS.pair(gwas.ALLIED, "Souchon", "Arif")
def gwas_a_ship_is_known_when_she_is_gone_and_her_fleet_never_was(secret: str) -> testing.Game[Any]:
    hidden, seen = gwas.ship("Goeben", secret, nation="Turkey"), gwas.ship("Guard ship", "Guard", nation="Turkey")
    fleets: dict[str, dict[str, Any]] = {secret: {"zone": "C1"}, "Guard": {"known": True, "zone": "Z9"}}
    game = gwas.Game([hidden, seen], [gwas.ship("Evstafi")], gwas.house(fleets_on_the_map="known ones"), fleets=fleets)
    game.strike("Goeben", "hull", 10)
    game.put("Goeben", "known", "yes")
    return game


@PAIRS.pair(variant.ALLIED, "first", "second")
def variant_a_ship_of_a_fleet_on_the_map_goes_home(secret: str) -> testing.Game[Any]:
    central = [variant.ship("Goeben"), variant.ship("Breslau")]
    game = variant.Game(central, [variant.ship("Evstafi")], begins="game turn", fleets={"central": {"zone": "C1"}})
    condensers, of_central = (1, 2), 1
    game.give("strategic-event", *condensers, of_central, 1 if secret == "first" else 2)
    return game.go("weather")


@PAIRS.pair(gwas.ALLIED, "dice of a search", "other dice of another order", "another sealed order")
def gwas_dice_of_a_sealed_order_were_shown_before_it_was_finished(secret: str) -> testing.Game[Any]:
    """The note of them is sealed like the order: no reader can count how often dice were looked at."""
    game = gwas_battle(hidden_ship("Goeben"), zone="C1", mission="Bombard", orders=["Move C2", "Move C3"])
    game.go("plotting")
    if secret == "another sealed order":
        game.give("plot", fleet="Hidden", turn=3, orders="Move C4")
    else:
        dice, orders = ((5, 2), "Move C4") if secret == "dice of a search" else ((6,), "Move C2")
        thrown = Rolled(label="x", dice="D6", faces=tuple(Face(6, face) for face in dice), total=sum(dice), result="")
        note = note_shown(game.draft("plot", fleet="Hidden", turn=3, orders=orders).order(), game.battle, [thrown])
        assert isinstance(note, SealedNote) and (note.reader, f"D6 {dice[0]}" in note.words) == (gwas.CENTRAL, True)
        game.keep(game.journal.propose(note))
    return game.go("weather", 2)


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_is_one_battle_to_the_side_that_may_not_know(name: str) -> None:
    PAIRS.check(name, DOCUMENTS if name in IN_EVERY_REPORT else AT_ONCE)


@pytest.mark.campaign
@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_is_one_battle_in_every_report(name: str) -> None:
    PAIRS.check(name, DOCUMENTS)

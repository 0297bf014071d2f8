"""The sentences of the Great War at Sea rules for notes, changes, dice and losses."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentence, Sentences


class Says(Sentences):
    """All sentences of these rules, in the order of the game turn and then of combat."""

    # Weather, day and night
    weather_is = Sentence("weather: {after}")
    light_is = Sentence("it is {after}")

    # Fleets and their orders
    joins_fleet = Sentence("{ship} joins {after}")
    leaves_fleet = Sentence("{ship} leaves {fleet} for {after}")
    ordered = Sentence("turn {other}: {after}")
    mission_is = Sentence("{ship}: mission {after}")
    order_done = Sentence("{ship}: {order}, {what}")
    escorting = Sentence("{order} {charge}")

    # Fuel
    zones_to_a_box = Sentence("a fuel box for every {zones:zone}")
    fueling = Sentence("fueling")
    rearming = Sentence("rearming")
    out_of_fuel = Sentence("{ship} is out of fuel")

    # Moves on the map
    enters_zone = Sentence("{ship}: in {after}")
    enters_port = Sentence("{ship}: in port at {after}")
    lies_in_port = Sentence("{ship} is in port at {after}")
    lies_at_sea = Sentence("{ship} is at sea in {after}")
    lies_in_some_port = Sentence("{ship} is in port")
    lies_somewhere_at_sea = Sentence("{ship} is at sea")
    keeps_up = Sentence("{ship}: keeps up with {other}")
    tows = Sentence("{ship} tows {after}")

    # Mines
    minefields_found = Sentence(lambda other, number: f"minefields in {other}: {number or 'none'}")
    minefields_laid = Sentence("minefields of {ship} in {other}: {after}")
    minefields_left = Sentence("minefields of {ship} in {other}: {left} left")
    minefield_removed = Sentence("a minefield is removed in {zone}")
    minefield_removed_here = Sentence("a minefield is removed in this zone")
    more_fields = Sentence("{number:more field}")
    mine_laid = Sentence("laid")
    sunk_by_mine = Sentence("{ship} strikes a mine and sinks")

    # The sea: foundering, gales, grounding, emergency repairs
    lost_in_gale = Sentence("{ship} is lost in the gale")
    aground = Sentence("{ship} is aground")
    refloated = Sentence("{ship} is free")
    hull_hits = Sentence("hull hits")
    under_way_again = Sentence("{ship} makes 1S again")
    beyond_repair = Sentence("{ship}'s engines cannot be repaired")

    # Aircraft
    aloft = Sentence("{ship}: {after} aloft")
    lost_in_launching = Sentence("destroyed in launching")
    lost_in_recovering = Sentence("destroyed in recovering")
    aircraft_lost_in_gale = Sentence("destroyed by the gale")
    airship_lost_in_gale = Sentence("{ship} is destroyed by the gale")

    # Contact, searches and merchants
    seen_by_enemy = Sentence("{fleet}: seen by the enemy")
    in_contact = Sentence("{ship}: in contact with {other}")
    automatic_contact = Sentence("automatic contact")
    placed_at_surprise = Sentence("the searching side is placed at surprise distance; the referee sets the ships")
    merchants_found = Sentence(lambda first, second: f"{first or 'none'} on the first figure, {second or 'none'} on the second")

    # Submarines and motor torpedo boats
    may_fire_at = Sentence("{ship} may fire at {other}")
    sunk_by_hunters = Sentence("{ship} is sunk by its hunters")
    boats_answered = Sentence("{ships} may fire at the boats before they attack")
    boats_not_answered = Sentence("nobody may fire at the boats before they attack")
    holds_fire = Sentence("{ship} holds its fire")

    # Combat: rounds, initiative, hexes
    round_begins = Sentence("round {after}")
    has_initiative = Sentence("{after} has the initiative")
    several_times = Sentence("{number} x {modifier}")
    in_hex = Sentence("{ship} in hex {after}")
    to_hex = Sentence("{ship} to hex {after}")
    leaves_map = Sentence("{ship} leaves the map")
    combat_over = Sentence("tactical combat is over")

    # Fire
    to_hit = Sentence("to hit")
    gun_dice = Sentence("{weapon}: throws {dice} of {boxes} dice because of {conditions}")
    torpedo_dice = Sentence("throws {dice} of {boxes} dice because of {conditions}")
    hit_ignored = Sentence("{ship} ignores the hit")

    # What a hit does
    no_effect_on = Sentence("no effect on {kind}")
    not_penetrated = Sentence("{weapon} does not penetrate {armour} armour of {area}")
    referred_from = Sentence("referred from {kind}")
    no_critical_by_tertiary = Sentence("no critical damage by tertiary fire")
    leader_killed = Sentence("the leader aboard {ship} is killed")
    no_leader_aboard = Sentence("no leader aboard {ship}")
    leader_lost = Sentence("the leader is lost with {ship}")
    loses_speed = Sentence("{ship} loses {lost} speed")
    loses_all_speed = Sentence("{ship} loses all speed")
    repair_lost = Sentence("{ship} is dead in the water again")
    sinks = Sentence("{ship} sinks")
    explodes = Sentence("{ship} explodes and sinks")
    blows_up = Sentence("{ship} blows up and sinks")

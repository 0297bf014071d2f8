"""The sentences of the Fear God and Dread Nought rules for notes, changes, dice and losses."""

from __future__ import annotations

from fleetbook.core.parsing import counted
from fleetbook.core.words.sentence import Sentence, Sentences


def _each_hit(points: int, pierced: bool, place: str = "") -> str:
    return f"{counted(points, 'point')} each{' on the ' * bool(place)}{place}, {'' if pierced else 'not '}penetrating"


class GroundSays(Sentences):
    """Sentences about movement, armour, sinking and explosions."""

    # A D10 that must show the score or less
    up_to = Sentence("{what}, 1 to {score}")

    # Movement by 8.1
    coasts_down = Sentence("{ship} coasts down to {knots} kt")
    answers_next_turn = Sentence("{ship} will answer next turn: give the order again")
    moves_at = Sentence("{ship}: {knots} kt")
    aground = Sentence("{ship} is aground")
    afloat_again = Sentence("{ship} is afloat again")
    leaves_table = Sentence("{ship} leaves the table")
    out_of_battle = Sentence("{ship} is out of the battle")

    # Armour by 8.1.6
    struck_on = Sentence("{ship} is struck on")
    each_hit = Sentence(_each_hit)

    # Sinking by 8.1.8
    time_to_sink = Sentence("{ship}: time to sink")
    will_sink = Sentence("{ship} is lost and will sink at {time}: {how}")
    sinks = Sentence("{ship} sinks: {how}")
    damage = Sentence("damage")
    capsized = Sentence("capsized")

    # Explosions by 8.3
    magazine_explosion = Sentence("magazine explosion")
    ammunition_cargo_exploded = Sentence("ammunition cargo exploded")
    blast_near = Sentence("ships within {yards} yds of {ship} take {points:point}: order the blast for each")


class CriticalsSay(Sentences):
    """Sentences about critical hits, in the order of their tables."""

    # Any critical hit by 8.1.2, 8.1.3
    lost_already = Sentence("{ship} is lost already")
    critical_hit = Sentence("{ship}: critical hit")
    armour_not_pierced = Sentence("{nature}: the armour was not pierced")
    light_weapons_cannot_hit = Sentence("{nature}: light weapons cannot do that")
    light_weapons_cannot = Sentence("light weapons cannot do that")
    armour_keeps_it = Sentence("the armour keeps it from the guns")

    # Weapons and their fire control
    out_of_action = Sentence("{ship}'s {other} is out of action")
    out_already = Sentence("{weapon} is out of action already")
    no_such_weapon = Sentence("{ship} has no such weapon to lose")
    battery_hit = Sentence("{ship}'s {battery} battery")
    director_lost = Sentence("{ship}'s {other} battery loses a director")
    local_control = Sentence("{ship}'s {other} battery fires in local control")
    no_fire_control = Sentence("{ship}'s {battery} battery has no fire control left to lose")
    main_mount = Sentence("main mount")
    casemate_gun = Sentence("casemate gun")
    no_casemate_guns = Sentence("{ship} has no casemate guns")
    weapon_hit = Sentence("weapon hit")
    strength_lost = Sentence("{ship}'s {other} loses a third of its strength")
    torpedo_tubes = Sentence("torpedo tubes")

    # Magazines and ready ammunition
    main_magazine = Sentence("main magazine")
    ordnance_explodes = Sentence("{weapon} explodes")
    national_charges = Sentence("{nation}, {period}")
    ready_ammunition = Sentence("ready ammunition, {gun}")
    picric_acid = Sentence("picric acid, {nation}")
    guns_beside = Sentence("guns beside it")
    gun_beside = Sentence("gun beside it")

    # Engineering, rudder, flotation, fuel
    engineering_hit = Sentence("{ship}'s engineering")
    level_lost = Sentence("{ship} loses a level of speed")
    depth_control_lost = Sentence("{ship} loses depth control")
    rudder_hit = Sentence("{ship}'s rudder")
    rudder_disabled = Sentence("{ship}'s rudder is disabled")
    rudder_jams = Sentence("{ship}'s rudder jams")
    rudder_jammed = Sentence("{ship}'s rudder is {after}")
    rudder_jammed_already = Sentence("{ship}'s rudder is jammed {where} already")
    flotation_hit = Sentence("flotation hit")
    no_flotation_left = Sentence("no flotation left")
    fuel_tank_burns = Sentence("{ship}'s fuel tank burns, {percent} %")

    # A jammed rudder by 8.4
    turns_until_freed = Sentence("{ship}: turns until the rudder may be freed")
    may_free_rudder = Sentence("{ship} may try to free her rudder from {time}")
    free_rudder = Sentence("free the rudder")
    rudder_free = Sentence("{ship}'s rudder is free")
    rudder_stuck = Sentence("{ship}'s rudder cannot be freed in this battle")

    # The hull of a submarine
    no_pressure_hull = Sentence("{ship} has no pressure hull")
    pressure_hull_breached = Sentence("pressure hull breached")
    pressure_hull_breached_deep = Sentence("pressure hull breached, all hands lost")
    makes_the_surface = Sentence("{ship} makes it to the surface")
    abandoned = Sentence("{ship} comes to the surface to be abandoned")
    hull_deformed = Sentence("{ship}'s pressure hull is deformed")
    must_come_to = Sentence("{ship} must come to {depth} or above")
    hull_fails = Sentence("{ship}'s hull fails, {percent} %")

    # Battery, switchboard and depth of a submarine
    battery_loss = Sentence("{ship}'s battery")
    endurance_lost = Sentence("{ship} loses {percent} % of her submerged endurance")
    turns_without_power = Sentence("{ship}: turns without power")
    no_power = Sentence("{ship} loses propulsion and most of her electricity")
    dives_again = Sentence("{ship} dives again")
    changes_depth = Sentence("{ship} changes depth, {percent} %")
    goes = Sentence("{ship} goes")
    at_depth = Sentence("{ship}: {depth}")
    forced_up = Sentence("{ship} comes to {depth}: {why}")

    # Bridge and crew
    turns_to_man_bridge = Sentence("{ship}: turns to man the bridge again")
    bridge_out = Sentence("{ship}'s bridge is out for {turns:turn}")
    solutions_lost = Sentence("{ship} loses all fire control solutions and comes to periscope depth")
    broaches = Sentence("{ship} broaches")
    turns_without_flying = Sentence("{ship}: turns without flight operations")
    flying_ceases = Sentence("{ship} ceases flight operations")
    who_is_hit = Sentence("{ship}: who is hit")
    captain_hit = Sentence("{ship}: {other} is hit")
    no_crew_factors = Sentence("{ship} has no crew factors")
    personnel_hit = Sentence("personnel hit")
    ceases_fire = Sentence("{ship} ceases fire")
    makes_off = Sentence("{ship} ceases fire and makes off")
    what_to_abandon = Sentence("{ship} abandons")
    abandons = Sentence("{ship} abandons her {other}")

    # Communications and sensors
    communications_hit = Sentence("{ship}'s communications")
    has_no = Sentence("{ship} has no {what}")
    loses_her = Sentence("{ship} loses her {other}")
    sensors_hit = Sentence("{ship}'s sensors")
    none_to_lose = Sentence("{ship} has no {what} to lose by this")
    sensor_or_communications = Sentence("{ship}: sensor or communications")

    # Aviation
    no_aircraft = Sentence("{ship} has no aircraft to lose")
    aircraft_lost = Sentence("{ship} loses an aircraft")
    plane_explodes = Sentence("the ordnance of a plane on {ship} explodes")
    plane_near_by_hit = Sentence("plane {number} parked near by is hit, {percent} %")
    plane_near_by_lost = Sentence("{ship} loses an aircraft parked near by")
    stores_flooded = Sentence("{ship}'s aviation stores are flooded")
    stores_hit = Sentence("{ship}'s aviation stores")
    magazines_are_flooded = Sentence("{ship}'s magazines are flooded")
    aviation_magazine = Sentence("aviation magazine")
    flight_deck = Sentence("{ship}'s flight deck")
    flight_deck_hit = Sentence("{ship}'s flight deck is hit {other}")
    hangar = Sentence("{ship}'s hangar")
    number_of_aircraft_hit = Sentence("{ship}: aircraft hit")

    # Cargo
    no_cargo = Sentence("{ship} has no cargo to lose")
    hold_hit = Sentence("hold hit")
    cargo_lost = Sentence("{ship} loses {amount} of the {contents} in {other}")
    ammunition_in = Sentence("ammunition in {hold}")
    ammunition_lost_in = Sentence("ammunition lost in {hold}, per cent")
    hold_may_explode = Sentence("{other} may explode each Intermediate Turn")
    hold_explodes_too = Sentence("{hold} explodes too, {percent} %")
    hold_explodes = Sentence("{hold} of {ship} explodes, {percent} %")
    casualties_in = Sentence("casualties in {hold}")

    # What a captain can do about critical hits, and critical hits that end after some turns
    hold_flooded = Sentence("{ship} floods {other}")
    fire_out = Sentence("{ship}: {cause} fire is out")
    stores_purged = Sentence("{ship} floods and purges her aviation stores")
    turns_until_right = Sentence("{ship}: turns until it is put right")
    put_right = Sentence("{ship}: {fact} put right")
    one_put_right = Sentence("{ship}: {fact} {other} put right")


class ActionSays(Sentences):
    """Sentences about everything else, in the order of a turn."""

    # The clock by 3.0, 8.2 of the text
    time_of_day = Sentence("{time}")
    intermediate_turn = Sentence("{time}: Intermediate Turn")

    # Gunfire by 6-4 of the text
    chance_to_hit = Sentence("{band} range, {barrels:barrel}, modifiers {modifier:+d}: {chance} %")
    battery_fires = Sentence("{firer}'s {battery} battery")
    fired_as_spared = Sentence("{target} fired as if no enemy would fire at her: undo leads back to her fire")

    # Damage by 8.1 of the text
    damage_by = Sentence("{what}")
    damage_of = Sentence("{firer}'s {weapon}")
    beyond_refloating = Sentence("{ship} has lost more than her points: she cannot be refloated")
    number_of_criticals = Sentence("{ship}: number of critical hits")
    threefold_damage = Sentence("damage ratio of 3 or more")
    threefold_taken = Sentence("{ship} has taken three times what is left: no weapon, no speed")
    keel_breaks = Sentence("{ship}'s keel breaks")
    keel_broken_by_a_torpedo = Sentence("keel broken by a torpedo")
    keel_broken_by_a_mine = Sentence("keel broken by a mine")
    keel_broken_by_a_bomb = Sentence("keel broken by a bomb")
    all_weapons_out = Sentence("{ship}: a tenth or less is left, all weapons are out")
    batteries_out = Sentence("{ship}: a quarter or less is left, main, secondary and tertiary batteries are out")
    damage_surfaces = Sentence("{ship} must surface")
    shells_hit_deck = Sentence("shells hit {ship}'s flight deck")

    # Torpedoes and boats by 8.1.7, 8.1.9, 8.3 of the text
    points_reach = Sentence("{points} of {warhead} points reach the ship")
    launches = Sentence("{ship} launches {number} from {weapon}")
    transfer_at = Sentence("transfer at {knots} kt, {percent} %")
    crew_over = Sentence("{factors:crew factor} over to {boat}")
    crew_in_water = Sentence("{factors:crew factor} in the water")
    boats_collide = Sentence("{boat} and {beside} collide")
    gone_over = Sentence("gone over")
    taken_on = Sentence("taken on")
    impulses_alongside = Sentence("Impulses to come alongside")
    lies_alongside = Sentence("{ship} lies alongside {beside} after {impulses:Impulse}")

    # Fire and flooding by 8.2 of the text
    no_casualty = Sentence("no {kind}: armour not penetrated")
    severity = Sentence("{kind}: severity")
    crew_factors_lost = Sentence("{number} crew factors lost")
    casualty_at_once = Sentence("{ship}: {kind} of {percent} %, at once")
    casualty_due = Sentence("{ship}: {kind} of {percent} %, due {time}")
    nothing_due = Sentence("no fire or flooding is due")
    fire_reaches_magazines = Sentence("{ship}: fire reaches the magazines, {percent} %")
    capsizing = Sentence("{ship} capsizes, {percent} %")

    # What a ship must do because of fire and flooding (8.2 of the text)
    asked_of = Sentence("{ship}: {duty}")
    she = Sentence("she {duty}")
    slow_for_flooding = Sentence("{knots} knots or less: flooding")
    surface_unless_fought = Sentence("must surface unless one roll brings the flooding below Severe")
    come_to_shallow = Sentence("must come to shallow depth")
    may_capsize = Sentence("may capsize")
    surface_for_fire = Sentence("must surface: fire")
    wind_and_slow = Sentence("wind on the bow and {knots} knots or less")
    grounded_wind_and_slow = Sentence("no flight operations; wind on the bow and {knots} knots or less")
    flood_or_risk_magazines = Sentence("flood the magazines, or they may explode")

    # The fight against them by 8.2 of the text
    fought_as = Sentence("{kind}, {level}")
    no_change = Sentence("{ship}: no change of the {kind}")
    per_cent_changed = Sentence("{kind}: per cent")
    casualty_now = Sentence("{ship}: {kind} {percent} %")
    casualty_out = Sentence("{ship}: {kind} is out")
    men_fight_fire = Sentence("{ship}: the men of the {battery} battery fight fire and flooding")
    men_go_back = Sentence("{ship}: the men go back to their {battery} battery")
    alongside_to_help = Sentence("{helper} is alongside {ship} to {side}")
    risk_of_collision = Sentence("at this speed there is a risk of collision")
    casts_off = Sentence("{helper} casts off from {ship}")
    floods_magazines = Sentence("{ship} floods her magazines: main and secondary batteries and aircraft ordnance are lost")
    wind_on_bow = Sentence("{ship} puts the wind on her bow")
    wind_off_bow = Sentence("{ship} no longer has the wind on her bow")

    # Repairs after the battle by 8.4 of the text
    repair = Sentence("repair {part}, {percent} %")
    repaired = Sentence("{ship}: {part} repaired")
    not_at_sea = Sentence("{ship}: {part} cannot be repaired at sea")
    bridge_degraded = Sentence(
        "{ship}, {hours} h after her bridge was hit: {turns:turn} to change course, flying at 1/{rate} of the rate"
    )
    fire_restarts = Sentence("a fire starts again, {percent} %")
    nothing_to_repair = Sentence("{ship} has nothing to repair")
    pumped_out = Sentence("pumped out")
    patched = Sentence("{ship} is patched and pumped out: {points:point} back")
    patch_may_pop = Sentence("the patch pops, {percent} %")
    patch_pops = Sentence("{ship}: the patch pops")
    patch_holds = Sentence("{ship}: the patch holds")
    plane_only_damaged = Sentence("plane {number} only damaged")
    planes_only_damaged = Sentence("{ship}: {saved} of {planes} planes are only damaged; repair them by 8.5")

    # Serviceability by 8.5 of the text
    breaks_down = Sentence("{part} out of service, {percent} %")
    out_of_service = Sentence("{ship}: {part} is out of service")
    works_again = Sentence("{ship}: {part} works again")
    repair_aircraft = Sentence("repair {aircraft}")
    aircraft_repaired = Sentence("{aircraft} is repaired")
    aircraft_not_at_sea = Sentence("{aircraft} cannot be repaired at sea")

    # Survivors by 8.6 of the text
    survivors_die = Sentence("survivors, {loss}")
    no_survivors = Sentence("{group}: no survivors")
    in_the_water = Sentence("{men:survivor} of {group} in the water")
    sighted_as = Sentence("sighted as size {size} without a wake, at 1/{over} of the range")
    survivors_placed = Sentence("{water}; {sighted}")
    current = Sentence("current")
    current_direction = Sentence("direction")
    survivors_drift = Sentence("the survivors of {group} drift at {knots} kt towards {degrees:03} degrees")
    groups_of_men = Sentence("groups of men")
    picks_up = Sentence("{by} picks up {saved} of {there} survivors of {group}")
    picks_up_nobody = Sentence("{by} picks up nobody")
    the_flying_boat = Sentence("the flying boat")
    turns_on_water = Sentence("turns on the water")
    flying_boat_there = Sentence("a flying boat is with the survivors of {group} until {time}")

    # Aircraft by 8.7 of the text
    aircraft_damage = Sentence("{aircraft}: {damage}")
    aircraft_destroyed = Sentence("destroyed")
    aircraft_limits = Sentence("{damage} damage; speed {speed}, manoeuvre {manoeuvre}, weapons {weapons}")
    aircraft_limits_light = Sentence("light damage, {damage}; speed {speed}, manoeuvre {manoeuvre}, weapons {weapons}")
    aircraft_no_worse = Sentence("{aircraft}: {damage} again, no worse")
    may_not_jettison = Sentence("cannot jettison its ordnance")
    cannot_jettison = Sentence("{aircraft} cannot jettison its ordnance")

    # Airships by 8.8 of the text
    airship_lost = Sentence("{ship} is lost: {how}")
    engine_hit = Sentence("engine hit")
    engine_gone_already = Sentence("{engine} is destroyed already")
    engine_lost = Sentence("{ship} loses an engine to {other}")
    airship_steers = Sentence("{ship}: {knots} kt at most; {steering}")
    circles = Sentence("circles to {side}: no engine on that side and no rudder")
    half_speed_to_steer = Sentence("half speed to keep control: no engine on one side")
    steers_as_before = Sentence("steers as before")
    fuel_tank_hit = Sentence("fuel tank hit")
    tank_empty = Sentence("that tank is empty")
    fuel_lost = Sentence("{ship}: {after} of {quarters} quarters of the fuel lost")
    drifts_with_wind = Sentence("{ship} drifts with the wind, without elevator and rudder")
    no_elevator = Sentence("{ship}: no elevator control, height is no longer hers to choose")
    no_rudder = Sentence("{ship}: no rudder control, steers by her engines at half speed")
    no_valving = Sentence("{ship}: no valving control, cannot release gas; cells can be ripped")
    no_ballast = Sentence("{ship}: no ballast control, cannot release ballast; fuel and weapons can be thrown out")
    wireless_destroyed = Sentence("{ship}: wireless destroyed; signal lights and streamers are left")
    no_weapon = Sentence("no weapon")
    weapon_destroyed = Sentence("{ship}: {other} destroyed")
    gas_cell_hit = Sentence("gas cell hit")
    cell_empty = Sentence("{cell} is empty already")
    cell_ruptured = Sentence("{cell}")
    height_now = Sentence("{ship}: {effect}")
    helium_does_not_burn = Sentence("helium does not burn")
    no_fire_under_helium = Sentence("no fire under helium")
    hydrogen_on_fire = Sentence("hydrogen on fire")
    gondola_on_fire = Sentence("{ship}: fire in the gondola")
    gondola_fire_out = Sentence("{ship}: the gondola fire is out")
    fire_spread = Sentence("the gondola fire spread to the envelope")
    gondola_burns_on = Sentence("{ship}: the gondola burns on")
    without_elevators = Sentence("{ship} without elevators")
    height_changes = Sentence("{ship} {drift}")
    dumps_for_lift = Sentence("{ship} dumps ballast and payload and goes to full speed")


class Says(GroundSays, CriticalsSay, ActionSays):
    """All sentences of these rules."""

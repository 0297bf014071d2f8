"""What the rules say of movement, gunfire, damage, fires, floods, repairs and the air."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentence, Sentences


class ActionSays(Sentences):
    """The sentences of a turn, in its order."""

    # The clock by 3.0, 8.2 of the text
    time_of_day = Sentence("{time}")
    intermediate_turn = Sentence("{time}: Intermediate Turn")

    # Gunfire by 6-4 of the text
    chance_to_hit = Sentence("{band} range, {barrels} barrels, modifiers {modifier:+d}: {chance} %")
    battery_fires = Sentence("{firer}'s {battery} battery")
    fired_as_spared = Sentence("{target} has fired as a ship that no enemy fires at: undo goes back to her fire")

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

    # What fire and flooding ask of a ship by 8.2 of the text
    asked_of = Sentence("{ship}: {duty}")
    she = Sentence("she {duty}")
    slow_for_flooding = Sentence("{knots} knots or less: flooding")
    surface_unless_fought = Sentence("must surface unless one roll brings the flooding below Severe")
    come_to_shallow = Sentence("must come to shallow depth")
    may_capsize = Sentence("may capsize")
    surface_for_fire = Sentence("must surface: fire")
    wind_and_slow = Sentence("wind on the bow and {knots} knots or less")
    grounded_wind_and_slow = Sentence("no flight operations; wind on the bow and {knots} knots or less")
    flood_or_risk_magazines = Sentence("flood the magazines or risk them")

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
        "{ship}, {hours} h after her bridge was hit: {turns} turns to change course, flying at 1/{rate} of the rate"
    )
    fire_restarts = Sentence("a fire starts again, {percent} %")
    nothing_to_repair = Sentence("{ship} has nothing to repair")
    pumped_out = Sentence("pumped out")
    patched = Sentence("{ship} is patched and pumped out: {points} points back")
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

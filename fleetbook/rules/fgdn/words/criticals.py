"""What the rules say of critical hits."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentence, Sentences


class CriticalsSay(Sentences):
    """The sentences of the critical hits, in the order of their tables."""

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

    # What a captain can do about it, and what is over in time
    hold_flooded = Sentence("{ship} floods {other}")
    fire_out = Sentence("{ship}: {cause} fire is out")
    stores_purged = Sentence("{ship} floods and purges her aviation stores")
    turns_until_right = Sentence("{ship}: turns until it is put right")
    put_right = Sentence("{ship}: {fact} put right")
    one_put_right = Sentence("{ship}: {fact} {other} put right")

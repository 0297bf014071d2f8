"""The variant's sentences for notes, changes, dice and losses, beside those of the player aid."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentence
from fleetbook.rules.gwas.words import Says as GwasSays
from fleetbook.rules.kit.said import counted


class Says(GwasSays):
    """The variant's sentences: random events first, then the advanced strategic and tactical rules."""

    # Random events, and the sides that they strike
    no_event = Sentence("no event")
    no_event_because = Sentence("no event: {why}")
    because = Sentence("{why}")
    which_side = Sentence("which side")
    which_fleet = Sentence("which fleet")
    which_ship = Sentence("which ship")
    leader_against = Sentence("leader against {what}")
    report_in_error = Sentence("an erroneous report")
    hampered_guns = Sentence("fire control difficulties")
    confusion = Sentence("confusion")
    mass_confusion = Sentence("mass confusion")

    # Strategic random events
    no_fleet_at_sea = Sentence("no such fleet at sea")
    no_ship_at_sea = Sentence("no ship at sea")
    condenser_problems = Sentence("{ship} has condenser problems: one rung slower")
    must_return = Sentence("{ship} must return to port")
    leaves_own_fleet = Sentence("{ship} leaves {fleet}")
    erroneous_report = Sentence("{ship} plots {turns:turn} at once, and then none until they are over")
    plotting_anew = Sentence("fleet that plots anew")
    changing_orders = Sentence("fleet that changes its orders")
    may_plot_anew = Sentence("{ship} may plot anew from turn {turn}")
    danger_ahead = Sentence("{ship} sees danger ahead and does not move this turn")
    all_is_lost = Sentence("{fleet}: all is lost")
    ignores_event = Sentence("{fleet} ignores it")

    # Raiders and fleets that are spotted (strategic rules 1, 3)
    raider_placed = Sentence("{ship} is placed on the map in {zone}: {why}")
    raider_placed_somewhere = Sentence("{ship} is placed on the map: {why}")
    zones_from_base = Sentence("{zones:zone} from a {base}")
    fleet_is = Sentence("{fleet} is {ships}")
    will_move = Sentence("{fleet} will move to {zone}")
    will_go_along = Sentence(lambda fleet, ways: f"{fleet} {' or '.join(ways)}")
    with_charge = Sentence("will move with {charge} to {zone}")
    will_pursue = Sentence("{fleet} will pursue {quarry} wherever it goes")
    will_stay = Sentence("{fleet} is plotted to stay where it is")

    # Seaplanes (strategic rule 2)
    seaplanes_find = Sentence("seaplanes find the fleet")
    ship_attacked = Sentence("ship attacked")
    bomb_on = Sentence("bomb on {ship}")
    no_critical_by_seaplanes = Sentence("no critical damage by seaplanes")

    # Contact, mines, escorts (strategic rules 6, 7, 8)
    ships_in_zone = Sentence("{ships:ship} in the zone")
    no_contact = Sentence("no contact")
    minefields_deployed = Sentence("{after:minefield} of {ship} in {other}")
    mines_reported = Sentence("{zone} is {report}")
    leaves_charges = Sentence("{ship} leaves the ships that it escorts")
    remains_on_escort = Sentence("{ship} remains on escort")

    # Repairs and shore batteries (strategic rules 9, 10, 11)
    what_to_repair = Sentence("what to repair on {ship}")
    ship_to_repair = Sentence("ship that is repaired")
    repaired = Sentence("repaired")
    rung_repaired = Sentence("{ship}: one rung of speed repaired")
    nobody_damaged = Sentence("no ship of {side} is damaged")
    guns_of_port = Sentence("guns of {port}")
    port_has_guns = Sentence("{other} has {after:primary gun}")

    # Tactical random events
    may_raise_shields = Sentence("{other} may name one ship that ignores all hits")
    ignores_all_hits = Sentence("{ship} ignores all hits of this segment")
    fire_control_difficulties = Sentence("fire control difficulties for {other}")
    confused = Sentence("ships of {other} are confused: none moves in the next segment")
    surprised = Sentence("ships of {side} are surprised")
    enemy_may_move = Sentence("{enemy} may move one group of {other} one area")
    enemy_moves_group = Sentence("{group} is moved {areas:area} by {enemy}")
    ships_that_fire_at_friends = Sentence("ships of {side} that fire at friends")
    fires_at_friends = Sentence(
        lambda enemy, ships, other: (
            f"{enemy} may have {counted(ships, 'ship') if ships else 'no ship'} of {other} fire at friends"
        )
    )
    no_flotilla = Sentence("no flotilla of {side} could attack")
    no_flotilla_near = Sentence("no flotilla is near enough")
    attacking_flotilla = Sentence("flotilla that attacks, with an enemy {areas:area} away or nearer")
    group_attacked = Sentence("group that it attacks")
    torpedo_attack = Sentence("{group} makes a torpedo attack on {target}, which may not move")
    visibility_is = Sentence("visibility is now {areas}")
    visibility_stays = Sentence("visibility stays at {areas}")

    # Groups and squadron leaders (tactical rules 5, 6)
    leads_squadron = Sentence("{after} leads {other}")
    groups_formed = Sentence(lambda side, groups: f"groups of {side}: {'; '.join(groups)}")
    groups_formed_in = Sentence(lambda side, area, groups: f"groups of {side} in {area}: {'; '.join(groups)}")
    group_formed = Sentence("{kind}: {ships}")

    # Stands (tactical rules 7, 17)
    stands = Sentence("ships of {other} stand for their {after}")
    stand_over = Sentence("{why}: the stand declared by {other} is over")
    side_moves = Sentence("ships of {side} move")
    side_fires = Sentence("ships of {side} fire")
    enemy_closed = Sentence("the enemy has closed and fired")
    second_zone_lost = Sentence("ships of {side} do not move their second zone")
    stand_held = Sentence("nobody closed with {side}: the stand held, and the mission goes on; no pursuit")
    nobody_left = Sentence("no ship of {side} is left in the combat")
    nobody_left_at_all = Sentence("no ship of {sides} is left in the combat")

    # Fire, smoke, slow ships, break-off (tactical rules 11 to 18)
    fire_together = Sentence("{strengths} together fire with {dice}")
    makes_smoke = Sentence("{mover} makes smoke")
    confirmed = Sentence("confirmed")
    fire_control_hit = Sentence("{ship}: fire control hit for good")
    fire_control_hit_already = Sentence("the fire control of {ship} is hit already")
    breaks_off = Sentence("ships of {other} break off: half strength, each for itself")
    side_runs = Sentence("ships of {side} run")
    runs_faster = Sentence("ships of {other} move as if one faster")
    slow_ship = Sentence("{ship}")
    not_closed = Sentence("{ship} has not closed to maximum range")

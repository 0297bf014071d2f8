"""The sentences of the A&A rules for notes, changes, dice and losses."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentence, Sentences
from fleetbook.rules.kit.said import does


class Says(Sentences):
    """All sentences of the A&A rules, in the sheet's order."""

    # initiative, morale and weather (2.4 of the sheet, reading A9)
    morale = Sentence("morale of {squadron}")
    turns_away = Sentence(lambda ship: does(ship, "turns away", "turn away"))
    leaves_table = Sentence("{ship} leaves the table")
    lost_flagship = Sentence("{squadron} has lost its flagship")
    initiative = Sentence("{side}")
    initiative_won = Sentence("{side} wins the initiative")
    who_moves_first = Sentence("who moves first")
    moves_first = Sentence("{side} moves first")
    times = Sentence("{times} x {modifier}")
    marker_penalties = Sentence("penalties of contact markers")
    weather = Sentence("weather: {after}")

    # moves, mines and rams (5.16 of the sheet, reading A8)
    makes = Sentence("{ship} makes {knots} kt")
    no_helm = Sentence("{ship}'s rudder is disabled: she takes the speed and neither turns nor evades")
    passed_over = Sentence(lambda squadrons: f"passed over: {', '.join(squadrons)}")
    mine = Sentence("mine")
    ram = Sentence("ram")
    ram_worked_out = Sentence("{thrown} + {weight} for {knots} kt - {armour} armour = {done}")
    rammed = Sentence("rammed by {rammer}")
    ramming = Sentence("ramming")

    # contact markers (reading A9)
    contact_is_dummy = Sentence("contact {ship} is a dummy")
    contact_is = Sentence(lambda contact, ships: f"contact {contact} is {', '.join(ships)}")
    near_enough = Sentence("near enough: seen without a roll")
    spotted = Sentence("spotted")

    # gunfire and torpedoes (5.3 to 5.12 of the sheet)
    guns_fire = Sentence("{guns:gun}, {band} range, damage {dice}")
    to_hit = Sentence("to hit")
    to_hit_again = Sentence("to hit again")
    location = Sentence("location")
    against_armour = Sentence("damage against {place} armour")
    which_gun = Sentence("which gun")
    mount_out = Sentence("{other}: mount out")
    gun_out = Sentence("{other}: a gun out")
    critical_hit = Sentence("critical hit")
    critical_effect = Sentence("{ship}: {result}")
    hull_boxes = Sentence("{cause}: hull boxes")
    struck_by = Sentence("{cause}")

    # ongoing damage, sinking and repairs (5.7, 5.17 of the sheet, reading A9)
    ongoing = Sentence("{cause}")
    stays_afloat = Sentence("stays afloat")
    sinks = Sentence("{ship} sinks: {how}")
    sunk_by = Sentence("{cause}")
    all_well = Sentence("no ship burns, floods or sinks")
    mend = Sentence("mend {trouble}")
    mended = Sentence("{ship}: {trouble} mended")
    in_hand = Sentence("{ship}: {trouble} in hand")
    nothing_to_repair = Sentence("nothing to repair")

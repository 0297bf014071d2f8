"""The sentences of the coastal rules for notes, changes, dice and losses."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentence, Sentences


class Says(Sentences):
    """All sentences of the coastal rules, in the sheet's order."""

    # Observing the enemy (C3 of the sheet)
    out_of_sight = Sentence("beyond {cm} cm nothing can be seen")
    seen = Sentence("seen")
    seen_by_daylight = Sentence("seen by daylight")
    seen_at_once = Sentence("seen without a roll: needs {score}")
    cannot_be_seen = Sentence("needs {score}: cannot be seen")
    to_see = Sentence("needs {score}")
    changed_score = Sentence(lambda printed, changes, needed: f"{printed} {' '.join(changes)} = {needed}")
    score_change = Sentence("{value:+d} {what}")
    bridge_out = Sentence("bridge out")
    lit = Sentence("{ship} is lit")

    # Fire by cannon and guns (C4, C5 of the sheet)
    weapon_points = Sentence(lambda shares: " + ".join(shares))  # noqa: PLW0108 (the parameter names the value)
    share = Sentence("{mount} {points:g}")
    shooting = Sentence("shooting")
    whose_hit = Sentence("which mount's hit")
    hit_held = Sentence("hit by {mount} (held)")

    # Damage (C6, C9 of the sheet)
    weapon_of = Sentence("{firer}, {weapon}")
    destroyed = Sentence("destroyed")
    light_hit = Sentence("light hit")
    system_destroyed = Sentence("{system} destroyed")
    system_damaged = Sentence("{system} damaged")
    gone_already = Sentence("{ship} is gone already")
    destroyed_already = Sentence("{system}: destroyed already")
    system_hit = Sentence("system hit")
    system_lost = Sentence("system lost")
    out_of_fight = Sentence("{ship} is out of the fight: make for the table's edge")
    sinks = Sentence("{ship} sinks: {how}")
    hull_gone = Sentence("hull gone ({firer}, {weapon})", bare="hull gone")
    hit_again = Sentence("hit again without hull boxes ({firer}, {weapon})", bare="hit again without hull boxes")
    torpedoed_again = Sentence("torpedoed without hull boxes ({firer})", bare="torpedoed without hull boxes")
    cargo_exploded = Sentence("her {cargo} blows up ({firer}, torpedo)", bare="her {cargo} blows up")
    torpedo_damage = Sentence("torpedo damage")
    leaves_table = Sentence("{ship} leaves the table")
    no_damage = Sentence("no damage to work out")

    # Repairs (C7 of the sheet)
    repair = Sentence("repair {system}")
    repaired = Sentence("repaired")
    system_repaired = Sentence("{system} repaired")
    nothing_to_repair = Sentence("nothing to repair")

    # Torpedoes (C8 of the sheet)
    torpedo_away = Sentence("{ship} away, runs {after} cm")
    runs_on = Sentence("{ship} ({owner}) runs on {cm} cm, {after} in all")
    boat_is_missed = Sentence("{target} is a boat: missed, {torpedo} runs on")
    torpedo_spent = Sentence("{ship} is spent")
    torpedo_result = Sentence("{result}")
    torpedo_held = Sentence("{result} (held: {ship} fights on until step {step})")
    hull_damage = Sentence("{result}: hull damage")
    cargo_explodes = Sentence("her {cargo} blows up")
    systems_lost = Sentence("systems lost")
    sinks_in_turns = Sentence("sinks in turns")
    disabled = Sentence("{ship} is disabled: no move, no shooting")
    will_sink = Sentence("{ship} will sink at the end of turn {after}")

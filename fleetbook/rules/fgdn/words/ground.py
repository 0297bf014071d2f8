"""What the rules say of movement, armour, sinking and explosions."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentence, Sentences


def _each_hit(points: int, pierced: bool, place: str = "") -> str:
    return f"{points} points each{' on the ' * bool(place)}{place}, {'' if pierced else 'not '}penetrating"


class GroundSays(Sentences):
    """The sentences of what all chapters use."""

    # A D10 at or under a score
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
    blast_near = Sentence("ships within {yards} yds of {ship} take {points} points: order the blast for each")

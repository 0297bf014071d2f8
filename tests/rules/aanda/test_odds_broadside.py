"""The odds of a whole broadside, and of a squadron's fire, against a plain computation of their own."""

from __future__ import annotations

from typing import Any

import pytest

from fleetbook.cli.drawing.odds import odds_text
from fleetbook.cli.plain.speech import odds_lines
from fleetbook.core.battle.facts import Key
from fleetbook.core.odds import Effort, JointDistribution, Outcome, TallyKey, order_odds
from fleetbook.core.orders.order import Order
from fleetbook.reports.odds.weighing import odds_view
from fleetbook.rules.aanda.ship import AandaShip
from fleetbook.testing.oracle import NO_LIMIT, exact_odds
from tests.rules.aanda import model
from tests.rules.aanda.fleet import Game, duel, gun, ship
from tests.rules.aanda.model import Hulk

NEAR = 1e-12
TURRETS = [gun("fore", 12.0, 2, "FPS"), gun("aft", 12.0, 2, "APS")]
BROADSIDES = [gun("port six", 6.0, 7, "P"), gun("starboard six", 6.0, 7, "S")]
SUVOROV: dict[str, Any] = {"type": "B", "knots": 18, "hull": 29, "main": TURRETS, "secondary": BROADSIDES}
HULL = Key("Target", "hull")
TARGET = Hulk("B", 18, 29, mounts=2, guns=14)


def volley(secondaries: int = 7, rules: tuple[Any, ...] = ()) -> Game:
    """Four class G guns and so many of class C at this ship, fired to port."""
    return duel(*rules, shooter={"main": TURRETS, "secondary": [gun("port six", 6.0, secondaries, "P")]}, **SUVOROV)


def exact(game: Game, *orders: Order[AandaShip]) -> JointDistribution:
    return exact_odds(game.battle, *orders)


def firing(game: Game, cm: int, firer: str = "Shooter", **more: Any) -> Order[AandaShip]:
    return game.draft("fire", firer=firer, target="Target", range=cm, bearing="P", **more).order()


def read(outcome: Outcome, name: str, before: int = 0) -> int:
    value = outcome.facts.get(Key("Target", name), before)
    return value if isinstance(value, int) else 0


Figures = tuple[int, ...]


def figures(outcome: Outcome, hull: int) -> Figures:
    """Hits, hull boxes lost, catastrophes, mounts out, guns out, engine room hits, fires."""
    scores = {"hits": 0, "main mounts out": 0, "secondary guns out": 0}
    for (name, _), value in outcome.tallies.items():
        scores[name] += int(value)
    hits, main, second = scores.values()
    damage = hull - read(outcome, "hull", hull), read(outcome, "catastrophe")
    return hits, *damage, main, second, read(outcome, "engine"), read(outcome, "fire")


def expected(law: model.Law, start: Hulk) -> dict[Figures, float]:
    """The same figures by the plain computation."""
    found: dict[Figures, float] = {}
    for end, chance in law.items():
        damage = start.hull - end.hull, end.catastrophes
        key = end.hits, *damage, start.mounts - end.mounts, start.guns - end.guns, end.engine, end.fires
        found[key] = found.get(key, 0.0) + chance
    return found


def joint(game: Game, hull: int, *orders: Order[AandaShip]) -> dict[Figures, float]:
    """The joint law of all figures."""
    return exact(game, *orders).distribution(lambda outcome: figures(outcome, hull))


def agree(found: dict[Any, float], wanted: dict[Any, float]) -> None:
    """The same outcomes, each with the same probability, and all of them one."""
    assert {key for key, chance in found.items() if chance > NEAR} <= set(wanted)
    assert max(abs(found.get(key, 0.0) - chance) for key, chance in wanted.items()) < NEAR
    assert sum(found.values()) == pytest.approx(1, abs=NEAR)


def broadside(start: Hulk, cm: int, secondaries: int) -> model.Law:
    """By the sheet: class G does d20 to 50 cm, d12 to 70, d10 at long range to 100; class C d6 at long range to 60."""
    dice, own = next((dice, own) for edge, dice, own in ((50, "d20", 0), (70, "d12", 0), (100, "d10", -1)) if cm <= edge)
    law = model.battery({start: 1.0}, 4, dice, own)
    return model.battery(law, secondaries, "d6", -1) if cm <= 60 else law


@pytest.mark.parametrize(
    ("cm", "secondaries"),
    [(50, 2), (70, 7), *(pytest.param(*case, marks=pytest.mark.campaign) for case in ((50, 4), (100, 7)))],
)
def test_the_joint_result_of_four_class_g_guns_and_those_of_class_c_at_a_battleship(cm: int, secondaries: int) -> None:
    """To 60 cm both fire, the second battery by what the first left; each figure by itself is a part of the whole."""
    game = volley(secondaries)
    order, wanted = firing(game, cm), expected(broadside(TARGET, cm, secondaries), TARGET)
    law = exact(game, order)
    agree(law.distribution(lambda outcome: figures(outcome, 29)), wanted)
    hits_hull_and_catastrophes_alone(game, order, wanted)
    each_figure_apart(game, order, law)


def hits_hull_and_catastrophes_alone(game: Game, order: Order[AandaShip], joint: dict[Figures, float]) -> None:
    """They are the same joint result where all else is forgotten on the way."""

    def kept(name: Key | TallyKey) -> bool:
        return name == TallyKey("hits", "Shooter") or name in (HULL, Key("Target", "catastrophe"))

    law = exact_odds(game.battle, order, keep=kept)
    assert len(law.changing()) == 2
    assert law.tally_names() == ["hits"]
    wanted: dict[Figures, float] = {}
    for key, chance in joint.items():
        wanted[key[:3]] = wanted.get(key[:3], 0.0) + chance
    agree(law.distribution(lambda outcome: figures(outcome, 29)[:3]), wanted)


def each_figure_apart(game: Game, order: Order[AandaShip], joint: JointDistribution) -> None:
    """What a referee is shown is what the joint result says of each figure; what its card says, but for a millionth."""
    apart = order_odds(game.battle, order, Effort(budget=NO_LIMIT, samples=0))
    assert list(apart.tallies) == joint.tally_names()
    for name in joint.tally_names():
        agree(apart.tallies[name], joint.tally(name))
    assert list(apart.tracks) == [HULL]
    agree(apart.tracks[HULL], joint.fact(HULL, 29))
    words = {word.text: chance for word, chance in apart.cards["Target"].items()}
    for fact, word in {"rudder": "rudder disabled", "bridge": "bridge hit: out of command"}.items():
        assert words[word] == pytest.approx(joint.fact(Key("Target", fact), None)[True], abs=1e-6)
    for number, word in {1: "fire", 2: "2 fires"}.items():
        assert words[word] == pytest.approx(joint.fact(Key("Target", "fire"), 0)[number], abs=1e-6)
    gone = sum(chance for word, chance in words.items() if "no hull boxes" in word)
    assert gone == pytest.approx(joint.fact(HULL, 29).get(0, 0.0), abs=1e-6)


def test_the_odds_tell_whether_the_target_sinks_at_the_next_test_for_a_ship_and_for_a_squadron() -> None:
    game = duel(type="TB", hull=1)
    where = {"target": "Target", "range": 60, "bearing": "P"}
    for procedure in ("fire", "volley"):
        order = game.draft(procedure, **where).order()
        told = odds_view(game.battle, order, order_odds(game.battle, order))
        sunk = next(count for count in told.counts if count.name == "ships sunk at the next test")
        hull, critical = 2 / 6, 4 / 6
        assert sunk.mean == pytest.approx(0.2 * 0.9 * (0.8 * hull + 0.2 * (1 - (1 - hull) * (1 - critical))), abs=NEAR)
        assert sunk.once == "Target sinks at the next test"
        assert any(line.startswith("Target sinks at the next test: ") for line in odds_text(told))
        assert any(line.strip().startswith("Target sinks at the next test: ") for line in odds_lines(told))


def test_where_several_ships_may_be_lost_the_odds_count_them_and_of_one_they_tell_who_sinks() -> None:
    game = Game([ship("Hunter")], [ship("Target"), ship("Other")], weather="Calm to Moderate")
    order = game.draft("ongoing").order()
    game.strike("Target", "hull", 100)
    assert "Target sinks: 20.0 %" in odds_text(odds_view(game.battle, order, order_odds(game.battle, order)))
    game.strike("Other", "hull", 100)
    assert "ships sunk: 0.40 on average" in odds_text(odds_view(game.battle, order, order_odds(game.battle, order)))


def test_by_hand_the_chances_of_hits_at_70_cm() -> None:
    """Four guns without a modifier at a ship that nothing hampers: 30 percent each."""
    game = volley()
    hits = exact(game, firing(game, 70)).tally("hits")
    assert [hits[n] for n in range(5)] == pytest.approx([0.2401, 0.4116, 0.2646, 0.0756, 0.0081], abs=NEAR)


@pytest.mark.parametrize(
    ("target", "start"),
    [
        ({"type": "AC", "knots": 20}, Hulk("AC", 20, 29, 2, 14)),
        ({"type": "C", "knots": 26, "hull": 3}, Hulk("C", 26, 3, 2, 14)),
        ({"type": "GB", "knots": 11, "hull": 4, "main": [gun("fore")], "secondary": []}, Hulk("GB", 11, 4, 1, 0)),
        ({"type": "TB", "knots": 24, "hull": 2, "main": [], "secondary": [gun("popgun", 3.0, 1)]}, Hulk("TB", 24, 2, 0, 1)),
    ],
)
def test_two_batteries_at_other_types_whose_engines_and_hulls_go_between_them(target: dict[str, Any], start: Hulk) -> None:
    """Two 12-inch guns (d20) and then two 6-inch guns (d8, +1) at 30 cm: the second battery by what the first left."""
    game = duel(shooter={"main": [gun("fore", 12.0, 2)], "secondary": [gun("six", 6.0, 2)]}, **{**SUVOROV, **target})
    law = model.battery(model.battery({start: 1.0}, 2, "d20"), 2, "d8", 1)
    agree(joint(game, start.hull, firing(game, 30)), expected(law, start))


@pytest.mark.parametrize("evaders", [1, 2])
def test_a_broadside_under_evasion(evaders: int) -> None:
    """Three 12-inch guns of one battery: a rudder or engines hit change nothing for it."""
    game = duel(shooter={"main": [gun("fore", 12.0, 3)]}, **SUVOROV)
    for name in ("Target", "Shooter")[:evaders]:
        game.put(name, "evading", "yes")
    law = model.battery({TARGET: 1.0}, 3, "d20", 0, evaders)
    agree(joint(game, 29, firing(game, 50)), expected(law, TARGET))


def test_a_squadron_s_fire_at_one_target() -> None:
    """Two ships, one after the other: the second has the first one's splashes and whatever its shells have done."""
    red = [ship("Shooter"), ship("Second")]
    game = Game(red, [ship("Target", **{**SUVOROV, "hull": 12})]).go("firing")
    order = game.draft("volley", target="Target", range=50, bearing="P").order()
    start = Hulk("B", 18, 12, 2, 14)
    splashed = {end._replace(splash=True): chance for end, chance in model.battery({start: 1.0}, 1, "d20").items()}
    agree(joint(game, 12, order), expected(model.battery(splashed, 1, "d20"), start))

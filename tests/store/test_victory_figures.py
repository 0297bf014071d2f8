"""The figures of a scenario's victory: the least and the greatest, and the message for one beyond them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from fleetbook.core.battle.battle import Battle
from fleetbook.core.battle.victory import Aim, Count, Need, Victory
from fleetbook.store.catalogue import ruleset
from fleetbook.store.library.victory_check import victory_faults
from tests.store import toy

SUNK = Count("sunk", "Clean", "ships lost")
BOUNDS = {"share": (1, 100), "lost": (0, 10), "most": (1, 100), "worth": (0, 100_000)}


def faults(victory: Victory) -> list[str]:
    battle = ruleset("bath").begin(toy.setup())
    return [str(fault) for fault in victory_faults(msgspec.structs.replace(victory), battle, "tub.toml")]


def counting(**changed: Any) -> Victory:
    count = msgspec.structs.replace(SUNK, side=toy.setup().sides[0], **changed)
    return Victory((count,), (Aim(count.side, (Need("sunk", least=1),)),))


@pytest.mark.parametrize("key", BOUNDS)
def test_a_figure_of_a_count_is_taken_from_its_least_to_its_most(key: str) -> None:
    least, most = BOUNDS[key]
    assert [faults(counting(**{key: value})) for value in (least, most)] == [[], []]
    for beyond in (least - 1, most + 1):
        reported = f"tub.toml: victory, count sunk: {key}: found {beyond}, allowed: a number from {least} to {most}"
        assert faults(counting(**{key: beyond})) == [reported]


def test_a_degree_may_take_no_lead_at_all_and_not_less() -> None:
    def graded(lead: int) -> Victory:
        return msgspec.structs.replace(counting(), compare=True, degrees={"by a hair": lead})

    assert faults(graded(0)) == []
    reported = "tub.toml: victory, degrees: by a hair: found -1, allowed: a number from 0 to 100000"
    assert faults(graded(-1)) == [reported]


class Scored(toy.Bath):
    """The bath, with a formula of its own."""

    def scores(self, battle: Battle[Any]) -> Mapping[str, float]:
        """A point for the first side."""
        return {battle.sides[0]: 1.0}


def test_points_by_the_rules_are_counted_only_where_the_rules_have_a_formula() -> None:
    victory = counting(what="rules")
    (reported,) = faults(victory)
    assert reported.startswith("tub.toml: victory, count sunk: what: found rules")
    assert list(victory_faults(victory, Scored().begin(toy.setup()), "tub.toml")) == []


@pytest.mark.parametrize(
    ("what", "found"),
    [
        ("ships gone", "gone_as: found swum, allowed: nothing: the rules bath have no ways of leaving"),
        ("ships lost", "gone_as: found the key, with what = ships lost, allowed: the key with ships gone only"),
    ],
)
def test_a_way_of_leaving_that_the_rules_lack_or_the_count_cannot_have_is_a_fault(what: str, found: str) -> None:
    assert f"tub.toml: victory, count sunk: {found}" in faults(counting(what=what, gone_as=("swum",)))


def test_a_way_of_leaving_is_one_of_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.Bath, "gone_as", ("swum", "flown"))
    assert faults(counting(what="ships gone", gone_as=("flown",))) == []
    (found,) = faults(counting(what="ships gone", gone_as=("flow",)))
    assert found.endswith("gone_as: found flow, allowed: swum, flown; did you mean flown?")

"""Rules 6 and 11: divisions and flotillas, and the strength of ships that fire together."""

from __future__ import annotations

import pytest

from fleetbook.rules.gwas_variant import RULESET
from fleetbook.rules.gwas_variant.tactical_rules.firing import combined_strength
from fleetbook.rules.gwas_variant.tactical_rules.leaders import divided
from tests.rules.gwas_variant.fleet import Game, destroyer, ship

TABLES = RULESET.tables


@pytest.mark.parametrize(
    ("strengths", "together"),
    [((4, 5, 5), 9), ((3, 6, 7, 7), 13), ((4, 4, 5, 6), 11), ((1, 9), 5), ((9, 1), 5), ((1, 1), 2), ((6,), 6), ((2, 2), 3)],
)
def test_11_the_weakest_whole_and_half_of_the_others_sum(strengths: tuple[int, ...], together: int) -> None:
    assert combined_strength(TABLES, strengths) == together


def groups(*types: str) -> list[list[str]]:
    """The types of each group of an area, sorted."""
    ships = {f"{kind} {n}": kind for n, kind in enumerate(types)}
    found: dict[str, list[str]] = {}
    for name, group in divided(TABLES, ships).items():
        found.setdefault(group, []).append(ships[name])
    return sorted(found.values())


def test_6_two_bbs_two_bs_and_two_dds_are_three_groups() -> None:
    assert groups("BB", "BB", "B", "B", "DD", "DD") == [["B", "B"], ["BB", "BB"], ["DD", "DD"]]


def test_6_a_single_b_joins_the_bbs_and_a_leader_the_destroyers() -> None:
    assert groups("BB", "BB", "B", "DL", "DD", "DD") == [["BB", "BB", "B"], ["DL", "DD", "DD"]]


@pytest.mark.parametrize("types", [("BB", "B"), ("BB", "B", "B"), ("B", "BB")])
def test_6_a_single_battleship_of_either_kind_joins_the_other(types: tuple[str, ...]) -> None:
    assert len(groups(*types)) == 1


def test_6_other_types_keep_to_themselves() -> None:
    assert groups("BC", "CL", "CL", "TB", "DD", "B") == [["B"], ["BC"], ["CL", "CL"], ["DD"], ["TB"]]


def test_6_groups_keep_as_they_were_at_the_start_of_combat() -> None:
    game = Game([ship("BB"), *(destroyer(f"D{n}") for n in range(1, 5))], [ship("Target")]).go("deployment")
    for names, where in ((["Target"], "1"), (["BB", "D1", "D2", "D3"], "2"), (["D4"], "3")):
        game.give("deploy", ships=names, hex=where)
    game.go("initiative-move-1").give("move-group", mover="Central DD of 3", hex="2")
    assert {game[name].word("hex") for name in ("D1", "D4")} == {"2"}
    assert [game[name].word("group") for name in ("D1", "D4")] == ["Central DD of 2", "Central DD of 3"]

"""Rules 6 and 11: divisions and flotillas, and the strength of ships that fire together."""

from __future__ import annotations

import pytest

from fleetbook.rules.gwas_variant import RULESET
from fleetbook.rules.gwas_variant.tactical_rules.combined_fire import combined_strength
from fleetbook.rules.gwas_variant.tactical_rules.groups import divided

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
    for ship, group in divided(TABLES, ships).items():
        found.setdefault(group, []).append(ships[ship])
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

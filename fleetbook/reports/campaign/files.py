"""The JSON of the commands that begin, enlarge and verify a campaign or write its next scenario."""

from __future__ import annotations

from fleetbook.core.battle.setup import Left
from fleetbook.reports.shape import Shape


class CampaignBegun(Shape, frozen=True):
    """A new campaign.

    campaign  its file
    date      its first day
    ships     the names of all its ships, including those that join later
    """

    campaign: str
    date: str
    ships: tuple[str, ...]


class CampaignVerified(Shape, frozen=True):
    """A campaign that was recomputed.

    campaign  its file
    findings  what was computed otherwise than it is recorded, in words; empty for a sound campaign
    absent    the files of counted battles that are not beside the campaign, so that their lines are checked by themselves
    rulings   in words, the battles taken although they began outside, and the ships left out of a battle
    """

    campaign: str
    findings: tuple[str, ...]
    absent: tuple[str, ...]
    rulings: tuple[str, ...]


class ScenarioWritten(Shape, frozen=True):
    """The next scenario of a campaign.

    scenario  its file
    ships     for each ship her facts that are not as new, each with its value
    """

    scenario: str
    ships: dict[str, Left]


class CampaignEnlarged(Shape, frozen=True):
    """A campaign that was copied with the ships of a longer plan.

    campaign    the new file
    more_ships  how many ships it has more
    """

    campaign: str
    more_ships: int

"""The report of a campaign in one of the formats of reports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from fleetbook.core.battle.verdict import points
from fleetbook.core.campaign.days import day_words
from fleetbook.core.errors import InvalidInput
from fleetbook.core.play.journal import Journal
from fleetbook.reports.campaign.chronicle import Chronicle, chronicle
from fleetbook.reports.campaign.counted_files import CountedFile
from fleetbook.reports.campaign.section import campaign_blocks, strength_chart, subtitle
from fleetbook.reports.campaign.words import battle_words, poster_words
from fleetbook.reports.course.tide import percent_left
from fleetbook.reports.render.formats import DOCUMENTS, FORMATS, Wanted, renderer
from fleetbook.reports.render.tables import rows_csv
from fleetbook.reports.shape import Shape, to_json

KICKER = "Campaign"
MOST_BATTLES = 3  # on the picture: the last ones


class CampaignRow(Shape, frozen=True):
    """A ship in a counted battle of a campaign, as a row of the campaign's table.

    day           the day of the battle
    battle        the battle's title
    file          the name of the battle's file
    winner        the side that won the battle; empty if nobody did, or if it is not known
    degree        the degree of the victory; empty for none
    ship          the ship's name
    side          the ship's side
    commander     who commanded her; empty if nobody is named
    boxes_lost    boxes of the first row of her card that she lost in the battle
    boxes_left    how many of those boxes were left after it
    boxes_full    how many there are when she is undamaged
    end           how she left the battle, such as sunk; empty if she was there to the end
    lost          whether she is lost for good
    turn          the turn in which she was lost or left; null if neither happened, or if the battle's file is not beside the
                  campaign
    sunk_by       the enemies that sank her; empty for none, or if the battle's file is not beside the campaign
    damaged_by    the enemies that damaged her
    """

    day: str
    battle: str
    file: str
    winner: str
    degree: str
    ship: str
    side: str
    commander: str
    boxes_lost: int
    boxes_left: int
    boxes_full: int
    end: str
    lost: bool
    turn: int | None
    sunk_by: str
    damaged_by: str


def campaign_rows(told: Chronicle) -> Iterator[CampaignRow]:
    """The rows of the campaign's table: one for each ship of each counted battle."""
    for battle in told.battles:
        for ship in battle.ships:
            yield CampaignRow.of(
                ship,
                day=battle.day,
                battle=battle.title,
                file=battle.file,
                winner=battle.winner,
                degree=battle.degree,
                boxes_lost=ship.taken,
                boxes_left=ship.left,
                boxes_full=ship.full,
                sunk_by=", ".join(ship.sunk_by),
                damaged_by=", ".join(ship.hurt_by),
            )


def campaign_report(form: str, journal: Journal[Any], wanted: Wanted, files: Mapping[int, CountedFile], warning: str = "") -> str:
    """The report of a campaign. ``files`` are the files of its counted battles, by the campaign's line. Raises InvalidInput if
    the format does not allow the options, and for a briefing, which a campaign does not have.
    """
    if wanted.briefing:
        raise InvalidInput(
            "briefing", "a campaign", "a battle", words="a campaign has no briefing: write one for its next battle"
        )
    if form not in FORMATS:
        raise InvalidInput("format", form, ", ".join(FORMATS))
    if wanted.photos and form != "html":
        raise InvalidInput("format", form, "html: no other format holds photos")
    if wanted.is_document and form not in DOCUMENTS:
        raise InvalidInput("format", form, f"one of {', '.join(DOCUMENTS)}: the others are always whole")
    told = chronicle(journal, files, warning)
    if form == "json":
        return to_json(told).decode() + "\n"
    if form == "csv":
        return rows_csv(CampaignRow, campaign_rows(told))
    if form == "card":
        return _picture(told, journal)
    blocks = campaign_blocks(told, journal, wanted.short, wanted.parts)
    module = renderer(form)
    if form != "html":
        return str(module.written(blocks))
    photos = [msgspec.structs.replace(photo, line=0) for photo in wanted.photos]
    return str(module.written(blocks, photos, KICKER))


def _picture(told: Chronicle, journal: Journal[Any]) -> str:
    """The campaign as a picture to share, with its last battles."""
    from fleetbook.reports.render.card import Shown, picture  # noqa: PLC0415 (loaded on demand)

    victory = journal.setup.victory
    by_score = bool(victory and victory.compare and told.result.score)
    chart = strength_chart(told)
    figures = [points(side.value) for side in told.result.score] if by_score else [percent_left(one[-1]) for one in chart.shares]
    last = [
        f"{battle.number}. {day_words(battle.day)}, {battle.title}: {battle_words(told, battle)}"
        for battle in told.battles[-MOST_BATTLES:]
    ]
    left = f"share of {told.boxes} in service"
    shown = Shown(
        title=told.title,
        subtitle=subtitle(told),
        poster=poster_words(told),
        score=list(zip(told.sides, figures, strict=True)),
        counted="points" if by_score else left,
        charted=f"{left}, by day",
        chart=chart,
        moments=last,
    )
    return picture(shown)

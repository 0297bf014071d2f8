"""The report of a campaign as the blocks of a page."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from fleetbook.core.battle.verdict import points
from fleetbook.core.campaign.days import day_sign, day_words, span_words
from fleetbook.core.errors import InvalidInput, nearest
from fleetbook.core.parsing import capital, counted, listed
from fleetbook.core.play.journal import Journal
from fleetbook.reports.campaign.chronicle import Chronicle
from fleetbook.reports.campaign.lives import LifeOfShip
from fleetbook.reports.campaign.words import (
    battle_words,
    captain_words,
    days_between,
    honour_words,
    life_words,
    passage_words,
    poster_words,
    rescued_words,
    summary_words,
    when_words,
    winner_words,
)
from fleetbook.reports.course.tide import BAR, percent_left
from fleetbook.reports.document import (
    Block,
    Boxes,
    Cell,
    Event,
    Figure,
    Heading,
    Item,
    Link,
    Listing,
    Paragraph,
    Prose,
    Tide,
    grid,
)
from fleetbook.reports.provenance import provenance_section
from fleetbook.reports.scenario import decides
from fleetbook.reports.status import overview
from fleetbook.reports.text_layout import bar

AFTER_THE_LAST = "9999-12-31"


def campaign_blocks(
    told: Chronicle, journal: Journal[Any], short: bool = False, parts: Collection[str] = ()
) -> tuple[Block, ...]:
    """The report as blocks: all of it, a single page if ``short``, or only the parts named. Raises InvalidInput for an unknown
    part.
    """
    sections = SHORT if short else WHOLE
    for part in parts:
        if part not in sections:
            raise InvalidInput("part", part, ", ".join(sections), nearest(part, sections))
    wanted = [section for name, section in sections.items() if name in parts or not parts]
    return (*_masthead(told), *(block for section in wanted for block in section(told, journal)))


def subtitle(told: Chronicle) -> str:
    """The line below the title: the days and the sides."""
    days = f"{day_words(told.began, year=True)} to {day_words(told.today, year=True)}"
    return " · ".join((days if told.began != told.today else day_words(told.today, year=True), " against ".join(told.sides)))


def strength_chart(told: Chronicle) -> Tide:
    """The chart of the sides' strength over the days: the share of their ships' boxes that is left.

    Numbers mark the days of battles, and crosses mark the sides that lost a ship in them.
    """
    days = [one.day for one in told.strength]
    shares = tuple(
        tuple(day.sides[place].boxes / (told.full[side] or 1) for day in told.strength) for place, side in enumerate(told.sides)
    )
    at = {day: place for place, day in enumerate(days)}
    events = [
        Event(at[battle.day], battle.number, next((ship.side for ship in battle.ships if ship.lost), ""))
        for battle in told.battles
    ]
    names = ("", *(day_sign(day) for day in days[1:]))
    return Tide(label=told.boxes, sides=told.sides, shares=shares, events=tuple(events), names=names, days=True)


def _masthead(told: Chronicle) -> Iterator[Block]:
    yield Heading(1, told.title)
    yield Paragraph(subtitle(told), kind="subtitle")
    if told.warning:
        yield Paragraph(f"{told.warning}.", "Beware:", "warning")


def _result(told: Chronicle, journal: Journal[Any]) -> Iterator[Block]:
    yield Heading(2, "The campaign", "result")
    yield Paragraph(poster_words(told), kind="poster")
    victory = journal.setup.victory
    if victory and victory.compare and told.result.score:
        yield Listing(tuple(Item(points(side.value), side.side) for side in told.result.score), kind="score")
    yield Paragraph(summary_words(told), kind="lead")
    if told.ended is not None:
        yield Paragraph(f"The campaign ended on {day_words(told.today, year=True)}: {told.ended}.")
    else:
        yield Paragraph(f"The campaign is still under way: it is {day_words(told.today, year=True)}.")


def _season(told: Chronicle, _journal: Journal[Any]) -> Iterator[Block]:
    yield Heading(2, "Battle by battle", "season")
    if not told.battles:
        yield Paragraph("No battle has been counted yet.")
    items = list[Item]()
    days = [battle.day for battle in told.battles]
    if before := days_between(told, told.began, days[0] if days else AFTER_THE_LAST):
        items.append(Item(before, f"From {day_words(told.began)}."))
    for battle, after in zip(told.battles, [*days[1:], AFTER_THE_LAST], strict=bool(days)):
        items.append(Item(battle_words(told, battle), f"{battle.number}. {day_words(battle.day)}, {battle.title}."))
        if meanwhile := days_between(told, battle.day, after):
            until = min(after, told.today)
            items.append(Item(meanwhile, f"{capital(span_words(battle.day, until))}."))
    if items:
        yield Listing(tuple(items))


def _battles(told: Chronicle, _journal: Journal[Any]) -> Iterator[Block]:
    yield Heading(2, "Battles", "battles")
    if not told.battles:
        yield Paragraph("No battle has been counted yet.")
        return
    rows = list[tuple[Cell, ...]]()
    for battle in told.battles:
        costs = (sum(ship.cost for ship in battle.of_side(side)) for side in told.sides)
        lost = ", ".join(ship.ship for ship in battle.ships if ship.lost) or "none"
        title = Link(battle.title, battle.page)
        rows.append((str(battle.number), day_words(battle.day), title, winner_words(battle), lost, *map(str, costs), battle.file))
    heads = (f"{side}, {told.boxes}" for side in told.sides)
    yield grid(("", "Day", "Battle", "Winner", "Ships lost", *heads, "File"), rows, range(5, 5 + len(told.sides)))
    yield Paragraph(f"The {told.boxes} are those that the battle cost a side. A ship lost costs all the boxes that she had left.")


def _strength(told: Chronicle, _journal: Journal[Any]) -> Iterator[Block]:
    yield Heading(2, "Strength of the fleets", "strength")
    chart = strength_chart(told)
    caption = f"{capital(told.boxes)} in service, of all that each side has or will have; each number marks a battle"
    yield Figure(caption, chart)
    rows = []
    for place, day in enumerate(told.strength):
        name = "start" if not place else day_words(day.day)
        cells = (
            f"{bar(share, BAR)} {percent_left(share)}: {counted(one.ships, 'ship')}, {one.boxes} boxes"
            for one, share in zip(day.sides, (shares[place] for shares in chart.shares), strict=True)
        )
        rows.append((name, *cells))
    yield grid(("End of", *told.sides), rows, charted=True)
    began, now = told.strength[0], told.strength[-1]
    yield grid(
        ("", *told.sides),
        [
            (f"{when}: {what}", *(str(getattr(one, key)) for one in day.sides))
            for when, day in (("At the start", began), ("Now", now))
            for what, key in (("ships in service", "ships"), (told.boxes, "boxes"))
        ],
        range(1, 1 + len(told.sides)),
    )


def _losses(told: Chronicle, _journal: Journal[Any]) -> Iterator[Block]:
    yield Heading(2, "Ships lost", "losses")
    rows = list[tuple[Cell, ...]]()
    lives = {life.ship: life for life in told.ships}
    for battle in told.battles:
        for ship in (ship for ship in battle.ships if ship.lost):
            by = listed(ship.sunk_by) or (f"hit by {listed(ship.hurt_by)}" if ship.hurt_by else "")
            turn = "" if ship.turn is None else str(ship.turn)
            title = Link(battle.title, battle.page)
            saved = rescued_words(lives[ship.ship])
            rows.append((ship.ship, ship.side, day_words(battle.day), title, ship.end, turn, by, ship.commander, saved))
    fought = {row[0] for row in rows}
    for life in (life for life in told.ships if life.fate and life.ship not in fought):
        day = life.passages[-1].day if life.passages else told.today
        saved = rescued_words(life)
        rows.append((life.ship, life.side, day_words(day), "by a ruling", life.fate, "", "", life.commander, saved))
    if rows:
        yield grid(("Ship", "Side", "Day", "Battle", "Fate", "Turn", "By", "Captain", "Rescued"), rows, (5,))
    else:
        yield Paragraph("No ship has been lost.")


def _repairs(told: Chronicle, _journal: Journal[Any]) -> Iterator[Block]:
    yield Heading(2, "What is mending", "repairs")
    rows = [
        (
            one.ship,
            one.side,
            day_words(one.until) if one.until else "needs a dock",
            one.how if one.how == "at sea" else f"{one.how}, {one.place}",
            Boxes(one.left, one.full),
            str(one.hurt or ""),
        )
        for one in told.repairs
    ]
    if rows:
        yield grid(("Ship", "Side", "Whole on", "Where", capital(told.boxes), "Systems hurt"), rows, (5,))
        yield Paragraph("The days hold if nothing changes: no other ship goes first, and none puts to sea.")
    else:
        yield Paragraph("No ship has damage that can be mended.")
    if told.to_restock:
        yield Paragraph(f"{'; '.join(f'{ship} ({words})' for ship, words in told.to_restock.items())}.", "To be restocked:")


def _ports(told: Chronicle, _journal: Journal[Any]) -> Iterator[Block]:
    yield Heading(2, "Where the ships are", "ports")
    rows = [
        (port.side, port.port, str(port.docks), ", ".join(port.docked), ", ".join(port.waiting), ", ".join(port.others))
        for port in told.ports
    ]
    rows += [(side, "at sea", "", "", "", ", ".join(ships)) for side, ships in told.at_sea.items() if ships]
    rows.sort(key=lambda row: told.sides.index(row[0]))
    yield grid(("Side", "Port", "Docks", "In dock", "Waiting for one", "Other ships"), rows, (2,))
    if told.to_join:
        later = (f"{ship} {f'on {day_words(day)}' if day else 'by a ruling'}" for ship, day in told.to_join.items())
        yield Paragraph(f"{listed(later)}.", "To join:")


def _ships(told: Chronicle, _journal: Journal[Any]) -> Iterator[Block]:
    yield Heading(2, "The life of each ship", "ships")
    for side in told.sides:
        own = [ship for ship in told.ships if ship.side == side]
        lived = [ship for ship in own if ship.passages]
        quiet = [ship.ship for ship in own if not ship.passages]
        yield Heading(3, side)
        if lived:
            yield Listing(tuple(item for ship in lived for item in _life(told, ship)))
        if quiet:
            yield Paragraph(f"{listed(quiet)}.", "No battle yet:")


def _life(told: Chronicle, ship: LifeOfShip) -> Iterator[Item]:
    yield Item(f"{life_words(told, ship)}.", f"{ship.ship}:")
    for passage in ship.passages:
        yield Item(f"{capital(passage_words(told, ship, passage))}.", f"{capital(when_words(passage))}.", depth=1)


def _captains(told: Chronicle, _journal: Journal[Any]) -> Iterator[Block]:
    if not told.captains:
        return
    yield Heading(2, "Captains", "captains")
    rows = [
        (
            captain.name,
            captain.side,
            ", ".join(captain.ships),
            f"{len(captain.battles)}{': ' if captain.battles else ''}{', '.join(captain.battles)}",
            ", ".join((*captain.sank, *(f"{ship} (hit her)" for ship in captain.hurt))),
            captain_words(captain),
            str(captain.hits or ""),
            str(captain.taken),
            str(captain.picked_up or ""),
        )
        for captain in told.captains
    ]
    heads = (
        "Captain",
        "Side",
        "Ships",
        "Battles",
        "Had a part in sinking",
        "Lost under him",
        "Hits",
        f"{capital(told.boxes)} lost",
        "Men picked up",
    )
    yield grid(heads, rows, (6, 7, 8))
    if honours := tuple(
        Item(f"{honour_words(told, one)}.", f"{captain.name}:") for captain in told.captains for one in captain.honours
    ):
        yield Heading(3, "Honours")
        yield Listing(honours)


def _plan(told: Chronicle, journal: Journal[Any]) -> Iterator[Block]:
    yield Heading(2, "The plan", "scenario")
    if told.text.strip():
        yield Prose(told.text)
    if items := tuple(map(Item, decides(journal))):
        yield Heading(3, "What decides it")
        yield Listing(items)


def _provenance(told: Chronicle, journal: Journal[Any]) -> Iterable[Block]:
    return provenance_section(journal, overview(journal, told.warning))


Sections: TypeAlias = Mapping[str, Callable[[Chronicle, Journal[Any]], Iterable[Block]]]

WHOLE: Sections = {
    "result": _result,
    "strength": _strength,
    "season": _season,
    "battles": _battles,
    "losses": _losses,
    "repairs": _repairs,
    "ports": _ports,
    "captains": _captains,
    "ships": _ships,
    "scenario": _plan,
    "provenance": _provenance,
}
"""The parts of a campaign's report in order, by name. The name is also the id of the part's heading."""

SHORT: Sections = {name: WHOLE[name] for name in ("result", "strength", "battles", "losses", "repairs", "ports")}
"""The parts of the report of a single page."""

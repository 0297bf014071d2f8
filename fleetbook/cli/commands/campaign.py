"""fleetbook campaign: a series of battles, between which ships keep their damage, sail and are repaired."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Any

import click

from fleetbook.cli.battles import reading, writing
from fleetbook.cli.commands import options
from fleetbook.cli.commands.battle.report import command as report
from fleetbook.cli.drawing import CELLS
from fleetbook.cli.drawing.status import status_text
from fleetbook.cli.guard import DONE, UNUSABLE
from fleetbook.cli.lines import show_line
from fleetbook.cli.output import after_saving, remark, say, say_data
from fleetbook.core.errors import InvalidInput, Refused
from fleetbook.core.orders.order import Order
from fleetbook.core.parsing import counted
from fleetbook.referee.offers import draft, ordered
from fleetbook.reports.campaign.files import CampaignBegun, CampaignEnlarged, CampaignVerified, ScenarioWritten
from fleetbook.reports.campaign.section import SHORT, WHOLE
from fleetbook.reports.render.tables import FORMATS_WITH_TABLES
from fleetbook.reports.shape import Shape, to_json
from fleetbook.reports.status import status
from fleetbook.reports.text_layout import printable, wrapped
from fleetbook.store.battle.battle_file import BattleFile
from fleetbook.store.battle.create import write_battle
from fleetbook.store.battle.seed import draw_seed
from fleetbook.store.campaign.battles import BegunOutside
from fleetbook.store.campaign.enlarge import enlarge
from fleetbook.store.campaign.plan import campaign_house, find_plan, read_plan
from fleetbook.store.campaign.scenario import told, write_next
from fleetbook.store.campaign.side_season import read_by
from fleetbook.store.campaign.together import order_to_count
from fleetbook.store.campaign.verify import verify_campaign
from fleetbook.store.catalogue import SEASON
from fleetbook.store.library.paths import CAMPAIGN_SUFFIX, new_battle_path
from fleetbook.store.library.paths import SUFFIX as BATTLE_SUFFIX

campaign = click.argument("campaign", callback=options.named)


@click.group()
def command() -> None:
    """Keep a series of battles and the damage of its ships.

    A campaign is a file with a journal, as a battle is: undo, redo, log and order work with it too.
    """


def check_campaign(file: BattleFile) -> None:
    """Raise InvalidInput unless the file is a campaign."""
    if file.journal.ruleset.id != SEASON.id:
        raise InvalidInput(str(file.path), "a battle", "a campaign: begin one with fleetbook campaign new")


def given(path: str, name: str, as_json: bool, **inputs: Any) -> None:
    """Give an order of a campaign, and show its line. Raises Refused, InvalidInput, Unwritable."""
    with writing(path) as session:
        check_campaign(session.file)
        entered = draft(session.battle, name, {key: value for key, value in inputs.items() if value not in (None, (), "")})
        show_line(session.journal, session.ordering(ordered(entered), entered.given, typed=False)((), ()), as_json)


def show(found: Shape) -> None:
    """Print data as JSON."""
    say_data(to_json(found) + b"\n")


def several(words: tuple[str, ...]) -> str:
    """The values of an option that was given several times, as one text for the input of an order."""
    return "; ".join(words)


@command.command("new")
@click.argument("plan", callback=options.named)
@click.option("-o", "--output", metavar="CAMPAIGN", callback=options.named, help="The new file, which must not exist yet.")
@click.option(
    "--house", metavar="FILE", multiple=True, callback=options.named, help="House rules with other days of work; may be repeated."
)
@options.as_json
def new(plan: str, output: str | None, house: tuple[str, ...], as_json: bool) -> None:
    """Begin a campaign from a plan.

    PLAN is a path, or a name such as port-arthur-1904. It names the first day, the ports, and all ships, including those that
    join later.
    """
    setup = read_plan(find_plan(plan))
    path = Path(output) if output else new_battle_path(setup, date.today(), CAMPAIGN_SUFFIX)
    with BattleFile.create(path, setup, house=[campaign_house(Path(name)) for name in house]) as file:
        remark(f"{setup.title}: {' against '.join(setup.sides)}, {len(setup.ships)} ships, from {setup.date}")
        with after_saving("the campaign"):
            if as_json:
                ships = tuple(ship.name for ship in setup.ships)
                show(CampaignBegun(campaign=str(file.path), date=setup.date, ships=ships))
            else:
                say([printable(str(file.path))])


@command.command("count")
@campaign
@click.argument("battle", callback=options.named)
@click.option("--without", metavar="SHIP", multiple=True, help="A ship of the battle that the count leaves out; repeatable.")
@click.option(
    "--because", metavar="REASON", default="", help="The reason for a ruling: count a battle whose ships began with other damage."
)
@options.as_json
def count(*, campaign: str, battle: str, without: tuple[str, ...], because: str, as_json: bool) -> None:
    """Count a battle: take over what it left of each ship.

    The battle must have ended, without a fire or other damage left to play out, and `fleetbook verify` must find no difference.
    A ship that fled or left the table is at sea again. Its ships must have begun in the state that they have in the campaign.
    Otherwise the referee may take the battle with a reason, which its line keeps: each ship then loses the boxes that she lost
    in it.
    """
    with writing(campaign) as session:
        check_campaign(session.file)
        try:
            order: Order[Any] = order_to_count(session.journal, Path(battle), without, because.strip())
        except BegunOutside as outside:
            raise Refused(f"{outside}: --because REASON counts the battle by a ruling") from None
        show_line(session.journal, session.ordering(order, tuple(order.declared), typed=False)((), ()), as_json)


@command.command("resolve")
@campaign
@click.argument("scenario", callback=options.named)
@click.option("--doctrine", "doctrines", metavar="SIDE=NAME", multiple=True, help="A side's doctrine; repeatable.")
@click.option("--seed", metavar="TEXT", help="The same seed gives the same battle; without it the system draws one.")
@click.option(
    "-o", "--output", metavar="BATTLE", callback=options.named, help="The battle's file; otherwise one in the campaign's folder."
)
@options.as_json
def resolve(
    *, campaign: str, scenario: str, doctrines: tuple[str, ...], seed: str | None, output: str | None, as_json: bool
) -> None:
    """Let doctrines fight a battle, and count it.

    The battle is written as a file that passes `fleetbook verify` and is marked as simulated. A fire or other damage that goes on
    at its end is played out.
    """
    from fleetbook.balance.resolve import resolved  # noqa: PLC0415 (only this command needs it)

    path = Path(output) if output else Path(campaign).with_name(Path(scenario).stem + BATTLE_SUFFIX)
    with writing(campaign) as session:
        check_campaign(session.file)
        by_side = dict(_side_and_doctrine(text) for text in doctrines)
        write_battle(path, resolved(session.battle, scenario, seed or draw_seed(), by_side))
        remark(f"wrote {path}")
        order: Order[Any] = order_to_count(session.journal, path)
        show_line(session.journal, session.ordering(order, tuple(order.declared), typed=False)((), ()), as_json)


def _side_and_doctrine(text: str) -> tuple[str, str]:
    side, named, name = text.partition("=")
    if not named or not name.strip():
        raise InvalidInput("doctrine", text, "SIDE=NAME")
    return side.strip(), name.strip()


@command.command("sail")
@campaign
@click.argument("ships", nargs=-1, required=True)
@click.option("--to", metavar="PORT", default="at sea", help="A port of the ships' side; without it the ships put to sea.")
@options.as_json
def sail(campaign: str, ships: tuple[str, ...], to: str, as_json: bool) -> None:
    """Ships sail to a port, or put to sea."""
    given(campaign, "sail", as_json, ships=several(ships), to=to)


@command.command("pass")
@campaign
@click.argument("days", type=int, default=1)
@options.as_json
def pass_days(campaign: str, days: int, as_json: bool) -> None:
    """Let days pass: ships are mended, and others join."""
    given(campaign, "pass", as_json, days=days)


@command.command("refit")
@campaign
@click.argument("port")
@click.option("--first", metavar="SHIP", multiple=True, help="A ship that goes first; repeatable.")
@click.option("--without", metavar="SHIP", multiple=True, help="A ship that stays out of the docks; repeatable.")
@options.as_json
def refit(campaign: str, port: str, first: tuple[str, ...], without: tuple[str, ...], as_json: bool) -> None:
    """Put the damaged ships of a port into its docks. A ship in dock can neither sail nor fight."""
    given(campaign, "refit", as_json, port=port, first=several(first), without=several(without))


@command.command("restock")
@campaign
@click.argument("port")
@click.option("--first", metavar="SHIP", multiple=True, help="A ship that goes first; repeatable.")
@click.option("--without", metavar="SHIP", multiple=True, help="A ship that gets no stores; repeatable.")
@options.as_json
def restock(campaign: str, port: str, first: tuple[str, ...], without: tuple[str, ...], as_json: bool) -> None:
    """Fill up the ships of a port with what they have used.

    All ships are filled up at once, or as many a day as the plan says of the port.
    """
    given(campaign, "restock", as_json, port=port, first=several(first), without=several(without))


@command.command("join")
@campaign
@click.argument("ship")
@options.as_json
def join(campaign: str, ship: str, as_json: bool) -> None:
    """Bring a ship into service before the day in the plan."""
    given(campaign, "join", as_json, ship=ship)


@command.command("status")
@campaign
@options.side
@options.as_json
def show_status(campaign: str, side: str, as_json: bool) -> None:
    """Show the day, and each ship as she stands.

    With --side it shows the ships and ports of that side, and the enemy ships that the side has met, as it last saw them.
    """
    with reading(campaign) as file:
        check_campaign(file)
        journal = read_by(file.journal, side)
        now = status(journal, file.damage or file.notice)
        if as_json:
            show(now)
        else:
            say(status_text(now))
            ports = journal.ruleset.counters(journal.battle)
            lines = (line for port in ports for line in wrapped(printable(f"{port.name} {port.place}"), CELLS))
            say([*[""] * bool(ports), *lines])


@command.command("scenario")
@campaign
@click.option("--ships", metavar="NAME;NAME…", required=True, help="The ships that meet, separated by semicolons.")
@click.option("--title", default="", help="The title of the battle; without it, that of the campaign.")
@click.option("-o", "--output", metavar="FILE", required=True, callback=options.named, help="The scenario's file.")
@options.as_json
def scenario(*, campaign: str, ships: str, title: str, output: str, as_json: bool) -> None:
    """Write the next scenario, with damaged ships.

    The file holds the ships' cards, so it needs no roster. Add the conditions of the battle and what decides it yourself.
    """
    with reading(campaign) as file:
        check_campaign(file)
        names = [name.strip() for name in ships.split(";") if name.strip()]
        battle = file.journal.battle
        setup = write_next(battle, names, title, Path(output))
        remark(f"wrote {output}: {told(battle, setup)}")
        if as_json:
            show(ScenarioWritten(scenario=output, ships={ship.name: ship.left for ship in setup.ships}))


@command.command("enlarge")
@campaign
@click.argument("plan", callback=options.named)
@click.option("-o", "--output", metavar="CAMPAIGN", required=True, callback=options.named, help="The new file.")
@options.as_json
def enlarge_campaign(campaign: str, plan: str, output: str, as_json: bool) -> None:
    """Add ships that the campaign's plan did not have.

    The new PLAN must have everything that the campaign began with. The command writes a copy of the campaign under the new plan.
    Every line is carried out again and must have the same result as before. A new ship that joins later needs a day that is not
    past. The old file is not changed.
    """
    with reading(campaign) as file:
        check_campaign(file)
    more = enlarge(Path(campaign), find_plan(plan), Path(output))
    remark(f"{output}: {counted(more, 'ship')} more")
    with after_saving("the campaign"):
        if as_json:
            show(CampaignEnlarged(campaign=output, more_ships=more))
        else:
            say([printable(output)])


@command.command("verify")
@campaign
@options.as_json
def verify(campaign: str, as_json: bool) -> int:
    """Recompute a campaign and its battles.

    A counted battle is verified too if its file is in the campaign's folder.
    """
    with reading(campaign) as file:
        check_campaign(file)
        checked = verify_campaign(file, Path(campaign).resolve().parent)
    if as_json:
        show(CampaignVerified.of(checked, campaign=campaign, findings=tuple(map(str, checked.findings))))
    else:
        for words in checked.remarks:
            remark(words)
        say(printable(f"{campaign}: {words}") for words in checked.verdict)
    return UNUSABLE if checked.findings else DONE


@command.command("report")
@campaign
@click.option("--format", "form", type=click.Choice(FORMATS_WITH_TABLES), help="Without it the file's suffix decides.")
@click.option("--short", is_flag=True, help=f"One page to pin up: {', '.join(SHORT)}.")
@click.option("--briefing", is_flag=True, hidden=True)
@click.option("--part", "parts", metavar="NAME[,NAME…]", multiple=True, help=f"Only these parts: {', '.join(WHOLE)}.")
@options.side
@options.output
@click.pass_context
def report_of_campaign(context: click.Context, /, campaign: str, **options: Any) -> None:
    """Write the report of a campaign.

    The report tells the season battle by battle, and the life of each ship and captain. html is a page to print, card a picture
    to share (svg), csv has a row for each ship of each battle, json is all data. `fleetbook schema chronicle` describes the json.
    """
    context.invoke(report, battle=campaign, **options)

"""Ship sheets: every box of every card, struck as in the battle, for rosters and battles of every rule system."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from fleetbook.core.battle.setup import TurnEvent
from fleetbook.core.errors import InvalidInput
from fleetbook.reports.sheets.cards import Boxes, battle_sheets, roster_sheets, setup_sheets, sheets_of_battle
from fleetbook.reports.sheets.pages import sheets_on_pages
from fleetbook.reports.sheets.text import sheets_text
from fleetbook.reports.text_layout import cell_width
from fleetbook.store.catalogue import ruleset, ruleset_ids
from fleetbook.store.library.build_setup import load_setup
from fleetbook.store.library.paths import ROSTER, Entry, entries
from fleetbook.store.library.roster import read_roster
from tests.cli.shell import fleetbook
from tests.reports.journals import Played, setup
from tests.reports.page import Page

ROSTERS = [entry for entry in entries(ROSTER) if entry.ruleset in ruleset_ids()]


def rows(page: Page) -> list[str]:
    """What the rows of boxes come to, in words."""
    return [str(e.attributes["aria-label"]) for e in page.elements if e.has_class("boxes")]


def sources_of(page: Page) -> list[str]:
    """The lines of the list at the end."""
    listed = page.source.rpartition('<ol class="sources">')[2].partition("</ol>")[0]
    return [" ".join(unescape(line).split()) for line in re.findall("<li>(.*?)</li>", listed, re.DOTALL)]


def used(page: Page, name: str) -> int:
    return sum(element.attributes.get("href") == f"#{name}" for element in page.all("use"))


def test_a_whole_ship_has_all_its_boxes_free() -> None:
    page = Page(sheets_of_battle(Played().journal))
    assert page.errors == []
    assert [heading.text for heading in page.all("h2")] == ["A", "D"]
    assert rows(page)[:4] == ["9 of 9 left", "1 of 1 left", "3 of 3 left", "2 of 2 left"]
    assert (used(page, "struck"), used(page, "half")) == (0, 0)
    assert used(page, "box") == 2 * (9 + 1 + 3 + 3)  # hull, bridge and engines, and three systems
    assert used(page, "round") == 2 * 2


def damaged() -> Played:
    played = Played()
    played.give("strike", ship="A", track="hull", boxes=4)
    played.give("set", ship="A", condition="bow gun", value="damaged")
    played.give("set", ship="A", condition="aft gun", value="destroyed")
    return played


def test_a_battle_s_sheets_are_as_damaged() -> None:
    page = Page(sheets_of_battle(damaged().journal))
    assert rows(page)[0] == "5 of 9 left"
    assert (used(page, "struck"), used(page, "half")) == (4 + 1, 1)


def test_or_blank() -> None:
    page = Page(sheets_of_battle(damaged().journal, blank=True))
    assert rows(page)[0] == "9 of 9 left"
    assert (used(page, "struck"), used(page, "half")) == (0, 0)


def test_a_ship_that_is_gone_says_so() -> None:
    played = Played().to("move-1")
    played.give("leave", ship="A")
    page = Page(sheets_of_battle(played.journal))
    assert [fate.text for fate in page.all("p", "fate")] == ["left the table T1"]
    assert [card.has_class("gone") for card in page.all("article")] == [True, False]


@pytest.mark.parametrize(
    ("full", "groups"), [(0, []), (3, [3]), (10, [10]), (23, [10, 10, 3]), (120, [10] * 12), (121, [10, 3]), (2500, [10, 10, 5])]
)
def test_boxes_stand_in_tens_and_of_too_many_each_is_worth_ten_or_a_hundred(full: int, groups: list[int]) -> None:
    assert [len(group) for group in Boxes("hull", full, full).groups] == groups


def test_the_free_boxes_come_first() -> None:
    assert Boxes("hull", 2, 4).groups == [[True, True, False, False]]


@pytest.mark.parametrize("entry", ROSTERS, ids=lambda entry: entry.full_name)
def test_every_roster_has_sheets_with_every_card_and_its_source(entry: Entry) -> None:
    roster = read_roster(entry.path)
    page = Page(roster_sheets(ruleset(roster.ruleset), roster.title, roster.cards).html())
    assert page.errors == []
    assert [heading.text for heading in page.all("h2")] == list(roster.cards)
    sources = sources_of(page)
    assert len(set(sources)) == len(sources)
    for card, article in zip(roster.cards.values(), page.all("article"), strict=True):
        number = int(" ".join(article.text.split()).rpartition("source ")[2])
        assert " ".join(card["source"].split()) in sources[number - 1]
        assert ("estimated" in article.text) >= (card.get("estimated") is True)
    assert used(page, "struck") == 0


def test_what_the_roster_says_of_a_fitting_stands_beside_it() -> None:
    page = Page(sheets_of_battle(Played().journal))
    assert "bow gun single 20 mm" in page.all("ul", "places")[0].text


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("tsushima", "12 in class G: short none to 10, d20 to 50, d12 to 70, long d10 to 100 cm"),
        ("chemulpo", "fire flood rudder engine bridge catastrophe"),
        ("tsushima", "armour hull 8, main 9, secondary 5"),
        ("convoy", "twin MG points 2 to 15, 1 to 40 cm"),
        ("convoy", "half speed 8 cm; she starts at 8 cm"),
        ("convoy", "a hit falls on, D4: 1: torpedo tubes; 2: bridge; 3: twin .5 turret; 4: engines"),
        ("convoy", "looking +1 observer over half speed, others in C3"),
        ("convoy", "looked for -2 target firing or lit, -1 target moving"),
        ("cape-sarych", "primary reaches 3 hexes"),
        ("cape-sarych", "speed 2 · Germany"),
        ("dogger-bank", "speed 27 kt, "),
        ("dogger-bank", "475 of 475, 10 a box"),
    ],
)
def test_a_scenario_s_sheets_tell_what_is_looked_up_at_each_shot(scenario: str, told: str) -> None:
    page = Page(setup_sheets(load_setup(scenario)).html())
    assert page.errors == []
    assert told in " ".join(page.all("article")[0].text.split())


def test_a_coastal_card_says_what_changes_a_look_as_its_own_ship_needs_it() -> None:
    """Of a ship larger than a boat that she is; of an E-boat up to what speed she does not count as moving (C3)."""
    cards = {card.name: {arm.label: arm.value for arm in card.arms} for card in setup_sheets(load_setup("strait")).cards}
    assert cards["S 130"]["looked for"].endswith("-1 target moving (over 4 cm)")
    assert "-1 target's radar detected" in cards["S 130"]["looking"]
    assert "-2 radar or hydrophones" in cards["Brocklesby"]["looking"]
    assert cards["Brocklesby"]["looked for"].endswith("-1 larger than a boat")
    assert "larger than a boat" not in cards["MTB 416"]["looked for"]


def test_a_scenario_of_so_many_turns_says_them_alone() -> None:
    told = setup_sheets(load_setup("chemulpo")).scenario
    assert told[-1] == "15 turns at most."


def test_a_log_has_a_column_for_each_turn() -> None:
    """Chemulpo is over after the fifteenth turn; the convoy has no last turn."""
    for scenario, turns in (("chemulpo", 15), ("convoy", 12)):
        log = " ".join(Page(setup_sheets(load_setup(scenario)).html()).all("article")[0].text.split())
        assert f"turn{''.join(map(str, range(1, turns + 1)))} speed" in log


def test_damage_without_boxes_of_its_own_is_ticked_on_a_card() -> None:
    """A5: fires, floods and catastrophes may be several; two hits stop the engines."""
    asama = setup_sheets(load_setup("chemulpo")).cards[0]
    boxes = {"fire": 3, "flood": 3, "rudder": 1, "engine": 2, "bridge": 1, "catastrophe": 3}
    assert {row.label: (row.left, row.full) for row in asama.ticks} == {name: (number, number) for name, number in boxes.items()}


def test_a_merchantman_starts_at_the_knots_of_the_story_and_her_holds_lose_nothing() -> None:
    """C1: half of 4 cm, and 1 cm is 2.5 knots. C6: a hit on a hold takes hull boxes only."""
    sheets = setup_sheets(load_setup("convoy"))
    hellweg = {arm.label: arm.value for card in sheets.cards if card.name == "Hellweg" for arm in card.arms}
    assert hellweg["half speed"] == "2 cm; she starts at 2 cm"
    assert "at five knots" in sheets.scenario[0]
    assert hellweg["a hit falls on, D6:"].startswith(
        "1: forward hold (no other effect); 2: bridge; 3: engines; 4: after hold (no other effect)"
    )


@pytest.mark.parametrize("scenario", ["chemulpo", "ulsan", "yalu", "tsushima"])
def test_every_gun_line_says_the_class(scenario: str) -> None:
    lines = [place.text for card in setup_sheets(load_setup(scenario)).cards for place in card.places]
    assert [line for line in lines if ", class " not in line] == []


def test_the_help_names_the_rules_to_print_beside_the_cards() -> None:
    assert "fleetbook rules SYSTEM --page" in " ".join(fleetbook("sheets", "--help").out.split())


def test_boxes_are_not_said_in_figures_too() -> None:
    goeben = setup_sheets(load_setup("cape-sarych")).cards[0]
    assert {row.label: row.full for row in goeben.rows}["prim"] == 6
    assert not [words for words in goeben.particulars if words.startswith(("primary", "secondary", "fuel"))]


def test_the_cards_asked_for_alone() -> None:
    sheets = setup_sheets(load_setup("tsushima"))
    assert [card.name for card in sheets.only("suvorov").cards] == ["Knyaz Suvorov"]
    assert {card.name for card in sheets.only("2nd destroyers").cards} == {"Oboro", "Inazuma", "Ikazuchi", "Akebono"}
    with pytest.raises(InvalidInput, match="did you mean Mikasa"):
        sheets.only("Mikassa")


def test_as_text_the_same_boxes_stand_to_be_struck_off() -> None:
    text = sheets_text(battle_sheets(damaged().journal))
    card = text[text.index("A\n-") : text.index("D\n-")]
    assert "hull 9 ☐☐☐☐☐☒☒☒☒\n" in card
    assert "◪ bow gun single 20 mm" in card
    assert "☒ aft gun" in card
    assert "twin MG points" in sheets_text(setup_sheets(load_setup("convoy")))
    assert max(map(cell_width, sheets_text(setup_sheets(load_setup("dogger-bank"))).splitlines())) <= 80


NAMES: tuple[Any, ...] = ("<b>x</b>", "</article>", '" onload="x', "{{ 7*7 }}", "a&b")


def test_names_are_names_only() -> None:
    page = Page(sheets_of_battle(Played(setup(attackers=NAMES)).journal))
    assert page.errors == []
    assert [heading.text for heading in page.all("h2")] == [*NAMES, "D"]
    assert not page.all("b", "x")


def test_on_a_phone_the_cards_stand_under_each_other_and_on_a_dark_screen_nothing_is_white() -> None:
    style = sheets_of_battle(damaged().journal).partition("<style>")[2].partition("</style>")[0]
    phone = style.rpartition("@media screen and (max-width: 40rem)")[2]
    assert ".cards { columns: 1; }" in phone
    assert style.index(".cards { columns: 2;") < style.index(".cards { columns: 1; }")
    assert re.findall(r"background: #\w+", style) == []


@pytest.mark.parametrize(
    ("scenario", "side", "squadron", "ships"),
    [
        ("tsushima", "Japan side 1", "1st Division", ("Mikasa B ⚑", "Shikishima B")),
        ("cape-sarych", "Russia side 2", "Battle line", ("Evstafi B ⚑", "Ioann Zlatoust B")),
    ],
)
def test_a_page_tells_who_is_who_on_each_side(scenario: str, side: str, squadron: str, ships: tuple[str, ...]) -> None:
    """Squadrons with their ships and flagships, the side's number in the order of play, and room for the name of the player."""
    page = Page(setup_sheets(load_setup(scenario)).html())
    assert page.errors == []
    told = {heading.text for heading in page.all("h3")}
    assert f"Who is who: {side}" in told
    line = next(row.text for row in page.all("tr") if row.text.strip().startswith(squadron))
    assert all(ship in line for ship in ships)


def test_the_head_says_light_weather_and_what_else_the_modifiers_ask_for() -> None:
    sheets = setup_sheets(load_setup("convoy"))
    assert sheets.under == "1943-04-17 · WWII coastal warfare · light: night · weather: clear · sea: calm · attacker alerted"
    assert setup_sheets(load_setup("tsushima")).under == "1905-05-27 · A&A sheet (2020) · weather: Fresh to Strong · light: day"


def test_a_card_of_a_squadron_says_the_grade_of_its_crew() -> None:
    cards = {card.name: card for card in setup_sheets(load_setup("tsushima")).cards}
    assert [str(arm) for arm in cards["Mikasa"].arms if arm.label == "crew"] == ["crew Superior"]
    blank = next(roster for roster in map(read_roster, (roster.path for roster in ROSTERS)) if roster.ruleset == "aanda")
    shown = roster_sheets(ruleset("aanda"), blank.title, blank.cards)
    assert all(arm.label != "crew" for card in shown.cards for arm in card.arms)


def test_the_crew_of_another_grade_than_her_squadron_says_both_and_secondary_guns_say_what_they_are() -> None:
    cards = {card.name: card for card in setup_sheets(load_setup("yalu")).cards}
    crews = {name: [arm.value for arm in cards[name].arms if arm.label == "crew"] for name in ("Dingyuan", "Laiyuan")}
    assert crews == {"Dingyuan": ["standard, her squadron Inferior"], "Laiyuan": ["Inferior"]}
    assert "standard" not in cards["Dingyuan"].particulars
    guns = {place.label: place.text for place in cards["Akitsushima"].places}
    assert guns["P fore 6 in"] == "guns 1, calibre 6, arc FP, class C"
    assert guns["fore 4.7 in"] == "2nd, guns 1, calibre 4.7, arc FPS, class B"


def test_the_last_page_tells_the_scenario_and_what_decides_it() -> None:
    sheets = setup_sheets(load_setup("convoy"))
    told = (
        "The attackers begin 100 cm from the nearest escort; they win with two merchantmen sunk.",
        "Royal Navy wins: merchantmen sunk, 2 needed.",
        "Otherwise Kriegsmarine wins.",
        "No turn is the last: the referee says when the battle is over.",
    )
    for words in (Page(sheets.html()).all("section", "who")[0].text, sheets_text(sheets)):
        assert all(line in " ".join(words.split()) for line in told)
    for fewer in (sheets.only("MTB 221").html(), sheets_on_pages(sheets, "A6")):
        assert "merchantmen sunk" not in fewer


def test_a_secret_event_of_the_scenario_is_on_no_page() -> None:
    quiet, loud = (TurnEvent(turn=3, text="the moon rises", secret=secret) for secret in (True, False))
    pages = [setup_sheets(replace(load_setup("convoy"), events=(event,))).html() for event in (quiet, loud)]
    assert ["Turn 3: the moon rises." in page for page in pages] == [False, True]


def test_a_roster_has_no_sides_and_no_page_of_them() -> None:
    roster = read_roster(ROSTERS[0].path)
    assert not roster_sheets(ruleset(roster.ruleset), roster.title, roster.cards).who


@pytest.mark.parametrize(
    ("scenario", "side", "hidden"),
    [
        ("tsushima", "Russia", {"3rd Division", "2nd Destroyers"}),
        ("black-sea-raid", "Russia", {"Central Powers"}),
        ("otranto", "Allies", {"Central Powers"}),
        ("convoy", "Kriegsmarine", {"Royal Navy"}),
    ],
)
def test_a_side_s_sheets_name_no_ship_that_it_does_not_know(scenario: str, side: str, hidden: set[str], tmp_path: Path) -> None:
    """Nor in the list of who is who, nor among the sources: contact markers, fleets at sea and boats in the dark."""
    path = tmp_path / "a.battle"
    assert fleetbook("new", scenario, "-o", str(path)).code == 0
    whole = setup_sheets(load_setup(scenario))
    secret = {ship.name for ship in whole.cards if hidden & {ship.side, ship.squadron}}
    assert secret
    for form in ("html", "txt"):
        shown = fleetbook("sheets", str(path), "--side", side, "--format", form).out
        assert all(re.search(rf"\b{re.escape(name)}\b", shown) is None for name in secret)
        assert all(ship.name in shown for ship in whole.cards if ship.side == side)


def test_a_side_prints_a_scenario_without_what_is_hidden_from_it() -> None:
    """The squadron behind the contact marker is the other side's. The conditions that both sides read stand on the paper."""
    setup = load_setup("aanda/yalu")
    japan, china = (setup_sheets(setup, side) for side in ("Japan", "China"))
    assert {"Pingyuan", "Guangbing"} <= {card.name for card in china.cards}
    assert not {"Pingyuan", "Guangbing"} & {card.name for card in japan.cards}
    assert not any("Pingyuan" in words for words in japan.scenario)
    assert "Points for Japan: Chinese hull boxes, 1 each." in japan.scenario

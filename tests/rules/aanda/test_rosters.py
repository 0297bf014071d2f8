"""The A&A rosters: complete, sourced, consistent, and true to the figures they were made from."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from math import floor, sqrt
from pathlib import Path
from typing import Any

from fleetbook.core.strict import convert
from fleetbook.rules.aanda import RULESET
from fleetbook.rules.aanda.card import Card, GunEntry
from fleetbook.store.library.paths import ROSTER, entries
from fleetbook.store.library.roster import read_roster
from tests.rules.every import of_every

FILES: dict[str, dict[str, Any]] = {
    entry.name: tomllib.loads(entry.path.read_text("utf-8")) for entry in entries(ROSTER, "aanda")
}
PATHS: dict[str, Path] = {entry.name: entry.path for entry in entries(ROSTER, "aanda")}
CARDS = {stem: convert(file["ship"], tuple[Card, ...], stem) for stem, file in FILES.items()}
ALL = tuple(chain.from_iterable(CARDS.values()))
BY_NAME = {card.name: card for card in ALL}

CLASSES = ((4.0, "A"), (5.3, "B"), (6.4, "C"), (8.9, "D"), (10.0, "E"), (11.8, "F"), (12.0, "G"), (15.0, "H"), (21.0, "I"))
SMALL = {"DD", "TB"}

every_card = of_every(ALL)
every_roster = of_every(FILES)


def guns(card: Card) -> list[GunEntry]:
    return [*card.main, *card.secondary]


def letter(calibre: float) -> str:
    """The class of a calibre by A1, worked out here and not by the rules' code."""
    return next(name for edge, name in CLASSES if calibre <= edge)


def told(entries: Iterable[GunEntry]) -> str:
    """Guns as the fact sheet writes them, largest first: 4x8 D + 14x6 C."""
    count: Counter[float] = Counter()
    for entry in entries:
        count[entry.calibre] += entry.guns
    return " + ".join(f"{count[calibre]}x{calibre:g} {letter(calibre)}" for calibre in sorted(count, reverse=True))


def tubes(card: Card) -> int:
    return sum(entry.tubes for entry in card.torpedoes)


# ------------------------------------------------------------ files


def test_there_is_a_roster_for_each_fleet() -> None:
    tsushima = {"tsushima-japan", "tsushima-russia"}
    assert set(FILES) == {"yalu-fleets", *tsushima, "vladivostok", "war-of-1898", "yellow-sea-ships", "first-day-1904"}
    assert {file["ruleset"] for file in FILES.values()} == {"aanda"}


def test_there_are_sixty_cards_and_more_and_no_two_of_a_name() -> None:
    assert len(ALL) >= 60
    assert len(BY_NAME) == len(ALL)


@every_roster
def test_a_roster_has_a_title_and_nothing_beside_its_ships(stem: str) -> None:
    assert set(FILES[stem]) == {"ruleset", "title", "ship"}
    assert FILES[stem]["title"]


@every_roster
def test_a_roster_opens_by_explaining_its_fields(stem: str) -> None:
    opening = PATHS[stem].read_text("utf-8").split("\nruleset", 1)[0]
    explained = {line.split()[1] for line in opening.splitlines() if len(line.split()) > 2}
    used = {key for raw in FILES[stem]["ship"] for key in raw}
    assert used | {"hull", "guns", "calibre", "class", "arc", "tubes"} <= explained


@every_roster
def test_the_store_takes_a_roster(stem: str) -> None:
    assert list(read_roster(PATHS[stem]).cards) == [card.name for card in CARDS[stem]]


# ------------------------------------------------------------ cards


@every_card
def test_a_card_has_a_source_and_says_whether_it_was_checked(card: Card) -> None:
    assert all(source.startswith("http") for source in card.source.split("; ")) or card.source == "general knowledge"
    assert ("general knowledge" in card.source + card.note) == (not card.checked)


@every_card
def test_a10_hull_boxes_by_formula_are_marked_estimated(card: Card) -> None:
    assert card.estimated == (card.hull is None)


@every_card
def test_batteries_and_tubes_have_short_names_of_their_own(card: Card) -> None:
    names = [entry.name for entry in guns(card)] + [entry.name for entry in card.torpedoes]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) <= 12


@every_card
def test_a1_every_gun_states_the_class_of_its_calibre(card: Card) -> None:
    assert [entry.gun_class for entry in guns(card)] == [letter(entry.calibre) for entry in guns(card)]
    assert all(entry.calibre >= 2.9 for entry in guns(card))


@every_card
def test_guns_and_tubes_are_divided_evenly_between_port_and_starboard(card: Card) -> None:
    for kind in (card.main, card.secondary):
        assert told(gun for gun in kind if "S" not in gun.arc) == told(gun for gun in kind if "P" not in gun.arc)
    sides = {arc: sum(entry.tubes for entry in card.torpedoes if entry.arc == arc) for arc in "PS"}
    assert sides["P"] == sides["S"]


@every_card
def test_main_mounts_hold_one_or_two_guns_and_end_mounts_bear_on_both_beams(card: Card) -> None:
    assert all(entry.guns in {1, 2} for entry in card.main)
    for entry in guns(card):
        if entry.name.startswith("fore "):
            assert set(entry.arc) == set("FPS")
        if entry.name.startswith("aft "):
            assert set(entry.arc) == set("APS")


@every_card
def test_small_craft_train_their_tubes_and_large_ships_have_them_fixed(card: Card) -> None:
    assert all((entry.arc == "PS") == (card.type in SMALL) for entry in card.torpedoes)
    assert not any(entry.reloads or entry.reach for entry in card.torpedoes)


def test_torpedo_boats_and_colon_have_no_main_guns() -> None:
    assert {card.name for card in ALL if not card.main} == {"Fulong", "Zuoyi", "Hayabusa type", "Cristobal Colon"}
    assert all(not guns(card) and tubes(card) for card in ALL if card.type == "TB")


def test_every_vessel_type_but_the_large_turret_ship_is_there() -> None:
    assert {card.type for card in ALL} == {"B", "CB", "ACL", "AC", "C", "TS", "CL", "DD", "GB", "TB"}


# ------------------------------------------------------------ figures, as the fact sheet and the sources give them

FIGURES = [
    # card                    type   tons   kn  main                secondary            tubes
    ("Dingyuan", "CB", 7400, 15, "4x12 G", "2x5.9 C", 3),
    ("Jingyuan (King Yuan)", "AC", 2850, 16, "2x8.2 D", "2x5.9 C", 4),
    ("Zhiyuan", "C", 2300, 18, "3x8.2 D", "2x5.9 C", 4),
    ("Jingyuan (Ching Yuan)", "C", 2300, 18, "3x8.2 D", "2x5.9 C", 4),
    ("Jiyuan", "CL", 2300, 16, "2x8.2 D", "1x5.9 C", 4),
    ("Pingyuan", "TS", 2200, 10, "1x10.2 F", "2x5.9 C", 4),
    ("Chaoyong", "CL", 1450, 16, "2x10 E", "4x4.7 B", 0),
    ("Guangjia", "CL", 1300, 14, "1x5.9 C", "4x4.7 B", 0),
    ("Guangbing", "GB", 1000, 16, "3x4.7 B", "", 4),
    ("Fulong", "TB", 120, 24, "", "", 3),
    ("Zuoyi", "TB", 90, 24, "", "", 3),
    ("Matsushima", "C", 4220, 16, "1x12.6 H", "12x4.7 B", 4),
    ("Itsukushima", "C", 4220, 16, "1x12.6 H", "11x4.7 B", 4),
    ("Yoshino", "C", 4150, 23, "4x6 C", "8x4.7 B", 5),
    ("Takachiho", "C", 3700, 18, "2x10.2 F", "6x5.9 C", 4),
    ("Akitsushima", "CL", 3100, 19, "4x6 C", "6x4.7 B", 4),
    ("Chiyoda", "AC", 2400, 19, "10x4.7 B", "", 3),
    ("Fuso", "CB", 3800, 12, "4x9.4 E", "4x6 C", 2),
    ("Hiei", "TS", 2250, 14, "3x6.7 D", "6x5.9 C", 2),
    ("Akagi", "GB", 612, 10, "4x4.7 B", "", 0),
    ("Saikyo Maru", "GB", 2913, 12, "1x4.7 B", "", 0),
    ("Mikasa", "B", 15140, 18, "4x12 G", "14x6 C + 20x3 A", 4),
    ("Shikishima", "B", 14850, 18, "4x12 G", "14x6 C + 20x3 A", 5),
    ("Asahi", "B", 15200, 18, "4x12 G", "14x6 C + 20x3 A", 4),
    ("Fuji", "B", 12320, 18, "4x12 G", "10x6 C + 16x3 A", 5),
    ("Kasuga", "ACL", 7700, 20, "1x10 E + 2x8 D", "14x6 C + 10x3 A", 4),
    ("Nisshin", "ACL", 7700, 20, "4x8 D", "14x6 C + 10x3 A", 4),
    ("Asama", "ACL", 9750, 21, "4x8 D", "14x6 C + 12x3 A", 5),
    ("Izumo", "ACL", 9800, 20, "4x8 D", "14x6 C + 12x3 A", 4),
    ("Yakumo", "ACL", 9850, 20, "4x8 D", "12x6 C + 12x3 A", 5),
    ("Azuma", "ACL", 9436, 21, "4x8 D", "12x6 C + 12x3 A", 5),
    ("Kasagi", "C", 4862, 22, "2x8 D", "10x4.7 B + 12x3 A", 4),
    ("Niitaka", "CL", 3420, 20, "6x6 C", "10x3 A", 0),
    ("Ikazuchi type", "DD", 305, 31, "1x3 A", "", 2),
    ("Hayabusa type", "TB", 152, 29, "", "", 3),
    ("Knyaz Suvorov", "B", 14415, 18, "4x12 G", "12x6 C + 20x3 A", 4),
    ("Borodino", "B", 14150, 18, "4x12 G", "12x6 C + 20x3 A", 4),
    ("Oslyabya", "B", 12674, 18, "4x10 E", "11x6 C + 20x3 A", 5),
    ("Tsesarevich", "B", 12915, 18, "4x12 G", "12x6 C + 20x3 A", 4),
    ("Retvizan", "B", 12708, 18, "4x12 G", "12x6 C + 20x3 A", 6),
    ("Pobeda", "B", 12674, 18, "4x10 E", "11x6 C + 20x3 A", 5),
    ("Poltava", "B", 11500, 16, "4x12 G", "12x6 C", 6),
    ("Askold", "C", 5910, 23, "12x6 C", "12x3 A", 6),
    ("Peresvet", "B", 12674, 18, "4x10 E", "11x6 C + 20x3 A", 5),
    ("Pallada", "C", 6731, 19, "8x6 C", "24x3 A", 3),
    ("Diana", "C", 6731, 19, "8x6 C", "24x3 A", 3),
    ("Takasago", "C", 4160, 23, "2x8 D", "10x4.7 B + 12x3 A", 5),
    ("Otowa", "CL", 3000, 21, "2x6 C", "6x4.7 B + 4x3 A", 0),
    ("Dmitri Donskoi", "AC", 5882, 16, "6x6 C", "4x4.7 B + 8x3 A", 3),
    ("Svetlana", "CL", 3770, 21, "6x6 C", "", 2),
    ("Novik", "CL", 3080, 25, "6x4.7 B", "", 5),
    ("Rossia", "ACL", 12195, 19, "4x8 D", "16x6 C + 12x3 A", 5),
    ("Gromoboi", "ACL", 12455, 19, "4x8 D", "16x6 C + 24x3 A", 4),
    ("Rurik", "AC", 10933, 18, "4x8 D", "16x6 C + 6x4.7 B", 6),
    ("Sissoi Veliky", "B", 10400, 15, "4x12 G", "6x6 C", 6),
    ("Navarin", "CB", 10206, 15, "4x12 G", "8x6 C", 6),
    ("Imperator Nikolai I", "CB", 9594, 14, "2x12 G", "4x9 E + 8x6 C", 6),
    ("Admiral Ushakov", "CB", 4971, 16, "4x10 E", "4x4.7 B", 4),
    ("General-Admiral Apraksin", "CB", 4971, 16, "3x10 E", "4x4.7 B", 4),
    ("Admiral Nakhimov", "AC", 8473, 16, "8x8 D", "10x6 C", 3),
    ("Oleg", "C", 6645, 23, "12x6 C", "12x3 A", 2),
    ("Aurora", "C", 6731, 19, "8x6 C", "24x3 A", 3),
    ("Izumrud", "CL", 3103, 24, "8x4.7 B", "", 3),
    ("Buinyi type", "DD", 350, 26, "1x3 A", "", 3),
    ("Oregon", "B", 10288, 16, "4x13 H", "8x8 D + 4x6 C", 4),
    ("Iowa", "B", 11346, 16, "4x12 G", "8x8 D + 6x4 A", 4),
    ("Texas", "CB", 6316, 17, "2x12 G", "6x6 C", 4),
    ("Brooklyn", "ACL", 9215, 21, "8x8 D", "12x5 B", 5),
    ("New York", "ACL", 8200, 21, "6x8 D", "12x4 A", 3),
    ("Olympia", "C", 5870, 21, "4x8 D", "10x5 B", 6),
    ("Baltimore", "C", 4413, 20, "4x8 D", "6x6 C", 0),
    ("Raleigh", "C", 3180, 19, "1x6 C", "10x5 B", 4),
    ("Boston", "CL", 3189, 13, "2x8 D", "6x6 C", 0),
    ("Concord", "GB", 1710, 16, "6x6 C", "", 0),
    ("Petrel", "GB", 890, 11, "4x6 C", "", 0),
    ("Infanta Maria Teresa", "ACL", 6890, 20, "2x11 F", "10x5.5 C", 8),
    ("Cristobal Colon", "ACL", 6840, 20, "", "10x6 C + 6x4.7 B", 4),
    ("Furor", "DD", 380, 28, "2x3 A", "", 2),
    ("Reina Cristina", "CL", 3040, 16, "6x6.4 C", "", 5),
    ("Castilla", "CL", 3290, 0, "4x5.9 C", "2x4.7 B", 2),
    ("Isla de Cuba", "CL", 1030, 14, "4x4.7 B", "", 3),
]


@of_every(FIGURES)
def test_figures_of_the_ship(row: tuple[str, str, int, int, str, str, int]) -> None:
    name, kind, tons, knots, main, secondary, torpedoes = row
    card = BY_NAME[name]
    assert (card.type, card.tons, card.knots) == (kind, tons, knots)
    assert (told(card.main), told(card.secondary), tubes(card)) == (main, secondary, torpedoes)


MOUNTS = {
    "Dingyuan": ["FPS", "FPS"],
    "Matsushima": ["APS"],
    "Itsukushima": ["FPS"],
    "Yoshino": ["FPS", "FP", "FS", "APS"],
    "Fuso": ["FP", "FS", "AP", "AS"],
    "Mikasa": ["FPS", "APS"],
    "Niitaka": ["FPS", "FP", "FS", "AP", "AS", "APS"],
    "Imperator Nikolai I": ["FPS"],
    "Admiral Nakhimov": ["FPS", "FAP", "FAS", "APS"],
    "Oleg": ["FPS", "FP", "FS", "AP", "AS", "P", "S", "P", "S", "APS"],
    "Aurora": ["FPS", "FP", "FS", "P", "S", "AP", "AS", "APS"],
    "Texas": ["FAPS", "FAPS"],
    "Brooklyn": ["FPS", "FAP", "FAS", "APS"],
    "Concord": ["FP", "FS", "P", "S", "AP", "AS"],
}


@of_every(MOUNTS)
def test_arcs_of_the_main_mounts(name: str) -> None:
    assert [mount.arc for mount in BY_NAME[name].main] == MOUNTS[name]


def test_sisters_share_their_figures() -> None:
    for one, other in (
        ("Dingyuan", "Zhenyuan"), ("Chaoyong", "Yangwei"), ("Itsukushima", "Hashidate"), ("Naniwa", "Takachiho"),
        ("Asama", "Tokiwa"), ("Izumo", "Iwate"), ("Borodino", "Oryol"), ("Admiral Ushakov", "Admiral Senyavin"),
        ("Infanta Maria Teresa", "Almirante Oquendo"), ("Isla de Cuba", "Isla de Luzon"),
    ):  # fmt: skip
        first, second = BY_NAME[one], BY_NAME[other]
        assert (first.type, first.tons, first.knots) == (second.type, second.tons, second.knots)
        assert (first.main, first.secondary, first.torpedoes) == (second.main, second.secondary, second.torpedoes)


CLASSES_OF_SHIPS = [  # those of one class, whichever roster they are on
    ("Mikasa", "Shikishima", "Asahi", "Hatsuse"), ("Asama", "Tokiwa"), ("Izumo", "Iwate"), ("Yakumo", "Azuma"),
    ("Kasagi", "Chitose", "Takasago"), ("Niitaka", "Tsushima"), ("Naniwa", "Takachiho"),
    ("Knyaz Suvorov", "Imperator Aleksandr III", "Borodino", "Oryol", "Tsesarevich"), ("Oslyabya", "Peresvet", "Pobeda"),
    ("Petropavlovsk", "Poltava", "Sevastopol"), ("Admiral Ushakov", "Admiral Senyavin"), ("Aurora", "Diana", "Pallada"),
    ("Zhemchug", "Izumrud"), ("Itsukushima", "Hashidate"), ("Dingyuan", "Zhenyuan"), ("Chaoyong", "Yangwei"),
    ("Jingyuan (King Yuan)", "Laiyuan"), ("Zhiyuan", "Jingyuan (Ching Yuan)"), ("Oregon", "Indiana"),
    ("Infanta Maria Teresa", "Vizcaya", "Almirante Oquendo"), ("Furor", "Pluton"), ("Isla de Cuba", "Isla de Luzon"),
]  # fmt: skip


@of_every(CLASSES_OF_SHIPS)
def test_5_5_ships_of_one_class_are_carded_alike_on_whichever_roster(names: tuple[str, ...]) -> None:
    """Where a hit on the main guns goes must not hang on which roster a ship stands."""
    first, *sisters = [BY_NAME[name] for name in names]
    for sister in sisters:
        assert [(sister.type, told(sister.main), told(sister.secondary))] == [
            (first.type, told(first.main), told(first.secondary))
        ]
        assert sorted(mount.arc for mount in sister.main) == sorted(mount.arc for mount in first.main)


def test_5_5_sisters_that_differ_differ_in_the_guns_that_are_known_to() -> None:
    yashima, fuji = BY_NAME["Yashima"], BY_NAME["Fuji"]
    assert (yashima.main, told(yashima.secondary)) == (fuji.main, "10x6 C")
    assert told(fuji.secondary) == "10x6 C + 16x3 A"
    apraksin, ushakov = BY_NAME["General-Admiral Apraksin"], BY_NAME["Admiral Ushakov"]
    assert (told(apraksin.main), told(ushakov.main), apraksin.secondary) == ("3x10 E", "4x10 E", ushakov.secondary)


@every_card
def test_5_5_all_guns_of_the_largest_calibre_are_main_and_secondary_guns_are_smaller(card: Card) -> None:
    if card.main:
        calibres = {mount.calibre for mount in card.main}
        assert max((battery.calibre for battery in card.secondary), default=0) < min(calibres)
        ends = [{m.calibre for m in card.main if end in m.arc} for end in "FA"]
        assert len(calibres) == 1 or all(len(end) == 1 for end in ends)


@every_roster
def test_a_roster_s_head_says_which_guns_are_main(stem: str) -> None:
    head = PATHS[stem].read_text("utf-8").split("\nruleset", 1)[0]
    assert "Main guns are all of the largest calibre" in head
    assert "sister ships are carded alike" in head


UNCHECKED = {
    "Akagi", "Tsesarevich", "Sevastopol",
    "Imperator Nikolai I", "Vladimir Monomakh", "Izumrud", "Almaz", "Buinyi type",
    "Iowa", "Raleigh", "Cristobal Colon", "Reina Cristina", "Castilla", "Isla de Cuba", "Isla de Luzon",
    "Don Antonio de Ulloa", "Marques del Duero",
}  # fmt: skip


def test_cards_from_general_knowledge_say_so() -> None:
    assert {card.name for card in ALL if not card.checked} == UNCHECKED


# ------------------------------------------------------------ hull boxes

HULLS = {
    "Mikasa": 31, "Knyaz Suvorov": 30, "Oslyabya": 28, "Fuji": 28, "Oregon": 25, "Asama": 25, "Dingyuan": 22,
    "Admiral Ushakov": 18, "Matsushima": 16, "Akagi": 6, "Furor": 5, "Ikazuchi type": 4, "Hayabusa type": 3,
    "Fulong": 3, "Zuoyi": 2,
}  # fmt: skip


@of_every(HULLS)
def test_a10_hull_boxes_are_a_quarter_of_the_root_of_the_tons(name: str) -> None:
    raw = next(raw for file in FILES.values() for raw in file["ship"] if raw["name"] == name)
    assert RULESET.read_card(raw, name, RULESET.tables).hull == HULLS[name]


@every_roster
def test_a10_the_rules_take_every_card_and_give_it_its_hull(stem: str) -> None:
    read = [RULESET.read_card(raw, stem, RULESET.tables) for raw in FILES[stem]["ship"]]
    worked_out = [max(2, floor(sqrt(card.tons) / 4 + 0.5)) for card in CARDS[stem]]
    assert [card.hull for card in read] == worked_out

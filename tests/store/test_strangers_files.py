"""TOML made to hang the program or to read other files. It is refused within a second, in little memory."""

from __future__ import annotations

import os
import shutil
import sys
import time
from pathlib import Path

import pytest

from fleetbook.core.errors import InvalidInput
from fleetbook.store.library.build_setup import read_setup
from fleetbook.store.library.check_all import check_all
from fleetbook.store.library.toml_file import LARGEST, MOST_VALUES
from tests.posix import posix_only, with_links
from tests.store.test_scenario import HEAD, LEFT, RIGHT, ROSTER, saved
from tests.store.test_toml_file import refusal, written
from tests.trust.strangers import watched_process


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tubs.toml").write_text(ROSTER, encoding="utf-8")
    return tmp_path


KEYS = ("a", '"a"', "'a'", '"\\""', '"\\u0061"', '"a.b"', "a ", " a", "a\t")
BOMBS = {
    **{f"dotted {key!r}": ".".join([key] * (LARGEST // (len(key) + 1) - 9)) + " = 1\n" for key in KEYS},
    **{f"head {key!r}": "[" + ".".join([key] * (LARGEST // (len(key) + 1) - 9)) + "]\n" for key in KEYS},
    **{f"inline {key!r}": "a = {" + ".".join([key] * (LARGEST // (len(key) + 1) - 9)) + " = 1}\n" for key in KEYS},
    "lists": "a = " + "[" * (LARGEST - 9),
    "closed": "]" * (LARGEST - 9),
    "numbers": "a = [" + "1," * (LARGEST // 2 - 9) + "]",
    "keys": "".join(f"k{number}=1\n" for number in range(MOST_VALUES + 1)),
    "tables": "".join(f"[t{number}]\n" for number in range(LARGEST // 9)),
    "quotes never closed": '"""' + '\n\\"""' * (LARGEST // 5 - 9),
    "figures": "a = " + "9" * (LARGEST - 9),
    "words": "a " * (LARGEST // 2 - 9),
}


@pytest.mark.parametrize("text", BOMBS.values(), ids=BOMBS)
def test_as_much_as_a_file_may_hold_is_refused_within_a_second(text: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    assert LARGEST / 2 < path.stat().st_size <= LARGEST
    began = time.process_time()
    assert f"{path}: line 1: " in refusal(path) or f"allowed: at most {MOST_VALUES} keys and values" in refusal(path)
    assert time.process_time() - began < 2  # read twice


@posix_only("resource: nothing that counts the seconds and megabytes of another process")
def test_what_may_be_read_takes_no_more_than_a_second_and_little_memory(tmp_path: Path) -> None:
    texts = [
        "".join(f"[t{number}]\n" for number in range(MOST_VALUES - 9)),
        "".join(f"k{number} = 1\n" for number in range(LARGEST // 14)),
        "#\n" * (LARGEST // 2),
        'a = """' + "\n" * (LARGEST - 20) + '"""',
    ]
    code = "import sys; from pathlib import Path; from fleetbook.store.library.toml_file import read_toml; "
    code += "read_toml(Path(sys.argv[1]))"
    for text in texts:
        took = watched_process(sys.executable, "-c", code, str(written(tmp_path, text)))
        assert (took.code, took.seconds < 2, took.megabytes < 200) == (0, True, True), took  # interpreter and imports too


OUTSIDE = ("/etc/passwd", "../tubs.toml", "below/../../tubs.toml", "..\\\\tubs.toml", "C:tubs.toml", "\\\\\\\\host\\\\tubs.toml")


@pytest.mark.parametrize("name", OUTSIDE)
def test_a_roster_elsewhere_is_refused_unopened(name: str, folder: Path) -> None:
    (folder / "below").mkdir()
    shutil.copy(folder / "tubs.toml", folder / "below" / "deep.toml")
    path = saved(folder, HEAD.replace("tubs.toml", name), LEFT, RIGHT)
    with pytest.raises(
        InvalidInput,
        match=r"rosters: roster: found .*, allowed: a roster of the library, or one beside the scenario or below it, without",
    ):
        read_setup(path)
    assert "passwd" not in str(check_all(path)[1][0]).partition("allowed")[2]
    assert len(read_setup(saved(folder, HEAD.replace("tubs.toml", "below/deep.toml"), LEFT, RIGHT)).ships) == 5


@with_links
def test_a_link_out_of_the_folder_is_refused(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = shutil.copy(folder / "tubs.toml", tmp_path_factory.mktemp("elsewhere") / "tubs.toml")
    (folder / "link.toml").symlink_to(elsewhere)
    with pytest.raises(InvalidInput, match=r"without \.\. or a link to another place"):
        read_setup(saved(folder, HEAD.replace("tubs.toml", "link.toml"), LEFT, RIGHT))


@posix_only("pipes with a name in a folder")
def test_a_roster_that_is_a_pipe_a_folder_or_a_device_is_reported(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (folder / "sub").mkdir()
    for name, what in (("pipe", "no regular file"), ("sub", "a folder")):
        with pytest.raises(InvalidInput, match=f"{name}: found {what}, allowed: a roster"):
            read_setup(saved(folder, HEAD.replace("tubs.toml", name), LEFT, RIGHT))


@pytest.mark.parametrize("lines", [[99] * 21, [1] * 2001, [2**40], [99] * 3000])
def test_more_ships_than_a_battle_may_have_are_refused_before_one_is_built(lines: list[int], folder: Path) -> None:
    ships = "".join(f'{{ card = "Duck", name = "a{number}", count = {count} }},' for number, count in enumerate(lines))
    path = saved(folder, HEAD, f'[[side]]\nname = "Left"\nships = [{ships}]\n', RIGHT)
    began = time.process_time()
    total = sum(lines) + 2
    with pytest.raises(InvalidInput, match=f"bath.toml: side: found {total} ships, allowed: at most 2000 in all"):
        read_setup(path)
    assert f"found {total} ships" in str(check_all(path)[1])
    assert time.process_time() - began < 1


def test_two_thousand_ships_and_two_thousand_wrong_lines_reported_in_short_time(folder: Path) -> None:
    ships = "".join(f'{{ card = "Duck", name = "a{number}" }},' for number in range(1998))
    path = saved(folder, HEAD, f'[[side]]\nname = "Left"\nships = [{ships}]\n', RIGHT)
    began = time.process_time()
    with pytest.raises(InvalidInput, match="found 2000 tubs, allowed: at most 200"):  # the rules, after every ship was built
        read_setup(path)
    path = saved(folder, HEAD, f'[[side]]\nname = "Left"\nships = [{ships.replace("Duck", "Dukc")}]\n', RIGHT)
    assert len(check_all(path)[1]) == 20
    many = ROSTER + "".join(
        f'[[ship]]\nname = "HMS Duck of the line {number}"\nkind = "duck"\nboxes = 1\n' for number in range(1900)
    )
    (folder / "tubs.toml").write_text(many, encoding="utf-8")
    assert len(check_all(path)[1]) == 20
    assert time.process_time() - began < 3


def test_more_cards_or_rosters_than_may_be_are_refused(folder: Path) -> None:
    many = ROSTER + "".join(f'[[ship]]\nname = "{number}"\nkind = "duck"\nboxes = 1\n' for number in range(2000))
    (folder / "tubs.toml").write_text(many, encoding="utf-8")
    with pytest.raises(InvalidInput, match=r"ship: found 2002 of \[\[ship\]\], allowed: at most 2000"):
        read_setup(saved(folder, HEAD, LEFT, RIGHT))
    names = ", ".join(f'"{number}"' for number in range(51))
    with pytest.raises(InvalidInput, match="rosters: found 51 of them, allowed: at most 50"):
        read_setup(saved(folder, HEAD.replace('"tubs.toml"', names), LEFT, RIGHT))


def test_a_wrong_word_among_thousands_of_conditions_is_found_in_short_time(folder: Path) -> None:
    words = "".join(f"k{number} = 1\n" for number in range(9000))
    path = saved(folder, HEAD, f"[conditions]\n{words}last = []\n", LEFT, RIGHT)
    began = time.process_time()
    with pytest.raises(InvalidInput, match="conditions, last: found"):
        read_setup(path)
    assert time.process_time() - began < 1

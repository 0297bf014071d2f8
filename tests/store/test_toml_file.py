"""Whatever somebody hands us as a TOML file is refused with a message, or read, or written back the same."""

from __future__ import annotations

import os
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fleetbook.core.errors import InvalidInput
from fleetbook.store.library.roster_text import value_item
from fleetbook.store.library.toml_file import LARGEST, parse_toml, read_toml
from fleetbook.store.library.toml_text import toml_text
from tests.posix import posix_only

NAME_TOO_LONG, BELOW_A_FILE = (
    ("file name too long", "not a directory") if os.name == "posix" else ("no such file", "no such file")
)
"""Windows' Python tells both as a file that is not there."""
TEXT = st.text(st.characters(codec="utf-8"), max_size=20)
VALUES = st.recursive(
    TEXT | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | st.booleans(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def refusal(path: Path) -> str:
    with pytest.raises(InvalidInput) as raised:
        read_toml(path)
    return str(raised.value)


def written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "file.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("a = 1\nb = \n", "line 2: found b =, allowed: TOML (invalid value)"),
        ("title = Convoy\n", 'line 1: found title = Convoy, allowed: text in quotes, such as title = "Convoy", a number'),
        ("date = 1 March\n", "line 1: found date = 1 March, allowed: text in quotes"),
        ("smoke = yes\n", 'found smoke = yes, allowed: text in quotes, such as title = "Convoy", a number, true or false'),
        ("date = 1943-13-17\n", "line 1: found date = 1943-13-17, allowed: a date such as 1943-04-17, or text in quotes"),
        ("date = 17.04.1943\n", "line 1: found date = 17.04.1943, allowed: a date such as 1943-04-17"),
        ("a = 1\ntons = 22,5\n", "line 2: found tons = 22,5, allowed: a number with a point, such as 22.5"),
        ('a = "b\nc = 1\n', 'line 1: found a = "b, allowed: text between two quotes, with no such quote inside'),
        ("a = 'O'Brien'\n", "found a = 'O'Brien', allowed: text between two quotes, with no such quote inside"),
        ("light night\n", "line 1: found light night, allowed: KEY = VALUE, or a table such as [victory]"),
        ('a = "b" c = 1\n', 'found a = "b" c = 1, allowed: TOML (expected newline'),
        ("a = 1\r\na = 2\r\n", "line 2: found a = 2, allowed: TOML (cannot overwrite a value)"),
        ("[a]\n[a]\n", "line 2: found [a], allowed: TOML (cannot declare"),
        ("a = '", "found the end of the file, allowed: TOML"),
        (b"a = '\n\xff'", "line 2: found b'\\xff', allowed: text in UTF-8"),
        ("\0", "line 1: found \N{REPLACEMENT CHARACTER}, allowed: TOML"),
        ("a = nan", ": a: found nan, allowed: a finite number"),
        ("a = [1, -inf]", ": a, 2: found -inf, allowed: a finite number"),
        ("a = 9007199254740993", ": a: found 9007199254740993, allowed: a number from"),
        ("b = 1\na = " + "9" * 5000, "line 2: found 99999999999999999999"),
        ("a = " + "9" * 5000, "allowed: keys and numbers of at most 200 letters"),
        ("a = 0x" + "f" * 5000, "allowed: keys and numbers of at most 200 letters"),
        ("a = 0x" + "f" * 150, "allowed: a number from -9007199254740992"),
        ("b = 1\na = " + "[" * 400 + "]" * 400, "line 2: found nesting without end"),
        ("a = " + "[" * 5000, "found nesting without end"),
        ("a = " + "{a=" * 3000, "found nesting without end"),
        ("a = " + "[" * 20 + "]" * 20, "allowed: tables and lists at most 12 deep"),
        (".".join("a" * 15) + " = 1", "found nesting without end"),
        ("[" + ".".join("a" * 200_000) + "]", "found nesting without end"),
        ("a = {" + " . ".join(["'a b'"] * 60_000) + " = 1}", "found nesting without end"),
    ],
)
def test_broken_content_is_reported_with_its_place(tmp_path: Path, content: str | bytes, message: str) -> None:
    path = written(tmp_path, content)
    shown = refusal(path)
    assert shown.startswith(str(path))
    assert message in shown


def test_a_file_that_is_none_is_reported(tmp_path: Path) -> None:
    assert "no such file" in refusal(tmp_path / "none.toml")
    assert "found a folder, allowed: a text file" in refusal(tmp_path)
    assert "no regular file" in refusal(Path(os.devnull))
    assert "null characters" in refusal(tmp_path / "a\0b")
    assert NAME_TOO_LONG in refusal(tmp_path / ("a" * 5000))
    assert BELOW_A_FILE in refusal(written(tmp_path, "") / "file.toml")


def test_an_enormous_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "huge.toml"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    assert f"found 50000000 bytes, allowed: a file of at most {LARGEST} bytes" in refusal(path)


def test_a_file_of_as_many_bytes_as_one_may_have_is_read(tmp_path: Path) -> None:
    assert read_toml(written(tmp_path, "a = 1\n#" + "=" * (LARGEST - 7))) == {"a": 1}


@posix_only("pipes with a name in a folder")
def test_a_pipe_does_not_hang(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "no regular file" in refusal(tmp_path / "pipe")


@posix_only("/proc")
def test_a_file_of_the_system_s_that_has_nothing_to_say_yet_does_not_hang() -> None:
    kernel = Path("/proc/kmsg")  # root's alone to read, and a regular file that makes its readers wait
    with suppress(InvalidInput):  # where it has something to say, that is no TOML
        assert read_toml(kernel) == {}


def test_long_prose_is_no_nesting(tmp_path: Path) -> None:
    prose = "He said. She said. They fired... " * 200 + "1.2.3.4.5.6."
    path = written(tmp_path, f'text = """\n{prose}\n"""')
    assert read_toml(path)["text"].strip() == prose


def test_a_byte_order_mark_and_windows_lines_are_read(tmp_path: Path) -> None:
    assert read_toml(written(tmp_path, b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")) == {"a": 1, "b": 2}


def test_control_characters_of_a_path_are_not_shown() -> None:
    with pytest.raises(InvalidInput) as raised:
        read_toml(Path("no\x1b[31m\nsuch"))
    assert str(raised.value).isprintable()


@given(st.dictionaries(TEXT, VALUES, max_size=4))
def test_what_is_written_is_read_back(content: dict[str, object]) -> None:
    assert tomllib.loads(toml_text(content)) == content


@given(st.dictionaries(TEXT, VALUES, max_size=4))
def test_a_value_put_into_a_file_is_read_back(content: dict[str, object]) -> None:
    lines = "\n".join(f"v{number} = {value_item(value).as_string()}" for number, value in enumerate(content.values()))
    assert list(tomllib.loads(lines).values()) == list(content.values())


@given(st.text(max_size=60) | st.text(alphabet="[]{}=.\"'#\n a1", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        assert isinstance(parse_toml(text, "file"), dict)
    except InvalidInput as error:
        assert str(error).startswith("file")

"""``fleetbook man``: a page of the manual with every command and option, in words that roff takes for words."""

from __future__ import annotations

import re
import shutil
import subprocess

import click
import pytest

from fleetbook.cli.drawing.man import man_page
from fleetbook.cli.shell import COMMANDS
from tests.cli.shell import fleetbook

GROFF = shutil.which("groff")


def test_every_command_has_a_part_with_its_options_and_what_they_do() -> None:
    parts = fleetbook("man").out.replace("\\-", "-").split('.SS "')[1:]
    assert [part.removeprefix("fleetbook ").split()[0] for part in parts] == list(COMMANDS)
    for name, part in zip(COMMANDS, parts, strict=True):
        told = fleetbook(name, "--help").out
        declared = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", told, re.MULTILINE)) - {"--help"}
        assert set(re.findall(r"^\.B (?:-\w, )?(--[a-z-]+)", part, re.MULTILINE)) == declared, name
    assert "Take back the last order, or go to any line." in next(part for part in parts if part.startswith("fleetbook undo"))


def test_words_of_a_command_are_no_requests_to_roff() -> None:
    group = click.Group("x", help="Says things.", commands={"say": click.Command("say", help="'a\\b\n\n.so /etc/passwd\n\n`-x`")})
    lines = list(man_page(click.Context(group, info_name="x"), "1"))
    assert lines[-6:] == [".PP", "\\&'a\\eb", ".PP", "\\&.so /etc/passwd", ".PP", "\\fB\\-x\\fR"]


@pytest.mark.skipif(GROFF is None, reason="groff is not installed (Debian: apt install groff)")
def test_groff_has_nothing_to_say() -> None:
    assert GROFF
    page = fleetbook("man").out.encode()
    ran = subprocess.run([GROFF, "-man", "-Tutf8", "-Kutf8", "-ww"], input=page, capture_output=True, check=True)
    assert ran.stderr == b""
    assert b"fleetbook - referee battles of model warships" in re.sub(rb"\x1b\[\d+m|.\x08", b"", ran.stdout)

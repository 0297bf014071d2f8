"""Completion with Tab in the shell, such as of scenarios, orders, inputs and their allowed values."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from fleetbook.core.battle.battle import Battle
from fleetbook.core.errors import FleetbookError

VARIABLE = "_FLEETBOOK_COMPLETE"
FILES = CompletionItem("", type="file")


def is_asked() -> bool:
    """Whether a shell asks for completions."""
    return VARIABLE in os.environ


def scenarios(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The scenarios whose names begin with the typed text, then files."""
    from fleetbook.store.library.paths import SCENARIO, entries  # noqa: PLC0415 (no other command waits for it)

    names = sorted({entry.name for entry in entries(SCENARIO) if entry.name.startswith(incomplete)})
    return [*map(CompletionItem, names), FILES]


def systems(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The installed rule systems whose ids begin with the typed text."""
    from fleetbook.store.catalogue import ruleset_ids  # noqa: PLC0415 (no other command waits for it)

    return [CompletionItem(name) for name in ruleset_ids() if name.startswith(incomplete)]


def parts_of_reports(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The names of a report's parts that complete the text after the last comma."""
    from fleetbook.reports.sections import SHORT, WHOLE  # noqa: PLC0415 (no other command waits for it)

    before, comma, begun = incomplete.rpartition(",")
    names = SHORT if context.params.get("short") else WHOLE
    return [CompletionItem(f"{before}{comma}{name}") for name in names if name.startswith(begun)]


def orders_now(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The orders that can be given now and whose ids begin with the typed text."""
    from fleetbook.referee.offers import offers  # noqa: PLC0415 (no other command waits for it)

    battle = _battle(context)
    found = [kind for kind, problem in offers(battle).items() if problem is None] if battle else []
    return [CompletionItem(kind.id, help=kind.title) for kind in found if kind.id.startswith(incomplete)]


def inputs(context: click.Context, parameter: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """The inputs of the order as ``name=``. After the equals sign, at which bash splits words, the values allowed now."""
    battle, words = _battle(context), [*(context.params.get("words") or ())]
    if battle is None:
        return []
    if incomplete == "=":
        words, incomplete = [*words, "="], ""
    divided = words[-1:] == ["="]
    name, sign, begun = (words[-2], "=", incomplete) if divided and len(words) > 1 else incomplete.partition("=")
    joined = "\n".join(words[:-2] if divided else words).replace("\n=\n", "=").split("\n")
    given = dict(word.split("=", 1) for word in joined if "=" in word)
    entries = _entries(battle, context.params.get("procedure") or "", given)
    if not sign:
        return [CompletionItem(f"{field}=") for field in entries if field.startswith(name) and field not in given]
    head = "" if divided else f"{name}="
    fitting = (word for word in entries.get(name, ()) if word.casefold().startswith(begun.casefold()))
    return [CompletionItem(head + _quoted(word)) for word in fitting]


def _entries(battle: Battle[Any], order: str, given: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """The values allowed now for each input of an order. Empty if the order is not valid."""
    from fleetbook.referee.offers import draft  # noqa: PLC0415 (no other command waits for it)

    try:
        return {name: tuple(entry.options or ()) for name, entry in draft(battle, order, given).entries.items()}
    except FleetbookError:
        return {}


def _battle(context: click.Context) -> Battle[Any] | None:
    """The battle that the command names; None if it cannot be read."""
    from fleetbook.store.battle.battle_file import BattleFile  # noqa: PLC0415 (no other command waits for it)

    try:
        with BattleFile.open(Path(str(context.params.get("battle") or "")), read_only=True) as file:
            return file.journal.battle
    except (FleetbookError, OSError):
        return None


def _quoted(word: str) -> str:
    """A word quoted for bash; other shells quote by themselves."""
    if not os.environ.get(VARIABLE, "").startswith("bash"):
        return word
    return "".join(f"\\{letter}" if letter in " '\"()&;$`\\*?!|<>#" else letter for letter in word)

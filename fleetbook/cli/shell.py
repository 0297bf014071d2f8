"""The program's commands on the command line. Each module of a command is loaded when it is needed."""

from __future__ import annotations

import gc
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from fleetbook import __version__
from fleetbook.cli.commands.options import AS_JSON
from fleetbook.cli.completion import is_asked
from fleetbook.cli.guard import DONE, UNUSABLE, code_of
from fleetbook.cli.output import remark, remark_data
from fleetbook.core.errors import FleetbookError, nearest
from fleetbook.reports.shape import to_json

RARELY = 500_000  # garbage is collected after this many new objects: most objects are the journal's and stay
COMMANDS = {
    "play": "battle.play",
    "new": "battle.new",
    "order": "battle.order",
    "odds": "battle.odds",
    "undo": "battle.undo",
    "redo": "battle.redo",
    "overrule": "battle.overrule",
    "status": "battle.status",
    "log": "battle.log",
    "report": "battle.report",
    "season": "battle.season",
    "campaign": "campaign",
    "balance": "battle.balance",
    "sheets": "files.sheets",
    "share": "battle.share",
    "verify": "battle.verify",
    "upgrade": "battle.upgrade",
    "rules": "files.rules",
    "keys": "files.keys",
    "check": "files.check",
    "schema": "files.schema",
    "import": "files.import_roster",
    "bundle": "files.bundle",
    "new-ruleset": "packages.new_ruleset",
    "check-rules": "packages.check_rules",
    "man": "files.man",
}
"""The commands, each with its module. The help lists them in this order."""


class Commands(click.Group):
    """The group of all commands, which loads the module of a command on demand."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command by name. None if there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"fleetbook.cli.commands.{COMMANDS[cmd_name]}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command named by the first argument. Raises UsageError, with the nearest name, for an unknown command."""
        if args[0] not in COMMANDS and not args[0].startswith("-"):
            near = nearest(args[0], COMMANDS)
            hint = f"; did you mean {near}?" if near else ""
            raise click.UsageError(f"no command {args[0]}{hint}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="fleetbook")
def fleetbook() -> None:
    """Referee battles of model warships. Without a command: the app.

    Exit codes: 0 done; 1 refused by the rules, or a die or a choice is missing; 2 wrong usage or a bad file.
    """


def run(words: Sequence[str]) -> int:
    """Run the command in ``words`` and return its exit code. With --json, fleetbook's errors are written as JSON; otherwise they
    are raised.
    """
    gc.set_threshold(RARELY)
    if is_asked():
        return int(fleetbook.main(list(words), prog_name="fleetbook", standalone_mode=False) or DONE)
    try:
        with fleetbook.make_context("fleetbook", list(words)) as context:
            code = _invoked(context)
    except click.exceptions.Exit as stop:
        return int(stop.exit_code)
    except click.UsageError as error:
        lines = [error.format_message()]
        if error.ctx:
            lines += [error.ctx.get_usage().replace("Usage: ", "usage: "), f"help: {error.ctx.command_path} --help"]
        remark("\n".join(lines))
        return UNUSABLE
    except click.ClickException as error:
        remark(error.format_message())
        return UNUSABLE
    return code if isinstance(code, int) else DONE


def _invoked(context: click.Context) -> Any:
    try:
        return fleetbook.invoke(context)
    except FleetbookError as error:
        if not context.meta.get(AS_JSON):
            raise
        from fleetbook.reports.refusal import refusal  # noqa: PLC0415 (loaded on demand)

        remark_data(to_json(refusal(error)))
        return code_of(error)

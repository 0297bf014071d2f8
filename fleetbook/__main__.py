"""The program: ``fleetbook`` alone and ``fleetbook play FILE`` go straight to the app, all else to the shell's commands."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from fleetbook.cli.guard import guarded, report_fault


def main(arguments: Sequence[str] | None = None) -> int:
    """Run with these words, or those of the command line; the exit code."""
    if arguments is None:
        sys.excepthook = report_fault
    words = list(sys.argv[1:] if arguments is None else arguments)
    code = guarded(lambda: _run(words))
    if arguments is None:
        gc.freeze()  # the process ends: Python's last search for rubbish would go through the whole journal
    return code


def _run(words: list[str]) -> int:
    # The app's start-up counts: it does not wait for the library that reads the shell's options.
    played = len(words) == 2 and words[0] == "play" and words[1].strip() and not words[1].startswith("-")
    if (not words or played) and "_FLEETBOOK_COMPLETE" not in os.environ:  # which a shell sets that asks what Tab may offer
        from fleetbook.cli.play import play  # noqa: PLC0415

        return play(words[1] if words else None)
    from fleetbook.cli.shell import run  # noqa: PLC0415

    return run(words)


if __name__ == "__main__":
    sys.exit(main())

"""Turn errors into messages and exit codes. Users see no traceback unless they ask for it."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from types import TracebackType

from fleetbook.cli.output import is_reader_gone, prepare, remark, settle
from fleetbook.core.errors import FleetbookError, Refused
from fleetbook.core.faults import NoEnd
from fleetbook.core.play.needed import ChoiceNeeded, InputNeeded
from fleetbook.store.catalogue import rules_fault

DONE, REFUSED, UNUSABLE, FAULT, INTERRUPTED = 0, 1, 2, 3, 130
TRACE = "FLEETBOOK_TRACE"


def guarded(call: Callable[[], int]) -> int:
    """Run a call and return its exit code. An error is shown as a message and gives the exit code.

    1: the rules refuse, or a die or choice is missing. 2: something cannot be read or written. 130: the user interrupts. If the
    program that reads stdout closes it early, that is not an error.
    """
    prepare()
    try:
        code = call()
        if sys.stdout is not None:
            sys.stdout.flush()
    except (FleetbookError, OSError) as error:
        if isinstance(error, OSError) and is_reader_gone(error):
            code = DONE
        else:
            remark(_message(error))
            code = code_of(error)
    except (Exception, NoEnd) as error:
        fault = rules_fault(error)
        if fault is None or os.environ.get(TRACE):
            raise
        remark(str(fault))
        code = UNUSABLE
    except KeyboardInterrupt:
        remark("broken off")
        code = INTERRUPTED
    settle()
    return code


def code_of(error: FleetbookError | OSError) -> int:
    """The exit code for an error."""
    return REFUSED if isinstance(error, (Refused, InputNeeded)) else UNUSABLE


def _message(error: FleetbookError | OSError) -> str:
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    line = f"line {error.line}: " if isinstance(error, FleetbookError) and error.line else ""
    return f"{line}{error}{' (answer with --choose)' if isinstance(error, ChoiceNeeded) else ''}"


def report_fault(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Report an unexpected error in one line, or with its traceback if FLEETBOOK_TRACE is set. This is Python's excepthook."""
    if os.environ.get(TRACE):
        traceback.print_exception(kind, error, trace)
    else:
        remark(f"a fault in fleetbook itself: {kind.__name__}: {error}\nset {TRACE}=1 and repeat it to see where")
    raise SystemExit(FAULT)

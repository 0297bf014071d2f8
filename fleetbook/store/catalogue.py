"""The rule systems at hand: what packages declare, each loaded by itself, so that a fault in one harms no other."""

from __future__ import annotations

import sys
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any

from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import NoEnd, RulesFault, fault_in, home_of, in_words, place_in
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.packages.entries import OWN, Declared, declared

MOST_FLAWS = 3  # are told in one message; `fleetbook check-rules` tells all


class UnusableRules(InvalidInput):
    """The rules of a package cannot be used: the package, and what is wrong at which file and line."""

    def __init__(self, line: Declared, what: str) -> None:
        super().__init__(f"rules {line.id}", line.value, what)
        self.args = (f"the rules {line.id} of {line.package or 'a package'} cannot be used: {what}",)

    def inside(self, where: str) -> InvalidInput:
        """The same: the package is at fault, not the file that names its rules."""
        return self


def ruleset_ids() -> tuple[str, ...]:
    """The ids of all rulesets, in alphabetical order. None of them is loaded."""
    return tuple(declared())


def ruleset(name: str) -> Ruleset[Any]:
    """A ruleset by its id; only this one is loaded.

    Raises InvalidInput with the nearest id for an unknown one, and UnusableRules with package, file and line for one that cannot
    be loaded, whose declarations are wrong, or whose id several packages have.
    """
    line = OWN.get(name) or declared().get(name)
    if line is None:
        error = InvalidInput.word("ruleset", name, declared())
        here = f"; no package that is installed for this Python ({sys.executable}) has others: pip install it there"
        raise error if error.near else InvalidInput("ruleset", name, error.allowed + here)
    found = _used(line)
    if isinstance(found, UnusableRules):
        raise found.with_traceback(None)
    return found


def at_hand() -> tuple[list[Ruleset[Any]], list[UnusableRules]]:
    """The rule systems that can be used, and what is wrong with the rest, those too whose id is one of ours."""
    found = [_used(line) for line in declared().values()]
    taken = [_taken(line, other) for line in declared().values() if line.is_ours for other in line.others]
    return [rules for rules in found if isinstance(rules, Ruleset)], [*(e for e in found if not isinstance(e, Ruleset)), *taken]


def rules_fault(error: BaseException) -> RulesFault | None:
    """The fault in a rule system that an error shows, told with file and line; None where it is not one of theirs."""
    return fault_in(error, {home_of(line.module): line.id for line in declared().values()})


@lru_cache(maxsize=64)
def _used(line: Declared) -> Ruleset[Any] | UnusableRules:
    if line.others and not line.is_ours:
        return UnusableRules(line, f"{' and '.join(line.others)} has the same id: uninstall all but one")
    if not line.is_ours:
        from fleetbook.core.watchdog import watchdog  # noqa: PLC0415 (our own need none)

        watchdog.watch(home_of(line.module))
    try:
        rules = line.load()
    except (Exception, SystemExit, NoEnd) as error:  # noqa: BLE001 (whatever a stranger's code raises)
        return UnusableRules(line, _unloaded(error, line))
    if not isinstance(rules, Ruleset) or getattr(rules, "id", None) != line.id:
        return UnusableRules(
            line, f"{line.value}: found {type(rules).__name__}, allowed: an instance of Ruleset whose id is {line.id}"
        )
    if line.is_ours:  # tests look at what these declare: it costs a start of the app ten milliseconds
        return rules
    from fleetbook.store.packages.declarations import flaws, flaws_in_tables  # noqa: PLC0415 (no battle by our own needs it)

    wrong = list(islice(flaws(rules), MOST_FLAWS)) or list(islice(flaws_in_tables(rules), MOST_FLAWS))
    return UnusableRules(line, "; ".join(wrong)) if wrong else rules


def _unloaded(error: BaseException, line: Declared) -> str:
    """Why a package cannot be loaded, with the place in it."""
    if isinstance(error, SyntaxError) and error.filename:
        path = Path(error.filename).as_posix()
        return f"{path[max(path.rfind(f'/{home_of(line.module)}') + 1, 0) :]}:{error.lineno}: {in_words(error)}"
    found = place_in(error.__traceback__, {home_of(line.module): line.id})
    return f"{found[1] if found else line.value}: {in_words(error)}"


def _taken(line: Declared, package: str) -> UnusableRules:
    return UnusableRules(Declared(line.id, "", package), f"the id {line.id} is that of rules of {line.package}")

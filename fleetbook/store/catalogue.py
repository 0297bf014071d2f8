"""The installed rule systems. Each is loaded separately, so a mistake in one does not affect the others."""

from __future__ import annotations

import sys
from functools import lru_cache
from itertools import islice
from typing import Any

from fleetbook.core.errors import InvalidInput
from fleetbook.core.faults import NoEnd, RulesFault, fault_in, home_of, in_words, place_of_load
from fleetbook.core.orders.ruleset import Ruleset
from fleetbook.store.packages.entries import OURS, OWN, Declared, declared

MOST_FLAWS = 3  # the most mistakes in one message; `fleetbook check-rules` lists all


SEASON = Declared("campaign", "fleetbook.store.campaign.rules:RULESET", OURS)
"""The rules of a campaign. They are in no list of rule systems, since no scenario is played by them."""


class UnusableRules(InvalidInput):
    """The rules of a package cannot be used. The message names the package, the file, the line and the mistake."""

    def __init__(self, line: Declared, what: str) -> None:
        super().__init__(f"rules {line.id}", line.value, what)
        self.args = (f"the rules {line.id} of {line.package or 'a package'} cannot be used: {what}",)

    def inside(self, where: str) -> InvalidInput:
        """The same error. No file's name is added, since the package is wrong and not the file that names its rules."""
        return self


def ruleset_ids() -> tuple[str, ...]:
    """The ids of all rulesets, in alphabetical order. No ruleset is loaded for it."""
    return tuple(declared())


def ruleset(name: str) -> Ruleset[Any]:
    """The ruleset with this id; it is loaded if necessary.

    Raises InvalidInput, with the nearest id, if there is none. Raises UnusableRules if the rules cannot be loaded or declare
    something wrong. Two packages with the same id are unusable too.
    """
    line = SEASON if name == SEASON.id else OWN.get(name) or declared().get(name)
    if line is None:
        error = InvalidInput.word("ruleset", name, declared())
        here = f"; no other is installed for this Python ({sys.executable}): pip install its package there"
        raise error if error.near else InvalidInput("ruleset", name, error.allowed + here)
    found = _used(line)
    if isinstance(found, UnusableRules):
        raise found.with_traceback(None)
    return found


def installed() -> tuple[list[Ruleset[Any]], list[UnusableRules]]:
    """The rule systems that can be used, and an error for each that cannot. A package with the id of one of fleetbook's own rule
    systems gets an error too.
    """
    found = [_used(line) for line in declared().values()]
    taken = [
        UnusableRules(Declared(line.id, "", other), f"the id {line.id} already belongs to rules of {line.package}")
        for line in declared().values()
        if line.is_ours
        for other in line.others
    ]
    return [rules for rules in found if isinstance(rules, Ruleset)], [*(e for e in found if not isinstance(e, Ruleset)), *taken]


def rules_fault(error: BaseException) -> RulesFault | None:
    """The RulesFault behind an error, with file and line; None if no rule system caused it."""
    return fault_in(error, {home_of(line.module): line.id for line in declared().values()})


@lru_cache(maxsize=64)
def _used(line: Declared) -> Ruleset[Any] | UnusableRules:
    if line.others and not line.is_ours:
        return UnusableRules(line, f"{' and '.join(line.others)} has the same id: uninstall all but one")
    if not line.is_ours:
        from fleetbook.core.watchdog import watchdog  # noqa: PLC0415 (fleetbook's own rules are not watched)

        watchdog.watch(home_of(line.module))
    try:
        rules = line.load()
    except (Exception, SystemExit, NoEnd) as error:  # noqa: BLE001 (the package's code may raise anything)
        return UnusableRules(line, f"{place_of_load(error, home_of(line.module)) or line.value}: {in_words(error)}")
    if not isinstance(rules, Ruleset) or getattr(rules, "id", None) != line.id:
        return UnusableRules(
            line, f"{line.value}: found {type(rules).__name__}, allowed: an instance of Ruleset whose id is {line.id}"
        )
    if line.is_ours:  # tests check fleetbook's own rules: checking at each start would take ten milliseconds
        return rules
    from fleetbook.store.packages.declarations import flaws, flaws_in_tables  # noqa: PLC0415 (not needed for fleetbook's own)

    wrong = list(islice(flaws(rules), MOST_FLAWS)) or list(islice(flaws_in_tables(rules), MOST_FLAWS))
    return UnusableRules(line, "; ".join(wrong)) if wrong else rules

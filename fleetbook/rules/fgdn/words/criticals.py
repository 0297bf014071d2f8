"""What the rules say of critical hits."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentences


class CriticalsSay(Sentences):
    """The sentences of the critical hits, in the order of their tables."""

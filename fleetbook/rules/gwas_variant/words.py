"""What the variant says beside what the rules say that it varies."""

from __future__ import annotations

from fleetbook.rules.gwas.words import Says as GwasSays


class Says(GwasSays):
    """The sentences of the variant's rules, in their order."""

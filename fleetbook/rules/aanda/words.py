"""What the A&A rules say: in the journal, of dice, and of how ships are lost."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentences


class Says(Sentences):
    """The sentences of the sheet, in its order."""

"""What the rules say of movement, gunfire, damage, fires, floods, repairs and the air."""

from __future__ import annotations

from fleetbook.core.words.sentence import Sentences


class ActionSays(Sentences):
    """The sentences of a turn, in its order."""

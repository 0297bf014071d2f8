"""What Fear God and Dread Nought says: in the journal, of dice, and of how ships are lost."""

from __future__ import annotations

from fleetbook.rules.fgdn.words.action import ActionSays
from fleetbook.rules.fgdn.words.criticals import CriticalsSay
from fleetbook.rules.fgdn.words.ground import GroundSays


class Says(GroundSays, CriticalsSay, ActionSays):
    """All its sentences."""

"""Faces typed in beyond the dice of an order, found before a player is asked to choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fleetbook.core.battle.record import Record
from fleetbook.core.errors import FleetbookError
from fleetbook.core.play.needed import ChoiceNeeded
from fleetbook.store.battle.battle_file import check_all_used

MOST_TRIED = 100  # ways to choose; beyond them a surplus is found once the choices are made


def refuse_surplus(
    propose: Callable[[Sequence[str]], Record], faces: Sequence[int | None], ways: Sequence[tuple[str, ...]]
) -> None:
    """Raise InvalidInput where more faces are typed in than the order throws dice, whichever of these choices are made."""
    if all(face is None for face in faces):
        return
    left, most = list(ways), None
    for _ in range(MOST_TRIED):
        if not left:
            break
        made = left.pop()
        try:
            record = propose(made)
        except ChoiceNeeded as needed:
            left += [(*made, option) for option in needed.options]
            continue
        except FleetbookError:  # another die is wanted, or the choice is refused when it is made
            return
        most = record if most is None or len(record.faces) > len(most.faces) else most
    if most is not None and not left:
        check_all_used(faces, most)

"""What the faces of a die would come to, in words for whoever throws it."""

from __future__ import annotations

from fleetbook.core.orders.throws import AtLeastThrow, RollOverThrow, Throw


def outcomes(step: Throw) -> str:
    """What each face of a single die comes to, modifiers counted in: ``1-3 nothing, 4 straddle, 5-6 1 hit``, or ``1-2
    misses, 3-6 hits, 67 % (4+ needed, +1 calm counted in)``; empty where a number is thrown for.
    """
    if isinstance(step, RollOverThrow):
        return f"{_to_beat(step)}{_counted_in(step)}"
    faces = range(1, step.dice.sides + 1) if step.dice.count == 1 else range(0)
    runs: list[tuple[str, int, int]] = []
    for face in faces:
        result = step.told(face + step.dice.plus)
        first = runs.pop()[1] if runs and runs[-1][0] == result else face
        runs.append((result, first, face))
    if all(result.lstrip("-").isdigit() for result, _, _ in runs):
        return ""
    told = ", ".join(f"{first}{f'-{last}' if last > first else ''} {result}" for result, first, last in runs)
    return f"{told}{_counted_in(step)}"


def _to_beat(step: RollOverThrow) -> str:
    """From which total on a throw beats its figure, and that what is above it counts."""
    least = step.over + 1 - step.shift
    if least > step.dice.highest:
        return f"no total beats {step.over}"
    return f"{max(least, step.dice.lowest)} or more: what is over {step.over}"


def _counted_in(step: Throw) -> str:
    """The chance and the score of a throw for one, and the modifiers."""
    shifts = ", ".join(f"{modifier.value:+d} {modifier.text}" for modifier in step.modifiers)
    shifted = f"{shifts} counted in" if shifts else ""
    if not isinstance(step, AtLeastThrow):
        return f" ({shifted})" if shifted else ""
    chance = sum(weight for weight, reached in step.branches() if reached)
    return f", {100 * chance:.0f} % ({', '.join(filter(None, (f'{step.needed}+ needed', shifted)))})"

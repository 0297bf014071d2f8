"""Keys by the terminal's names: moves of the cursor, letters, printed names."""

from __future__ import annotations

STEPS = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}  # rows
TURNS = {"left": -1, "right": 1}  # options
QUIT_KEY = "ctrl+c"  # out of the app, on every page
PAGE, FAR = 8, 10**6  # rows of a page before it is drawn; pages
JUMPS = {"home": -FAR, "end": FAR, "pageup": -1, "pagedown": 1}  # pages

NAMES = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "tab": "Tab", "enter": "Enter", "escape": "Esc",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
    "space": "Space", "pageup": "PgUp", "pagedown": "PgDn", "home": "Home", "end": "End", "delete": "Del", "backspace": "⌫",
}  # fmt: skip


def key_name(key: str) -> str:
    """A key as it is printed: ``^S`` for Ctrl and s."""
    for prefix, sign in (("ctrl+", "^"), ("shift+", "⇧")):
        if key.startswith(prefix):
            plain = key.removeprefix(prefix)
            return sign + NAMES.get(plain, plain.upper() if sign == "^" else plain)
    return NAMES.get(key, key)


def letter(character: str | None) -> str:
    """The character of a key, if it can be seen. A space can."""
    return character if character is not None and character.isprintable() else ""

"""Keys by their names in Textual, such as keys that move the cursor, and their printed names."""

from __future__ import annotations

STEPS = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1}  # how many rows the cursor moves
TURNS = {"left": -1, "right": 1}  # how many options the choice moves
QUIT_KEY = "ctrl+c"  # leaves the app, from every page
PAGE, FAR = 8, 10**6  # rows of a page that was not drawn yet; more pages than any list has
JUMPS = {"home": -FAR, "end": FAR, "pageup": -1, "pagedown": 1}  # how many pages the cursor moves

NAMES = {
    "up": "↑", "down": "↓", "left": "←", "right": "→", "tab": "Tab", "enter": "Enter", "escape": "Esc",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
    "space": "Space", "pageup": "PgUp", "pagedown": "PgDn", "home": "Home", "end": "End", "delete": "Del", "backspace": "⌫",
}  # fmt: skip


def key_name(key: str) -> str:
    """The name of a key as printed, such as ``^S`` for Ctrl and s."""
    for prefix, sign in (("ctrl+", "^"), ("shift+", "⇧")):
        if key.startswith(prefix):
            plain = key.removeprefix(prefix)
            return sign + NAMES.get(plain, plain.upper() if sign == "^" else plain)
    return NAMES.get(key, key)


def letter(character: str | None) -> str:
    """The character if it is printable, such as a letter or a space. Empty for any other key."""
    return character if character is not None and character.isprintable() else ""

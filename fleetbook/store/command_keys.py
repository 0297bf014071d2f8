"""The keys for commands of the battle page. The user's preferences may change them. No order of a rule system may use one of
these keys. A command without a key is run from the list of commands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any

from fleetbook.core.errors import InvalidInput
from fleetbook.core.orders.order import Order

COMMAND_KEYS: Mapping[str, tuple[str, ...]] = {
    "undo": ("u",), "back": ("U",), "redo": ("R",), "why": ("w",), "repeat": (".", "·"), "die": ("!",), "dice": ("D",),
    "tables": ("T",), "journal": ("J",), "clock": ("C",), "here": ("f1",), "look": ("f4",), "all": (":", "ctrl+p"),
    "help": ("?",), "quit": ("q",), "report": ("f5",), "share": ("f6",), "find": ("/",), "up": ("up",), "down": ("down",),
    "left": ("left",), "right": ("right",), "open": ("enter",), "focus": ("tab", "shift+tab"), "page-back": ("pageup",),
    "page-on": ("pagedown",), "first": ("home",), "last": ("end",), "go-on": ("n",), "briefing": ("f3",), "filter": (",",),
    "repeat-all": ("*",), "ranges": ("f7",), "sort": (";",), "give-sent": ("space",), "give-all-sent": ("+",),
    "open-sent": ("f8",), "send-back": ("-",), "count-in": ("f9",), "next-scenario": ("f12",),
    "count-without": (), "resolve": (), "enlarge": (), "verify": (),
}  # fmt: skip
_TAKEN = {key: command for command, keys in COMMAND_KEYS.items() for key in keys}

Orders = Iterable[type[Order[Any]]]


def check_order_keys(rules: str, orders: Orders) -> None:
    """Raise InvalidInput if the key or the id of an order is already that of a command."""
    for order in orders:
        if order.key in _TAKEN:
            allowed = f"a key that does not belong to {_TAKEN[order.key]}"
            raise InvalidInput(f"ruleset {rules}: key of {order.id}", order.key, allowed)
        if order.key and order.id in COMMAND_KEYS:
            raise InvalidInput(f"ruleset {rules}: name of an order", order.id, "a name that no command of the battle page has")


def check_own_keys(own: Mapping[str, str], systems: Iterable[Orders]) -> None:
    """Check the keys that the user has chosen for commands and orders.

    Raises InvalidInput if a name is neither a command nor an order. Raises it too if another command or order has the same key in
    the same phase of some rule system.
    """
    every = [[*orders] for orders in systems]
    known = [*COMMAND_KEYS, *(order.id for orders in every for order in orders if order.key)]
    for name in own:
        if name not in known:
            raise InvalidInput.word("keys", name, dict.fromkeys(known))
    for orders in every:
        keys = {**COMMAND_KEYS, **{order.id: (order.key,) for order in orders if order.key}}
        keys |= {name: (key,) for name, key in own.items() if name in keys}
        phases = {order.id: set(order.phases) for order in orders}
        for name, other in permutations(keys, 2):
            one, two = phases.get(name), phases.get(other)  # commands, and orders without phases, belong to every phase
            if name in own and own[name] in keys[other] and (not one or not two or one & two):
                allowed = f"a key that nothing else has, or another key for {other} as well"
                raise InvalidInput(f"keys, {name}", f"{own[name]}, which is the key of {other}", allowed)

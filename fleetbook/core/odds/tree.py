"""The tree of an order's questions, which grows while odds are computed. A node is the order after some answers.

One tree serves all states of the battle with the same answers.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec

from fleetbook.core.odds.packing import Readable, Update
from fleetbook.core.orders.part import Part

Answer: TypeAlias = tuple[Readable | None, Any]
"""A field and the code of its value. Without a field it is the answer to a throw, or None after other parts were run."""

AFTER_ORDERS: Answer = (None, None)


class Node:
    """A point in an order: its changes since the last question, and its next question. ``question`` is None until it is traced.

    ``root`` is the first node of the order, ``parent`` the node before, and ``answer`` the answer that leads here from there.
    ``throws`` and ``calls_made`` count the throws and the calls of other parts on the way.
    """

    __slots__ = ("answer", "calls_made", "order", "parent", "question", "root", "throws", "update")

    def __init__(self, order: Part[Any], parent: Node | None = None, answer: Answer = AFTER_ORDERS) -> None:
        self.order, self.parent, self.answer = order, parent, answer
        self.root: Node = parent.root if parent else self
        self.throws = self.calls_made = 0
        if parent:
            called, thrown = answer == AFTER_ORDERS, answer[0] is None
            self.calls_made = parent.calls_made + called
            self.throws = parent.throws + (thrown and not called)
        self.update: Update = ()
        self.question: ReadNode | ThrowNode | CallNode | None = None

    def after(self, field: Readable | None, answer: Any) -> Node:
        """The node after one more answer."""
        return Node(self.order, self, (field, answer))

    def path(self) -> list[Answer]:
        """The answers that lead from the root to this node."""
        answers: list[Answer] = []
        node = self
        while node.parent:
            answers.append(node.answer)
            node = node.parent
        return answers[::-1]


class ReadNode(msgspec.Struct, frozen=True):
    """A question for a fact. ``branches`` has the next node for each value so far, by the value's code."""

    field: Readable
    branches: dict[Any, Node]

    def branch(self, here: Node, code: Any) -> Node:
        """The next node for a value, given by the value's code. It is made at first use."""
        node = self.branches.get(code)
        if node is None:
            node = self.branches[code] = here.after(self.field, code)
        return node


class ThrowNode(msgspec.Struct, frozen=True):
    """A throw of dice. ``branches`` has each distinct answer's probability and the next node."""

    branches: tuple[tuple[float, Node], ...]


class CallNode(msgspec.Struct, frozen=True):
    """A call of other parts: their first nodes, then the node that follows. At the end of an order no node follows.

    ``undecided`` means that the order stops here until a player chooses.
    """

    nodes: tuple[Node, ...]
    undecided: bool = False


DONE = CallNode(())

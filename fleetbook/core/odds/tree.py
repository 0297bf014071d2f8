"""The tree of an order's questions, which grows while odds are computed. A node stands for the order after some answers.

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
    """A point in the course of an order: the changes since the last question, and the next question. ``question`` is None until
    the node is traced.

    ``root`` is the first node of the order, ``parent`` the node before this one, and ``answer`` the answer that leads from the
    parent to this node. ``throws`` and ``calls_made`` are the numbers of throws and of calls of other parts between the root and
    this node.
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
    """A question for a fact. ``branches`` has the next node for each value that occurred so far, by the code of the value."""

    field: Readable
    branches: dict[Any, Node]

    def branch(self, here: Node, code: Any) -> Node:
        """The next node for the value with this code. The node is made at first use."""
        node = self.branches.get(code)
        if node is None:
            node = self.branches[code] = here.after(self.field, code)
        return node


class ThrowNode(msgspec.Struct, frozen=True):
    """A throw of dice. ``branches`` has the probability and the next node of each distinct answer."""

    branches: tuple[tuple[float, Node], ...]


class CallNode(msgspec.Struct, frozen=True):
    """A call of other parts: the first nodes of these parts, then the node at which the order goes on. At the end of an order
    there is no such node.

    ``undecided`` means that the order stops here until a player chooses.
    """

    nodes: tuple[Node, ...]
    undecided: bool = False


DONE = CallNode(())

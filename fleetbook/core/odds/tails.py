"""Merges the tails of orders that are alike: what follows from different throws is then walked once, with its states together.

After twelve depths of a hit the same critical is thrown. Where what follows depends on nothing that was thrown before, the nodes
after those throws go on to one node, as if the rest were an order of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fleetbook.core.odds.packing import PackedState, Update, merge
from fleetbook.core.odds.tree import CallNode, Node, ThrowNode

Continuation: TypeAlias = frozenset[tuple[tuple[Update, CallNode], float]]
"""What follows from a node, its own update apart: further changes and the orders due next; and how likely."""


class TailMerging:
    """The continuations of the nodes of one tree. ``trace`` finds out what is done at a node."""

    def __init__(self, trace: Callable[[Node, PackedState], None]) -> None:
        self._trace = trace
        self._found: dict[Node, Continuation | None] = {}
        self._shared: dict[Continuation, Node] = {}

    def continuation(self, node: Node, state: PackedState) -> Continuation | None:
        """What follows from a node; None where a fact is asked for before anything else is to be done."""
        if node.question is None:
            self._trace(node, state)
        if node not in self._found:
            self._found[node] = self._find(node, state)
        return self._found[node]

    def _find(self, node: Node, state: PackedState) -> Continuation | None:
        question = node.question
        if isinstance(question, CallNode):
            return _call(question)
        if isinstance(question, ThrowNode):
            self._merge_alike(question, state)
            return self._joined(question)
        return None

    def _merge_alike(self, question: ThrowNode, state: PackedState) -> None:
        """Let branches with the same continuation go on to one node, unless it is all decided."""
        alike: dict[Continuation, list[Node]] = {}
        for _, branch in question.branches:
            found = self.continuation(branch, state)
            if found is not None and len(found) > 1:
                alike.setdefault(found, []).append(branch)
        for found, branches in alike.items():
            if len(branches) > 1:
                shared = CallNode((self._node(found, branches[0]),))
                for branch in branches:
                    branch.question, self._found[branch] = shared, _call(shared)

    def _node(self, found: Continuation, like: Node) -> Node:
        """The node from which a continuation follows, without the update of the node that it was found after."""
        node = self._shared.get(found)
        if node is None:
            node = self._shared[found] = Node(like.order, like.parent, like.answer)
            node.question, self._found[node] = like.question, found
        return node

    def _joined(self, question: ThrowNode) -> Continuation | None:
        joined: dict[tuple[Update, CallNode], float] = {}
        for share, branch in question.branches:
            found = self._found[branch]
            if found is None:
                return None
            for (update, call), part in found:
                way = merge(branch.update, update), call
                joined[way] = joined.get(way, 0.0) + share * part
        return frozenset(joined.items())


def _call(question: CallNode) -> Continuation:
    return frozenset({(((), question), 1.0)})

"""Finds equal remainders of orders. If several throws have the same remainder, it is computed only once, for the states of all
these throws together.

A torpedo that hits at any of twelve depths leads to the same throw for a critical hit. If the rest of an order depends on none of
its throws, the nodes after these throws share one node.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from fleetbook.core.odds.packing import PackedState, Update, merge
from fleetbook.core.odds.tree import CallNode, Node, ThrowNode

Continuation: TypeAlias = frozenset[tuple[tuple[Update, CallNode], float]]
"""The ways on from a node: sets of changes, each with the next call of parts and its probability."""


class TailMerging:
    """Finds the ways that lead on from each node of a tree. Nodes with the same ways then share one node. ``trace`` is called for
    a node whose question is not known yet.
    """

    def __init__(self, trace: Callable[[Node, PackedState], None]) -> None:
        self._trace = trace
        self._found: dict[Node, Continuation | None] = {}
        self._shared: dict[Continuation, Node] = {}

    def continuation(self, node: Node, state: PackedState) -> Continuation | None:
        """The ways that lead on from a node. None if the order reads a fact before it calls other parts or ends."""
        if node.question is None:
            self._trace(node, state)
        if node not in self._found:
            question, found = node.question, None
            if isinstance(question, CallNode):
                found = _call(question)
            elif isinstance(question, ThrowNode):
                self._merge_alike(question, state)
                found = self._joined(question)
            self._found[node] = found
        return self._found[node]

    def _merge_alike(self, question: ThrowNode, state: PackedState) -> None:
        """Let branches of a throw share one node if the same ways lead on from them. Branches with only one way are left as they
        are.
        """
        alike: dict[Continuation, list[Node]] = {}
        for _, branch in question.branches:
            found = self.continuation(branch, state)
            if found is not None and len(found) > 1:
                alike.setdefault(found, []).append(branch)
        for found, branches in alike.items():
            if len(branches) > 1:
                like, start = branches[0], self._shared.get(found)
                if start is None:  # a new node, without the update of the first branch
                    start = self._shared[found] = Node(like.order, like.parent, like.answer)
                    start.question, self._found[start] = like.question, found
                shared = CallNode((start,))
                for branch in branches:
                    branch.question, self._found[branch] = shared, _call(shared)

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

"""Small faults in Python code: a comparison turned, a number moved, a condition negated, a statement dropped, a word emptied."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip
"""What takes the place of a comparison or an operator."""
Change: TypeAlias = Callable[[], None]
DROPPED = (ast.Expr, ast.AugAssign, ast.If)
NOT_RUN = ("TYPE_CHECKING", "__all__")


@dataclass(frozen=True)
class Fault:
    """One fault: the file, its number among the faults of the file, the line, and what is done there."""

    path: Path
    number: int
    line: int
    kind: str

    def made(self) -> ast.Module:
        """The module with the fault, its lines numbered as they stand in the file."""
        tree = ast.parse(self.path.read_text(encoding="utf-8"))
        *_, change = list(_changes(tree))[self.number]
        change()
        return ast.fix_missing_locations(tree)

    def __str__(self) -> str:
        text = self.path.read_text(encoding="utf-8").splitlines()[self.line - 1].strip()
        return f"{self.path}:{self.line} {self.kind}: {text[:110]}"


def faults(path: Path) -> list[Fault]:
    """Every fault that can be made in a file."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [Fault(path, number, line, kind) for number, (line, kind, _) in enumerate(_changes(tree))]


def _changes(tree: ast.Module) -> Iterator[tuple[int, str, Change]]:
    left_out = set(_left_out(tree))
    for node in ast.walk(tree):
        if id(node) not in left_out:
            yield from ((line, kind, change) for line, kind, change in _of(node) if line)


def _left_out(tree: ast.Module) -> Iterator[int]:
    """Nodes without effect: annotations, docstrings, imports for types, and names that a module exports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield from _below(node)
        if isinstance(node, ast.If | ast.Assign) and any(word in ast.unparse(node)[:40] for word in NOT_RUN):
            yield from _below(node)
        for name in ("annotation", "returns"):
            if (hint := getattr(node, name, None)) is not None:
                yield from _below(hint)


def _below(node: ast.AST) -> Iterator[int]:
    return (id(one) for one in ast.walk(node))


def _of(node: ast.AST) -> Iterator[tuple[int, str, Change]]:
    match node:
        case ast.Compare(ops=[first, *_]) if type(first) in OTHER:
            yield node.lineno, "comparison turned", lambda: node.ops.__setitem__(0, OTHER[type(first)]())  # type: ignore[call-overload]
        case ast.BinOp(op=op) | ast.BoolOp(op=op) if type(op) in OTHER:
            yield node.lineno, "operator changed", lambda: _set(node, "op", OTHER[type(op)]())
        case ast.Constant(value=bool()):
            return
        case ast.Constant(value=int() as number):
            yield node.lineno, "number moved", lambda: _set(node, "value", number + 1)
        case ast.Constant(value=str() as word) if word.strip():
            yield node.lineno, "word emptied", lambda: _set(node, "value", "")
        case ast.If(test=test) | ast.IfExp(test=test):
            negated = ast.copy_location(ast.UnaryOp(ast.Not(), deepcopy(test)), test)
            yield node.lineno, "condition negated", lambda: _set(node, "test", negated)
        case ast.FunctionDef(body=[_, _, *_]):
            yield from (
                (line.lineno, "statement dropped", _dropping(node.body, n))
                for n, line in enumerate(node.body)
                if isinstance(line, DROPPED) and not isinstance(getattr(line, "value", None), ast.Constant)
            )


def _dropping(body: list[ast.stmt], n: int) -> Change:
    return lambda: body.__setitem__(n, ast.copy_location(ast.Pass(), body[n]))


def _set(node: Any, name: str, value: object) -> None:
    setattr(node, name, value)

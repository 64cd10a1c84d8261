"""Equal values may be one object or two, and the rules never depend on which."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from collections.abc import Iterator
from enum import Enum
from inspect import getsource
from types import ModuleType

import pytest

import rowdy.rules

MODULES = sorted(module.name for module in pkgutil.iter_modules(rowdy.rules.__path__, "rowdy.rules."))


def identity_tests(source: str) -> Iterator[ast.Compare]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Compare) and any(isinstance(op, ast.Is | ast.IsNot) for op in node.ops):
            yield node


def is_singleton(expression: ast.expr, module: ModuleType) -> bool:
    """True for `None`, a class or a member of an enum: there is only ever one of each."""
    if isinstance(expression, ast.Call) and ast.unparse(expression.func) == "type":
        return True
    try:
        value = eval(ast.unparse(expression), vars(module))
    except (NameError, AttributeError):  # a local name, of which this file cannot tell
        return False
    return value is None or isinstance(value, Enum | type)


@pytest.mark.parametrize("name", MODULES)
def test_only_singletons_are_told_apart_by_identity(name: str) -> None:
    module = importlib.import_module(name)
    for test in identity_tests(getsource(module)):
        operands = (test.left, *test.comparators)
        assert any(is_singleton(operand, module) for operand in operands), f"line {test.lineno}: {ast.unparse(test)}"


def test_tests_of_identity_are_found() -> None:
    found = list(identity_tests("a is None\nb == c\nif x is not y: pass"))
    assert [ast.unparse(test) for test in found] == ["a is None", "x is not y"]
    assert is_singleton(found[0].comparators[0], rowdy.rules)
    assert not is_singleton(found[1].comparators[0], rowdy.rules)

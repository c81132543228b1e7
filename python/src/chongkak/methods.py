"""Queries as methods of an engine, with a shared signature and docstring."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

M = TypeVar("M", bound=Callable[..., Any])


def as_method_of(owner: str, query: Callable[..., Any]) -> Callable[[M], M]:
    """Gives a method of a class the name, docstring and parameters of a query.

    Its return type is the T of ``Query[T]``.
    """

    def named(method: M) -> M:
        # The module remains that of the class.
        functools.update_wrapper(method, query, assigned=("__name__", "__doc__"))
        method.__qualname__ = f"{owner}.{query.__name__}"
        # `help` shows these parameters; the first is the engine itself.
        own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        signature = inspect.signature(query)
        answer = signature.return_annotation.removeprefix("Query[").removesuffix("]")
        method.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[own, *signature.parameters.values()], return_annotation=answer
        )
        types = {one.name: one.annotation for one in signature.parameters.values()}
        method.__annotations__ = types | {"return": answer}
        return method

    return named

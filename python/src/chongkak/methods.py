"""Questions as methods of an engine: one signature and one description for both."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

M = TypeVar("M", bound=Callable[..., Any])


def as_method_of(owner: str, query: Callable[..., Any]) -> Callable[[M], M]:
    """Gives a method of a class the name, the description and the parameters of a question.

    It returns what the answer says: the T of ``Query[T]``.
    """

    def named(method: M) -> M:
        # Its module remains that of the class.
        functools.update_wrapper(method, query, assigned=("__name__", "__doc__"))
        method.__qualname__ = f"{owner}.{query.__name__}"
        # `help` shows these; the first is the engine itself.
        own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        asked = inspect.signature(query)
        answer = asked.return_annotation.removeprefix("Query[").removesuffix("]")
        method.__signature__ = asked.replace(  # type: ignore[attr-defined]
            parameters=[own, *asked.parameters.values()], return_annotation=answer
        )
        types = {one.name: one.annotation for one in asked.parameters.values()}
        method.__annotations__ = types | {"return": answer}
        return method

    return named

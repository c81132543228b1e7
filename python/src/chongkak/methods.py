"""Questions as methods of an engine: one signature and one description for both."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

M = TypeVar("M", bound=Callable[..., Any])


def as_method_of(query: Callable[..., Any]) -> Callable[[M], M]:
    """Gives a method the name, the description and the parameters of a question."""

    def named(method: M) -> M:
        functools.update_wrapper(method, query)
        # `help` shows these; the first is the engine itself.
        own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)
        asked = inspect.signature(query).parameters.values()
        method.__signature__ = inspect.Signature([own, *asked])  # type: ignore[attr-defined]
        return method

    return named

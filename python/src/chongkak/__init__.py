"""Sowing games with relay laps, by the program chongkak.

::

    import chongkak

    with chongkak.Engine.popen() as engine:
        position = engine.opening("overbeck")
        print(engine.evaluate(position, time=1.0).value)
        print(position.play("A1 A7 A5 A3"))

The program must be on the PATH, or the environment variable CHONGKAK must have its path.
"""

from . import queries
from .aio import AsyncEngine, AsyncSearch
from .engine import Engine, Search, default_engine
from .errors import (
    ChongkakError,
    EngineNotFoundError,
    EngineTerminatedError,
    InvalidParameterError,
    MissingDataError,
    PlacedError,
    PositionError,
    ProtocolError,
    RequestError,
    TooManyRequestsError,
)
from .game import Hole, Position, Row, Rules, Side
from .queries import Query
from .results import (
    Bounds,
    Drawing,
    Estimate,
    EvaluatedMove,
    Evaluation,
    Harvest,
    Info,
    Known,
    Lap,
    Move,
    Option,
    Progress,
    Proven,
    RuleSet,
    Solution,
    Turn,
    Turns,
    Value,
)

__version__ = "0.2.0.dev0"

__all__ = [
    "AsyncEngine",
    "AsyncSearch",
    "Bounds",
    "ChongkakError",
    "Drawing",
    "Engine",
    "EngineNotFoundError",
    "EngineTerminatedError",
    "Estimate",
    "EvaluatedMove",
    "Evaluation",
    "Harvest",
    "Hole",
    "Info",
    "InvalidParameterError",
    "Known",
    "Lap",
    "MissingDataError",
    "Move",
    "Option",
    "PlacedError",
    "Position",
    "PositionError",
    "Progress",
    "ProtocolError",
    "Proven",
    "Query",
    "RequestError",
    "Row",
    "RuleSet",
    "Rules",
    "Search",
    "Side",
    "Solution",
    "TooManyRequestsError",
    "Turn",
    "Turns",
    "Value",
    "default_engine",
    "queries",
]

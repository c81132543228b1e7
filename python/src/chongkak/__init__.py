"""Sowing games with relay laps: chongkak, congklak, dakon.

::

    import chongkak

    with chongkak.Engine() as engine:
        position = engine.opening("overbeck")
        print(engine.evaluate(position, time=1.0).value)
        print(position.play("A1 A7 A5 A3"))
"""

from . import _native, batch, campaign, proof, queries, store, svg, tables
from .aio import AsyncEngine, AsyncSearch
from .analyses import analyze_many
from .engine import Engine, Search, default_engine
from .errors import (
    ChongkakError,
    EngineNotFoundError,
    EngineTerminatedError,
    GameError,
    InvalidParameterError,
    MissingDataError,
    PlacedError,
    PositionError,
    ProtocolError,
    RequestError,
    TooManyRequestsError,
)
from .game import Position, Rules, Side
from .many import Answered, evaluate_many, solve_many
from .proof import Proof, ProofError, Proved
from .queries import Limits, Query
from .results import (
    AnalysedTurn,
    Analysis,
    Bounds,
    Drawing,
    Estimate,
    EvaluatedMove,
    Evaluation,
    Harvest,
    Info,
    Known,
    Lap,
    Losses,
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
from .rows import Hole, Row
from .tree import Node, Record, TreeError

# The version in the form of Python packages; that of the engine contains the commit as well.
__version__ = _native.Service.VERSION.partition("+")[0].replace("-dev", ".dev0")

__all__ = [
    "AnalysedTurn",
    "Analysis",
    "Answered",
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
    "GameError",
    "Harvest",
    "Hole",
    "Info",
    "InvalidParameterError",
    "Known",
    "Lap",
    "Limits",
    "Losses",
    "MissingDataError",
    "Move",
    "Node",
    "Option",
    "PlacedError",
    "Position",
    "PositionError",
    "Progress",
    "Proof",
    "ProofError",
    "ProtocolError",
    "Proved",
    "Proven",
    "Query",
    "Record",
    "RequestError",
    "Row",
    "RuleSet",
    "Rules",
    "Search",
    "Side",
    "Solution",
    "TooManyRequestsError",
    "TreeError",
    "Turn",
    "Turns",
    "Value",
    "analyze_many",
    "batch",
    "campaign",
    "default_engine",
    "evaluate_many",
    "proof",
    "queries",
    "solve_many",
    "store",
    "svg",
    "tables",
]

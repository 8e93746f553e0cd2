"""A laboratory for small games called *seis*: play them, change their rules, get the exact odds.

The names below are what a class types. Each is loaded when it is first used, so that ``import seis_lab``
itself stays fast and imports none of sympy, numpy, numba, plotly or anywidget.

>>> from seis_lab import SeisRules
>>> SeisRules(players=1).players
1
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from seis_lab.exact.questions import odds as odds
    from seis_lab.game import Record as Record
    from seis_lab.game import play as play
    from seis_lab.games.cabron import CabronRules as CabronRules
    from seis_lab.games.galician import GalicianRules as GalicianRules
    from seis_lab.games.seis import SeisRules as SeisRules
    from seis_lab.games.six import SixRules as SixRules
    from seis_lab.widgets import CabronTable as CabronTable
    from seis_lab.widgets import GalicianTable as GalicianTable
    from seis_lab.widgets import RuleLab as RuleLab
    from seis_lab.widgets import SeisTable as SeisTable
    from seis_lab.widgets import SixTable as SixTable

__version__ = "0.1.0"

_HOME = {
    "CabronRules": "seis_lab.games.cabron",
    "CabronTable": "seis_lab.widgets",
    "GalicianRules": "seis_lab.games.galician",
    "GalicianTable": "seis_lab.widgets",
    "Record": "seis_lab.game",
    "RuleLab": "seis_lab.widgets",
    "SeisRules": "seis_lab.games.seis",
    "SeisTable": "seis_lab.widgets",
    "SixRules": "seis_lab.games.six",
    "SixTable": "seis_lab.widgets",
    "odds": "seis_lab.exact.questions",
    "play": "seis_lab.game",
}
_PARTS = ("bots", "exact", "game", "games", "plots", "sim", "widgets")

__all__ = [
    "CabronRules",
    "CabronTable",
    "GalicianRules",
    "GalicianTable",
    "Record",
    "RuleLab",
    "SeisRules",
    "SeisTable",
    "SixRules",
    "SixTable",
    "odds",
    "play",
]


def __getattr__(name: str) -> Any:
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
        globals()[name] = value
        return value
    if name in _PARTS:
        return import_module(f"seis_lab.{name}")
    raise AttributeError(f"seis_lab has no {name!r}; it offers {', '.join(sorted(__all__))}")


def __dir__() -> list[str]:
    return sorted([*__all__, *_PARTS, *(name for name in globals() if name.startswith("__"))])

"""Tables to play at and the rule lab: what people touch, in a notebook."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if __name__ == "widgets":
    raise ImportError("this folder is a link for readers; write 'import seis_lab.widgets' instead of 'import widgets'")

if TYPE_CHECKING:
    from seis_lab.widgets.cabron_table import CabronTable as CabronTable
    from seis_lab.widgets.galician_table import GalicianTable as GalicianTable
    from seis_lab.widgets.game_report import report as report
    from seis_lab.widgets.rule_lab import RuleLab as RuleLab
    from seis_lab.widgets.seis_table import SeisTable as SeisTable
    from seis_lab.widgets.six_table import SixTable as SixTable

_HOME = {
    "CabronTable": "cabron_table",
    "GalicianTable": "galician_table",
    "RuleLab": "rule_lab",
    "SeisTable": "seis_table",
    "SixTable": "six_table",
    "report": "game_report",
}

__all__ = ["CabronTable", "GalicianTable", "RuleLab", "SeisTable", "SixTable", "report"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"seis_lab.widgets has no {name!r}; it offers {', '.join(__all__)}")
    return getattr(import_module(f"seis_lab.widgets.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, *(name for name in globals() if name.startswith("__"))])

"""A second opinion from independent programs: storm (model checking in rationals) and icepool (dice)."""

from fractions import Fraction
from pathlib import Path

import pytest

from seis_lab.exact.seis import turns
from seis_lab.games.seis import SeisRules

MODELS = Path(__file__).parent / "models"
pytestmark = pytest.mark.oracle


def storm(model: str, wanted: str, constants: dict[str, int]) -> Fraction:
    """The exact value of a property at the initial state of a PRISM program, by storm."""
    stormpy = pytest.importorskip("stormpy")
    program = stormpy.parse_prism_program(str(MODELS / model))
    properties = stormpy.parse_properties(wanted, program)
    if constants:
        program, properties = stormpy.instantiate_constants(program, constants, properties)
    built = stormpy.build_model[stormpy.Rational](program, properties)
    return Fraction(str(stormpy.model_checking(built, properties[0]).get_value(built.initial_states[0])))


def test_storm_agrees_on_the_chain_without_cards() -> None:
    assert storm("coupons.prism", 'R{"turns"}=? [F "done"]', {}) == turns(SeisRules(wildcards={})).mean


@pytest.mark.parametrize(("numerals", "dados"), [(1, 0), (0, 2), (2, 2), (3, 1)])
def test_storm_agrees_on_the_best_use_of_cards(numerals: int, dados: int) -> None:
    found = storm("seis_alone.prism", 'R{"turns"}min=? [F "done"]', {"N": numerals, "D": dados})
    assert found == turns(SeisRules(wildcards={"NUMERAL": numerals, "DADO": dados})).mean


@pytest.mark.parametrize("within", [6, 9])
def test_storm_agrees_on_the_law_without_cards(within: int) -> None:
    found = storm("coupons.prism", f'P=? [F<={within} "done"]', {})
    assert found == turns(SeisRules(wildcards={})).cdf(within)


@pytest.mark.parametrize("weights", [(1,) * 6, (1, 1), (3, 1, 2, 1), (5, 1, 1, 1, 1, 1)])
def test_icepool_agrees_on_the_coupon_collector(weights: tuple[int, ...]) -> None:
    icepool = pytest.importorskip("icepool")

    class Different(icepool.MultisetEvaluator):  # type: ignore[name-defined, misc]
        """How many different faces a pool of dice shows."""

        def next_state(self, state: int | None, order: object, outcome: int, count: int) -> int:
            return (state or 0) + (count > 0)

    faces = len(weights)
    biased = [Fraction(weight, sum(weights)) for weight in weights]
    law = turns(SeisRules(players=1, faces=faces, die=biased, wildcards={}))  # type: ignore[arg-type]
    die = icepool.Die(dict(enumerate(weights, start=1)))
    for rolls in (faces, faces + 2, faces + 5):
        different = Different().evaluate(die.pool(rolls))
        assert Fraction(different.quantity("==", faces), different.denominator()) == law.cdf(rolls)

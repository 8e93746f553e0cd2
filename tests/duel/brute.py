"""Two-player SEIS solved without any idea of its own: every position of the engine is a state, nothing is folded.

The engine's graph is explored from a position. Then strategy iteration for two players (Hoffman and Karp 1966): fix
what seat A does, find B's best answer by policy iteration, improve A, until nothing gets strictly better. Policies are
evaluated exactly, knot by knot.
"""

from dataclasses import dataclass
from fractions import Fraction

from seis_lab.exact.linear import solve_by_knots
from seis_lab.game import Chance, Decision, Terminal
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import SeisState


@dataclass(frozen=True)
class Graph:
    """Positions by number: what chance does, who decides between which ends, and what seat A got at the end."""

    states: list[SeisState]
    chances: dict[int, dict[int, Fraction]]
    choices: dict[int, tuple[int, tuple[int, ...]]]
    ends: dict[int, Fraction]


def explore(rules: SeisRules, begin: SeisState) -> Graph:
    """Every position that can be reached."""
    number = {begin: 0}
    graph = Graph([begin], {}, {}, {})

    def at(state: SeisState) -> int:
        if state not in number:
            number[state] = len(number)
            graph.states.append(state)
        return number[state]

    for here, state in enumerate(graph.states):  # grows as it goes
        match turn := rules.turn(state):
            case Terminal():
                graph.ends[here] = turn.outcome.payoffs[0]
            case Decision():
                graph.choices[here] = turn.seat, tuple(at(rules.apply(state, move)) for move in turn.moves)
            case Chance():
                total = sum(weight for _, weight in turn.outcomes)
                row = graph.chances[here] = {}
                for move, weight in turn.outcomes:
                    to = at(rules.apply(state, move))
                    row[to] = row.get(to, Fraction(0)) + Fraction(weight, total)
    return graph


def brute_force(rules: SeisRules, begin: SeisState | None = None) -> dict[SeisState, Fraction]:
    """The probability that seat A wins, from every position that can be reached, both playing as well as possible."""
    graph = explore(rules, begin or rules.initial())
    choice = {state: ends[0] for state, (_, ends) in graph.choices.items()}
    while True:
        values = evaluate(graph, choice)
        improved = improve(graph, choice, values, seat=1) or improve(graph, choice, values, seat=0)
        if not improved:
            return {graph.states[state]: value for state, value in values.items()}
        choice |= improved


def evaluate(graph: Graph, choice: dict[int, int]) -> dict[int, Fraction]:
    """What fixed policies of both lead to."""
    rows = graph.chances | {state: {to: Fraction(1)} for state, to in choice.items()}
    gains = {
        s: sum((p * graph.ends[to] for to, p in row.items() if to in graph.ends), Fraction(0))
        for s, row in rows.items()
    }
    inner = {state: {to: p for to, p in row.items() if to not in graph.ends} for state, row in rows.items()}
    return graph.ends | solve_by_knots(inner, gains)


def improve(graph: Graph, choice: dict[int, int], values: dict[int, Fraction], seat: int) -> dict[int, int]:
    """Strictly better choices of one seat where there are any."""
    sign = 1 if seat == 0 else -1
    better = {}
    for state, (who, ends) in graph.choices.items():
        if who == seat:
            best = max(ends, key=lambda to: sign * values[to])
            if sign * values[best] > sign * values[choice[state]]:
                better[state] = best
    return better

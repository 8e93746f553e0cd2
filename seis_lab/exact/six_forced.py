"""What is known about a forced win in Six: it is proved, or the other side's is, or none was found.

A proof is exact and knows how it was checked. That none was found is a proof only as far as the search was complete.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from seis_lab.exact.answers import Exact
from seis_lab.exact.six_moving import Step
from seis_lab.exact.six_turns import Moves, write
from seis_lab.games.six import SixRules
from seis_lab.games.six_notation import COLOURS, SixState


@dataclass(frozen=True, eq=False, repr=False)
class ForcedWin:
    """A proved win of the side to move in `state`: true, where `NoForcedWin` is false.

    `plays` has the own turn for every position that can come up while the proof is followed. `searched` counts the
    positions that the search looked at, `ends` the won ends of the proof, each reached by the rules. `shortest` says
    that no win in fewer own turns exists; where it is False there may be one.
    """

    rules: SixRules
    state: SixState
    proof: Step
    plays: Mapping[SixState, Moves]
    searched: int
    ends: int
    shortest: bool

    kind = "exact"

    @property
    def colour(self) -> int:
        """The side that wins: 0 red, 1 black."""
        return self.state.colour

    @cached_property
    def distance(self) -> Exact:
        """In how many own turns, at the latest, the win comes."""
        return _distance(self.rules, self.colour, self.proof.distance, self.searched, self.ends)

    @cached_property
    def line(self) -> tuple[Moves, ...]:
        """The turns of both sides, in turn, where the other side holds out as long as it can."""
        found, step = [self.proof.turn], self.proof
        while step.after:
            reply = max(step.after, key=lambda turn: step.after[turn].distance)
            step = step.after[reply]
            found += [reply, step.turn]
        if step.answers:  # two threats: one is answered, the other wins
            found += [step.answers[0], step.answers[-1]]
        return tuple(turn for turn in found if turn)

    @property
    def first(self) -> Moves:
        """The own turn that begins the win."""
        return self.proof.turn

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        """Who wins, how fast, by which line, and what it rests on."""
        return _told(self.colour, self.distance, self.line)

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        return _json(self, self.colour, self.distance, self.line) | {"shortest": self.shortest}

    def _repr_html_(self) -> str:
        return f'<span class="seis-answer">{escape(str(self))}</span>'

    def __repr__(self) -> str:
        """The distance and the first turn, in short."""
        return f"<ForcedWin of {COLOURS[self.colour]} in {self.proof.distance}: {write(self.first)}>"


@dataclass(frozen=True, eq=False, repr=False)
class NoForcedWin:
    """No forced win was found for the side to move: false, where `ForcedWin` is true.

    That there is none within `none_in` own turns is proved by a complete search (0: nothing is proved). `asked` is how
    many own turns were asked for, `searched` how many positions were looked at.
    """

    rules: SixRules
    state: SixState
    none_in: int
    asked: int
    searched: int

    @property
    def kind(self) -> str:
        """What the answer is: "exact" where the search was complete as far as it was asked for, or else "open"."""
        return "exact" if self.none_in >= self.asked else "open"

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        """What is proved, and what is not."""
        who = COLOURS[self.state.colour]
        proved = f"{who} has no forced win in {self.none_in} own turn{'s' if self.none_in > 1 else ''}"
        if self.kind == "exact":
            return f"{proved} (exact, complete search of {self.searched} positions)"
        rest = (
            f"no forced win of {who} in {self.asked} was found within {self.searched} positions, which proves nothing"
        )
        return f"{proved} (exact); {rest}" if self.none_in else rest

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        return {"kind": self.kind, "none_in": self.none_in, "asked": self.asked, "searched": self.searched}

    def _repr_html_(self) -> str:
        return f'<span class="seis-answer">{escape(str(self))}</span>'

    def __repr__(self) -> str:
        """What is proved, in short."""
        return f"<NoForcedWin of {COLOURS[self.state.colour]}: none in {self.none_in} of {self.asked}>"


@dataclass(frozen=True, eq=False, repr=False)
class ForcedLoss:
    """The side to move loses whatever it does: `wins` has the other side's forced win after each of its turns.

    Turns after which the game is over, and lost, are not in `wins`.
    """

    rules: SixRules
    state: SixState
    wins: Mapping[Moves, ForcedWin]

    kind = "exact"

    @property
    def colour(self) -> int:
        """The side that wins: 0 red, 1 black."""
        return 1 - self.state.colour

    @cached_property
    def distance(self) -> Exact:
        """In how many turns of the winner, at the latest, the win comes."""
        slowest = max((win.proof.distance for win in self.wins.values()), default=0)
        searched, ends = sum(win.searched for win in self.wins.values()), sum(win.ends for win in self.wins.values())
        return _distance(self.rules, self.colour, slowest, searched, ends)

    @cached_property
    def line(self) -> tuple[Moves, ...]:
        """The turns of both sides, in turn, where the loser holds out as long as it can."""
        if not self.wins:
            return ()
        first = max(self.wins, key=lambda turn: self.wins[turn].proof.distance)
        return (first, *self.wins[first].line)

    def __str__(self) -> str:
        """Who wins, how fast, by which line, and what it rests on."""
        return _told(self.colour, self.distance, self.line)

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        return _json(self, self.colour, self.distance, self.line)

    def _repr_html_(self) -> str:
        return f'<span class="seis-answer">{escape(str(self))}</span>'

    def __repr__(self) -> str:
        """The winner and the distance, in short."""
        return f"<ForcedLoss: {COLOURS[self.colour]} wins in {self.distance.numerator}>"


def _json(answer: ForcedWin | ForcedLoss, colour: int, distance: Exact, line: tuple[Moves, ...]) -> dict[str, Any]:
    told = {"kind": answer.kind, "wins": COLOURS[colour], "distance": distance.to_json()}
    return told | {"position": str(answer.state), "line": [write(turn) for turn in line]}


def _distance(rules: SixRules, colour: int, turns: int, searched: int, ends: int) -> Exact:
    question = f"own turns in which {COLOURS[colour]} wins at the latest"
    check = f"playing all {ends} ends of the proof by the rules"
    return Exact(turns, unit="own turns", question=question, rules=rules, states=searched, check=check)


def _told(colour: int, distance: Exact, line: tuple[Moves, ...]) -> str:
    """Who wins, how fast, by which line, and what it rests on."""
    own = f"own turn{'s' if distance != 1 else ''}"
    shown, basis = (
        "; ".join(map(write, line)),
        f"exact, {distance.states} positions searched, checked by {distance.check}",
    )
    return f"{COLOURS[colour]} wins in {distance.numerator} {own}: {shown} ({basis})"

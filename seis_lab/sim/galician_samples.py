"""What simulated rounds and matches of Galician Seis are worth: counts, and estimates with intervals made from them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from seis_lab.exact.answers import Estimate
from seis_lab.exact.galician_tables import Passes
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import SEATS
from seis_lab.sim.counted import Counted

Ends: TypeAlias = Mapping[tuple[int | None, Passes], int]
"""How many rounds ended with this winner and these passes."""


@dataclass(frozen=True, repr=False)
class RoundSample:
    """Simulated rounds: `ends` counts winner and passes, by the seats of a fixed deal, or counted from the leader."""

    rules: GalicianRules
    stacks: tuple[int, ...]
    ends: Ends
    seed: int
    method: str
    confidence: float = 0.95

    @property
    def games(self) -> int:
        """How many rounds were played."""
        return sum(self.ends.values())

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """The probability of each seat to win the round."""
        return tuple(
            self._counted.share(self._count(lambda winner, passes, at=seat: winner == at), "win")  # type: ignore[misc]
            for seat in range(self.rules.players)
        )

    @property
    def passes(self) -> tuple[Estimate, ...]:
        """How often each seat passes on average."""
        return tuple(
            self._mean(lambda winner, passes, at=seat: passes[at], "passes", "passes")  # type: ignore[misc]
            for seat in range(self.rules.players)
        )

    @property
    def mean_pot(self) -> Estimate:
        """The expected pot, in chips."""
        return self._mean(lambda winner, passes: sum(self.paid(passes)), "chips", "pot")

    @property
    def empty_pot(self) -> Estimate:
        """The probability that the pot is empty at the end."""
        return self._counted.share(self._count(lambda winner, passes: sum(self.paid(passes)) == 0), "empty pot")

    def mean_net(self, seat: int) -> Estimate:
        """A seat's expected net chips."""

        def net(winner: int | None, passes: Passes) -> int:
            paid = self.paid(passes)
            return (sum(paid) if winner == seat else 0) - paid[seat]

        return self._mean(net, "chips", "net chips")

    def paid(self, passes: Passes) -> tuple[int, ...]:
        """What each seat pays in all, ante included."""
        rules = self.rules
        return tuple(min(stack, rules.ante + rules.pass_cost * n) for stack, n in zip(self.stacks, passes, strict=True))

    @property
    def _counted(self) -> Counted:
        return Counted(self.rules, self.games, self.seed, self.confidence)

    def _count(self, of: Callable[[int | None, Passes], bool]) -> int:
        return sum(count for (winner, passes), count in self.ends.items() if of(winner, passes))

    def _mean(self, of: Callable[[int | None, Passes], int], unit: str, question: str) -> Estimate:
        values = [(float(of(winner, passes)), count) for (winner, passes), count in self.ends.items()]
        return self._counted.mean(values, unit, question)

    def __str__(self) -> str:
        """One line for every seat, and the pot."""
        lines = [f"{SEATS[seat]}: {win}" for seat, win in enumerate(self.wins)]
        return "\n".join([*lines, f"pot: {self.mean_pot}"])

    def __repr__(self) -> str:
        return f"<RoundSample: {self.games} rounds, seed {self.seed}, {self.method}>"


@dataclass(frozen=True, repr=False)
class MatchSample:
    """Simulated matches: `ends` counts how many rounds a match took and everybody's chips at its end, by seat."""

    rules: GalicianRules
    ends: Mapping[tuple[int, tuple[int, ...]], int]
    seed: int
    method: str
    confidence: float = 0.95

    @property
    def games(self) -> int:
        """How many matches were played."""
        return sum(self.ends.values())

    @property
    def mean_rounds(self) -> Estimate:
        """The expected number of rounds."""
        return self._counted.mean([(rounds, count) for (rounds, _), count in self.ends.items()], "rounds", "rounds")

    def pmf(self, rounds: int) -> Estimate:
        """The probability of exactly so many rounds."""
        return self._counted.share(self._count(lambda length, chips: length == rounds), "rounds")

    @property
    def wins(self) -> tuple[Estimate, ...]:
        """What each seat may expect to win of the match: those with most chips share it."""
        return tuple(
            self._counted.share(sum(n * share(chips, seat) for (_, chips), n in self.ends.items()), "match")
            for seat in range(self.rules.players)
        )

    @property
    def out(self) -> tuple[Estimate, ...]:
        """The probability of each seat to have no chips at the end."""
        return tuple(
            self._counted.share(self._count(lambda length, chips, at=seat: chips[at] == 0), "no chips")  # type: ignore[misc]
            for seat in range(self.rules.players)
        )

    def final_chips(self, seat: int) -> dict[int, Estimate]:
        """The distribution of a seat's chips at the end."""
        found: dict[int, int] = {}
        for (_, chips), count in self.ends.items():
            found[chips[seat]] = found.get(chips[seat], 0) + count
        return {chips: self._counted.share(found[chips], "final chips") for chips in sorted(found)}

    @property
    def _counted(self) -> Counted:
        return Counted(self.rules, self.games, self.seed, self.confidence)

    def _count(self, of: Callable[[int, Any], bool]) -> int:
        return sum(count for (length, chips), count in self.ends.items() if of(length, chips))

    def __str__(self) -> str:
        """The rounds, and one line for every seat."""
        lines = [f"{SEATS[seat]} wins the match: {win}" for seat, win in enumerate(self.wins)]
        return "\n".join([str(self.mean_rounds), *lines])

    def __repr__(self) -> str:
        return f"<MatchSample: {self.games} matches, seed {self.seed}, {self.method}>"


def share(chips: tuple[int, ...], seat: int) -> float:
    """A seat's share of the match with these chips at its end."""
    return (chips[seat] == max(chips)) / chips.count(max(chips))

"""What the solved duel tells players: the worth of each wildcard, fairness, handicaps, and when to hold TIRADOR.

Every table is a `DuelTable`: headings and lines, with `rows()`, text, HTML and JSON.

>>> print(fairness(duel(SeisRules(wildcards={"NUMERAL": 1}))))
each has   who begins wins
-          0.5283
1 NUMERAL  0.5457
(exact, checked by back-substitution)
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from itertools import product
from typing import Any, TypeAlias

from seis_lab.exact.answers import Exact, Interval
from seis_lab.exact.duels import BUDGET, Duel, duel
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.wildcards import KINDS, Wild, Wildcards

Answer: TypeAlias = Exact | Interval
Cell: TypeAlias = Answer | str | int | None
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class DuelTable:
    """Lines of answers about one duel under their headings."""

    question: str
    rules: SeisRules
    how_sure: str
    headings: tuple[str, ...]
    lines: tuple[tuple[Cell, ...], ...]

    def rows(self) -> list[dict[str, str]]:
        """The lines as mappings from heading to text; probabilities with four decimals."""
        return [dict(zip(self.headings, map(_text, line), strict=True)) for line in self.lines]

    def to_json(self) -> dict[str, Any]:
        """What it is, as plain JSON values."""
        cells = [
            [cell.to_json() if isinstance(cell, Exact | Interval) else cell for cell in line] for line in self.lines
        ]
        about = {"question": self.question, "basis": self.how_sure, "rules": self.rules.to_json()}
        return {**about, "headings": list(self.headings), "lines": cells}

    def __str__(self) -> str:
        """A table of text."""
        table = [self.headings, *(tuple(map(_text, line)) for line in self.lines)]
        widths = [max(map(len, column)) for column in zip(*table, strict=True)]
        lines = ("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) for line in table)
        return "\n".join([*(line.rstrip() for line in lines), f"({self.how_sure})"])

    def __repr__(self) -> str:
        return f"<{self.question} with {self.rules!r}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{escape(heading)}</th>" for heading in self.headings)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(_text(cell))}</td>" for cell in line) + "</tr>" for line in self.lines
        )
        caption = f"<caption>{escape(self.how_sure)}</caption>"
        return f'<table class="seis-duel">{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def worth(
    solved: Duel,
    *,
    gains: bool = False,
    budget: int = BUDGET,
    progress: Callable[[int, int], None] | None = None,
    cancelled: Callable[[], bool] | None = None,
) -> DuelTable:
    """What one card of each kind is worth: the beginner's odds when one side, or both, lack one, or both gain one.

    The last column needs a larger duel for every kind, solved with these limits, and is computed only with `gains`.
    Both seats must start with the same wildcards.

    >>> table = worth(duel(SeisRules(wildcards={"NUMERAL": 1})))
    >>> table.headings[-1], table.lines[0][-1]  # without cards
    ('both lack one', Exact('6688879/12660648'))
    """
    full = _same(solved.rules)
    lines = []
    for kind in KINDS:
        if not full[kind]:
            continue
        less = full.without(kind)
        pairs = ((full, full), (less, full), (full, less), (less, less))
        line: list[Cell] = [kind.value, *(solved.odds(mine, other) for mine, other in pairs)]
        if gains:
            more = replace(solved.rules, wildcards=Wildcards({**full, kind: full[kind] + 1}))
            line.append(duel(more, budget=budget, progress=progress, cancelled=cancelled).first)
        lines.append(tuple(line))
    headings = ("kind", "as it is", "beginner lacks one", "other lacks one", "both lack one", "both gain one")
    return _table("worth of each wildcard", solved, headings if gains else headings[:-1], lines)


def fairness(solved: Duel) -> DuelTable:
    """How the beginner's odds change with the set that both have: none, one of each kind, two ... up to the rules.

    Kinds of which the rules give fewer stay at what they give; each kind alone, with all its cards, follows.
    """
    full = _same(solved.rules)
    sets = [
        Wildcards({kind: min(full[kind], most) for kind in KINDS}) for most in range(max(full.counts, default=0) + 1)
    ]
    sets += [Wildcards({kind: full[kind]}) for kind in KINDS if full[kind]]
    lines = [(words(one), solved.odds(one, one)) for one in dict.fromkeys(sets)]
    return _table("fairness of sets", solved, ("each has", "who begins wins"), lines)


def handicaps(solved: Duel, most: int = 2, show: int = 10) -> DuelTable:
    """The fairest handicaps: what who begins has to give away for odds near one half, nearest first.

    Up to `most` wildcards less than the other, or one card that the other has face down from the start.

    >>> print(handicaps(duel(SeisRules(wildcards={"DADO": 1})), show=2))  # a DADO is a turn: it exchanges the two
    who begins gives  who begins wins
    nothing           0.5283
    1 DADO            0.4717
    (exact, checked by back-substitution)
    """
    full = _same(solved.rules)
    reversa = solved.rules.reversa_two_players != "no effect"
    found: list[tuple[str, Answer]] = []
    for given in product(*(range(min(full[kind], most) + 1) for kind in KINDS)):
        if sum(given) <= most and (not given[KINDS.index(Wild.REVERSA)] or reversa):
            left = Wildcards({kind: full[kind] - less for kind, less in zip(KINDS, given, strict=True)})
            given_away = Wildcards(dict(zip(KINDS, given, strict=True)))
            found.append((words(given_away, "nothing"), solved.odds(left, full)))
    found += [
        (f"the other's card {card} face down", solved.odds(full, full, down=card))
        for card in dict.fromkeys(solved.rules.numbers)
    ]
    found.sort(key=lambda line: abs(_middle(line[1]) - HALF))
    return _table("handicaps", solved, ("who begins gives", "who begins wins"), found[:show])


def holding(solved: Duel, mine: Mapping[str, int] | None = None, other: Mapping[str, int] | None = None) -> DuelTable:
    """When to shoot and when to hold TIRADOR: the other has rolled a number whose card is face up, and no NUMERAL.

    `mine` are the wildcards of the seat that holds TIRADOR, `other` those of the roller; by default what the rules give
    them. For every number of cards that both have face up: in how many of the cases (rows up to symmetry, and numbers)
    shooting at once is strictly better, holding is strictly better, or both are alike.
    """
    rules, hands = solved.rules, solved.places.hands
    holder, roller = (Wildcards(rules.wildcards_of(s) if g is None else g) for s, g in ((0, mine), (1, other)))
    if not holder[Wild.TIRADOR]:
        raise InvalidRules(f"wildcards {holder!r} hold no TIRADOR; allowed: sets with at least one")
    margin = 2 * float(solved.bound)
    counts: dict[tuple[int, int], list[int]] = {}
    for y in solved.hands_with(0, holder):
        for x in solved.hands_with(1, roller):
            shot, stands = solved.stages.asked(0 if solved.places.even else 1, x, y)
            line = counts.setdefault((hands[0].ups(y), hands[1].ups(x)), [0, 0, 0])
            for value in stands:  # the roller's chances: the holder wants them low
                line[0 if shot < value - margin else 1 if shot > value + margin else 2] += 1
    headings = ("cards I have up", "cards the roller has up", "shoot", "hold", "alike")
    return _table("when to hold TIRADOR", solved, headings, [(*ups, *line) for ups, line in sorted(counts.items())])


def words(wild: Mapping[str, int], nothing: str = "-") -> str:
    """Wildcards in words.

    >>> words({"DADO": 2, "TIRADOR": 1})
    '2 DADO, 1 TIRADOR'
    """
    return ", ".join(f"{count} {kind}" for kind, count in wild.items() if count) or nothing


def _same(rules: SeisRules) -> Wildcards:
    """The wildcards that both seats start with; InvalidRules where they differ."""
    if not isinstance(rules.wildcards, Wildcards):
        raise InvalidRules(f"wildcards={rules.wildcards!r} differ between the seats; allowed here: the same for both")
    return rules.wildcards


def _middle(answer: Answer) -> Fraction:
    return Fraction(answer) if isinstance(answer, Exact) else (answer.low + answer.high) / 2


def _text(cell: Cell) -> str:
    return f"{float(_middle(cell)):.4f}" if isinstance(cell, Exact | Interval) else str(cell)


def _table(question: str, solved: Duel, headings: tuple[str, ...], lines: Iterable[tuple[Cell, ...]]) -> DuelTable:
    return DuelTable(question, solved.rules, solved.how_sure, headings, tuple(lines))

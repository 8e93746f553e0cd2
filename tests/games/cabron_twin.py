"""Seises cabrón written a second time, from the page of rules, with plain lists and dictionaries.

Cards are text like "6o". It knows nothing of states, columns or notation: one generator that asks for every choice as
it comes up and is replayed from the start for every question. It knows no columns: a card fits where no card beyond it
has been placed, which is asked of the cards on the table one by one.
"""

from collections.abc import Generator, Sequence
from fractions import Fraction
from typing import Any, TypeAlias

Ask: TypeAlias = tuple[str, int | None, list[str]]  # "chance" or "decision", whose, and the possible answers
Match: TypeAlias = Generator[Ask, str, list[Fraction]]


def fits(card: str, placed: list[str], opens: int, jumping: bool) -> bool:
    """Whether the card is a six, or lies outside everything placed in its open suit (without jumping, next to it)."""
    rank, suit = int(card[:-1]), card[-1]
    ranks = [int(other[:-1]) for other in placed if other[-1] == suit]
    if opens not in ranks:
        return rank == opens
    outside = all(rank > other for other in ranks) or all(rank < other for other in ranks)
    return outside and (jumping or any(abs(rank - other) == 1 for other in ranks))


def is_dead(card: str, placed: list[str]) -> bool:
    """Whether the card, which was not placed, lies between two cards that were."""
    rank, ranks = int(card[:-1]), [int(other[:-1]) for other in placed if other[-1] == card[-1]]
    return any(rank < other for other in ranks) and any(rank > other for other in ranks)


def score(o: dict[str, Any], count: list[int], lost: list[int]) -> list[Fraction]:
    """The points of a hand: cards placed and the winners' bonus."""
    best = [seat for seat in range(o["players"]) if count[seat] == max(count)]
    losers = [seat for seat in range(o["players"]) if seat not in best]
    pot = sum(lost[seat] for seat in (losers if o["dead_bonus"] == "the others' only" else range(o["players"])))
    points = [Fraction(number) for number in count]
    for seat in best:
        points[seat] += pot // len(best) if o["tie_bonus"] == "rounded down" else Fraction(pot, len(best))
        if count[seat] == o["deck"] // o["players"]:
            points[seat] += o["all_placed_bonus"]
    return points


def match(o: dict[str, Any]) -> Match:
    """Play a match; returns the totals at its end."""
    n, opens, jumping = o["players"], o["opening_rank"], o["jumping"]
    deck = [f"{rank}{suit}" for suit in "oceb"[: o["suits"]] for rank in range(1, o["deck"] // o["suits"] + 1)]
    ends = [card for card in deck if int(card[:-1]) in (1, o["deck"] // o["suits"])]
    totals, played, starter = [Fraction(0)] * n, 0, 0
    while True:
        hands: list[list[str]] = [[] for _ in range(n)]
        left = list(deck)
        while left:
            card = yield "chance", None, list(left)
            left.remove(card)
            hands[(len(deck) - len(left) - 1) % n].append(card)
        placed: list[str] = []
        count, lost = [0] * n, [0] * n
        if played == 0:
            starter = next(seat for seat in range(n) if f"{opens}o" in hands[seat])
        seat = starter
        while not (set(ends) <= set(placed) if jumping else [] in hands):
            can = [card for card in hands[seat] if fits(card, placed, opens, jumping)]
            if played == 0 and not placed:
                can = [f"{opens}o"]
            if can:
                card = can[0] if len(can) == 1 else (yield "decision", seat, can)
                hands[seat].remove(card)
                placed.append(card)
                count[seat] += 1
                for other in range(n):
                    lost[other] += sum(is_dead(held, placed) for held in hands[other])
                    hands[other] = [held for held in hands[other] if not is_dead(held, placed)]
            seat = (seat + 1) % n
        lost = [lost[other] + len(hands[other]) for other in range(n)]
        totals = [total + more for total, more in zip(totals, score(o, count, lost), strict=True)]
        played += 1
        tie = totals.count(max(totals)) > 1
        if (max(totals) >= o["target"] and not tie) or played == o["hands"]:
            return totals
        starter = (starter + 1) % n


def ask(options: dict[str, Any], answers: Sequence[str]) -> Ask | list[Fraction]:
    """What the match asks after these answers, or its final totals."""
    game = match(options)
    try:
        question = next(game)
        for answer in answers:
            question = game.send(answer)
    except StopIteration as end:
        return list(end.value)
    return question


def count(options: dict[str, Any], depth: int, answers: tuple[str, ...] = ()) -> int:
    """How many sequences of `depth` answers there are."""
    question = ask(options, answers)
    if depth == 0:
        return 1
    return 0 if isinstance(question, list) else sum(count(options, depth - 1, (*answers, a)) for a in question[2])

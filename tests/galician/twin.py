"""One round and the whole match of Galician Seis written a second time, from the page of rules, with plain lists.

Cards are text like "6o". It knows nothing of states, columns or notation: one generator that asks for every choice as
it comes up and is replayed from the start for every question.
"""

from collections.abc import Generator, Sequence
from typing import Any, TypeAlias

Ask: TypeAlias = tuple[str, int, list[str]]  # "chance" or "decision", whose, and the possible answers
Match: TypeAlias = Generator[Ask, str, list[int]]


def fitting(placed: list[str], hand: list[str], opens: int) -> list[str]:
    """The cards of the hand next to one that lies on the table, or that open a column."""
    beside = {f"{int(card[:-1]) + step}{card[-1]}" for card in placed for step in (-1, 1)}
    beside = {card for card in beside if f"{opens}{card[-1]}" in placed}
    return [card for card in hand if card in beside or int(card[:-1]) == opens]


def match(o: dict[str, Any]) -> Match:
    """Play a match; returns the chips at its end."""
    n, opens = o["players"], o["opening_rank"]
    deck = [f"{rank}{suit}" for suit in "oceb"[: o["suits"]] for rank in range(1, o["ranks"] + 1)]
    chips, dealer, played = [o["chips"]] * n, n - 1, 0
    at_zero = o["match_end"] == "the moment somebody has none"
    stop_broke = o["broke_player"] == "round and match end at once"
    while True:
        hands: list[list[str]] = [[] for _ in range(n)]
        left = list(deck)
        while left:
            card = yield "chance", dealer, list(left)
            left.remove(card)
            hands[(dealer + len(deck) - len(left)) % n].append(card)
        pot = 0
        for seat in range(n):
            ante = min(chips[seat], o["ante"])
            chips[seat] -= ante
            pot += ante
        if at_zero and 0 in chips:
            return chips
        seat = leader = next(s for s in range(n) if f"{opens}o" in hands[s])
        placed: list[str] = []
        can = [f"{opens}o"]
        while True:
            if can:
                card = can[0] if len(can) == 1 else (yield "decision", seat, can)
                hands[seat].remove(card)
                placed.append(card)
                if not hands[seat]:
                    chips[seat] += pot
                    break
            else:
                if stop_broke and chips[seat] == 0 and o["pass_cost"]:
                    return chips
                cost = min(chips[seat], o["pass_cost"])
                chips[seat] -= cost
                pot += cost
                if at_zero and chips[seat] == 0:
                    return chips
            seat = (seat + 1) % n
            can = fitting(placed, hands[seat], opens)
        played += 1
        tie = chips.count(max(chips)) > 1
        over = 0 in chips or played == o["rounds"]
        if (over and not (tie and o["match_tie"] == "one more round")) or (at_zero and 0 in chips):
            return chips
        dealer = leader


def ask(options: dict[str, Any], answers: Sequence[str]) -> Ask | list[int]:
    """What the match asks after these answers, or its final chips."""
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

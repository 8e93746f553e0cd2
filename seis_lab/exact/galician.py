"""One round of Galician Seis with all hands known: the exact law of who wins and who pays what, and the best play.

The state of a round is (table, turn), see `galician_tables`. The probabilities of all states of one turn are pushed on
to those of the next, until every round is over. They are carried as whole numbers over one common denominator per turn,
so the law costs hardly more than in floating point.

    >>> law = round_law(GalicianRules(), GalicianRules().sorted_deal())
    >>> print(law)
    A: wins 0.0000, passes 2.4887, net -2.4887 chips
    B: wins 0.0033, passes 1.7792, net -1.7760 chips
    C: wins 0.0942, passes 1.0535, net -0.7786 chips
    D: wins 0.4933, passes 0.4092, net 2.1570 chips
    E: wins 0.4092, passes 0.0000, net 2.8862 chips
    pot: 5.7306 chips, empty 0.0000 (exact, 30063 states, a total of 1)
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import TypeAlias

from seis_lab.exact.answers import Cancelled
from seis_lab.exact.check import CheckFailed
from seis_lab.exact.galician_law import RoundLaw
from seis_lab.exact.galician_tables import Passes, Table, Tables
from seis_lab.game import Distribution, IllegalMove, quote
from seis_lab.games.decks import Card
from seis_lab.games.galician import GalicianRules, Hands
from seis_lab.games.galician_notation import GalicianMove, GalicianState, Lay
from seis_lab.games.galician_policies import POLICIES, GalicianPolicy, policy
from seis_lab.games.tastes import one_per_seat

Policies: TypeAlias = str | GalicianPolicy | Sequence[str | GalicianPolicy]
"""One policy for all or one per seat: the name of a built-in one, or a function of a view."""

Joint: TypeAlias = dict[tuple[int | None, Passes], Fraction]


def round_law(
    rules: GalicianRules,
    deal: Hands | str | GalicianState,
    policies: Policies = "uniform",
    *,
    stacks: tuple[int, ...] | None = None,
    method: str = "exact",
    cancelled: Callable[[], bool] | None = None,
) -> RoundLaw:
    """The joint law of winner and payments of one round: all hands are known, the policies see their own only.

    `deal` is all hands, as `rules.deal` takes them, or a position of a dealt round, from which the law then starts.
    `stacks` are the chips of every seat before the ante (by default `rules.chips` each; a position brings its own).
    Policies are names ("uniform", "keep-suits", "greedy") or functions of a view and the legal moves; the view has no
    history, for it stands for every way to reach its table.

    `method` "exact" counts in fractions. "double" counts in floating point, compiled where numba is installed, and
    certifies its error; it takes the names of policies only.

    InvalidDeal names a card that is dealt twice or not at all, ValueError a stack or a policy that cannot be,
    IllegalMove what a policy must not play. Cancelled when `cancelled()` says so between two turns.

    >>> rules = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)
    >>> law = round_law(rules, "2o,3o,2c | 1o,1c,3c")
    >>> law.wins[0], law.mean_pot
    (Exact('1'), Exact('1/2', unit='chips'))
    """
    tables = tables_of(rules, deal, stacks)
    if method == "double":
        from seis_lab.exact.galician_double import joint_in_doubles

        joint, states, error = joint_in_doubles(tables, names(rules, policies))
        return RoundLaw(rules, tables.stacks, joint, states, "a bound on every rounding", error)
    if method != "exact":
        raise ValueError(f"method={quote(method)} is not allowed; allowed: 'exact', 'double'")
    joint, states = exact_joint(tables, per_seat(rules, policies), cancelled)
    if sum(joint.values()) != 1:
        raise CheckFailed(f"the round of {rules!r} has a total probability of {sum(joint.values())}")
    return RoundLaw(rules, tables.stacks, joint, states, "a total of 1")


def card_laws(
    rules: GalicianRules, state: GalicianState, policies: Policies = "uniform", *, method: str = "exact"
) -> dict[GalicianMove, RoundLaw]:
    """For every legal card in a position, the law of the round once it is played and all go on with the policies.

    >>> rules = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)
    >>> state = rules.dealt(rules.deal("2o,3o,2c | 1o,1c,3c"))
    >>> {str(move): str(law.mean_net(0)) for move, law in card_laws(rules, state).items()}  # doctest: +ELLIPSIS
    {'play 3o': '1 = 1.0000 chips (exact, ...)', 'play 2c': '0 = 0.0000 chips (exact, ...)'}
    """
    turn = rules.turn(state)
    return {move: round_law(rules, rules.apply(state, move), policies, method=method) for move in turn.moves}


def sequences(rules: GalicianRules, deal: Hands | str | GalicianState) -> dict[int | None, int]:
    """How many different complete sequences of play a deal has, by the seat that wins them.

    >>> found = sequences(GalicianRules(), GalicianRules().sorted_deal())
    >>> sum(found.values())
    1045590
    """
    tables = tables_of(rules, deal, None)
    found: dict[int | None, int] = {}
    layer, turn = {tables.start: 1}, tables.turn
    while layer:
        following: dict[Table, int] = {}
        seat = tables.actor(turn)
        for table, ways in layer.items():
            moves = [] if over(tables, table, turn) else tables.moves(table, seat)
            if not moves and (over(tables, table, turn) or stopped(tables, table, turn, seat)):
                winner = tables.winner(table, turn)
                found[winner] = found.get(winner, 0) + ways
            else:
                for after in [after for _, after in moves] or [table]:
                    following[after] = following.get(after, 0) + ways
        layer, turn = following, turn + 1
    return found


def tables_of(rules: GalicianRules, deal: Hands | str | GalicianState, stacks: tuple[int, ...] | None) -> Tables:
    """The tables from a deal or a position on."""
    if isinstance(deal, GalicianState):
        if stacks is not None:
            raise ValueError(f"stacks={quote(stacks)} is not allowed with a position, which has its own chips")
        return Tables.at(rules, deal)
    return Tables(rules, rules.deal(deal), stacks)


def per_seat(rules: GalicianRules, policies: Policies) -> list[str | GalicianPolicy]:
    """One policy for every seat; "uniform" stays a name, for it needs no view."""
    given = one_per_seat(rules.players, policies)
    return [one if one == "uniform" or callable(one) else policy(rules, one) for one in given]


def names(rules: GalicianRules, policies: Policies) -> list[str]:
    """The name of the policy of every seat; ValueError where one is not built in."""
    given = one_per_seat(rules.players, policies)
    for one in given:
        if not isinstance(one, str) or one not in POLICIES:
            raise ValueError(
                f"policy {quote(one)}: compiled kernels (method='double') allow {', '.join(POLICIES)} only"
            )
    return [str(one) for one in given]


def over(tables: Tables, table: Table, turn: int) -> bool:
    """Whether the round is over before this turn: somebody has no cards left, or somebody no chips, by the options."""
    if tables.winner(table, turn) is not None:
        return True
    at_once = tables.rules.match_end == "the moment somebody has none"
    return at_once and any(n >= stop for n, stop in zip(tables.passes(table, turn), tables.stops, strict=True))


def stopped(tables: Tables, table: Table, turn: int, seat: int) -> bool:
    """Whether the round ends because the seat would have to pay and has nothing, by the option."""
    if tables.rules.broke_player == "passes free":
        return False
    return tables.passes(table, turn)[seat] + 1 >= tables.stops[seat]


def exact_joint(
    tables: Tables, policies: Sequence[str | GalicianPolicy], cancelled: Callable[[], bool] | None = None
) -> tuple[Joint, int]:
    """The joint law in fractions, and how many (table, turn) were met."""
    joint: Joint = {}
    layer, total, turn, states = {tables.start: 1}, 1, tables.turn, 0
    while layer:
        if cancelled is not None and cancelled():
            raise Cancelled("the law of the round was cancelled; nothing of it is kept")
        states += len(layer)
        seat = tables.actor(turn)
        ended: dict[tuple[int | None, Passes], int] = {}
        going: list[tuple[int, list[Table], list[int]]] = []
        for table, weight in layer.items():
            moves = [] if over(tables, table, turn) else tables.moves(table, seat)
            if moves:
                going.append(
                    (weight, [after for _, after in moves], _weights(tables, table, turn, moves, policies[seat]))
                )
            elif over(tables, table, turn) or stopped(tables, table, turn, seat):
                key = (tables.winner(table, turn), tables.passes(table, turn))
                ended[key] = ended.get(key, 0) + weight
            else:
                going.append((weight, [table], [1]))
        for key, weight in ended.items():
            joint[key] = joint.get(key, Fraction(0)) + Fraction(weight, total)
        common = lcm(*(sum(weights) for _, _, weights in going))
        following: dict[Table, int] = {}
        for weight, tos, weights in going:
            each = weight * (common // sum(weights))
            for to, share in zip(tos, weights, strict=True):
                if share:
                    following[to] = following.get(to, 0) + each * share
        layer, total, turn = following, total * common, turn + 1
    return joint, states


def _weights(
    tables: Tables, table: Table, turn: int, moves: list[tuple[Card, Table]], chosen: str | GalicianPolicy
) -> list[int]:
    """The policy's integer weight of every move; a policy is not asked where there is no choice."""
    if isinstance(chosen, str) or len(moves) == 1:
        return [1] * len(moves)
    seat = tables.actor(turn)
    legal: tuple[GalicianMove, ...] = tuple(Lay(card) for card, _ in sorted(moves))
    choice = chosen(tables.view(table, turn, seat), legal)
    if not isinstance(choice, Distribution):
        raise ValueError(f"policy {quote(chosen)} returned {quote(choice)}; allowed: a Distribution over legal moves")
    for move in choice.weights:
        if move not in legal:
            allowed = ", ".join(map(str, legal))
            raise IllegalMove(f"policy {quote(chosen)} plays {quote(str(move))}; legal: {allowed}")
    return [choice.weights.get(Lay(card), 0) for card, _ in moves]

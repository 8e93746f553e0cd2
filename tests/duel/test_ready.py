"""The duel where nobody has to wait for it: small, in memory, or in the user's cache; and who makes use of it."""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from seis_lab.bots import solver_bot
from seis_lab.exact import duel_ready
from seis_lab.exact import duels as module
from seis_lab.exact.answers import Cancelled
from seis_lab.exact.duel_file import cache_path
from seis_lab.exact.duel_hands import DuelModel
from seis_lab.exact.duel_ready import at_once, wait_for, worth_waiting
from seis_lab.exact.duels import duel
from seis_lab.game import Decision, Distribution, play
from seis_lab.games.seis import SeisRules, SeisView
from seis_lab.games.seis_notation import SeisMove, parse_position

RULES = SeisRules(faces=3, wildcards={"NUMERAL": 1, "VOLTEAR": 1, "TIRADOR": 1})
MODEL = DuelModel.of(RULES)
memory_of_this_machine = duel_ready.spare_memory


@pytest.fixture
def nothing_is_small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a small duel were a large one, of which nothing is known, with a compiled kernel and memory enough."""
    monkeypatch.setenv("SEIS_LAB_CACHE", str(tmp_path))
    monkeypatch.setattr(duel_ready, "AT_ONCE", 0)
    monkeypatch.setattr(duel_ready, "compiled", lambda: True)
    monkeypatch.setattr(duel_ready, "_unsolved", set())
    monkeypatch.setattr(duel_ready, "_damaged", set())
    monkeypatch.setattr(duel_ready, "spare_memory", lambda: None)
    monkeypatch.setattr(module, "_kept", {})


def forbidden(*_: object) -> None:
    raise AssertionError("nobody may wait for this")


def test_a_small_duel_is_there_at_once() -> None:
    solved = at_once(RULES)
    assert solved is not None and solved.first == duel(RULES).first
    assert not worth_waiting(RULES)


@pytest.mark.parametrize(
    "options",
    [
        {"players": 1},
        {"players": 3},
        {"mode": "mirror"},
        {"mode": "random"},
        {"faces": 2, "die": ["p", "1 - p"]},
        {"faces": 20},
    ],
    ids=str,
)
def test_where_there_is_no_duel_nobody_waits_for_one(options: dict[str, object]) -> None:
    rules = SeisRules(**options)  # type: ignore[arg-type]
    assert at_once(rules) is None and not worth_waiting(rules)


def test_a_duel_that_may_never_end_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """With an optional flip and TIRADOR some rules stall: `duel` refuses them, after its work."""
    tries = []

    def refuses(rules: SeisRules) -> None:
        tries.append(rules)
        raise module.InvalidRules("it stalls")

    monkeypatch.setattr(duel_ready, "duel", refuses)
    monkeypatch.setattr(duel_ready, "_unsolved", set())
    monkeypatch.setattr(module, "_kept", {})
    assert [at_once(RULES) for _ in range(3)] == [None] * 3 and len(tries) == 1


def test_a_large_one_is_never_solved_by_who_cannot_wait(
    nothing_is_small: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "solve_exactly", forbidden)
    monkeypatch.setattr(module, "solve_in_doubles", forbidden)
    assert at_once(RULES) is None and worth_waiting(RULES)
    play(RULES, [solver_bot(RULES)] * 2, random.Random(1))


def test_a_large_one_needs_a_compiled_kernel(nothing_is_small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duel_ready, "compiled", lambda: False)
    monkeypatch.setattr(duel_ready, "AT_ONCE_PLAIN", 0)
    assert at_once(RULES) is None and not worth_waiting(RULES)


def test_a_large_one_needs_memory(nothing_is_small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    found = memory_of_this_machine()
    assert found is None or found > 0
    for memory, worth in ((None, True), (10**9, True), (1000, False)):
        monkeypatch.setattr(duel_ready, "spare_memory", lambda memory=memory: memory)
        assert worth_waiting(RULES) is worth


def test_who_waits_hears_how_far_it_is_and_keeps_it(nothing_is_small: None, tmp_path: Path) -> None:
    heard: list[tuple[int, int]] = []
    assert wait_for(RULES, lambda done, total: heard.append((done, total)))
    assert heard[0] == (0, 1) and heard[-1][0] == heard[-1][1] > 1
    assert at_once(RULES) is not None and cache_path(MODEL).exists()
    assert not wait_for(RULES, lambda done, total: forbidden())


def test_who_waits_can_stop(nothing_is_small: None) -> None:
    with pytest.raises(Cancelled):
        wait_for(RULES, lambda done, total: None, lambda: True)
    assert at_once(RULES) is None and not cache_path(MODEL).exists()


def test_where_nothing_can_be_kept_it_stays_in_memory(nothing_is_small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    cache_path(MODEL).write_bytes(b"no duel")
    assert wait_for(RULES, lambda done, total: None) and at_once(RULES) is not None
    assert cache_path(MODEL).read_bytes() == b"no duel"


def test_what_has_no_solution_is_not_tried_again(nothing_is_small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise module.InvalidRules("it stalls")

    monkeypatch.setattr(duel_ready, "duel", refuses)
    assert not wait_for(RULES, lambda done, total: None) and not worth_waiting(RULES)


def test_once_somebody_has_solved_it_it_is_there(nothing_is_small: None, monkeypatch: pytest.MonkeyPatch) -> None:
    solved = duel(RULES, file=True)
    monkeypatch.setattr(module, "solve_in_doubles", forbidden)
    for kept in (dict(module._kept), {}):  # from memory, and by a later session from the file
        monkeypatch.setattr(module, "_kept", kept)
        found = at_once(RULES)
        assert found is not None and found.first == solved.first and not worth_waiting(RULES)


def test_a_damaged_file_is_as_good_as_none(nothing_is_small: None) -> None:
    cache_path(MODEL).write_bytes(b"seis_lab.duel 1\n")
    assert at_once(RULES) is None
    duel(RULES)  # in memory it is there again
    assert at_once(RULES) is not None


def test_the_solver_plays_the_duel_perfectly() -> None:
    """Whatever is played against it, no move of the solver loses anything."""
    solved, bot = duel(RULES), solver_bot(RULES)
    lost, decisions = 0, 0

    def watched(view: SeisView, moves: tuple[SeisMove, ...]) -> Distribution[SeisMove]:
        nonlocal lost, decisions
        chosen = bot(view, moves)
        values = solved.action_values(view.state)
        decisions += 1
        lost += values[next(iter(chosen.weights))] < max(values.values())
        return chosen

    for seed in range(5):
        play(RULES, [watched, lambda view, moves: Distribution.uniform(moves)], random.Random(seed))
    assert decisions > 30 and lost == 0


def test_the_solver_says_what_its_move_rests_on(nothing_is_small: None) -> None:
    state = parse_position("1,2,3/-:N1V1T1 | 1,2,3/-:N1V1T1 ; A NUMERAL number=2")
    turn, bot = RULES.turn(state), solver_bot(RULES)
    assert isinstance(turn, Decision)
    kind, why = bot.basis(RULES.view(state, 0))
    assert kind == "estimate" and why.endswith("until the duel is solved by duel(rules, file=True)")
    duel(RULES, file=True)
    assert bot.basis(RULES.view(state, 0)) == (
        "certified",
        "best chance to win if both play as well as possible",
    )
    small = SeisRules(faces=3, wildcards={"NUMERAL": 1})
    assert solver_bot(small).basis(small.view(small.initial(), 0))[0] == "exact"


def test_many_may_ask_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots, coaches and cells ask from their own threads, while earlier solutions are let go."""
    monkeypatch.setattr(module, "_kept", {})
    monkeypatch.setattr(module, "KEPT", 1)
    games = [SeisRules(faces=2, wildcards={kind: 1}) for kind in ("DADO", "NUMERAL", "SALTAR")]
    alone = [duel(rules).first for rules in games]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda rules: at_once(rules), games * 40))
    assert [one is not None and one.first for one in found] == alone * 40

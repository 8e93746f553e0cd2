"""The same games from one process, a process pool and a dask cluster; progress, cancelling, and bad numbers."""

import multiprocessing
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor

import pytest

from seis_lab.bots import steady_bot
from seis_lab.game import InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.sim import Cancelled, simulate_race, simulate_turns
from seis_lab.sim.blocks import blocks, run_blocks

RULES = SeisRules(wildcards=[{"NUMERAL": 1}, {"DADO": 1}])
BIG = SeisRules(wildcards={})


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        yield executor


@pytest.fixture(scope="module")
def dask() -> Iterator[Executor]:
    distributed = pytest.importorskip("distributed")
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    )
    with cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


def same_everywhere(executor: Executor) -> None:
    """Kernel and engine, turns and race: the executor changes nothing."""
    games = 50_001  # the last block is a short one
    assert simulate_turns(RULES, games, 6, executor=executor) == simulate_turns(RULES, games, 6)
    assert simulate_race(RULES, games, 6, executor=executor) == simulate_race(RULES, games, 6)
    few = {"games": 450, "seed": 6, "method": "engine"}
    assert simulate_turns(RULES, executor=executor, **few) == simulate_turns(RULES, **few)
    assert simulate_race(RULES, executor=executor, **few) == simulate_race(RULES, **few)
    mixed = SeisRules(players=2)
    few["policies"] = [steady_bot(mixed), steady_bot(mixed)]
    assert simulate_race(mixed, executor=executor, **few) == simulate_race(mixed, **few)


@pytest.mark.slow
def test_a_process_pool_gives_the_games_of_one_process(pool: Executor) -> None:
    same_everywhere(pool)


@pytest.mark.slow
def test_a_dask_cluster_of_two_processes_gives_the_games_of_one_process(dask: Executor) -> None:
    same_everywhere(dask)


@pytest.mark.slow
def test_the_dask_cluster_is_two_other_processes_on_loopback(dask: Executor) -> None:
    client = dask._client  # type: ignore[attr-defined]
    processes = client.run(os.getpid)
    assert len({os.getpid(), *processes.values()}) == 3
    assert all(worker.startswith("tcp://127.0.0.1:") for worker in processes)


def test_threads_give_the_same_in_whatever_order_they_end() -> None:
    with ThreadPoolExecutor(3) as executor:
        assert simulate_turns(BIG, 100_000, 6, executor=executor) == simulate_turns(BIG, 100_000, 6)


def test_another_seed_gives_other_games_and_the_same_seed_the_same() -> None:
    first, again, other = (simulate_turns(BIG, 5000, seed).counts for seed in (1, 1, 2))
    assert first == again != other


def test_blocks_add_up_and_no_two_have_the_same_seed() -> None:
    work = blocks(95, 10, seed=3)
    assert [games for games, _ in work] == [10] * 9 + [5]
    assert len({tuple(seed.generate_state(4)) for _, seed in work}) == 10


@pytest.mark.parametrize("threads", [0, 2])
def test_progress_tells_the_games_done_and_the_games_in_all(threads: int) -> None:
    told: list[tuple[int, int]] = []
    executor = ThreadPoolExecutor(threads) if threads else None
    sample = simulate_turns(BIG, 90_000, 6, executor=executor, progress=lambda done, total: told.append((done, total)))
    assert sample.games == 90_000
    assert [total for _, total in told] == [90_000] * 5
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1] == (90_000, 90_000)


def test_a_cancelled_run_ends_after_the_block_at_hand_and_returns_nothing() -> None:
    told: list[int] = []
    with pytest.raises(Cancelled):
        simulate_turns(BIG, 10**9, 6, progress=lambda done, total: told.append(done), cancelled=lambda: len(told) >= 3)
    assert len(told) == 3


def test_a_cancelled_run_takes_its_waiting_blocks_back_from_the_executor() -> None:
    begun: list[int] = []
    go_on = threading.Event()

    def wait_for_the_end(games: int, seed: object) -> int:
        begun.append(games)
        assert go_on.wait(60)
        return games

    with ThreadPoolExecutor(1) as executor:
        with pytest.raises(Cancelled):
            run_blocks(wait_for_the_end, (), blocks(100, 1, 6), executor, cancelled=lambda: bool(begun))
        go_on.set()
    assert len(begun) == 1


def test_an_error_in_a_block_reaches_the_caller() -> None:
    with ThreadPoolExecutor(2) as executor, pytest.raises(ZeroDivisionError):
        run_blocks(lambda games, seed: 1 // 0, (), blocks(10, 1, 6), executor)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"games": 0}, "games=0 is not allowed; allowed: a whole number from 30 up"),
        ({"games": 1e6}, "games=1000000.0 is not allowed"),
        ({"games": True}, "games=True is not allowed"),
        ({"seed": -1}, "seed=-1 is not allowed; allowed: a whole number from 0 up"),
        ({"seed": "six"}, "seed='six' is not allowed"),
        ({"seat": 2}, "seat=2 is not allowed; allowed: a whole number from 0 to 1"),
        ({"method": "guess"}, "method='guess' is not allowed; allowed: 'kernel', 'engine'"),
        ({"confidence": 95}, "confidence=95 is not allowed; allowed: a number between 0 and 1"),
        ({"executor": "dask"}, "executor='dask' is no concurrent.futures.Executor; a dask client has one in"),
    ],
)
def test_bad_arguments_are_quoted(change: dict[str, object], says: str) -> None:
    with pytest.raises(ValueError, match="^" + says.replace("(", r"\(")):
        simulate_turns(**({"rules": RULES, "games": 100, "seed": 1} | change))


def test_cards_that_act_on_others_are_refused_by_name() -> None:
    rules = SeisRules(wildcards=[{"NUMERAL": 1}, {"TIRADOR": 2}])
    for method in ("kernel", "engine"):
        with pytest.raises(InvalidRules, match=r"TIRADOR=2 of seat 1 acts on other players.*method='engine' with pol"):
            simulate_race(rules, 100, 6, method=method)
    assert simulate_race(rules, 100, 6, method="engine", policies=[steady_bot(rules)] * 2).games == 100


def test_the_kernel_refuses_what_it_cannot_hold_and_says_what_can() -> None:
    with pytest.raises(ValueError, match="policies are not allowed with method='kernel'"):
        simulate_race(BIG, 100, 6, policies=[steady_bot(BIG)] * 2)
    with pytest.raises(InvalidRules, match="the symbol 'p' has no value"):
        simulate_turns(SeisRules(faces=2, die=["p", "1-p"]), 100, 6, policy=steady_bot(BIG))
    tiny = SeisRules(faces=2, die=[f"1/{2**60}", f"{2**60 - 1}/{2**60}"], wildcards={})
    with pytest.raises(InvalidRules, match=r"die=.*common denominator of 1152921504606846976.*use method='engine'"):
        simulate_turns(tiny, 100, 6)
    long = SeisRules(faces=20, wildcards={"NUMERAL": 9, "DADO": 9})
    with pytest.raises(InvalidRules, match=r"row=\[1, 2, .*boards.*use method='engine'"):
        simulate_turns(long, 100, 6, policy=steady_bot(long))


def test_a_run_of_more_blocks_than_a_machine_can_hold_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^games=1000000000000 is not allowed; allowed: up to 1000000, played 10 at"):
        blocks(10**12, 10, 1)

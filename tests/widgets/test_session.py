"""A session: what is offered, what is refused, and what the table does by itself."""

import random
import sys
from itertools import pairwise
from threading import Barrier, Thread

import pytest

from seis_lab.bots import LEVELS, random_bot
from seis_lab.game import Chance, InvalidRules
from seis_lab.games.seis import SeisRules
from seis_lab.games.seis_notation import Phase, parse_position
from seis_lab.widgets.moment import Moment
from seis_lab.widgets.players import read_players
from seis_lab.widgets.seis_scene import shown_state
from seis_lab.widgets.session import Refused, Session, throw
from tests.widgets.tables import click_through, sit


def at(position: str, players=("Ana", "Brais"), rules=None, **options):
    """A session that begins in a position of the notation."""
    seated = read_players(players)
    rules = rules or SeisRules(players=len(seated))
    moment = Moment(rules, seated, (), (parse_position(position),), **options)
    return Session.restored(moment, seed=6, identity="test")


def moves(session):
    return [str(move) for move in session.record.moves]


def offered(session):
    return [str(offer.move) for offer in session.now.offers]


def choose(session, move: str):
    session.act(session.now.rev, f"m{offered(session).index(move)}")


# What is offered and what is refused.


def test_a_roll_and_no_dado_are_one_click():
    session = at("1,2,3,4,5,6/-:D1 | 1,2,3,4,5,6/-:- ; A BEFORE")
    assert [(str(offer.move), offer.roll) for offer in session.now.offers] == [("pass", True), ("DADO", False)]
    choose(session, "pass")
    assert moves(session)[0] == "pass" and moves(session)[1].startswith("roll ")


def test_without_dado_the_roll_is_all_there_is():
    session = at("1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:- ; A ROLL")
    assert [(offer.move, offer.roll) for offer in session.now.offers] == [(None, True)]


@pytest.mark.parametrize("action", ["m1", "m-1", "roll", "", "M0", "m00", None, 0, ["m0"], {"do": "m0"}])
def test_an_action_that_is_not_offered_is_refused_and_changes_nothing(action):
    session = at("1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:- ; A ROLL")
    before = session.now
    with pytest.raises(Refused, match="not offered"):
        session.act(before.rev, action)
    assert session.now is before


@pytest.mark.parametrize("late", [-1, 1, 10**30])
def test_a_click_on_an_old_scene_is_refused_and_changes_nothing(late):
    session = at("1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:- ; A ROLL")
    before = session.now
    with pytest.raises(Refused, match="moved on"):
        session.act(before.rev + late, "m0")
    assert session.now is before


def test_refusals_speak_the_language_of_the_table():
    session = sit(["Ana"], lang="gl")
    with pytest.raises(Refused, match="Iso non se pode facer agora"):
        session.act(session.now.rev, "m9")


def test_bots_play_on_to_the_next_thing_a_person_is_asked():
    session = sit(["bot:random", "Ana", "bot:steady"], seed=1)
    for _ in click_through(session, seed=2):
        now = session.now
        assert now.over or now.viewer == 1
    assert session.record.outcome() is not None


def test_only_those_who_hold_tirador_are_asked():
    session = at("1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:T1 ; A ROLL", ["Ana", "Brais", "Carme"])
    session.act(session.now.rev, "m0")
    assert session.now.viewer == 2 and offered(session) == ["TIRADOR", "pass"]


OWN = "1,2,3,4,5,6/-:T1 | 1,2,3,4,5,6/-:- ; A ROLL"


def test_nobody_is_asked_about_tirador_at_their_own_roll_unless_they_wish():
    session = at(OWN)
    session.act(session.now.rev, "m0")
    assert moves(session)[1] == "pass"  # the engine asked, the table answered
    assert session.now.state.roller == 1

    wishing = at(OWN, switches=frozenset({"own_tirador"}))
    wishing.act(wishing.now.rev, "m0")
    assert wishing.now.state.phase is Phase.TIRADOR and wishing.now.viewer == 0
    wishing.set_switch("own_tirador", False)  # the question goes away as soon as it is not wished any more
    assert moves(wishing)[-1] == "pass" and wishing.now.state.roller == 1


@pytest.mark.parametrize(
    ("options", "quoted"),
    [
        ({"lang": "fr"}, "lang='fr' is not allowed; allowed: gl, es, en"),
        ({"seed": 1.5}, "seed=1.5"),
        ({"seed": True}, "seed=True"),
        ({"coach": "yes"}, "coach='yes'"),
        ({"switches": ["tirador"]}, "switches=['tirador'] are not allowed; allowed: any of own_tirador"),
        ({"rules": SeisRules(players=3)}, "2 players for rules with 3 seats"),
    ],
)
def test_what_cannot_be_a_session_is_refused_with_one_clear_error(options, quoted):
    with pytest.raises(ValueError) as error:
        sit(["Ana", "Brais"], **options)
    assert quoted in str(error.value)


def test_a_die_with_a_symbol_cannot_be_thrown():
    with pytest.raises(InvalidRules, match="'p' has no value"):
        sit(["Ana", "Brais"], SeisRules(faces=2, die=["p", "1 - p"]))


# Undo.


def test_a_decision_can_be_taken_back_before_the_die():
    session = at("1,2,3,4,5,6/-:D1 | 1,2,3,4,5,6/-:- ; A BEFORE")
    before = session.now.state
    choose(session, "DADO")
    session.undo()
    assert session.now.state == before and moves(session) == []


def test_a_die_is_never_taken_back():
    session = at("1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:- ; A ROLL")
    session.act(session.now.rev, "m0")
    before = session.now
    with pytest.raises(Refused, match="A die has been rolled"):
        session.undo()
    assert session.now is before


def test_nothing_is_taken_back_once_a_bot_has_played_and_the_reason_names_it():
    session = at("1,2,3,4,5,6/-:S1V1 | 1,2,3,5/4,6:- ; A END", ["Ana", "bot:steady"])
    choose(session, "VOLTEAR B")  # the bot chooses which card to raise, then Ana is asked about SALTAR
    assert session.now.viewer == 0 and moves(session)[1].startswith("raise ")
    with pytest.raises(Refused, match="Steady bot has played since: it cannot be taken back"):
        session.undo()


def test_an_answer_given_by_the_table_is_taken_back_with_the_decision_before_it():
    session = at("4,5/1,2,3,6:N1V1T1 | 1,2,3,4,5/6:- ; A NUMERAL number=6")
    before = session.now.state
    choose(session, "NUMERAL 5")  # the table answers the own TIRADOR, the 5 is turned, and VOLTEAR may be played
    assert moves(session) == ["NUMERAL 5", "pass"] and session.now.state.phase is Phase.END
    session.undo()
    assert session.now.state == before


def test_what_was_taken_back_is_done_again_until_something_else_is_done():
    session = at("1,2,3,4,5,6/-:S1V1 | 1,2,3,5/4,6:- ; A END")
    with pytest.raises(Refused, match="nothing to do again"):
        session.redo()
    choose(session, "SALTAR")
    choose(session, "pass")
    after = session.now.state
    session.undo()
    session.undo()
    assert moves(session) == []
    session.redo()
    assert moves(session) == ["SALTAR"]
    session.redo()
    assert session.now.state == after
    session.undo()
    choose(session, "VOLTEAR B")
    with pytest.raises(Refused, match="nothing to do again"):
        session.redo()


def test_people_at_one_table_take_back_each_others_last_decision_but_no_die():
    session = at("1,2,3,4,5,6/-:S1 | 1,2,3,4,5,6/-:D1 ; A END")
    choose(session, "pass")
    assert session.now.viewer == 1
    session.undo()
    assert session.now.viewer == 0 and offered(session) == ["SALTAR", "pass"]


def test_there_is_nothing_to_take_back_at_the_start_nor_after_the_end():
    session = sit(["Ana", "Brais"], seed=1)
    with pytest.raises(Refused, match="nothing to undo"):
        session.undo()
    over = at("4/1,2,3,5,6:N1 | 1,2,3,4,5,6/-:- ; A NUMERAL number=5")
    choose(over, "NUMERAL 4")
    with pytest.raises(Refused, match="over"):
        over.undo()


# The die, the deal and the bots' own luck.


def game(seed, deals=1, players=("Ana", "bot:random", "Carme")):
    session = sit(list(players), seed=seed)
    for _ in range(deals):
        session.new()
    list(click_through(session, seed=0))
    return moves(session)


def test_a_seed_decides_the_whole_game_and_another_seed_another_game():
    assert game(5) == game(5)
    assert game(5) != game(6)
    assert game(5, deals=2) == game(5, deals=2)


def test_every_deal_of_a_seed_is_another_game():
    assert len({tuple(game(5, deals)) for deals in range(4)}) == 4


def test_the_die_of_the_table_is_fair_and_forgets():
    """Chi-square of 6000 throws in a row, and of pairs: error rates 1e-4 each, fixed seed.

    Critical values for 5 and 35 degrees of freedom at 0.9999: 25.745 and 74.9 (NIST/SEMATECH handbook method).
    """
    session = sit(["Ana"], SeisRules(players=1, wildcards={}), seed=6)
    start, throws = session.now, []
    for thrown in range(6000):
        moment = Moment(start.rules, start.players, (), start.states, thrown=thrown)
        throws.append(throw(session.seed, moment).face)
    single = [throws.count(face) for face in range(1, 7)]
    assert sum((count - 1000) ** 2 / 1000 for count in single) < 25.745
    pairs = list(pairwise(throws))
    expected = len(pairs) / 36
    cells = [pairs.count((a, b)) for a in range(1, 7) for b in range(1, 7)]
    assert sum((count - expected) ** 2 / expected for count in cells) < 74.9


def test_taking_back_and_choosing_otherwise_does_not_change_the_next_die():
    first = at("1,2,3,4,5,6/-:D1 | 1,2,3,4,5,6/-:- ; A BEFORE")
    second = at("1,2,3,4,5,6/-:D1 | 1,2,3,4,5,6/-:- ; A BEFORE")
    choose(first, "pass")
    choose(second, "DADO")
    second.undo()
    choose(second, "pass")
    assert moves(first) == moves(second)


def test_bots_see_neither_the_seed_nor_the_table(monkeypatch):
    seen = []

    def spy(rules):
        def policy(view, legal):
            seen.append(view)
            return random_bot(view, legal)

        return policy

    monkeypatch.setitem(LEVELS, "random", spy)
    session = sit(["Ana", "bot:random"], seed=424242)
    list(click_through(session, seed=1))
    assert seen and all(type(view).__name__ == "SeisView" and "424242" not in repr(view) for view in seen)


# Hint, replay, new game, language.


def test_a_hint_is_an_offered_action_with_its_basis():
    session = at("2,5/1,3,4,6:N1 ; A NUMERAL number=4", ["Ana"])
    hint = session.hint()
    assert hint.basis == "exact"
    assert offered(session)[hint.offer] == "pass"  # 17/3 turns against 7 (seis_lab.exact.seis, by hand in its tests)
    assert session.now.hint == hint
    session.act(session.now.rev, "m0")
    assert session.now.hint is None


def test_a_hint_without_a_choice_needs_no_solver():
    session = at("1,2,3,4,5,6/-:- | 1,2,3,4,5,6/-:- ; A ROLL")
    assert (session.hint().offer, session.now.offers[0].roll) == (0, True)


def test_a_hint_that_is_no_exact_one_says_so():
    session = at("1,2,3,4,5,6/-:N1T2 | 1,2,3,4,5,6/-:- ; A NUMERAL number=4")
    assert session.hint().basis == "estimate"


def test_a_replay_shows_any_position_offers_nothing_and_comes_back():
    session = sit(["Ana", "bot:random"], seed=3)
    for _ in click_through(session, seed=4):
        if len(session.now.moves) > 10:
            break
    live = session.now
    states = list(session.record.states())
    for step in range(len(live.moves)):
        session.replay(step)
        assert shown_state(session.now) == states[step] and session.now.offers == ()
        with pytest.raises(Refused):
            session.act(session.now.rev, "m0")
        with pytest.raises(Refused, match="Go back to the game"):
            session.undo()
        with pytest.raises(Refused, match="Go back to the game"):
            session.hint()
    session.replay(None)
    assert session.now.offers == live.offers and session.now.moves == live.moves


@pytest.mark.parametrize("step", [-1, 10**6, 1.0, True, "1"])
def test_a_replay_of_a_move_that_was_not_made_is_refused(step):
    session = sit(["Ana"], seed=1)
    with pytest.raises(Refused, match="no such move"):
        session.replay(step)


def test_a_new_game_has_the_same_players_and_rules_and_starts_at_once():
    session = sit(["bot:random", "Ana"], SeisRules(wildcards={"DADO": 1}), seed=1)
    list(click_through(session, seed=1))
    rules, rev = session.now.rules, session.now.rev
    session.new()
    now = session.now
    assert (now.rules, now.viewer, now.over) == (rules, 1, False)
    assert now.rev > rev and now.deal == 1


def test_the_language_changes_the_words_and_not_the_offers():
    session = sit(["Ana"], seed=1)
    before = session.now
    session.set_lang("gl")
    assert (session.now.rev, session.now.offers, session.now.lang) == (before.rev, before.offers, "gl")
    with pytest.raises(Refused):
        session.set_lang("fr")


@pytest.mark.parametrize("name", ["luck", None, ["aid"], {}])
def test_a_setting_that_the_game_does_not_have_is_refused(name):
    session = sit(["Ana"], seed=1)
    before = session.now
    with pytest.raises(Refused):
        session.set_switch(name, True)
    assert session.now is before


# Threads.


def together(jobs):
    """Run the jobs in as many threads, started at the same moment."""
    barrier = Barrier(len(jobs))

    def run(job):
        barrier.wait()
        job()

    threads = [Thread(target=run, args=(job,)) for job in jobs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


@pytest.fixture
def restless():
    """Threads that change places as often as possible."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def test_of_clicks_at_the_same_moment_exactly_one_is_done_and_each_is_answered(restless):
    session = sit(["Ana", "Brais", "bot:random"], seed=8)
    for _ in range(60):
        if session.now.over:
            session.new()
        rev, answers = session.now.rev, []

        def click(rev=rev, answers=answers):
            try:
                session.act(rev, "m0")
            except Refused:
                answers.append("refused")
            else:
                answers.append("done")

        together([click] * 3)
        assert sorted(answers) == ["done", "refused", "refused"]
    replayed = list(session.record.states())[-1]
    assert replayed == session.now.state


def test_two_threads_that_click_and_undo_leave_a_game_that_replays(restless):
    session = sit(["Ana", "bot:random", "Carme"], seed=9)
    answered = []

    def player(seed):
        rng = random.Random(seed)
        for _ in range(150):
            try:
                match rng.randrange(8):
                    case 0:
                        session.undo()
                    case 1:
                        session.set_lang(rng.choice(["gl", "es", "en"]))
                    case 2:
                        session.replay(rng.choice([0, None]))
                    case _:
                        session.replay(None)
                        now = session.now
                        session.act(now.rev, f"m{rng.randrange(max(1, len(now.offers)))}")
            except Refused:
                pass
            answered.append(seed)

    together([lambda: player(1), lambda: player(2)])
    session.replay(None)
    now = session.now
    assert answered.count(1) == answered.count(2) == 150
    assert tuple(session.record.states()) == now.states
    chance = sum(isinstance(now.rules.turn(state), Chance) for state in now.states[:-1])
    assert now.thrown == chance


def test_the_lock_is_free_while_a_bot_thinks(monkeypatch):
    held = []

    def curious(rules):
        def policy(view, legal):
            held.append(session._lock.locked() if sessions else False)
            return random_bot(view, legal)

        return policy

    sessions = []
    monkeypatch.setitem(LEVELS, "random", curious)
    session = sit(["Ana", "bot:random"], seed=2)
    sessions.append(session)
    list(click_through(session, seed=1))
    assert len(held) > 5 and not any(held)


def test_what_a_slow_bot_found_is_dropped_when_the_table_has_moved_on(monkeypatch):
    """While the bot thinks a new game begins: its move must not land in the new game."""
    interrupt = []

    def slow(rules):
        def policy(view, legal):
            if interrupt:
                interrupt.pop()()
            return random_bot(view, legal)

        return policy

    monkeypatch.setitem(LEVELS, "random", slow)
    session = sit(["Ana", "bot:random"], seed=2)
    interrupt.append(session.new)
    list(click_through(session, seed=1))
    assert session.now.deal == 1 and not interrupt
    assert tuple(session.record.states()) == session.now.states

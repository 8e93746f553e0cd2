"""The table of Galician Seis: what it shows, what it hides, what it counts."""

import json
import random
from dataclasses import replace
from pathlib import Path

import fastjsonschema  # comes with nbformat
import pytest

import seis_lab.widgets
from seis_lab.game import Decision, InvalidRecord, Terminal
from seis_lab.games.galician import GalicianRules
from seis_lab.games.galician_notation import Lay, parse_position
from seis_lab.locale import LANGS
from seis_lab.widgets import GalicianTable, SeisTable, saving
from seis_lab.widgets.galician_frames import dealt, frames, hands_at
from seis_lab.widgets.moment import Moment
from seis_lab.widgets.players import names
from seis_lab.widgets.scene import build
from seis_lab.widgets.session import Refused, Session
from tests.widgets.tables import play_hands, watched

SCHEMA = json.loads((Path(seis_lab.widgets.__file__).parent / "scene.schema.json").read_text(encoding="utf-8"))
validate = fastjsonschema.compile({**SCHEMA, "$schema": "http://json-schema.org/draft-07/schema"})
BOTS = ["Ana", "bot:random", "bot:keep-suits", "bot:random", "bot:keep-suits"]
PEOPLE = ["Ana", "Brais", "bot:random", "Carme"]
MINI = GalicianRules(players=3, suits=2, ranks=5, opening_rank=3, chips=3)
OPTIONS = [
    GalicianRules(),
    GalicianRules(players=8, chips=4, ante=1),
    GalicianRules(players=3, deck="french", pass_cost=2),
    GalicianRules(players=2, suits=1, ranks=4, opening_rank=1, chips=1),
    replace(MINI, broke_player="round and match end at once"),
    replace(MINI, match_end="the moment somebody has none", ante=1),
    replace(MINI, match_tie="one more round"),
    replace(MINI, rounds=2),
]


Watched = watched(GalicianTable)


def table(players=BOTS, rules=None, **options):
    return Watched(rules, players, name="test", **options)


def seated(rules):
    return ["Ana", *["bot:random"] * (rules.players - 1)]


def count(scene, piece):
    return next(one["count"] for one in scene["pieces"] if one["id"] == piece)


def counts(scene):
    """Every chip on the page: those of the seats, and the pot."""
    return [count(scene, f"chips-{seat}") for seat in range(len(scene["players"]))], count(scene, "pot")


def kinds(scene):
    return {zone["kind"] for zone in scene["zones"]}


# Chips, columns and the log tell what the engine knows.


@pytest.mark.parametrize("rules", OPTIONS, ids=repr)
def test_chips_and_pot_on_the_page_are_those_of_the_engine_at_every_step(rules):
    made = table(seated(rules), rules)
    for now in play_hands(made.session, seed=1):
        scene = made.scene
        validate(scene)
        assert counts(scene) == (list(now.state.chips), now.state.pot)
        assert sum(now.state.chips) + now.state.pot == rules.players * rules.chips
        laid = {one["id"] for one in scene["pieces"] if one.get("state") == "laid"}
        assert laid == {f"p-{card}" for card in now.state.history if card is not None}
        shown = frames(rules, now.states, now.moves)
        last = {frame.moves: frame for frame in shown[1:]}
        for made_moves, frame in last.items():  # the last frame of every move is the position of the engine
            state = now.states[made_moves]
            assert (frame.chips, frame.paid, frame.history) == (state.chips, state.paid, state.history)
        for frame in shown[1:]:
            assert sum(frame.chips) + frame.pot == rules.players * rules.chips
    assert scene["status"]["over"] and isinstance(rules.turn(made.position), Terminal)
    assert any(player["won"] for player in scene["players"])


def test_the_chips_that_fly_lead_from_one_scene_to_the_next():
    made = table()
    before = None
    for _ in play_hands(made.session, seed=2):
        scene = made.scene
        if before is not None:
            piles = dict(before)
            for event in scene["events"]:
                if event["kind"] == "chips":
                    piles[event["from"]] -= event["count"]
                    piles[event["to"]] += event["count"]
            assert piles == {one["id"]: one["count"] for one in scene["pieces"] if one["kind"] == "chips"}
        before = {one["id"]: one["count"] for one in scene["pieces"] if one["kind"] == "chips"}
    assert made.session.now.over


def test_a_forced_pass_is_made_by_the_table_and_explained_in_the_log():
    """By hand: A leads 2o and holds nothing that fits then; B plays 1o; A must pass."""
    rules = GalicianRules(players=2, suits=2, ranks=3, opening_rank=2)
    said = {
        "en": ["Ana leads the 6 of oros", "Brais plays the 7 of oros"],
        "es": ["Ana sale con el 6 de oros", "Brais juega: 7 de oros"],
        "gl": ["Ana sae co 6 de ouros", "Brais xoga: 7 de ouros"],
    }
    pays = {
        "en": "Ana has no card that fits: pays 1 chip and passes",
        "es": "Ana no tiene carta que encaje: paga 1 ficha y pasa",
        "gl": "Ana non ten carta que encaixe: paga 1 ficha e pasa",
    }
    start = rules.dealt(rules.deal("2o,1c,3c | 1o,3o,2c"))
    players = seated_people("Ana", "Brais")
    for lang in LANGS:
        moment = Moment(rules, players, (), (start,), lang=lang).step(
            Lay(next(c for c in rules.cards if str(c) == "3o"))
        )
        log = [line.text for line in moment.stage.lines(moment, names(players, lang))]
        assert [line for line in log if "7" in line] == said[lang][1:]
        assert pays[lang] in log


def seated_people(*typed):
    from seis_lab.widgets.players import read_players

    return read_players(typed)


def test_only_the_owner_hears_that_a_card_was_the_only_one_that_fitted():
    """By hand: Brais opens copas, Carme plays 2c, Ana has only 1c then (a 4 in this deck); Brais plays 4o."""

    def note(session):
        called = names(session.now.players, "en")
        said = session.now.stage.hand(session.now, called)["zones"][0]["subtext"]
        assert not said or said not in json.dumps(build(session.now))
        return said

    session = people_after(HANDS, "play 3c", "play 2c")
    assert (session.now.viewer, note(session)) == (1, "")
    session.act(session.now.rev, "m1")
    assert session.now.viewer == 0
    assert note(session) == "All you could play was 4 of copas: the table played it for you."


def test_who_cannot_hold_what_is_shown_when_wished_and_true():
    made = table(aid=True)
    named = 0
    for now in play_hands(made.session, seed=3):
        assert made.scene["controls"]["switches"] == {"aid": True}
        for zone in made.scene["zones"]:
            if zone["kind"] == "lacks":
                lacking = {piece.partition("-")[2] for piece in zone["pieces"]}
                assert lacking.isdisjoint(str(card) for card in now.state.hands[zone["seat"]])
                named += len(lacking)
    assert named > 10
    made.say(do="switch", name="aid", on=False)
    assert "lacks" not in kinds(made.scene)


@pytest.mark.parametrize(("deck", "word"), [("spanish", "oros"), ("french", "diamantes")])
def test_cards_are_called_as_in_the_deck(deck, word):
    made = table(seated(GalicianRules(players=3)), GalicianRules(players=3, deck=deck), lang="es")
    assert word in made.scene["log"][1]["text"]


def test_a_round_is_reported_and_the_match_goes_on_or_the_deal_is_played_again():
    made = table()
    session = made.session
    for now in play_hands(session, seed=4):
        if now.state.winner is not None:
            break
    scene = made.scene
    report = next(zone for zone in scene["zones"] if zone["kind"] == "report")
    paid = [int(row[2]) for row in report["tables"][0]["rows"]]
    assert paid == list(now.state.paid)
    assert [int(row[-1]) for row in report["tables"][0]["rows"]] == list(now.state.chips)
    assert [action["label"] for action in scene["actions"]] == ["Deal the next round", "Play this deal again"]
    first, _ = dealt(now.rules, now.states, 1)
    session.act(now.rev, "m1")
    again, _ = dealt(session.now.rules, session.now.states, 1)
    assert again == first and session.now.state.round == 1 and session.now.state.winner is None
    assert session.now.thrown == now.thrown
    for now in play_hands(session, seed=5):
        if now.state.winner is not None:
            break
    session.act(session.now.rev, "m0")
    assert session.now.state.round == 2 and dealt(session.now.rules, session.now.states, 2)[0] != first


# Secrets.


def variants(moment, seed, many=6):
    """The same moment with other hidden cards: all else, also what was played and passed, is as it was."""
    from seis_lab.exact.galician_hidden import position
    from seis_lab.games.galician_knowledge import consistent_deals

    rules, seat = moment.rules, moment.viewer
    deals = consistent_deals(rules, rules.view(moment.state, seat))
    rng = random.Random(seed)
    for _ in range(many):
        hands = deals.sample(rng)
        yield seat, replace(moment, states=(position(rules.view(moment.state, seat), hands),), moves=())


@pytest.mark.parametrize("players", [BOTS, PEOPLE], ids=["one person", "three people"])
def test_a_scene_is_the_same_whatever_the_hidden_cards_are(players):
    """With the other hands dealt otherwise, and with the own hand unknown too, not a letter of the scene changes."""
    rules = GalicianRules(players=len(players))
    session = Session(rules, made_players(players, rules), seed=3, lang="gl", switches=["aid"])
    compared = 0
    for now in play_hands(session, seed=6):
        if isinstance(rules.turn(now.state), Decision):
            scenes = set()
            for seat, other in variants(now, seed=compared):
                assert other.state.hands[seat] == now.state.hands[seat]
                scenes.add(json.dumps(build(other)))
                swapped = swap_unplayable(rules, other)
                if swapped is not None:
                    scenes.add(json.dumps(build(swapped)))
            assert len(scenes) == 1
            compared += 1
        if compared > 25:
            break
    assert compared > 10


def swap_unplayable(rules, moment):
    """The asked seat has another hand: two of its cards for two of another seat's, where no pass forbids it."""
    from seis_lab.games.galician_knowledge import cannot_hold

    state, seat = moment.state, moment.viewer
    barred = cannot_hold(rules, rules.view(state, seat))
    for other in range(rules.players):
        if other == seat:
            continue
        for mine in state.hands[seat]:
            for theirs in state.hands[other]:
                if mine in barred[other] or theirs in barred[seat]:
                    continue
                hands = list(state.hands)
                hands[seat] = tuple(sorted({*hands[seat], theirs} - {mine}))
                hands[other] = tuple(sorted({*hands[other], mine} - {theirs}))
                swapped = replace(state, hands=tuple(hands))
                if len(rules.columns.playable(rules.table(swapped), hands[seat])) > 1:
                    return replace(moment, states=(swapped,))
    return None


def made_players(players, rules):
    from seis_lab.widgets import galician_stage
    from seis_lab.widgets.players import read_players

    return read_players(players, levels=galician_stage.LEVELS, usual=galician_stage.USUAL, most=8)


def test_the_log_and_the_revs_do_not_tell_a_forced_card_from_a_chosen_one():
    """A replay counts turns, not decisions, and bots are one step of the rev however many of them had a choice."""
    made = table()
    for now in play_hands(made.session, seed=8):
        shown = frames(now.rules, now.states, now.moves)
        assert made.scene["controls"]["replay"]["of"] == len(shown) - 1
        turns = sum(frame.kind in ("lay", "pass") for frame in shown if frame.round == now.state.round)
        assert turns == len(now.state.history)
        before = now.rev
        if now.over or now.state.winner is not None:
            break
    made.say(do="act", rev=before, id="m0")
    assert made.session.now.rev <= before + 2


def secrets_of(now):
    """How the frames would have to name the cards that only their owners may see: as pieces of a hand."""
    return [f'"{kind}{seat}-{card}"' for seat, hand in enumerate(now.state.hands) for card in hand for kind in "ho"]


@pytest.mark.parametrize("players", [BOTS, PEOPLE], ids=["one person", "three people"])
def test_no_frame_names_a_hidden_card_and_a_hand_comes_only_as_the_answer_to_its_owner(players):
    rules = GalicianRules(players=len(players))
    made = table(players, rules, coach=False)
    answers = 0
    for now in play_hands(made.session, seed=9):
        if now.over or now.state.winner is not None:
            break
        assert made.scene["actions"] == [] or [action["id"] for action in made.scene["actions"]] == ["look"]
        assert not [secret for secret in secrets_of(now) for frame in made.frames if secret in frame]
        assert made.sent[answers:] == []
        for seat in range(rules.players):
            if seat != now.viewer:
                refused = made.say(do="look", rev=now.rev, seat=seat)
                assert refused == {"ack": 1, "ok": False, "say": "It is not your moment."}
        assert made.say(do="look", rev=now.rev - 1, seat=now.viewer)["ok"] is False
        given = made.look()["hand"]
        held = [piece["id"] for piece in given["pieces"] if piece["kind"] == "playing"]
        assert held == [f"h{now.viewer}-{card}" for card in now.state.hands[now.viewer]]
        assert len(given["actions"]) == len(now.offers)
        other = [f"{card}" for seat, hand in enumerate(now.state.hands) if seat != now.viewer for card in hand]
        assert not [card for card in other if f"-{card}" in json.dumps([held, given["zones"], given["actions"]])]
        assert not [secret for secret in secrets_of(now) for frame in made.frames if secret in frame]
        made.frames.clear()
        answers = len(made.sent)
    assert answers > 5


def test_a_hint_and_the_coach_speak_to_the_owner_only():
    made = table(PEOPLE, GalicianRules(players=4))
    public = json.dumps(made.scene["pieces"])
    assert made.scene["controls"]["hint"] == {"on": False, "why": "First ask to see your cards."}
    made.look()
    assert made.scene["controls"]["hint"]["on"]
    news = made.scene["curtain"]["news"]
    assert made.say(do="hint")["ok"]
    assert made.scene["hint"] is None and json.dumps(made.scene["pieces"]) == public
    assert made.scene["curtain"]["news"] != news
    hint = made.look()["hand"]["hint"]
    assert hint["text"].endswith("(estimate).")


def test_alone_at_the_screen_no_curtain_is_needed_and_with_others_it_falls_with_every_turn():
    assert table().scene["curtain"]["ask"] is False
    made = table(["Ana", "Brais"], GalicianRules(players=2))
    before = made.scene["curtain"]["seat"]
    made.look()
    made.say(do="act", rev=made.session.now.rev, id="m0")
    assert made.scene["curtain"]["ask"] and made.session.now.looked is False
    assert made.scene["curtain"]["seat"] in (before, 1 - before)


def test_a_saved_file_names_no_card_before_it_was_played(tmp_path):
    rules = GalicianRules(players=4)
    made = table(PEOPLE, rules, autosave=True, file=tmp_path / "game.seis.json")
    assert made.say(do="save")["ok"]
    for now in play_hands(made.session, seed=11):
        written = (tmp_path / "game.seis.json").read_text()
        data = json.loads(written)
        played = {f"play {card}" for state in now.states for card in state.history if card is not None}
        assert set(data["record"]["moves"]) - {"?"} <= played
        again = saving.load(tmp_path / "game.seis.json")
        assert (again.now.state, again.seed, again.now.players) == (now.state, made.session.seed, now.players)
        if now.state.round == 3:
            break
    one, other = made.session, again
    for session in (one, other):
        list(play_hands(session, seed=12))
    assert one.record == other.record


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data["record"]["moves"].__setitem__(0, "deal 99o"), "is not what the saved seed draws"),
        (lambda data: data["record"]["moves"].append("play 6o"), "illegal move"),
        (lambda data: data["record"]["moves"].append(7), "is not a move of Galician Seis"),
        (lambda data: data.__setitem__("switches", ["own_tirador"]), "switches=['own_tirador']"),
        (lambda data: data.__setitem__("seed", 8), "illegal move|is not what|outcomes"),
        (lambda data: data["players"].append("bot:steady"), "unknown level 'steady'"),
    ],
)
def test_a_damaged_file_is_refused_with_one_clear_error(change, said):
    made = table()
    data = json.loads(saving.write(made.session))
    change(data)
    with pytest.raises(InvalidRecord) as error:
        saving.read(json.dumps(data))
    assert any(part in str(error.value) for part in said.split("|"))


def test_a_table_does_not_resume_the_game_of_another(tmp_path):
    path = tmp_path / "a.seis.json"
    saving.save(table().session, path)
    with pytest.raises(InvalidRecord, match="a game of galician; allowed at this table: seis"):
        SeisTable.resume(path)
    assert GalicianTable.resume(path, autosave=False).position == table().position


# Open hands, undo, replay.


def test_with_open_hands_everybody_sees_all_and_the_coach_is_exact():
    from seis_lab.exact.galician import card_laws

    rules = GalicianRules(players=3, suits=2, ranks=5, opening_rank=3)
    made = table(seated(rules), rules, open_hands=True, coach=True)
    made._coach.wait()
    now, scene = made.session.now, made.scene
    shown = {one["id"] for one in scene["pieces"] if one["kind"] == "mini"}
    assert shown == {f"o{seat}-{card}" for seat, hand in enumerate(now.state.hands) for card in hand}
    assert scene["curtain"] is None and scene["controls"]["switches"] == {"aid": False}
    laws = card_laws(rules, now.state)
    assert [worth.value for worth in now.advice.worths] == [law.mean_net(now.viewer) for law in laws.values()]
    assert all(action["detail"].endswith("chips · exact") for action in scene["actions"])
    assert made.say(do="switch", name="open_hands", on=False)["ok"] is False


def test_hands_cannot_be_opened_from_the_page():
    made = table()
    before = made.session.now
    assert made.say(do="switch", name="open_hands", on=True)["ok"] is False
    assert made.session.now is before


def test_with_hidden_hands_the_coach_estimates_and_says_so():
    rules = GalicianRules(players=3, suits=2, ranks=5, opening_rank=3)
    made = table(seated(rules), rules, coach=True)
    made._coach.wait()
    details = [action["detail"] for action in made.look()["hand"]["actions"]]
    assert details and all("±" in said and said.endswith("chips · estimate") for said in details)
    assert "chips" not in json.dumps(made.scene["actions"])
    pot = next(zone for zone in made.scene["zones"] if zone["kind"] == "pot")
    assert pot["subtext"].startswith("Estimate from 72 possible deals")


def test_the_coach_is_silent_when_nobody_has_to_decide():
    made = table(seated(MINI), MINI, coach=True)
    for now in play_hands(made.session, seed=4):
        if now.state.winner is not None:
            break
    made._coach.wait()
    pot = next(zone for zone in made.scene["zones"] if zone["kind"] == "pot")
    assert made.session.now.advice is not None and not pot["subtext"]


def people_after(hands, *moves, players=("Ana", "Brais", "Carme"), **options):
    rules = GalicianRules(players=len(players), suits=2, ranks=5, opening_rank=3)
    moment = Moment(rules, seated_people(*players), (), (rules.dealt(rules.deal(hands)),), **options)
    for move in moves:
        moment = moment.step(rules.parse(move))
    return Session.restored(moment, seed=6, identity="test")


HANDS = "3o,1c,5c,5o | 2o,4o,3c | 1o,2c,4c"


def test_a_card_can_be_taken_back_until_the_next_has_seen_the_own_hand():
    session = people_after(HANDS, "play 3c")
    assert session.now.viewer == 2
    session.undo()
    assert session.now.viewer == 1
    session = people_after(HANDS, "play 3c")
    session.look(session.now.rev, 2)
    with pytest.raises(Refused, match="Carme has seen the cards: it cannot be taken back"):
        session.undo()


def test_a_card_that_forced_others_cannot_be_taken_back_unless_all_hands_are_open():
    """Brais plays 2o; Carme has only 1o to play, then Ana must pass: both are seen now."""
    session = people_after(HANDS, "play 2o")
    assert session.now.viewer == 1 and len(session.now.state.history) == 4
    with pytest.raises(Refused, match="It has shown what others hold"):
        session.undo()
    session = people_after(HANDS, "play 2o", switches=frozenset({"open_hands"}))
    session.undo()
    assert len(session.now.state.history) == 1


def test_a_replay_shows_what_everybody_saw_and_the_hands_of_rounds_that_are_over():
    made = table()
    session = made.session
    for now in play_hands(session, seed=13):
        if now.state.round == 2 and isinstance(now.rules.turn(now.state), Decision):
            break
    shown = frames(now.rules, now.states, now.moves)
    for at in (0, 1, 2, len(shown) // 2, len(shown) - 2):
        assert made.say(do="replay", at=at)["ok"]
        scene, frame = made.scene, shown[at]
        validate(scene)
        assert counts(scene) == (list(frame.chips), frame.pot) and scene["actions"] == []
        minis = {one["id"].partition("-")[2] for one in scene["pieces"] if one["kind"] == "mini"}
        open_now = {str(card) for hand in hands_at(now.rules, now.states, frame) for card in hand}
        assert minis == (open_now if frame.round == 1 else set())
        assert made.say(do="look", rev=session.now.rev, seat=0)["ok"] is False
    assert made.say(do="replay", at=None)["ok"] and made.look()["ok"]


# A class types this.


@pytest.mark.parametrize(
    ("given", "quoted"),
    [
        ({"rules": 3}, "rules=3"),
        ({"players": ["Ana", "bot:steady"]}, "unknown level 'steady'; allowed: random, keep-suits, solver"),
        ({"players": ["Ana"]}, "players=1"),
        ({"players": ["Ana"] * 9}, "a list of 1 to 8"),
        ({"rules": GalicianRules(players=3), "players": ["Ana", "bot"]}, "one for each of the 3 seats"),
        ({"aid": 1}, "aid=1"),
        ({"open_hands": "yes"}, "open_hands='yes'"),
        ({"theme": "pink"}, "theme='pink'"),
        ({"lang": "fr"}, "lang='fr'"),
    ],
)
def test_a_bad_argument_is_one_clear_error(given, quoted):
    with pytest.raises(ValueError) as caught:
        GalicianTable(**{"autosave": False, **given})
    assert quoted in str(caught.value)


def test_where_no_widget_lives_there_are_a_text_and_a_picture_and_no_secret():
    made = table(["<b>x</b>", "Brais"], GalicianRules(players=2))
    data, _ = made._repr_mimebundle_()
    assert data["text/plain"] == repr(made)
    assert repr(made).startswith("GalicianTable 'test': Galician Seis, 2 players, round 1, ")
    assert "<b>x</b>" not in data["text/html"] and "&lt;b&gt;x&lt;/b&gt;" in data["text/html"]


def test_a_position_of_the_notation_reads_as_a_scene():
    rules = GalicianRules(players=3, suits=2, ranks=5, opening_rank=3)
    text = "12,11,12/0,1,0 ; 2o,1c,5c | 1o,5o,4c | 2c,3c ; round 1, C deals ; A 3o,-,4o"
    moment = Moment(
        rules, seated_people("Ana", "Brais", "Carme"), (), (parse_position(text),), switches=frozenset(["aid"])
    )
    scene = build(moment)
    validate(scene)
    assert scene["players"][1]["name"] == "Brais"

"""Names are hostile text: kept, limited, told apart, refused where they cannot be shown."""

import pytest

from seis_lab.widgets.players import Player, names, read_players

EVIL = "<img src=x onerror=alert(1)>"


def test_people_and_bots_are_read():
    assert read_players(["Ana", "you", "bot", "bot:random"]) == (
        Player("Ana"),
        Player(),
        Player(level="steady"),
        Player(level="random"),
    )


def test_a_bot_is_a_bot_in_capitals_too():
    assert read_players(["YOU", "Bot", "Bot:Random"]) == read_players(["you", "bot", "bot:random"])
    assert read_players(["Botond"]) == (Player("Botond"),)


@pytest.mark.parametrize(
    ("given", "quoted"),
    [
        ([], "players=[]"),
        ("Ana", "players='Ana'"),
        (["Ana"] * 7, "1 to 6"),
        (7, "players=7"),
        (["Ana", 5], "players[1]=5"),
        (["Ana", "   "], "is empty"),
        (["Ana", ""], "players[1]='' is empty"),
        (["A" * 33], "has 33 characters; allowed: 1 to 32"),
        (["An\na"], "cannot be shown"),
        (["\ud800"], "cannot be shown"),
        (["‮anA"], "cannot be shown"),
        (["Ana", "bot:genius"], "unknown level 'genius'; allowed: "),
        (["bot", "bot:random"], "bots only"),
    ],
)
def test_what_cannot_be_a_player_is_refused_with_one_clear_error(given, quoted):
    with pytest.raises(ValueError) as error:
        read_players(given)
    assert quoted in str(error.value)
    assert str(error.value).isprintable()


@pytest.mark.parametrize("name", [EVIL, "{n}", "{0}", "%s", "\\", "'; DROP", "O'Brien", "María-José", "李", "👩‍🔬"])
def test_strange_names_are_kept_as_they_are(name):
    assert names(read_players([name]), "en") == (name,)


@pytest.mark.parametrize(
    ("given", "called"),
    [
        (["Ana", "Ana", "Ana"], ("Ana", "Ana 2", "Ana 3")),
        (["Ana", "Ana", "Ana 2"], ("Ana", "Ana 3", "Ana 2")),
        (["Ana 2", "Ana", "Ana"], ("Ana 2", "Ana", "Ana 3")),
        (["bot", "bot", "Steady bot"], ("Steady bot", "Steady bot 2", "Steady bot 3")),
        (["you", "you"], ("Player", "Player 2")),
    ],
)
def test_no_two_players_are_called_alike(given, called):
    found = names(read_players([*given]), "en")
    assert found == called
    assert len(set(found)) == len(found)


def test_bots_and_nameless_people_are_called_in_the_language_of_the_table():
    seated = read_players(["you", "bot:random"])
    assert names(seated, "es") == ("Jugador", "Bot al azar")
    assert names(seated, "gl") == ("Xogador", "Bot ao chou")

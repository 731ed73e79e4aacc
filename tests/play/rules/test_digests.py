from generator.load.game_loader import load
from generator.load.game_locations import find_game
from generator.load.solo_reader import read_solo_rules
from generator.play.rules.digests import digest_solo_rules


def test_digest_of_shipped_rules_stays():
    """Saved sessions hold it: it changes with the rules' data, not with the names of our classes and fields."""
    game = load(find_game("hadrians-wall"))

    assert digest_solo_rules(game, read_solo_rules(game)) == "75260e0204b560d75f4ac9e763201b16"

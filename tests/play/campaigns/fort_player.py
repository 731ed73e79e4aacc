"""A game at a fort of a campaign, played by the strong player for the goals of the fort."""

from generator.bots.dealer import Dealer, draw_request
from generator.load.weights_reader import read_weights
from generator.solo import hadrians_wall as rules
from generator.solo.ai.evaluation import Evaluation
from generator.solo.ai.strong_player import StrongPlayer
from generator.solo.fort_goals import judge_fort


def play_fort(book, seed, aim, strength):
    """Play one game at the fort of a rulebook; return the result of its goals."""
    evaluation = Evaluation(book, read_weights(book.game, book.solo), aim)
    player, dealer = StrongPlayer(book, evaluation, strength=strength), Dealer(seed)
    state = rules.setup(book, {"difficulty": "normal"})
    while not rules.is_over(state):
        draw = draw_request(book, state)
        action = dealer.action(draw) if draw else player.choose(state, rules.legal(book, state))
        state = rules.apply(book, state, action)
    return judge_fort(book, book.fort.fort, state)

"""Environments for learners: Gymnasium and PettingZoo, one for each game of this package.

They need ``pip install 'bitgames[rl]'``. Importing this module registers the environments of
Gymnasium: ``bitgames/Othello-v0`` and so on, one for each game, and ``bitgames/Game-v0``, whose
argument ``spec`` names any game. Environments of PettingZoo are in ``bitgames.envs.aec``, the
adapter for OpenSpiel in ``bitgames.envs.openspiel``.

>>> import gymnasium as gym
>>> import bitgames.envs
>>> env = gym.make("bitgames/Game-v0", spec="mnk:6,5,4", opponent="alphabeta:depth=2")
>>> observation, info = env.reset(seed=0)
>>> observation["observation"].shape, int(observation["action_mask"].sum())
((2, 5, 6), 30)
"""

import gymnasium

from bitgames.envs.single import GameEnv
from bitgames.envs.vector import GameVectorEnv
from bitgames.games import examples, names, start

__all__ = ["IDS", "GameEnv", "GameVectorEnv"]


def _register() -> dict[str, str]:
    specs = {"Game": "tictactoe"}
    for name in names():
        begin = start(examples(name)[0])
        # The class of a game has its usual spelling; a second name of the same rules has none.
        title = type(begin).__name__ if begin.facts.name == name else name.capitalize()
        specs[title] = begin.game
    ids = {f"bitgames/{title}-v0": spec for title, spec in specs.items()}
    for each, spec in ids.items():
        gymnasium.register(
            each,
            entry_point="bitgames.envs.single:GameEnv",
            vector_entry_point="bitgames.envs.vector:GameVectorEnv",
            kwargs={"spec": spec},
        )
    return ids


IDS = _register()
"""The ids of the environments, each with the game that it plays unless ``spec`` names another."""

"""What ``bitgames play`` asks before a game: the game, the opponent, the side."""

from dataclasses import dataclass
from pathlib import Path

from bitgames import games
from bitgames._core import GameError, ParameterError, Position
from bitgames.cli import autosave
from bitgames.cli.autosave import Kept
from bitgames.cli.console import use_color
from bitgames.cli.errors import Failure, warn
from bitgames.cli.loading import is_file_name, load_game, wanted_deal
from bitgames.cli.menus import ask_game, ask_opponent, ask_side, ask_yes, rival
from bitgames.cli.progress import Bar
from bitgames.cli.session import Session
from bitgames.cli.terminal import Terminal
from bitgames.formats import read_position
from bitgames.play.seating import dealt, read_choice, sides
from bitgames.record import Record
from bitgames.seeding import root


@dataclass
class Asked:
    """The options of the command."""

    game: str | None
    size: int | None
    opponent: str | None
    side: str | None
    load: Path | None
    number: int | None
    go_on: bool
    seed: int | None
    deal: str | None = None

    def session(self, terminal: Terminal) -> Session:
        """Ask for what the options leave open. Raises ``EOFError`` if the person quits."""
        if self.go_on and self.load is not None:
            raise ParameterError("--continue and --load both name a game: give only one of them")
        if self.deal is not None and (self.go_on or self.load is not None):
            raise ParameterError("--deal is for a new game: leave out --continue and --load")
        named = self._named(terminal)
        if self.number is not None and self.load is None:
            raise ParameterError("--number needs a file of games")
        if self.load is not None:
            record = load_game(self.load, self.number, game=None if named is None else named.game)
            return self._begun(terminal, record.start, record)
        kept = None if self.deal is not None else self._kept(terminal)
        if kept is not None:
            return self._continued(terminal, kept)
        if named is None:
            named = games.get(ask_game(terminal.read))
        # A position that was typed is played as it is; a game of chance is dealt.
        is_start = named == games.get(named.game)
        if self.deal is not None and not is_start:
            raise ParameterError("--deal deals the cards, and the position has its own")
        return self._begun(terminal, named, None if is_start else Record(named))

    def _named(self, terminal: Terminal) -> Position | None:
        """Return the start that the arguments name; ``None`` if they name no game."""
        if self.size is not None:
            if self.game is not None and ":" in self.game:
                raise ParameterError(f"{self.game} already has a size: leave out --size")
            if self.game is None:
                if self.load is not None:
                    raise ParameterError("--size needs the name of a game")
                self.game = ask_game(terminal.read).partition(":")[0]
            self.game = f"{self.game}:{self.size}"
        if self.game is None:
            return None
        try:
            named = read_position(self.game)
        except GameError:
            if self.load is not None or not is_file_name(self.game):
                raise
            self.load, self.game = Path(self.game), None
            return None
        self.game = named.game
        return named

    def _kept(self, terminal: Terminal) -> Kept | None:
        """Return the game in progress, if it is wanted."""
        if self.go_on:
            kept = autosave.find(self.game)
            if kept is None:
                kind = "" if self.game is None else f" of {self.game.partition(':')[0]}"
                has_kept = autosave.folder().exists()
                why = (
                    "none was kept, or the last one was finished"
                    if has_kept
                    else "none was kept yet"
                )
                raise Failure(f"there is no game{kind} to continue: {why}")
            return kept
        if not terminal.is_interactive:
            return None
        try:
            kept = autosave.find(self.game)
        except (Failure, OSError) as error:
            warn(str(error))
            return None
        wanted = kept is not None and ask_yes(terminal.read, f"continue {kept.words}?")
        return kept if wanted else None

    def _continued(self, terminal: Terminal, kept: Kept) -> Session:
        start = kept.tree.root.position
        # The deals of a game of chance have specs of their own.
        if self.game not in (None, start.game) and not start.facts.chance:
            raise ParameterError(f"the game to continue is {start.game}, not {self.game}")
        player = kept.opponent if self.opponent is None else rival(self.opponent, start)
        side = kept.side if self.side is None else self.side
        return Session(
            start,
            player,
            read_choice(side, sides(start), "side"),
            seed=kept.seed,
            color=use_color(),
            tree=kept.tree,
            number=kept.number,
            earlier=kept.series,
            redraws=terminal.redraws,
        )

    def _begun(self, terminal: Terminal, start: Position, record: Record | None) -> Session:
        seed = root(self.seed)
        conditions = None if self.deal is None else wanted_deal(start, self.deal)
        side = None if self.side is None else read_choice(self.side, sides(start), "side")
        player = None
        if self.opponent is not None:
            player = rival(self.opponent, start)
        elif side != "both":
            player = ask_opponent(terminal.read, start)
        if side is None:
            side = "both" if player is None else ask_side(terminal.read, start)
        if record is None:
            with Bar("dealing", "deals") as bar:
                start = dealt(start, seed, 0, conditions, bar.callback)
        return Session(
            start,
            player,
            side,
            seed=seed,
            color=use_color(),
            record=record,
            conditions=conditions,
            redraws=terminal.redraws,
        )

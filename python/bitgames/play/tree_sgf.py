"""Trees of a room as games of SGF, and back."""

from bitgames.formats.sgf import SgfGame, SgfMove
from bitgames.play.tree import Tree


def to_sgf(tree: Tree, resigned: int | None = None) -> SgfGame:
    """Return a tree with all its moves and comments as a game of SGF.

    >>> import bitgames as bg
    >>> tree = Tree(bg.TicTacToe())
    >>> tree.play("b2").comment = "the centre"
    >>> [(str(node.move), node.comment) for node in to_sgf(tree).main_line]
    [('None', ''), ('b2', 'the centre')]
    """
    moves = {node.number: SgfMove(node.move, node.comment) for node in tree}
    for node in tree:
        moves[node.number].children = [moves[child.number] for child in node.children]
    return SgfGame(tree.root.position, moves[0], tree.title, resigned)


def from_sgf(game: SgfGame) -> Tree:
    """Return a game of SGF as a tree, at the end of its main line; values go into no comment.

    Raises ``LimitError`` for more positions than a tree can hold.

    >>> from bitgames.formats import sgf
    >>> tree = from_sgf(sgf.loads("(;GM[2];B[fe](;W[df]C[usual])(;W[ff]))")[0])
    >>> [str(node.move) for node in tree], tree.current.comment
    (['None', 'f5', 'd6', 'f6'], 'usual')
    """
    tree = Tree(game.start)
    tree.title = game.title or tree.title
    tree.root.comment = game.root.comment
    waiting = [(child, tree.root) for child in reversed(game.root.children)]
    end = tree.root
    while waiting:
        move, before = waiting.pop()
        assert move.move is not None
        tree.goto(before.number)
        node = tree.play(move.move)
        # Two branches of a file may begin with the same move.
        node.comment = "\n".join(filter(None, (node.comment, move.comment)))
        waiting += [(child, node) for child in reversed(move.children)]
    while end.children:
        end = end.children[0]
    tree.goto(end.number)
    return tree

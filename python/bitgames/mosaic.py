"""What Mosaic and Mosaic Quo share: positions on a pyramid, and sets of its cells.

>>> from bitgames.mosaic import PyramidSet
>>> len(PyramidSet.ground(4))
16
"""

from bitgames._core import PyramidPosition, PyramidSet

__all__ = ["PyramidPosition", "PyramidSet"]

"""Remember what was computed from a large immutable value, for as long as it is the very same object.

>>> first, equal = (1, 2), tuple([1, 2])
>>> Same(first) == Same(first), Same(first) == Same(equal)
(True, False)
"""

from typing import Any


class Same:
    """A value that equals another only if both are one object: a key for `functools.lru_cache` that costs nothing.

    The positions of a long match would take longer to compare than what is computed from them.
    """

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value  # held, so that no other object gets its identity meanwhile

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)

"""The kernels of Seises cabrón twice: compiled as they ship, and the same source as plain Python, as without numba."""

from seis_lab.kernels import cabron_counts, cabron_law, cabron_play, column_play
from tests.plain_kernels import plain

_law = plain(cabron_law)
LAWS = {"shipped": cabron_law, "plain": _law}
COUNTS = {"shipped": cabron_counts, "plain": plain(cabron_counts, _law)}
PLAYS = {"shipped": cabron_play, "plain": plain(cabron_play, plain(column_play))}

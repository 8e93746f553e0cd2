"""The kernels of Seises cabrón twice: compiled as they ship, and the same source as plain Python, as without numba."""

from seis_lab.kernels import cabron_best, cabron_counts, cabron_law, cabron_play, column_play
from tests.plain_kernels import plain

_law = plain(cabron_law)
_counts = plain(cabron_counts, _law)
_play = plain(cabron_play, plain(column_play))
LAWS = {"shipped": cabron_law, "plain": _law}
COUNTS = {"shipped": cabron_counts, "plain": _counts}
PLAYS = {"shipped": cabron_play, "plain": _play}
BESTS = {"shipped": cabron_best, "plain": plain(cabron_best, _law, _counts, _play)}

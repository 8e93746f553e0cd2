"""The kernels of Galician Seis twice: compiled as they ship, and the same source as plain Python, as without numba."""

from seis_lab.kernels import column_play, galician_chain, galician_law, galician_play
from tests.plain_kernels import plain

_play = plain(galician_play, plain(column_play))
LAWS = {"shipped": galician_law, "plain": plain(galician_law)}
PLAYS = {"shipped": galician_play, "plain": _play}
CHAINS = {"shipped": galician_chain, "plain": plain(galician_chain, _play)}

"""Three sums, an exchange, a broadcast and a pickled object, by mpi4py. Argument: 1 with threads, 0 without."""
import sys

import mpi4py

mpi4py.rc.threads = sys.argv[1] == "1"
from mpi4py import MPI  # initialises MPI

world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()

for n in (1, 10, 1000):
    mine = memoryview(bytearray(8 * n)).cast("d")
    for i in range(n):
        mine[i] = rank + i
    total = memoryview(bytearray(8 * n)).cast("d")
    world.Allreduce([mine, MPI.DOUBLE], [total, MPI.DOUBLE], op=MPI.SUM)
    assert list(total) == [size * i + sum(range(size)) for i in range(n)]

got = bytearray(1)
world.Sendrecv([bytes([rank]), MPI.BYTE], dest=(rank + 1) % size, recvbuf=[got, MPI.BYTE], source=(rank - 1) % size)
assert got[0] == (rank - 1) % size

word = bytearray(b"hello" if rank == 0 else b".....")
world.Bcast([word, MPI.BYTE], root=0)
assert word == b"hello"

if rank == 0:
    world.send({"a": [1, 2, 3]}, dest=1, tag=7)
elif rank == 1:
    assert world.recv(source=0, tag=7) == {"a": [1, 2, 3]}
sys.stdout.write(f"rank {rank} of {size}, level {MPI.Query_thread()}: right\n")

"""Three sums and an exchange, by a module that is loaded RTLD_LOCAL."""
import ctypes
import os
import sys

module = ctypes.CDLL(sys.argv[1], mode=os.RTLD_NOW | os.RTLD_LOCAL)
module.start()
rank, size = module.my_rank(), module.world_size()
for i in range(3):
    assert module.sum(rank + i) == size * i + sum(range(size))
assert module.from_left() == (rank - 1) % size
sys.stdout.write(f"rank {rank} of {size}: right\n")
module.stop()

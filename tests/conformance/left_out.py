"""What of MPICH's test suite is not run, and why."""

# Folders that the suite's own testlist omits, or that its configure omits for a host other than its own MPICH.
LEFT_OUT_FOLDERS = {
    "basic": "examples, no checks; not in the suite's testlist",
    "errors/f08": "not in the suite's testlist",
    "perf": "compares times, which a busy machine falsifies; not in the suite's testlist",
    "ckpoint": "needs checkpointing (BLCR) in the launcher",
    "ft, errors/faults": "processes that are killed; not in the suite's testlist by default",
    "manual": "to be looked at by a person",
    "large (testlist.dtp)": "the same programs with many datatypes; with --lists testlist,testlist.dtp",
}
LEFT_OUT_TESTS = {
    "init/timeout": "lasts five minutes on purpose, to try the time limit of the suite's own runner",
    "cxx/coll/redscatblk": "reads what some algorithms of an MPI_Reduce_scatter_block in place leave behind its result: it fails bare, too, "
                           "with MPIR_CVAR_REDUCE_SCATTER_BLOCK_INTRA_ALGORITHM=recursive_halving",
    "rma/get_acc_local": "looks at memory that it has not set: it fails in three of four runs bare",
}
ONLY_ON_MPICH = {
    "f08/subarray/test14": "sends parts of arrays without waiting, for which a host must support MPI_SUBARRAYS_SUPPORTED: Open MPI gets a copy that "
                           "the compiler frees at once",
    "errors/coll/noalias3": "starts nonblocking collectives on rank 0 alone and completes none; libnbc of Open MPI uses one after it gave it up",
    "f90/f90types/createf90types": "MPI_Type_get_contents of Open MPI 4.1.4 follows a pointer that nobody has set for such types: a crash in three "
                                   "of four runs bare",
}
ONLY_ON_MPICH["f08/subarray/test15"] = ONLY_ON_MPICH["f08/subarray/test14"]


def left_out_tests(host):
    return LEFT_OUT_TESTS | (ONLY_ON_MPICH if host != "mpich" else {})

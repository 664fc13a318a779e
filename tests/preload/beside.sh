# shellcheck shell=bash
# Sourced behind common.sh by tests of another library, or a tool, beside Shunt's.
compile "$preload_tests/programs/beside.c" -pthread
# All operations that engines can carry within a node, in one run.
carried_rules='p2p -> remote_write; allreduce,bcast -> pipeline choose=always; alltoall -> phased choose=always'

# expect_recorded NAME: every call of the program is recorded once, on two ranks.
expect_recorded() {
    expect_same bare "$1"
    expect_clean "$1" 2
    expect_counts "$1" <<END
28 MPI_Sendrecv
28 MPI_Isend
28 MPI_Irecv
28 MPI_Allreduce
28 MPI_Alltoall
30 MPI_Bcast
END
}

# expect_carried NAME: the same, and the engines carried the calls.
expect_carried() {
    expect_recorded "$1"
    expect_counts "$1" <<END
28 MPI_Sendrecv engine=remote_write
28 MPI_Alltoall engine=phased
END
    [ -n "$bare_only" ] || [ "$(query "$1" calls MPI_Allreduce engine=pipeline)" -ge 20 ] || fail "$1: pipeline carried nothing"
}

# recorded_and_carried NAME: two ranks of the program, once recorded and once carried; the test sets $preload and $rank_wrapper.
recorded_and_carried() {
    under "$1" 2 "$work/beside"
    expect_recorded "$1"
    SHUNT_RULES=$carried_rules under "$1-carried" 2 "$work/beside"
    expect_carried "$1-carried"
}

# beside_library LIBRARY: LIBRARY is preloaded alone, then before Shunt's library, then after it.
beside_library() {
    rank_wrapper=(env "LD_PRELOAD=$1")
    bare bare 2 "$work/beside"
    expect_status bare 0
    rank_wrapper=()
    [ -z "$bare_only" ] || exit 0
    preload=$1:$library recorded_and_carried in-front
    preload=$library:$1 recorded_and_carried behind
}

# installed_library NAME: the path at which the dynamic linker finds NAME.
installed_library() {
    local path
    path=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | sed -n "s/^\s*$1 .*x86-64.* => //p" | head -n 1)
    [ -n "$path" ] || return 1
    echo "$path"
}

#!/usr/bin/env bash
# Fortran by mpif.h, "use mpi" and "use mpi_f08": each call is seen, once. The three programs are one text.
source "$(dirname "$0")/../common.sh"
need "mpif90.$host"

# Lines "!mpif.h ", "!mpi " and "!mpi_f08 " of the text are for that way only.
for way in mpif.h mpi mpi_f08; do
    name=way_${way%.h}
    sed "s/^!$way //; /^!mpi[^ ]* /d" "$here/calls.f90" >"$work/$name.f90"
    compile "$work/$name.f90" -fallow-argument-mismatch
    bare bare_$name 2 "$work/$name"
    expect_status bare_$name 0
    for rules in '' 'alltoall -> phased choose=always'; do
        run=$name$(echo "$rules" | tr -cd a-z)
        SHUNT_RULES=$rules under $run 2 "$work/$name"
        expect_same bare_$name $run
        expect_clean $run 2
        while read -r function a_rank; do expect_calls $run $((2 * a_rank)) $function; done <<END
MPI_Send 0
MPI_Isend 6
MPI_Irecv 6
MPI_Wait 2
MPI_Waitall 2
MPI_Test 0
MPI_Testall 0
MPI_Waitany 2
MPI_Waitsome 0
MPI_Sendrecv 3
MPI_Bcast 2
MPI_Reduce 1
MPI_Allreduce 2
MPI_Alltoall 2
MPI_Barrier 1
MPI_Comm_dup 1
MPI_Comm_free 1
MPI_Comm_rank 1
MPI_Comm_size 1
MPI_Get_count 1
MPI_Type_vector 1
MPI_Type_free 1
END
        [ -n "$bare_only" ] || [ "$(query $run sent rank=0 bytes=40)" = 2 ] || fail "$run: $(query $run sent rank=0 bytes=40) messages of 40 bytes"
    done
done

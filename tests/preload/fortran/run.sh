#!/usr/bin/env bash
# Fortran by mpif.h, "use mpi" and "use mpi_f08": each call is recorded once. The three programs are made from one text.
source "$(dirname "$0")/../common.sh"
need "mpif90.$host"

# Lines of the text that begin with "!mpif.h ", "!mpi " or "!mpi_f08 " are used only for that interface.
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
        expect_counts $run <<END
0 MPI_Send
12 MPI_Isend
12 MPI_Irecv
4 MPI_Wait
4 MPI_Waitall
0 MPI_Test
0 MPI_Testall
4 MPI_Waitany
0 MPI_Waitsome
6 MPI_Sendrecv
4 MPI_Bcast
2 MPI_Reduce
4 MPI_Allreduce
4 MPI_Alltoall
2 MPI_Barrier
2 MPI_Comm_dup
2 MPI_Comm_free
2 MPI_Comm_rank
2 MPI_Comm_size
2 MPI_Get_count
2 MPI_Type_vector
2 MPI_Type_free
END
        [ -n "$bare_only" ] || [ "$(query $run sent rank=0 bytes=40)" = 2 ] || fail "$run: $(query $run sent rank=0 bytes=40) messages of 40 bytes"
    done
done

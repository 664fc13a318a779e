#!/usr/bin/env bash
# MPI-IO: what the library does inside its collective reads and writes is not the program's.
source "$(dirname "$0")/../common.sh"
compile "$here/files.c"
components=-
[ "$host" = openmpi ] && components="ompio romio321"
for component in $components; do
    [ "$component" = - ] || launcher_options=(--mca io "$component")
    bare bare$component 2 "$work/files" "$work/data"
    expect_status bare$component 0
    under under$component 2 "$work/files" "$work/data"
    expect_same bare$component under$component
    expect_clean under$component 2
    expect_calls under$component 6 MPI_File_write_all
    expect_calls under$component 6 MPI_File_read_at_all
    expect_calls under$component 2 MPI_File_open
    expect_calls under$component 2 MPI_File_close
    expect_calls under$component 2 MPI_Allreduce
    for function in MPI_Bcast MPI_Alltoall MPI_Isend MPI_Irecv MPI_Send MPI_Recv MPI_Waitall MPI_Allgather MPI_Comm_dup MPI_Type_size MPI_Type_size_x; do
        expect_calls under$component 0 $function
    done
    expect_calls under$component 2 MPI_Barrier
done

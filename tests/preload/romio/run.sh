#!/usr/bin/env bash
# MPI-IO: the calls that the MPI library makes inside its collective reads and writes are not recorded as the program's.
source "$(dirname "$0")/../common.sh"
compile "$here/files.c"
components=-
if [ "$host" = openmpi ]; then
    components=$(ompi_info --parsable | sed -nE 's/^mca:io:([a-z0-9]+):version:"mca.*/\1/p')
    [[ $components == *ompio* ]] || fail "ompi_info names no component for files"
fi
for component in $components; do
    [ "$component" = - ] || launcher_options=(--mca io "$component")
    bare bare$component 2 "$work/files" "$work/data"
    expect_status bare$component 0
    under under$component 2 "$work/files" "$work/data"
    expect_same bare$component under$component
    expect_clean under$component 2
    expect_counts under$component <<END
6 MPI_File_write_all
6 MPI_File_read_at_all
2 MPI_File_open
2 MPI_File_close
2 MPI_Allreduce
2 MPI_Barrier
0 MPI_Bcast
0 MPI_Alltoall
0 MPI_Isend
0 MPI_Irecv
0 MPI_Send
0 MPI_Recv
0 MPI_Waitall
0 MPI_Allgather
0 MPI_Comm_dup
0 MPI_Type_size
0 MPI_Type_size_x
END
done

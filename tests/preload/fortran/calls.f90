program calls
!mpi     use mpi
!mpi_f08     use mpi_f08
    implicit none
!mpif.h     include 'mpif.h'
!mpif.h     integer :: comm, strided, requests(4), status(MPI_STATUS_SIZE)
!mpi     integer :: comm, strided, requests(4), status(MPI_STATUS_SIZE)
!mpi_f08     type(MPI_Comm) :: comm
!mpi_f08     type(MPI_Datatype) :: strided
!mpi_f08     type(MPI_Request) :: requests(4)
!mpi_f08     type(MPI_Status) :: status
    integer :: rank, ranks, other, error, count, index, i, wrong
    integer :: out(30), in(30), total(10)

    wrong = 0
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    call MPI_Comm_dup(MPI_COMM_WORLD, comm, error)
    other = 1 - rank
    out = [(100 * rank + i, i = 1, 30)]

    ! Completed one by one, all at once, any first.
    do i = 1, 2
        in = 0
        call MPI_Irecv(in, 30, MPI_INTEGER, other, i, comm, requests(1), error)
        call MPI_Isend(out, 10, MPI_INTEGER, other, i, comm, requests(2), error)
        if (i == 1) then
            call MPI_Wait(requests(1), status, error)
            call MPI_Wait(requests(2), MPI_STATUS_IGNORE, error)
            call MPI_Get_count(status, MPI_INTEGER, count, error)
            if (count /= 10) wrong = wrong + 1
        else
            call MPI_Waitany(2, requests, index, status, error)
            call MPI_Waitany(2, requests, index, MPI_STATUS_IGNORE, error)
        end if
        if (in(10) /= 100 * other + 10 .or. in(11) /= 0) wrong = wrong + 1
    end do
    do i = 1, 2
        call MPI_Irecv(in(1), 1, MPI_INTEGER, other, 3, comm, requests(1), error)
        call MPI_Irecv(in(2), 1, MPI_INTEGER, MPI_ANY_SOURCE, 4, comm, requests(2), error)
        call MPI_Isend(out(1), 1, MPI_INTEGER, other, 3, comm, requests(3), error)
        call MPI_Isend(out(2), 1, MPI_INTEGER, other, 4, comm, requests(4), error)
        call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, error)
        if (in(2) /= 100 * other + 2) wrong = wrong + 1
    end do

    call MPI_Sendrecv(out, 30, MPI_INTEGER, other, 5, in, 30, MPI_INTEGER, other, 5, comm, status, error)
    if (any(in /= [(100 * other + i, i = 1, 30)])) wrong = wrong + 1
    call MPI_Sendrecv(out, 1, MPI_INTEGER, MPI_PROC_NULL, 5, in, 1, MPI_INTEGER, MPI_PROC_NULL, 5, comm, MPI_STATUS_IGNORE, error)
    call MPI_Type_vector(5, 1, 3, MPI_INTEGER, strided, error)
    call MPI_Type_commit(strided, error)
    in = 0
    call MPI_Sendrecv(out, 1, strided, other, 6, in, 1, strided, other, 6, comm, status, error)
    if (in(13) /= 100 * other + 13 .or. in(2) /= 0) wrong = wrong + 1
    call MPI_Type_free(strided, error)

    call MPI_Barrier(comm, error)
    call MPI_Bcast(in, 30, MPI_INTEGER, 0, comm, error)
    call MPI_Bcast(in, 30, MPI_INTEGER, 1, MPI_COMM_WORLD, error)
    call MPI_Reduce(out, total, 10, MPI_INTEGER, MPI_SUM, 0, comm, error)
    if (rank == 0 .and. total(3) /= 106) wrong = wrong + 1
    call MPI_Allreduce(out, total, 10, MPI_INTEGER, MPI_SUM, comm, error)
    call MPI_Allreduce(MPI_IN_PLACE, total, 10, MPI_INTEGER, MPI_MAX, comm, error)
    if (total(10) /= 120) wrong = wrong + 1
    call MPI_Alltoall(out, 2, MPI_INTEGER, in, 2, MPI_INTEGER, comm, error)
    if (in(1) /= 1 + 2 * rank .or. in(3) /= 101 + 2 * rank) wrong = wrong + 1
    call MPI_Alltoall(MPI_IN_PLACE, 2, MPI_INTEGER, in, 2, MPI_INTEGER, comm, error)
    call MPI_Comm_free(comm, error)
    write (*, '(a,i0,a,i0,a)') 'rank ', rank, ': ', wrong, ' wrong'
    call MPI_Finalize(error)
    if (wrong /= 0) stop 1
end program calls

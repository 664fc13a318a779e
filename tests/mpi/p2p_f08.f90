! Messages, Waitall, Alltoall(v), in place, Pcontrol through mpi_f08.
program p2p_f08
    use mpi_f08
    implicit none
    integer, parameter :: n = 50
    integer :: error, me, ranks, next, previous, i, bad, all_bad, got, total
    integer :: values(n), room(n)
    integer, allocatable :: sends(:), receives(:), counts(:), places(:)
    type(MPI_Request) :: requests(2)
    type(MPI_Status) :: statuses(2)
    logical :: flag

    bad = 0
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    next = mod(me + 1, ranks)
    previous = mod(me + ranks - 1, ranks)
    call MPI_Pcontrol(1)
    call ring
    call MPI_Pcontrol(2)
    call everyone
    call persistent
    if (bad /= 0) write (0, *) 'rank ', me, ': ', bad, ' values are wrong'
    call MPI_Allreduce(bad, all_bad, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    if (me == 0 .and. all_bad == 0) write (*, '(A,I0)') 'OK ', ranks * (2 * n + 12 + 3 * ranks)
    call MPI_Finalize(error)
    if (all_bad /= 0) stop 1

contains

    subroutine expect(is_so)
        logical, intent(in) :: is_so
        if (.not. is_so) bad = bad + 1
    end subroutine

    subroutine ring
        values = [(me * 1000 + i, i = 1, n)]
        room = -1
        call MPI_Irecv(room, n, MPI_INTEGER, previous, 5, MPI_COMM_WORLD, requests(1), error)
        call MPI_Isend(values, n, MPI_INTEGER, next, 5, MPI_COMM_WORLD, requests(2), error)
        call MPI_Waitall(2, requests, statuses, error)
        call expect(error == MPI_SUCCESS)
        call expect(statuses(1)%MPI_SOURCE == previous)
        call expect(statuses(1)%MPI_TAG == 5)
        call MPI_Get_count(statuses(1), MPI_INTEGER, got, error)
        call expect(got == n)
        call expect(requests(1) == MPI_REQUEST_NULL)
        call expect(all(room == [(previous * 1000 + i, i = 1, n)]))
        call MPI_Irecv(room, n, MPI_INTEGER, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, requests(1), error)
        call MPI_Send(values, 3, MPI_INTEGER, next, 6, MPI_COMM_WORLD, error)
        flag = .false.
        do while (.not. flag)
            call MPI_Test(requests(1), flag, MPI_STATUS_IGNORE, error)
        end do
        call expect(room(3) == previous * 1000 + 3)
        call MPI_Barrier(MPI_COMM_WORLD, error)
        call MPI_Sendrecv(values, n, MPI_INTEGER, next, 7, room, n, MPI_INTEGER, previous, 7, MPI_COMM_WORLD, &
                          MPI_STATUS_IGNORE, error)
        call expect(room(n) == previous * 1000 + n)
    end subroutine

    subroutine everyone
        allocate (sends(ranks), receives(ranks), counts(ranks), places(ranks))
        sends = [(me * 100 + i - 1, i = 1, ranks)]
        counts = 1
        places = [(i - 1, i = 1, ranks)]
        call MPI_Alltoall(sends, 1, MPI_INTEGER, receives, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
        call expect(all(receives == [((i - 1) * 100 + me, i = 1, ranks)]))
        receives = -1
        call MPI_Alltoallv(sends, counts, places, MPI_INTEGER, receives, counts, places, MPI_INTEGER, MPI_COMM_WORLD, error)
        call expect(all(receives == [((i - 1) * 100 + me, i = 1, ranks)]))
        call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, sends, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
        call expect(all(sends == receives))
        total = me
        call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
        call expect(total == ranks * (ranks - 1) / 2)
        total = me
        call MPI_Bcast(total, 1, MPI_INTEGER, ranks - 1, MPI_COMM_WORLD, error)
        call expect(total == ranks - 1)
    end subroutine

    subroutine persistent
        call MPI_Recv_init(room, n, MPI_INTEGER, previous, 8, MPI_COMM_WORLD, requests(1), error)
        call MPI_Send_init(values, n, MPI_INTEGER, next, 8, MPI_COMM_WORLD, requests(2), error)
        room = -1
        call MPI_Startall(2, requests, error)
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, error)
        call expect(all(room == [(previous * 1000 + i, i = 1, n)]))
        call MPI_Request_free(requests(1), error)
        call MPI_Request_free(requests(2), error)
    end subroutine

end program

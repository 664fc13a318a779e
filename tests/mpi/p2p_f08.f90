! Messages of all kinds, Waitall, Alltoall(v), in place, Pcontrol through mpi_f08.
program p2p_f08
    use, intrinsic :: iso_c_binding, only: c_ptr
    use mpi_f08
    implicit none
    integer, parameter :: n = 50
    integer :: error, me, ranks, next, previous, i, bad, all_bad, got, total
    integer, target :: values(n), room(n)
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
    call probed
    call buffered
    call cancelled
    call some
    call bottom
    if (bad /= 0) write (0, *) 'rank ', me, ': ', bad, ' values are wrong'
    call MPI_Allreduce(bad, all_bad, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    if (me == 0 .and. all_bad == 0) write (*, '(A,I0)') 'OK ', ranks * (2 * n + 26 + 3 * ranks)
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

    subroutine probed
        type(MPI_Message) :: message
        type(MPI_Status) :: status
        call MPI_Isend(values, n, MPI_INTEGER, next, 11, MPI_COMM_WORLD, requests(1), error)
        call MPI_Probe(previous, 11, MPI_COMM_WORLD, status, error)
        call MPI_Get_count(status, MPI_INTEGER, got, error)
        call expect(got == n)
        call MPI_Mprobe(MPI_ANY_SOURCE, 11, MPI_COMM_WORLD, message, status, error)
        call expect(status%MPI_SOURCE == previous)
        room = -1
        call MPI_Mrecv(room, n, MPI_INTEGER, message, status, error)
        call expect(message == MPI_MESSAGE_NULL)
        call expect(all(room == [(previous * 1000 + i, i = 1, n)]))
        call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
        call MPI_Barrier(MPI_COMM_WORLD, error)
    end subroutine

    subroutine buffered
        integer, target, asynchronous, save :: buffer(n + MPI_BSEND_OVERHEAD)
        type(c_ptr) :: place
        integer :: bytes
        call MPI_Buffer_attach(buffer, 4 * size(buffer), error)
        call MPI_Bsend(values, n, MPI_INTEGER, next, 12, MPI_COMM_WORLD, error)
        room = -1
        call MPI_Recv(room, n, MPI_INTEGER, previous, 12, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
        call expect(all(room == [(previous * 1000 + i, i = 1, n)]))
        call MPI_Buffer_detach(place, bytes, error)
        call expect(bytes == 4 * size(buffer))
    end subroutine

    subroutine cancelled
        type(MPI_Status) :: status
        call MPI_Irecv(room, n, MPI_INTEGER, previous, 13, MPI_COMM_WORLD, requests(1), error)
        call MPI_Cancel(requests(1), error)
        call MPI_Wait(requests(1), status, error)
        call MPI_Test_cancelled(status, flag, error)
        call expect(flag)
    end subroutine

    subroutine some
        integer :: other(1), which, count, indices(2)
        type(MPI_Status) :: status
        call MPI_Irecv(room, n, MPI_INTEGER, previous, 14, MPI_COMM_WORLD, requests(1), error)
        call MPI_Irecv(other, 1, MPI_INTEGER, previous, 15, MPI_COMM_WORLD, requests(2), error)
        call MPI_Send(values, 1, MPI_INTEGER, next, 15, MPI_COMM_WORLD, error)
        call MPI_Waitany(2, requests, which, status, error)
        call expect(requests(2) == MPI_REQUEST_NULL .and. requests(1) /= MPI_REQUEST_NULL)  ! MPICH 4.0 counts from 0
        call expect(status%MPI_TAG == 15)
        call expect(other(1) == previous * 1000 + 1)
        call MPI_Barrier(MPI_COMM_WORLD, error)
        call MPI_Send(values, n, MPI_INTEGER, next, 14, MPI_COMM_WORLD, error)
        call MPI_Waitsome(2, requests, count, indices, statuses, error)
        call expect(count == 1)
        call expect(requests(1) == MPI_REQUEST_NULL)
    end subroutine

    subroutine bottom
        type(MPI_Datatype) :: from, into
        integer(MPI_ADDRESS_KIND) :: address(1)
        integer, parameter :: lengths(1) = [n]
        call MPI_Get_address(values, address(1), error)
        call MPI_Type_create_hindexed(1, lengths, address, MPI_INTEGER, from, error)
        call MPI_Get_address(room, address(1), error)
        call MPI_Type_create_hindexed(1, lengths, address, MPI_INTEGER, into, error)
        call MPI_Type_commit(from, error)
        call MPI_Type_commit(into, error)
        room = -1
        call MPI_Irecv(MPI_BOTTOM, 1, into, previous, 16, MPI_COMM_WORLD, requests(1), error)
        call MPI_Send(MPI_BOTTOM, 1, from, next, 16, MPI_COMM_WORLD, error)
        call MPI_Wait(requests(1), MPI_STATUS_IGNORE, error)
        call expect(all(room == [(previous * 1000 + i, i = 1, n)]))
        call MPI_Type_free(from, error)
        call MPI_Type_free(into, error)
    end subroutine

end program

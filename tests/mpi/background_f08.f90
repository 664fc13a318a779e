! Nonblocking all-to-alls mixed with messages through mpi_f08: Waitall, Waitany, Waitsome, Testall, Test, Request_get_status.
program background_f08
    use mpi_f08
    implicit none
    integer, parameter :: n = 40, most = 64
    integer :: error, me, ranks, next, previous, bad, all_bad, round, i, index, done, left
    integer, asynchronous :: sends(most * n), receives(most * n), v_sends(most * n), v_receives(most * n), values(n), room(n)
    integer :: counts_out(most), counts_in(most), places(most), indices(4)
    type(MPI_Request) :: requests(4)
    type(MPI_Status) :: statuses(4), status
    logical :: flag, gone(4)

    bad = 0
    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, me, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    next = mod(me + 1, ranks)
    previous = mod(me + ranks - 1, ranks)
    ! Blocking calls first: what carries all-to-alls is made by them.
    call MPI_Alltoall(sends, 1, MPI_INTEGER, receives, 1, MPI_INTEGER, MPI_COMM_WORLD, error)
    do round = 1, 24
        call start
        select case (mod(round + me, 6))
        case (0)
            call MPI_Waitall(4, requests, statuses, error)
        case (1)
            do i = 1, 4
                call MPI_Waitany(4, requests, index, status, error)
                call expect(index >= 0 .and. index <= 4)   ! MPICH 4.0 counts from 0 here
            end do
        case (2)
            left = 4
            do while (left > 0)
                call MPI_Waitsome(4, requests, done, indices, statuses, error)
                call expect(done > 0 .and. done <= left)
                left = left - done
            end do
        case (3)
            flag = .false.
            do while (.not. flag)
                call MPI_Testall(4, requests, flag, MPI_STATUSES_IGNORE, error)
            end do
        case (4)
            gone = .false.
            do while (.not. all(gone))
                do i = 1, 4
                    if (gone(i)) cycle
                    call MPI_Test(requests(i), gone(i), status, error)
                end do
            end do
        case default
            do i = 1, 4
                flag = .false.
                do while (.not. flag)
                    call MPI_Request_get_status(requests(i), flag, status, error)
                end do
                call expect(requests(i) /= MPI_REQUEST_NULL)
                call MPI_Wait(requests(i), MPI_STATUS_IGNORE, error)
            end do
        end select
        call expect(error == MPI_SUCCESS)
        call check
    end do
    if (bad /= 0) write (0, *) 'rank ', me, ': ', bad, ' values are wrong'
    call MPI_Allreduce(bad, all_bad, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    if (me == 0 .and. all_bad == 0) write (*, '(A,I0)') 'OK ', ranks * 24
    call MPI_Finalize(error)
    if (all_bad /= 0) stop 1

contains

    subroutine expect(is_so)
        logical, intent(in) :: is_so
        if (.not. is_so) bad = bad + 1
    end subroutine

    integer function value_of(from, to, k)
        integer, intent(in) :: from, to, k
        value_of = round * 1000000 + from * 10000 + to * 100 + k
    end function

    ! Units that one rank has for another: none for some.
    integer function units(from, to)
        integer, intent(in) :: from, to
        units = mod(3 * from + 5 * to + round, 7) * 5
    end function

    subroutine start
        integer :: peer, k
        receives = -1
        v_receives = -1
        room = -1
        do peer = 0, ranks - 1
            places(peer + 1) = peer * n
            counts_out(peer + 1) = units(me, peer)
            counts_in(peer + 1) = units(peer, me)
            do k = 1, n
                sends(peer * n + k) = value_of(me, peer, k)
                v_sends(peer * n + k) = -value_of(me, peer, k)
            end do
        end do
        values = [(value_of(me, next, k), k = 1, n)]
        call MPI_Ialltoall(sends, n, MPI_INTEGER, receives, n, MPI_INTEGER, MPI_COMM_WORLD, requests(2), error)
        call MPI_Irecv(room, n, MPI_INTEGER, previous, 4, MPI_COMM_WORLD, requests(1), error)
        call MPI_Ialltoallv(v_sends, counts_out, places, MPI_INTEGER, v_receives, counts_in, places, MPI_INTEGER, MPI_COMM_WORLD, &
                            requests(3), error)
        call MPI_Isend(values, n, MPI_INTEGER, next, 4, MPI_COMM_WORLD, requests(4), error)
    end subroutine

    subroutine check
        integer :: peer, k
        do i = 1, 4
            call expect(requests(i) == MPI_REQUEST_NULL)
        end do
        do peer = 0, ranks - 1
            do k = 1, n
                call expect(receives(peer * n + k) == value_of(peer, me, k))
                if (k <= units(peer, me)) then
                    call expect(v_receives(peer * n + k) == -value_of(peer, me, k))
                else
                    call expect(v_receives(peer * n + k) == -1)
                end if
            end do
        end do
        call expect(all(room == [(value_of(previous, me, k), k = 1, n)]))
    end subroutine
end program

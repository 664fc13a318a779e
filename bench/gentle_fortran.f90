! The kernel of gentle.c in Fortran: ring exchange and an Allreduce of 8 bytes, every number checked.
!   gentle_fortran STEPS [waitall | sendrecv]
program gentle
    use mpi
    use iso_fortran_env, only: int64, real64
    implicit none
    integer, parameter :: warm_up_steps = 5
    integer(int64), parameter :: modulus = 1000003_int64
    integer :: rank, ranks, steps, ierr, i
    integer(int64) :: own
    integer(int64), allocatable :: expected(:), scratch(:)
    logical :: blocking
    character(len=32) :: argument
    real(real64) :: start, elapsed

    call MPI_Init(ierr)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
    steps = 1000
    if (command_argument_count() >= 1) then
        call get_command_argument(1, argument)
        read (argument, *) steps
    end if
    call get_command_argument(2, argument)
    blocking = argument == 'sendrecv'
    allocate (expected(0:ranks - 1), scratch(0:ranks - 1))
    do i = 0, ranks - 1
        expected(i) = 17_int64 * i + 3
    end do
    own = expected(rank)
    call run(warm_up_steps)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    start = MPI_Wtime()
    call run(steps)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    elapsed = MPI_Wtime() - start
    if (rank == 0) write (*, '(a, f0.9, a, i0, a, i0)') 'kernel_s=', elapsed, ' steps=', steps, ' ranks=', ranks
    call MPI_Finalize(ierr)

contains

    pure function next_cell(left, middle, right, place) result(cell)
        integer(int64), intent(in) :: left, middle, right
        integer, intent(in) :: place
        integer(int64) :: cell
        cell = mod(left + 2 * middle + right + place, modulus)
    end function

    subroutine check(what, got, wanted)
        character(len=*), intent(in) :: what
        integer(int64), intent(in) :: got, wanted
        integer :: code
        if (got == wanted) return
        write (*, '(a, i0, 3a, i0, a, i0)') 'gentle_fortran: rank ', rank, ': ', what, ' is ', got, ', should be ', wanted
        call MPI_Abort(MPI_COMM_WORLD, 1, code)
    end subroutine

    subroutine run(count)
        integer, intent(in) :: count
        integer :: step, left, right, place, requests(4), code
        integer(int64), asynchronous :: from_left, from_right   ! they change while MPI_Waitall runs
        integer(int64) :: total
        left = mod(rank + ranks - 1, ranks)
        right = mod(rank + 1, ranks)
        do step = 1, count
            from_left = -1
            from_right = -1
            total = -1
            if (blocking) then
                call MPI_Sendrecv(own, 1, MPI_INTEGER8, right, 1, from_left, 1, MPI_INTEGER8, left, 1, &
                                  MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
                call MPI_Sendrecv(own, 1, MPI_INTEGER8, left, 2, from_right, 1, MPI_INTEGER8, right, 2, &
                                  MPI_COMM_WORLD, MPI_STATUS_IGNORE, code)
            else
                call MPI_Irecv(from_left, 1, MPI_INTEGER8, left, 1, MPI_COMM_WORLD, requests(1), code)
                call MPI_Irecv(from_right, 1, MPI_INTEGER8, right, 2, MPI_COMM_WORLD, requests(2), code)
                call MPI_Isend(own, 1, MPI_INTEGER8, right, 1, MPI_COMM_WORLD, requests(3), code)
                call MPI_Isend(own, 1, MPI_INTEGER8, left, 2, MPI_COMM_WORLD, requests(4), code)
                call MPI_Waitall(4, requests, MPI_STATUSES_IGNORE, code)
            end if
            call check("the left neighbour's cell", from_left, expected(left))
            call check("the right neighbour's cell", from_right, expected(right))
            own = next_cell(from_left, own, from_right, rank)
            call MPI_Allreduce(own, total, 1, MPI_INTEGER8, MPI_SUM, MPI_COMM_WORLD, code)
            do place = 0, ranks - 1
                scratch(place) = next_cell(expected(mod(place + ranks - 1, ranks)), expected(place), &
                                           expected(mod(place + 1, ranks)), place)
            end do
            expected = scratch
            call check('the sum', total, sum(expected))
        end do
    end subroutine
end program

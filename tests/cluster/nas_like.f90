! A kernel of the kind the NAS benchmarks have: inverse power iteration, each step solved by conjugate gradients on a
! plane cut into strips of rows. Parameters and the whole right-hand side (256 KB) are broadcast, by another rank in each step;
! sums are reduced on all ranks; neighbours exchange rows. Prints the value found, to the bit, and whether it verifies.
module plane
  use mpi
  implicit none
  integer, parameter :: columns = 256, dp = kind(1.0d0)
  integer :: rank, ranks, rows, first, last, ierr
  real(dp) :: shift
contains
  real(dp) function dot(a, b)
    real(dp), intent(in) :: a(columns, first:last), b(columns, first:last)
    real(dp) :: mine
    mine = sum(a * b)
    call MPI_Allreduce(mine, dot, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
  end function

  ! q = (Laplacian + shift) p; the rows next to this strip come from the neighbours.
  subroutine multiply(p, q)
    real(dp), intent(in) :: p(columns, first:last)
    real(dp), intent(out) :: q(columns, first:last)
    real(dp) :: wide(0:columns + 1, first - 1:last + 1)
    integer :: up, down, status(MPI_STATUS_SIZE)
    up = merge(rank + 1, MPI_PROC_NULL, rank + 1 < ranks)
    down = merge(rank - 1, MPI_PROC_NULL, rank > 0)
    wide = 0
    wide(1:columns, first:last) = p
    call MPI_Sendrecv(p(1, last), columns, MPI_DOUBLE_PRECISION, up, 1, &
                      wide(1, first - 1), columns, MPI_DOUBLE_PRECISION, down, 1, MPI_COMM_WORLD, status, ierr)
    call MPI_Sendrecv(p(1, first), columns, MPI_DOUBLE_PRECISION, down, 2, &
                      wide(1, last + 1), columns, MPI_DOUBLE_PRECISION, up, 2, MPI_COMM_WORLD, status, ierr)
    q = (4 + shift) * p - wide(0:columns - 1, first:last) - wide(2:columns + 1, first:last) &
        - wide(1:columns, first - 1:last - 1) - wide(1:columns, first + 1:last + 1)
  end subroutine

  subroutine solve(b, z, steps)
    real(dp), intent(in) :: b(columns, first:last)
    real(dp), intent(out) :: z(columns, first:last)
    integer, intent(in) :: steps
    real(dp), dimension(columns, first:last) :: r, p, q
    real(dp) :: rho, before, alpha
    integer :: step
    z = 0
    r = b
    p = b
    rho = dot(r, r)
    do step = 1, steps
      call multiply(p, q)
      alpha = rho / dot(p, q)
      z = z + alpha * p
      r = r - alpha * q
      before = rho
      rho = dot(r, r)
      p = r + rho / before * p
    end do
  end subroutine
end module

program nas_like
  use plane
  implicit none
  integer :: parameters(4), outer, inner, step, root, i
  integer(8) :: seed
  real(dp), allocatable :: field(:, :), z(:, :), residual(:, :)
  real(dp) :: zeta, norm, wrong, mine(2), all(2)

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
  parameters = 0
  shift = 0
  if (rank == 0) then
    parameters = [128, 6, 40, 314159]      ! rows, outer steps, inner steps, seed
    shift = 1
  end if
  call MPI_Bcast(parameters, 4, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
  call MPI_Bcast(shift, 1, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  rows = parameters(1)
  outer = parameters(2)
  inner = parameters(3)
  seed = parameters(4)
  if (mod(rows, ranks) /= 0) call MPI_Abort(MPI_COMM_WORLD, 2, ierr)
  first = rank * (rows / ranks) + 1
  last = first + rows / ranks - 1
  allocate(field(columns, rows), z(columns, first:last), residual(columns, first:last))

  field = 0
  if (rank == 0) then                      ! the minimal standard generator
    do i = 0, columns * rows - 1
      seed = mod(16807_8 * seed, 2147483647_8)
      field(mod(i, columns) + 1, i / columns + 1) = real(seed, dp) / 2147483647
    end do
  end if
  wrong = 0
  do step = 1, outer
    root = mod(step - 1, ranks)            ! has the whole field; nobody else needs to
    call MPI_Bcast(field, columns * rows, MPI_DOUBLE_PRECISION, root, MPI_COMM_WORLD, ierr)
    mine = [sum(field), -sum(field)]       ! equal everywhere only if the broadcast was right
    call MPI_Allreduce(mine, all, 2, MPI_DOUBLE_PRECISION, MPI_MAX, MPI_COMM_WORLD, ierr)
    if (all(1) /= -all(2)) wrong = huge(wrong)
    call solve(field(:, first:last), z, inner)
    call multiply(z, residual)
    residual = residual - field(:, first:last)
    wrong = max(wrong, sqrt(dot(residual, residual) / dot(field(:, first:last), field(:, first:last))))
    zeta = dot(field(:, first:last), field(:, first:last)) / dot(field(:, first:last), z)
    norm = sqrt(dot(z, z))
    z = z / norm
    call MPI_Gather(z, size(z), MPI_DOUBLE_PRECISION, field, size(z), MPI_DOUBLE_PRECISION, mod(step, ranks), &
                    MPI_COMM_WORLD, ierr)
    if (rank == 0) print '(a,i2,a,es24.16,a,z16.16)', 'step ', step, ' zeta', zeta, ' bits ', zeta
  end do
  if (rank == 0) print '(a,es9.2)', merge('verification passed', 'verification FAILED', wrong < 1e-9_dp)//', residual', wrong
  call MPI_Finalize(ierr)
end program

! SPDX-License-Identifier: GPL-2.0-only
! A program in Fortran that knows nothing of libgm; ends with status 7 if all that was sent arrived.
!
!	mpirun -n RANKS ring [all]
!
! With "all" also collectives, in place and not, a message within another communicator, and a call
! whose traffic is not known.
#include "names.inc"

program ring
	USE_MPI
	implicit none
	INCLUDE_MPI
	character(len=8) :: what
	integer :: rank, ranks, wrong, ierr

	call MPI_Init(ierr)
	call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
	call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
	call exchange(wrong)
	call get_command_argument(1, what)
	if (what == 'all') call collectives()
	if (wrong == 0 .and. rank == 0) print '(i0, a)', ranks, ' ranks'
	call MPI_Finalize(ierr)
	if (wrong > 0) stop 1
	stop 7
contains
	subroutine collectives()
		double precision :: sum, four(4)
		COMMUNICATOR :: other
		REQUEST :: request

		call MPI_Barrier(MPI_COMM_WORLD, ierr)
		sum = rank
		call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_DOUBLE_PRECISION, MPI_SUM, &
			MPI_COMM_WORLD, ierr)
		if (sum /= ranks * (ranks - 1) / 2) wrong = wrong + 1
		four = rank + 1
		call MPI_Bcast(four, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
		if (four(4) /= 1) wrong = wrong + 1
		call MPI_Ibcast(four, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, request, ierr)
		call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
		call MPI_Comm_dup(MPI_COMM_WORLD, other, ierr)
		four = 0
		call MPI_Sendrecv_replace(four, 4, MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 5, &
			mod(rank + ranks - 1, ranks), 5, other, MPI_STATUS_IGNORE, ierr)
		call MPI_Comm_free(other, ierr)
	end subroutine
end program

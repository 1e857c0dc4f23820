! SPDX-License-Identifier: GPL-2.0-only
! Each rank sends 64 bytes to the next, five times, in each of the ways that programs do: combined
! (of every other number), nonblocking, blocking, and twice by a persistent request; and once to
! nobody. Returns how many numbers did not arrive as they were sent.
#include "names.inc"

subroutine exchange(wrong)
	USE_MPI
	implicit none
	INCLUDE_MPI
	integer, intent(out) :: wrong
	integer, parameter :: many = 8, tag = 5
	double precision :: sparse(2 * many), sent(many), came(many)
	integer :: rank, ranks, after, before, i, ierr
	REQUEST :: requests(2), request

	call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
	call MPI_Comm_size(MPI_COMM_WORLD, ranks, ierr)
	after = mod(rank + 1, ranks)
	before = mod(rank + ranks - 1, ranks)
	wrong = 0
	do i = 1, many
		sent(i) = rank + i
		sparse(2 * i - 1) = rank + i
		sparse(2 * i) = -1
	end do

	came = 0
	call MPI_Sendrecv(sparse(1:2 * many:2), many, MPI_DOUBLE_PRECISION, after, tag, came, many, &
		MPI_DOUBLE_PRECISION, before, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
	call check()

	call MPI_Irecv(came, many, MPI_DOUBLE_PRECISION, before, tag, MPI_COMM_WORLD, requests(1), ierr)
	call MPI_Isend(sent, many, MPI_DOUBLE_PRECISION, after, tag, MPI_COMM_WORLD, requests(2), ierr)
	call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
	call check()

	call MPI_Irecv(came, many, MPI_DOUBLE_PRECISION, before, tag, MPI_COMM_WORLD, requests(1), ierr)
	call MPI_Send(sent, many, MPI_DOUBLE_PRECISION, after, tag, MPI_COMM_WORLD, ierr)
	call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierr)
	call check()

	call MPI_Send_init(sent, many, MPI_DOUBLE_PRECISION, after, tag, MPI_COMM_WORLD, request, ierr)
	do i = 1, 2
		call MPI_Irecv(came, many, MPI_DOUBLE_PRECISION, before, tag, MPI_COMM_WORLD, &
			requests(1), ierr)
		call MPI_Start(request, ierr)
		call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
		call MPI_Wait(requests(1), MPI_STATUS_IGNORE, ierr)
		call check()
	end do
	call MPI_Request_free(request, ierr)

	call MPI_Send(sent, many, MPI_DOUBLE_PRECISION, MPI_PROC_NULL, tag, MPI_COMM_WORLD, ierr)
contains
	subroutine check()
		integer :: j

		do j = 1, many
			if (came(j) /= before + j) wrong = wrong + 1
		end do
		came = 0
	end subroutine
end subroutine

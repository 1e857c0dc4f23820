// SPDX-License-Identifier: GPL-2.0-only
/*
 * A 27-point stencil over a grid of boxes, one a rank, and what its exchange of borders costs
 * the network: in each step a message to each of 26 neighbours, in a periodic grid, and libgm's
 * calls around the time steps.
 *
 *	stencil [-b CELLS] [-s STEPS] [-p PXxPYxPZ]
 *
 * Build: mpicc stencil.c $(pkg-config --cflags --libs gm-openmpi)
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <gpcd/gm.h>

#define DIRECTIONS 27
#define HERE 13		/* the direction that leads nowhere */

struct stencil {
	int cells;		/* of a box, along each side */
	int steps;
	int grid[3];		/* boxes */
	MPI_Comm comm;
	double *now, *next;	/* a box with a border of one cell */
	int neighbour[DIRECTIONS];
	MPI_Datatype inside[DIRECTIONS], border[DIRECTIONS];
};

static int step_along(int direction, int dim)
{
	return (dim == 0 ? direction : dim == 1 ? direction / 3 : direction / 9) % 3 - 1;
}

/* What a neighbour needs of this box (depth 0), or gives to its border (1). */
static MPI_Datatype part_of_box(int cells, int direction, int depth)
{
	int whole[3], size[3], start[3];
	MPI_Datatype part;

	for (int dim = 0; dim < 3; dim++) {
		int step = step_along(direction, dim);

		whole[dim] = cells + 2;
		size[dim] = step ? 1 : cells;
		start[dim] = step > 0 ? cells + depth : step < 0 ? 1 - depth : 1;
	}
	MPI_Type_create_subarray(3, whole, size, start, MPI_ORDER_FORTRAN, MPI_DOUBLE, &part);
	MPI_Type_commit(&part);
	return part;
}

static int rank_towards(const struct stencil *stencil, int direction)
{
	int rank, at[3];

	MPI_Comm_rank(stencil->comm, &rank);
	MPI_Cart_coords(stencil->comm, rank, 3, at);
	for (int dim = 0; dim < 3; dim++)
		at[dim] += step_along(direction, dim);
	MPI_Cart_rank(stencil->comm, at, &rank);
	return rank;
}

static void stencil_init(struct stencil *stencil)
{
	int periodic[3] = { 1, 1, 1 }, rank, side = stencil->cells + 2;

	MPI_Cart_create(MPI_COMM_WORLD, 3, stencil->grid, periodic, 0, &stencil->comm);
	MPI_Comm_rank(stencil->comm, &rank);
	stencil->now = calloc(side * side * side, sizeof(double));
	stencil->next = calloc(side * side * side, sizeof(double));
	if (!stencil->now || !stencil->next)
		MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
	for (int i = 0; i < side * side * side; i++)
		stencil->now[i] = 1.0 / (1 + i + rank);
	for (int d = 0; d < DIRECTIONS; d++) {
		stencil->neighbour[d] = rank_towards(stencil, d);
		stencil->inside[d] = part_of_box(stencil->cells, d, 0);
		stencil->border[d] = part_of_box(stencil->cells, d, 1);
	}
}

/* Six faces, twelve edges, eight corners; a message's tag is the direction that it goes. */
static void stencil_exchange(struct stencil *stencil)
{
	MPI_Request requests[2 * DIRECTIONS];
	int count = 0;

	for (int d = 0; d < DIRECTIONS; d++) {
		if (d == HERE)
			continue;
		MPI_Irecv(stencil->now, 1, stencil->border[d], stencil->neighbour[d],
			  DIRECTIONS - 1 - d, stencil->comm, &requests[count++]);
		MPI_Isend(stencil->now, 1, stencil->inside[d], stencil->neighbour[d], d,
			  stencil->comm, &requests[count++]);
	}
	while (count)
		MPI_Wait(&requests[--count], MPI_STATUS_IGNORE);
}

static void stencil_compute(struct stencil *stencil)
{
	int side = stencil->cells + 2, square = side * side;
	double *now = stencil->now;

	for (int z = 1; z < side - 1; z++)
		for (int y = 1; y < side - 1; y++)
			for (int x = 1; x < side - 1; x++) {
				int at = x + side * y + square * z;
				double sum = 0;

				for (int d = 0; d < DIRECTIONS; d++)
					sum += now[at + step_along(d, 0) +
						   side * step_along(d, 1) +
						   square * step_along(d, 2)];
				stencil->next[at] = sum / DIRECTIONS;
			}
	stencil->now = stencil->next;
	stencil->next = now;
}

static void stencil_free(struct stencil *stencil)
{
	for (int d = 0; d < DIRECTIONS; d++) {
		MPI_Type_free(&stencil->inside[d]);
		MPI_Type_free(&stencil->border[d]);
	}
	free(stencil->now);
	free(stencil->next);
	MPI_Comm_free(&stencil->comm);
}

/* The table says what the time steps sent; a real Gemini also counts what others send. */
static int stencil_run(struct stencil *stencil)
{
	gemini_state_t state;
	int err, rank;

	MPI_Comm_rank(stencil->comm, &rank);
	err = gemini_init_state(stencil->comm, &state);
	if (!err)
		err = gemini_read_counters(stencil->comm, &state);
	for (int step = 0; step < stencil->steps; step++) {
		stencil_exchange(stencil);
		stencil_compute(stencil);
	}
	if (!err)
		err = gemini_read_counters(stencil->comm, &state);
	if (!err)
		err = gemini_print_counters(stencil->comm, &state);
	if (err && rank == 0)
		fprintf(stderr, "stencil: %s\n", gemini_error(&state));
	gemini_finalize_state(stencil->comm, &state);
	return err ? EXIT_FAILURE : 0;
}

/* Returns whether there is a box for each rank and a rank for each box. */
static int options_parse(struct stencil *stencil, int argc, char **argv)
{
	int *grid = stencil->grid, option, ranks;

	opterr = 0;
	while ((option = getopt(argc, argv, "b:s:p:")) != -1) {
		if (option == 'b')
			stencil->cells = atoi(optarg);
		else if (option == 's')
			stencil->steps = atoi(optarg);
		else if (option != 'p' ||
			 sscanf(optarg, "%dx%dx%d", &grid[0], &grid[1], &grid[2]) != 3)
			return 0;
	}
	MPI_Comm_size(MPI_COMM_WORLD, &ranks);
	if (!grid[0])
		MPI_Dims_create(ranks, 3, grid);
	return stencil->cells > 0 && stencil->cells <= 1000 && stencil->steps >= 0 &&
	       grid[0] > 0 && grid[1] > 0 && grid[2] > 0 &&
	       (long)grid[0] * grid[1] * grid[2] == ranks;
}

int main(int argc, char **argv)
{
	struct stencil stencil = { .cells = 10, .steps = 3 };
	int status = 2, rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (options_parse(&stencil, argc, argv)) {
		stencil_init(&stencil);
		status = stencil_run(&stencil);
		stencil_free(&stencil);
	} else if (rank == 0) {
		fprintf(stderr, "usage: stencil [-b CELLS] [-s STEPS] [-p PXxPYxPZ]\n");
	}
	MPI_Finalize();
	return status;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
#include "gm/clock/clock.h"
#include "gm/clock/cube.h"

static int cross_dimensions(const struct gm_cube *cube)
{
	uint64_t word;
	int err = 0;

	for (int bit = 1; !err && bit < cube->corners; bit *= 2)
		err = gm_cube_swap(cube, cube->rank ^ bit, 0, &word);
	return err;
}

/* A corner enters after its twin, and releases the twin when the barrier is done. */
int gm_barrier(MPI_Comm comm)
{
	struct gm_cube cube;
	uint64_t word;
	int err;

	err = gm_cube_init(&cube, comm);
	if (err)
		return err;

	if (cube.rank >= cube.corners) {
		err = gm_cube_send(&cube, cube.twin, 0);
		return err ? err : gm_cube_receive(&cube, cube.twin, &word);
	}

	err = gm_cube_receive(&cube, cube.twin, &word);
	if (!err)
		err = cross_dimensions(&cube);
	return err ? err : gm_cube_send(&cube, cube.twin, 0);
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/* PMI for programs under the emulated uGNI, whose simulator knows the job. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ugni/include/gni_types.h"
#include "ugni/include/gpcd_ugni.h"
#include "ugni/include/pmi.h"
#include "ugni/wire.h"

static bool begun;

static int number_of(const char *name)
{
	const char *text = getenv(name);

	return text ? atoi(text) : 0;
}

/* Store what a query asks for. */
static int answer(int *to, int value)
{
	if (!begun)
		return PMI_ERR_INIT;
	if (!to)
		return PMI_ERR_INVALID_ARG;
	*to = value;
	return PMI_SUCCESS;
}

int PMI_Init(int *spawned)
{
	if (!spawned)
		return PMI_ERR_INVALID_ARG;
	if (!begun && gpcd_ugni_compute(0))
		return PMI_FAIL;
	begun = true;
	*spawned = PMI_FALSE;
	return PMI_SUCCESS;
}

int PMI_Initialized(PMI_BOOL *initialized)
{
	if (!initialized)
		return PMI_ERR_INVALID_ARG;
	*initialized = begun ? PMI_TRUE : PMI_FALSE;
	return PMI_SUCCESS;
}

int PMI_Finalize(void)
{
	if (!begun)
		return PMI_ERR_INIT;
	begun = false;
	return PMI_SUCCESS;
}

int PMI_Abort(int exit_code, const char error_msg[])
{
	fprintf(stderr, "libpmi: rank %d aborts the job%s%s\n", number_of(UGNI_RANK),
		error_msg ? ": " : "", error_msg ? error_msg : "");
	exit(exit_code & 0xff ? exit_code : 1);
}

int PMI_Get_size(int *size)
{
	return answer(size, number_of(UGNI_COUNT));
}

int PMI_Get_rank(int *rank)
{
	return answer(rank, number_of(UGNI_RANK));
}

int PMI_Get_appnum(int *appnum)
{
	return answer(appnum, 0);
}

int PMI_Get_numpes_on_smp(int *num)
{
	return answer(num, 1);
}

int PMI_Get_clique_size(int *size)
{
	return answer(size, 1);
}

int PMI_Get_clique_ranks(int ranks[], int length)
{
	return begun && length < 1 ? PMI_ERR_INVALID_LENGTH : answer(ranks, number_of(UGNI_RANK));
}

/* --- nodes --- */

/* A node's number is one less than the address of its NIC. */
static int node_of(int rank)
{
	const char *list = getenv(UGNI_ADDRESSES);

	while (list && rank-- > 0) {
		list = strchr(list, ',');
		list = list ? list + 1 : NULL;
	}
	return list ? atoi(list) - 1 : 0;
}

int PMI_Get_nid(int rank, int *nid)
{
	if (begun && (rank < 0 || rank >= number_of(UGNI_COUNT)))
		return PMI_ERR_INVALID_ARG;
	return answer(nid, node_of(rank));
}

int PMI_Get_nidlist_ptr(void **nidlist)
{
	static int nodes[UGNI_RANKS];

	if (!begun)
		return PMI_ERR_INIT;
	if (!nidlist)
		return PMI_ERR_INVALID_ARG;
	for (int i = 0; i < UGNI_RANKS && i < number_of(UGNI_COUNT); i++)
		nodes[i] = node_of(i);
	*nidlist = nodes;
	return PMI_SUCCESS;
}

/* How the number of a node makes each coordinate. */
struct grid {
	unsigned int step[3];	/* nodes from one value to the next */
	unsigned int size[3];	/* how many values there are */
};

static int grid_read(const void *to, struct grid *grid)
{
	const char *text = getenv(UGNI_GRID);

	if (!begun)
		return PMI_ERR_INIT;
	if (!to)
		return PMI_ERR_INVALID_ARG;
	if (!text || sscanf(text, "%u:%u,%u:%u,%u:%u", &grid->step[0], &grid->size[0],
			    &grid->step[1], &grid->size[1], &grid->step[2], &grid->size[2]) != 6)
		return PMI_FAIL;
	for (unsigned int i = 0; i < 3; i++) {
		if (!grid->step[i] || !grid->size[i])
			return PMI_FAIL;
	}
	return PMI_SUCCESS;
}

static bool is_beyond(const struct grid *grid, pmi_nid_t nid)
{
	for (unsigned int i = 0; i < 3; i++) {
		if (nid / grid->step[i] < grid->size[i])
			return false;
	}
	return true;
}

int PMI_Get_meshcoord(pmi_nid_t nid, pmi_mesh_coord_t *xyz)
{
	struct grid grid;
	int rc = grid_read(xyz, &grid);

	if (!rc && is_beyond(&grid, nid))
		return PMI_ERR_INVALID_ARG;
	if (!rc) {
		xyz->mesh_x = nid / grid.step[0] % grid.size[0];
		xyz->mesh_y = nid / grid.step[1] % grid.size[1];
		xyz->mesh_z = nid / grid.step[2] % grid.size[2];
	}
	return rc;
}

int PMI_Get_max_dimension(pmi_mesh_coord_t *xyz)
{
	struct grid grid;
	int rc = grid_read(xyz, &grid);

	if (!rc) {
		xyz->mesh_x = grid.size[0] - 1;
		xyz->mesh_y = grid.size[1] - 1;
		xyz->mesh_z = grid.size[2] - 1;
	}
	return rc;
}

/* --- exchanges --- */

static int result_of(int rc)
{
	switch (rc) {
	case GNI_RC_SUCCESS:
		return PMI_SUCCESS;
	case GNI_RC_SIZE_ERROR:
		return PMI_ERR_INVALID_LENGTH;
	case GNI_RC_ERROR_NOMEM:
		return PMI_ERR_NOMEM;
	case GNI_RC_INVALID_PARAM:
		return PMI_ERR_INVALID_ARG;
	default:
		return PMI_FAIL;
	}
}

int PMI_Barrier(void)
{
	if (!begun)
		return PMI_ERR_INIT;
	return gpcd_ugni_exchange(NULL, NULL, 0) ? PMI_FAIL : PMI_SUCCESS;
}

int PMI_Allgather(void *in, void *out, int len)
{
	if (!begun)
		return PMI_ERR_INIT;
	if (len < 0)
		return PMI_ERR_INVALID_LENGTH;
	return result_of(gpcd_ugni_exchange(in, out, len));
}

/* Every process sends as much as the first; only that is wanted. */
int PMI_Bcast(void *buf, int size)
{
	char *all;
	int rc;

	if (!begun)
		return PMI_ERR_INIT;
	if (size < 0 || size > (int)UGNI_EXCHANGE_MAX)
		return PMI_ERR_INVALID_LENGTH;
	if (!size)
		return PMI_Barrier();
	all = malloc((size_t)size * number_of(UGNI_COUNT));
	if (!all)
		return PMI_ERR_NOMEM;
	rc = result_of(gpcd_ugni_exchange(buf, all, size));
	if (!rc)
		memcpy(buf, all, size);
	free(all);
	return rc;
}

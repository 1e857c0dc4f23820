// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Ranks, translated to MPI_COMM_WORLD once for each communicator.
 */
#include <pthread.h>
#include <stdlib.h>

#include "gm/profile/messages/ranks.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int keyval = MPI_KEYVAL_INVALID;
static MPI_Group everybody;

static int ranks_free(MPI_Comm comm, int key, void *ranks, void *extra)
{
	(void)comm;
	(void)key;
	(void)extra;
	free(ranks);
	return MPI_SUCCESS;
}

int ranks_open(void)
{
	int err;

	err = PMPI_Comm_group(MPI_COMM_WORLD, &everybody);
	if (err)
		return err;
	return PMPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, ranks_free, &keyval, NULL);
}

void ranks_close(void)
{
	void *ranks;
	int set;

	PMPI_Comm_get_attr(MPI_COMM_WORLD, keyval, &ranks, &set);
	if (set)
		PMPI_Comm_delete_attr(MPI_COMM_WORLD, keyval);
	PMPI_Comm_free_keyval(&keyval);
	PMPI_Group_free(&everybody);
}

static int ranks_translate(struct ranks *ranks, MPI_Group group)
{
	int *own = malloc(ranks->size * sizeof(*own) + 1);

	if (!own)
		return MPI_ERR_NO_MEM;
	for (int i = 0; i < ranks->size; i++)
		own[i] = i;
	PMPI_Group_translate_ranks(group, ranks->size, own, everybody, ranks->world);
	free(own);
	return MPI_SUCCESS;
}

static struct ranks *ranks_make(MPI_Comm comm)
{
	struct ranks *ranks;
	MPI_Group group;
	int inter, size;

	PMPI_Comm_test_inter(comm, &inter);
	if (inter)
		PMPI_Comm_remote_group(comm, &group);
	else
		PMPI_Comm_group(comm, &group);
	PMPI_Group_size(group, &size);
	ranks = malloc(sizeof(*ranks) + size * sizeof(ranks->world[0]));
	if (!ranks)
		goto free_group;
	PMPI_Comm_rank(comm, &ranks->rank);
	ranks->inter = inter;
	ranks->size = size;
	if (ranks_translate(ranks, group) ||
	    PMPI_Comm_set_attr(comm, keyval, ranks)) {
		free(ranks);
		ranks = NULL;
	}
free_group:
	PMPI_Group_free(&group);
	return ranks;
}

const struct ranks *ranks_of(MPI_Comm comm)
{
	void *ranks;
	int set;

	pthread_mutex_lock(&lock);
	PMPI_Comm_get_attr(comm, keyval, &ranks, &set);
	if (!set)
		ranks = ranks_make(comm);
	pthread_mutex_unlock(&lock);
	return ranks;
}

int ranks_of_target(MPI_Win win, int target)
{
	MPI_Group group;
	int rank;

	PMPI_Win_get_group(win, &group);
	PMPI_Group_translate_ranks(group, 1, &target, everybody, &rank);
	PMPI_Group_free(&group);
	return rank;
}

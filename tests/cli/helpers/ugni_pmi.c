// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program for gpcd-sim ugni that starts by PMI; its argument says what it tries. It prints a line
 * with each result.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpcd_ugni.h"
#include "pmi.h"

#define RANKS	64

static int rank, size;
static int gathered[2 * RANKS];

static void say(const char *what, int rc)
{
	printf("rank %d: %s: %d\n", rank, what, rc);
}

/* --- who this is --- */

static void who(void)
{
	static const char *const names[] = {
		"PMI_GNI_PTAG", "PMI_GNI_COOKIE", "PMI_GNI_DEV_ID", "PMI_GNI_LOC_ADDR",
	};
	int app, here, node;

	PMI_Get_appnum(&app);
	PMI_Get_numpes_on_smp(&here);
	PMI_Get_nid(size - 1, &node);
	printf("rank %d of %d, program %d, %d here, the last on node %d:", rank, size, app, here,
	       node);
	for (unsigned int i = 0; i < sizeof(names) / sizeof(*names); i++)
		printf(" %s", getenv(names[i]));
	printf("\n");
}

/* Where the processes are, as programs print that are written for Cray's machines. */
static void where(void)
{
	pmi_mesh_coord_t here, most;
	int alone = -1, *nodes, nid;

	PMI_Get_clique_size(&nid);
	PMI_Get_clique_ranks(&alone, nid);
	PMI_Get_nid(rank, &nid);
	PMI_Get_meshcoord(nid, &here);
	PMI_Get_max_dimension(&most);
	PMI_Get_nidlist_ptr((void **)&nodes);
	printf("rank %d with %d on node %d of %d..%d: (%d,%d,%d) up to (%d,%d,%d)\n", rank, alone,
	       nid, nodes[0], nodes[size - 1], here.mesh_x, here.mesh_y, here.mesh_z, most.mesh_x,
	       most.mesh_y, most.mesh_z);
}

/* --- exchanges --- */

/* Rank N comes N us late; all return at the same time, with the data of all. */
static void gather(void)
{
	int own[2] = { rank * 3, -rank }, wrong = 0;
	uint64_t begin = gpcd_ugni_ns();

	gpcd_ugni_compute(rank * 1000);
	say("PMI_Allgather", PMI_Allgather(own, gathered, sizeof(own)));
	for (int i = 0; i < size; i++)
		wrong += gathered[2 * i] != i * 3 || gathered[2 * i + 1] != -i;
	printf("%d wrong, after %llu ns\n", wrong, (unsigned long long)(gpcd_ugni_ns() - begin));
	say("PMI_Barrier", PMI_Barrier());
	printf("together at %llu ns\n", (unsigned long long)gpcd_ugni_ns());
}

/* The others' data is nobody's; two broadcasts, of an odd length and of nothing. */
static void broadcast(void)
{
	char text[8] = "abcdefg";

	if (rank)
		memset(text, 'x', sizeof(text) - 1);
	say("PMI_Bcast", PMI_Bcast(text, 3));
	say("of nothing", PMI_Bcast(NULL, 0));
	printf("%s at %llu ns\n", text, (unsigned long long)gpcd_ugni_ns());
}

/* Rank 0 calls what the others do not. */
static void differ(void)
{
	say("other lengths", PMI_Allgather(&rank, gathered, rank ? 4 : 8));
	say("a barrier", rank ? PMI_Allgather(&rank, gathered, 4) : PMI_Barrier());
	say("then the same", PMI_Allgather(&rank, gathered, 4));
	printf("the last is %d\n", gathered[size - 1]);
}

/* --- bad calls --- */

static void early(void)
{
	pmi_mesh_coord_t xyz;
	PMI_BOOL begun = 7;
	void *list;
	int value;

	say("PMI_Get_rank", PMI_Get_rank(&value));
	say("PMI_Get_size", PMI_Get_size(&value));
	say("PMI_Get_appnum", PMI_Get_appnum(&value));
	say("PMI_Get_numpes_on_smp", PMI_Get_numpes_on_smp(&value));
	say("PMI_Get_nid", PMI_Get_nid(0, &value));
	say("PMI_Barrier", PMI_Barrier());
	say("PMI_Allgather", PMI_Allgather(&value, gathered, 4));
	say("PMI_Finalize", PMI_Finalize());
	say("PMI_Get_clique_size", PMI_Get_clique_size(&value));
	say("PMI_Get_clique_ranks", PMI_Get_clique_ranks(&value, 0));
	say("PMI_Get_nidlist_ptr", PMI_Get_nidlist_ptr(&list));
	say("PMI_Get_meshcoord", PMI_Get_meshcoord(0, &xyz));
	say("PMI_Get_max_dimension", PMI_Get_max_dimension(&xyz));
	say("PMI_Bcast", PMI_Bcast(&value, -1));
	say("PMI_Initialized", PMI_Initialized(&begun));
	printf("begun: %d\n", begun);
}

static void hostile(void)
{
	pmi_mesh_coord_t xyz;
	int value;

	say("PMI_Init", PMI_Init(NULL));
	say("PMI_Initialized", PMI_Initialized(NULL));
	say("PMI_Get_rank", PMI_Get_rank(NULL));
	say("PMI_Get_size", PMI_Get_size(NULL));
	say("PMI_Get_nid", PMI_Get_nid(0, NULL));
	say("node of rank -1", PMI_Get_nid(-1, &value));
	say("node of a rank too many", PMI_Get_nid(size, &value));
	say("from NULL", PMI_Allgather(NULL, gathered, 4));
	say("to NULL", PMI_Allgather(&rank, NULL, 4));
	say("a negative length", PMI_Allgather(&rank, gathered, -1));
	say("too long", PMI_Allgather(&rank, gathered, (1 << 20) + 1));
	say("from nowhere", PMI_Allgather((void *)8, gathered, 4));
	say("to nowhere", PMI_Allgather(&rank, rank ? gathered : (void *)8, 4));
	say("of nothing", PMI_Allgather(NULL, NULL, 0));
	say("PMI_Get_clique_size", PMI_Get_clique_size(NULL));
	say("no room", PMI_Get_clique_ranks(&value, 0));
	say("PMI_Get_nidlist_ptr", PMI_Get_nidlist_ptr(NULL));
	say("PMI_Get_meshcoord", PMI_Get_meshcoord(0, NULL));
	say("the last node", PMI_Get_meshcoord(63, &xyz));
	say("a node too many", PMI_Get_meshcoord(64, &xyz));
	say("PMI_Get_max_dimension", PMI_Get_max_dimension(NULL));
	say("Bcast of NULL", PMI_Bcast(NULL, 4));
	say("Bcast too long", PMI_Bcast(&value, (1 << 20) + 1));
}

static void give_up(void)
{
	if (!rank)
		PMI_Abort(256, "it is no use");
	PMI_Barrier();
}

static void leave(void)
{
	if (rank)
		PMI_Barrier();
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*act)(void);
	} acts[] = {
		{ "who", who }, { "where", where }, { "gather", gather }, { "bcast", broadcast },
		{ "differ", differ }, { "hostile", hostile }, { "abort", give_up },
		{ "leave", leave },
	};
	int spawned = 7;

	setvbuf(stdout, NULL, _IOLBF, 0);
	if (argc < 2)
		return 2;
	if (!strcmp(argv[1], "early"))
		early();
	if (PMI_Init(&spawned) || PMI_Init(&spawned) || spawned)
		return 3;
	if (PMI_Get_rank(&rank) || PMI_Get_size(&size))
		return 4;
	for (unsigned int i = 0; i < sizeof(acts) / sizeof(*acts); i++) {
		if (!strcmp(argv[1], acts[i].name))
			acts[i].act();
	}
	return PMI_Finalize();
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Several processes simulate a machine: how it is divided.
 */
#include <limits.h>

#include "netsim/peers.h"
#include "suite.h"

static struct net_fabric fabric;

static void fabric_of(const char *name)
{
	struct topo topo;

	ck_assert_int_eq(topo_parse(&topo, name), 0);
	ck_assert_int_eq(net_fabric_classes(&fabric, &topo), 0);
}

/* --- the partition --- */

struct division {
	const char *topo;
	unsigned int count;
	unsigned int first[5];	/* of the first processes, then the number of chips */
	unsigned int reach;
	unsigned int cut;
};

/*
 * Planes of 16 where they divide evenly; a mesh is cut once less than a torus. 6 planes are not 4
 * parts, but 24 rows are: Y is cut twice in 2 planes, and 16 of 24 rows have the row above in
 * another part. Groups of 6 chips: 3 blue links of each group, each way, leave it.
 */
static const struct division divisions[] = {
	{ "torus:4x4x4", 1, { 0, 64 }, UINT_MAX, 0 },
	{ "torus:4x4x4", 2, { 0, 32, 64 }, 84, 64 },
	{ "mesh:4x4x4", 2, { 0, 32, 64 }, 84, 32 },
	{ "torus:4x4x6", 4, { 0, 24, 48, 72, 96 }, 84, 32 + 128 },
	{ "torus:16x12x24", 4, { 0, 1152, 2304, 3456, 4608 }, 84, 4 * 2 * 192 },
	{ "dragonfly:3x2x4", 4, { 0, 6, 12, 18, 24 }, 120, 12 },
	{ "dragonfly:3x2x4", 2, { 0, 12, 24 }, 120, 8 },
	{ "torus:3", 3, { 0, 1, 2, 3 }, 84, 6 },
};

START_TEST(machines_are_divided_where_few_links_are_cut)
{
	const struct division *wanted = &divisions[_i];
	static struct net_partition partition;
	unsigned int i;

	fabric_of(wanted->topo);
	net_partition(&fabric, wanted->count, &partition);
	for (i = 0; i <= wanted->count; i++)
		ck_assert_uint_eq(partition.first[i], wanted->first[i]);
	ck_assert_uint_eq(partition.reach, wanted->reach);
	ck_assert_uint_eq(partition.cut, wanted->cut);
	for (i = 0; i < fabric.topo.chips; i++) {
		unsigned int part = net_partition_find(&partition, wanted->count, i);

		ck_assert(i >= partition.first[part] && i < partition.first[part + 1]);
	}
	net_fabric_free(&fabric);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("net_peers");
	TCase *tcase = tcase_create("peers");

	suite_add_tcase(suite, tcase);
	tcase_add_loop_test(tcase, machines_are_divided_where_few_links_are_cut, 0,
			    sizeof(divisions) / sizeof(*divisions));
	return suite_run(suite);
}

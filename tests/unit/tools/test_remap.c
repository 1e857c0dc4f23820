// SPDX-License-Identifier: GPL-2.0-only
/* Placements by measured congestion, where the best one is known. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpcd-study/gemini/remap.h"
#include "suite.h"

#define PORTS	4 /* X+, X-, Y+, Y- */

static struct topo topo;
static struct net_fabric fabric;
static struct program *program;
static struct remap_table table;
static struct remap_seen *seen;
static struct remap remap;

static void begin(const char *machine, const char *goal)
{
	FILE *file = fmemopen((void *)goal, strlen(goal), "r");
	struct program_error error;

	ck_assert_int_eq(topo_parse(&topo, machine), 0);
	ck_assert_int_eq(net_fabric_even(&fabric, &topo, 8, 125), 0);
	ck_assert_int_eq(program_parse(file, "goal", &program_limits_default, &program, &error), 0);
	fclose(file);
	ck_assert_int_eq(remap_table_make(program, &table), 0);
	seen = calloc((size_t)topo.chips * topo_ports(&topo), sizeof(*seen));
	ck_assert_ptr_nonnull(seen);
	remap = (struct remap){
		.fabric = &fabric, .table = &table, .seen = seen, .seed = 1, .tries = 100,
	};
}

static void end(void)
{
	free(seen);
	remap_table_free(&table);
	program_free(program);
	net_fabric_free(&fabric);
}

#define MESSAGE(from, to, bytes) \
	"rank " #from " {\nsend " #bytes "b to " #to "\n}\n" \
	"rank " #to " {\nrecv " #bytes "b from " #from "\n}\n"

/* Two ranks that send each other as much, two that do not. */
#define TWO \
	"num_ranks 4\nrank 0 {\nsend 6400b to 1\nrecv 6400b from 1\n}\n" \
	"rank 1 {\nsend 6400b to 0\nrecv 6400b from 0\n}\n"

/* Nodes of chips 0 and 1, and of 4 and 5, which are neighbours in X. */
static const uint32_t apart[] = { 0, 2, 8, 10 };

START_TEST(messages_of_two_ranks_add_up)
{
	begin("torus:8x4", "num_ranks 2\n"
	      "rank 0 {\nsend 64b to 1\nrecv 640b from 1\nsend 128b to 1\n}\n"
	      "rank 1 {\nrecv 64b from 0\nsend 640b to 0\nrecv 128b from 0\n}\n");
	ck_assert_uint_eq(table.first[1], 1);
	ck_assert_uint_eq(table.first[2], 2);
	/* 32 phits there and 3 back for 64 bytes, in three packets and ten */
	ck_assert(table.there[0] == 3 * 32 + 10 * 3);
	ck_assert(table.back[0] == 10 * 32 + 3 * 3);
	ck_assert(table.there[1] == table.back[0] && table.back[1] == table.there[0]);
	ck_assert(remap_remote(&table, (const uint32_t[]){ 0, 1 }) == 192 + 640);
	ck_assert(remap_remote(&table, (const uint32_t[]){ 1, 1 }) == 0);
	end();
}
END_TEST

START_TEST(partners_come_to_one_node)
{
	uint32_t place[] = { 0, 0, 2, 2, 4, 4, 6, 6 }, ranks[8] = { 0 };

	begin("torus:8x4", "num_ranks 8\n" MESSAGE(0, 7, 9999) MESSAGE(1, 6, 9999)
	      MESSAGE(2, 5, 9999) MESSAGE(3, 4, 9999));
	ck_assert_int_eq(remap_find(&remap, place), 0);
	for (unsigned int rank = 0; rank < 8; rank++) {
		ck_assert_uint_eq(place[rank], place[7 - rank]);
		ranks[place[rank]]++;
	}
	for (unsigned int node = 0; node < 8; node++)
		ck_assert_uint_eq(ranks[node], node % 2 ? 0 : 2);
	end();
}
END_TEST

/* Map the two ranks that send; return whether they have left chips 0 and 1 for 4 and 5. */
static bool moves(enum remap_use use)
{
	uint32_t place[4];

	memcpy(place, apart, sizeof(place));
	remap.use = use;
	ck_assert_int_eq(remap_find(&remap, place), 0);
	ck_assert((place[0] >= 8) == (place[1] >= 8));
	return place[0] >= 8;
}

START_TEST(phits_of_others_are_avoided)
{
	begin("torus:8x4", TWO);
	seen[0 * PORTS].phits = table.there[0] + 1000000;
	seen[1 * PORTS + 1].phits = table.back[0] + 1000000;
	ck_assert(!moves(REMAP_BYTES));
	ck_assert(moves(REMAP_PHITS));
	ck_assert(moves(REMAP_STALLS));
	end();
}
END_TEST

START_TEST(own_phits_are_not_others)
{
	begin("torus:8x4", TWO);
	seen[0 * PORTS].phits = table.there[0];
	seen[1 * PORTS + 1].phits = table.back[0];
	ck_assert(!moves(REMAP_PHITS));
	end();
}
END_TEST

START_TEST(stalls_make_a_link_dearer)
{
	begin("torus:8x4", TWO);
	seen[0 * PORTS] = (struct remap_seen){ .phits = table.there[0], .stalls = 1000000 };
	seen[1 * PORTS + 1].phits = table.back[0];
	ck_assert(!moves(REMAP_PHITS));
	ck_assert(moves(REMAP_STALLS));
	end();
}
END_TEST

START_TEST(machine_is_too_large)
{
	uint32_t place[4];

	begin("torus:64x32", TWO);
	memcpy(place, apart, sizeof(place));
	ck_assert_int_eq(remap_find(&remap, place), -E2BIG);
	end();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("remap");
	TCase *tcase = tcase_create("remap");

	suite_add_tcase(suite, tcase);
	tcase_add_test(tcase, messages_of_two_ranks_add_up);
	tcase_add_test(tcase, partners_come_to_one_node);
	tcase_add_test(tcase, phits_of_others_are_avoided);
	tcase_add_test(tcase, own_phits_are_not_others);
	tcase_add_test(tcase, stalls_make_a_link_dearer);
	tcase_add_test(tcase, machine_is_too_large);
	return suite_run(suite);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "agree.h"
#include "jobs.h"
#include "mark.h"
#include "netsim/traffic/traffic.h"
#include "reference.h"

const struct mpi mpi_small = {
	.several = 17, .pulled = 200, .engine = 400, .header = 64, .get = 128,
};

/* A job run by one of the engines. */
struct player {
	struct job *job;
	struct net_traffic closed, open, traffic;
};

static void player_start(struct player *player, const struct placed *placed)
{
	const struct topo *topo = &placed->config->fabric->topo;

	*player = (struct player){ 0 };
	ck_assert_int_eq(job_new(placed->program, placed->config->fabric, placed->place,
				 placed->mpi, &player->job, &player->closed), 0);
	player->traffic = player->closed;
	if (!placed->background)
		return;
	ck_assert_int_eq(traffic_pattern(topo, placed->background, &player->open), 0);
	ck_assert_int_eq(traffic_beside(topo, &player->closed, &player->open, &player->traffic), 0);
}

static void player_end(struct player *player)
{
	if (player->open.context)
		traffic_free(&player->traffic);
	traffic_free(&player->open);
	job_free(player->job);
}

static void looks_agree(const char *name, const struct placed *placed, const struct net *net,
			const struct ref *ref)
{
	struct net_totals ours, theirs;

	engines_agree(name, placed->config->fabric, net, ref);
	net_totals(net, &ours);
	ref_totals(ref, &theirs);
	ck_assert_msg(ours.injected == theirs.injected && ours.delivered == theirs.delivered &&
		      ours.hops == theirs.hops && ours.latency == theirs.latency &&
		      ours.longest == theirs.longest && ours.bytes == theirs.bytes &&
		      ours.lost == theirs.lost && ours.failed == theirs.failed &&
		      ours.last == theirs.last,
		      "%s: %ju packets to cycle %ju, reference %ju to %ju: totals differ", name,
		      (uintmax_t)ours.delivered, (uintmax_t)ours.last,
		      (uintmax_t)theirs.delivered, (uintmax_t)theirs.last);
}

/* Run both to a cycle; return their result. */
static int run_agrees(const char *name, const struct placed *placed, struct net *net,
		      struct ref *ref, uint64_t until)
{
	int err = ref_run(ref, until), ours = net_run(net, until);

	ck_assert_msg(ours == err, "%s: the engine returns %d, reference %d", name, ours, err);
	if (!err)
		looks_agree(name, placed, net, ref);
	return err;
}

/* Each rank ended in the same cycle, or waits for the same operation. */
static uint32_t ranks_agree(const char *name, const struct program *program, const struct job *one,
			    const struct job *two)
{
	const struct program_op *ours = NULL, *theirs = NULL;
	uint32_t rank, stuck = 0;

	for (rank = 0; rank < program->ranks; rank++) {
		ck_assert_msg(job_end_of(one, rank, 1) == job_end_of(two, rank, 1),
			      "%s: rank %u ended in %ju, reference %ju", name, rank,
			      (uintmax_t)job_end_of(one, rank, 1),
			      (uintmax_t)job_end_of(two, rank, 1));
		if (job_waiting(one, rank, &ours) != rank)
			continue;
		stuck++;
		ck_assert_msg(job_waiting(two, rank, &theirs) == rank && ours == theirs,
			      "%s: rank %u waits for something else in the reference", name, rank);
	}
	return stuck;
}

struct outcome jobs_agree(const char *name, const struct placed *placed, uint64_t look)
{
	struct outcome outcome = { 0 };
	struct player one, two;
	struct net *net;
	struct ref *ref;

	player_start(&one, placed);
	player_start(&two, placed);
	ck_assert_int_eq(net_new(placed->config, &one.traffic, &net), 0);
	ck_assert_int_eq(ref_new(placed->config, &two.traffic, &ref), 0);
	outcome.err = run_agrees(name, placed, net, ref, look);
	if (!outcome.err)
		outcome.err = run_agrees(name, placed, net, ref, NET_FOREVER);
	if (!outcome.err) {
		ck_assert_msg(job_is_idle(one.job), "%s: something of the job is under way", name);
		outcome.stuck = ranks_agree(name, placed->program, one.job, two.job);
		outcome.end = job_end(one.job);
	}
	net_free(net);
	ref_free(ref);
	player_end(&one);
	player_end(&two);
	return outcome;
}

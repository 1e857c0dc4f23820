// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "calls.h"
#include "cli/out/complain.h"
#include "cli/wait/wait.h"

#define NS_PER_MS	1000000ull

struct rank *world_pick(struct world *world)
{
	struct rank *best = NULL, *rank;

	for (uint32_t i = 0; i < world->ranks; i++) {
		rank = &world->rank[i];
		if (rank->state == RANK_CALLING && (!best || rank->clock < best->clock))
			best = rank;
	}
	return best;
}

/* Write the images when their counters may have changed. */
static int images_update(struct world *world, bool last)
{
	struct net_totals now;

	if (!world->images)
		return 0;
	net_totals(world->engine.net, &now);
	if (!last && now.injected == world->written.injected &&
	    now.delivered == world->written.delivered && now.hops == world->written.hops)
		return 0;
	world->written = now;
	return drive_write(world->drive, world->engine.net, last);
}

/* Return the first process that polls its memory, or NULL; written: only after that was written. */
static struct rank *find_spinning(struct world *world, bool written)
{
	struct rank *rank;

	for (uint32_t i = 0; i < world->ranks; i++) {
		rank = &world->rank[i];
		if (rank->state == RANK_SPINNING && (rank->written || !written))
			return rank;
	}
	return NULL;
}

/* Advance up to a cycle, or until the memory of a process that polls it was written. */
static int network_advance(struct world *world, uint64_t cycle)
{
	struct net *net = world->engine.net;
	bool stepwise = find_spinning(world, false);
	uint64_t next;
	int err = 0;

	while (!err && stepwise && !find_spinning(world, true)) {
		next = net_next(net);
		if (next >= cycle)
			break;
		err = net_run(net, next + 1);
		world->now = next + 1;
	}
	if (!err && !find_spinning(world, true)) {
		err = net_run(net, cycle);
		world->now = cycle;
	}
	return err ? engine_failed(err) : images_update(world, false);
}

/*
 * All processes that still call are blocked, others poll memory, and the network is empty: nothing
 * will ever happen.
 */
static int deadlocked(const struct world *world)
{
	static const char *const names[] = {
		[UGNI_CQ_WAIT] = "an event that nobody sends",
		[UGNI_DATAGRAM_TEST] = "a datagram that nobody sends",
		[UGNI_DATAGRAM_PROBE] = "a datagram that nobody sends",
		[UGNI_EXCHANGE] = "an exchange or barrier that not all ranks join",
	};

	for (uint32_t i = 0; i < world->ranks; i++) {
		if (world->rank[i].state == RANK_CALLING)
			complain("rank %u waits for %s: the job ends", i,
				 names[world->rank[i].request.call]);
		if (world->rank[i].state == RANK_SPINNING)
			complain("rank %u waits for %s: the job ends", i,
				 "memory of its own that nobody writes");
	}
	return EXIT_RUNTIME;
}

/*
 * Return the first cycle in which anything can happen: in the network, in a process, or a deadline.
 */
static uint64_t find_soonest(const struct world *world)
{
	uint64_t soonest = net_next(world->engine.net), next;
	const struct rank *rank;

	for (uint32_t i = 0; i < world->ranks; i++) {
		rank = &world->rank[i];
		if (rank->state != RANK_CALLING)
			continue;
		next = rank->blocked ? rank->deadline : rank->clock;
		soonest = next < soonest ? next : soonest;
	}
	return soonest;
}

/* --- calls that find nothing --- */

static bool finds_nothing(const struct rank *rank, const struct ugni_reply *reply)
{
	if (rank->request.call == UGNI_SLEEP)
		return true;
	if (rank->request.call == UGNI_DATAGRAM_TEST && reply->rc == GNI_RC_SUCCESS)
		return reply->value[0] == GNI_POST_PENDING;
	return reply->rc == GNI_RC_NOT_DONE || reply->rc == GNI_RC_TIMEOUT ||
	       (reply->rc == GNI_RC_NO_MATCH && rank->request.call == UGNI_DATAGRAM_PROBE);
}

/* Has each process ended, blocked without a deadline, or found nothing in a call since then? */
static bool all_find_nothing(const struct world *world, uint64_t since)
{
	const struct rank *rank;

	for (uint32_t i = 0; i < world->ranks; i++) {
		rank = &world->rank[i];
		if (rank->state == RANK_ENDED || rank->state == RANK_SPINNING ||
		    (rank->blocked && rank->deadline == NET_FOREVER))
			continue;
		if (rank->found_nothing < since)
			return false;
	}
	return true;
}

/*
 * End a job whose processes would poll for ever while nothing is under way. A timeout of 0 means no
 * limit.
 */
static int check_poll(struct world *world, struct rank *rank, bool fruitless)
{
	uint64_t now = world->timeout ? monotonic_ns() : 0;
	uint64_t timeout = world->timeout * NS_PER_MS;

	if (!fruitless || !world->quiet || net_next(world->engine.net) != NET_FOREVER)
		world->quiet = now;
	if (!fruitless)
		return 0;
	rank->found_nothing = now;
	if (!timeout || now - world->quiet < timeout || !all_find_nothing(world, now - timeout / 2))
		return 0;
	complain("rank %u asks in vain for %.4g s (--timeout), and all wait: the job ends",
		 (unsigned int)(rank - world->rank), world->timeout / 1e3);
	return EXIT_RUNTIME;
}

/*
 * Try the call again when something may have happened, or, if the call has advanced the clock
 * itself, then.
 */
static int postpone(struct world *world, struct rank *rank)
{
	uint64_t soonest;

	if (rank->clock > world->now)
		return 0;
	rank->blocked = true;
	rank->clock += WORLD_POLL;
	soonest = find_soonest(world);
	if (soonest == NET_FOREVER)
		return deadlocked(world);
	if (rank->clock < soonest)
		rank->clock = soonest;
	if (rank->clock > rank->deadline)
		rank->clock = rank->deadline;
	return 0;
}

/* After something has happened, try every call again before waiting longer. */
static void unblock(struct world *world, uint64_t before)
{
	if (world->happened == before)
		return;
	for (uint32_t i = 0; i < world->ranks; i++)
		world->rank[i].blocked = false;
}

/* Advance the clock of a process for its new call and for what it computed. */
static void clock_call(const struct world *world, struct rank *rank)
{
	double computed = rank->request.cpu * world->compute / NS_PER_CYCLE;

	if (rank->state != RANK_CALLING)
		return;
	rank->deadline = 0;
	rank->blocked = false;
	if (rank->request.call == UGNI_HELLO)
		return;
	rank->clock += WORLD_CALL;
	rank->clock += computed < NET_LAST_CYCLE ? computed : NET_LAST_CYCLE;
}

/* Reject a process that is neither of the job nor its descendant: its memory is none of ours. */
static int check_hello(const struct world *world, struct rank *rank)
{
	uint64_t pid = rank->request.arg[0];

	if (rank->state != RANK_CALLING || rank->request.call != UGNI_HELLO)
		return 0;
	if (process_claim(rank, pid))
		return 0;
	complain("rank %u says that it is process %llu, which was not started for it: the job ends",
		 (unsigned int)(rank - world->rank), (unsigned long long)pid);
	return EXIT_RUNTIME;
}

static int receive_call(struct world *world, struct rank *rank)
{
	int code = process_receive(world, rank);

	if (!code)
		clock_call(world, rank);
	return code ? code : check_hello(world, rank);
}

static int take_turn(struct world *world, struct rank *rank)
{
	uint64_t before = world->happened;
	struct ugni_reply reply;
	int code;

	if (rank->clock > NET_LAST_CYCLE) {
		complain("the clock of rank %u has come to its end, 65 days: the job ends",
			 (unsigned int)(rank - world->rank));
		return EXIT_RUNTIME;
	}
	code = network_advance(world, rank->clock);
	if (code)
		return code;
	unblock(world, before);
	if (world->happened != before)
		world->quiet = 0;
	if (find_spinning(world, true))
		return 0;
	before = world->happened;
	if (!calls_try(world, rank, &reply))
		return postpone(world, rank);
	unblock(world, before);
	code = check_poll(world, rank, finds_nothing(rank, &reply));
	if (code)
		return code;
	reply.clock = rank->clock * 5 / 4;
	process_reply(rank, &reply);
	return receive_call(world, rank);
}

/* The memory that a process polls was written: it sees that at once, and runs on. */
static int wake(struct world *world, struct rank *rank)
{
	if (rank->clock < world->now)
		rank->clock = world->now;
	process_resume(rank);
	return receive_call(world, rank);
}

/* No process calls, and some poll memory, which only the network will write. */
static int await_write(struct world *world)
{
	uint64_t next = net_next(world->engine.net);

	return next < NET_LAST_CYCLE ? network_advance(world, next + 1) : deadlocked(world);
}

/* Let a process go on, or time; set *over if all processes have ended. */
static int world_go_on(struct world *world, bool *over)
{
	struct rank *rank = find_spinning(world, true);

	if (rank)
		return wake(world, rank);
	rank = world_pick(world);
	if (rank)
		return take_turn(world, rank);
	*over = !find_spinning(world, false);
	return *over ? 0 : await_write(world);
}

/* Let all packets under way arrive, so that the counters are complete. */
static int network_drain(struct world *world)
{
	int err = net_drain(world->engine.net, NET_LAST_CYCLE);

	return err ? engine_failed(err) : images_update(world, true);
}

int world_run(struct world *world)
{
	int code = images_update(world, true);
	bool over = false;

	for (uint32_t i = 0; i < world->ranks && !code; i++) {
		code = process_start(world, &world->rank[i]);
		if (!code)
			code = receive_call(world, &world->rank[i]);
	}
	while (!code && !over)
		code = world_go_on(world, &over);
	return code ? code : network_drain(world);
}

static void rank_free(struct rank *rank)
{
	process_kill(rank);
	for (uint32_t i = 0; i < rank->cqs; i++)
		free(rank->cq[i].event);
	free(rank->cq);
	free(rank->region);
}

void world_free(struct world *world)
{
	for (uint32_t i = 0; i < world->ranks; i++)
		rank_free(&world->rank[i]);
	exchange_free(world);
	smsg_free(world);
	transfer_free(world);
	datagram_free(world);
}

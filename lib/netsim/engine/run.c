// SPDX-License-Identifier: LGPL-2.1-or-later
/* Windows, one after the other; in each, all threads simulate their chips. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "phases.h"

/* How often a thread polls the barrier before it sleeps. */
#define SPINS	20000

/* What the threads of a run share. In a round, all threads simulate one window. */
struct run {
	struct net *net;
	uint64_t until;		/* first cycle not simulated */
	bool drain;		/* stop earlier, once all traffic has arrived */
	bool stop;		/* there is no next window */
	atomic_uint threads;	/* that take part */
	atomic_uint arrived;	/* threads that have finished this round */
	atomic_uint round;
	pthread_mutex_t lock;	/* for wake */
	pthread_cond_t wake;	/* signalled when a round is over */
};

/* --- between windows --- */

static void window_plan(struct run *run, uint64_t base)
{
	struct net *net = run->net;

	net->cycle = base;
	net->end = run->until - base < net->lookahead ? run->until : base + net->lookahead;
	if (net->parts)
		net_parts_plan(net, run->until);
	run->stop = net->error || base >= run->until;
	if (net->changes && !run->stop)
		net_changes_begin(net);
}

/* Go on to the next window. Idle time is skipped. */
static void window_next(struct run *run)
{
	uint64_t next = NET_FOREVER, last = 0;
	struct net *net = run->net;
	unsigned int i;

	for (i = 0; i < net->threads; i++) {
		struct worker *worker = &net->workers[i];

		next = worker->next < next ? worker->next : next;
		last = worker->last > last ? worker->last : last;
		if (worker->error && !net->error && !net->parts)
			net->error = worker->error;
	}
	net->window++;
	if (net->parts)
		net_parts_exchange(net, &next, &last);
	if (net->changes) {
		net_changes_collect(net);
		next = cycle_min(next, net_changes_next(net));
	}
	if (run->drain && net_idle(net)) {
		net->cycle = last;
		run->stop = true;
		return;
	}
	if (next < net->end)
		next = net->end;
	if (next > run->until)
		next = run->until;
	window_plan(run, next);
}

static void barrier_open(struct run *run)
{
	atomic_store(&run->arrived, 0);
	atomic_fetch_add(&run->round, 1);
	pthread_mutex_lock(&run->lock);
	pthread_cond_broadcast(&run->wake);
	pthread_mutex_unlock(&run->lock);
}

/* Wait for all threads; the last one calls between, if it is not NULL, before they go on. */
static void barrier(struct run *run, void (*between)(struct run *run))
{
	unsigned int round = atomic_load(&run->round), spins = SPINS;

	if (atomic_fetch_add(&run->arrived, 1) + 1 == atomic_load(&run->threads)) {
		if (between)
			between(run);
		barrier_open(run);
		return;
	}
	while (spins && atomic_load(&run->round) == round)
		spins--;
	pthread_mutex_lock(&run->lock);
	while (atomic_load(&run->round) == round)
		pthread_cond_wait(&run->wake, &run->lock);
	pthread_mutex_unlock(&run->lock);
}

/* --- a thread --- */

/* Move what other workers sent to a worker's chips in the last window into the chips' inboxes. */
static void mail_receive(struct worker *worker)
{
	struct net *net = worker->net;
	unsigned int parity = !(net->window & 1), self = worker - net->workers, i;
	const struct mailbox *mailbox;
	const struct mail *mail;
	struct inbox *inbox;
	size_t at;

	for (i = 0; i < net->threads; i++) {
		mailbox = &net->workers[i].mailbox[parity * net->threads + self];
		for (at = 0; at < mailbox->count; at++) {
			mail = &mailbox->mail[at];
			inbox = &net->inboxes[parity][mail->chip];
			net_wake(worker, mail->chip, net->cycle);
			if (mail->packet.phits)
				*inbox_packet(inbox, &worker->store) = mail->packet;
			else
				inbox_credit(inbox, &worker->store, mail->packet.cycle);
		}
	}
}

static void window_start(struct worker *worker)
{
	struct net *net = worker->net;
	unsigned int parity = net->window & 1, i;

	worker->inbox = net->inboxes[parity];
	worker->outgoing = &worker->mailbox[parity * net->threads];
	for (i = 0; i < net->threads; i++)
		worker->outgoing[i].count = 0;
	mail_receive(worker);
	if (net->parts && net->parts->fresh)
		net_parts_read(worker);
	worker->next = NET_FOREVER;
}

static void worker_window(struct worker *worker)
{
	struct net *net = worker->net;
	unsigned int chip;

	window_start(worker);
	for (chip = worker->first; chip < worker->end && !worker->error; chip++) {
		if (net->wake[chip] < net->end) {
			if (chip + 1 < worker->end)
				net_chip_prefetch(worker, chip + 1);
			net_chip_run(worker, chip);
		}
		if (net->wake[chip] < worker->next)
			worker->next = net->wake[chip];
	}
	if (worker->store.lost && !worker->error)
		worker->error = -ENOMEM;
}

struct thread {
	struct run *run;
	struct worker *worker;
	pthread_t id;
};

static void *thread_run(void *context)
{
	struct thread *thread = context;
	struct run *run = thread->run;

	barrier(run, NULL);
	while (!run->stop) {
		worker_window(thread->worker);
		barrier(run, window_next);
	}
	return NULL;
}

/* There is no memory for a run's threads: no window is simulated, and all processes learn it. */
static void run_give_up(struct run *run)
{
	uint64_t next = NET_FOREVER, last = 0;
	struct net *net = run->net;

	run->stop = true;
	net->workers[0].error = -ENOMEM;
	net->error = -ENOMEM;
	if (!net->parts)
		return;
	net->end = net->parts->border;
	net_parts_exchange(net, &next, &last);
}

int net_windows_run(struct net *net, uint64_t until, bool drain)
{
	struct run run = {
		.net = net, .until = until, .drain = drain, .threads = net->threads,
		.lock = PTHREAD_MUTEX_INITIALIZER, .wake = PTHREAD_COND_INITIALIZER,
	};
	struct thread *threads = calloc(net->threads, sizeof(*threads));
	unsigned int i;

	window_plan(&run, net->cycle);
	if (!threads) {
		run_give_up(&run);
		return net->error;
	}
	for (i = 0; i < net->threads; i++)
		threads[i] = (struct thread){ .run = &run, .worker = &net->workers[i] };
	for (i = 1; i < net->threads; i++) {
		if (pthread_create(&threads[i].id, NULL, thread_run, &threads[i])) {
			run_give_up(&run);
			break;
		}
	}
	atomic_store(&run.threads, i);
	thread_run(&threads[0]);
	while (i-- > 1)
		pthread_join(threads[i].id, NULL);
	free(threads);
	return net->error;
}

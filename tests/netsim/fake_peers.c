// SPDX-License-Identifier: GPL-2.0-only
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "mark.h"
#include "fake_peers.h"

/* What a process received from another one. */
struct parcel {
	char *text;
	size_t room;
};

struct peer {
	struct net_peers transport;
	struct peers *all;
	/* What it gives to the exchange or gathering under way. */
	const struct net_letter *letters;
	unsigned int count;
	const struct net_vote *vote;
	const void *given;
	size_t bytes;
	struct parcel *parcel;	/* by sender */
};

struct peers {
	unsigned int count;
	pthread_barrier_t barrier;
	struct peer peer[];
};

static void meet(struct peer *peer)
{
	pthread_barrier_wait(&peer->all->barrier);
}

/* --- exchange --- */

static const struct net_letter *letter_to(const struct peer *peer, unsigned int number)
{
	unsigned int i;

	for (i = 0; i < peer->count; i++)
		if (peer->letters[i].peer == number)
			return &peer->letters[i];
	ck_abort_msg("process %u has a letter for %u, who has none for it", number,
		     peer->transport.number);
}

static void letter_take(struct peer *peer, struct net_letter *letter)
{
	const struct net_letter *theirs = letter_to(&peer->all->peer[letter->peer],
						    peer->transport.number);
	struct parcel *parcel = &peer->parcel[letter->peer];

	if (theirs->sent_bytes > parcel->room) {
		parcel->text = realloc(parcel->text, theirs->sent_bytes);
		ck_assert_ptr_nonnull(parcel->text);
		parcel->room = theirs->sent_bytes;
	}
	if (theirs->sent_bytes)
		memcpy(parcel->text, theirs->sent, theirs->sent_bytes);
	letter->received = parcel->text;
	letter->received_bytes = theirs->sent_bytes;
}

static void vote_add(struct net_vote *sum, const struct net_vote *vote)
{
	unsigned int i;

	for (i = 0; i < NET_VOTES; i++) {
		sum->sum[i] += vote->sum[i];
		if (vote->most[i] > sum->most[i])
			sum->most[i] = vote->most[i];
	}
}

static void exchange(void *context, struct net_letter *letters, unsigned int count,
		     struct net_vote *vote)
{
	struct peer *peer = context;
	struct net_vote sum = { 0 };
	unsigned int i;

	peer->letters = letters;
	peer->count = count;
	peer->vote = vote;
	meet(peer);
	for (i = 0; i < count; i++)
		letter_take(peer, &letters[i]);
	for (i = 0; vote && i < peer->all->count; i++)
		vote_add(&sum, peer->all->peer[i].vote);
	meet(peer);
	if (vote)
		*vote = sum;
}

/* --- gathering --- */

static void *gather(void *context, const void *given, size_t bytes, bool everywhere, size_t *all)
{
	struct peer *peer = context, *other = peer->all->peer;
	char *result = NULL, *end;
	unsigned int i;

	peer->given = given;
	peer->bytes = bytes;
	meet(peer);
	for (i = 0, *all = 0; i < peer->all->count; i++)
		*all += other[i].bytes;
	if (everywhere || !peer->transport.number) {
		result = malloc(*all + 1);
		ck_assert_ptr_nonnull(result);
	}
	for (i = 0, end = result; result && i < peer->all->count; end += other[i++].bytes)
		if (other[i].bytes)
			memcpy(end, other[i].given, other[i].bytes);
	meet(peer);
	return result;
}

static void give_up(void *context, const char *why)
{
	const struct peer *peer = context;

	ck_abort_msg("process %u: %s", peer->transport.number, why);
}

/* --- all of them --- */

struct peers *peers_new(unsigned int count)
{
	struct peers *peers = calloc(1, sizeof(*peers) + count * sizeof(peers->peer[0]));
	struct peer *peer;
	unsigned int i;

	ck_assert_ptr_nonnull(peers);
	peers->count = count;
	pthread_barrier_init(&peers->barrier, NULL, count);
	for (i = 0; i < count; i++) {
		peer = &peers->peer[i];
		peer->all = peers;
		peer->parcel = calloc(count, sizeof(*peer->parcel));
		ck_assert_ptr_nonnull(peer->parcel);
		peer->transport = (struct net_peers){
			.number = i, .count = count, .exchange = exchange, .gather = gather,
			.abort = give_up, .context = peer,
		};
	}
	return peers;
}

void peers_free(struct peers *peers)
{
	unsigned int i, j;

	for (i = 0; i < peers->count; i++) {
		for (j = 0; j < peers->count; j++)
			free(peers->peer[i].parcel[j].text);
		free(peers->peer[i].parcel);
	}
	pthread_barrier_destroy(&peers->barrier);
	free(peers);
}

const struct net_peers *peers_at(const struct peers *peers, unsigned int number)
{
	return &peers->peer[number].transport;
}

struct call {
	void (*call)(void *context, unsigned int number);
	void *context;
	unsigned int number;
};

static void *call_run(void *context)
{
	const struct call *call = context;

	call->call(call->context, call->number);
	return NULL;
}

void peers_run(const struct peers *peers, void (*call)(void *context, unsigned int number),
	       void *context)
{
	struct call calls[NET_PEERS];
	pthread_t thread[NET_PEERS];
	unsigned int i;

	for (i = 0; i < peers->count; i++) {
		calls[i] = (struct call){ call, context, i };
		ck_assert_int_eq(pthread_create(&thread[i], NULL, call_run, &calls[i]), 0);
	}
	for (i = 0; i < peers->count; i++)
		pthread_join(thread[i], NULL);
}

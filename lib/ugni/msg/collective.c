// SPDX-License-Identifier: LGPL-2.1-or-later
/* Collective operations. */
#include <dlfcn.h>
#include <string.h>

#include "internal.h"

enum { BARRIER = MSG_INTERNAL, ALLTOALL };

/* Dissemination: in round i each rank receives from the one 2^i before it. */
int msg_barrier(struct msg *msg)
{
	struct msg_sending *sending = NULL;
	unsigned int to, from;
	int err = msg->err;

	for (unsigned int far = 1; !err && far < msg->ranks; far *= 2) {
		to = (msg->rank + far) % msg->ranks;
		from = (msg->rank + msg->ranks - far) % msg->ranks;
		err = msg_start_internal(msg, to, BARRIER, NULL, 0, &sending);
		if (!err)
			err = msg_receive_internal(msg, from, BARRIER, NULL, 0, NULL);
		if (!err)
			err = msg_finish(msg, sending);
	}
	return err;
}

/*
 * Rank i sends to i + 1 first and receives from i - 1 first, so that the ranks do not all start
 * with the same one.
 */
static int send_parts(struct msg *msg, const char *out, char *in, size_t bytes)
{
	struct msg_sending *sending[MSG_RANKS];
	unsigned int ranks = msg->ranks, i, at;
	int err = 0;

	for (i = 1; !err && i < ranks; i++) {
		at = (msg->rank + i) % ranks;
		err = msg_start_internal(msg, at, ALLTOALL, out + at * bytes, bytes, &sending[i]);
	}
	for (i = 1; !err && i < ranks; i++) {
		at = (msg->rank + ranks - i) % ranks;
		err = msg_receive_internal(msg, at, ALLTOALL, in + at * bytes, bytes, NULL);
	}
	for (i = 1; !err && i < ranks; i++)
		err = msg_finish(msg, sending[i]);
	return err;
}

int msg_alltoall(struct msg *msg, const void *out, void *in, size_t bytes)
{
	void (*awr)(int begins) = dlsym(RTLD_DEFAULT, "awr_alltoall");
	size_t at = msg->rank * bytes;
	int err = msg->err;

	if (err)
		return err;
	if (bytes)
		memcpy((char *)in + at, (const char *)out + at, bytes);
	if (awr)
		awr(1);
	err = send_parts(msg, out, in, bytes);
	if (awr)
		awr(0);
	return err;
}

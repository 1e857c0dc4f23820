/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A small message layer on uGNI: ranks of a job send each other messages with tags.
 *
 *	struct msg *msg;
 *
 *	if (msg_open(NULL, &msg))
 *		return 1;
 *	if (!msg_rank(msg))
 *		msg_send(msg, 1, 7, "hello", 6);
 *	if (msg_rank(msg) == 1)
 *		msg_receive(msg, 0, 7, text, sizeof(text), NULL);
 *	msg_close(msg);
 *
 * Messages between two ranks with the same tag arrive in the order in which they were sent. Only
 * one thread may call. Calls that return int return 0 or one of these errors, which msg_problem()
 * describes:
 *
 * -EINVAL invalid argument; -EIO a call of uGNI failed; -ENOMEM; -EPROTO the other side does not
 * use this protocol.
 *
 * docs/awr.md says how messages travel.
 */
#ifndef MSG_MSG_H
#define MSG_MSG_H

#include <stddef.h>

/* Any rank, or any tag. */
#define MSG_ANY (-1)

/* Maximum number of ranks. */
#define MSG_RANKS 64

/* Default of msg_options.eager. */
#define MSG_EAGER 1024

/* Maximum of msg_options.eager. */
#define MSG_EAGER_MOST 32768

/* Tags are 0 to MSG_TAGS - 1. */
#define MSG_TAGS (1 << 24)

/* A rank's state; all members are private. */
struct msg;

/* A message that is being sent; all members are private. */
struct msg_sending;

/* How the data of a large message is moved. */
enum msg_way {
	MSG_PUT,	/* by the sender, when the receiver has sent an address */
	MSG_GET,	/* by the receiver if addresses and length are multiples of 4; else a PUT */
};

/* Options, which must be the same on all ranks. */
struct msg_options {
	size_t eager;		/* most bytes sent without asking, up to MSG_EAGER_MOST */
	enum msg_way way;	/* for larger messages */
};

/* The message received. */
struct msg_status {
	unsigned int from;
	int tag;
	size_t bytes;
};

/*
 * Connect to the other ranks; all ranks must call it. The ranks are described by the environment
 * that gpcd-sim ugni provides. NULL for @options means MSG_EAGER and MSG_PUT. The caller must call
 * msg_close(), also after an error unless *@msg is NULL for lack of memory.
 */
int msg_open(const struct msg_options *options, struct msg **msg);

/*
 * Wait until all ranks have called this and everything sent has arrived, then free @msg. All ranks
 * must call it, after msg_finish() for each message. After an earlier error it does not wait. @msg
 * is freed even if an error is returned.
 */
int msg_close(struct msg *msg);

unsigned int msg_rank(const struct msg *msg);

unsigned int msg_ranks(const struct msg *msg);

/* Describe the first error: a line without a newline, empty if there was none. */
const char *msg_problem(const struct msg *msg);

/*
 * Start to send a message to another rank. @data must not change before msg_finish(), to which
 * *@sending must be passed.
 */
int msg_start(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes,
	      struct msg_sending **sending);

/*
 * Wait until the bytes of a message may change; a large message has then reached the receiver.
 * Frees @sending, except after an error: then msg_close() frees it.
 */
int msg_finish(struct msg *msg, struct msg_sending *sending);

/* Send a message to another rank: msg_start() and msg_finish(). */
int msg_send(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes);

/*
 * Receive a message. @from and @tag may be MSG_ANY, @status may be NULL. If the message is larger
 * than @room, it is lost, -EMSGSIZE is returned and @status has its size.
 */
int msg_receive(struct msg *msg, int from, int tag, void *data, size_t room,
		struct msg_status *status);

/* Wait until all ranks have called this. */
int msg_barrier(struct msg *msg);

/*
 * Send each rank its part and receive one from each; all ranks must call it. @out and @in hold
 * parts of @bytes bytes each, by rank. If libawr is loaded, it is informed.
 */
int msg_alltoall(struct msg *msg, const void *out, void *in, size_t bytes);

#endif /* MSG_MSG_H */

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
 * Messages between two ranks with one tag arrive in the order in which they were sent. One thread
 * may call. All calls that return a number return 0, or one of these, and then msg_problem() has
 * words:
 *
 * -EINVAL an argument makes no sense; -EIO a call of uGNI has failed; -ENOMEM; -EPROTO the other
 * side does not speak this protocol.
 *
 * docs/awr.md says how messages travel.
 */
#ifndef MSG_MSG_H
#define MSG_MSG_H

#include <stddef.h>

/** MSG_ANY - a message of any rank, or with any tag */
#define MSG_ANY (-1)

/** MSG_RANKS - the most ranks of a job */
#define MSG_RANKS 64

/** MSG_EAGER - bytes that are sent without asking, unless the options say other */
#define MSG_EAGER 1024

/** MSG_EAGER_MOST - the most that they can say */
#define MSG_EAGER_MOST 32768

/** MSG_TAGS - tags are 0 to this, less one */
#define MSG_TAGS (1 << 24)

/** struct msg - a rank's end of all channels; all members are private */
struct msg;

/** struct msg_sending - a message that is under way; all members are private */
struct msg_sending;

/**
 * enum msg_way - who moves the data of a large message
 * @MSG_PUT: the sender, by a PUT, once the receiver has said where to
 * @MSG_GET: the receiver, by a GET, where addresses and length are multiples of 4 bytes; else a PUT
 */
enum msg_way {
	MSG_PUT,
	MSG_GET,
};

/**
 * struct msg_options - choices that all ranks must make alike
 * @eager: messages of so many bytes or fewer are sent without asking; at most MSG_EAGER_MOST
 * @way: who moves the data of all others
 */
struct msg_options {
	size_t eager;
	enum msg_way way;
};

/**
 * struct msg_status - what was received
 * @from: the rank that has sent it
 * @tag: its tag
 * @bytes: its size
 */
struct msg_status {
	unsigned int from;
	int tag;
	size_t bytes;
};

/**
 * msg_open() - meet the other ranks
 * @options: choices, or NULL: MSG_EAGER and MSG_PUT
 * @msg: receives this rank's end, which msg_close() frees; after an error, too, it may be there for
 *	msg_problem(), and msg_close() must be called; NULL: there was no memory for it
 *
 * All ranks must call it. Who they are is in the environment that gpcd-sim ugni makes.
 *
 * Return: 0, or an error.
 */
int msg_open(const struct msg_options *options, struct msg **msg);

/**
 * msg_close() - take leave of the other ranks, and free all
 * @msg: this rank's end
 *
 * All ranks must call it, after msg_finish() for each message. It returns when all others have
 * taken leave too, and what this rank has sent is there. After an error of an earlier call it does
 * not wait.
 *
 * Return: 0, or an error; in any case all is freed.
 */
int msg_close(struct msg *msg);

/** msg_rank() - return the number of this rank of @msg */
unsigned int msg_rank(const struct msg *msg);

/** msg_ranks() - return how many ranks @msg has */
unsigned int msg_ranks(const struct msg *msg);

/**
 * msg_problem() - say in words what has failed
 * @msg: this rank's end
 *
 * Return: a line without its end; empty before the first error.
 */
const char *msg_problem(const struct msg *msg);

/**
 * msg_start() - begin to send a message
 * @msg: this rank's end
 * @to: the rank that it goes to, not this one
 * @tag: its tag
 * @data: its bytes; they may not change before msg_finish()
 * @bytes: how many
 * @sending: receives what msg_finish() must be told
 *
 * Return: 0, or an error.
 */
int msg_start(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes,
	      struct msg_sending **sending);

/**
 * msg_finish() - wait until the bytes of a message may change
 * @msg: this rank's end
 * @sending: of msg_start(); freed, unless the call fails: then by msg_close()
 *
 * A large message has then reached the receiver.
 *
 * Return: 0, or an error.
 */
int msg_finish(struct msg *msg, struct msg_sending *sending);

/**
 * msg_send() - send a message: msg_start() and msg_finish()
 * @msg: this rank's end
 * @to: the rank that it goes to, not this one
 * @tag: its tag
 * @data: its bytes
 * @bytes: how many
 *
 * Return: 0, or an error.
 */
int msg_send(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes);

/**
 * msg_receive() - receive a message
 * @msg: this rank's end
 * @from: the rank that sends it, or MSG_ANY
 * @tag: its tag, or MSG_ANY
 * @data: receives its bytes
 * @room: how many there is room for
 * @status: receives what it is, or NULL
 *
 * Return: 0, -EMSGSIZE there was no room: the message is lost, and @status says how large it was;
 * or an error.
 */
int msg_receive(struct msg *msg, int from, int tag, void *data, size_t room,
		struct msg_status *status);

/**
 * msg_barrier() - wait until all ranks have called it
 * @msg: this rank's end
 *
 * Return: 0, or an error.
 */
int msg_barrier(struct msg *msg);

/**
 * msg_alltoall() - send each rank its part, and receive one of each
 * @msg: this rank's end
 * @out: parts of @bytes bytes each, by the rank that they go to
 * @in: receives parts, by the rank that they come from
 * @bytes: bytes of a part
 *
 * All ranks must call it. If libawr is there it is told that this is an alltoall.
 *
 * Return: 0, or an error.
 */
int msg_alltoall(struct msg *msg, const void *out, void *in, size_t bytes);

#endif /* MSG_MSG_H */

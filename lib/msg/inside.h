/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What the files of the message layer share.
 */
#ifndef MSG_INSIDE_H
#define MSG_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "msg.h"
#include "ugni/include/gni_pub.h"

/** MSG_CREDIT - short messages that a mailbox holds */
#define MSG_CREDIT 16

/** MSG_INSIDE - tags from here on are the layer's own */
#define MSG_INSIDE MSG_TAGS

/**
 * enum msg_kind - what a short message is
 * @MSG_WHOLE: a message, with its bytes behind the header
 * @MSG_ASK: there is a large message
 * @MSG_GO: send its bytes there
 * @MSG_DONE: its bytes were moved
 * @MSG_LEAVE: this was all
 */
enum msg_kind {
	MSG_WHOLE,
	MSG_ASK,
	MSG_GO,
	MSG_DONE,
	MSG_LEAVE,
};

/**
 * struct msg_header - what each short message begins with
 * @kind: enum msg_kind
 * @tag: of MSG_WHOLE and MSG_ASK: the tag
 * @bytes: of MSG_WHOLE and MSG_ASK: size of the message
 * @sending: of MSG_ASK: the sender's number of it; of MSG_GO and MSG_DONE to the sender: the same
 * @receiving: of MSG_GO: the receiver's number of it; of MSG_DONE to the receiver: the same; else 0
 * @address: of MSG_ASK: where the bytes are, 0: no GET, please; of MSG_GO: where to
 * @memory: of the memory there
 */
struct msg_header {
	uint32_t kind;
	int32_t tag;
	uint64_t bytes;
	uint64_t sending;
	uint64_t receiving;
	uint64_t address;
	gni_mem_handle_t memory;
};

/**
 * struct msg_out - a short message that waits to be sent
 * @next: the one behind it
 * @header: its header
 * @data: bytes that follow it
 * @bytes: how many
 * @sending: the message that it is all of, or NULL
 */
struct msg_out {
	struct msg_out *next;
	struct msg_header header;
	const void *data;
	uint32_t bytes;
	struct msg_sending *sending;
};

/**
 * struct msg_moved - memory, and a transaction that moves it
 * @post: the transaction
 * @memory: registered memory, if @registered
 * @registered: there is any
 * @sending: the transaction is the PUT of this message; NULL: the GET of the one that is received
 */
struct msg_moved {
	gni_post_descriptor_t post;
	gni_mem_handle_t memory;
	bool registered;
	struct msg_sending *sending;
};

/**
 * struct msg_sending - a message that is under way
 * @next: another one
 * @number: its number
 * @to: the rank that it goes to
 * @data: its bytes
 * @bytes: how many
 * @done: the bytes may change
 * @receiving: the receiver's number of it
 * @moved: of a large one
 */
struct msg_sending {
	struct msg_sending *next;
	uint64_t number;
	unsigned int to;
	const void *data;
	size_t bytes;
	bool done;
	uint64_t receiving;
	struct msg_moved moved;
};

/**
 * struct msg_arrival - a message that nobody waits for yet
 * @next: one that came later
 * @from: the rank that has sent it
 * @header: its header
 * @data: of MSG_WHOLE: its bytes
 */
struct msg_arrival {
	struct msg_arrival *next;
	unsigned int from;
	struct msg_header header;
	char data[];
};

/**
 * struct msg_receiving - the message that is waited for
 * @active: there is one
 * @number: its number
 * @from: as in msg_receive()
 * @tag: as in msg_receive()
 * @data: receives its bytes
 * @room: how many there is room for
 * @status: what it is, once it is found
 * @found: a message was found
 * @done: its bytes are there
 * @short_of_room: it did not fit
 * @sending: the sender's number of it
 * @moved: of a large one
 */
struct msg_receiving {
	bool active;
	uint64_t number;
	int from;
	int tag;
	void *data;
	size_t room;
	struct msg_status status;
	bool found;
	bool done;
	bool short_of_room;
	uint64_t sending;
	struct msg_moved moved;
};

/**
 * struct msg_peer - another rank
 * @ep: the way to it
 * @out: short messages to it, the oldest first
 * @last: the youngest
 * @owed: events of short messages from it that were not yet looked at
 * @left: it has taken leave
 */
struct msg_peer {
	gni_ep_handle_t ep;
	struct msg_out *out;
	struct msg_out *last;
	unsigned int owed;
	bool left;
};

/**
 * struct msg - a rank's end of all channels
 * @rank: its number
 * @ranks: how many there are
 * @options: choices
 * @cdm: its domain
 * @nic: its NIC
 * @queue: events: of what it sends, and of what comes
 * @mailbox: memory of all mailboxes, by rank
 * @mailbox_bytes: of one of them
 * @memory: of all
 * @registered: they are registered
 * @peer: by rank
 * @flying: short messages that were sent, and have no event
 * @waiting: ranks with short messages that wait to be sent
 * @numbers: numbers given
 * @sending: messages under way
 * @arrival: messages that nobody waits for, the oldest first
 * @youngest: the last of them
 * @receiving: the one that is waited for
 * @err: of the first call that has failed
 * @problem: the same in words
 */
struct msg {
	unsigned int rank;
	unsigned int ranks;
	struct msg_options options;
	gni_cdm_handle_t cdm;
	gni_nic_handle_t nic;
	gni_cq_handle_t queue[2];
	char *mailbox;
	unsigned int mailbox_bytes;
	gni_mem_handle_t memory;
	bool registered;
	struct msg_peer peer[MSG_RANKS];
	unsigned int flying;
	unsigned int waiting;
	uint64_t numbers;
	struct msg_sending *sending;
	struct msg_arrival *arrival;
	struct msg_arrival *youngest;
	struct msg_receiving receiving;
	int err;
	char problem[128];
};

/**
 * msg_fail() - note that something has failed
 * @msg: this rank's end
 * @err: a negative errno
 * @what: which call, or what of it
 * @why: more words
 *
 * Return: @err.
 */
int msg_fail(struct msg *msg, int err, const char *what, const char *why);

/**
 * msg_called() - judge what a call of uGNI returns
 * @msg: this rank's end
 * @rc: that
 * @what: its name
 *
 * Return: 0, or as msg_fail().
 */
int msg_called(struct msg *msg, gni_return_t rc, const char *what);

/**
 * msg_out_add() - send a short message once there is room
 * @msg: this rank's end
 * @to: the rank that it goes to
 * @header: its header; copied
 * @sending: the message whose bytes follow, or NULL; it is done when this has been sent
 *
 * Return: 0, -ENOMEM.
 */
int msg_out_add(struct msg *msg, unsigned int to, const struct msg_header *header,
		struct msg_sending *sending);

/**
 * msg_out_flush() - send what there is room for
 * @msg: this rank's end
 *
 * Return: 0, or an error.
 */
int msg_out_flush(struct msg *msg);

/**
 * msg_move_begin() - register memory
 * @msg: this rank's end
 * @moved: filled in
 * @data: the memory
 * @bytes: its size
 *
 * Return: 0, or an error.
 */
int msg_move_begin(struct msg *msg, struct msg_moved *moved, const void *data, size_t bytes);

/**
 * msg_move() - move bytes
 * @msg: this rank's end
 * @moved: of msg_move_begin()
 * @type: GNI_POST_RDMA_PUT or GNI_POST_RDMA_GET
 * @rank: the other side
 * @there: a header with address and memory of the other side
 * @bytes: how many
 *
 * Return: 0, or an error.
 */
int msg_move(struct msg *msg, struct msg_moved *moved, gni_post_type_t type, unsigned int rank,
	     const struct msg_header *there, size_t bytes);

/**
 * msg_move_end() - take registered memory back
 * @msg: this rank's end
 * @moved: of msg_move_begin()
 *
 * Return: 0, or an error.
 */
int msg_move_end(struct msg *msg, struct msg_moved *moved);

/**
 * msg_match_wanted() - look for the message that is waited for among those that have come
 * @msg: this rank's end
 *
 * Return: 0, or an error.
 */
int msg_match_wanted(struct msg *msg);

/**
 * msg_match_come() - take a short message that has come
 * @msg: this rank's end
 * @from: the rank that has sent it
 * @header: its header, with the bytes behind it
 *
 * Return: 0, or an error.
 */
int msg_match_come(struct msg *msg, unsigned int from, const struct msg_header *header);

/**
 * msg_match_moved() - take note that a transaction is complete
 * @msg: this rank's end
 * @moved: the transaction
 *
 * Return: 0, or an error.
 */
int msg_match_moved(struct msg *msg, struct msg_moved *moved);

/**
 * msg_progress() - send what waits, and wait for something to happen
 * @msg: this rank's end
 *
 * Return: 0, or an error.
 */
int msg_progress(struct msg *msg);

/**
 * msg_receive_inside() - msg_receive() for any tag, the layer's own too
 * @msg: this rank's end
 * @from: the rank that sends it, or MSG_ANY
 * @tag: its tag, or MSG_ANY
 * @data: receives its bytes
 * @room: how many there is room for
 * @status: receives what it is, or NULL
 *
 * Return: as msg_receive().
 */
int msg_receive_inside(struct msg *msg, int from, int tag, void *data, size_t room,
		       struct msg_status *status);

/**
 * msg_start_inside() - msg_start() for any tag
 * @msg: this rank's end
 * @to: the rank that it goes to
 * @tag: its tag
 * @data: its bytes
 * @bytes: how many
 * @sending: receives what msg_finish() must be told
 *
 * Return: as msg_start().
 */
int msg_start_inside(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes,
		     struct msg_sending **sending);

/**
 * msg_meet() - join the mailboxes of all ranks
 * @msg: this rank's end, with its memory registered
 *
 * Return: 0, or an error.
 */
int msg_meet(struct msg *msg);

#endif /* MSG_INSIDE_H */

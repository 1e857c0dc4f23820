/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Private to the message layer. */
#ifndef MSG_INSIDE_H
#define MSG_INSIDE_H

#include <stdbool.h>
#include <stdint.h>

#include "msg.h"
#include "ugni/include/gni_pub.h"

/* Short messages that a mailbox holds. */
#define MSG_CREDIT 16

/* Tags from here on are the layer's own. */
#define MSG_INSIDE MSG_TAGS

/* Kinds of short messages. */
enum msg_kind {
	MSG_WHOLE,	/* a message; its bytes follow the header */
	MSG_ASK,	/* announces a large message */
	MSG_GO,		/* asks to send its bytes */
	MSG_DONE,	/* its bytes were moved */
	MSG_LEAVE,	/* the rank sends nothing more */
};

/*
 * The header of each short message. A PUT needs MSG_GO, which has the receiver's address; MSG_ASK
 * has the sender's only if a GET is possible.
 */
struct msg_header {
	uint32_t kind;			/* enum msg_kind */
	int32_t tag;			/* of MSG_WHOLE and MSG_ASK */
	uint64_t bytes;			/* of MSG_WHOLE and MSG_ASK: the message's size */
	uint64_t sending;		/* the sender's number; not of MSG_DONE to the receiver */
	uint64_t receiving;		/* of MSG_GO, and of MSG_DONE to the receiver; else 0 */
	uint64_t address;		/* of MSG_ASK (or 0) and MSG_GO: of the bytes */
	gni_mem_handle_t memory;	/* that contains address */
};

/* A short message that waits to be sent. */
struct msg_out {
	struct msg_out *next;
	struct msg_header header;
	const void *data;		/* follows the header */
	uint32_t bytes;
	struct msg_sending *sending;	/* the message whose bytes these are, or NULL */
};

/* Memory, and a transaction that moves it. */
struct msg_moved {
	gni_post_descriptor_t post;
	gni_mem_handle_t memory;	/* valid if registered */
	bool registered;
	struct msg_sending *sending;	/* to PUT; NULL: GET of receiving */
};

/* A message that is being sent. */
struct msg_sending {
	struct msg_sending *next;
	uint64_t number;	/* at the sender */
	unsigned int to;
	const void *data;
	size_t bytes;
	bool done;		/* the bytes may change */
	uint64_t receiving;	/* number at the receiver */
	struct msg_moved moved;	/* for a large message */
};

/* A message for which no receive is posted yet. */
struct msg_arrival {
	struct msg_arrival *next;	/* arrived later */
	unsigned int from;
	struct msg_header header;
	char data[];			/* of MSG_WHOLE */
};

/* The receive that is posted. */
struct msg_receiving {
	bool active;		/* there is one */
	uint64_t number;	/* at the receiver */
	int from;		/* as in msg_receive() */
	int tag;		/* likewise */
	void *data;
	size_t room;		/* size of data, bytes */
	struct msg_status status;
	bool found;		/* status is valid */
	bool done;		/* the bytes are in data */
	bool short_of_room;	/* it did not fit */
	uint64_t sending;	/* number at the sender */
	struct msg_moved moved;	/* for a large message */
};

/* Another rank. */
struct msg_peer {
	gni_ep_handle_t ep;
	struct msg_out *out;	/* short messages to it, the oldest first */
	struct msg_out *last;	/* the newest of them */
	unsigned int owed;	/* events of its short messages that have not been received yet */
	bool left;		/* it has sent MSG_LEAVE */
};

/* A rank's state. */
struct msg {
	unsigned int rank;
	unsigned int ranks;
	struct msg_options options;
	gni_cdm_handle_t cdm;
	gni_nic_handle_t nic;
	gni_cq_handle_t queue[2];		/* events of what it sends, and of what arrives */
	char *mailbox;				/* all mailboxes, by rank */
	unsigned int mailbox_bytes;		/* of each mailbox */
	gni_mem_handle_t memory;		/* of all mailboxes */
	bool registered;			/* memory is valid */
	struct msg_peer peer[MSG_RANKS];	/* by rank */
	unsigned int flying;			/* short messages sent, without an event yet */
	unsigned int waiting;			/* ranks with short messages that wait to be sent */
	uint64_t numbers;			/* last number assigned */
	struct msg_sending *sending;		/* messages being sent */
	struct msg_arrival *arrival;		/* messages without a receive, the oldest first */
	struct msg_arrival *youngest;		/* the newest of them */
	struct msg_receiving receiving;
	int err;				/* of the first call that failed */
	char problem[128];			/* the same as text */
};

/* Record the first failure of @msg: which call, and why. Returns @err. */
int msg_fail(struct msg *msg, int err, const char *what, const char *why);

/* Check what uGNI function @what returned. Returns 0, or as msg_fail() with -EIO. */
int msg_called(struct msg *msg, gni_return_t rc, const char *what);

/*
 * Queue a short message; @header is copied. If @sending is not NULL, its bytes follow, and it is
 * done when the message has been sent. Returns 0 or -ENOMEM.
 */
int msg_out_add(struct msg *msg, unsigned int to, const struct msg_header *header,
		struct msg_sending *sending);

/* Send short messages as long as there is room. */
int msg_out_flush(struct msg *msg);

/* Register memory. */
int msg_move_begin(struct msg *msg, struct msg_moved *moved, const void *data, size_t bytes);

/*
 * Move bytes by GNI_POST_RDMA_PUT or GNI_POST_RDMA_GET, after msg_move_begin(). @there is a header
 * with the address and memory of the other side.
 */
int msg_move(struct msg *msg, struct msg_moved *moved, gni_post_type_t type, unsigned int rank,
	     const struct msg_header *there, size_t bytes);

/* Deregister the memory of msg_move_begin(), if any. */
int msg_move_end(struct msg *msg, struct msg_moved *moved);

/* Look for the posted receive among the messages that have arrived. */
int msg_match_wanted(struct msg *msg);

/* Handle a short message that has arrived; its bytes follow @header. */
int msg_match_come(struct msg *msg, unsigned int from, const struct msg_header *header);

/* Handle the completion of a transaction. */
int msg_match_moved(struct msg *msg, struct msg_moved *moved);

/*
 * Send what waits, then wait for an event and handle it. While short messages still wait for room,
 * only poll for an event.
 */
int msg_progress(struct msg *msg);

/* As msg_receive(), but @tag may be one of the layer's own. */
int msg_receive_inside(struct msg *msg, int from, int tag, void *data, size_t room,
		       struct msg_status *status);

/* As msg_start(), likewise. */
int msg_start_inside(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes,
		     struct msg_sending **sending);

/* Exchange addresses with all ranks and connect the mailboxes. The memory must be registered. */
int msg_meet(struct msg *msg);

#endif /* MSG_INSIDE_H */

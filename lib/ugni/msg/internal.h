/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Private to the message layer. */
#ifndef MSG_INTERNAL_H
#define MSG_INTERNAL_H

#include <stdbool.h>
#include <stdint.h>

#include "msg.h"
#include "ugni/include/gni_pub.h"

/* Short messages that a mailbox holds. */
#define MSG_CREDIT 16

/* Addresses and length of a GET are multiples of this. */
#define MSG_GET_ALIGN 4

/* Tags from here on are the layer's own. */
#define MSG_INTERNAL MSG_TAGS

/* Completion queues of a rank. */
enum msg_cq {
	MSG_CQ_SENT,	/* events of what it sends */
	MSG_CQ_ARRIVED,	/* events of what arrives */
	MSG_CQS,
};

/* Kinds of short messages. */
enum msg_kind {
	MSG_KIND_EAGER,	/* a message; its bytes follow the header */
	MSG_KIND_RTS,	/* request to send: announces a large message */
	MSG_KIND_CTS,	/* clear to send: asks for its bytes by a PUT */
	MSG_KIND_FIN,	/* its bytes were moved */
	MSG_KIND_CLOSE,	/* the rank sends nothing more */
};

/*
 * The header of each short message. A PUT needs a CTS, which has the receiver's address; an RTS has
 * the sender's only if a GET is possible.
 */
struct msg_header {
	uint32_t kind;			/* enum msg_kind */
	int32_t tag;			/* of EAGER and RTS */
	uint64_t bytes;			/* of EAGER and RTS: the message's size */
	uint64_t sending;		/* the sender's number; not of a FIN to the receiver */
	uint64_t receiving;		/* of CTS, and of a FIN to the receiver; else 0 */
	uint64_t address;		/* of RTS (or 0) and CTS: of the bytes */
	gni_mem_handle_t memory;	/* that contains address */
};

/* A short message that waits to be sent. */
struct msg_short {
	struct msg_short *next;
	struct msg_header header;
	const void *data;		/* follows the header */
	uint32_t bytes;
	struct msg_sending *sending;	/* the message whose bytes these are, or NULL */
};

/* Memory, and a transaction that moves it. */
struct msg_rdma {
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
	struct msg_rdma rdma;	/* for a large message */
};

/* A message for which no receive is posted yet. */
struct msg_unexpected {
	struct msg_unexpected *next;	/* arrived later */
	unsigned int from;
	struct msg_header header;
	char data[];			/* of EAGER */
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
	bool matched;		/* status is valid */
	bool done;		/* the bytes are in data */
	bool truncated;		/* the message did not fit */
	uint64_t sending;	/* number at the sender */
	struct msg_rdma rdma;	/* for a large message */
};

/* Another rank. */
struct msg_peer {
	gni_ep_handle_t ep;
	struct msg_short *first;	/* short messages to it, the oldest first */
	struct msg_short *last;		/* the newest of them */
	unsigned int pending;		/* events of its short messages not received yet */
	bool closed;			/* it has sent a CLOSE */
};

/* A rank's state. */
struct msg {
	unsigned int rank;
	unsigned int ranks;
	struct msg_options options;
	gni_cdm_handle_t cdm;
	gni_nic_handle_t nic;
	gni_cq_handle_t cq[MSG_CQS];
	char *mailbox;				/* all mailboxes, by rank */
	unsigned int mailbox_bytes;		/* of each mailbox */
	gni_mem_handle_t memory;		/* of all mailboxes */
	bool registered;			/* memory is valid */
	struct msg_peer peer[MSG_RANKS];	/* by rank */
	unsigned int in_flight;			/* short messages sent, without an event yet */
	unsigned int waiting;			/* ranks with short messages that wait to be sent */
	uint64_t numbers;			/* last number assigned */
	struct msg_sending *sending;		/* messages being sent */
	struct msg_unexpected *unexpected;	/* messages without a receive, the oldest first */
	struct msg_unexpected *unexpected_last;	/* the newest of them */
	struct msg_receiving receiving;
	int err;				/* of the first call that failed */
	char problem[128];			/* the same as text */
};

/* --- transport.c --- */

/* Record the first failure of @msg: which call, and why. Returns @err. */
int msg_fail(struct msg *msg, int err, const char *what, const char *why);

/* Check what uGNI function @what returned. Returns 0, or as msg_fail() with -EIO. */
int msg_check(struct msg *msg, gni_return_t rc, const char *what);

/*
 * Queue a short message; @header is copied. If @sending is not NULL, its bytes follow, and it is
 * done when the message has been sent. Returns 0 or -ENOMEM.
 */
int msg_short_send(struct msg *msg, unsigned int to, const struct msg_header *header,
		   struct msg_sending *sending);

/* Send short messages as long as there is room. */
int msg_short_flush(struct msg *msg);

/* Register memory for a large message. */
int msg_rdma_register(struct msg *msg, struct msg_rdma *rdma, const void *data, size_t bytes);

/*
 * Move bytes of registered memory by GNI_POST_RDMA_PUT or GNI_POST_RDMA_GET. @remote is a header
 * with the address and memory of the other side.
 */
int msg_rdma_post(struct msg *msg, struct msg_rdma *rdma, gni_post_type_t type, unsigned int rank,
		  const struct msg_header *remote, size_t bytes);

/* Deregister the memory of msg_rdma_register(), if any. */
int msg_rdma_deregister(struct msg *msg, struct msg_rdma *rdma);

/* --- match.c --- */

/* Look for the posted receive among the unexpected messages. */
int msg_match_posted(struct msg *msg);

/* Handle a short message that has arrived; its bytes follow @header. */
int msg_match_arrived(struct msg *msg, unsigned int from, const struct msg_header *header);

/* Handle the completion of a transaction. */
int msg_match_rdma(struct msg *msg, struct msg_rdma *rdma);

/* --- progress.c --- */

/*
 * Send what waits, then wait for an event and handle it. While short messages still wait for room,
 * only poll for an event.
 */
int msg_progress(struct msg *msg);

/* --- p2p.c --- */

/* As msg_receive(), but @tag may be one of the layer's own. */
int msg_receive_internal(struct msg *msg, int from, int tag, void *data, size_t room,
			 struct msg_status *status);

/* As msg_start(), likewise. */
int msg_start_internal(struct msg *msg, unsigned int to, int tag, const void *data, size_t bytes,
		       struct msg_sending **sending);

#endif /* MSG_INTERNAL_H */

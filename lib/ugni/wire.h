/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The protocol between a process under the emulated uGNI and the simulator: requests and replies of
 * fixed size, in turn, over a socket that the process inherits.
 */
#ifndef UGNI_WIRE_H
#define UGNI_WIRE_H

#include <stdint.h>

/* Most processes of a job. */
#define UGNI_RANKS	64

/* Most queues that one call can wait for. */
#define UGNI_VECTOR	8

/* Environment variable: descriptor of the socket. */
#define UGNI_FD		"GPCD_UGNI_FD"
/* Environment variable: rank of the process. */
#define UGNI_RANK	"GPCD_UGNI_RANK"
/* Environment variable: number of processes. */
#define UGNI_COUNT	"GPCD_UGNI_RANKS"
/* Environment variable: addresses of the NICs of all processes, "1,2,3". */
#define UGNI_ADDRESSES	"GPCD_UGNI_ADDRESSES"
/*
 * Environment variable: how a node's number makes x, y and z of PMI, "2:4,8:2,16:2": for each the
 * number of nodes from one value to the next, and how many values there are.
 */
#define UGNI_GRID	"GPCD_UGNI_GRID"
/* Environment variable: 0: Gemini, 1: Aries. */
#define UGNI_DEVICE	"GPCD_UGNI_DEVICE"

/* Calls, with their arguments in ugni_request.arg or as named, and results in ugni_reply.value. */
enum ugni_call {
	UGNI_HELLO,		/* process id */
	UGNI_COMPUTE,		/* ns */
	UGNI_CQ_CREATE,		/* events; returns the queue */
	UGNI_CQ_DESTROY,	/* queue */
	/*
	 * number of queues; ms, 0: do not wait; take the event? queues from [3] on; returns event,
	 * index of its queue
	 */
	UGNI_CQ_WAIT,
	/* address, length, flags, queue; returns both words of the handle */
	UGNI_MEM_REGISTER,
	UGNI_MEM_DEREGISTER,	/* both words of the handle */
	UGNI_POST,		/* struct ugni_post */
	/* struct ugni_mailbox, ours and the other side's; returns connection */
	UGNI_SMSG_INIT,
	UGNI_SMSG_SEND,		/* struct ugni_send */
	UGNI_SMSG_NEXT,		/* connection, tag; returns address and tag */
	UGNI_SMSG_RELEASE,	/* connection */
	UGNI_DATAGRAM_POST,	/* struct ugni_datagram */
	/* endpoint, has a number? number, ms to wait; returns state, address, instance */
	UGNI_DATAGRAM_TEST,
	/* has a number? ms to wait; returns number, or address and instance */
	UGNI_DATAGRAM_PROBE,
	UGNI_DATAGRAM_CANCEL,	/* endpoint, has a number? number */
	/* of all processes: address of this one's bytes, address for the bytes of all, length */
	UGNI_EXCHANGE,
	UGNI_SLEEP,		/* ns; the process runs on when the network has reached that time */
	/* returns pieces of memory and queues that were made, and how many can be, of each */
	UGNI_RESOURCES,
	UGNI_CALLS,
};

/* Most bytes of one process in an exchange. */
#define UGNI_EXCHANGE_MAX	(1u << 20)

/* No queue, no number. */
#define UGNI_NONE	(~0u)

/* A transaction. */
struct ugni_post {
	uint32_t type;		/* gni_post_type_t */
	uint32_t amo;		/* gni_fma_cmd_type_t */
	uint32_t cq_mode;	/* GNI_CQMODE_... */
	uint32_t dlvr_mode;	/* GNI_DLVMODE_... */
	uint32_t rdma_mode;	/* GNI_RDMAMODE_... */
	uint32_t unused;	/* 0 */
	uint32_t tid;		/* its number in local events */
	uint32_t queue;		/* of local events, or UGNI_NONE */
	uint32_t local_event;	/* instance that local events name */
	uint32_t remote_event;	/* instance that remote events name */
	uint64_t local;
	uint64_t remote;
	uint64_t length;	/* bytes */
	uint64_t local_handle[2];
	uint64_t remote_handle[2];
	uint64_t sync_value;	/* word that follows a PUT */
	uint64_t sync;		/* address for it */
	uint64_t operand[2];	/* of an AMO */
	uint64_t value;		/* of a CQWRITE */
};

/* A mailbox. */
struct ugni_mailbox {
	uint64_t address;
	uint64_t handle[2];	/* of its memory */
	uint32_t credit;	/* messages that it holds */
	uint32_t size;		/* of the longest message, bytes */
};

/* A short message. */
struct ugni_send {
	uint32_t connection;	/* from UGNI_SMSG_INIT */
	uint32_t tag;
	uint32_t id;		/* in the sender's event */
	uint32_t queue;		/* of that event, or UGNI_NONE */
	uint32_t remote_event;	/* instance that the receiver's event names */
	uint32_t dlvr_mode;	/* GNI_DLVMODE_... */
	uint64_t header;	/* address of its first part */
	uint64_t data;		/* address of its second part */
	uint32_t header_length;	/* bytes */
	uint32_t data_length;	/* bytes */
};

/* A datagram. */
struct ugni_datagram {
	uint64_t endpoint;	/* identifies the endpoint */
	uint64_t id;		/* its number, if numbered */
	uint64_t in;		/* address of the data sent */
	uint64_t out;		/* address for the data received */
	uint32_t in_length;	/* bytes */
	uint32_t out_length;	/* bytes */
	uint32_t address;	/* NIC of the other side; 0: any */
	uint32_t instance;	/* of the other side */
	uint32_t own;		/* instance of this side */
	uint32_t numbered;
};

/* A request. */
struct ugni_request {
	uint32_t call;		/* enum ugni_call */
	uint32_t unused;	/* 0 */
	uint64_t cpu;		/* processor time since the last reply, ns */
	union {
		uint64_t arg[20];
		struct ugni_post post;
		struct ugni_mailbox mailbox[2];
		struct ugni_send send;
		struct ugni_datagram datagram;
	};
};

/* A reply. */
struct ugni_reply {
	uint32_t rc;		/* gni_return_t */
	uint32_t unused;	/* 0 */
	uint64_t clock;		/* virtual time of the process, ns */
	uint64_t value[4];
};

/*
 * An event, gni_cq_entry_t: data in the low 48 bits; the number of the transaction, if there is
 * one, in the upper 16 of these and the 8 bits above; and bits for its type and status.
 */
/* Lowest of the 24 bits of the transaction's number. */
#define UGNI_EVENT_TID		32
/* Lowest of the 2 bits of the type. */
#define UGNI_EVENT_TYPE		56
/* The transaction has failed. */
#define UGNI_EVENT_FAILED	(1ull << 60)
/* Events before this one are lost. */
#define UGNI_EVENT_OVERRUN	(1ull << 61)
/* A global event: the transaction has ended at the other side. */
#define UGNI_EVENT_GLOBAL	(1ull << 62)

#endif /* UGNI_WIRE_H */

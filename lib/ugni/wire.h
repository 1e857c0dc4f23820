/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What a process under the emulated uGNI asks the simulator, and what that answers: a request and a
 * reply of fixed size in turn, over a socket that the process inherits.
 */
#ifndef UGNI_WIRE_H
#define UGNI_WIRE_H

#include <stdint.h>

/** UGNI_RANKS: most processes of a job */
#define UGNI_RANKS	64

/** UGNI_VECTOR: most queues that a call waits for */
#define UGNI_VECTOR	8

/** UGNI_FD: environment variable: descriptor of the socket */
#define UGNI_FD		"GPCD_UGNI_FD"
/** UGNI_RANK: environment variable: number of the process */
#define UGNI_RANK	"GPCD_UGNI_RANK"
/** UGNI_COUNT: environment variable: number of processes */
#define UGNI_COUNT	"GPCD_UGNI_RANKS"
/** UGNI_ADDRESSES: environment variable: addresses of the NICs of all processes, "1,2,3" */
#define UGNI_ADDRESSES	"GPCD_UGNI_ADDRESSES"
/** UGNI_DEVICE: environment variable: 0: Gemini, 1: Aries */
#define UGNI_DEVICE	"GPCD_UGNI_DEVICE"

/**
 * enum ugni_call - what is asked for; arguments in ugni_request.arg, results in ugni_reply.value
 * @UGNI_HELLO: process id
 * @UGNI_COMPUTE: ns
 * @UGNI_CQ_CREATE: events; gives the queue
 * @UGNI_CQ_DESTROY: queue
 * @UGNI_CQ_WAIT: queues, how many; ms, 0: do not wait; take the event? from [3] on the queues;
 *	gives the event, whose
 * @UGNI_MEM_REGISTER: address, length, flags, queue; gives both words of the handle
 * @UGNI_MEM_DEREGISTER: both words
 * @UGNI_POST: struct ugni_post
 * @UGNI_SMSG_INIT: struct ugni_mailbox, ours and the other side's; gives the connection
 * @UGNI_SMSG_SEND: struct ugni_send
 * @UGNI_SMSG_NEXT: connection, tag; gives address and tag
 * @UGNI_SMSG_RELEASE: connection
 * @UGNI_DATAGRAM_POST: struct ugni_datagram
 * @UGNI_DATAGRAM_TEST: endpoint, has a number? number, ms to wait; gives state, address, instance
 * @UGNI_DATAGRAM_PROBE: has a number? ms to wait; gives number or address, and instance
 * @UGNI_DATAGRAM_CANCEL: endpoint, has a number? number
 * @UGNI_CALLS: how many there are
 */
enum ugni_call {
	UGNI_HELLO,
	UGNI_COMPUTE,
	UGNI_CQ_CREATE,
	UGNI_CQ_DESTROY,
	UGNI_CQ_WAIT,
	UGNI_MEM_REGISTER,
	UGNI_MEM_DEREGISTER,
	UGNI_POST,
	UGNI_SMSG_INIT,
	UGNI_SMSG_SEND,
	UGNI_SMSG_NEXT,
	UGNI_SMSG_RELEASE,
	UGNI_DATAGRAM_POST,
	UGNI_DATAGRAM_TEST,
	UGNI_DATAGRAM_PROBE,
	UGNI_DATAGRAM_CANCEL,
	UGNI_CALLS,
};

/** UGNI_NONE: no queue, no number */
#define UGNI_NONE	(~0u)

/**
 * struct ugni_post - a transaction
 * @type: gni_post_type_t
 * @amo: gni_fma_cmd_type_t
 * @cq_mode: GNI_CQMODE_...
 * @dlvr_mode: GNI_DLVMODE_...
 * @rdma_mode: GNI_RDMAMODE_...
 * @unused: 0
 * @tid: what its local events name it by
 * @queue: of local events, or UGNI_NONE
 * @local_event: instance that local events name
 * @remote_event: instance that remote events name
 * @local: address on this side
 * @remote: address on the other side
 * @length: bytes
 * @local_handle: both words
 * @remote_handle: both words
 * @sync_value: word that follows a PUT
 * @sync: to where
 * @operand: of an AMO
 * @value: of a CQWRITE
 */
struct ugni_post {
	uint32_t type;
	uint32_t amo;
	uint32_t cq_mode;
	uint32_t dlvr_mode;
	uint32_t rdma_mode;
	uint32_t unused;
	uint32_t tid;
	uint32_t queue;
	uint32_t local_event;
	uint32_t remote_event;
	uint64_t local;
	uint64_t remote;
	uint64_t length;
	uint64_t local_handle[2];
	uint64_t remote_handle[2];
	uint64_t sync_value;
	uint64_t sync;
	uint64_t operand[2];
	uint64_t value;
};

/**
 * struct ugni_mailbox - a mailbox
 * @address: where it is
 * @handle: of its memory
 * @credit: messages that it holds
 * @size: bytes of the longest
 */
struct ugni_mailbox {
	uint64_t address;
	uint64_t handle[2];
	uint32_t credit;
	uint32_t size;
};

/**
 * struct ugni_send - a short message
 * @connection: of UGNI_SMSG_INIT
 * @tag: its tag
 * @id: that the sender's event names
 * @queue: of that event, or UGNI_NONE
 * @remote_event: instance that the receiver's event names
 * @dlvr_mode: GNI_DLVMODE_...
 * @header: address of its first part
 * @data: of its second part
 * @header_length: bytes
 * @data_length: bytes
 */
struct ugni_send {
	uint32_t connection;
	uint32_t tag;
	uint32_t id;
	uint32_t queue;
	uint32_t remote_event;
	uint32_t dlvr_mode;
	uint64_t header;
	uint64_t data;
	uint32_t header_length;
	uint32_t data_length;
};

/**
 * struct ugni_datagram - a datagram
 * @endpoint: names its endpoint
 * @id: its number
 * @in: address of what is sent
 * @out: address for what comes
 * @in_length: bytes
 * @out_length: bytes
 * @address: NIC of the other side; 0: any
 * @instance: instance of the other side
 * @own: instance of this side
 * @numbered: it has a number
 */
struct ugni_datagram {
	uint64_t endpoint;
	uint64_t id;
	uint64_t in;
	uint64_t out;
	uint32_t in_length;
	uint32_t out_length;
	uint32_t address;
	uint32_t instance;
	uint32_t own;
	uint32_t numbered;
};

/**
 * struct ugni_request - what a process asks
 * @call: enum ugni_call
 * @unused: 0
 * @cpu: processor time since the reply before, ns
 * @arg: arguments
 * @post: of UGNI_POST
 * @mailbox: of UGNI_SMSG_INIT
 * @send: of UGNI_SMSG_SEND
 * @datagram: of UGNI_DATAGRAM_POST
 */
struct ugni_request {
	uint32_t call;
	uint32_t unused;
	uint64_t cpu;
	union {
		uint64_t arg[20];
		struct ugni_post post;
		struct ugni_mailbox mailbox[2];
		struct ugni_send send;
		struct ugni_datagram datagram;
	};
};

/**
 * struct ugni_reply - what the simulator answers
 * @rc: gni_return_t
 * @unused: 0
 * @clock: virtual time of the process, ns
 * @value: results
 */
struct ugni_reply {
	uint32_t rc;
	uint32_t unused;
	uint64_t clock;
	uint64_t value[4];
};

/*
 * An event, gni_cq_entry_t: data in the low 48 bits, of which the upper 16 and 8 more are the
 * transaction where it has one; and bits that say what it is.
 */
/** UGNI_EVENT_TID: where the number of the transaction begins: 24 bits */
#define UGNI_EVENT_TID		32
/** UGNI_EVENT_TYPE: where the type begins: 2 bits */
#define UGNI_EVENT_TYPE		56
/** UGNI_EVENT_FAILED: the transaction has failed */
#define UGNI_EVENT_FAILED	(1ull << 60)
/** UGNI_EVENT_OVERRUN: events before this one are lost */
#define UGNI_EVENT_OVERRUN	(1ull << 61)
/** UGNI_EVENT_GLOBAL: it tells of the end at the other side */
#define UGNI_EVENT_GLOBAL	(1ull << 62)

#endif /* UGNI_WIRE_H */

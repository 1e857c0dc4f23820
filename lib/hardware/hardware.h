/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A machine as described by a file: topology, switching, links, end points (gpcd-machine(5)). Times
 * are integers in ps; a value that is not a whole number of ps is rounded once, when it is read.
 */
#ifndef HARDWARE_HARDWARE_H
#define HARDWARE_HARDWARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "topo/topo.h"

/* Bytes of the longest name of a machine, with its NUL. */
#define HARDWARE_NAME	64

/* Bytes of a value or a problem as text, with the NUL. */
#define HARDWARE_TEXT	256

/* Bytes of the largest file. */
#define HARDWARE_BYTES	65536

/* For hardware.class: use the class that a system of this size has. */
#define HARDWARE_NO_CLASS	UINT32_MAX

/* In struct hardware_bias: as the simulator has it. */
#define HARDWARE_NO_BIAS	UINT32_MAX

/* For hardware_host.long_bytes: no message is long. */
#define HARDWARE_SHORT	UINT64_MAX

/* ps of a cycle of a machine that switches packets: 800 MHz. */
#define HARDWARE_PACKET_CLOCK	1250

/* Limits of a NIC's turn, ps: a cycle of such a machine, and 1 us. */
#define HARDWARE_TURN_LEAST	HARDWARE_PACKET_CLOCK
#define HARDWARE_TURN_MOST	1000000

/* Phits of the smallest buffer of a machine that switches packets. */
#define HARDWARE_BUFFER_LEAST	64

/* Phits or flits of the largest buffer. */
#define HARDWARE_BUFFER_MOST	4096

/* How messages go through routers. */
enum hardware_switching {
	HARDWARE_PACKETS,	/* each packet is stored and waits for credits */
	HARDWARE_WORMHOLE,	/* a worm holds its channels until its tail has left them */
};

/* Which dimension a worm takes first. */
enum hardware_order {
	HARDWARE_LOWEST,
	HARDWARE_HIGHEST,
};

/* How a processor notices messages. */
enum hardware_receive {
	HARDWARE_POLL,		/* it polls in its program's order */
	HARDWARE_INTERRUPT,	/* they interrupt it */
};

/* Behaviour of a processor while its DMA runs. */
enum hardware_dma {
	HARDWARE_OVERLAPPED,	/* it goes on */
	HARDWARE_BLOCKING,	/* it waits */
};

/* The chips of a dragonfly that have registers: its routers, or its NICs. */
enum hardware_chip {
	HARDWARE_ARIES,
	HARDWARE_CASSINI1,
	HARDWARE_CASSINI2,
};

/* Media that a Gemini's links run over. */
enum hardware_medium {
	HARDWARE_MEZZANINE,	/* between the two chips of a blade */
	HARDWARE_BACKPLANE,	/* within a chassis */
	HARDWARE_CABLE,		/* between chassis */
	HARDWARE_MEDIA,
};

/* A rate as a reduced fraction: @bytes in @ps. */
struct hardware_rate {
	uint64_t bytes;
	uint64_t ps;	/* 0: no rate is given */
};

/* Adaptive routings of a dragonfly. */
#define HARDWARE_ROUTINGS	4

/* What makes routes that are not minimal dearer: their load counts 2^shift times, plus add. */
struct hardware_bias {
	uint32_t shift;
	uint32_t add;			/* flits */
	uint32_t hop;			/* flits more for each hop made; of adaptive1 */
};

/* What connects a node with its router: of machines that switch packets. */
struct hardware_nic {
	uint64_t turn_ps;		/* from packet to packet */
	struct hardware_rate rate;	/* of the host interface */
};

/* Links that are alike. */
struct hardware_links {
	uint32_t links;			/* parallel links (lanes), 1 to 8; wormhole: 1 to 4 */
	uint32_t buffer;		/* at the far end: phits; flits of an Aries or a worm */
	struct hardware_rate rate;	/* of each of them, one way */
	uint64_t hop_ps;		/* of a head, from grant to next router or node */
};

/* End points: what a processor has to do for messages. */
struct hardware_host {
	uint64_t send_ps;		/* o_s of a short message */
	uint64_t recv_ps;		/* o_r of a short message */
	uint64_t gap_ps;		/* g: least time between starts of sends, or receptions */
	uint64_t latency_ps;		/* L of short messages without load; only for models */
	uint64_t byte_ps;		/* G: a long message's byte; 0: at network speed */
	uint64_t long_bytes;		/* size from which DMA moves messages; or HARDWARE_SHORT */
	uint64_t long_send_ps;		/* o_sl, with setting up the DMA */
	uint64_t long_recv_ps;		/* o_rl, likewise */
	uint64_t long_latency_ps;	/* L of long messages without load */
	uint64_t memory_byte_ps;	/* G_m: per byte of a long message into memory */
	uint64_t interrupt_bytes;	/* a: bytes that arrive before the interrupt */
	uint32_t dma;			/* enum hardware_dma */
	uint32_t receive;		/* enum hardware_receive */
};

/* A machine. */
struct hardware {
	char name[HARDWARE_NAME];	/* printable ASCII */
	struct topo topo;
	uint32_t switching;		/* enum hardware_switching */
	uint32_t nodes;			/* of each chip; for packets, its NICs */
	uint64_t cycle_ps;		/* unit of values given in cycles */
	uint32_t chip;			/* enum hardware_chip; of a dragonfly */
	uint32_t class;			/* of Gemini cabinets: 0 to 4, or HARDWARE_NO_CLASS */
	uint64_t flit;			/* bytes; wormhole only */
	uint32_t header;		/* flits, 1 or more; wormhole only */
	uint32_t order;			/* enum hardware_order; wormhole only */
	struct hardware_links link[TOPO_DIMS];	/* between chips, by topology class */
	struct hardware_links medium[HARDWARE_MEDIA];	/* Geminis' rates, instead of link's */
	struct hardware_bias bias[HARDWARE_ROUTINGS];	/* of adaptive0 and on; dragonfly only */
	struct hardware_nic nic;	/* packets only */
	struct hardware_links in;	/* from a node to its chip; wormhole only */
	struct hardware_links out;	/* to a node; packets: only hop and buffer */
	struct hardware_host host;
	uint64_t chosen;		/* unpublished keys, by bit hardware_key() */
	uint64_t given;			/* keys that have a value, likewise */
};

/* The first problem of a machine. */
struct hardware_problem {
	unsigned int line;		/* of its text, from 1; 0: of no particular line */
	char text[HARDWARE_TEXT];	/* what is wrong with which key, and what would be right */
};

/*
 * Read a machine from a text, which need not end with a NUL, and check it. After an error @hardware
 * is undefined, and after -EINVAL @problem is filled in.
 */
int hardware_parse(struct hardware *hardware, const char *text, size_t length,
		   struct hardware_problem *problem);

/*
 * Read a machine from a file and check it, as hardware_parse(). Returns also -EFBIG for more than
 * HARDWARE_BYTES, -EISDIR for anything but a regular file, or errors of open(2) and read(2).
 */
int hardware_read(struct hardware *hardware, const char *path, struct hardware_problem *problem);

/*
 * Check a machine that a program has made or changed. After -EINVAL @problem is filled in, without
 * a line.
 */
int hardware_check(const struct hardware *hardware, struct hardware_problem *problem);

/*
 * Write a machine that hardware_check() accepts as text that hardware_parse() reads back as the
 * same machine. The caller checks for write errors by ferror(3) and fclose(3).
 */
void hardware_write(const struct hardware *hardware, FILE *out);

/*
 * Return the number of a key such as "clock", "link.hop" or "host.send": below 64, or -1 if there
 * is none.
 */
int hardware_key(const char *name);

/*
 * Return whether a key (name as for hardware_key()) has a value, for at least one class of links.
 */
bool hardware_is_given(const struct hardware *hardware, const char *name);

/*
 * Mark a key, which must exist, as having a value that a program has set; @chosen: it is not
 * published.
 */
void hardware_give(struct hardware *hardware, const char *name, bool chosen);

/* Return how long @bytes (up to 1 GiB) take at a rate: ps, rounded to the nearest. */
uint64_t hardware_time(const struct hardware_rate *rate, uint64_t bytes);

/* A value of a machine, as text. */
struct hardware_row {
	char section[32];		/* "", "link X", "medium cable", "host" */
	const char *key;
	char value[HARDWARE_TEXT];	/* with its unit */
	bool chosen;			/* it is not published */
};

/*
 * Get the next given value of a machine that hardware_check() accepts. @place is 0 at first and is
 * advanced. Returns false at the end.
 */
bool hardware_row(const struct hardware *hardware, unsigned int *place, struct hardware_row *row);

#endif /* HARDWARE_HARDWARE_H */

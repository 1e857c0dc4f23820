/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * A machine as a file says it: topology, switching, links, end points (gpcd-machine(5)). Times are
 * in ps, so that nothing is rounded: a value that is no whole number of ps is rounded when it is
 * read, and never again.
 */
#ifndef HARDWARE_HARDWARE_H
#define HARDWARE_HARDWARE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "topo/topo.h"

/** HARDWARE_NAME: bytes of the longest name of a machine, with its NUL */
#define HARDWARE_NAME	64

/** HARDWARE_TEXT: bytes of a value or a problem in words, with the NUL */
#define HARDWARE_TEXT	256

/** HARDWARE_BYTES: bytes of the largest file */
#define HARDWARE_BYTES	65536

/** HARDWARE_NO_CLASS: as hardware.class: the class that a system of this size has */
#define HARDWARE_NO_CLASS	UINT32_MAX

/** HARDWARE_SHORT: as hardware_host.long_bytes: no message is long */
#define HARDWARE_SHORT	UINT64_MAX

/** HARDWARE_PACKET_CLOCK: ps of a cycle of a machine that switches packets: 800 MHz */
#define HARDWARE_PACKET_CLOCK	1250

/** HARDWARE_BUFFER_LEAST: phits of the smallest buffer of a machine that switches packets */
#define HARDWARE_BUFFER_LEAST	64

/** HARDWARE_BUFFER_MOST: phits, flits, of the largest buffer */
#define HARDWARE_BUFFER_MOST	4096

/**
 * enum hardware_switching - how messages go through routers
 * @HARDWARE_PACKETS: as packets, each of which is stored and waits for credits
 * @HARDWARE_WORMHOLE: as one worm, which holds its channels until its tail has left them
 */
enum hardware_switching {
	HARDWARE_PACKETS,
	HARDWARE_WORMHOLE,
};

/**
 * enum hardware_order - which dimension a worm goes along first
 * @HARDWARE_LOWEST: the lowest
 * @HARDWARE_HIGHEST: the highest
 */
enum hardware_order {
	HARDWARE_LOWEST,
	HARDWARE_HIGHEST,
};

/**
 * enum hardware_receive - how a processor gets to know of messages
 * @HARDWARE_POLL: it looks for them in its turn
 * @HARDWARE_INTERRUPT: they interrupt it
 */
enum hardware_receive {
	HARDWARE_POLL,
	HARDWARE_INTERRUPT,
};

/**
 * enum hardware_dma - what a processor does while its DMA goes on
 * @HARDWARE_OVERLAPPED: whatever comes next
 * @HARDWARE_BLOCKING: it waits
 */
enum hardware_dma {
	HARDWARE_OVERLAPPED,
	HARDWARE_BLOCKING,
};

/**
 * enum hardware_medium - what a link of a Gemini runs over
 * @HARDWARE_MEZZANINE: between the two chips of a blade
 * @HARDWARE_BACKPLANE: within a chassis
 * @HARDWARE_CABLE: between chassis
 * @HARDWARE_MEDIA: how many media there are
 */
enum hardware_medium {
	HARDWARE_MEZZANINE,
	HARDWARE_BACKPLANE,
	HARDWARE_CABLE,
	HARDWARE_MEDIA,
};

/**
 * struct hardware_rate - a rate as a fraction, which has no common factor
 * @bytes: so many bytes
 * @ps: in so many ps; 0: no rate is given
 */
struct hardware_rate {
	uint64_t bytes;
	uint64_t ps;
};

/**
 * struct hardware_links - links that are alike
 * @links: parallel links, lanes of one link, 1 to 8, of a worm's 1 to 4
 * @buffer: phits, of an Aries and of worms flits, of the buffer at the far end
 * @rate: of each of them, one way
 * @hop_ps: how long a head takes, from when it is granted the link to the next router or node
 */
struct hardware_links {
	uint32_t links;
	uint32_t buffer;
	struct hardware_rate rate;
	uint64_t hop_ps;
};

/**
 * struct hardware_host - end points: what a processor has to do for messages
 * @send_ps: o_s: to send a short message
 * @recv_ps: o_r: to receive a short message
 * @gap_ps: g: least time between the begins of two sends of a node, and of two receptions
 * @latency_ps: L of short messages without load, for models; simulators know the hops
 * @byte_ps: G: a byte of a long message from memory into the network; 0: as fast as the network
 * @long_bytes: from this size on a message is long: DMA moves it; HARDWARE_SHORT: none is
 * @long_send_ps: o_sl: to send a long message, setting up the DMA included
 * @long_recv_ps: o_rl: to receive a long message, setting up the DMA included
 * @long_latency_ps: L of long messages, likewise
 * @memory_byte_ps: G_m: a byte of a long message from the network into memory
 * @interrupt_bytes: a: the processor is interrupted behind so many bytes
 * @dma: an &enum hardware_dma
 * @receive: an &enum hardware_receive
 */
struct hardware_host {
	uint64_t send_ps;
	uint64_t recv_ps;
	uint64_t gap_ps;
	uint64_t latency_ps;
	uint64_t byte_ps;
	uint64_t long_bytes;
	uint64_t long_send_ps;
	uint64_t long_recv_ps;
	uint64_t long_latency_ps;
	uint64_t memory_byte_ps;
	uint64_t interrupt_bytes;
	uint32_t dma;
	uint32_t receive;
};

/**
 * struct hardware - a machine
 * @name: its name, of printable ASCII
 * @topo: its topology
 * @switching: an &enum hardware_switching
 * @nodes: nodes of each chip; where packets are switched, as many as the chip has NICs
 * @cycle_ps: a cycle of its clock, which values in cycles were counted in
 * @class: topology class of the cabinets of Geminis, 0 to 3, or HARDWARE_NO_CLASS
 * @flit: of worms: bytes of a flit
 * @header: of worms: flits before the payload, 1 or more
 * @order: of worms: an &enum hardware_order
 * @link: links between chips, by the topology's classes: dimensions, colours
 * @medium: rates of the links of Geminis in cabinets, in place of those of @link
 * @in: from a node to its chip, of worms
 * @out: from a chip to a node; where packets are switched, its hop and buffer alone
 * @host: end points
 * @chosen: keys whose values are not published, by bit, of the number that hardware_key() has
 * @given: keys that have a value, by bit: hardware_is_given()
 */
struct hardware {
	char name[HARDWARE_NAME];
	struct topo topo;
	uint32_t switching;
	uint32_t nodes;
	uint64_t cycle_ps;
	uint32_t class;
	uint64_t flit;
	uint32_t header;
	uint32_t order;
	struct hardware_links link[TOPO_DIMS];
	struct hardware_links medium[HARDWARE_MEDIA];
	struct hardware_links in;
	struct hardware_links out;
	struct hardware_host host;
	uint64_t chosen;
	uint64_t given;
};

/**
 * struct hardware_problem - the first thing that is wrong with a machine
 * @line: of its text, from 1 on; 0: of no line
 * @text: what is wrong with which key, and what would be right
 */
struct hardware_problem {
	unsigned int line;
	char text[HARDWARE_TEXT];
};

/**
 * hardware_parse() - read a machine from a text, and check it
 * @hardware: filled in; worth nothing after an error
 * @text: the text, which need not end with a NUL
 * @length: its bytes
 * @problem: filled in after -EINVAL
 *
 * Return: 0; -EINVAL; -ENOMEM.
 */
int hardware_parse(struct hardware *hardware, const char *text, size_t length,
		   struct hardware_problem *problem);

/**
 * hardware_read() - read a machine from a file, and check it
 * @hardware: filled in; worth nothing after an error
 * @path: the file
 * @problem: filled in after -EINVAL
 *
 * Return: as hardware_parse(); -EFBIG for more than HARDWARE_BYTES, -EISDIR for what is no file,
 * or as open(2) and read(2).
 */
int hardware_read(struct hardware *hardware, const char *path, struct hardware_problem *problem);

/**
 * hardware_check() - check a machine that a program has made or changed
 * @hardware: the machine
 * @problem: filled in after -EINVAL; it has no line
 *
 * Return: 0, -EINVAL.
 */
int hardware_check(const struct hardware *hardware, struct hardware_problem *problem);

/**
 * hardware_write() - write a machine as a text that hardware_parse() reads as the same machine
 * @hardware: the machine, which hardware_check() accepts
 * @out: where to; whether all was written, ferror(3) and fclose(3) tell
 */
void hardware_write(const struct hardware *hardware, FILE *out);

/**
 * hardware_key() - find the number of a key
 * @name: "clock", "link.hop", "medium.rate", "host.send"
 *
 * Return: the number, which is below 64; -1: there is no such key.
 */
int hardware_key(const char *name);

/**
 * hardware_is_given() - whether a key has a value
 * @hardware: the machine
 * @name: as of hardware_key()
 *
 * Return: true if it has, for one class of links at least.
 */
bool hardware_is_given(const struct hardware *hardware, const char *name);

/**
 * hardware_give() - say that a key has a value, which a program has put into a machine
 * @hardware: the machine
 * @name: as of hardware_key(), which must know it
 * @chosen: whether it was chosen
 */
void hardware_give(struct hardware *hardware, const char *name, bool chosen);

/**
 * hardware_time() - find how long so many bytes take at a rate
 * @rate: the rate
 * @bytes: how many, up to 1 GiB
 *
 * Return: ps, rounded to the nearest.
 */
uint64_t hardware_time(const struct hardware_rate *rate, uint64_t bytes);

/**
 * struct hardware_row - a value of a machine, in words
 * @section: "", "link X", "medium cable", "host"
 * @key: its key
 * @value: the value, with its unit
 * @chosen: it is not published
 */
struct hardware_row {
	char section[32];
	const char *key;
	char value[HARDWARE_TEXT];
	bool chosen;
};

/**
 * hardware_row() - get a value of a machine, to list it
 * @hardware: the machine, which hardware_check() accepts
 * @place: 0 at first; changed
 * @row: filled in with the next value that is given
 *
 * Return: whether there was one.
 */
bool hardware_row(const struct hardware *hardware, unsigned int *place, struct hardware_row *row);

#endif /* HARDWARE_HARDWARE_H */

/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * Rules that say which counters of a NIC move, and by how much: nic.c in each chip's folder in
 * kmod/chips. They are the same for the built-in traffic and for simulators.
 */
#ifndef GPCD_NIC_RULES_H
#define GPCD_NIC_RULES_H

#include "image/chipmodel.h"
#include "image/nic.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Maximum number of rules of a chip. */
#define GPCD_NIC_RULES	64

/* Maximum number of a chip's rules that distinguish host tiles. */
#define GPCD_NIC_TILE_RULES	20

/* Maximum number of NICs that share a host tile, if it matters which tile a packet takes. */
#define GPCD_NIC_PAIR	2

/* Maximum number of fields for response times. */
#define GPCD_NIC_FIELDS	24

/* Quantity that a counter counts. */
enum gpcd_nic_what {
	GPCD_NIC_PKTS,
	GPCD_NIC_FLITS,	/* headers and data */
	GPCD_NIC_DATA,	/* flits of data */
	GPCD_NIC_BYTES,	/* of payload */
	GPCD_NIC_TRANSFERS,	/* that begin */
	GPCD_NIC_WAITED,	/* cycles of the NIC's clock spent waiting for the router */
	GPCD_NIC_LATENCY,	/* sum of times from request to response, us */
	GPCD_NIC_ORDERED,	/* packets that have to arrive in order */
	GPCD_NIC_UNORDERED,	/* all others */
	GPCD_NIC_OCTETS,	/* on the link: a header, and whole words of payload */
	GPCD_NIC_BY_SIZE = 0x100	/* plus the lower limit, times 16, and the upper one */
};

/* Packets by size: those whose payload has begun @least to @most words. */
#define GPCD_NIC_SIZED(least, most)	(GPCD_NIC_BY_SIZE + ((least) << 4) + (most))

/* Classes of packets, by bit. */
#define GPCD_NIC_PUT	(1 << GPCD_NIC_FMA_PUT | 1 << GPCD_NIC_BTE_PUT)
#define GPCD_NIC_GET	(1 << GPCD_NIC_FMA_GET | 1 << GPCD_NIC_BTE_GET)
#define GPCD_NIC_AMO	(1 << GPCD_NIC_FMA_AMO)
#define GPCD_NIC_FMA	(1 << GPCD_NIC_FMA_PUT | 1 << GPCD_NIC_FMA_GET | GPCD_NIC_AMO)
#define GPCD_NIC_BTE	(1 << GPCD_NIC_BTE_PUT | 1 << GPCD_NIC_BTE_GET)
#define GPCD_NIC_ALL	(GPCD_NIC_PUT | GPCD_NIC_GET | GPCD_NIC_AMO)

/* Classes of packets of one enum gpcd_nic_way, as bits of gpcd_nic_rule.packets. */
#define GPCD_NIC_KINDS(way, classes)	((classes) << (way) * GPCD_NIC_CLASSES)

/* The same by way: requests out, responses to them; requests in, responses to them. */
#define GPCD_NIC_OUT(classes)		GPCD_NIC_KINDS(GPCD_NIC_REQUESTS_SENT, classes)
#define GPCD_NIC_ANSWERED(classes)	GPCD_NIC_KINDS(GPCD_NIC_RESPONSES_RECEIVED, classes)
#define GPCD_NIC_SERVED(classes)	GPCD_NIC_KINDS(GPCD_NIC_REQUESTS_RECEIVED, classes)
#define GPCD_NIC_ANSWERS(classes)	GPCD_NIC_KINDS(GPCD_NIC_RESPONSES_SENT, classes)

/* A counter, and the packets that move it. */
struct gpcd_nic_rule {
	const char *name;	/* '#' stands for the number of the NIC */
	__u16 what;	/* enum gpcd_nic_what, or GPCD_NIC_SIZED() */
	__u32 packets;	/* sum of GPCD_NIC_OUT() and the like */
};

/* Quantity that a counter counts of packets between a NIC and a host tile. */
enum gpcd_nic_cross {
	GPCD_NIC_CROSS_PKTS,
	GPCD_NIC_CROSS_FLITS,	/* headers and data */
	GPCD_NIC_CROSS_STALLED	/* router cycles in which the tile waited for the NIC */
};

/* A counter of packets between a NIC and a host tile. */
struct gpcd_nic_tile_rule {
	const char *name;	/* '#': number of the NIC, '%': of the tile */
	__u8 what;	/* enum gpcd_nic_cross */
	__u8 way;	/* enum gpcd_nic_way */
};

/* A field of a register. */
struct gpcd_nic_field {
	const char *name;	/* of the register */
	const char *field;
};

/*
 * How the NICs of a chip count: nic.c in the chip's folder. The arrays end with an element without
 * a name. NICs 0 and 1 have the first half of the host tiles, 2 and 3 the other. @bins reads how
 * the histogram of response times is set up, @track counts the times of responses other than their
 * sum; both are NULL if there is no histogram.
 */
struct gpcd_nic_model {
	const struct gpcd_nic_rule *rules;	/* counters that add up */
	const struct gpcd_nic_tile_rule *tiles;	/* counters of host tiles; or NULL */
	const struct gpcd_nic_field *fields;	/* for bins and track; or NULL */
	unsigned int clock;	/* cycles of the NIC's clock in 16 router cycles */
	unsigned int header;	/* octets, for GPCD_NIC_OCTETS */
	void (*bins)(const struct gpcd_image *image, const struct gpcd_image_counter *field,
		     struct gpcd_nic_bins *bins);
	void (*track)(struct gpcd_image *image, const struct gpcd_image_counter *field,
		      const struct gpcd_nic_times *times);
};

/* The models of the chips whose NICs count. */
extern const struct gpcd_nic_model gpcd_gemini_nic, gpcd_aries_nic, gpcd_cassini_nic;

/*
 * The rules of a chip, resolved. @at has, by tile rule, tile, and NIC of the tile, the distance in
 * bytes from @tile to the counter.
 */
struct gpcd_nic_counters {
	const struct gpcd_nic_model *model;	/* NULL: the chip's NICs do not count */
	unsigned int rules;	/* number */
	struct gpcd_image_counter counter[GPCD_NIC_RULES];	/* by rule, of NIC 0 */
	__u32 each[GPCD_NIC_RULES]; /* by rule: bytes from one NIC's counter to the next one's */
	unsigned int tile_rules;	/* number */
	struct gpcd_image_counter tile[GPCD_NIC_TILE_RULES];	/* by rule, of tile 0 and NIC 0 */
	__u32 at[GPCD_NIC_TILE_RULES][GPCD_NIC_TILES][GPCD_NIC_PAIR];
	struct gpcd_image_counter field[GPCD_NIC_FIELDS];	/* by field of model */
};

/*
 * Resolve the rules of a known chip. Return -1 if the chip has no rules, or they name what it does
 * not have; then its NICs do not count.
 */
int gpcd_nic_init(struct gpcd_nic_counters *nic, unsigned int chip);

/* Count packets that passed NIC @number of the chip. @image is the NIC's view, in a batch. */
void gpcd_nic_count(const struct gpcd_nic_counters *nic, struct gpcd_image *image,
		    unsigned int number, const struct gpcd_nic_packets *packets);

/*
 * Count packets that crossed between NIC @number of the chip and a host tile. @image is the NIC's
 * view, in a batch. A tile that does not serve the NIC counts nothing.
 */
void gpcd_nic_cross(const struct gpcd_nic_counters *nic, struct gpcd_image *image,
		    unsigned int number, const struct gpcd_nic_crossing *crossing);

/*
 * Read from the NIC's view how the histogram of response times is set up. Return -1 if NICs of this
 * chip keep no times but their sum.
 */
int gpcd_nic_bins(const struct gpcd_nic_counters *nic, const struct gpcd_image *image,
		  struct gpcd_nic_bins *bins);

/*
 * Count how long responses took, at least one, for a chip for which gpcd_nic_bins() succeeds. Their
 * number and the sum of their times are counted by gpcd_nic_count(). @image is the NIC's view, in a
 * batch.
 */
void gpcd_nic_track(const struct gpcd_nic_counters *nic, struct gpcd_image *image,
		    const struct gpcd_nic_times *times);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_NIC_RULES_H */

/* SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later */
/*
 * Which counters of a NIC move, and by how much: the rules of a chip are in nic.c of its
 * folder, kmod/chips. They are the same for the built-in traffic and for simulators.
 */
#ifndef GPCD_NIC_RULES_H
#define GPCD_NIC_RULES_H

#include "image/chipmodel.h"
#include "image/nic.h"

#ifdef __cplusplus
extern "C" {
#endif

/** GPCD_NIC_RULES: most rules of a chip */
#define GPCD_NIC_RULES	64

/** GPCD_NIC_TILE_RULES: most rules of a chip that tell host tiles apart */
#define GPCD_NIC_TILE_RULES	20

/** GPCD_NIC_PAIR: most NICs that share a host tile where it matters which tile a packet takes */
#define GPCD_NIC_PAIR	2

/** GPCD_NIC_FIELDS: most fields of a chip that tell response times */
#define GPCD_NIC_FIELDS	24

/**
 * enum gpcd_nic_what - what a counter counts of packets
 * @GPCD_NIC_PKTS: packets
 * @GPCD_NIC_FLITS: flits: headers and data
 * @GPCD_NIC_DATA: flits of data
 * @GPCD_NIC_BYTES: bytes of payload
 * @GPCD_NIC_TRANSFERS: transfers that begin
 * @GPCD_NIC_WAITED: cycles of the NIC's clock that they waited for the router
 * @GPCD_NIC_LATENCY: sum of the times from request to response, us
 */
enum gpcd_nic_what {
	GPCD_NIC_PKTS,
	GPCD_NIC_FLITS,
	GPCD_NIC_DATA,
	GPCD_NIC_BYTES,
	GPCD_NIC_TRANSFERS,
	GPCD_NIC_WAITED,
	GPCD_NIC_LATENCY
};

/* Classes of packets, by bit. */
#define GPCD_NIC_PUT	(1 << GPCD_NIC_FMA_PUT | 1 << GPCD_NIC_BTE_PUT)
#define GPCD_NIC_GET	(1 << GPCD_NIC_FMA_GET | 1 << GPCD_NIC_BTE_GET)
#define GPCD_NIC_AMO	(1 << GPCD_NIC_FMA_AMO)
#define GPCD_NIC_FMA	(1 << GPCD_NIC_FMA_PUT | 1 << GPCD_NIC_FMA_GET | GPCD_NIC_AMO)
#define GPCD_NIC_BTE	(1 << GPCD_NIC_BTE_PUT | 1 << GPCD_NIC_BTE_GET)
#define GPCD_NIC_ALL	(GPCD_NIC_PUT | GPCD_NIC_GET | GPCD_NIC_AMO)

/** GPCD_NIC_KINDS() - classes of packets that pass one way, as bits of a rule's @packets */
#define GPCD_NIC_KINDS(way, classes)	((classes) << (way) * GPCD_NIC_CLASSES)

/* The same by way: requests out, responses to them; requests in, responses to them. */
#define GPCD_NIC_OUT(classes)		GPCD_NIC_KINDS(GPCD_NIC_REQUESTS_SENT, classes)
#define GPCD_NIC_ANSWERED(classes)	GPCD_NIC_KINDS(GPCD_NIC_RESPONSES_RECEIVED, classes)
#define GPCD_NIC_SERVED(classes)	GPCD_NIC_KINDS(GPCD_NIC_REQUESTS_RECEIVED, classes)
#define GPCD_NIC_ANSWERS(classes)	GPCD_NIC_KINDS(GPCD_NIC_RESPONSES_SENT, classes)

/**
 * struct gpcd_nic_rule - a counter, and what moves it
 * @name: its name; a '#' in it stands for the number of the NIC
 * @what: what it counts, an &enum gpcd_nic_what
 * @packets: of which packets: a sum of GPCD_NIC_OUT() and its like
 */
struct gpcd_nic_rule {
	const char *name;
	__u8 what;
	__u32 packets;
};

/**
 * enum gpcd_nic_cross - what a counter counts of packets between a NIC and a host tile
 * @GPCD_NIC_CROSS_PKTS: packets
 * @GPCD_NIC_CROSS_FLITS: flits: headers and data
 * @GPCD_NIC_CROSS_STALLED: cycles of the router in which the tile waited for the NIC
 */
enum gpcd_nic_cross {
	GPCD_NIC_CROSS_PKTS,
	GPCD_NIC_CROSS_FLITS,
	GPCD_NIC_CROSS_STALLED
};

/**
 * struct gpcd_nic_tile_rule - a counter of what a NIC and a host tile exchange, and what moves it
 * @name: its name; a '#' in it stands for the number of the NIC, a '%' for that of the tile
 * @what: what it counts, an &enum gpcd_nic_cross
 * @way: of which packets, an &enum gpcd_nic_way
 */
struct gpcd_nic_tile_rule {
	const char *name;
	__u8 what;
	__u8 way;
};

/**
 * struct gpcd_nic_field - a field of a register
 * @name: name of the register
 * @field: name of the field
 */
struct gpcd_nic_field {
	const char *name;
	const char *field;
};

/**
 * struct gpcd_nic_model - how the NICs of a chip count: nic.c in the chip's folder
 * @rules: counters that add up; ends with a rule without a name
 * @tiles: counters of what a NIC and its host tiles exchange; ends with a rule without a name.
 *	NULL: there are none. NICs 0 and 1 have the first half of the tiles, 2 and 3 the other
 * @fields: what @bins and @track use; ends with a field without a name. NULL: nothing
 * @clock: cycles of the NIC's clock in 16 router cycles
 * @bins: read how the histogram of response times is set up; NULL with @track
 * @track: count the times of responses in what does not add up; NULL: nothing has to be
 */
struct gpcd_nic_model {
	const struct gpcd_nic_rule *rules;
	const struct gpcd_nic_tile_rule *tiles;
	const struct gpcd_nic_field *fields;
	unsigned int clock;
	void (*bins)(const struct gpcd_image *image, const struct gpcd_image_counter *field,
		     struct gpcd_nic_bins *bins);
	void (*track)(struct gpcd_image *image, const struct gpcd_image_counter *field,
		      const struct gpcd_nic_times *times);
};

/* gpcd_gemini_nic and its like, of the chips whose NICs count. */
extern const struct gpcd_nic_model gpcd_gemini_nic, gpcd_aries_nic;

/**
 * struct gpcd_nic_counters - the rules of a chip, resolved
 * @model: the rules; NULL: the chip's NICs do not count
 * @rules: how many rules
 * @counter: by rule: its counter, of NIC 0
 * @each: by rule: bytes from the counter of a NIC to that of the next one
 * @tile_rules: how many rules of host tiles
 * @tile: by rule of them: its counter, of tile 0 and NIC 0
 * @at: by rule of them, tile, and NIC of those that the tile serves: bytes from @tile to its
 *	counter
 * @field: by field of @model
 */
struct gpcd_nic_counters {
	const struct gpcd_nic_model *model;
	unsigned int rules;
	struct gpcd_image_counter counter[GPCD_NIC_RULES];
	__u32 each[GPCD_NIC_RULES];
	unsigned int tile_rules;
	struct gpcd_image_counter tile[GPCD_NIC_TILE_RULES];
	__u32 at[GPCD_NIC_TILE_RULES][GPCD_NIC_TILES][GPCD_NIC_PAIR];
	struct gpcd_image_counter field[GPCD_NIC_FIELDS];
};

/**
 * gpcd_nic_init() - resolve the rules of a chip
 * @nic: filled in
 * @chip: a known &enum gpcd_chip
 *
 * Return: 0; -1: the chip has no rules, or they name what it does not have; then its
 * NICs do not count.
 */
int gpcd_nic_init(struct gpcd_nic_counters *nic, unsigned int chip);

/**
 * gpcd_nic_count() - count packets that passed a NIC
 * @nic: the rules
 * @image: the NIC's view, in a batch
 * @number: of the NIC, below the NICs of the chip
 * @packets: what passed
 */
void gpcd_nic_count(const struct gpcd_nic_counters *nic, struct gpcd_image *image,
		    unsigned int number, const struct gpcd_nic_packets *packets);

/**
 * gpcd_nic_cross() - count packets that crossed between a NIC and a host tile
 * @nic: the rules
 * @image: the NIC's view, in a batch
 * @number: of the NIC, below the NICs of the chip
 * @crossing: what crossed; a tile that does not serve the NIC counts nothing
 */
void gpcd_nic_cross(const struct gpcd_nic_counters *nic, struct gpcd_image *image,
		    unsigned int number, const struct gpcd_nic_crossing *crossing);

/**
 * gpcd_nic_bins() - read how the histogram of response times is set up
 * @nic: the rules
 * @image: the NIC's view
 * @bins: filled in
 *
 * Return: 0; -1: NICs of this chip keep no times but their sum.
 */
int gpcd_nic_bins(const struct gpcd_nic_counters *nic, const struct gpcd_image *image,
		  struct gpcd_nic_bins *bins);

/**
 * gpcd_nic_track() - count how long responses took, in what does not add up
 * @nic: the rules of a chip whose NICs keep times (gpcd_nic_bins())
 * @image: the NIC's view, in a batch
 * @times: of at least one response; gpcd_nic_count() counts how many, and the sum of their times
 */
void gpcd_nic_track(const struct gpcd_nic_counters *nic, struct gpcd_image *image,
		    const struct gpcd_nic_times *times);

#ifdef __cplusplus
}
#endif

#endif /* GPCD_NIC_RULES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where the links of a chip lead: from an interconnect file, or from the size of an emulated
 * system.
 */
#ifndef LINKMAP_H
#define LINKMAP_H

#include <gpcd/gpcd.h>
#include <stdbool.h>

#include "cli/system.h"
#include "topo/interconnect.h"
#include "topo/links.h"

/* Size of the longest size of a system as text, with its NUL. */
#define LINKMAP_SIZE	128

/* A map of links. */
struct linkmap {
	const char *file; /* interconnect file, or NULL */
	const char *torus, *dragonfly; /* arguments of these options, or NULL */
	bool found; /* file is the default, not an argument */
	char size[LINKMAP_SIZE]; /* "FAMILY:SIZE" from --torus or --dragonfly */
	struct system system; /* used without a file */
	struct interconnect *cables; /* contents of file */
	struct links **known; /* by chip: its links, without room for more; NULL: not asked yet */
	unsigned int chips; /* number of the map's chips */
};

/*
 * Options --interconnect, --torus, --dragonfly, --class and --blue. Without the first three, the
 * map is the file that libgm would use.
 */
extern const struct options linkmap_options;

/*
 * Check if there is a map to open: return false if no argument names one and the default file does
 * not exist.
 */
bool linkmap_is_there(const struct linkmap *map);

/*
 * Reject a map that is named by an argument although none is needed. Report the option, and why;
 * return the exit code, 0 if no map is named.
 */
int linkmap_unused(const struct linkmap *map, const char *why);

/* Why a map is not needed where registers are read. */
#define LINKMAP_REGISTERS	"registers need no map of links: leave it out, or name a metric"

/*
 * Read the interconnect file or find the system, for linkmap_close(). @only is the coordinate of
 * the only chip whose links are needed, or NULL. Report any error and return the exit code.
 */
int linkmap_open(struct linkmap *map, const unsigned int *only);

/* Free the contents of a map. */
void linkmap_close(struct linkmap *map);

/* Check if an open map has the links of Aries, not of Geminis. */
bool linkmap_is_aries(const struct linkmap *map);

/*
 * Check if each link of an open map has as many tiles at one end as at the other: true for an
 * emulated system, which lacks no tile; false if unknown.
 */
bool linkmap_is_whole(const struct linkmap *map);

/*
 * Find the links of a chip, which an open map remembers: both NICs of a chip and its neighbours ask
 * for them. Return 0; -ENOENT if the map has no such chip; -EBADMSG if tiles of one
 * link lead to different chips; or -ENOMEM.
 */
int linkmap_find(const struct linkmap *map, const unsigned int coord[3], struct links *links);

/*
 * Find the links of a device's chip, whose coordinate is @coord; none if the map has another type
 * of chip. Report any error and return the exit code, EXIT_USAGE if the map lacks the chip.
 */
int linkmap_device(const struct linkmap *map, struct gpcd *device, const unsigned int coord[3],
		   struct links *links);

#endif /* LINKMAP_H */

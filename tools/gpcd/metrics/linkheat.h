/* SPDX-License-Identifier: GPL-2.0-only */
/* A picture of the links of measured chips: load and stalls, as means over all samples. */
#ifndef LINKHEAT_H
#define LINKHEAT_H

#include "cli/network/network.h"
#include "measured.h"

/* Load, input-queue stalls and credit stalls. */
#define LINKHEAT_PANELS	3

/* Sums over samples. */
struct linkheat {
	const struct picture *picture; /* without a path, nothing is summed */
	struct topo topo;
	const struct cabling *cabling;
	/* of shares for each panel, at [chip * ports + port] of the sending chip */
	double *sums[LINKHEAT_PANELS];
	unsigned int *seen; /* how often a share was added */
	unsigned char *states;
	double *arrived; /* sums by chip */
	unsigned int samples;
};

/*
 * Find the topology to draw, and check that the picture, which must outlive @heat, can be written.
 * Call linkheat_close() in any case. Report any error and return the exit code.
 */
int linkheat_open(struct linkheat *heat, const struct linkmap *map, const struct picture *picture);

/* Add a sample of the chips that have fresh sums. */
void linkheat_add(struct linkheat *heat, const struct measuring *measuring);

/*
 * Draw the picture, if it was asked for and there was a sample; the sums become means. @period is
 * the length of a period, ns, for the title. Report any error and return the exit code.
 */
int linkheat_write(struct linkheat *heat, uint64_t period);

/* Free the sums. */
void linkheat_close(struct linkheat *heat);

#endif /* LINKHEAT_H */

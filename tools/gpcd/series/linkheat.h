/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A picture of the links of watched chips: what they carried, and where packets waited, in the mean
 * of all samples.
 */
#ifndef LINKHEAT_H
#define LINKHEAT_H

#include "cli/network/network.h"
#include "watch.h"

/** LINKHEAT_PANELS - load, input-queue stalls and credit stalls */
#define LINKHEAT_PANELS	3

/**
 * struct linkheat - sums over samples
 * @picture: where the picture goes; without a path nothing is summed
 * @topo: the topology that chips are drawn in
 * @cabling: its cabling
 * @sums: sums of shares for each panel, at [chip * ports + port] of the chip that the link leaves
 * @seen: how often a share was added
 * @states: of links
 * @arrived: sums for chips
 * @samples: how many samples were added
 */
struct linkheat {
	const struct picture *picture;
	struct topo topo;
	const struct cabling *cabling;
	double *sums[LINKHEAT_PANELS];
	unsigned int *seen;
	unsigned char *states;
	double *arrived;
	unsigned int samples;
};

/**
 * linkheat_open() - find the topology to draw, and check if the picture can be written
 * @heat: filled in, for linkheat_close() in any case
 * @map: where links lead
 * @picture: where the picture goes; it has to outlive @heat
 *
 * Return: the exit code, having said why not.
 */
int linkheat_open(struct linkheat *heat, const struct linkmap *map, const struct picture *picture);

/**
 * linkheat_add() - add a sample
 * @heat: the sums
 * @watch: the chips; those with fresh sums count
 */
void linkheat_add(struct linkheat *heat, const struct watch *watch);

/**
 * linkheat_write() - draw the picture, if one is wanted and there was a sample
 * @heat: the sums, which become means
 * @period: length of a period, ns, for the title
 *
 * Return: the exit code, having said why not.
 */
int linkheat_write(struct linkheat *heat, uint64_t period);

/**
 * linkheat_close() - free the sums
 * @heat: the sums
 */
void linkheat_close(struct linkheat *heat);

#endif /* LINKHEAT_H */

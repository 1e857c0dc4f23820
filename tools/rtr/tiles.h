/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef RTR_TILES_H
#define RTR_TILES_H

#include <stdint.h>

#include "cli/system.h"

/*
 * Print the tiles of the chip at a coordinate, as in the interconnect file, in the chosen format.
 * Report any error and return the exit code.
 */
int tiles_print(const struct system *system, const uint32_t coord[3]);

#endif /* RTR_TILES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Figs. 4 to 9 as a picture. */
#ifndef XMP64_PICTURE_H
#define XMP64_PICTURE_H

#include "findings.h"

/*
 * Draw Figs. 4 to 9 into a file, as svg_end() does; needs the simulations of permutations and of sizes. Return
 * 0 or a negative errno.
 */
int picture_draw(const struct findings *findings, const char *path);

#endif /* XMP64_PICTURE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Figs. 4 to 9 as a picture.
 */
#ifndef XMP64_PICTURE_H
#define XMP64_PICTURE_H

#include "findings.h"

/**
 * picture_draw() - draw Figs. 4 to 9
 * @findings: what was found, FINDINGS_BURST and FINDINGS_SIZES
 * @path: path of the file, as of svg_end()
 *
 * Return: 0 or a negative errno.
 */
int picture_draw(const struct findings *findings, const char *path);

#endif /* XMP64_PICTURE_H */

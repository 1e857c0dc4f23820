/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What Hanlon measured on the XMP-64 ("XMP-64 performance measurements", 2010), simulated.
 */
#ifndef XMP64_H
#define XMP64_H

/** xmp64_model() - `gpcd model xmp64': the paper's tables and figures, beside what it prints */
int xmp64_model(int argc, char **argv);

#endif /* XMP64_H */

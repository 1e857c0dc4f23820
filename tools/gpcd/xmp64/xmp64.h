/* SPDX-License-Identifier: GPL-2.0-only */
/* Measurements of Hanlon ("XMP-64 performance measurements", 2010), simulated. */
#ifndef XMP64_H
#define XMP64_H

/* `gpcd model xmp64': the paper's tables and figures, compared with its printed numbers. */
int xmp64_model(int argc, char **argv);

#endif /* XMP64_H */

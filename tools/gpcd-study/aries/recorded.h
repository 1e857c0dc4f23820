/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Figure 4: times of MPI_Alltoall between real ranks of one node, which use no network. They are
 * recorded by an MPI program (docs/examples/alltoall.c), not simulated.
 */
#ifndef ARIES_RECORDED_H
#define ARIES_RECORDED_H

#include "runner/results.h"

/*
 * Read a file ("-": standard input) of lines "BYTES,NS", and summarize its times by ascending size
 * in the table of results "recorded". A first line "bytes,ns" is skipped. Return the exit code;
 * errors are reported.
 */
int recorded_find(const char *path, struct results *results);

#endif /* ARIES_RECORDED_H */

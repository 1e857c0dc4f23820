/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Figure 4: times of MPI_Alltoall between real ranks of one node, which use no network. They are
 * recorded by an MPI program (docs/examples/alltoall.c), not simulated.
 */
#ifndef ARIES_RECORDED_H
#define ARIES_RECORDED_H

#include "cli/out/table.h"

/* Title of the results. */
#define RECORDED_TITLE	"MPI_Alltoall between real ranks of one node, recorded (Fig. 4)"

/* Columns of the table of summaries. */
extern const struct column recorded_columns[];

#define RECORDED_COLUMNS	10

/*
 * Read a file ("-": standard input) of lines "BYTES,NS", and summarize its times by ascending size.
 * A first line "bytes,ns" is skipped. claims has claim_columns. Return the exit code; errors are
 * reported.
 */
int recorded_read(const char *path, struct table *summary, struct table *claims);

#endif /* ARIES_RECORDED_H */

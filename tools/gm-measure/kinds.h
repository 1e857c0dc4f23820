/* SPDX-License-Identifier: GPL-2.0-only */
/* What gm-measure can measure. */
#ifndef KINDS_H
#define KINDS_H

/*
 * Measure with the arguments that are left, in a job of @ranks ranks; argv[0] is the name for
 * messages. All ranks call this. Return an exit code, -ECANCELED if help or the version was printed
 * instead, or -EINVAL for wrong arguments.
 */
int times_run(int argc, char **argv, int rank, int ranks);
int ping_run(int argc, char **argv, int rank, int ranks);

#endif /* KINDS_H */

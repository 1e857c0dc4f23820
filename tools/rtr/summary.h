/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef RTR_SUMMARY_H
#define RTR_SUMMARY_H

#include "cli/system.h"

/*
 * Print how large a system is, and how fast, in the chosen format; the rings of a torus along Y are
 * closed or open. Report any error and return the exit code.
 */
int summary_print(const struct system *system, bool open_y);

#endif /* RTR_SUMMARY_H */

/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef RTR_SUMMARY_H
#define RTR_SUMMARY_H

#include "cli/system.h"

/* Print how large a system is, and how fast, in the chosen format. Return the exit code. */
int summary_print(const struct system *system);

#endif /* RTR_SUMMARY_H */

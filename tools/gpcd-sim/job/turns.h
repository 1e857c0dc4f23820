/* SPDX-License-Identifier: GPL-2.0-only */
/* Does other load keep a process from running? */
#ifndef TURNS_H
#define TURNS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* The processor time of a process's first thread. */
struct turns {
	uint64_t ran; /* ns */
	uint64_t delayed; /* ns that it was ready to run but had no processor */
	bool ready; /* it runs or is ready; the current wait is not in delayed yet */
};

/* Read a process's turns until now; all 0 if the kernel does not report them. */
struct turns turns_read(pid_t pid);

/*
 * Return how much (ns) of a time of ns a process could use, given its turns when the time began:
 * its running time if it is ready to run, else the time without its delays.
 */
uint64_t turns_had(pid_t pid, const struct turns *then, uint64_t ns);

#endif /* TURNS_H */

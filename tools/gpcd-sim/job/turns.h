/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Whether other load keeps a process from running.
 */
#ifndef TURNS_H
#define TURNS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/**
 * struct turns - the turns that a process's first thread had on a processor
 * @ran: ns that it ran
 * @delayed: ns that it was ready to run before a turn
 * @ready: it runs, or is ready to: how long it has been is not in @delayed yet
 */
struct turns {
	uint64_t ran;
	uint64_t delayed;
	bool ready;
};

/** turns_read() - those of a process until now; all 0 where the kernel does not say */
struct turns turns_read(pid_t pid);

/**
 * turns_had() - how much of a time a process could use
 * @pid: of the process
 * @then: what turns_read() said of it when that time began
 * @ns: how long it was
 *
 * Return: what it ran if it is ready to go on, else all but its delays.
 */
uint64_t turns_had(pid_t pid, const struct turns *then, uint64_t ns);

#endif /* TURNS_H */

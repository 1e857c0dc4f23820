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
 * @ran: time that it ran, ns
 * @delayed: time that it waited for a turn, ready to run, ns
 * @ready: it runs or is ready to run; how long it has been ready is not in @delayed yet
 */
struct turns {
	uint64_t ran;
	uint64_t delayed;
	bool ready;
};

/**
 * turns_read() - read the turns that a process had until now
 * @pid: the process
 *
 * Return: the turns, all 0 if the kernel does not tell.
 */
struct turns turns_read(pid_t pid);

/**
 * turns_had() - find how much of a time a process could use
 * @pid: the process
 * @then: its turns when that time began
 * @ns: length of that time, ns
 *
 * Return: the time for which it ran, if it is ready to go on, else the time without its delays, ns.
 */
uint64_t turns_had(pid_t pid, const struct turns *then, uint64_t ns);

#endif /* TURNS_H */

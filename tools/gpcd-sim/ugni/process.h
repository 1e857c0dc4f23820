/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes under the emulated uGNI: start them, receive and answer their calls, access their
 * memory.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include "world.h"

/* Start a process. Return the exit code; errors are reported. */
int process_start(struct world *world, struct rank *rank);

/*
 * Wait until the running process calls (RANK_CALLING) or has ended well (RANK_OVER). Return 0, or
 * else the exit code with which the job ends, having reported why: the process failed or hangs, or
 * a signal asks us to stop.
 */
int process_hear(struct world *world, struct rank *rank);

/*
 * Set the process whose memory is read and written to pid, which the caller claims to have. Return
 * false unless it is the started process or a descendant.
 */
bool process_claim(struct rank *rank, uint64_t pid);

/* Send the reply to a process's call, which lets it run on. */
void process_answer(struct rank *rank, const struct ugni_reply *reply);

/* Kill a process that has not ended. */
void process_kill(struct rank *rank);

/* Read memory of a process; return whether all of it could be read. */
bool process_read(const struct rank *rank, uint64_t address, void *to, size_t length);

/* Write memory of a process; return whether all of it could be written. */
bool process_write(const struct rank *rank, uint64_t address, const void *from, size_t length);

#endif /* PROCESS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Processes under the emulated uGNI: started, heard, answered, their memory.
 */
#ifndef PROCESS_H
#define PROCESS_H

#include "world.h"

/**
 * process_start() - start a process
 * @world: the job
 * @rank: which one
 *
 * Return: the exit code, having said what is wrong.
 */
int process_start(struct world *world, struct rank *rank);

/**
 * process_hear() - wait until the process that runs calls, or has ended
 * @world: the job
 * @rank: the process
 *
 * It calls then, RANK_CALLING, or is over, RANK_OVER.
 *
 * Return: 0; the exit code of the job, which ends, having said why: the process has died or hangs,
 * or a signal asks for the end.
 */
int process_hear(struct world *world, struct rank *rank);

/**
 * process_claim() - take note of the process whose memory is read and written
 * @rank: the process that was started
 * @pid: the one that calls, as it says
 *
 * Return: true; false: it is neither the one that was started nor descends from it.
 */
bool process_claim(struct rank *rank, uint64_t pid);

/**
 * process_answer() - let a process run on
 * @rank: the process
 * @reply: what its call returns
 */
void process_answer(struct rank *rank, const struct ugni_reply *reply);

/**
 * process_kill() - end a process that has not ended
 * @rank: the process
 */
void process_kill(struct rank *rank);

/**
 * process_read() - read memory of a process
 * @rank: the process
 * @address: where
 * @to: for the bytes
 * @length: bytes
 *
 * Return: whether all could be read.
 */
bool process_read(const struct rank *rank, uint64_t address, void *to, size_t length);

/**
 * process_write() - write memory of a process
 * @rank: the process
 * @address: where
 * @from: the bytes
 * @length: bytes
 *
 * Return: whether all could be written.
 */
bool process_write(const struct rank *rank, uint64_t address, const void *from, size_t length);

#endif /* PROCESS_H */

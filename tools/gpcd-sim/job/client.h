/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A connection to a rank of an emulated job: what is sent and received, byte by byte.
 */
#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gm/wire.h"
#include "turns.h"

/** CLIENT_ROOM - bytes that are received at once */
#define CLIENT_ROOM	(64 * sizeof(struct job_record))

/**
 * struct client - a connection to a rank
 * @fd: its socket
 * @pid: process of the rank
 * @turns: turns of @pid on a processor until the first rank of a round began to wait
 * @memory: descriptor of the rank's struct job_unsent, or -1
 * @known: the rank has sent a valid hello
 * @rank: number of the rank, if it is @known
 * @ranks: number of ranks in its job, as its hello says
 * @waiting: the rank waits in a flush; what it sends next belongs to the next round
 * @closed: the rank has hung up and reads no answers, but there may be data left to receive
 * @over: the connection is to be dropped
 * @received: number of records received
 * @end: how the rank ended, as far as it has said
 * @error: errno to answer the next flush with, for the records before it, or 0
 * @filled: bytes in @data
 * @data: what was received and is not parsed yet
 */
struct client {
	int fd;
	pid_t pid;
	struct turns turns;
	int memory;
	bool known;
	uint32_t rank;
	uint32_t ranks;
	bool waiting;
	bool closed;
	bool over;
	uint64_t received;
	enum job_end end;
	unsigned int error;
	size_t filled;
	unsigned char data[CLIENT_ROOM];
};

/**
 * client_new() - make a connection of an accepted socket
 * @fd: the socket, which is the connection's from now on
 *
 * Return: the connection, for client_free(), or NULL if there is no memory.
 */
struct client *client_new(int fd);

/**
 * client_free() - close a connection and free it
 * @client: the connection
 */
void client_free(struct client *client);

/**
 * client_read() - receive what has arrived, without waiting
 * @client: the connection
 */
void client_read(struct client *client);

/**
 * client_take() - take received data
 * @client: the connection
 * @what: receives the data
 * @size: number of bytes to take
 *
 * Return: true, or false if there are not so many bytes yet, or if the rank waits in a flush.
 */
bool client_take(struct client *client, void *what, size_t size);

/**
 * client_read_unsent() - get the next record that a killed rank had not sent
 * @client: the connection
 * @record: receives the record that follows those received
 *
 * Return: true, or false if there is no such record.
 */
bool client_read_unsent(struct client *client, struct job_record *record);

/**
 * client_answer() - send an answer, without waiting
 * @client: the connection; it is over if the rank does not read, closed if the rank hung up
 * @answer: the answer
 */
void client_answer(struct client *client, const struct job_answer *answer);

#endif /* CLIENT_H */

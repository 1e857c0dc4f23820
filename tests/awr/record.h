/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A uGNI, and an MPI, that send nothing: they write down what they are called with.
 */
#ifndef TESTS_AWR_RECORD_H
#define TESTS_AWR_RECORD_H

#include <stdint.h>

#include "ugni/include/gni_pub.h"

/** RECORD_CALLS - how many calls are kept */
#define RECORD_CALLS 64

/** RECORD_ADDRESS - of the NIC */
#define RECORD_ADDRESS 77

/**
 * struct record_call - a call that sends
 * @name: its name
 * @mode: delivery mode: of the descriptor, or of short messages at that time
 * @bytes: of the message
 */
struct record_call {
	const char *name;
	uint16_t mode;
	uint64_t bytes;
};

/**
 * struct record - what was called
 * @calls: how many calls
 * @call: the first of them
 * @rc: what they return
 * @short_mode: delivery mode of short messages
 * @set: how often it was set
 * @nested: some calls make others, as libugni does
 * @sent: called for each call that sends, or NULL
 * @arguments: of MPI_Alltoall(), in order
 * @during: what MPI_Alltoall() does, or NULL
 */
struct record {
	unsigned int calls;
	struct record_call call[RECORD_CALLS];
	gni_return_t rc;
	uint16_t short_mode;
	unsigned int set;
	int nested;
	void (*sent)(void);
	uintptr_t arguments[7];
	void (*during)(void);
};

/** record - of this process; a test may clear it */
extern struct record record;

int MPI_Alltoall(const void *sendbuf, int sendcount, uintptr_t sendtype, void *recvbuf,
		 int recvcount, uintptr_t recvtype, uintptr_t comm);

#endif /* TESTS_AWR_RECORD_H */

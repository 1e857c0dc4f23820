/* SPDX-License-Identifier: GPL-2.0-only */
/* A uGNI and an MPI that send nothing: they record their calls. */
#ifndef TESTS_UGNI_RECORD_H
#define TESTS_UGNI_RECORD_H

#include <stdint.h>

#include "ugni/include/gni_pub.h"

/* Calls that are kept. */
#define RECORD_CALLS 64

/* Address of the NIC. */
#define RECORD_ADDRESS 77

/* A call that sends. */
struct record_call {
	const char *name;
	uint16_t mode;	/* delivery mode, of the descriptor or as set for short messages */
	uint64_t bytes;
};

/* The calls that were made. */
struct record {
	unsigned int calls;
	struct record_call call[RECORD_CALLS];	/* the first ones */
	gni_return_t rc;	/* what they return */
	uint16_t short_mode;	/* delivery mode of short messages */
	unsigned int set;	/* how often it was set */
	int nested;	/* some calls make others, as libugni does */
	void (*sent)(void);	/* called for each call that sends, or NULL */
	uintptr_t arguments[7];	/* of MPI_Alltoall(), in order */
	void (*during)(void);	/* what MPI_Alltoall() does, or NULL */
};

/* The record of this process; a test may clear it. */
extern struct record record;

int MPI_Alltoall(const void *sendbuf, int sendcount, uintptr_t sendtype, void *recvbuf,
		 int recvcount, uintptr_t recvtype, uintptr_t comm);

#endif /* TESTS_UGNI_RECORD_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The beginning of programs for gpcd-sim ugni: a NIC, queues, memory, and another rank. */
#ifndef UGNI_PAIR_H
#define UGNI_PAIR_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gni_pub.h"

/* Bytes of each half of a rank's memory. */
#define MOST	(1u << 20)

/* What a rank sends to the other: a handle of its memory, and the memory's address. */
struct peer {
	gni_mem_handle_t memory;
	uint64_t address;
};

static unsigned int rank;
static gni_nic_handle_t nic;
static gni_cq_handle_t local, remote;
static gni_ep_handle_t ep;
static unsigned char *memory;
static struct peer own, other;

/* Find out which rank this is; make output line-buffered. */
static inline void begin(void)
{
	rank = atoi(getenv("GPCD_UGNI_RANK"));
	setvbuf(stdout, NULL, _IOLBF, 0);
}

/* End this rank with exit status 9 if a call failed. */
static inline void check(gni_return_t rc, const char *what)
{
	if (!rc)
		return;
	printf("rank %u: %s: %s\n", rank, what, gni_err_str[rc]);
	fflush(stdout);
	_exit(9);
}

/* Return the address of a rank's NIC. */
static inline unsigned int address_of(unsigned int number)
{
	const char *list = getenv("GPCD_UGNI_ADDRESSES");

	while (number--)
		list = strchr(list, ',') + 1;
	return atoi(list);
}

/* Ranks 2k and 2k + 1 form a pair: each learns of the other's memory. */
static inline void meet(uint32_t modes)
{
	uint32_t address, id;
	gni_post_state_t state;
	gni_cdm_handle_t cdm;

	check(GNI_CdmCreate(rank, 3, 1, modes, &cdm), "GNI_CdmCreate");
	check(GNI_CdmAttach(cdm, 0, &address, &nic), "GNI_CdmAttach");
	check(GNI_CqCreate(nic, 64, 0, GNI_CQ_BLOCKING, NULL, NULL, &local), "GNI_CqCreate");
	check(GNI_CqCreate(nic, 64, 0, GNI_CQ_BLOCKING, NULL, NULL, &remote), "GNI_CqCreate");
	memory = calloc(2, MOST);
	own.address = (uintptr_t)memory;
	check(GNI_MemRegister(nic, own.address, 2 * MOST, remote, GNI_MEM_READWRITE, -1,
			      &own.memory), "GNI_MemRegister");
	check(GNI_EpCreate(nic, local, &ep), "GNI_EpCreate");
	check(GNI_EpBind(ep, address_of(rank ^ 1), rank ^ 1), "GNI_EpBind");
	check(GNI_EpPostData(ep, &own, sizeof(own), &other, sizeof(other)), "GNI_EpPostData");
	check(GNI_EpPostDataWait(ep, -1, &state, &address, &id), "GNI_EpPostDataWait");
	if (state != GNI_POST_COMPLETED || id != (rank ^ 1))
		check(GNI_RC_INVALID_STATE, "the datagram");
}

/* Wait for the next local event, which must belong to a transaction. */
static inline gni_return_t complete(gni_post_descriptor_t *post)
{
	gni_post_descriptor_t *done;
	gni_cq_entry_t event;

	GNI_CqWaitEvent(local, -1, &event);
	if (GNI_GetCompleted(local, event, &done) > GNI_RC_SUCCESS && done != post)
		check(GNI_RC_DESCRIPTOR_ERROR, "GNI_GetCompleted");
	return post->status;
}

#endif /* UGNI_PAIR_H */

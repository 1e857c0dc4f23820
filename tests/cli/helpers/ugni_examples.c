// SPDX-License-Identifier: GPL-2.0-only
/*
 * Programs of the kind that were written for Cray's machines, as the first argument names them.
 * Each starts by PMI, exchanges addresses and memory handles, sends to the next rank, and receives
 * from the one before; data is awaited by looking at memory. Each prints what was right and when.
 */
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "gni_pub.h"
#include "gpcd_ugni.h"
#include "pmi.h"

#define TRANSFERS	10
#define WORDS	512	/* of a transfer */
#define BYTES	(WORDS * sizeof(uint64_t))
#define FLAG	0xffff0000ull
#define RANKS	64

/* What a rank must know of another. */
struct peer {
	unsigned int address;
	uint64_t memory;
	gni_mem_handle_t handle;
};

/* First words are flags: one for each transfer; then its data. */
struct memory {
	uint64_t flag[TRANSFERS];
	uint64_t data[TRANSFERS][WORDS];
};

static int rank, size, next, last;
static struct memory *in, *out;
static struct peer own, peers[RANKS];
static gni_mem_handle_t out_handle;
static gni_nic_handle_t nic;
static gni_cq_handle_t local, remote;
static gni_ep_handle_t ep[RANKS];
static unsigned int right;

static uint64_t word_of(int from, unsigned int transfer, unsigned int i)
{
	return (uint64_t)from << 40 | transfer << 20 | i;
}

/* End the job if a call has failed. */
static void check(int rc, const char *what)
{
	if (rc)
		PMI_Abort(9, what);
}

/* --- beginning --- */

static void attach(void)
{
	gni_cdm_handle_t cdm;
	uint32_t address;

	check(GNI_CdmCreate(rank, atoi(getenv("PMI_GNI_PTAG")), atoi(getenv("PMI_GNI_COOKIE")), 0,
			    &cdm), "GNI_CdmCreate");
	check(GNI_CdmAttach(cdm, atoi(getenv("PMI_GNI_DEV_ID")), &address, &nic), "GNI_CdmAttach");
	own.address = atoi(getenv("PMI_GNI_LOC_ADDR"));
	check(address == own.address ? 0 : GNI_RC_NO_MATCH, "PMI_GNI_LOC_ADDR");
	check(GNI_CqCreate(nic, 2 * TRANSFERS, 0, GNI_CQ_NOBLOCK, NULL, NULL, &local),
	      "GNI_CqCreate");
	check(GNI_CqCreate(nic, 4 * TRANSFERS, 0, GNI_CQ_NOBLOCK, NULL, NULL, &remote),
	      "GNI_CqCreate");
}

static void share(void)
{
	in = calloc(1, sizeof(*in));
	out = calloc(1, sizeof(*out));
	own.memory = (uintptr_t)in;
	check(GNI_MemRegister(nic, own.memory, sizeof(*in), remote, GNI_MEM_READWRITE, -1,
			      &own.handle), "GNI_MemRegister");
	check(GNI_MemRegister(nic, (uintptr_t)out, sizeof(*out), NULL, GNI_MEM_READWRITE, -1,
			      &out_handle), "GNI_MemRegister");
	check(PMI_Allgather(&own, peers, sizeof(own)), "PMI_Allgather");
	for (int i = 0; i < size; i++) {
		check(GNI_EpCreate(nic, local, &ep[i]), "GNI_EpCreate");
		check(GNI_EpBind(ep[i], peers[i].address, i), "GNI_EpBind");
	}
}

static void start(void)
{
	int spawned;

	check(PMI_Init(&spawned), "PMI_Init");
	check(PMI_Get_rank(&rank), "PMI_Get_rank");
	check(PMI_Get_size(&size), "PMI_Get_size");
	next = (rank + 1) % size;
	last = (rank + size - 1) % size;
	attach();
	share();
}

/* Read a word that the network may write. */
static uint64_t look(const uint64_t *at)
{
	return __atomic_load_n(at, __ATOMIC_ACQUIRE);
}

/* --- events --- */

static gni_cq_entry_t await_event(gni_cq_handle_t queue)
{
	gni_cq_entry_t event;
	gni_return_t rc;

	do
		rc = GNI_CqGetEvent(queue, &event);
	while (rc == GNI_RC_NOT_DONE);
	check(rc, "GNI_CqGetEvent");
	return event;
}

static void await_post(gni_post_descriptor_t *post)
{
	gni_post_descriptor_t *done;

	check(GNI_GetCompleted(local, await_event(local), &done), "GNI_GetCompleted");
	check(done == post ? 0 : GNI_RC_DESCRIPTOR_ERROR, "another transaction");
}

/* --- transactions --- */

static gni_post_descriptor_t describe(gni_post_type_t type, void *at, uint64_t remote_address,
				      uint64_t length, int to)
{
	return (gni_post_descriptor_t){
		.type = type, .cq_mode = GNI_CQMODE_GLOBAL_EVENT | GNI_CQMODE_REMOTE_EVENT,
		.dlvr_mode = GNI_DLVMODE_PERFORMANCE, .length = length,
		.local_addr = (uintptr_t)at, .local_mem_hndl = out_handle,
		.remote_addr = remote_address, .remote_mem_hndl = peers[to].handle,
	};
}

static void post(gni_post_descriptor_t *what, int to)
{
	bool rdma = what->type == GNI_POST_RDMA_PUT || what->type == GNI_POST_RDMA_GET;

	check(rdma ? GNI_PostRdma(ep[to], what) : GNI_PostFma(ep[to], what), "posting");
	await_post(what);
}

static bool all_right(const uint64_t *data, int from, unsigned int transfer)
{
	for (unsigned int i = 0; i < WORDS; i++) {
		if (data[i] != word_of(from, transfer, i))
			return false;
	}
	return true;
}

/*
 * Data, then a flag, to the next rank; then the flag of the last one is awaited in memory. Ranks
 * come at different times, so that some of them wait.
 */
static void put(gni_post_type_t type)
{
	for (unsigned int t = 0; t < TRANSFERS; t++) {
		gni_post_descriptor_t data, flag;

		for (unsigned int i = 0; i < WORDS; i++)
			out->data[t][i] = word_of(rank, t, i);
		out->flag[t] = FLAG + t;
		gpcd_ugni_compute((rank + t) % size * 2000);
		data = describe(type, out->data[t], peers[next].memory +
				offsetof(struct memory, data[t]), BYTES, next);
		post(&data, next);
		flag = describe(GNI_POST_FMA_PUT, &out->flag[t], peers[next].memory +
				offsetof(struct memory, flag[t]), sizeof(uint64_t), next);
		post(&flag, next);
		while (look(&in->flag[t]) != FLAG + t)
			;
		right += all_right(in->data[t], last, t);
		for (int i = 0; i < 2; i++)
			right += gni_cq_get_inst_id(await_event(remote)) == (uint64_t)last;
	}
}

static void fma_put(void)
{
	put(GNI_POST_FMA_PUT);
}

static void rdma_put(void)
{
	put(GNI_POST_RDMA_PUT);
}

/* Each rank reads what the next one has. */
static void get(gni_post_type_t type)
{
	for (unsigned int t = 0; t < TRANSFERS; t++) {
		for (unsigned int i = 0; i < WORDS; i++)
			in->data[t][i] = word_of(rank, t, i);
	}
	check(PMI_Barrier(), "PMI_Barrier");
	for (unsigned int t = 0; t < TRANSFERS; t++) {
		gni_post_descriptor_t data = describe(type, out->data[t], peers[next].memory +
						      offsetof(struct memory, data[t]), BYTES,
						      next);

		post(&data, next);
		right += all_right(out->data[t], next, t);
		right += gni_cq_get_inst_id(await_event(remote)) == (uint64_t)last;
	}
}

static void fma_get(void)
{
	get(GNI_POST_FMA_GET);
}

static void rdma_get(void)
{
	get(GNI_POST_RDMA_GET);
}

/* --- a benchmark --- */

#define NAME	65	/* bytes of a host's name, with its NUL */

static void refuse_a_shared_host(void)
{
	static char names[RANKS][NAME];
	char name[NAME] = "";

	gethostname(name, sizeof(name));
	check(PMI_Allgather(name, names, NAME), "PMI_Allgather");
	for (int i = 0; i < size; i++)
		check(i != rank && !strcmp(names[i], name), "another rank on this host");
}

/* Rank 0 times its transfers by the clock; between its looks others may use the processor. */
static void benchmark(void)
{
	gni_post_descriptor_t data[TRANSFERS], *done;
	struct timeval begin, end;
	gni_cq_entry_t event;
	long us;

	refuse_a_shared_host();
	if (rank)
		return;
	gettimeofday(&begin, NULL);
	for (unsigned int t = 0; t < TRANSFERS; t++) {
		data[t] = describe(GNI_POST_RDMA_PUT, out->data[t], peers[next].memory +
				   offsetof(struct memory, data[t]), BYTES, next);
		check(GNI_PostRdma(ep[next], &data[t]), "GNI_PostRdma");
	}
	while (right < TRANSFERS) {
		if (GNI_CqGetEvent(local, &event))
			sched_yield();
		else
			right += !GNI_GetCompleted(local, event, &done);
	}
	gettimeofday(&end, NULL);
	us = (end.tv_sec - begin.tv_sec) * 1000000 + end.tv_usec - begin.tv_usec;
	printf("%zu bytes in %ld us\n", TRANSFERS * BYTES, us);
}

/* --- short messages --- */

static gni_smsg_attr_t mailbox(char *buffer, uint32_t bytes, gni_mem_handle_t handle)
{
	return (gni_smsg_attr_t){
		.msg_type = GNI_SMSG_TYPE_MBOX, .msg_buffer = buffer, .buff_size = bytes,
		.mem_hndl = handle, .mbox_maxcredit = 4, .msg_maxsize = 64,
	};
}

/* Connect to a rank: each side says where its mailbox for the other one is. */
static void connect_to(int other, unsigned int half)
{
	static gni_smsg_attr_t all[RANKS];
	gni_smsg_attr_t mine, theirs;
	unsigned int bytes;

	mine = mailbox((char *)in->data[half], BYTES, own.handle);
	check(GNI_SmsgBufferSizeNeeded(&mine, &bytes), "GNI_SmsgBufferSizeNeeded");
	check(bytes <= BYTES ? 0 : GNI_RC_SIZE_ERROR, "a mailbox");
	check(PMI_Allgather(&mine, all, sizeof(mine)), "PMI_Allgather");
	theirs = all[other];
	theirs.msg_buffer = (char *)theirs.msg_buffer + (half ? -BYTES : BYTES);
	check(GNI_SmsgInit(ep[other], &mine, &theirs), "GNI_SmsgInit");
}

static void smsg(void)
{
	uint64_t text[2];
	void *header;
	uint8_t tag;

	connect_to(next, 0);
	connect_to(last, 1);
	check(PMI_Barrier(), "PMI_Barrier");
	for (unsigned int t = 0; t < TRANSFERS; t++) {
		text[0] = word_of(rank, t, 0);
		text[1] = word_of(rank, t, 1);
		check(GNI_SmsgSendWTag(ep[next], &text[0], 8, &text[1], 8, t, t), "sending");
		right += gni_cq_get_msg_id(await_event(local)) == t;
		right += gni_cq_get_inst_id(await_event(remote)) == (uint64_t)last;
		tag = GNI_SMSG_ANY_TAG;
		check(GNI_SmsgGetNextWTag(ep[last], &header, &tag), "GNI_SmsgGetNextWTag");
		memcpy(text, header, sizeof(text));
		right += tag == t && text[0] == word_of(last, t, 0) &&
			 text[1] == word_of(last, t, 1);
		check(GNI_SmsgRelease(ep[last]), "GNI_SmsgRelease");
	}
}

/* --- datagrams --- */

/* Ranks 2k and 2k + 1 exchange, ten times. */
static void datagram(void)
{
	uint32_t address, instance;
	gni_post_state_t state;
	uint64_t text, answer;
	int other = rank ^ 1;

	for (unsigned int t = 0; t < TRANSFERS; t++) {
		text = word_of(rank, t, 7);
		check(GNI_EpPostData(ep[other], &text, 8, &answer, 8), "GNI_EpPostData");
		do
			check(GNI_EpPostDataTest(ep[other], &state, &address, &instance),
			      "GNI_EpPostDataTest");
		while (state != GNI_POST_COMPLETED);
		right += answer == word_of(other, t, 7) && address == peers[other].address &&
			 instance == (uint32_t)other;
	}
}

/* --- polling memory --- */

/* Both words come by one PUT: what the loop sees first must not depend on where it was. */
static void either(void)
{
	const uint64_t *word = in->data[0];
	gni_post_descriptor_t data;

	if (rank == 1) {
		while (!look(&word[0]) && !look(&word[WORDS - 1]))
			;
		right = word[0] ? 1 : 2;
	}
	if (rank)
		return;
	out->data[0][0] = 1;
	out->data[0][WORDS - 1] = 1;
	gpcd_ugni_compute(3000);
	data = describe(GNI_POST_FMA_PUT, out->data[0], peers[1].memory +
			offsetof(struct memory, data[0]), BYTES, 1);
	post(&data, 1);
}

/* A long computation, which is no polling: it ends by itself. */
static void compute(void)
{
	unsigned long n = rank ? 1 : 60000000;

	__asm__ volatile("1: dec %0\n\tjnz 1b" : "+r"(n));
	if (rank)
		gpcd_ugni_compute(100);
	right = 1;
}

/* A count in memory makes each round of a loop another one. */
static void count(void)
{
	static unsigned long rounds;

	while (!look(&in->flag[0]))
		__atomic_fetch_add(&rounds, 1, __ATOMIC_RELAXED);
}

static void lost(void)
{
	while (rank && !look(&in->flag[0]))
		;
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*act)(void);
	} acts[] = {
		{ "fma_put", fma_put }, { "rdma_put", rdma_put }, { "fma_get", fma_get },
		{ "rdma_get", rdma_get }, { "smsg", smsg }, { "datagram", datagram },
		{ "benchmark", benchmark }, { "either", either }, { "compute", compute },
		{ "count", count }, { "lost", lost },
	};

	if (argc < 2)
		return 2;
	setvbuf(stdout, NULL, _IOLBF, 0);
	start();
	for (unsigned int i = 0; i < sizeof(acts) / sizeof(*acts); i++) {
		if (!strcmp(argv[1], acts[i].name))
			acts[i].act();
	}
	printf("rank %d: %u right, at %llu ns\n", rank, right, (unsigned long long)gpcd_ugni_ns());
	check(PMI_Barrier(), "PMI_Barrier");
	free(in);
	free(out);
	return PMI_Finalize();
}

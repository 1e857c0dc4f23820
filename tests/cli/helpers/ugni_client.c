// SPDX-License-Identifier: GPL-2.0-only
/* A program for gpcd-sim ugni: each rank does what its argument says, and prints what it saw. */
#include <signal.h>
#include <unistd.h>

#include "gpcd_ugni.h"
#include "ugni/wire.h"
#include "ugni_pair.h"

#define BOX	4096u
#define TIMES	20

static gni_return_t transfer(gni_post_type_t type, uint64_t length)
{
	gni_post_descriptor_t post = {
		.type = type, .cq_mode = GNI_CQMODE_GLOBAL_EVENT | GNI_CQMODE_REMOTE_EVENT,
		.local_addr = own.address, .local_mem_hndl = own.memory,
		.remote_addr = other.address + MOST, .remote_mem_hndl = other.memory,
		.length = length, .dlvr_mode = GNI_DLVMODE_PERFORMANCE,
	};
	gni_return_t rc = type <= GNI_POST_RDMA_GET ? GNI_PostRdma(ep, &post) :
			  GNI_PostFma(ep, &post);

	return rc ? rc : complete(&post);
}

static void fill(unsigned char *bytes, unsigned int size, unsigned int seed)
{
	for (unsigned int i = 0; i < size; i++)
		bytes[i] = (i * 31 + i / 251 + seed) & 0xff;
}

static void put(void)
{
	unsigned char *want = malloc(MOST);
	gni_cq_entry_t event;
	uint64_t before;

	for (unsigned int size = 1; size <= MOST; size *= 4) {
		fill(want, size, size);
		if (rank % 2) {
			check(GNI_CqWaitEvent(remote, -1, &event), "GNI_CqWaitEvent");
			printf("rank %u: %u bytes %s from %llu at %llu ns\n", rank, size,
			       memcmp(memory + MOST, want, size) ? "differ" : "are right",
			       (unsigned long long)gni_cq_get_inst_id(event),
			       (unsigned long long)gpcd_ugni_ns());
			continue;
		}
		memcpy(memory, want, size);
		before = gpcd_ugni_ns();
		check(transfer(size < 4096 ? GNI_POST_FMA_PUT : GNI_POST_RDMA_PUT, size), "put");
		printf("rank %u: %u bytes took %llu ns\n", rank, size,
		       (unsigned long long)(gpcd_ugni_ns() - before));
	}
	free(want);
}

static void get(void)
{
	unsigned char want[1024];
	gni_cq_entry_t event;

	fill(want, sizeof(want), 7);
	if (rank % 2) {
		memcpy(memory + MOST, want, sizeof(want));
		check(GNI_CqWaitEvent(remote, -1, &event), "GNI_CqWaitEvent");
		return;
	}
	check(gpcd_ugni_compute(1000000) ? GNI_RC_INVALID_STATE : 0, "gpcd_ugni_compute");
	check(transfer(GNI_POST_FMA_GET, sizeof(want)), "get");
	printf("rank %u: fetched bytes %s\n", rank,
	       memcmp(memory, want, sizeof(want)) ? "differ" : "are right");
	printf("rank %u: an odd length: %s\n", rank, gni_err_str[transfer(GNI_POST_FMA_GET, 3)]);
}

static void amo(void)
{
	gni_post_descriptor_t post = {
		.type = GNI_POST_AMO, .cq_mode = GNI_CQMODE_GLOBAL_EVENT, .length = 8,
		.local_addr = own.address, .local_mem_hndl = own.memory,
		.remote_addr = other.address + MOST, .remote_mem_hndl = other.memory,
		.amo_cmd = GNI_FMA_ATOMIC_FADD, .first_operand = 5,
	};
	uint64_t *old = (uint64_t *)memory;

	for (int i = 0; i < 3; i++) {
		check(GNI_PostFma(ep, &post), "GNI_PostFma");
		check(complete(&post), "AMO");
		printf("rank %u: there was %llu\n", rank, (unsigned long long)*old);
	}
}

static void far(void)
{
	if (rank % 2)
		return;
	other.address += 2 * MOST;
	printf("rank %u: memory that is not registered: %s\n", rank,
	       gni_err_str[transfer(GNI_POST_FMA_PUT, 8)]);
}

static gni_smsg_attr_t box(const struct peer *peer)
{
	return (gni_smsg_attr_t){
		.msg_type = GNI_SMSG_TYPE_MBOX_AUTO_RETRANSMIT,
		.msg_buffer = (void *)(uintptr_t)peer->address, .buff_size = BOX,
		.mem_hndl = peer->memory, .mbox_maxcredit = 4, .msg_maxsize = 128,
	};
}

static void receive(unsigned int number)
{
	uint8_t tag = GNI_SMSG_ANY_TAG;
	gni_cq_entry_t event;
	gni_return_t rc;
	void *message;

	while ((rc = GNI_SmsgGetNextWTag(ep, &message, &tag)) == GNI_RC_NOT_DONE)
		GNI_CqWaitEvent(remote, -1, &event);
	check(rc, "GNI_SmsgGetNextWTag");
	printf("rank %u: tag %u: %s\n", rank, tag, (char *)message);
	if (tag != number)
		check(GNI_RC_NO_MATCH, "the order of messages");
	check(GNI_SmsgRelease(ep), "GNI_SmsgRelease");
}

static void messages(void)
{
	gni_smsg_attr_t mine = box(&own), theirs = box(&other);
	unsigned int full = 0;
	char text[32];
	gni_return_t rc;

	check(GNI_SmsgInit(ep, &mine, &theirs), "GNI_SmsgInit");
	for (unsigned int i = 0; i < TIMES; i++) {
		if (rank % 2) {
			receive(i);
			continue;
		}
		snprintf(text, sizeof(text), "note %u", i);
		while ((rc = GNI_SmsgSendWTag(ep, "a ", 2, text, strlen(text) + 1, i, i)) ==
		       GNI_RC_NOT_DONE)
			full++;
		check(rc, "GNI_SmsgSendWTag");
	}
	if (!(rank % 2))
		printf("rank %u: the mailbox was %s full\n", rank, full ? "sometimes" : "never");
}

/* Say hello as another process. */
static void lie(const char *pid)
{
	struct ugni_request request = { .call = UGNI_HELLO, .arg = { strtoull(pid, NULL, 10) } };
	struct ugni_reply reply;
	int fd = atoi(getenv("GPCD_UGNI_FD"));

	if (write(fd, &request, sizeof(request)) == sizeof(request) &&
	    read(fd, &reply, sizeof(reply)) == sizeof(reply))
		printf("was believed\n");
}

/* Fill a mailbox that is never emptied. */
static void crowd(void)
{
	gni_smsg_attr_t mine = box(&own), theirs = box(&other);
	gni_cq_entry_t event;

	check(GNI_SmsgInit(ep, &mine, &theirs), "GNI_SmsgInit");
	if (rank) {
		check(GNI_CqWaitEvent(local, -1, &event), "GNI_CqWaitEvent");
		return;
	}
	for (int sent = 0; sent < 5; )
		sent += !GNI_SmsgSendWTag(ep, NULL, 0, "x", 2, 0, 0);
	printf("there was room\n");
}

static void misbehave(const char *what)
{
	if (!strcmp(what, "die") && rank == 1)
		raise(SIGKILL);
	if (!strcmp(what, "fail") && rank == 1)
		exit(7);
	if (!strcmp(what, "hang") && rank == 1)
		pause();
	if (!strcmp(what, "poll")) {
		while (rank)
			gpcd_ugni_compute(1000);
		while (!__atomic_load_n(memory, __ATOMIC_RELAXED))
			;
	}
	if (!strcmp(what, "refuse") && !rank) {
		printf("%s\n", gni_err_str[GNI_CtPostCqWrite(ep, NULL)]);
		GNI_CtPostCqWrite(ep, NULL);
	}
	if (!strcmp(what, "wait")) {
		gni_cq_entry_t event;

		check(GNI_CqWaitEvent(remote, 2, &event) == GNI_RC_TIMEOUT ? 0 :
		      GNI_RC_NO_MATCH, "a time to wait");
		printf("rank %u: waited until %llu ns\n", rank,
		       (unsigned long long)gpcd_ugni_ns());
		if (rank)
			GNI_CqWaitEvent(remote, -1, &event);
	}
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*act)(void);
	} acts[] = {
		{ "put", put }, { "get", get }, { "amo", amo }, { "far", far },
		{ "message", messages }, { "crowd", crowd },
	};

	if (argc < 2 || !getenv("GPCD_UGNI_RANK"))
		return 2;
	begin();
	if (argc > 2 && !strcmp(argv[1], "lie")) {
		lie(argv[2]);
		return 0;
	}
	meet(0);
	for (unsigned int i = 0; i < sizeof(acts) / sizeof(*acts); i++) {
		if (!strcmp(argv[1], acts[i].name))
			acts[i].act();
	}
	misbehave(argv[1]);
	free(memory);
	return 0;
}

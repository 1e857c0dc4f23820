// SPDX-License-Identifier: GPL-2.0-only
/*
 * The emulated uGNI (tools/gpcd-sim/ugni): two processes that send any requests. Neither may harm
 * the simulator or block it for good.
 */
#include "fuzz.h"
#include "ugni/stage.h"

#define CALLS	64	/* the most of both processes */

/* The rest of the input, and the number of calls so far. */
static const uint8_t *rest;
static size_t left;
static unsigned int calls;

static uint64_t byte(void)
{
	if (!left)
		return 0;
	left--;
	return *rest++;
}

/* Return a number that makes sense somewhere, or not. */
static uint64_t number(void)
{
	uint64_t what = byte();

	switch (what % 8) {
	case 0:
		return STAGE_BASE + byte() * 64;
	case 1:
		return STAGE_BASE + STAGE_BYTES - byte();
	case 2:
		return 0x676e69ull << 40 | byte() % 3 << 32 | byte() % 4;
	case 3:
		return ~0ull - byte();
	case 4:
		return byte() << (what >> 3);
	default:
		return byte() % 16;
	}
}

static void handle(uint64_t words[2])
{
	uint64_t what = byte();

	words[0] = 0x676e69ull << 40 | (what & 1) << 32 | (what >> 1) % 3;
	words[1] = STAGE_BASE + (what & 0x80);
}

static void ask_post(struct ugni_post *post)
{
	uint64_t what = byte();

	post->type = what % 12;
	post->rdma_mode = what / 12 % 4;
	post->amo = byte() | byte() % 4 << 8;
	post->cq_mode = byte() % 8;
	post->dlvr_mode = byte();
	post->queue = byte() % 4;
	post->length = byte() * byte();
	handle(post->local_handle);
	handle(post->remote_handle);
}

static void ask_mailbox(struct ugni_mailbox *mailbox)
{
	mailbox->address = STAGE_BASE + byte() % 4 * 1024;
	mailbox->credit = byte() % 4;
	mailbox->size = byte();
	handle(mailbox->handle);
}

static void ask_send(struct ugni_send *send)
{
	send->connection = byte() % 4;
	send->tag = byte() % 3;
	send->queue = byte() % 4;
	send->header_length = byte() % 64;
	send->data_length = byte() % 64;
}

static void ask_datagram(struct ugni_datagram *datagram)
{
	datagram->endpoint = byte() % 3;
	datagram->in_length = byte();
	datagram->out_length = byte();
	datagram->address = byte() % 4;
	datagram->instance = byte() % 2;
	datagram->own = byte() % 2;
	datagram->numbered = byte() % 2;
}

/* Make most requests sensible: otherwise nothing would ever be under way. */
static void make_sense(struct ugni_request *request)
{
	switch (request->call) {
	case UGNI_POST:
		ask_post(&request->post);
		break;
	case UGNI_MEM_REGISTER:
		request->arg[0] = STAGE_BASE + (byte() & 0x80);
		request->arg[1] = byte() * 64;
		request->arg[2] = byte() % 2;
		request->arg[3] = byte() % 4;
		break;
	case UGNI_SMSG_INIT:
		ask_mailbox(&request->mailbox[0]);
		ask_mailbox(&request->mailbox[1]);
		break;
	case UGNI_SMSG_SEND:
		ask_send(&request->send);
		break;
	case UGNI_DATAGRAM_POST:
		ask_datagram(&request->datagram);
		break;
	default:
		break;
	}
}

static bool ask(unsigned int rank, struct ugni_request *request)
{
	uint64_t what = byte();

	(void)rank;
	if (!left || calls++ == CALLS)
		return false;
	request->call = what % (UGNI_CALLS + 1);
	request->cpu = what >> 5;
	for (unsigned int i = 0; i < 4; i++)
		request->arg[i] = number();
	if (what < 0xc0)
		make_sense(request);
	return true;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	fuzz_hush();
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	rest = data;
	left = size;
	calls = 0;
	stage.next = ask;
	if (stage_open("dragonfly:2x1x2", 2))
		abort();
	stage.world.compute = size % 2;
	world_run(&stage.world);
	stage_close();
	return 0;
}

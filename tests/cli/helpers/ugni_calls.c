// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program for gpcd-sim ugni that makes calls which ugni_client does not make, as its argument
 * names. It prints a line with each result.
 */
#include <time.h>

#include "gpcd_ugni.h"
#include "ugni_pair.h"

#define MARK	0x1122334455667788ull	/* word that follows a PUT */
#define VALUE	0x123456789abcull	/* of an event, 48 bits */
#define BURN	5000000ull		/* ns of processor time */

static void say(const char *what, gni_return_t rc)
{
	printf("%s: %s\n", what, gni_err_str[rc]);
}

/* --- queries about library, device and job --- */

static void nothing(gni_cq_entry_t *entry, void *context)
{
	(void)entry;
	(void)context;
}

static void ask_device(void)
{
	gni_version_info_t info;
	gni_nic_device_t type;
	uint32_t address, cpu, version;
	int count, id;
	uint8_t ptag;

	check(GNI_GetDeviceType(&type), "GNI_GetDeviceType");
	check(GNI_GetNumLocalDevices(&count), "GNI_GetNumLocalDevices");
	check(GNI_GetLocalDeviceIds(1, &id), "GNI_GetLocalDeviceIds");
	check(GNI_GetPtag(0, 1, &ptag), "GNI_GetPtag");
	printf("devices: %d, the first %d, of type %d, tag %u\n", count, id, (int)type, ptag);
	check(GNI_CdmGetNicAddress(0, &address, &cpu), "GNI_CdmGetNicAddress");
	printf("the NIC is that of the list: %s, processor %u\n",
	       address == address_of(rank) ? "yes" : "no", cpu);
	check(GNI_GetVersion(&version), "GNI_GetVersion");
	check(GNI_GetVersionInformation(&info), "GNI_GetVersionInformation");
	printf("version %#x, %#x: %s\n", version, info.ugni_version, info.ugni_build_string);
}

static void ask_nothing(void)
{
	uint32_t value = 7;

	check(GNI_GetNicStat(nic, GNI_STAT_SMSG_REQ_STALL, &value), "GNI_GetNicStat");
	printf("stalls: %u\n", value);
	for (unsigned int i = 0; i < GNI_NUM_STATS; i++)
		printf("statistic %u: %s\n", i, gni_statistic_str[i]);
	say("GNI_ResetNicStat", GNI_ResetNicStat(nic, GNI_STAT_SMSG_REQ_STALL));
	say("GNI_EpIdle", GNI_EpIdle(ep));
	say("GNI_SetMddResources", GNI_SetMddResources(nic, 1));
	say("GNI_SmsgSetMaxRetrans", GNI_SmsgSetMaxRetrans(nic, 1));
	say("GNI_CqInterruptMask", GNI_CqInterruptMask(local));
	say("GNI_CqInterruptUnmask", GNI_CqInterruptUnmask(local));
}

/* The pair has registered one piece of memory, and made two queues. */
static void ask_limits(void)
{
	gni_dev_res_desc_t device;
	gni_job_res_desc_t job;

	for (unsigned int i = 0; i < 2; i++) {
		check(GNI_GetJobResInfo(0, 3, i ? GNI_JOB_RES_CQ : GNI_JOB_RES_MDD, &job),
		      "GNI_GetJobResInfo");
		check(GNI_GetDevResInfo(0, i ? GNI_DEV_RES_CQ : GNI_DEV_RES_MDD, &device),
		      "GNI_GetDevResInfo");
		printf("resource: %lu of %lu, and %lu, %lu, %lu, %lu\n", job.used, job.limit,
		       device.available, device.reserved, device.held, device.total);
	}
	say("no resource", GNI_GetJobResInfo(0, 3, GNI_JOB_RES_LAST, &job));
	say("another device", GNI_GetDevResInfo(1, GNI_DEV_RES_CQ, &device));
}

static void ask_too_much(void)
{
	static const gni_post_type_t types[] = {
		GNI_POST_CE, GNI_POST_FMA_GET_W_FLAG, GNI_POST_AMO_W_FLAG, GNI_POST_AMO_W_FLAG + 1,
	};
	gni_mem_segment_t segment = { own.address, 8 };
	gni_dev_res_desc_t device;
	gni_job_res_desc_t job;
	gni_ct_get_post_descriptor_t more = { .length = 64 };
	gni_post_descriptor_t chain = { .type = GNI_POST_FMA_GET, .next_descr = &more };
	gni_mem_handle_t handle;
	gni_cq_handle_t queue;

	say("GNI_MemRegisterSegments", GNI_MemRegisterSegments(nic, &segment, 1, NULL, 0, -1,
							       &handle));
	say("GNI_GetDevResInfo", GNI_GetDevResInfo(0, GNI_DEV_RES_FMA, &device));
	say("GNI_GetJobResInfo", GNI_GetJobResInfo(0, 3, GNI_JOB_RES_FMA, &job));
	say("GNI_SetJobResInfo", GNI_SetJobResInfo(0, 3, GNI_JOB_RES_CQ, 1));
	say("a handler", GNI_CqCreate(nic, 1, 0, GNI_CQ_NOBLOCK, nothing, NULL, &queue));
	say("a chain", GNI_CtPostFma(ep, &chain));
	for (unsigned int i = 0; i < sizeof(types) / sizeof(*types); i++) {
		gni_post_descriptor_t post = { .type = types[i] };

		printf("type %d: %s\n", types[i], gni_err_str[GNI_PostFma(ep, &post)]);
	}
}

static void queries(void)
{
	if (rank)
		return;
	ask_device();
	ask_nothing();
	ask_limits();
	ask_too_much();
}

/* --- events --- */

static gni_post_descriptor_t describe(gni_post_type_t type, uint16_t events)
{
	return (gni_post_descriptor_t){
		.type = type, .cq_mode = events, .length = 64,
		.local_addr = own.address, .local_mem_hndl = own.memory,
		.remote_addr = other.address + MOST, .remote_mem_hndl = other.memory,
		.sync_flag_value = MARK, .sync_flag_addr = other.address + MOST + 4096,
		.cqwrite_value = VALUE,
	};
}

/* Wait for both local events of a transaction, and print what they identify. */
static void await_both(gni_post_descriptor_t *post)
{
	gni_post_descriptor_t *done;
	gni_cq_entry_t event;

	for (int i = 0; i < 2; i++) {
		check(GNI_CqWaitEvent(local, -1, &event), "GNI_CqWaitEvent");
		check(GNI_GetCompleted(local, event, &done), "GNI_GetCompleted");
		printf("%s event, of instance %llu\n",
		       done->cq_mode_complete == GNI_CQMODE_LOCAL_EVENT ? "a local" : "a global",
		       (unsigned long long)gni_cq_get_inst_id(event));
		if (done != post)
			check(GNI_RC_DESCRIPTOR_ERROR, "another transaction");
	}
}

static void send_events(void)
{
	gni_post_descriptor_t put = describe(GNI_POST_FMA_PUT_W_SYNCFLAG,
					     GNI_CQMODE_DUAL_EVENTS | GNI_CQMODE_REMOTE_EVENT);
	gni_post_descriptor_t write = describe(GNI_POST_CQWRITE, GNI_CQMODE_GLOBAL_EVENT);

	check(GNI_EpSetEventData(ep, 71, 72), "GNI_EpSetEventData");
	memset(memory, 'x', 64);
	check(GNI_PostFma(ep, &put), "GNI_PostFma");
	await_both(&put);
	check(GNI_PostCqWrite(ep, &write), "GNI_PostCqWrite");
	check(complete(&write), "GNI_PostCqWrite");
}

static void take_events(void)
{
	gni_cq_handle_t queues[] = { local, remote };
	gni_cq_entry_t event;
	uint32_t which;
	uint64_t word;

	say("no event yet", GNI_CqTestEvent(remote));
	check(GNI_CqVectorMonitor(queues, 2, -1, &which), "GNI_CqVectorMonitor");
	memcpy(&word, memory + MOST + 4096, sizeof(word));
	printf("queue %u has one; the data is %s, the word after it %s\n", which,
	       memory[MOST] == 'x' && memory[MOST + 63] == 'x' ? "there" : "not there",
	       word == MARK ? "too" : "not");
	say("the event stays", GNI_CqTestEvent(remote));
	check(GNI_CqVectorWaitEvent(queues, 2, -1, &event, &which), "GNI_CqVectorWaitEvent");
	printf("it is of queue %u, and of instance %llu\n", which,
	       (unsigned long long)gni_cq_get_inst_id(event));
	check(GNI_CqWaitEvent(remote, -1, &event), "GNI_CqWaitEvent");
	printf("a written event: %#llx\n", (unsigned long long)gni_cq_get_data(event));
}

static void events(void)
{
	if (rank)
		take_events();
	else
		send_events();
}

/* A PUT to memory that may only be read, and more events than a queue has room for. */
static void failures(void)
{
	gni_post_descriptor_t *done, post = describe(GNI_POST_FMA_PUT, GNI_CQMODE_GLOBAL_EVENT);
	gni_cq_handle_t small;
	gni_cq_entry_t event;
	uint32_t recoverable;
	char text[64];

	check(GNI_CqCreate(nic, 1, 0, GNI_CQ_BLOCKING, NULL, NULL, &small), "GNI_CqCreate");
	check(GNI_MemRegister(nic, own.address, 4096, NULL, GNI_MEM_READ_ONLY, -1,
			      &post.remote_mem_hndl), "GNI_MemRegister");
	check(GNI_EpUnbind(ep), "GNI_EpUnbind");
	check(GNI_EpBind(ep, address_of(rank), rank), "GNI_EpBind");
	post.remote_addr = own.address;
	post.src_cq_hndl = small;
	for (int i = 0; i < 3; i++)
		check(GNI_PostFma(ep, &post), "GNI_PostFma");
	say("lost events are reported", GNI_CqGetEvent(small, &event));
	check(GNI_CqErrorStr(event, text, sizeof(text)), "GNI_CqErrorStr");
	printf("in words: %s\n", text);
	say("once; then the one that is left", GNI_CqGetEvent(small, &event));
	check(GNI_CqErrorStr(event, text, sizeof(text)), "GNI_CqErrorStr");
	check(GNI_CqErrorRecoverable(event, &recoverable), "GNI_CqErrorRecoverable");
	printf("in words: %s; recoverable: %u\n", text, recoverable);
	say("its transaction", GNI_GetCompleted(small, event, &done));
	say("no more", GNI_CqGetEvent(small, &event));
}

/* --- datagrams with numbers --- */

static void exchange(uint64_t id, char *out)
{
	char in[16];

	snprintf(in, sizeof(in), "rank %u", rank);
	check(GNI_EpPostDataWId(ep, in, sizeof(in), out, 16, id), "GNI_EpPostDataWId");
}

static void cancel(gni_ep_handle_t open)
{
	char in[4] = "no", out[4];

	check(GNI_EpPostDataWId(open, in, 4, out, 4, 9), "GNI_EpPostDataWId");
	say("GNI_EpPostDataCancelById", GNI_EpPostDataCancelById(open, 9));
	say("once more", GNI_EpPostDataCancelById(open, 9));
	check(GNI_EpPostData(open, in, 4, out, 4), "GNI_EpPostData");
	say("GNI_EpPostDataCancel", GNI_EpPostDataCancel(open));
	say("once more", GNI_EpPostDataCancel(open));
}

static void datagrams(void)
{
	uint32_t address, instance, from;
	gni_post_state_t state;
	gni_ep_handle_t open;
	uint64_t id;
	char out[16];

	exchange(5, out);
	while (GNI_PostDataProbeById(nic, &id))
		;
	check(GNI_EpPostDataTestById(ep, id, &state, &address, &instance),
	      "GNI_EpPostDataTestById");
	printf("rank %u: number %llu, state %d: %s\n", rank, (unsigned long long)id, (int)state,
	       out);
	exchange(6, out);
	check(GNI_PostdataProbeWaitById(nic, -1, &id), "GNI_PostdataProbeWaitById");
	check(GNI_EpPostDataWaitById(ep, id, -1, &state, &address, &instance),
	      "GNI_EpPostDataWaitById");
	printf("rank %u: number %llu, state %d: %s\n", rank, (unsigned long long)id, (int)state,
	       out);
	check(GNI_EpPostData(ep, &rank, sizeof(rank), &from, sizeof(from)), "GNI_EpPostData");
	while (GNI_PostDataProbe(nic, &address, &instance))
		;
	check(GNI_EpPostDataTest(ep, &state, &address, &instance), "GNI_EpPostDataTest");
	printf("rank %u: without a number, state %d: from %u, instance %u\n", rank, (int)state,
	       from, instance);
	if (rank)
		return;
	check(GNI_EpCreate(nic, NULL, &open), "GNI_EpCreate");
	cancel(open);
	say("nothing within 1 ms", GNI_PostdataProbeWaitById(nic, 1, &id));
}

/* --- what computing takes --- */

static uint64_t processor_ns(void)
{
	struct timespec time;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
	return time.tv_sec * 1000000000ull + time.tv_nsec;
}

static void burn(void)
{
	uint64_t clock = gpcd_ugni_ns(), until = processor_ns() + BURN;

	while (processor_ns() < until)
		;
	GNI_CqTestEvent(remote);
	printf("rank %u: %llu ns\n", rank, (unsigned long long)(gpcd_ugni_ns() - clock));
}

int main(int argc, char **argv)
{
	static const struct {
		const char *name;
		void (*act)(void);
	} acts[] = {
		{ "queries", queries }, { "events", events }, { "failures", failures },
		{ "datagrams", datagrams }, { "burn", burn },
	};

	if (argc < 2 || !getenv("GPCD_UGNI_RANK"))
		return 2;
	begin();
	meet(GNI_CDM_MODE_DUAL_EVENTS);
	for (unsigned int i = 0; i < sizeof(acts) / sizeof(*acts); i++) {
		if (!strcmp(argv[1], acts[i].name))
			acts[i].act();
	}
	free(memory);
	return 0;
}

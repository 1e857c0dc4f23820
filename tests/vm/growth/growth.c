// SPDX-License-Identifier: GPL-2.0-only
/*
 * A client and a kernel of two versions of the ABI: built with the present header and with an
 * extended one (the script header), run on modules of either.
 *
 *	KERNEL=now|grown growth
 *
 * The client of one version must get along with the kernel of the other: a call works, the reply is
 * no longer than both know, and the kernel refuses unknown members unless they are zero.
 */
#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include <linux/gpcd_ring.h>

#include "device.h"
#include "hang.h"
#include "suite.h"

#define MORE		(2 * sizeof(uint64_t))	/* that a structure has grown by */
#define JOB		0x100000001ULL
#define FILL		0xa5
#define ENTRIES		3

/* A call for each structure; @first: its bytes in the first version, @bytes: as we know it. */
static const struct call {
	const char *name;
	unsigned long command;
	uint32_t first;
	uint32_t bytes;
	uint32_t entry_first;
	uint32_t entry_bytes;
} calls[] = {
#define CALL(command, type, upper) \
	{ "struct " #type, GPCD_IOC_##command, GPCD_##upper##_SIZE_1, sizeof(struct type), 0, 0 }
#define CALL_LIST(command, type, upper, entry, upper_entry) \
	{ "struct " #type ", struct " #entry, GPCD_IOC_##command, GPCD_##upper##_SIZE_1, \
	  sizeof(struct type), GPCD_##upper_entry##_SIZE_1, sizeof(struct entry) }
	CALL(INFO, gpcd_info, INFO),
	CALL_LIST(CATALOGUE, gpcd_catalogue_page, CATALOGUE_PAGE, gpcd_catalogue_entry,
		  CATALOGUE_ENTRY),
	CALL(SNAPSHOT, gpcd_snapshot_req, SNAPSHOT_REQ),
	CALL(GROUP, gpcd_group_req, GROUP_REQ),
	CALL(GROUP_READ, gpcd_snapshot_req, SNAPSHOT_REQ),
	CALL(RING, gpcd_ring_req, RING_REQ),
	CALL(RING_FREEZE, gpcd_ring_freeze, RING_FREEZE),
	CALL(WRITE, gpcd_write_req, WRITE_REQ),
	CALL(PERMS_QUERY, gpcd_perms_query, PERMS_QUERY),
	CALL(PERMS_SET, gpcd_perms_set, PERMS_SET),
	CALL_LIST(PERMS_LIST, gpcd_perms_list, PERMS_LIST, gpcd_perms_entry, PERMS_ENTRY),
	CALL(PERMS_REMOVE, gpcd_perms_remove, PERMS_REMOVE),
	CALL(PERMS_POLICY, gpcd_perms_policy, PERMS_POLICY),
};

#define CALLS ARRAY_SIZE(calls)

/* An argument, and the bytes after it; arrays it points to. */
static union {
	struct {
		uint32_t size;
		uint32_t flags;
	} head;
	struct gpcd_info info;
	struct gpcd_catalogue_page catalogue;
	struct gpcd_snapshot_req snapshot;
	struct gpcd_group_req group;
	struct gpcd_ring_req ring;
	struct gpcd_write_req write;
	struct gpcd_perms_set set;
	struct gpcd_perms_list list;
	struct gpcd_perms_remove remove;
	unsigned char bytes[512];
} arg;
static unsigned char entries[1024];
static struct gpcd_nic nics[ENTRIES];
static uint64_t addr = TILE_REG, value;
static bool grown_kernel;
static int ctl, cgroup, group, ring;

static uint32_t min_of(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* Return the size of a structure as the kernel knows it. */
static uint32_t of_kernel(uint32_t first)
{
	return grown_kernel ? first + MORE : first;
}

/* Jobs that no cgroup need exist for. */
static void entry_set(uint64_t job)
{
	struct gpcd_perms perms = { GPC_PERMS_NIC, job };

	ck_works(call(GPC_IOC_SET_PERMS, &perms));
}

static void setup(void)
{
	struct gpcd_perms_remove all = { .size = sizeof(all), .flags = GPCD_PERMS_REMOVE_ALL };

	device_setup();
	grown_kernel = !strcmp(getenv("KERNEL"), "grown");
	ctl = open(CTL_PATH, O_RDWR | O_CLOEXEC);
	ck_assert_int_ge(ctl, 0);
	ck_works(call_on(ctl, GPCD_IOC_PERMS_REMOVE, &all));
	cgroup = open("/sys/fs/cgroup", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ck_assert_int_ge(cgroup, 0);
	for (int i = 0; i < ENTRIES; i++)
		entry_set(JOB + i);
	group = group_of(1, &addr);
	ck_assert_int_ge(group, 0);
	ring = ring_of(group);
	ck_assert_int_ge(ring, 0);
}

static int server_of(const struct call *call)
{
	if (call->command >= GPCD_IOC_PERMS_SET)
		return ctl;
	switch (call->command) {
	case GPCD_IOC_GROUP_READ:
	case GPCD_IOC_RING:
		return group;
	case GPCD_IOC_RING_FREEZE:
		return ring;
	default:
		return fd;
	}
}

/* Make an argument that succeeds, in its own size, with FILL after it. */
static void argument_make(const struct call *call)
{
	memset(entries, FILL, sizeof(entries));
	memset(&arg, FILL, sizeof(arg));
	memset(&arg, 0, call->bytes);
	arg.head.size = call->bytes;
	switch (call->command) {
	case GPCD_IOC_CATALOGUE:
		arg.catalogue.count = ENTRIES;
		arg.catalogue.entry_size = call->entry_bytes;
		arg.catalogue.entries = user_ptr(entries);
		break;
	case GPCD_IOC_SNAPSHOT:
	case GPCD_IOC_GROUP_READ:
		arg.snapshot.count = 1;
		arg.snapshot.values = user_ptr(&value);
		if (call->command == GPCD_IOC_SNAPSHOT)
			arg.snapshot.addrs = user_ptr(&addr);
		break;
	case GPCD_IOC_GROUP:
		arg.group.count = 1;
		arg.group.addrs = user_ptr(&addr);
		break;
	case GPCD_IOC_RING:
		arg.ring.period_ns = RING_PERIOD;
		arg.ring.records = 2;
		arg.ring.cpu = -1;
		break;
	case GPCD_IOC_WRITE:
		arg.write.count = 1;
		arg.write.addrs = user_ptr(&addr);
		arg.write.values = user_ptr(&value);
		break;
	case GPCD_IOC_PERMS_SET:
		arg.set.cgroup = cgroup;
		break;
	case GPCD_IOC_PERMS_LIST:
		arg.list.count = ENTRIES;
		arg.list.entry_size = call->entry_bytes;
		arg.list.entries = user_ptr(entries);
		arg.list.nic_count = ENTRIES;
		arg.list.nics = user_ptr(nics);
		break;
	case GPCD_IOC_PERMS_REMOVE:
		arg.remove.job = JOB;
		break;
	}
}

static int call_make(const struct call *call)
{
	return call_on(server_of(call), call->command, &arg);
}

static void works(const struct call *call)
{
	int err = call_make(call);

	ck_assert_msg(!err, "%s of %u bytes: %s", call->name, call->bytes, strerrorname_np(err));
}

static void bytes_are(const struct call *call, const unsigned char *at, size_t from, size_t to,
		      unsigned char wanted)
{
	for (size_t i = from; i < to; i++)
		ck_assert_msg(at[i] == wanted, "%s: the kernel wrote byte %zu", call->name, i);
}

/* Members unknown to the kernel stay zero, and nothing is written after ours. */
START_TEST(reply_is_no_longer_than_both_know)
{
	const struct call *call = &calls[_i];

	argument_make(call);
	works(call);
	ck_assert_msg(arg.head.size == call->bytes, "%s: its size has become %u", call->name,
		      arg.head.size);
	bytes_are(call, arg.bytes, min_of(call->bytes, of_kernel(call->first)), call->bytes, 0);
	bytes_are(call, arg.bytes, call->bytes, sizeof(arg), FILL);
}
END_TEST

static uint32_t entry_size_now(const struct call *call)
{
	return call->command == GPCD_IOC_CATALOGUE ? arg.catalogue.entry_size :
						     arg.list.entry_size;
}

static uint32_t count_now(const struct call *call)
{
	return call->command == GPCD_IOC_CATALOGUE ? arg.catalogue.count : arg.list.count;
}

/* An array has the caller's stride; the kernel fills its own part, and returns its size. */
START_TEST(array_goes_by_the_callers_step)
{
	const struct call *call = &calls[_i];
	uint32_t step = call->entry_bytes, has = of_kernel(call->entry_first);

	if (!step)
		return;
	argument_make(call);
	works(call);
	ck_assert_msg(count_now(call) == ENTRIES, "%s: %u entries, not %u", call->name,
		      count_now(call), ENTRIES);
	ck_assert_msg(entry_size_now(call) == has, "%s: the kernel's entries have %u bytes, not %u",
		      call->name, entry_size_now(call), has);
	for (uint32_t i = 0; i < ENTRIES; i++) {
		const unsigned char *entry = entries + i * step;

		if (call->command == GPCD_IOC_PERMS_LIST)
			ck_assert_msg(*(uint64_t *)entry == JOB + i, "%s: entry %u is not there",
				      call->name, i);
		bytes_are(call, entry, min_of(step, has), step, FILL);
	}
	bytes_are(call, entries, ENTRIES * step, sizeof(entries), FILL);
}
END_TEST

START_TEST(what_the_kernel_does_not_know_is_refused)
{
	const struct call *call = &calls[_i];
	uint32_t known = of_kernel(call->first);
	int err;

	for (uint32_t at = known; at < call->bytes; at += sizeof(uint64_t)) {
		argument_make(call);
		arg.bytes[at] = 1;
		err = call_make(call);
		ck_assert_msg(err == E2BIG, "%s, byte %u: %s, not E2BIG", call->name, at,
			      err ? strerrorname_np(err) : "success");
	}
	/* The same for bytes after our structure. */
	argument_make(call);
	arg.head.size = sizeof(arg);
	err = call_make(call);
	ck_assert_msg(err == E2BIG, "%s of %zu bytes: %s, not E2BIG", call->name, sizeof(arg),
		      err ? strerrorname_np(err) : "success");
}
END_TEST

/* The first version is the least that every kernel accepts. */
START_TEST(first_version_is_understood)
{
	struct call first = calls[_i];

	first.bytes = first.first;
	if (first.entry_bytes)
		first.entry_bytes = first.entry_first;
	argument_make(&first);
	works(&first);
	bytes_are(&first, arg.bytes, first.bytes, sizeof(arg), FILL);
	argument_make(&first);
	arg.head.size--;
	ck_assert_msg(call_make(&first) == EINVAL, "%s: less than the first version is taken",
		      first.name);
}
END_TEST

static void register_write(uint64_t number)
{
	struct gpcd_write_req req = {
		.size = sizeof(req), .count = 1, .addrs = user_ptr(&addr),
		.values = user_ptr(&number),
	};

	ck_works(call(GPCD_IOC_WRITE, &req));
}

/* Make a ring, map it, and wait for its first record. */
static const struct gpcd_ring_page *ring_map(void)
{
	struct pollfd ready = { .fd = ring_of(group), .events = POLLIN };
	void *page = mmap(NULL, 2 * sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, ready.fd, 0);

	ck_assert_msg(page != MAP_FAILED, "mmap: %s", strerror(errno));
	ck_assert_int_eq(poll(&ready, 1, 1000 * HANG_SECONDS), 1);
	return page;
}

/* Whichever header is longer, a reader finds values, statuses, and the members that both know. */
START_TEST(record_is_read_by_its_offsets)
{
	const uint32_t header = of_kernel(GPCD_RING_RECORD_SIZE_1);
	const uint64_t number = 0x123456789abc;
	const struct gpcd_ring_page *page;
	struct gpcd_ring_record record = {};
	const char *at;

	register_write(number);
	page = ring_map();
	at = (const char *)page + page->data_offset;
	memcpy(&record, at, min_of(page->values_offset, sizeof(record)));
	ck_assert_uint_eq(page->values_offset, header);
	ck_assert_uint_eq(page->statuses_offset, header + sizeof(number));
	ck_assert_uint_eq(page->record_bytes, header + 2 * sizeof(number));
	ck_assert_uint_eq(record.sequence, 1 + record.late);
	ck_assert_uint_eq(record.failed, 0);
	ck_assert_uint_eq(record.state, GPCD_RING_RUNNING);
	ck_assert_mem_eq(at + page->values_offset, &number, sizeof(number));
	ck_assert_int_eq(at[page->statuses_offset], GPCD_STATUS_OK);
}
END_TEST

/* The other tests prove something only if the structures have grown. */
START_TEST(structure_has_grown)
{
	const struct call *call = &calls[_i];
	uint32_t more = GROWN ? MORE : 0;

	ck_assert_uint_eq(sizeof(struct gpcd_ring_record), GPCD_RING_RECORD_SIZE_1 + more);
	ck_assert_msg(call->bytes == call->first + more, "%s has %u bytes, its first version %u",
		      call->name, call->bytes, call->first);
	if (call->entry_bytes)
		ck_assert_msg(call->entry_bytes == call->entry_first + more,
			      "the entries of %s have %u bytes, in the first version %u",
			      call->name, call->entry_bytes, call->entry_first);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("growth");
	TCase *tcase = tcase_create(GROWN ? "new client" : "old client");

	tcase_add_checked_fixture(tcase, setup, device_teardown);
	tcase_add_loop_test(tcase, structure_has_grown, 0, CALLS);
	tcase_add_loop_test(tcase, reply_is_no_longer_than_both_know, 0, CALLS);
	tcase_add_loop_test(tcase, array_goes_by_the_callers_step, 0, CALLS);
	tcase_add_loop_test(tcase, what_the_kernel_does_not_know_is_refused, 0, CALLS);
	tcase_add_loop_test(tcase, first_version_is_understood, 0, CALLS);
	tcase_add_test(tcase, record_is_read_by_its_offsets);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

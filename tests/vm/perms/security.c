// SPDX-License-Identifier: GPL-2.0-only
/*
 * No reply contains more than the headers promise, on success or failure, for 64- and 32-bit
 * callers: arguments in general, descriptions, writes, permissions. Reads are security_reads.c's,
 * rings security_ways.c's.
 */
#include <linux/gpcd_ring.h>

#include "abi/info_limits.h"
#include "replies.h"

/* --- what the commands of the modern generation have in common ------------------ */

static const struct {
	const char *name;
	unsigned int number;
	uint32_t size;
} commands[] = {
	{ "INFO", GPCD_IOC_INFO, sizeof(struct gpcd_info) },
	{ "CATALOGUE", GPCD_IOC_CATALOGUE, sizeof(struct gpcd_catalogue_page) },
	{ "SNAPSHOT", GPCD_IOC_SNAPSHOT, sizeof(struct gpcd_snapshot_req) },
	{ "GROUP", GPCD_IOC_GROUP, sizeof(struct gpcd_group_req) },
	{ "GROUP_READ", GPCD_IOC_GROUP_READ, sizeof(struct gpcd_snapshot_req) },
	{ "RING", GPCD_IOC_RING, sizeof(struct gpcd_ring_req) },
	{ "WRITE", GPCD_IOC_WRITE, sizeof(struct gpcd_write_req) },
	{ "PERMS_QUERY", GPCD_IOC_PERMS_QUERY, sizeof(struct gpcd_perms_query) },
	{ "PERMS_SET", GPCD_IOC_PERMS_SET, sizeof(struct gpcd_perms_set) },
	{ "PERMS_LIST", GPCD_IOC_PERMS_LIST, sizeof(struct gpcd_perms_list) },
	{ "PERMS_REMOVE", GPCD_IOC_PERMS_REMOVE, sizeof(struct gpcd_perms_remove) },
	{ "PERMS_POLICY", GPCD_IOC_PERMS_POLICY, sizeof(struct gpcd_perms_policy) },
};

static int server_of(unsigned int number, int group)
{
	if (number >= GPCD_IOC_PERMS_SET)
		return ctl;
	return number == GPCD_IOC_GROUP_READ || number == GPCD_IOC_RING ? group : fd;
}

static void head_put(uint32_t size, uint32_t flags)
{
	uint32_t head[] = { size, flags };

	arena_put(ARG, head, sizeof(head));
}

START_TEST(refused_arguments_stay_as_they_are)
{
	int group = group_of_all();

	for (int i = 0; i < ARRAY_SIZE(commands); i++) {
		int file = server_of(commands[i].number, group);

		arena_begin(_i);
		head_put(commands[i].size - 1, 0);
		call_in_vain(file, commands[i].number, EINVAL, commands[i].name);
		head_put(commands[i].size + LONGER, 0);
		call_in_vain(file, commands[i].number, E2BIG, commands[i].name);
		head_put(UINT32_MAX, 0);
		call_in_vain(file, commands[i].number, E2BIG, commands[i].name);
		head_put(commands[i].size, 1U << 31);
		call_in_vain(file, commands[i].number, EINVAL, commands[i].name);
		call_in_vain(file, commands[i].number + 0x80, ENOTTY, commands[i].name);
	}
	close(group);
}
END_TEST

START_TEST(the_dead_write_nothing)
{
	int group = group_of_all();

	file_write(FAULT, "unplug");
	for (int i = 0; i < ARRAY_SIZE(commands); i++) {
		if (server_of(commands[i].number, group) != fd)
			continue;
		arena_begin(_i);
		head_put(commands[i].size, 0);
		call_in_vain(fd, commands[i].number, ENODEV, commands[i].name);
	}
	close(group);
}
END_TEST

/* --- INFO, CATALOGUE -------------------------------------------------------------- */

START_TEST(info)
{
	struct gpcd_info info = { .size = sizeof(info) + LONGER };
	static const char zero[LONGER] = "";

	arena_begin(_i);
	arena_put(ARG, &info, sizeof(info));
	arena_put(ARG + sizeof(info), zero, LONGER);
	call_to(fd, GPCD_IOC_INFO, 0, "INFO");
	info = (struct gpcd_info){
		.size = sizeof(info) + LONGER,
		.abi_version = GPCD_ABI_VERSION,
		.chip = GPCD_CHIP_GEMINI,
		.features = GPCD_FEATURE_CHIP_TIME | GPCD_FEATURE_EMULATED | GPCD_FEATURE_LEGACY |
			    GPCD_FEATURE_MAP | GPCD_FEATURE_RING | GPCD_FEATURE_NETLINK,
		.catalogue_hash = gpcd_catalogue_hash(GPCD_CHIP_GEMINI),
		.chip_id = sysfs_number("chip_id"),
		.epoch = epoch,
		.domain = 1,
		.nic_addr = 1,
		.nics = 2,
		.nregs = gpcd_catalogue_count(GPCD_CHIP_GEMINI),
		.regs_max = REGS_MAX,
		.ring_regs_max = RING_REGS_MAX,
		.ring_records_min = 2,
		.ring_records_max = RING_RECORDS_MAX,
		.ring_period_min_ns = RING_PERIOD_MIN_NS,
		.ring_period_max_ns = RING_PERIOD_MAX_NS,
		.map_size = GPCD_IMAGE_SIZE,
	};
	arena_expect(ARG, &info, sizeof(info));
	arena_check("INFO");

	call_in_vain(fd, GPCD_IOC_INFO, EINVAL, "INFO, its reply");
}
END_TEST

static void entry_expect(unsigned int n, unsigned int index)
{
	struct gpcd_catalogue_entry entry = { 0 };
	struct gpcd_reg reg;

	must(!gpcd_catalogue_at(GPCD_CHIP_GEMINI, index, &reg), "a register");
	entry.addr = reg.addr;
	entry.kind = reg.rule->kind;
	entry.unit = reg.rule->unit;
	entry.width = reg.rule->width;
	entry.shift = gpcd_reg_shift(&reg);
	entry.needs = gpcd_reg_needs(&reg);
	gpcd_reg_name(&reg, entry.name);
	arena_expect(ENTRIES + n * sizeof(entry), &entry, sizeof(entry));
}

START_TEST(catalogue)
{
	unsigned int last = gpcd_catalogue_count(GPCD_CHIP_GEMINI);
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .first = last - 5, .count = 7,
		.entry_size = sizeof(struct gpcd_catalogue_entry),
	};

	arena_begin(_i);
	page.entries = arena_at(ENTRIES);
	arena_put(ARG, &page, sizeof(page));
	call_to(fd, GPCD_IOC_CATALOGUE, 0, "CATALOGUE");
	page.count = 5;
	arena_expect(ARG, &page, sizeof(page));
	for (int i = 0; i < 5; i++)
		entry_expect(i, last - 5 + i);
	arena_check("CATALOGUE");

	page.first = last;
	arena_put(ARG, &page, sizeof(page));
	call_to(fd, GPCD_IOC_CATALOGUE, 0, "CATALOGUE, its end");
	page.count = 0;
	arena_expect(ARG, &page, sizeof(page));
	arena_check("CATALOGUE, its end");

	page.entry_size--;
	page.first = 0;
	page.count = 1;
	arena_put(ARG, &page, sizeof(page));
	call_in_vain(fd, GPCD_IOC_CATALOGUE, EINVAL, "CATALOGUE, entry_size");
	page.entry_size++;
	page.entries = arena_at(HOLE);
	arena_put(ARG, &page, sizeof(page));
	call_in_vain(fd, GPCD_IOC_CATALOGUE, EFAULT, "CATALOGUE, a hole");
}
END_TEST

START_TEST(group)
{
	struct gpcd_group_req req = { .size = sizeof(req), .count = COUNT };

	arena_begin(_i);
	req.addrs = arena_put(ADDRS, addrs, sizeof(addrs));
	arena_put(ARG, &req, sizeof(req));
	ck_assert_int_gt(arena_call(fd, GPCD_IOC_GROUP, ARG), 2);
	arena_check("GROUP");
	req.count = 0;
	arena_put(ARG, &req, sizeof(req));
	call_in_vain(fd, GPCD_IOC_GROUP, EINVAL, "GROUP of none");
}
END_TEST

/* --- WRITE ---------------------------------------------------------------------------- */

/* Only "done" is written, and that always. */
static void write_does(int way, struct gpcd_write_req req, long wanted, uint32_t done)
{
	arena_begin(way);
	req.size = sizeof(req);
	req.addrs = arena_put(ADDRS, addrs, sizeof(addrs));
	req.values = req.values ? arena_at(HOLE) : arena_put(VALUES, values, sizeof(values));
	arena_put(ARG, &req, sizeof(req));
	call_to(fd, GPCD_IOC_WRITE, wanted, "WRITE");
	req.done = done;
	arena_expect(ARG, &req, sizeof(req));
	arena_check("WRITE");
}

START_TEST(write_says_how_many)
{
	write_does(_i, (struct gpcd_write_req){ .count = 2 }, 0, 2);
	write_does(_i, (struct gpcd_write_req){ .count = 3 }, -ENXIO, 0);
	write_does(_i, (struct gpcd_write_req){ .count = 2, .reserved = 1 }, -EINVAL, 0);
	write_does(_i, (struct gpcd_write_req){ .count = 2, .values = 1 }, -EFAULT, 0);
	write_does(_i, (struct gpcd_write_req){ .count = REGS_MAX + 1 }, -ERANGE, 0);
	write_does(_i, (struct gpcd_write_req){ .nic_addr = UNKNOWN_NIC }, -ENXIO, 0);
	user_begin();
	write_does(_i, (struct gpcd_write_req){ .count = 2 }, -EPERM, 0);
}
END_TEST

/* --- permissions ------------------------------------------------------------------------ */

START_TEST(query)
{
	struct gpcd_perms_query query = { .size = sizeof(query) }, fresh = query;
	struct stat root_job;

	must(!stat("/sys/fs/cgroup", &root_job), "/sys/fs/cgroup");
	arena_begin(_i);
	arena_put(ARG, &query, sizeof(query));
	call_to(fd, GPCD_IOC_PERMS_QUERY, 0, "PERMS_QUERY");
	query.may = GPCD_MAY_ALL;
	query.source = GPCD_PERMS_PRIVILEGE;
	query.job = root_job.st_ino;
	query.own = 1;
	arena_expect(ARG, &query, sizeof(query));
	arena_check("PERMS_QUERY");

	user_begin();
	arena_put(ARG, &fresh, sizeof(fresh));
	call_to(fd, GPCD_IOC_PERMS_QUERY, 0, "PERMS_QUERY of a user");
	query.may = 0;
	query.source = GPCD_PERMS_DEFAULT;
	arena_expect(ARG, &query, sizeof(query));
	arena_check("PERMS_QUERY of a user");
}
END_TEST

#define NICS	(ENTRIES + 0x1000)

START_TEST(list)
{
	const struct gpcd_nic nics[] = { { 1, 1 }, { 1, 1 }, { 3, 4 } };
	const struct gpcd_perms_entry entries[] = {
		{ .job = job_id("one"), .may = GPCD_MAY_NIC, .nic_count = 1 },
		{ .job = job_id("two"), .may = GPCD_MAY_ALL, .nic_count = 2 },
	};
	struct gpcd_perms_list list = {
		.size = sizeof(list), .count = 5, .entry_size = sizeof(*entries), .nic_count = 9,
	};

	must(!perms_give_nics(ctl, "one", GPCD_MAY_NIC, nics, 1), "PERMS_SET");
	must(!perms_give_nics(ctl, "two", GPCD_MAY_ALL, nics + 1, 2), "PERMS_SET");
	arena_begin(_i);
	list.entries = arena_at(ENTRIES);
	list.nics = arena_at(NICS);
	arena_put(ARG, &list, sizeof(list));
	call_to(ctl, GPCD_IOC_PERMS_LIST, 0, "PERMS_LIST");
	list.count = 2;
	list.nic_count = 3;
	arena_expect(ARG, &list, sizeof(list));
	arena_expect(ENTRIES, entries, sizeof(entries));
	arena_expect(NICS, nics, sizeof(nics));
	arena_check("PERMS_LIST");

	list.nic_count = 0;
	arena_put(ARG, &list, sizeof(list));
	call_in_vain(ctl, GPCD_IOC_PERMS_LIST, ERANGE, "PERMS_LIST, no room for devices");
	list.nic_count = 3;
	list.entries = arena_at(HOLE);
	arena_put(ARG, &list, sizeof(list));
	call_in_vain(ctl, GPCD_IOC_PERMS_LIST, EFAULT, "PERMS_LIST, a hole");
	list.entry_size = 8;
	arena_put(ARG, &list, sizeof(list));
	call_in_vain(ctl, GPCD_IOC_PERMS_LIST, EINVAL, "PERMS_LIST, entry_size");
	user_begin();
	call_in_vain(ctl, GPCD_IOC_PERMS_LIST, EPERM, "PERMS_LIST of a user");
}
END_TEST

START_TEST(remove_entry)
{
	struct gpcd_perms_remove gone = { .size = sizeof(gone), .job = 77 };

	must(!perms_set(fd, 77, GPC_PERMS_NIC), "SET_PERMS");
	arena_begin(_i);
	arena_put(ARG, &gone, sizeof(gone));
	call_in_vain(ctl, GPCD_IOC_PERMS_REMOVE, 0, "PERMS_REMOVE");
	call_in_vain(ctl, GPCD_IOC_PERMS_REMOVE, ENOENT, "PERMS_REMOVE again");
	user_begin();
	call_in_vain(ctl, GPCD_IOC_PERMS_REMOVE, EPERM, "PERMS_REMOVE of a user");
}
END_TEST

START_TEST(set_entry)
{
	const struct gpcd_nic nics[] = { { 1, 1 }, { 0, 1 } };
	struct gpcd_perms_set set = {
		.size = sizeof(set), .cgroup = job_open("one"), .may = GPCD_MAY_NIC,
		.nic_count = 1,
	};

	arena_begin(_i);
	set.nics = arena_put(NICS, nics, sizeof(nics));
	arena_put(ARG, &set, sizeof(set));
	call_in_vain(ctl, GPCD_IOC_PERMS_SET, 0, "PERMS_SET");
	set.nic_count = 2;
	arena_put(ARG, &set, sizeof(set));
	call_in_vain(ctl, GPCD_IOC_PERMS_SET, EINVAL, "PERMS_SET, domain 0");
	set.nics = arena_at(HOLE);
	arena_put(ARG, &set, sizeof(set));
	call_in_vain(ctl, GPCD_IOC_PERMS_SET, EFAULT, "PERMS_SET, a hole");
	set.cgroup = fd;
	set.nic_count = 0;
	arena_put(ARG, &set, sizeof(set));
	call_in_vain(ctl, GPCD_IOC_PERMS_SET, EBADF, "PERMS_SET, no cgroup");
	user_begin();
	call_in_vain(ctl, GPCD_IOC_PERMS_SET, EPERM, "PERMS_SET of a user");
}
END_TEST

START_TEST(policy)
{
	struct gpcd_perms_policy set = {
		.size = sizeof(set), .flags = GPCD_PERMS_POLICY_MAY, .may = GPCD_MAY_NIC,
	}, read = { .size = sizeof(read) };

	arena_begin(_i);
	arena_put(ARG, &set, sizeof(set));
	call_to(ctl, GPCD_IOC_PERMS_POLICY, 0, "PERMS_POLICY");
	set.was_may = level_may[GPC_PERMS_LOCAL];
	arena_expect(ARG, &set, sizeof(set));
	arena_check("PERMS_POLICY");
	arena_put(ARG, &read, sizeof(read));
	call_to(ctl, GPCD_IOC_PERMS_POLICY, 0, "PERMS_POLICY is read");
	read.was_may = GPCD_MAY_NIC;
	arena_expect(ARG, &read, sizeof(read));
	arena_check("PERMS_POLICY is read");
	set.was_may = 0;
	set.ignored = 1;
	arena_put(ARG, &set, sizeof(set));
	call_in_vain(ctl, GPCD_IOC_PERMS_POLICY, EINVAL, "PERMS_POLICY, what is not set");
	user_begin();
	call_in_vain(ctl, GPCD_IOC_PERMS_POLICY, EPERM, "PERMS_POLICY of a user");
}
END_TEST

START_TEST(legacy_writes_nothing)
{
	const struct gpcd_perms perms = { GPC_PERMS_NIC, 77 };
	int on = 1, neither = 0;

	arena_begin(_i);
	arena_put(ADDRS, addrs, sizeof(addrs));
	arena_put(VALUES, values, sizeof(values));
	legacy_put(_i, 2, 0, arena_at(ADDRS), arena_at(VALUES));
	call_in_vain(fd, GPC_IOC_WRITE_REG, 0, "WRITE_REG");
	arena_put(ARG, &perms, sizeof(perms));
	call_in_vain(fd, GPC_IOC_SET_PERMS, 0, "SET_PERMS");
	call_in_vain(fd, GPC_IOC_IGNORE_PERMS, 0, "IGNORE_PERMS");
	call_in_vain(fd, GPC_IOC_IGNORE_PERMS, 0, "IGNORE_PERMS again");
	call_in_vain(fd, GPC_IOC_LIST_PERMS, 0, "LIST_PERMS");
	arena_put(ARG, &on, sizeof(on));
	call_in_vain(fd, GPC_IOC_VERBOSE, 0, "VERBOSE");
	arena_put(ARG, &neither, sizeof(neither));
	call_in_vain(fd, GPC_IOC_VERBOSE, EINVAL, "VERBOSE 0");
}
END_TEST

int main(void)
{
	const TTest * const tests[] = {
		refused_arguments_stay_as_they_are, the_dead_write_nothing, info, catalogue,
		group, write_says_how_many, query, set_entry, list, remove_entry, policy,
		legacy_writes_nothing, NULL
	};

	return replies_run("security", tests);
}

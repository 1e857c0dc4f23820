// SPDX-License-Identifier: GPL-2.0-only
/*
 * Commands that change something, and commands that describe: registers written, permissions, a
 * device's description, its catalogue.
 */
#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "command.h"

#define JOB	1001	/* the first of ENTRIES jobs */
#define ROOT_JOB 1	/* of the root of all cgroups */

static int root_cgroup;

/* Registers written */

static uint64_t epoch;	/* before it */

static uint64_t change_of(int i)
{
	return changes[i];
}

static uint64_t epoch_now(void)
{
	struct gpcd_info info = { .size = sizeof(info) };

	must(!ioctl(fd, GPCD_IOC_INFO, &info), "INFO");
	return info.epoch;
}

static void write_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){ .write = {
		.size = sizeof(struct gpcd_write_req), .count = FEW,
		.addrs = (uintptr_t)addrs, .values = (uintptr_t)changes,
	} });
	epoch = epoch_now();
}

static void write_args_ready(const struct entry *entry)
{
	args_ready(entry);
	arg.args.mmr_data = changes;
	asked = arg;
}

static void write_args32_ready(const struct entry *entry)
{
	args32_ready(entry);
	arg.args32.mmr_data = (uintptr_t)changes;
	asked = arg;
}

static void registers_read(void)
{
	struct gpcd_args args = { .num_mmrs = FEW, .mmr_addrs = addrs, .mmr_data = values };

	must(!ioctl(fd, GPC_IOC_READ_REG, &args), "READ_REG");
}

/*
 * If the reply does not say: all were written and the caller could not be informed, or none were.
 */
static void write_failed(const struct entry *entry)
{
	struct gpcd_write_req none = asked.write;

	registers_read();
	none.done = 0;
	if (memcmp(&arg.write, &none, sizeof(none)))
		arg_untouched(entry);
	/* If only the reply was lost, the epoch shows whether all or none were written. */
	if (epoch_now() == epoch)
		values_are(FEW, value_of);
	else
		values_are(FEW, change_of);
	memset(values, UNTOUCHED, sizeof(values));
}

static void registers_written(const struct entry *entry, long result)
{
	returned(entry, result);
	registers_read();
	values_are(FEW, change_of);
}

static void write_worked(const struct entry *entry, long result)
{
	registers_written(entry, result);
	if (arg.write.done != FEW)
		complain("%u registers are said to be done", arg.write.done);
}

static void registers_restore(const struct entry *entry, long result)
{
	struct gpcd_args args = { .num_mmrs = FEW, .mmr_addrs = addrs, .mmr_data = values };

	for (int i = 0; i < FEW; i++)
		values[i] = value_of(i);
	must(!ioctl(fd, GPC_IOC_WRITE_REG, &args), "WRITE_REG");
	device_close(entry, result);
}

/* Permissions: world.c looks at the table anyway. */

/* Set the entry of a job that no cgroup need exist for, as SET_PERMS does. */
static void job_set(uint64_t job, unsigned int level)
{
	struct gpcd_perms perms = { .perms = level, .job_id = job };
	int device = device_open(0);

	must(device >= 0 && !ioctl(device, GPC_IOC_SET_PERMS, &perms), "SET_PERMS");
	close(device);
}

static void jobs_forget(const struct entry *entry, long result)
{
	struct gpcd_perms_remove all = {
		.size = sizeof(all), .flags = GPCD_PERMS_REMOVE_ALL,
	};

	control(GPCD_IOC_PERMS_REMOVE, &all, "PERMS_REMOVE");
	device_close(entry, result);
}

static void jobs_forget_cgroup(const struct entry *entry, long result)
{
	close(root_cgroup);
	jobs_forget(entry, result);
}

static void job_is(uint64_t job, long may, unsigned int nic_count)
{
	struct gpcd_perms_entry entry;
	struct gpcd_nic nics[2];
	struct gpcd_perms_list list = {
		.size = sizeof(list), .after = job - 1, .count = 1, .nic_count = 2,
		.entry_size = sizeof(entry), .entries = (uintptr_t)&entry, .nics = (uintptr_t)nics,
	};

	control(GPCD_IOC_PERMS_LIST, &list, "PERMS_LIST");
	if (may < 0 ? list.count : !list.count || entry.job != job || entry.may != may ||
	    entry.nic_count != nic_count)
		complain("the job may %d, wanted %ld, of %u devices",
			 list.count ? (int)entry.may : -1, may, nic_count);
}

static void perms_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){ .perms = { .perms = GPC_PERMS_ALL, .job_id = JOB } });
}

static void perms_set(const struct entry *entry, long result)
{
	returned(entry, result);
	job_is(JOB, GPCD_MAY_ALL, 1);
}

static void perms_change_ready(const struct entry *entry)
{
	perms_ready(entry);
	job_set(JOB, GPC_PERMS_NONE);
}

static void set_ready(const struct entry *entry)
{
	static const struct gpcd_nic nics[] = { { 1, 1 }, { 1, 2 } };

	(void)entry;
	root_cgroup = open("/sys/fs/cgroup", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	must(root_cgroup >= 0, "/sys/fs/cgroup");
	control_ready(&(union argument){ .set = {
		.size = sizeof(struct gpcd_perms_set), .cgroup = root_cgroup, .may = GPCD_MAY_NIC,
		.nic_count = 2, .nics = (uintptr_t)nics,
	} });
}

static void set_worked(const struct entry *entry, long result)
{
	returned(entry, result);
	arg_untouched(entry);
	job_is(ROOT_JOB, GPCD_MAY_NIC, 2);
}

static void policy_ready(const struct entry *entry)
{
	(void)entry;
	control_ready(&(union argument){ .policy = {
		.size = sizeof(struct gpcd_perms_policy), .flags = GPCD_PERMS_POLICY_IGNORED,
		.ignored = 1,
	} });
}

/* Only the reply can fail: then the work was done. */
static void policy_undo(const struct entry *entry, long result)
{
	struct gpcd_perms_policy off = {
		.size = sizeof(off), .flags = GPCD_PERMS_POLICY_IGNORED,
	};

	control(GPCD_IOC_PERMS_POLICY, &off, "PERMS_POLICY");
	device_close(entry, result);
}

static void remove_ready(const struct entry *entry)
{
	(void)entry;
	control_ready(&(union argument){ .remove = {
		.size = sizeof(struct gpcd_perms_remove), .job = JOB,
	} });
	job_set(JOB, GPC_PERMS_NIC);
}

static void remove_all_ready(const struct entry *entry)
{
	remove_ready(entry);
	arg.remove.flags = GPCD_PERMS_REMOVE_ALL;
	arg.remove.job = 0;
	asked = arg;
}

static void removed(const struct entry *entry, long result)
{
	returned(entry, result);
	job_is(JOB, -1, 0);
}

static void query_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){
		.query = { .size = sizeof(struct gpcd_perms_query) },
	});
}

static void query_answered(const struct entry *entry, long result)
{
	returned(entry, result);
	if (arg.query.may != GPCD_MAY_ALL || arg.query.source != GPCD_PERMS_PRIVILEGE)
		complain("may %#x by source %u", arg.query.may, arg.query.source);
}

/* Lists: an entry is written whole or not at all, and one after the other. */

static struct gpcd_nic job_nics[ENTRIES];

static void list_ready(const struct entry *entry)
{
	(void)entry;
	control_ready(&(union argument){ .list = {
		.size = sizeof(struct gpcd_perms_list), .count = ENTRIES,
		.entry_size = sizeof(jobs[0]), .entries = (uintptr_t)jobs,
		.nic_count = ENTRIES, .nics = (uintptr_t)job_nics,
	} });
	for (int i = 0; i < ENTRIES; i++)
		job_set(JOB + i, i % 4);
}

/* Return how many entries were written: those before the first untouched one. */
static unsigned int listed(void)
{
	static const unsigned int masks[] = {
		0, GPCD_MAY_NIC | GPCD_MAY_SETUP, GPCD_MAY_ALL & ~GPCD_MAY_OTHERS, GPCD_MAY_ALL,
	};
	unsigned int n = 0;

	for (; n < ENTRIES && !untouched(&jobs[n], sizeof(jobs[n])); n++) {
		if (jobs[n].job != JOB + n || jobs[n].may != masks[n % 4] ||
		    jobs[n].nic_count != 1)
			complain("entry %u is job %llu, may %#x", n, jobs[n].job, jobs[n].may);
	}
	if (!untouched(&jobs[n], (ENTRIES - n) * sizeof(jobs[n])))
		complain("entry %u was left out", n);
	return n;
}

static void list_failed(const struct entry *entry)
{
	arg_untouched(entry);
	listed();
}

static void list_worked(const struct entry *entry, long result)
{
	unsigned int n = listed();

	returned(entry, result);
	if (n != ENTRIES || arg.list.count != ENTRIES)
		complain("%u entries, and %u are said to be", n, arg.list.count);
}

static void catalogue_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){ .catalogue = {
		.size = sizeof(struct gpcd_catalogue_page), .first = 0, .count = ENTRIES,
		.entry_size = sizeof(registers[0]), .entries = (uintptr_t)registers,
	} });
}

/* The end of an entry is as good a sign as its beginning: the name is padded with zeros. */
static unsigned int catalogued(void)
{
	unsigned int n = 0;

	for (; n < ENTRIES && !untouched(&registers[n], sizeof(registers[n])); n++) {
		if (registers[n].addr % 4 || !registers[n].width ||
		    strncmp(registers[n].name, "GM_", 3) ||
		    registers[n].name[sizeof(registers[n].name) - 1])
			complain("entry %u is %#llx, %.*s", n, registers[n].addr,
				 (int)sizeof(registers[n].name), registers[n].name);
	}
	if (!untouched(&registers[n], (ENTRIES - n) * sizeof(registers[n])))
		complain("entry %u was left out", n);
	return n;
}

static void catalogue_failed(const struct entry *entry)
{
	arg_untouched(entry);
	catalogued();
}

static void catalogue_worked(const struct entry *entry, long result)
{
	unsigned int n = catalogued();

	returned(entry, result);
	if (n != ENTRIES || arg.catalogue.count != ENTRIES)
		complain("%u entries, and %u are said to be", n, arg.catalogue.count);
}

static void info_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){
		.info = { .size = sizeof(struct gpcd_info) },
	});
}

static void info_worked(const struct entry *entry, long result)
{
	returned(entry, result);
	if (arg.info.nic_addr != 1 || arg.info.nics != 2 || !arg.info.epoch)
		complain("NIC %u, of %u, epoch %llu", arg.info.nic_addr, arg.info.nics,
			 arg.info.epoch);
}

/* Arguments fetched by get_user() instead of copied, and calls without one. */

static void verbose_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){ .on = 1 });
}

static void nothing_ready(const struct entry *entry)
{
	(void)entry;
	command_ready(&(union argument){ .on = 0 });
}

static void ignore_undo(const struct entry *entry, long result)
{
	must(!ioctl(fd, entry->command, NULL), entry->name);
	device_close(entry, result);
}

static const char fetched[] = "its number is fetched by get_user(), which cannot be made to fail";
static const char plain[] = "it neither takes nor gives anything";
static const char reply_lost[] = "the last copy is what says how far it got";
static const char was_lost[] = "the last copy is what says how it was before";
static const char tried_twice[] = "the table tries without sleeping first, then again";

static const struct entry entries[] = {
	{
		.name = "WRITE_REG",
		.command = GPC_IOC_WRITE_REG,
		.prepare = write_args_ready,
		.run = command,
		.failed = values_untouched,
		.worked = registers_written,
		.undo = registers_restore,
	}, {
		.name = "WRITE_REG of a 32-bit program",
		.command = GPC_IOC_WRITE_REG,
		.prepare = write_args32_ready,
		.run = command32,
		.failed = values_untouched,
		.worked = registers_written,
		.undo = registers_restore,
	}, {
		.name = "WRITE",
		.command = GPCD_IOC_WRITE,
		.prepare = write_ready,
		.run = command,
		.failed = write_failed,
		.worked = write_worked,
		.undo = registers_restore,
		.late = reply_lost,
	}, {
		.name = "SET_PERMS",
		.command = GPC_IOC_SET_PERMS,
		.prepare = perms_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = perms_set,
		.undo = jobs_forget,
		.forgives = tried_twice,
	}, {
		.name = "SET_PERMS of the first generation",
		.command = GPC_OLD_SET_PERMS,
		.prepare = perms_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = perms_set,
		.undo = jobs_forget,
		.fault = FAULT_DROUGHT,
	}, {
		.name = "SET_PERMS of a job that has an entry",
		.command = GPC_IOC_SET_PERMS,
		.prepare = perms_change_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = perms_set,
		.undo = jobs_forget,
	}, {
		.name = "PERMS_SET",
		.command = GPCD_IOC_PERMS_SET,
		.prepare = set_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = set_worked,
		.undo = jobs_forget_cgroup,
		.forgives = tried_twice,
	}, {
		.name = "PERMS_POLICY",
		.command = GPCD_IOC_PERMS_POLICY,
		.prepare = policy_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = returned,
		.undo = policy_undo,
		.late = was_lost,
	}, {
		.name = "PERMS_REMOVE",
		.command = GPCD_IOC_PERMS_REMOVE,
		.prepare = remove_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = removed,
		.undo = jobs_forget,
	}, {
		.name = "PERMS_REMOVE of all",
		.command = GPCD_IOC_PERMS_REMOVE,
		.prepare = remove_all_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = removed,
		.undo = jobs_forget,
	}, {
		.name = "PERMS_QUERY",
		.command = GPCD_IOC_PERMS_QUERY,
		.prepare = query_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = query_answered,
		.undo = device_close,
	}, {
		.name = "PERMS_LIST",
		.command = GPCD_IOC_PERMS_LIST,
		.prepare = list_ready,
		.run = command,
		.failed = list_failed,
		.worked = list_worked,
		.undo = jobs_forget,
	}, {
		.name = "INFO",
		.command = GPCD_IOC_INFO,
		.prepare = info_ready,
		.run = command,
		.failed = arg_untouched,
		.worked = info_worked,
		.undo = device_close,
	}, {
		.name = "CATALOGUE",
		.command = GPCD_IOC_CATALOGUE,
		.prepare = catalogue_ready,
		.run = command,
		.failed = catalogue_failed,
		.worked = catalogue_worked,
		.undo = device_close,
	}, {
		.name = "VERBOSE",
		.command = GPC_IOC_VERBOSE,
		.prepare = verbose_ready,
		.run = command,
		.worked = returned,
		.undo = device_close,
		.idle = fetched,
	}, {
		.name = "IGNORE_PERMS",
		.command = GPC_IOC_IGNORE_PERMS,
		.prepare = nothing_ready,
		.run = command,
		.worked = returned,
		.undo = ignore_undo,
		.idle = plain,
	}, {
		.name = "LIST_PERMS",
		.command = GPC_IOC_LIST_PERMS,
		.prepare = nothing_ready,
		.run = command,
		.worked = returned,
		.undo = device_close,
		.idle = plain,
	},
};

const struct stage change_stage = {
	.setup = devices_load,
	.teardown = devices_unload,
	.entries = entries,
	.count = ARRAY_SIZE(entries),
};

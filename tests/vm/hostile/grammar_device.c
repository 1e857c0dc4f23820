// SPDX-License-Identifier: GPL-2.0-only
/*
 * Reading and writing registers: the ioctls of /dev/gpcdN and of groups.
 */
#include <errno.h>
#include <gpcd_pub.h>
#include <linux/gpcd.h>
#include <linux/gpcd_ring.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalogue/catalogue.h"
#include "grammar.h"
#include "vm/abi/info_limits.h"

/* --- reading --------------------------------------------------------------- */

static bool remote(const struct turn *turn, uint32_t nic_addr)
{
	return nic_addr && turn->handle && nic_addr != turn->handle->nic_addr;
}

static struct reading reading_of_device(const struct turn *turn, uint32_t nic_addr)
{
	const struct handle *device = turn->handle;
	const struct model_nic nic = {
		.nic_addr = nic_addr ?: device ? device->nic_addr : 0,
		.opened = !remote(turn, nic_addr),
	};

	return (struct reading){
		.chip = device ? device->chip : 0,
		.remote = !nic.opened,
		.reach = model_reach(turn->caller->job, turn->caller->privileged, &nic),
		.addrs = turn->addrs,
	};
}

static void req_judge(const struct turn *turn, const struct gpcd_snapshot_req *req)
{
	uint32_t failed = 0;

	if (req->result & ~GPCD_SNAPSHOT_TORN || req->start_ns > req->end_ns || !req->sequence)
		finding(turn, "result %#x, sequence %llu, from %llu to %llu ns", req->result,
			req->sequence, req->start_ns, req->end_ns);
	for (uint32_t i = 0; turn->statuses && i < turn->count; i++)
		failed += turn->statuses[i] != GPCD_STATUS_OK;
	if (turn->statuses && failed != req->failed)
		finding(turn, "failed is %u and %u statuses are not OK", req->failed, failed);
}

static void snapshot_done(struct turn *turn)
{
	struct gpcd_snapshot_req req;
	struct reading reading;

	memcpy(&req, turn->argument, sizeof(req));
	if (turn->ret || !turn->buffer[0].known)
		return;
	reading = reading_of_device(turn, req.nic_addr);
	reading_judge(turn, &reading, false);
	req_judge(turn, &req);
}

static void group_read_done(struct turn *turn)
{
	const struct handle *group = turn->handle;
	struct gpcd_snapshot_req req;
	struct reading reading;
	struct model_nic nic;

	memcpy(&req, turn->argument, sizeof(req));
	if (turn->ret || !group || !turn->buffer[0].known)
		return;
	nic = (struct model_nic){ group->nic_addr, !group->remote };
	reading = (struct reading){
		.chip = group->chip,
		.remote = group->remote,
		.reach = group->privileged || model_lives(group->job, group->job_id) ?
			 model_reach(group->job, group->privileged, &nic) : 0,
		.addrs = player.racing ? NULL : group->addrs,
	};
	reading_judge(turn, &reading, false);
	req_judge(turn, &req);
}

static void legacy_read_done(struct turn *turn)
{
	struct reading reading = reading_of_device(turn, ((uint32_t *)turn->argument)[1]);
	size_t size = turn->count * sizeof(uint64_t);

	if (!turn->values || !turn->buffer[0].known)
		return;
	if (!turn->ret)
		reading_judge(turn, &reading, true);
	else if (turn->count <= MAX_NUM_MMRS && !memory_is((void *)turn->values, PATTERN, size))
		finding(turn, "it failed and yet wrote values");
}

/* --- the rest -------------------------------------------------------------- */

static void group_done(struct turn *turn)
{
	struct gpcd_group_req req;
	struct handle *group;

	memcpy(&req, turn->argument, sizeof(req));
	if (turn->ret < 0)
		return;
	group = handle_add(turn->ret, THING_GROUP);
	if (!group)
		return;
	group->count = turn->count;
	group->job = turn->caller->job;
	group->job_id = model_job_id(group->job);
	group->privileged = turn->caller->privileged;
	group->remote = remote(turn, req.nic_addr);
	group->chip = turn->handle ? turn->handle->chip : 0;
	group->nic_addr = req.nic_addr ?: turn->handle ? turn->handle->nic_addr : 0;
	if (!turn->addrs)
		return;
	group->addrs = malloc(turn->count * sizeof(uint64_t));
	memcpy(group->addrs, turn->addrs, turn->count * sizeof(uint64_t));
}

static void ring_done(struct turn *turn)
{
	if (turn->ret >= 0)
		handle_add(turn->ret, THING_RING);
}

/* In a race, the number may belong to another file by now. */
static bool readonly(const struct turn *turn)
{
	return !turn->handle || (!turn->handle->writable && !player.racing);
}

static void write_done(struct turn *turn)
{
	struct gpcd_write_req req;

	memcpy(&req, turn->argument, sizeof(req));
	if (!turn->buffer[0].known || (turn->ret && req.size < sizeof(req)))
		return;
	if (!turn->ret && (req.done != req.count || readonly(turn)))
		finding(turn, "%u of %u written%s", req.done, req.count,
			readonly(turn) ? ", not open for writing" : "");
	if (turn->ret == -EPERM && req.done)
		finding(turn, "%u written without the right to", req.done);
}

static void legacy_write_done(struct turn *turn)
{
	if (!turn->ret && readonly(turn))
		finding(turn, "written, and not open for writing");
}

/* A NIC of another driver is in a domain of its own, and has no rings. */
static bool limits_fit(const struct gpcd_info *info)
{
	if (info->domain == DRIVER_DOMAIN)
		return !(info->features & (GPCD_FEATURE_RING | GPCD_FEATURE_PERF)) &&
		       !info->ring_regs_max && !info->ring_records_max;
	return info->domain == NIC_DOMAIN && info->ring_regs_max == RING_REGS_MAX &&
	       info->ring_records_max == RING_RECORDS_MAX;
}

static void info_done(struct turn *turn)
{
	struct gpcd_info info;

	memcpy(&info, turn->argument, sizeof(info));
	if (turn->ret || !turn->buffer[0].known)
		return;
	if (info.abi_version != GPCD_ABI_VERSION || !info.nic_addr ||
	    info.nregs != gpcd_catalogue_count(info.chip) ||
	    info.catalogue_hash != gpcd_catalogue_hash(info.chip) ||
	    info.nics != gpcd_chip_nics(info.chip) || info.nic_index >= info.nics ||
	    info.features & ~(0xfULL | GPCD_FEATURE_MAP | GPCD_FEATURE_RING |
			      GPCD_FEATURE_NETLINK | GPCD_FEATURE_PERF) ||
	    info.time_offset_ns || info.regs_max != REGS_MAX || !limits_fit(&info) ||
	    info.map_size != gpcd_chip_size(info.chip))
		finding(turn, "chip %u, nic %u, index %u of %u, %u registers, features %#llx",
			info.chip, info.nic_addr, info.nic_index, info.nics, info.nregs,
			info.features);
}

static struct gpcd_catalogue_entry entry_wanted(unsigned int chip, uint32_t index)
{
	struct gpcd_catalogue_entry entry = { 0 };
	struct gpcd_reg reg;

	gpcd_catalogue_at(chip, index, &reg);
	entry.addr = reg.addr;
	entry.kind = reg.rule->kind;
	entry.unit = reg.rule->unit;
	entry.width = reg.rule->width;
	entry.shift = gpcd_reg_shift(&reg);
	entry.needs = reading_needs(&reg);
	gpcd_reg_name(&reg, entry.name);
	return entry;
}

/* The reply equals our own catalogue, byte for byte, and nothing follows it. */
static void catalogue_done(struct turn *turn)
{
	struct gpcd_catalogue_page page;
	size_t size;

	memcpy(&page, turn->argument, sizeof(page));
	if (turn->ret || !turn->entries || !turn->handle || player.racing)
		return;
	for (uint32_t i = 0; i < page.count; i++) {
		struct gpcd_catalogue_entry wanted;

		wanted = entry_wanted(turn->handle->chip, page.first + i);
		if (memcmp(turn->entries + i * sizeof(wanted), &wanted, sizeof(wanted)))
			finding(turn, "entry %u is not %s", page.first + i, wanted.name);
	}
	if (page.entry_size != sizeof(struct gpcd_catalogue_entry))
		finding(turn, "an entry has %u bytes", page.entry_size);
	size = page.count * sizeof(struct gpcd_catalogue_entry);
	if (size <= turn->room && !memory_is(turn->entries + size, PATTERN, turn->room - size))
		finding(turn, "something beyond entry %u", page.count);
}

/* Calls outside of all tables: a success is judged by its effect on others. */
static void stranger_make(struct turn *turn)
{
	uint8_t direction = bytes_pick(&turn->bytes, 8);
	uint8_t type = bytes_pick(&turn->bytes, 4) == 3 ? bytes_take(&turn->bytes) : 'g';
	uint8_t number = bytes_pick(&turn->bytes, 0x60);
	uint8_t size = bytes_take(&turn->bytes);

	ioctl_make(turn);
	turn->arg[1] = direction < 4 ? _IOC(0, type, number, 0) :
				       _IOC(direction - 4, type, number, size);
	turn->wild = true;
}

static void stranger_done(struct turn *turn)
{
	if (turn->ret < 0)
		return;
	model_doubt();
	if (turn->arg[1] == GPCD_IOC_GROUP || turn->arg[1] == GPCD_IOC_RING)
		close(turn->ret);
}

/* --- arguments ------------------------------------------------------------- */

struct narrow_args {
	uint32_t num_mmrs;
	uint32_t nic_addr;
	uint32_t mmr_addrs;
	uint32_t mmr_data;
};

struct stranger {
	uint64_t word[8];
};

#define LEGACY(type, data) {						\
	MEMBER(type, num_mmrs, COUNT, MAX_NUM_MMRS),			\
	MEMBER(type, nic_addr, NIC, 0),					\
	MEMBER(type, mmr_addrs, ADDRS, 0),				\
	MEMBER(type, mmr_data, data, 0),				\
	{ }								\
}

static const struct member_desc read_wide[] = LEGACY(gpcd_args, VALUES);
static const struct member_desc read_narrow[] = LEGACY(narrow_args, VALUES);
static const struct member_desc write_wide[] = LEGACY(gpcd_args, INPUT);
static const struct member_desc write_narrow[] = LEGACY(narrow_args, INPUT);

static const struct member_desc figetbsz[] = {
	MEMBER(gpcd_args, num_mmrs, OUT, 0),
	{ }
};

static const struct member_desc verbose[] = {
	MEMBER(gpcd_args, num_mmrs, EXACT, 1),
	{ }
};

static const struct member_desc info[] = {
	MEMBER(gpcd_info, size, SIZE, sizeof(struct gpcd_info)),
	MEMBER(gpcd_info, flags, ZERO, 0),
	MEMBER(gpcd_info, abi_version, OUT, 0),
	MEMBER(gpcd_info, chip, OUT, 0),
	MEMBER(gpcd_info, features, OUT, 0),
	MEMBER(gpcd_info, catalogue_hash, OUT, 0),
	MEMBER(gpcd_info, chip_id, OUT, 0),
	MEMBER(gpcd_info, epoch, OUT, 0),
	MEMBER(gpcd_info, time_offset_ns, OUT, 0),
	MEMBER(gpcd_info, domain, OUT, 0),
	MEMBER(gpcd_info, nic_addr, OUT, 0),
	MEMBER(gpcd_info, nic_index, OUT, 0),
	MEMBER(gpcd_info, nics, OUT, 0),
	MEMBER(gpcd_info, nregs, OUT, 0),
	MEMBER(gpcd_info, coord, OUT, 0),
	MEMBER(gpcd_info, regs_max, OUT, 0),
	MEMBER(gpcd_info, ring_regs_max, OUT, 0),
	MEMBER(gpcd_info, ring_records_min, OUT, 0),
	MEMBER(gpcd_info, ring_records_max, OUT, 0),
	MEMBER(gpcd_info, ring_period_min_ns, OUT, 0),
	MEMBER(gpcd_info, ring_period_max_ns, OUT, 0),
	MEMBER(gpcd_info, map_size, OUT, 0),
	{ }
};

static const struct member_desc catalogue[] = {
	MEMBER(gpcd_catalogue_page, size, SIZE, sizeof(struct gpcd_catalogue_page)),
	MEMBER(gpcd_catalogue_page, flags, ZERO, 0),
	MEMBER(gpcd_catalogue_page, first, NUMBER, 2686),
	MEMBER_BOTH(gpcd_catalogue_page, count, COUNT, 65536),
	MEMBER_BOTH(gpcd_catalogue_page, entry_size, EXACT, sizeof(struct gpcd_catalogue_entry)),
	MEMBER(gpcd_catalogue_page, reserved, ZERO, 0),
	MEMBER(gpcd_catalogue_page, entries, ENTRIES, sizeof(struct gpcd_catalogue_entry)),
	{ }
};

/* A snapshot's argument: a device's, or a group's, which knows its registers. */
#define SNAPSHOT(count_, nic_, domain_, addrs_) {				\
	MEMBER(gpcd_snapshot_req, size, SIZE, sizeof(struct gpcd_snapshot_req)), \
	MEMBER(gpcd_snapshot_req, flags, ZERO, 0),			\
	MEMBER(gpcd_snapshot_req, count, count_, REGS_MAX),	\
	MEMBER(gpcd_snapshot_req, nic_addr, nic_, 0),			\
	MEMBER(gpcd_snapshot_req, domain, domain_, 0),			\
	MEMBER(gpcd_snapshot_req, reserved, ZERO, 0),			\
	MEMBER(gpcd_snapshot_req, addrs, addrs_, 0),			\
	MEMBER(gpcd_snapshot_req, values, VALUES, 0),			\
	MEMBER(gpcd_snapshot_req, statuses, STATUSES, 0),		\
	MEMBER(gpcd_snapshot_req, sequence, OUT, 0),			\
	MEMBER(gpcd_snapshot_req, start_ns, OUT, 0),			\
	MEMBER(gpcd_snapshot_req, end_ns, OUT, 0),			\
	MEMBER(gpcd_snapshot_req, chip_ns, OUT, 0),			\
	MEMBER(gpcd_snapshot_req, epoch, OUT, 0),			\
	MEMBER(gpcd_snapshot_req, result, OUT, 0),			\
	MEMBER(gpcd_snapshot_req, failed, OUT, 0),			\
	{ }								\
}

static const struct member_desc snapshot[] = SNAPSHOT(COUNT, NIC, DOMAIN, ADDRS);
static const struct member_desc group_read[] = SNAPSHOT(GROUP_COUNT, ZERO, ZERO, ZERO);

static const struct member_desc group[] = {
	MEMBER(gpcd_group_req, size, SIZE, sizeof(struct gpcd_group_req)),
	MEMBER(gpcd_group_req, flags, ZERO, 0),
	MEMBER(gpcd_group_req, count, COUNT, REGS_MAX),
	MEMBER(gpcd_group_req, nic_addr, NIC, 0),
	MEMBER(gpcd_group_req, domain, DOMAIN, 0),
	MEMBER(gpcd_group_req, reserved, ZERO, 0),
	MEMBER(gpcd_group_req, addrs, ADDRS, 0),
	{ }
};

static const struct member_desc ring[] = {
	MEMBER(gpcd_ring_req, size, SIZE, sizeof(struct gpcd_ring_req)),
	MEMBER(gpcd_ring_req, flags, FLAGS, GPCD_RING_OVERWRITE),
	MEMBER(gpcd_ring_req, period_ns, EXACT, 1000000),
	MEMBER(gpcd_ring_req, records, EXACT, 8),
	MEMBER(gpcd_ring_req, wakeup, NUMBER, 8),
	MEMBER(gpcd_ring_req, cpu, EXACT, 0xffffffff),
	MEMBER(gpcd_ring_req, reserved, ZERO, 0),
	MEMBER(gpcd_ring_req, period_min_ns, OUT, 0),
	MEMBER(gpcd_ring_req, bytes, OUT, 0),
	{ }
};

static const struct member_desc freeze[] = {
	MEMBER(gpcd_ring_freeze, size, SIZE, sizeof(struct gpcd_ring_freeze)),
	MEMBER(gpcd_ring_freeze, flags, ZERO, 0),
	MEMBER(gpcd_ring_freeze, on, NUMBER, 2),
	MEMBER(gpcd_ring_freeze, was, OUT, 0),
	{ }
};

static const struct member_desc writes[] = {
	MEMBER(gpcd_write_req, size, SIZE, sizeof(struct gpcd_write_req)),
	MEMBER(gpcd_write_req, flags, ZERO, 0),
	MEMBER(gpcd_write_req, count, COUNT, REGS_MAX),
	MEMBER(gpcd_write_req, nic_addr, NIC, 0),
	MEMBER(gpcd_write_req, domain, DOMAIN, 0),
	MEMBER(gpcd_write_req, reserved, ZERO, 0),
	MEMBER(gpcd_write_req, addrs, ADDRS, 0),
	MEMBER(gpcd_write_req, values, INPUT, 0),
	MEMBER(gpcd_write_req, done, OUT, 0),
	MEMBER(gpcd_write_req, reserved2, ZERO, 0),
	{ }
};

static const struct member_desc stranger[] = {
	MEMBER(stranger, word[0], NUMBER, 89),
	MEMBER(stranger, word[1], NUMBER, 256),
	MEMBER(stranger, word[2], NUMBER, 256),
	MEMBER(stranger, word[3], NUMBER, 256),
	MEMBER(stranger, word[4], NUMBER, 256),
	{ }
};

/* A Cassini has no legacy commands: ENOTTY. */
#define ERRORS_LEGACY(...) { EFAULT, ENODEV, E2BIG, EINVAL, ENXIO, EPERM, ENOTTY, __VA_ARGS__ }
#define ERRORS_MODERN(...) { EFAULT, ENODEV, E2BIG, EINVAL, __VA_ARGS__ }

#define ERRORS_LIST(...) ERRORS_MODERN(ERANGE, ENXIO, __VA_ARGS__)

#define LEGACY_READ(name_, command_) {					\
	.name = name_, .on = THING_DEVICE, .command = command_,		\
	.argument = ARGUMENT(gpcd_args, read_wide),			\
	.narrow = ARGUMENT(narrow_args, read_narrow),			\
	.done = legacy_read_done, .errors = ERRORS_LEGACY() }

#define LEGACY_VERBOSE(name_, command_) {				\
	.name = name_, .on = THING_DEVICE, .command = command_,		\
	.argument = ARGUMENT(gpcd_args, verbose),			\
	.errors = { EFAULT, EINVAL, ENODEV, ENOTTY } }

const struct call grammar_device[] = {
	LEGACY_READ("read_reg", GPC_IOC_READ_REG),
	LEGACY_READ("old_read_reg", GPC_OLD_READ_REG),
	LEGACY_VERBOSE("verbose", GPC_IOC_VERBOSE),
	LEGACY_VERBOSE("old_verbose", GPC_OLD_VERBOSE),
	{
		.name = "write_reg",
		.on = THING_DEVICE,
		.command = GPC_IOC_WRITE_REG,
		.argument = ARGUMENT(gpcd_args, write_wide),
		.narrow = ARGUMENT(narrow_args, write_narrow),
		.done = legacy_write_done,
		.touches = TOUCH_REGISTERS,
		.admin = true,
		.errors = ERRORS_LEGACY(EBADF),
	}, {
		.name = "old_write_reg",
		.on = THING_DEVICE,
		.command = GPC_OLD_WRITE_REG,
		.argument = ARGUMENT(gpcd_args, figetbsz),
		.errors = { EFAULT },
	}, {
		.name = "info",
		.on = THING_DEVICE,
		.command = GPCD_IOC_INFO,
		.argument = ARGUMENT(gpcd_info, info),
		.done = info_done,
		.errors = ERRORS_MODERN(),
	}, {
		.name = "catalogue",
		.on = THING_DEVICE,
		.command = GPCD_IOC_CATALOGUE,
		.argument = ARGUMENT(gpcd_catalogue_page, catalogue),
		.done = catalogue_done,
		.errors = ERRORS_MODERN(),
	}, {
		.name = "snapshot",
		.on = THING_DEVICE,
		.command = GPCD_IOC_SNAPSHOT,
		.argument = ARGUMENT(gpcd_snapshot_req, snapshot),
		.done = snapshot_done,
		.errors = ERRORS_LIST(),
	}, {
		.name = "group",
		.on = THING_DEVICE,
		.command = GPCD_IOC_GROUP,
		.argument = ARGUMENT(gpcd_group_req, group),
		.done = group_done,
		.at_once = true,
		.errors = ERRORS_LIST(EMFILE),
	}, {
		.name = "group_read",
		.on = THING_GROUP,
		.command = GPCD_IOC_GROUP_READ,
		.argument = ARGUMENT(gpcd_snapshot_req, group_read),
		.done = group_read_done,
		.errors = ERRORS_MODERN(),
	}, {
		.name = "ring",
		.on = THING_GROUP,
		.command = GPCD_IOC_RING,
		.argument = ARGUMENT(gpcd_ring_req, ring),
		.done = ring_done,
		.tells = true,
		.at_once = true,
		.errors = ERRORS_MODERN(ERANGE, EBUSY, EPERM, EMFILE, EOPNOTSUPP),
	}, {
		.name = "ring_freeze",
		.on = THING_RING,
		.command = GPCD_IOC_RING_FREEZE,
		.argument = ARGUMENT(gpcd_ring_freeze, freeze),
		.errors = ERRORS_MODERN(),
	}, {
		.name = "write",
		.on = THING_DEVICE,
		.command = GPCD_IOC_WRITE,
		.argument = ARGUMENT(gpcd_write_req, writes),
		.done = write_done,
		.touches = TOUCH_REGISTERS,
		.admin = true,
		.tells = true,
		.errors = ERRORS_LIST(EPERM, EBADF, EOPNOTSUPP),
	}, {
		.name = "stranger",
		.make = stranger_make,
		.on = THING_DEVICE | THING_GROUP | THING_RING | THING_DOOR | THING_CTL,
		.argument = ARGUMENT(stranger, stranger),
		.done = stranger_done,
		.touches = TOUCH_REGISTERS,
	}, { }
};

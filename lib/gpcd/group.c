// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Groups: registers and fields that are read in one sweep.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "gpcd/group.h"

#define NSEC_PER_SEC	1000000000

int gpcd_group_create(struct gpcd *dev, uint32_t nic_addr, struct gpcd_group **result)
{
	struct gpcd_group *group = calloc(1, sizeof(*group));

	if (!group)
		return -ENOMEM;
	group->list.dev = dev;
	group->list.nic_addr = nic_addr;
	group->list.layout = &group->layout;
	group->list.fd = -1;
	group->users = 1;
	*result = group;
	return 0;
}

/* Let an empty group have the arrays of another one. */
static void arrays_share(struct gpcd_group *group, struct gpcd_group *owner)
{
	atomic_fetch_add(&owner->users, 1);
	group->owner = owner;
	group->entries = owner->entries;
	group->shapes = owner->shapes;
	group->fields = owner->fields;
	group->nfields = owner->nfields;
	group->list.addrs = owner->list.addrs;
	group->list.count = owner->list.count;
	group->list.layout = &owner->layout;
	group->sealed = 1;
	owner->sealed = 1;
}

int gpcd_group_share(struct gpcd_group *like, struct gpcd *dev, uint32_t nic_addr,
		     struct gpcd_group **result)
{
	int err;

	if (dev->chip != like->list.dev->chip)
		return -EINVAL;
	if (like->list.count > dev->regs_max)
		return -ERANGE;
	err = gpcd_group_create(dev, nic_addr, result);
	if (!err)
		arrays_share(*result, like->owner ? like->owner : like);
	return err;
}

void gpcd_group_put(struct gpcd_group *group)
{
	if (atomic_fetch_sub(&group->users, 1) > 1)
		return;
	if (group->owner) {
		gpcd_group_put(group->owner);
	} else {
		free(group->entries);
		free(group->shapes);
		free(group->list.addrs);
		free(group->fields);
		gpcd_mapped_forget(&group->layout);
	}
	free(group);
}

void gpcd_group_destroy(struct gpcd_group *group)
{
	if (!group)
		return;
	group->list.dev->carrier->list_close(&group->list);
	gpcd_group_put(group);
}

static int array_grow(void *array, unsigned int room, size_t size)
{
	void **place = array;
	void *larger = reallocarray(*place, room, size);

	if (!larger)
		return -ENOMEM;
	*place = larger;
	return 0;
}

static int group_grow(struct gpcd_group *group)
{
	unsigned int room = group->room ? 2 * group->room : 16;

	if (array_grow(&group->entries, room, sizeof(*group->entries)) ||
	    array_grow(&group->shapes, room, sizeof(*group->shapes)) ||
	    array_grow(&group->list.addrs, room, sizeof(*group->list.addrs)) ||
	    array_grow(&group->fields, room, sizeof(*group->fields)))
		return -ENOMEM;
	group->room = room;
	return 0;
}

static int group_push(struct gpcd_group *group, const struct gpcd_reg *reg,
		      const struct gpcd_field *field)
{
	unsigned int i = group->list.count;
	struct gpcd_entry *entry;
	unsigned int length;

	if (group->sealed)
		return -EBUSY;
	if (i >= group->list.dev->regs_max)
		return -ERANGE;
	if (i == group->room && group_grow(group))
		return -ENOMEM;

	entry = &group->entries[i];
	entry->reg = *reg;
	entry->field = field;
	group->shapes[i] = (struct gpcd_shape) {
		.kind = field ? field->kind : reg->rule->kind,
		.width = field ? field->width : reg->rule->width,
		.unit = reg->rule->unit,
	};
	length = gpcd_reg_name(reg, entry->name);
	if (field) {
		snprintf(entry->name + length, GPCD_FIELD_MAX, ":%s", field->name);
		group->fields[group->nfields++] = i;
	}
	group->list.addrs[i] = reg->addr;
	group->list.count++;
	return 0;
}

int gpcd_group_add(struct gpcd_group *group, const char *name)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;
	int err = gpcd_resolve(group->list.dev->chip, name, &reg, &field);

	return err ? err : group_push(group, &reg, field);
}

int gpcd_group_add_addr(struct gpcd_group *group, uint64_t addr)
{
	const struct gpcd_reg *reg = gpcd_catalogue_find(group->list.dev->chip, addr);

	return reg ? group_push(group, reg, NULL) : -ENOENT;
}

int gpcd_group_add_glob(struct gpcd_group *group, const char *glob)
{
	unsigned int before = group->list.count;
	struct gpcd_reg reg;
	unsigned int i;
	int err;

	for (i = 0; !gpcd_catalogue_at(group->list.dev->chip, i, &reg); i++) {
		if (reg.rule->flags & GPCD_RULE_ALIAS || !gpcd_reg_match(&reg, glob))
			continue;
		err = group_push(group, &reg, NULL);
		if (err) {
			group->list.count = before;
			return err;
		}
	}
	return group->list.count - before;
}

unsigned int gpcd_group_count(const struct gpcd_group *group)
{
	return group->list.count;
}

const struct gpcd_reg *gpcd_group_reg(const struct gpcd_group *group, unsigned int i)
{
	return &group->entries[i].reg;
}

const struct gpcd_field *gpcd_group_field(const struct gpcd_group *group, unsigned int i)
{
	return group->entries[i].field;
}

const char *gpcd_group_name(const struct gpcd_group *group, unsigned int i)
{
	return group->entries[i].name;
}

unsigned int gpcd_group_kind(const struct gpcd_group *group, unsigned int i)
{
	return group->shapes[i].kind;
}

unsigned int gpcd_group_width(const struct gpcd_group *group, unsigned int i)
{
	return group->shapes[i].width;
}

/*
 * Bits on a link that make one of a unit at the least; 0: another clock than the link's limits it.
 * Units of an unknown size may be as small as bytes; no network has packets of less than 16 bytes.
 */
static const unsigned char bits_of_unit[GPCD_UNITS] = {
	[GPCD_UNIT_UNKNOWN] = 8,
	[GPCD_UNIT_FLITS] = 8,
	[GPCD_UNIT_PACKETS] = 128,
	[GPCD_UNIT_BYTES] = 8,
	[GPCD_UNIT_BITS] = 1,
	[GPCD_UNIT_WORDS] = 32,
	[GPCD_UNIT_LONG_FLITS] = 64,
};

uint64_t gpcd_group_wrap_ns(const struct gpcd_group *group, unsigned int i)
{
	const struct gpcd_shape *shape = &group->shapes[i];
	uint64_t speed, clocked;
	double carried;

	if (shape->width >= 64 || shape->kind == GPCD_KIND_SATURATING)
		return UINT64_MAX;
	clocked = 1ULL << shape->width;
	speed = atomic_load(&group->list.dev->bits_per_second);
	if (!speed || !bits_of_unit[shape->unit])
		return clocked;
	carried = (double)clocked * bits_of_unit[shape->unit] * NSEC_PER_SEC / speed;
	return carried < clocked ? carried : clocked;
}

void gpcd_snapshot_fields(struct gpcd_snapshot *snapshot)
{
	const struct gpcd_group *group = snapshot->group;
	unsigned int i, at;

	for (i = 0; i < group->nfields; i++) {
		at = group->fields[i];
		snapshot->values[at] = gpcd_field_value(group->entries[at].field,
							snapshot->values[at]);
	}
}

int gpcd_group_read(struct gpcd_group *group, struct gpcd_snapshot *snapshot)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req),
		.count = group->list.count,
		.values = gpcd_address(snapshot->values),
		.statuses = gpcd_address(snapshot->statuses),
	};
	int err;

	if (snapshot->group != group)
		return -EINVAL;
	group->list.ns = snapshot->ns;
	err = group->list.dev->carrier->list_read(&group->list, &req);
	if (err)
		return err;
	gpcd_snapshot_fields(snapshot);
	snapshot->times = (struct gpcd_times) {
		.realtime_ns = gpcd_wall_clock_ns(),
		.start_ns = req.start_ns,
		.end_ns = req.end_ns,
		.chip_ns = req.chip_ns,
		.epoch = req.epoch,
		.sequence = req.sequence,
		.failed = req.failed,
		.torn = req.result & GPCD_SNAPSHOT_TORN,
	};
	return 0;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The permission table: who may change it, what it holds, what it lists. */
#include <errno.h>
#include <gpcd_pub.h>
#include <linux/gpcd_perms.h>
#include <string.h>

#include "grammar.h"

/* What the levels of the legacy interface allow. */
static const unsigned int level_may[] = {
	0, GPCD_MAY_NIC | GPCD_MAY_SETUP, MODEL_OWN, GPCD_MAY_ALL,
};

static void set_done(struct turn *turn)
{
	struct gpcd_perms perms;

	memcpy(&perms, turn->argument, sizeof(perms));
	if (!turn->ret && perms.perms >= ARRAY_SIZE(level_may))
		finding(turn, "job %lu got level %lu", perms.job_id, perms.perms);
	else if (!turn->ret && turn->buffer[0].known && turn->handle)
		model_set(perms.job_id, level_may[perms.perms], 1, &turn->handle->nic_addr);
	else if (!turn->ret)
		model_doubt();
}

/* The model does not follow devices of absent domains, nor descriptors that are not its own. */
static void give_done(struct turn *turn)
{
	uint32_t nic[NICS];
	struct gpcd_perms_set set;
	bool known = turn->buffer[0].known;
	uint64_t job;

	memcpy(&set, turn->argument, sizeof(set));
	if (turn->ret)
		return;
	job = model_job_of(set.cgroup);
	known = known && job && set.nic_count <= NICS && (turn->named || !set.nic_count);
	for (uint32_t i = 0; known && i < set.nic_count; i++) {
		nic[i] = turn->named[i].nic_addr;
		known = turn->named[i].domain == NIC_DOMAIN;
	}
	if (turn->buffer[0].known && (set.may > GPCD_MAY_ALL || set.nic_count > GPCD_PERMS_NICS))
		finding(turn, "cgroup %d may %#x, %u devices", set.cgroup, set.may, set.nic_count);
	else if (known)
		model_set(job, set.may, set.nic_count, nic);
	else
		model_doubt();
}

static void toggle_done(struct turn *turn)
{
	if (!turn->ret)
		model_ignore(!model_ignored());
}

static void policy_done(struct turn *turn)
{
	struct gpcd_perms_policy policy;

	memcpy(&policy, turn->argument, sizeof(policy));
	if (turn->ret && turn->ret != -EFAULT)
		return;
	if (turn->ret || !turn->buffer[0].known) {
		model_doubt();
		return;
	}
	if (model_sure() && (policy.was_ignored != model_ignored() ||
			     policy.was_may != model_default_may()))
		finding(turn, "it was %#x, %d, and %#x, %u is said", model_default_may(),
			model_ignored(), policy.was_may, policy.was_ignored);
	if (policy.flags & GPCD_PERMS_POLICY_MAY)
		model_default(policy.may);
	if (policy.flags & GPCD_PERMS_POLICY_IGNORED)
		model_ignore(policy.ignored);
}

static void remove_done(struct turn *turn)
{
	struct gpcd_perms_remove remove;

	memcpy(&remove, turn->argument, sizeof(remove));
	if (turn->ret && turn->ret != -ENOENT)
		return;
	if (!turn->buffer[0].known)
		model_doubt();
	else if (remove.flags & GPCD_PERMS_REMOVE_ALL)
		model_clear();
	else if (!model_remove(remove.job) && !turn->ret && model_sure())
		finding(turn, "removed an entry that there was not");
}

static void query_done(struct turn *turn)
{
	const struct caller *caller = turn->caller;
	unsigned int may = model_may(caller->job, caller->privileged);
	struct gpcd_perms_query query;

	memcpy(&query, turn->argument, sizeof(query));
	if (turn->ret || !turn->buffer[0].known || !model_sure())
		return;
	if (query.may != may || query.job != model_job_id(caller->job) ||
	    query.source > GPCD_PERMS_PRIVILEGE)
		finding(turn, "may %#x, job %llu; wanted %#x, %lu", query.may, query.job, may,
			model_job_id(caller->job));
	if (turn->handle && query.own != model_own(caller->job, turn->handle->nic_addr))
		finding(turn, "own is %u of NIC %u", query.own, turn->handle->nic_addr);
}

static void list_done(struct turn *turn)
{
	struct gpcd_perms_entry entry, last = { 0 };
	struct gpcd_perms_list list;
	size_t size;

	memcpy(&list, turn->argument, sizeof(list));
	if (turn->ret || !turn->entries || !turn->buffer[0].known)
		return;
	last.job = list.after;
	for (uint32_t i = 0; i < list.count; i++) {
		memcpy(&entry, turn->entries + i * sizeof(entry), sizeof(entry));
		if (entry.job <= last.job || entry.may > GPCD_MAY_ALL ||
		    entry.nic_count > GPCD_PERMS_NICS)
			finding(turn, "entry %u: job %llu, may %#x, %u devices", i, entry.job,
				entry.may, entry.nic_count);
		last = entry;
	}
	size = list.count * sizeof(entry);
	if (list.count > turn->count ||
	    (size <= turn->room && !memory_is(turn->entries + size, PATTERN, turn->room - size)))
		finding(turn, "something beyond entry %u of %u", list.count, turn->count);
}

static void default_make(struct turn *turn)
{
	static const char * const words[] = {
		"nic,router,setup", "none", "nic", "all", "router,others\n", "setup,nic",
	};
	struct store *store = &turn->store[0];

	strcpy(store->path, "/sys/module/gpcd/parameters/default_perms");
	store->text = turn->text;
	store->length = text_make(turn, words, ARRAY_SIZE(words));
	turn->stores = 1;
	turn->act = call_stores;
}

static void default_done(struct turn *turn)
{
	static const struct {
		const char *name;
		unsigned int may;
	} words[] = {
		{ "nic", GPCD_MAY_NIC }, { "router", GPCD_MAY_ROUTER }, { "setup", GPCD_MAY_SETUP },
		{ "others", GPCD_MAY_OTHERS }, { "all", GPCD_MAY_ALL },
	};
	unsigned int may = 0;

	if (turn->ret <= 0)
		return;
	for (int i = 0; i < ARRAY_SIZE(words); i++) {
		if (strstr(turn->text, words[i].name))
			may |= words[i].may;
	}
	model_default(may);
}

/* The player moves any task. */
static void move_make(struct turn *turn)
{
	turn->number = model_move(turn->caller, bytes_pick(&turn->bytes, JOBS));
	turn->act = call_number;
}

static const struct member_desc set[] = {
	MEMBER(gpcd_perms, perms, NUMBER, 4),
	MEMBER(gpcd_perms, job_id, JOB, 0),
	{ }
};

static const struct member_desc query[] = {
	MEMBER(gpcd_perms_query, size, SIZE, sizeof(struct gpcd_perms_query)),
	MEMBER(gpcd_perms_query, flags, ZERO, 0),
	MEMBER(gpcd_perms_query, may, OUT, 0),
	MEMBER(gpcd_perms_query, source, OUT, 0),
	MEMBER(gpcd_perms_query, job, OUT, 0),
	MEMBER(gpcd_perms_query, entry_job, OUT, 0),
	MEMBER(gpcd_perms_query, own, OUT, 0),
	MEMBER(gpcd_perms_query, reserved, ZERO, 0),
	{ }
};

static const struct member_desc give[] = {
	MEMBER(gpcd_perms_set, size, SIZE, sizeof(struct gpcd_perms_set)),
	MEMBER(gpcd_perms_set, flags, ZERO, 0),
	MEMBER(gpcd_perms_set, cgroup, CGROUP, 0),
	MEMBER(gpcd_perms_set, may, NUMBER, 16),
	MEMBER(gpcd_perms_set, nic_count, NICS, NICS),
	MEMBER(gpcd_perms_set, reserved, ZERO, 0),
	MEMBER(gpcd_perms_set, nics, NAMED, 0),
	{ }
};

static const struct member_desc policy[] = {
	MEMBER(gpcd_perms_policy, size, SIZE, sizeof(struct gpcd_perms_policy)),
	MEMBER(gpcd_perms_policy, flags, FLAG,
	       GPCD_PERMS_POLICY_MAY | GPCD_PERMS_POLICY_IGNORED),
	MEMBER(gpcd_perms_policy, may, FLAGGED, GPCD_PERMS_POLICY_MAY | 15 << 8),
	MEMBER(gpcd_perms_policy, ignored, FLAGGED, GPCD_PERMS_POLICY_IGNORED | 1 << 8),
	MEMBER(gpcd_perms_policy, was_may, OUT, 0),
	MEMBER(gpcd_perms_policy, was_ignored, OUT, 0),
	{ }
};

static const struct member_desc list[] = {
	MEMBER(gpcd_perms_list, size, SIZE, sizeof(struct gpcd_perms_list)),
	MEMBER(gpcd_perms_list, flags, ZERO, 0),
	MEMBER(gpcd_perms_list, after, ZERO, 0),
	MEMBER_BOTH(gpcd_perms_list, count, COUNT, 65536),
	MEMBER_BOTH(gpcd_perms_list, entry_size, EXACT, sizeof(struct gpcd_perms_entry)),
	MEMBER(gpcd_perms_list, entries, ENTRIES, sizeof(struct gpcd_perms_entry)),
	MEMBER_BOTH(gpcd_perms_list, nic_count, NICS, 239),
	MEMBER(gpcd_perms_list, reserved, ZERO, 0),
	MEMBER(gpcd_perms_list, nics, LISTED, 0),
	{ }
};

static const struct member_desc removal[] = {
	MEMBER(gpcd_perms_remove, size, SIZE, sizeof(struct gpcd_perms_remove)),
	MEMBER(gpcd_perms_remove, flags, FLAGS, GPCD_PERMS_REMOVE_ALL),
	MEMBER(gpcd_perms_remove, job, JOB, 0),
	{ }
};

#define ERRORS(...) { EPERM, EFAULT, EINVAL, E2BIG, __VA_ARGS__ }

#define SET(name_, command_) {						\
	.name = name_, .on = THING_DEVICE, .command = command_,		\
	.argument = ARGUMENT(gpcd_perms, set), .done = set_done,	\
	.admin = true, .errors = ERRORS(ENODEV, ENOTTY) }

#define BARE(name_, command_, done_) {					\
	.name = name_, .on = THING_DEVICE, .command = command_,		\
	.done = done_, .admin = true, .errors = { EPERM, ENODEV, ENOTTY } }

const struct call grammar_perms[] = {
	SET("set_perms", GPC_IOC_SET_PERMS),
	SET("old_set_perms", GPC_OLD_SET_PERMS),
	BARE("ignore_perms", GPC_IOC_IGNORE_PERMS, toggle_done),
	BARE("old_ignore_perms", GPC_OLD_IGNORE_PERMS, toggle_done),
	BARE("list_perms", GPC_IOC_LIST_PERMS, NULL),
	BARE("old_list_perms", GPC_OLD_LIST_PERMS, NULL),
	{
		.name = "perms_query",
		.on = THING_DEVICE,
		.command = GPCD_IOC_PERMS_QUERY,
		.argument = ARGUMENT(gpcd_perms_query, query),
		.done = query_done,
		.errors = { EFAULT, EINVAL, E2BIG, ENODEV },
	}, {
		.name = "perms_set",
		.on = THING_CTL,
		.command = GPCD_IOC_PERMS_SET,
		.argument = ARGUMENT(gpcd_perms_set, give),
		.done = give_done,
		.admin = true,
		.errors = ERRORS(ERANGE, EBADF, ENOENT),
	}, {
		.name = "perms_policy",
		.on = THING_CTL,
		.command = GPCD_IOC_PERMS_POLICY,
		.argument = ARGUMENT(gpcd_perms_policy, policy),
		.done = policy_done,
		.admin = true,
		.errors = ERRORS(),
	}, {
		.name = "perms_list",
		.on = THING_CTL,
		.command = GPCD_IOC_PERMS_LIST,
		.argument = ARGUMENT(gpcd_perms_list, list),
		.done = list_done,
		.admin = true,
		.errors = ERRORS(ERANGE),
	}, {
		.name = "perms_remove",
		.on = THING_CTL,
		.command = GPCD_IOC_PERMS_REMOVE,
		.argument = ARGUMENT(gpcd_perms_remove, removal),
		.done = remove_done,
		.admin = true,
		.errors = ERRORS(ENOENT),
	}, {
		.name = "default_perms",
		.make = default_make,
		.done = default_done,
		.admin = true,
		.errors = { EACCES, EINVAL },
	}, {
		.name = "move",
		.make = move_make,
		.at_once = true,
		.errors = { ENOENT, ENODEV },
	}, { }
};

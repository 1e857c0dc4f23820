/* SPDX-License-Identifier: GPL-2.0-only */
/* What the kernel for tests (kernel.h) accepts as the argument of a modern command. */
#ifndef TESTS_UNIT_KERNEL_VALID_H
#define TESTS_UNIT_KERNEL_VALID_H

#include <stddef.h>

#include <gpcd_pub.h>

/* The structures of the modern commands, and where their output begins. */
static const struct kernel_structure {
	unsigned long command;
	uint32_t flags;
	size_t size;
	size_t out;
} kernel_structures[] = {
	{ GPCD_IOC_INFO, 0, sizeof(struct gpcd_info),
	  offsetof(struct gpcd_info, abi_version) },
	{ GPCD_IOC_CATALOGUE, 0, sizeof(struct gpcd_catalogue_page),
	  sizeof(struct gpcd_catalogue_page) },
	{ GPCD_IOC_SNAPSHOT, 0, sizeof(struct gpcd_snapshot_req),
	  offsetof(struct gpcd_snapshot_req, sequence) },
	{ GPCD_IOC_GROUP, 0, sizeof(struct gpcd_group_req),
	  sizeof(struct gpcd_group_req) },
	{ GPCD_IOC_GROUP_READ, 0, sizeof(struct gpcd_snapshot_req),
	  offsetof(struct gpcd_snapshot_req, sequence) },
	{ GPCD_IOC_RING, GPCD_RING_OVERWRITE, sizeof(struct gpcd_ring_req),
	  offsetof(struct gpcd_ring_req, period_min_ns) },
	{ GPCD_IOC_RING_FREEZE, 0, sizeof(struct gpcd_ring_freeze),
	  offsetof(struct gpcd_ring_freeze, was) },
	{ GPCD_IOC_WRITE, 0, sizeof(struct gpcd_write_req),
	  offsetof(struct gpcd_write_req, done) },
	{ GPCD_IOC_PERMS_QUERY, 0, sizeof(struct gpcd_perms_query),
	  offsetof(struct gpcd_perms_query, may) },
	{ GPCD_IOC_PERMS_SET, 0, sizeof(struct gpcd_perms_set),
	  sizeof(struct gpcd_perms_set) },
	{ GPCD_IOC_PERMS_LIST, 0, sizeof(struct gpcd_perms_list),
	  sizeof(struct gpcd_perms_list) },
	{ GPCD_IOC_PERMS_REMOVE, GPCD_PERMS_REMOVE_ALL, sizeof(struct gpcd_perms_remove),
	  sizeof(struct gpcd_perms_remove) },
	{ GPCD_IOC_PERMS_POLICY, GPCD_PERMS_POLICY_MAY | GPCD_PERMS_POLICY_IGNORED,
	  sizeof(struct gpcd_perms_policy), offsetof(struct gpcd_perms_policy, was_may) },
	{ 0, 0, 0, 0 }	/* any other */
};

/* Are size and flags right, and output members 0? */
static int kernel_valid(unsigned long command, const void *arg)
{
	const struct kernel_structure *structure = kernel_structures;
	const unsigned char *bytes = arg;
	const uint32_t *head = arg;
	size_t at;

	while (structure->command && structure->command != command)
		structure++;
	if (structure->size && (head[0] != structure->size || head[1] & ~structure->flags))
		return 0;
	for (at = structure->out; at < structure->size; at++) {
		if (bytes[at])
			return 0;
	}
	return 1;
}

#endif /* TESTS_UNIT_KERNEL_VALID_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Groups and snapshots, which the public header declares only.
 */
#ifndef GPCD_GROUP_H
#define GPCD_GROUP_H

#include <stdatomic.h>

#include "gpcd/carrier/carrier.h"

/** GPCD_FIELD_MAX: bytes that hold ':', any field's name and its NUL. */
#define GPCD_FIELD_MAX 32

/**
 * struct gpcd_entry - a value of a group
 * @reg: its register
 * @field: the field, NULL: the whole register
 * @name: NAME or NAME:FIELD
 */
struct gpcd_entry {
	struct gpcd_reg reg;
	const struct gpcd_field *field;
	char name[GPCD_NAME_MAX + GPCD_FIELD_MAX];
};

/**
 * struct gpcd_group - registers that are read together
 * @list: what the carrier reads: the address of each entry's register
 * @entries: one a value
 * @fields: places of the entries that are fields
 * @nfields: how many
 * @room: entries there is room for
 * @sealed: has had a snapshot, takes no more registers
 * @users: the owner and each snapshot
 */
struct gpcd_group {
	struct gpcd_list list;
	struct gpcd_entry *entries;
	uint32_t *fields;
	unsigned int nfields;
	unsigned int room;
	int sealed;
	atomic_uint users;
};

/** gpcd_group_put() - one user less; the last one frees it */
void gpcd_group_put(struct gpcd_group *group);

/**
 * struct gpcd_snapshot - the values of a group at one time
 * @group: the group
 * @times: when; sequence 0: never read
 * @statuses: one a value, an enum gpcd_status
 * @values: the values
 */
struct gpcd_snapshot {
	struct gpcd_group *group;
	struct gpcd_times times;
	uint8_t *statuses;
	uint64_t values[];
};

/** gpcd_status_error() - the errno of a status, 0 where the value is good */
int gpcd_status_error(unsigned int status);

#endif /* GPCD_GROUP_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The structures behind struct gpcd_group and struct gpcd_snapshot, which <gpcd/gpcd.h> only
 * declares.
 */
#ifndef GPCD_GROUP_H
#define GPCD_GROUP_H

#include <stdatomic.h>

#include "gpcd/carrier/carrier.h"

/** GPCD_FIELD_MAX: bytes that hold ':', the name of any field and a NUL. */
#define GPCD_FIELD_MAX 32

/**
 * struct gpcd_entry - a value of a group
 * @reg: the register
 * @field: the field of the register; NULL: the whole register
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
 * @entries: one entry for each value
 * @fields: indices of the entries that are fields
 * @nfields: number of indices in @fields
 * @room: number of entries for which there is room
 * @sealed: a snapshot has been created: the group takes no more registers
 * @users: number of references: one of the owner, one of each snapshot
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

/** gpcd_group_put() - drop a reference; the last one frees the group */
void gpcd_group_put(struct gpcd_group *group);

/**
 * struct gpcd_snapshot - the values of a group at one time
 * @group: the group, on which the snapshot holds a reference
 * @times: when the values were read; sequence 0: never
 * @statuses: an enum gpcd_status for each value
 * @values: the values
 */
struct gpcd_snapshot {
	struct gpcd_group *group;
	struct gpcd_times times;
	uint8_t *statuses;
	uint64_t values[];
};

/** gpcd_snapshot_fields() - make the values of fields from those of their registers */
void gpcd_snapshot_fields(struct gpcd_snapshot *snapshot);

/** gpcd_status_error() - return the negative errno of an enum gpcd_status; 0: the value is good */
int gpcd_status_error(unsigned int status);

#endif /* GPCD_GROUP_H */

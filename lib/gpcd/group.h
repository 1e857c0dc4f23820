/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The definitions of struct gpcd_group and struct gpcd_snapshot, which <gpcd/gpcd.h> only declares.
 */
#ifndef GPCD_GROUP_H
#define GPCD_GROUP_H

#include <stdatomic.h>

#include "gpcd/carrier/carrier.h"

/* Bytes that hold ':', the name of any field and a NUL. */
#define GPCD_FIELD_MAX 32

/* A value of a group. */
struct gpcd_entry {
	struct gpcd_reg reg;
	const struct gpcd_field *field;	/* NULL: the whole register */
	char name[GPCD_NAME_MAX + GPCD_FIELD_MAX];	/* NAME or NAME:FIELD */
};

/* What each difference of a value needs, apart from the large entries. */
struct gpcd_shape {
	uint8_t kind;	/* enum gpcd_kind */
	uint8_t width;	/* bits */
	uint8_t unit;	/* enum gpcd_unit of its register */
};

/* Registers that are read together. */
struct gpcd_group {
	struct gpcd_list list;	/* address of each entry's register, for the carrier */
	struct gpcd_entry *entries;	/* one for each value */
	struct gpcd_shape *shapes;	/* likewise */
	uint32_t *fields;	/* indices of the entries that are fields */
	unsigned int nfields;
	unsigned int room;	/* allocated entries */
	struct gpcd_layout *layout;	/* of the addresses, for carriers that map */
	struct gpcd_group *owner;	/* of these arrays, with a reference; NULL: this group */
	int sealed;	/* a snapshot or a sharer exists: no more registers can be added */
	atomic_uint users;	/* references: of the owner, and one of each snapshot */
};

/* Drop a reference; the last one frees the group. */
void gpcd_group_put(struct gpcd_group *group);

/* The values of a group at one time. */
struct gpcd_snapshot {
	struct gpcd_group *group;	/* with a reference */
	struct gpcd_times times;	/* sequence 0: nothing was read yet */
	uint8_t *statuses;	/* enum gpcd_status of each value */
	uint64_t *ns;	/* when each value was read; NULL: all in one sweep */
	uint64_t values[];
};

/* Replace the values of registers by the values of their fields, where the group has fields. */
void gpcd_snapshot_fields(struct gpcd_snapshot *snapshot);

#endif /* GPCD_GROUP_H */

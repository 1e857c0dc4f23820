/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For the tables of ioctls: the argument of a call, its earlier contents, and the arrays that it
 * points to. All are filled with a mark before a call: a byte that differs was written by the call.
 */
#ifndef COMMAND_H
#define COMMAND_H

#include <string.h>

#include <gpcd_pub.h>
#include <linux/gpcd.h>
#include <linux/gpcd_perms.h>
#include <linux/gpcd_ring.h>

#include "sweep.h"

#define FEW	40
#define MANY	4096	/* more than the slab allocator gives in one piece */
#define ENTRIES	5	/* of the catalogue or the permission table, at a time */

/* struct gpcd_args of a 32-bit program */
struct args32 {
	uint32_t num_mmrs;
	uint32_t nic_addr;
	uint32_t mmr_addrs;
	uint32_t mmr_data;
};

union argument {
	struct gpcd_args args;
	struct args32 args32;
	struct gpcd_perms perms;
	int on;
	struct gpcd_info info;
	struct gpcd_catalogue_page catalogue;
	struct gpcd_snapshot_req snapshot;
	struct gpcd_group_req group;
	struct gpcd_ring_req ring;
	struct gpcd_ring_freeze freeze;
	struct gpcd_write_req write;
	struct gpcd_perms_query query;
	struct gpcd_perms_set set;
	struct gpcd_perms_list list;
	struct gpcd_perms_remove remove;
	struct gpcd_perms_policy policy;
};

extern union argument arg, asked;
extern uint64_t addrs[MANY], values[MANY], changes[FEW];
extern uint8_t statuses[MANY];
extern struct gpcd_catalogue_entry registers[ENTRIES];
extern struct gpcd_perms_entry jobs[ENTRIES];
extern int fd;

/* Return what register @addrs[@i] holds, unless changes[@i] was written. */
uint64_t value_of(int i);

/* Load the modules: one Gemini with two views, whose registers hold value_of(). */
void devices_load(void);
void devices_unload(void);

/* Open gpcd0, set the argument of a call, mark the outputs. */
void command_ready(const union argument *argument);

/* The same with the control node. */
void control_ready(const union argument *argument);

/* Make a call on the control node that must succeed. */
void control(unsigned long command, void *argument, const char *what);

/* Make the ioctl of an entry. */
long command(const struct entry *entry);

/* The same as a 32-bit program makes it. */
long command32(const struct entry *entry);

/* Like command_ready(), with a group of FEW registers in place of the device. */
void group_open(void);

/* Undo command_ready(). */
void device_close(const struct entry *entry, long result);

/* Complain if the argument has changed. */
void arg_untouched(const struct entry *entry);

/* Complain if the argument or the values have changed. */
void values_untouched(const struct entry *entry);

/* Complain unless these values, and no more, were delivered. */
void values_are(int count, uint64_t (*wanted)(int i));

/* Complain unless the result is 0. */
void returned(const struct entry *entry, long result);

/* Prepare a legacy call on FEW registers. */
void args_ready(const struct entry *entry);
void args32_ready(const struct entry *entry);

#endif /* COMMAND_H */

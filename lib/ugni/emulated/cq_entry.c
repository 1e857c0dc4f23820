// SPDX-License-Identifier: LGPL-2.1-or-later
/* Fields of events, the entries of completion queues. */
#include "internal.h"

#define LOW(bits)	((1ull << (bits)) - 1)

static void field_set(gni_cq_entry_t *entry, unsigned int at, unsigned int bits, uint64_t value)
{
	*entry = (*entry & ~(LOW(bits) << at)) | (value & LOW(bits)) << at;
}

uint64_t gni_cq_get_data(gni_cq_entry_t entry)
{
	return entry & LOW(48);
}

uint64_t gni_cq_get_source(gni_cq_entry_t entry)
{
	(void)entry;
	return 0;
}

uint64_t gni_cq_get_status(gni_cq_entry_t entry)
{
	return !!(entry & UGNI_EVENT_FAILED);
}

uint64_t gni_cq_get_info(gni_cq_entry_t entry)
{
	(void)entry;
	return 0;
}

uint64_t gni_cq_overrun(gni_cq_entry_t entry)
{
	return !!(entry & UGNI_EVENT_OVERRUN);
}

uint64_t gni_cq_rem_overrun(gni_cq_entry_t entry)
{
	(void)entry;
	return 0;
}

uint64_t gni_cq_get_inst_id(gni_cq_entry_t entry)
{
	return entry & LOW(32);
}

uint64_t gni_cq_get_rem_inst_id(gni_cq_entry_t entry)
{
	return entry & LOW(32);
}

uint64_t gni_cq_get_tid(gni_cq_entry_t entry)
{
	return entry >> UGNI_EVENT_TID & LOW(24);
}

uint64_t gni_cq_get_msg_id(gni_cq_entry_t entry)
{
	return entry & LOW(32);
}

uint64_t gni_cq_get_type(gni_cq_entry_t entry)
{
	return entry >> UGNI_EVENT_TYPE & 3;
}

void gni_cq_set_inst_id(gni_cq_entry_t *entry, uint64_t value)
{
	field_set(entry, 0, 32, value);
}

void gni_cq_set_rem_inst_id(gni_cq_entry_t *entry, uint64_t value)
{
	field_set(entry, 0, 32, value);
}

void gni_cq_set_tid(gni_cq_entry_t *entry, uint64_t value)
{
	field_set(entry, UGNI_EVENT_TID, 24, value);
}

void gni_cq_set_msg_id(gni_cq_entry_t *entry, uint64_t value)
{
	field_set(entry, 0, 32, value);
}

void gni_cq_set_type(gni_cq_entry_t *entry, uint64_t value)
{
	field_set(entry, UGNI_EVENT_TYPE, 2, value);
}

void gni_cq_clr_status(gni_cq_entry_t *entry)
{
	*entry &= ~UGNI_EVENT_FAILED;
}

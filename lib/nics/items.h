/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The list of an interface's counters, which its source fills in. */
#ifndef NICS_ITEMS_H
#define NICS_ITEMS_H

#include "nic.h"

/* Append an item. @family lives for ever; @name is copied. Return 0 or -ENOMEM. */
int nic_items_add(struct nic *nic, const char *family, const char *name);

/* Free the items of an interface. */
void nic_items_free(struct nic *nic);

/* Return the values from item @first on. */
struct nic_values nic_values_from(const struct nic_values *values, unsigned int first);

/* Return whether one of @count items from @first on is wanted. */
bool nic_wants(const bool *wanted, unsigned int first, unsigned int count);

/* Fill in @count values from @first on that the driver did not give. */
void nic_items_refuse(const struct nic_values *values, unsigned int first, unsigned int count);

/*
 * Make room for the values of @count items, above 0, and for which of them are wanted: all zero,
 * and one allocation. Return 0 or -ENOMEM.
 */
int nic_values_make(struct nic_values *values, bool **wanted, unsigned int count);

/* Free both. */
void nic_values_free(struct nic_values *values);

#endif /* NICS_ITEMS_H */

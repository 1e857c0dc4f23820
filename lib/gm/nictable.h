/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* One node after another of a table of NICs. */
#ifndef GM_NICTABLE_H
#define GM_NICTABLE_H

#include <stdio.h>
#include <jansson.h>

#include "gm/gm.h"

/* Write the line that heads the columns. */
void nictable_head(FILE *stream);

/* Write a node as text: its name, then a line for each NIC. */
void nictable_node(FILE *stream, const struct table *table, size_t node);

/* Return a node as an object, with its NICs that have counts; NULL: no memory. */
json_t *nictable_object(const struct table *table, size_t node);

/* Return a sentence: which NIC, or node, has no counts, and why; NULL: no memory. */
json_t *nictable_error(const struct nic_record *record);

#endif /* GM_NICTABLE_H */

// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stdint.h>
#include <string.h>

#include "gm/nictable.h"
#include "metrics/value.h"

/* --- as text --- */

#define NAME_WIDTH	24

/* Columns are headed by the names of their metrics, without "nic_". */
static const char *heading(unsigned int column)
{
	return nic_counts[column] + strlen("nic_");
}

static int width(unsigned int column)
{
	int length = strlen(heading(column));

	return length > 14 ? length : 14;
}

void nictable_head(FILE *stream)
{
	fprintf(stream, "# %-*s", NAME_WIDTH - 2, "NIC");
	for (unsigned int i = 0; i < NIC_COUNTS; i++)
		fprintf(stream, " %*s", width(i), heading(i));
	fputc('\n', stream);
}

/* A count that is missing has its reason in its place. */
static void print_count(FILE *stream, const struct nic_record *record, unsigned int column)
{
	unsigned int why = record->why[column];

	if (why == METRICS_GIVEN)
		fprintf(stream, " %*ju", width(column), (uintmax_t)record->counts[column]);
	else
		fprintf(stream, " %*s", width(column),
			why == NIC_NOT_KNOWN ? "-" : metrics_reason_name(why));
}

static void print_nic(FILE *stream, const struct nic_record *record)
{
	if (*record->text) {
		fprintf(stream, "# %s%s%s\n", record->nic, *record->nic ? ": " : "", record->text);
		return;
	}
	fprintf(stream, "%-*s", NAME_WIDTH, record->nic);
	for (unsigned int i = 0; i < NIC_COUNTS; i++)
		print_count(stream, record, i);
	fputc('\n', stream);
}

/* Ranks of one node that were given different NICs have parts of their own, but one name. */
static bool is_continued(const struct table *table, size_t node)
{
	return node && !strcmp(table_nic(table, node, 0)->node,
			       table_nic(table, node - 1, 0)->node);
}

void nictable_node(FILE *stream, const struct table *table, size_t node)
{
	if (!is_continued(table, node))
		fprintf(stream, "%s\n", table_nic(table, node, 0)->node);
	for (int i = 0; i < table->most; i++) {
		if (*table_nic(table, node, i)->node)
			print_nic(stream, table_nic(table, node, i));
	}
}

/* --- as JSON --- */

/*
 * Return an object with a value for each column: its count, or with @missing the reason why it has
 * none. Metrics that the driver does not have are left out.
 */
static json_t *new_columns(const struct nic_record *record, bool missing)
{
	json_t *object = json_object();

	for (unsigned int i = 0; i < NIC_COUNTS; i++) {
		unsigned int why = record->why[i];
		json_t *value;

		if (why == NIC_NOT_KNOWN || (missing && why == METRICS_GIVEN))
			continue;
		if (missing)
			value = json_string(metrics_reason_name(why));
		else
			value = why ? json_null() : json_integer((json_int_t)record->counts[i]);
		if (json_object_set_new(object, nic_counts[i], value)) {
			json_decref(object);
			return NULL;
		}
	}
	return object;
}

static json_t *new_nic(const struct nic_record *record)
{
	return json_pack("{s:s, s:s, s:o, s:o}", "nic", record->nic, "driver", record->driver,
			 "counts", new_columns(record, false),
			 "missing", new_columns(record, true));
}

static json_t *new_nics(const struct table *table, size_t node)
{
	json_t *array = json_array();

	for (int i = 0; i < table->most; i++) {
		const struct nic_record *record = table_nic(table, node, i);

		if (!*record->node || *record->text)
			continue;
		if (json_array_append_new(array, new_nic(record))) {
			json_decref(array);
			return NULL;
		}
	}
	return array;
}

json_t *nictable_object(const struct table *table, size_t node)
{
	return json_pack("{s:s, s:o}", "node", table_nic(table, node, 0)->node,
			 "nics", new_nics(table, node));
}

json_t *nictable_error(const struct nic_record *record)
{
	return json_sprintf("%s: %s%s%s", record->node, record->nic, *record->nic ? ": " : "",
			    record->text);
}

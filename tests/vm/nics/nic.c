// SPDX-License-Identifier: GPL-2.0-only
/*
 * Print what a source of network interfaces reads: a line an item, with family, name, value and
 * status, separated by tabs.
 *
 *	nic WHERE
 *	nic --watch WHERE	read until it fails, and print why
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "nics/nic.h"

static struct nic_values make_values(unsigned int count)
{
	return (struct nic_values){
		.values = calloc(count, sizeof(uint64_t)), .ns = calloc(count, sizeof(uint64_t)),
		.statuses = calloc(count, 1),
	};
}

static void free_values(struct nic_values *values)
{
	free(values->values);
	free(values->ns);
	free(values->statuses);
}

static int print_all(struct nic *nic, const struct nic_values *values)
{
	int err = nic->source->read(nic, NULL, values);

	for (unsigned int i = 0; !err && i < nic->count; i++)
		printf("%s\t%s\t%ju\t%u\n", nic->items[i].family, nic->items[i].name,
		       (uintmax_t)values->values[i], values->statuses[i]);
	return err;
}

static int watch(struct nic *nic, const struct nic_values *values)
{
	int err = 0;

	puts("open");
	fflush(stdout);
	while (!err)
		err = nic->source->read(nic, NULL, values);
	puts(strerrorname_np(-err));
	return 0;
}

int main(int argc, char **argv)
{
	const char *name, *where = argv[argc - 1];
	struct nic nic = { .source = nic_source_of(where, &name) };
	struct nic_values values;
	int err = nic.source ? nic.source->open(&nic, name) : -EINVAL;

	if (!err) {
		values = make_values(nic.count);
		err = argc > 2 ? watch(&nic, &values) : print_all(&nic, &values);
		nic.source->close(&nic);
		free_values(&values);
	}
	if (err)
		fprintf(stderr, "%s: %s\n", where, strerror(-err));
	return !!err;
}

// SPDX-License-Identifier: GPL-2.0-only
/* gpcd-sim machine: checks and lists a machine file. */
#include <inttypes.h>
#include <stdarg.h>

#include "cli/cli.h"
#include "cli/hardware/machines.h"
#include "cli/options.h"
#include "cli/pick.h"
#include "sim.h"

/* The arguments. */
struct listing {
	struct pick pick; /* the format */
	const char *name; /* the machine */
};

static const struct column columns[] = {
	{ "section", COLUMN_TEXT, false },
	{ "key", COLUMN_TEXT, false },
	{ "value", COLUMN_TEXT, false },
	{ "from", COLUMN_TEXT, false },
};

static const struct words machine_tables = WORDS_OF("machine");

static const struct options_part parts[] = {
	OPTIONS_PART(struct listing, pick, &pick_options), { 0 }
};

static const struct options options = {
	.parts = parts,
	.argument = ARGUMENT_ONE(struct listing, name, "machine",
				 "a machine is missing: a file, or gemini, aries ..."),
	.args_doc = "FILE",
	.doc = "Check a machine file, and list what it says: gpcd-machine(5).\n"
	       "\vA value is one of the file, and was chosen, if the file says so; or it is\n"
	       "derived from others.",
};

static __printf(4, 5) void add_derived(struct table *table, const char *section, const char *key,
					const char *format, ...)
{
	char value[HARDWARE_TEXT];
	va_list words;

	va_start(words, format);
	vsnprintf(value, sizeof(value), format, words);
	va_end(words);
	table_add(table, "%s", section);
	table_add(table, "%s", key);
	table_add(table, "%s", value);
	table_add(table, "derived");
}

static void add_flit(struct table *table, const struct hardware *hardware, const char *section,
		     const struct hardware_links *links)
{
	add_derived(table, section, "flit", "%.3f ns",
		    hardware_time(&links->rate, hardware->flit) / 1000.);
}

static void add_flits(struct table *table, const struct hardware *hardware)
{
	struct topo_class class;
	char section[32];

	for (unsigned int i = 0; i < topo_classes(&hardware->topo); i++) {
		topo_class(&hardware->topo, i, &class);
		snprintf(section, sizeof(section), "link %s", class.name);
		add_flit(table, hardware, section, &hardware->link[i]);
	}
	add_flit(table, hardware, "in", &hardware->in);
	add_flit(table, hardware, "out", &hardware->out);
}

static int print_machine(const struct hardware *hardware, const struct pick *pick)
{
	struct table table = {
		.name = "machine", .columns = columns, .ncolumns = ARRAY_SIZE(columns),
	};
	struct hardware_row row;
	unsigned int place = 0;

	while (hardware_row(hardware, &place, &row)) {
		table_add(&table, "%s", row.section);
		table_add(&table, "%s", row.key);
		table_add(&table, "%s", row.value);
		table_add(&table, "%s", row.chosen ? "chosen" : "file");
	}
	add_derived(&table, "", "chips", "%u", hardware->topo.chips);
	add_derived(&table, "", "all nodes", "%" PRIu64,
		    (uint64_t)hardware->topo.chips * hardware->nodes);
	if (hardware->switching == HARDWARE_WORMHOLE)
		add_flits(&table, hardware);
	return pick_print(pick, &table, 1);
}

int cmd_machine(int argc, char **argv)
{
	struct listing listing = { .pick = { .tables = &machine_tables } };
	struct hardware hardware;
	int code;

	options_parse(&options, argc, argv, &listing);
	code = pick_check(&listing.pick);
	if (!code)
		code = machines_read(&hardware, listing.name);
	return code ? code : print_machine(&hardware, &listing.pick);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * `gpcd' alone, and `gpcd help': what this machine has and what is missing, what to try, and the
 * commands by what they are for. It fits on a terminal of 80 x 24.
 */
#include <errno.h>
#include <gpcd/nics.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/devices.h"
#include "cli/out/columns.h"
#include "cli/out/format.h"
#include "cli/out/out.h"
#include "commands.h"
#include "device/device.h"

#define WIDTH	79

/* Most lines of devices. */
#define DEVICES_MOST	4

/* What is shown of devices; the last columns only if one of them has it. */
#define SHOWN_COLUMNS	"device,chip,state,read_by,link,speed_mbit"
#define SHOWN_ALWAYS	4

/* The default map of links. */
#define MAP	"/etc/gpcd/interconnect.txt"

#define MAKE_MAP	"rtr -i 4x4x4 >map.txt"
#define EMULATE		"gpcd emulate --image g0.img &"

static const struct {
	const char *purpose;
	const char *commands;
} groups[] = {
	{ "look", "list  info  counters  metrics  read  links" },
	{ "keep", "sample  record  replay" },
	{ "explain", "explain  stat  diff" },
	{ "watch", "top  monitor  alarm" },
	{ "administer", "emulate  perms  write" },
};

/* What is there. */
struct found {
	struct table devices; /* as `gpcd list' has them */
	size_t name, state; /* columns */
	bool node; /* /dev/gpcdN */
	bool router; /* that can be read */
	bool usable; /* what a command takes without -d can be read */
	const char *other; /* an interface that commands take only if it is named; or NULL */
	char *said; /* why others cannot be read, a line each */
	size_t length;
};

static const char *found_cell(const struct found *found, size_t row, size_t column)
{
	const char *cell = table_cell(&found->devices, row, column);

	return cell ? cell : "";
}

static size_t column_of(const struct table *table, const char *name)
{
	size_t i = 0;

	while (strcmp(table->columns[i].name, name))
		i++;
	return i;
}

static bool is_loopback(const char *name)
{
	return !strcmp(name, "net:lo");
}

/*
 * Commands take what is named, which comes last, or nodes, which come first, or those interfaces
 * that judge_taken() looks at.
 */
static void judge(struct found *found, size_t row)
{
	const char *name = found_cell(found, row, found->name);
	bool live = !strcmp(found_cell(found, row, found->state), "live");
	bool node = !strncmp(name, "/dev/gpcd", 9);

	found->router = found->router || (live && !gpcd_nic_named(name));
	found->node = found->node || node;
	if (device_is_named())
		found->usable = live;
	else if (node)
		found->usable = found->usable || live;
	else if (live && (!found->other || is_loopback(found->other)))
		found->other = name;
}

/* Commands that are given no name leave out loopback, bridges and the like. */
static int judge_taken(void *data, const char *name)
{
	struct found *found = data;

	for (size_t i = 0; i < table_rows(&found->devices); i++) {
		if (!strcmp(found_cell(found, i, found->name), name) &&
		    !strcmp(found_cell(found, i, found->state), "live"))
			found->usable = true;
	}
	return 0;
}

/* List the devices; what is reported about them is kept for the screen. */
static int devices_found(struct found *found)
{
	FILE *said = open_memstream(&found->said, &found->length);

	if (!said)
		return -ENOMEM;
	complain_to(said);
	list_devices(&found->devices);
	complain_to(NULL);
	if (fclose(said) || found->devices.error)
		return -ENOMEM;
	found->name = column_of(&found->devices, "device");
	found->state = column_of(&found->devices, "state");
	for (size_t i = 0; i < table_rows(&found->devices); i++)
		judge(found, i);
	if (found->node || device_is_named()) {
		found->other = NULL;
		return 0;
	}
	/* What cannot be searched has been reported with the list. */
	devname_each(DEVNAME_NICS, judge_taken, found);
	return 0;
}

static void add_devices(struct out *out, const struct found *found)
{
	size_t rows = table_rows(&found->devices);
	struct table part = found->devices;
	struct columns shown;

	out_add(out, "This machine has %s\n", rows ? "these devices:" : "no device to read.");
	if (!rows)
		return;
	if (rows > DEVICES_MOST)
		part.count = (DEVICES_MOST - 1) * part.ncolumns;
	/* One that was named is the last. */
	if (device_is_named())
		part.cells += (rows - table_rows(&part)) * part.ncolumns;
	columns_want(SHOWN_COLUMNS);
	out->error = columns_cut(&shown, &part);
	columns_want(NULL);
	if (out->error)
		return;
	shown.table.spare = SHOWN_ALWAYS;
	format_text.tables(out, &shown.table, 1);
	columns_free(&shown);
	if (rows > DEVICES_MOST)
		out_add(out, "and %zu more: see `gpcd list'\n", rows - (DEVICES_MOST - 1));
}

/* Add a text, broken between words. */
static void add_wrapped(struct out *out, const char *text, size_t length)
{
	size_t part;

	while (length > WIDTH - 2) {
		part = WIDTH - 2;
		while (part && text[part] != ' ')
			part--;
		if (!part)
			break;
		out_add(out, "  %.*s\n", (int)part, text);
		text += part + 1;
		length -= part + 1;
	}
	out_add(out, "  %.*s\n", (int)length, text);
}

/* Add why a device cannot be read; there is no room for more than one reason. */
static void add_reason(struct out *out, const struct found *found)
{
	size_t length = strcspn(found->said, "\n");

	if (!length)
		return;
	add_wrapped(out, found->said, length);
	if (length + 1 < found->length)
		out_string(out, "  and more: see `gpcd list'\n");
}

/* A port of a bus that is down is not in use; containers' ports come and go. */
static void add_down(struct out *out, const struct found *found)
{
	size_t bus = column_of(&found->devices, "bus"), link = column_of(&found->devices, "link");

	for (size_t i = 0; i < table_rows(&found->devices); i++) {
		const char *name = found_cell(found, i, found->name);

		if (strncmp(name, "net:", 4) || !*found_cell(found, i, bus) ||
		    strcmp(found_cell(found, i, link), "down"))
			continue;
		out_add(out, "  %s is down: `ip link set %s up', as root\n", name, name + 4);
		return;
	}
}

/* Add what is missing, and the command that mends it. */
static void add_missing(struct out *out, const struct found *found)
{
	add_reason(out, found);
	add_down(out, found);
	if (!found->router && !found->node)
		out_add(out, "  no router: `%s' makes one to try, without root\n", EMULATE);
	if (found->router && !getenv("GM_INTERCONNECT") && access(MAP, R_OK))
		out_add(out, "  no map of links: `%s' for your size, then -f map.txt\n", MAKE_MAP);
}

static void add_example(struct out *out, const char *command, const char *what)
{
	out_add(out, "  %-34s %s\n", command, what);
}

/* Add what can be tried with a device; @name is NULL if commands take it without -d. */
static void add_device_examples(struct out *out, const struct found *found, const char *name)
{
	const char *option = name ? " -d " : "";
	char top[WIDTH], stat[WIDTH];

	if (!name)
		name = "";
	snprintf(top, sizeof(top), "gpcd%s%s top", option, name);
	snprintf(stat, sizeof(stat), "gpcd%s%s stat sleep 1", option, name);
	add_example(out, top, "what is busy now; q ends it");
	add_example(out, stat, "what happened while a command ran");
	add_example(out, found->router ? "gpcd counters stalls" : "gpcd counters dropped",
		    "what is counted, by words in its meaning");
}

static void add_examples(struct out *out, const struct found *found)
{
	out_string(out, "\nTo try:\n");
	if (!found->usable && !found->other) {
		add_example(out, EMULATE, "a chip of your own, in a file");
		add_example(out, "gpcd -d image:g0.img stat sleep 1", "what it did in a second");
		add_example(out, "gpcd counters -c gemini stalls", "what it counts");
		return;
	}
	add_device_examples(out, found, found->usable ? NULL : found->other);
}

static void add_groups(struct out *out)
{
	out_string(out,
		   "\nCommands; `gpcd help COMMAND' says more, `gpcd --help' lists them all:\n");
	for (size_t i = 0; i < ARRAY_SIZE(groups); i++)
		out_add(out, "  %-11s %s\n", groups[i].purpose, groups[i].commands);
}

int front_door(void)
{
	struct found found = { 0 };
	struct out out = { 0 };

	out.error = devices_found(&found);
	if (!out.error) {
		add_devices(&out, &found);
		add_missing(&out, &found);
		add_examples(&out, &found);
		add_groups(&out);
	}
	out_record(&out);
	table_free(&found.devices);
	free(found.said);
	return out_end(&out);
}

// SPDX-License-Identifier: GPL-2.0-only
/* As the driver of Slingshot NICs: a file for each register, each with the time of its reading. */
#include <stdio.h>
#include <string.h>

#include "cli/wait/wait.h"
#include "layout.h"

#define NS_PER_SECOND	1000000000ULL

/* Restarts of a link that the driver remembers. */
#define RESTARTS	10

static int telemetry_text(void *owner, const char *key, char *room)
{
	uint64_t value, now;
	int err = device_read(owner, key, &value);

	if (err)
		return err;
	now = realtime_ns();
	return snprintf(room, TREE_TEXT_ROOM, "%llu@%llu.%09llu\n", (unsigned long long)value,
			(unsigned long long)(now / NS_PER_SECOND),
			(unsigned long long)(now % NS_PER_SECOND));
}

static int speed_text(void *owner, const char *key, char *room)
{
	double bits;
	int err = layout_bits(owner, key, &bits);

	return err ? err : snprintf(room, TREE_TEXT_ROOM, "%.0f\n", bits / 1e6);
}

/* Return the version that the driver gives, or NULL for what is no emulated Cassini. */
static const char *version_of(unsigned int chip)
{
	return chip == GPCD_CHIP_CASSINI1 ? "1.1" : chip == GPCD_CHIP_CASSINI2 ? "2.0" : NULL;
}

static void add_properties(struct layout_state *state, struct node *in, struct device *device)
{
	struct node *folder = tree_folder(&state->tree, in, "properties");
	const char *version = version_of(device->info.chip);

	if (version)
		layout_say(state, folder, "cassini_version", "%s\n", version);
	layout_address(state, folder, "nid", device);
	layout_say(state, folder, "uc_nic", "%u\n", device->info.nic_index);
	layout_speed(state, folder, "speed", device, speed_text);
	layout_link(state, folder, "link", device, "1\n0\n");
}

/* No restart is known. */
static void add_restarts(struct layout_state *state, struct node *in)
{
	struct node *folder = tree_folder(&state->tree, in, "link_restarts");
	char name[16];

	for (unsigned int i = 0; i < RESTARTS; i++) {
		snprintf(name, sizeof(name), "time_%u", i);
		tree_constant(&state->tree, folder, name, "0\n");
	}
}

static int cxi_add(struct layout_state *state, struct device *device, unsigned int number)
{
	struct tree *tree = &state->tree;
	struct node *in;
	char name[32];

	snprintf(name, sizeof(name), "cxi%u", number);
	in = tree_folder(tree, layout_class(state, "cxi", name), "device");
	layout_registers(state, tree_folder(tree, in, "telemetry"), telemetry_text, device);
	add_properties(state, in, device);
	layout_link(state, tree_folder(tree, in, "port"), "link", device, "up\ndown\n");
	add_restarts(state, in);
	return 0;
}

static bool cxi_suits(unsigned int chip)
{
	return version_of(chip) || !strcmp(gpcd_chip_name(chip), "cxi");
}

const struct layout layout_cxi = { "cxi", cxi_suits, cxi_add };

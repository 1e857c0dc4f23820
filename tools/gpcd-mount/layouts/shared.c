// SPDX-License-Identifier: GPL-2.0-only
/* What layouts share. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"

struct node *layout_class(struct layout_state *state, const char *class, const char *name)
{
	struct tree *tree = &state->tree;
	struct node *devices = tree_folder(tree, tree->root, "devices");
	struct node *folder = tree_folder(tree, tree_folder(tree, devices, "virtual"), class);
	struct node *classes = tree_folder(tree, tree->root, "class");
	char target[128];

	snprintf(target, sizeof(target), "../../devices/virtual/%s/%s", class, name);
	tree_link(tree, tree_folder(tree, classes, class), name, target);
	return tree_folder(tree, folder, name);
}

void layout_say(struct layout_state *state, struct node *in, const char *name, const char *fmt, ...)
{
	char text[128];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	tree_constant(&state->tree, in, name, text);
}

static int link_text(void *owner, const char *key, char *room)
{
	struct device_link link;
	int err = device_link(owner, &link), length = strcspn(key, "\n") + 1;

	if (err)
		return err;
	return snprintf(room, TREE_TEXT_ROOM, "%.*s", link.is_down ? (int)strlen(key) : length,
			link.is_down ? key + length : key);
}

void layout_link(struct layout_state *state, struct node *in, const char *name,
		 struct device *device, const char *text)
{
	tree_file(&state->tree, in, name, link_text, device, text);
}

static int address_text(void *owner, const char *key, char *room)
{
	struct device_link link;
	int err = device_link(owner, &link);

	(void)key;
	if (err)
		return err;
	return snprintf(room, TREE_TEXT_ROOM, "0x%llx\n", (unsigned long long)link.address);
}

void layout_address(struct layout_state *state, struct node *in, const char *name,
		    struct device *device)
{
	tree_file(&state->tree, in, name, address_text, device, NULL);
}

void layout_speed(struct layout_state *state, struct node *in, const char *name,
		  struct device *device, tree_text *text)
{
	char key[32];

	snprintf(key, sizeof(key), "%u", state->speed);
	tree_file(&state->tree, in, name, text, device, key);
}

/* The key of such a file is the speed of links that do not say theirs. */
int layout_bits(void *owner, const char *key, double *bits)
{
	struct device_link link;
	int err = device_link(owner, &link);

	*bits = link.bits_per_second ? link.bits_per_second : 1e9 * strtoul(key, NULL, 10);
	return err;
}

static bool layout_has_value(unsigned int kind)
{
	return gpcd_kind_counts(kind) || kind == GPCD_KIND_GAUGE;
}

/* A packed register has no value itself, but its fields may have. */
static void add_register(struct layout_state *state, struct node *in, tree_text *text,
			 struct device *device, const struct gpcd_reg *reg)
{
	const struct gpcd_rule *rule = reg->rule;
	char name[2 * GPCD_NAME_MAX];
	unsigned int length = gpcd_reg_name(reg, name);

	if (layout_has_value(rule->kind))
		tree_file(&state->tree, in, name, text, device, name);
	for (unsigned int i = 0; rule->kind == GPCD_KIND_PACKED && i < rule->nfields; i++) {
		if (!layout_has_value(rule->fields[i].kind))
			continue;
		snprintf(name + length, sizeof(name) - length, ":%s", rule->fields[i].name);
		tree_file(&state->tree, in, name, text, device, name);
	}
}

void layout_registers(struct layout_state *state, struct node *in, tree_text *text,
		      struct device *device)
{
	struct gpcd_reg reg;

	for (unsigned int i = 0; !gpcd_catalogue_at(device->info.chip, i, &reg); i++)
		add_register(state, in, text, device, &reg);
}

int layout_measure(struct layout_state *state, const struct device *device,
		   const struct metrics *metrics, const struct metric *only,
		   struct measure **measure)
{
	struct measure_links links;
	struct measure **longer;
	int err = measure_links(&links, device, state->map);

	if (!err)
		err = measure_make(measure, device, metrics, only, &links);
	free(links.list);
	if (err)
		return err;
	longer = reallocarray(state->measures, state->count + 1, sizeof(*longer));
	if (!longer) {
		measure_free(*measure);
		return -ENOMEM;
	}
	state->measures = longer;
	state->measures[state->count++] = *measure;
	return 0;
}

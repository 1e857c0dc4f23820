// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chips.h"
#include "cli/devname.h"
#include "gpcd-exporter/expose/page.h"

static int by_chip_name(const void *a, const void *b)
{
	return strcmp(((const struct chip *)a)->name, ((const struct chip *)b)->name);
}

/* Numbers of chips are unique in their domain, and a folder of images has domains of its own. */
static int name_chip(const char *device, const struct gpcd_info *info, char **name)
{
	const char *slash = devname_is_image(device) ? strrchr(device, '/') : NULL;
	const char *prefix = devname_is_image(device) ? "image:" : "";
	int length = slash ? (int)(slash + 1 - device) : (int)strlen(prefix);

	return asprintf(name, "%.*s%u:%llu", length, slash ? device : prefix, info->domain,
			(unsigned long long)info->chip_id) < 0 ? -ENOMEM : 0;
}

static void discard_chip(struct chip *chip)
{
	free(chip->name);
	free(chip->labels);
	free(chip->about);
	free(chip->sums);
	free(chip->series);
	free(chip);
}

static int describe_chip(struct chip *chip)
{
	const struct gpcd_info *info = &chip->info;
	char coordinate[40], *typed;

	snprintf(coordinate, sizeof(coordinate), "%u,%u,%u", info->coord[0], info->coord[1],
		 info->coord[2]);
	chip->labels = page_label(NULL, "chip", chip->name);
	if (!chip->labels)
		return -ENOMEM;
	typed = page_label(chip->labels, "type", gpcd_chip_name(info->chip));
	if (typed)
		chip->about = page_label(typed, "coordinate", coordinate);
	free(typed);
	return chip->about ? 0 : -ENOMEM;
}

static struct chip *find_named(const struct chips *chips, const char *name)
{
	const struct chip key = { .name = (char *)name };
	struct chip **found = tfind(&key, &chips->by_name, by_chip_name);

	return found ? *found : NULL;
}

/* Takes the name. */
static int make_chip(struct chips *chips, char *name, const struct gpcd_info *info,
		     struct chip **result)
{
	struct chip *chip = calloc(1, sizeof(*chip)), **node;

	if (!chip) {
		free(name);
		return -ENOMEM;
	}
	chip->name = name;
	chip->info = *info;
	node = describe_chip(chip) ? NULL : tsearch(chip, &chips->by_name, by_chip_name);
	if (!node || *node != chip) {
		discard_chip(chip);
		return node ? -EEXIST : -ENOMEM;
	}
	*result = chip;
	return 0;
}

static bool has_room(const struct chip *chip, const struct gpcd_info *info)
{
	return chip->info.chip == info->chip && !(chip->nics >> info->nic_index & 1) &&
	       !memcmp(chip->info.coord, info->coord, sizeof(info->coord));
}

int chips_join(struct chips *chips, const char *name, const char *label,
	       const struct gpcd_info *info, struct chip **chip)
{
	char *own;
	int err = name_chip(name, info, &own);

	*chip = err ? NULL : find_named(chips, own);
	if (*chip && !has_room(*chip, info)) {
		free(own);
		own = strdup(label);
		err = own ? 0 : -ENOMEM;
		*chip = NULL;
	} else if (*chip) {
		free(own);
	}
	if (!err && !*chip)
		err = make_chip(chips, own, info, chip);
	if (err)
		return err;
	(*chip)->nics |= 1ULL << info->nic_index;
	(*chip)->devices++;
	return 0;
}

void chips_leave(struct chips *chips, struct chip *chip, unsigned int nic)
{
	if (!chip)
		return;
	chip->nics &= ~(1ULL << nic);
	if (--chip->devices)
		return;
	tdelete(chip, &chips->by_name, by_chip_name);
	discard_chip(chip);
}

int chip_fit(struct chip *chip, unsigned int count, size_t subjects)
{
	if (chip->sums && chip->count == count && chip->subjects == subjects)
		return 0;
	free(chip->sums);
	free(chip->series);
	chip->sums = calloc(count, sizeof(*chip->sums));
	chip->series = calloc(subjects, sizeof(*chip->series));
	chip->count = count;
	chip->subjects = subjects;
	return chip->sums && chip->series ? 0 : -ENOMEM;
}

void chip_add(struct chip *chip, const struct totals *totals)
{
	for (unsigned int i = 0; i < totals->count; i++)
		chip->sums[i] += totals->list[i].sum - totals->list[i].before;
}

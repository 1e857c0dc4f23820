// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which chips are alike. A machine has thousands of chips, and few ways in which tiles are cabled:
 * what a metric of a link is computed from is found out once for each.
 */
#include <stdlib.h>
#include <string.h>

#include "chips.h"

static bool is_alike(const struct chips_alike *one, const struct chips_alike *other)
{
	return one->type == other->type && one->judged == other->judged &&
	       one->link_count == other->link_count &&
	       !memcmp(one->links, other->links, one->link_count * sizeof(*one->links));
}

struct chips_alike *alike_find(struct chips *chips, const struct chip *chip,
			       const struct links *links)
{
	struct chips_alike *alike, *known = chips->alike;

	alike = calloc(1, sizeof(*alike) + links->count * sizeof(*alike->links));
	if (!alike)
		return NULL;
	alike->type = chip->type;
	alike->judged = chip->judged;
	alike->chip = chips->count;
	alike->link_count = links->count;
	linked_take(alike->links, links);
	while (known && !is_alike(known, alike))
		known = known->next;
	if (known) {
		free(alike);
		return known;
	}
	alike->next = chips->alike;
	chips->alike = alike;
	return alike;
}

struct chip *alike_like(struct chips *chips, const struct chip *chip)
{
	struct chips_alike *alike = chip->alike;

	if (alike->chip < chips->count && chips->list[alike->chip].alike == alike)
		return &chips->list[alike->chip];
	/* The first one may have failed after all. */
	alike->chip = chips->count;
	for (size_t i = chips->count; i--;) {
		struct chip *like = &chips->list[i];

		if (like->type == chip->type && like->judged == chip->judged)
			return like;
	}
	return NULL;
}

void alike_free(struct chips *chips)
{
	while (chips->alike) {
		struct chips_alike *alike = chips->alike;

		chips->alike = alike->next;
		free(alike);
	}
}

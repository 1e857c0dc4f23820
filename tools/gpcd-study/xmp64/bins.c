// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bins.h"

int bins_add(struct bins *bins, uint64_t ps)
{
	size_t bin = ps / BINS_PS, room = 2 * (bin + 1);
	uint64_t *count;

	if (bin >= bins->room) {
		count = reallocarray(bins->count, room, sizeof(*count));
		if (!count)
			return -ENOMEM;
		memset(count + bins->room, 0, (room - bins->room) * sizeof(*count));
		bins->count = count;
		bins->room = room;
	}
	bins->count[bin]++;
	return 0;
}

void bins_free(struct bins *bins)
{
	free(bins->count);
}

/* 1, 2, 5, 10, 20, 50 ... */
static size_t next_width(size_t width)
{
	size_t power = 1;

	while (power * 10 <= width)
		power *= 10;
	return width == power ? 2 * power : width == 2 * power ? 5 * power : 10 * power;
}

/* All times lie inside the bins that are shown. */
static void join_bins(const struct bins *bins, struct bins_shown *shown)
{
	size_t i;

	for (i = 0; i < bins->room; i++)
		if (bins->count[i])
			shown->count[(i * BINS_PS - shown->from) / shown->width] += bins->count[i];
}

void bins_show(const struct bins *bins, struct bins_shown *shown)
{
	size_t first = 0, end = bins->room, width = 1;

	*shown = (struct bins_shown){ .width = BINS_PS };
	while (first < end && !bins->count[first])
		first++;
	while (end > first && !bins->count[end - 1])
		end--;
	if (first == end)
		return;
	while ((end - 1) / width - first / width >= BINS_SHOWN)
		width = next_width(width);
	shown->from = first / width * width * BINS_PS;
	shown->width = width * BINS_PS;
	shown->bins = (end - 1) / width - first / width + 1;
	join_bins(bins, shown);
}

void bins_show_beside(const struct bins *bins, const struct bins_shown *like,
		      struct bins_shown *shown)
{
	*shown = (struct bins_shown){
		.from = like->from, .width = like->width, .bins = like->bins,
	};
	join_bins(bins, shown);
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chart.h"

static int named_add(struct chart_lines *lines, const struct chart_line *line, const char *device,
		     const char *per, const char *name)
{
	struct chart_line *added = &lines->list[lines->count++];

	*added = *line;
	if (asprintf(&added->name, "%s%s%s%s%s", device ? device : "", device ? " " : "", per,
		     *per ? " " : "", name) >= 0)
		return 0;
	added->name = NULL;
	return -ENOMEM;
}

/* Add links in their order, each with its track; those without tiles have none. */
static int links_add(struct chart_lines *lines, const struct tracks *tracks, const char *device)
{
	const struct links *links = &lines->links;
	const struct track *track = tracks->list, *end = track + tracks->count;
	char name[LINKS_NAME];
	int err = 0;

	for (unsigned int i = 0; i < links->count && !err; i++) {
		struct chart_line line = { .link = &links->link[i] };

		links_name(links->aries, line.link->direction, line.link->far, name);
		if (line.link->count && (track == end || strcmp(track->object, name)))
			continue;
		if (line.link->count)
			line.track = track++;
		err = named_add(lines, &line, device, "", name);
	}
	return err;
}

/* A tile's object is only "row,column". */
static int tracks_lines_add(struct chart_lines *lines, const struct tracks *tracks,
			    const char *device)
{
	int err = 0;

	for (size_t i = 0; i < tracks->count && !err; i++) {
		const struct chart_line line = { .track = &tracks->list[i] };

		err = named_add(lines, &line, device, strcmp(line.track->per, "tile") ? "" : "tile",
				*line.track->object ? line.track->object : line.track->name);
	}
	return err;
}

int chart_lines_find(struct chart_lines *lines, const struct tracks *tracks, const char *device)
{
	lines->list = calloc(tracks->count + lines->links.count, sizeof(*lines->list));
	if (!lines->list)
		return -ENOMEM;
	return lines->links.count ? links_add(lines, tracks, device) :
				    tracks_lines_add(lines, tracks, device);
}

void chart_lines_free(struct chart_lines *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		free(lines->list[i].name);
	free(lines->list);
	*lines = (struct chart_lines) { 0 };
}

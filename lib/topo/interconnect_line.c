// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdio.h>

#include "topo/family/dragonfly.h"
#include "topo/interconnect_scan.h"

static inline bool scan_gemini_tile(struct scan *scan, struct line_end *end)
{
	scan->wanted = "row and column of a network tile";
	if (scan->end - scan->at < 2)
		return false;
	end->tile = line_digits_tile(scan->at);
	end->tile_at = scan->at - scan->begin;
	if (!line_tile_is_network(end->tile))
		return false;
	scan->at += 2;
	return true;
}

static inline bool scan_place(struct scan *scan, struct gemini_place *place)
{
	return scan_slot(scan, INTERCONNECT_COORD, 7, place) &&
	       scan_char(scan, "g") && scan_number(scan, 1, &place->gemini);
}

static inline bool scan_gemini_coord(struct scan *scan, unsigned int *coord)
{
	return skip_blanks(scan) && scan_char(scan, "[") &&
	       skip_blanks(scan) && scan_char(scan, "(") &&
	       scan_axis(scan, INTERCONNECT_COORD, &coord[0]) && scan_char(scan, ",") &&
	       scan_axis(scan, INTERCONNECT_COORD, &coord[1]) && scan_char(scan, ",") &&
	       scan_axis(scan, INTERCONNECT_COORD, &coord[2]) && scan_char(scan, ")") &&
	       skip_blanks(scan) && scan_char(scan, "]");
}

static bool scan_gemini_end(struct scan *scan, struct line_end *end)
{
	return scan_place(scan, &end->place) && scan_char(scan, "l") &&
	       scan_gemini_tile(scan, end) && scan_gemini_coord(scan, end->coord);
}

static bool scan_link(struct scan *scan, struct line *line)
{
	skip_blanks(scan);
	scan->wanted = "X+, X-, Y+, Y-, Z+ or Z-";
	if (scan->end - scan->at < 2)
		return false;
	line->link = line_link(scan->at);
	line->link_at = scan->at - scan->begin;
	if (line->link == GEMINI_HOST)
		return false;
	scan->at += 2;
	return true;
}

/* A length in digits and a dimension may follow, as in cable11x. */
static void skip_cable(struct scan *scan)
{
	while (scan->at < scan->end && *scan->at >= '0' && *scan->at <= '9')
		scan->at++;
	if (scan->at < scan->end && *scan->at >= 'x' && *scan->at <= 'z')
		scan->at++;
}

static bool scan_medium(struct scan *scan, enum gemini_medium *medium)
{
	const char *begin;

	skip_blanks(scan);
	begin = scan->at;
	if (scan_text(scan, "backplane")) {
		*medium = GEMINI_BACKPLANE;
	} else if (scan_text(scan, "mezzanine")) {
		*medium = GEMINI_MEZZANINE;
	} else if (scan_text(scan, "cable")) {
		*medium = GEMINI_CABLE;
		skip_cable(scan);
	}
	if (scan->at > begin && (scan->at == scan->end || is_blank(*scan->at)))
		return true;
	scan->at = begin;
	scan->wanted = "backplane, mezzanine or cable";
	return false;
}

static bool scan_line(struct scan *scan, struct line *line)
{
	return scan_gemini_end(scan, &line->from) && scan_link(scan, line) &&
	       skip_blanks(scan) && scan_text(scan, "->") && scan_gemini_end(scan, &line->to) &&
	       skip_blanks(scan) && scan_text(scan, "LinkType:") &&
	       scan_medium(scan, &line->medium) && scan_nothing(scan);
}

int line_is_blank(const char *text, size_t length)
{
	struct scan scan = { .at = text, .begin = text, .end = text + length };

	skip_blanks(&scan);
	return scan.at == scan.end;
}

char line_chip(const char *text, size_t length)
{
	struct scan scan = { .at = text, .begin = text, .end = text + length };
	struct gemini_place place;

	if (!scan_slot(&scan, ARIES_COLUMN, DRAGONFLY_BLADES - 1, &place))
		return 0;
	return scan_char(&scan, "g") ? 'g' : scan_char(&scan, "a") ? 'a' : 0;
}

int scan_refuse(const struct scan *scan, struct interconnect_error *error)
{
	size_t column = scan->at - scan->begin + 1;

	if (scan->at == scan->begin)
		snprintf(error->reason, sizeof(error->reason),
			 "no name of a chip: this is no interconnect file, as `rtr -i' prints");
	else if (scan->wanted)
		snprintf(error->reason, sizeof(error->reason), "column %zu: wanted %s", column,
			 scan->wanted);
	else
		snprintf(error->reason, sizeof(error->reason),
			 "column %zu: wanted a number up to %u", column, scan->most);
	return -EBADMSG;
}

int line_parse(struct line *line, const char *text, size_t length,
	       struct interconnect_error *error)
{
	struct scan scan = { .at = text, .begin = text, .end = text + length };

	return scan_line(&scan, line) ? 0 : scan_refuse(&scan, error);
}

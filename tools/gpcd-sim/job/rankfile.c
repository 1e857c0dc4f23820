// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/infile.h"
#include "cli/out/complain.h"
#include "cli/parse.h"
#include "rankfile.h"

#define BLANKS		" \t\r\n"
#define NOWHERE		UINT32_MAX

/* Form of the lines; all lines of a file have the form of the first. */
enum form { FORM_UNKNOWN, FORM_ORDER, FORM_PAIRS };

/* A file that is being read. */
struct reader {
	const struct places *places; /* options, and the nodes that ranks in order take */
	const struct machine *machine;
	unsigned int line;
	enum form form; /* of all lines */
	uint32_t *node; /* by rank; NOWHERE: not read yet */
	uint32_t ranks; /* number of ranks read */
	uint32_t above; /* highest rank + 1 */
};

__printf(2, 3) static int refuse(const struct reader *reader, const char *fmt, ...)
{
	char text[256];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	complain("%s:%u: %s", reader->places->file, reader->line, text);
	return EXIT_USAGE;
}

static int place_rank(struct reader *reader, uint32_t rank, uint32_t node)
{
	if (rank >= PLACES_MAX)
		return refuse(reader, "rank %u: ranks are 0 to %u", rank, PLACES_MAX - 1);
	if (reader->node[rank] != NOWHERE)
		return refuse(reader, "rank %u is there twice: leave one of them", rank);
	reader->node[rank] = node;
	reader->ranks++;
	if (rank >= reader->above)
		reader->above = rank + 1;
	return 0;
}

/* --- ranks in the order of places --- */

static int add_in_order(struct reader *reader, char *text)
{
	char copy[32];
	uint32_t rank, last;
	int code = 0;

	snprintf(copy, sizeof(copy), "%s", text);
	if (parse_range(copy, &rank, &last))
		return refuse(reader, "'%s': ranks are numbers and ranges, 0,1,4-7", text);
	for (; rank <= last && !code; rank++) {
		if (reader->ranks == reader->places->ranks)
			return refuse(reader, "rank %u: %u places only: see --per-node, --nodes",
				      rank, reader->places->ranks);
		code = place_rank(reader, rank, reader->places->node[reader->ranks]);
	}
	return code;
}

/* A line may end with a comma and continue on the next line. */
static int read_order(struct reader *reader, char *line)
{
	char *part, *rest = line;
	int code = 0;

	while (!code && (part = strsep(&rest, ","))) {
		part += strspn(part, BLANKS);
		part[strcspn(part, BLANKS)] = '\0';
		if (*part || rest)
			code = add_in_order(reader, part);
	}
	return code;
}

/* --- a rank and its node --- */

static uint32_t node_find(const struct machine *machine, const char *name)
{
	const char *digit = strrchr(name, 'n');
	char chip_name[MACHINE_NAME];
	unsigned int chip;
	uint32_t node;

	if (!parse_u32(name, &node))
		return node < topo_nodes(&machine->fabric.topo) ? node : NOWHERE;
	if (!digit || digit[1] < '0' || digit[2] ||
	    digit[1] - '0' >= (int)topo_nics(&machine->fabric.topo))
		return NOWHERE;
	snprintf(chip_name, sizeof(chip_name), "%.*s", (int)(digit - name), name);
	chip = machine_chip(machine, chip_name);
	return chip == TOPO_NONE ? NOWHERE :
	       topo_node(&machine->fabric.topo, chip, digit[1] - '0');
}

static int read_pair(struct reader *reader, const char *first, const char *second)
{
	uint32_t rank, node = node_find(reader->machine, second);

	if (parse_u32(first, &rank))
		return refuse(reader, "'%s' is no rank: a line is a rank and its node", first);
	if (node == NOWHERE)
		return refuse(reader, "rank %u: no node '%s': 0 to %u, or c0-0c0s0g0n1", rank,
			      second, topo_nodes(&reader->machine->fabric.topo) - 1);
	return place_rank(reader, rank, node);
}

/* --- the file --- */

/* A line with a comma, or with one word only, has ranks in order. */
static enum form form_of(const char *line)
{
	const char *behind = line + strcspn(line, BLANKS);

	if (strchr(line, ','))
		return FORM_ORDER;
	return behind[strspn(behind, BLANKS)] ? FORM_PAIRS : FORM_ORDER;
}

static int read_line(struct reader *reader, char *line)
{
	char *first, *second, *more, *rest = NULL;
	enum form form;

	line[strcspn(line, "#\n")] = '\0';
	line += strspn(line, BLANKS);
	if (!*line)
		return 0;
	form = form_of(line);
	if (reader->form != FORM_UNKNOWN && reader->form != form)
		return refuse(reader, "a rank and its node, or ranks 0,1,4-7: not both in a file");
	reader->form = form;
	if (form == FORM_ORDER)
		return read_order(reader, line);
	first = strtok_r(line, BLANKS, &rest);
	second = strtok_r(NULL, BLANKS, &rest);
	more = strtok_r(NULL, BLANKS, &rest);
	return more ? refuse(reader, "'%s': a line is a rank and its node", more) :
	       read_pair(reader, first, second);
}

static int check_ranks(const struct reader *reader)
{
	const struct places *places = reader->places;
	uint32_t rank = 0;

	if (!reader->ranks) {
		complain("%s: no ranks: a line is a rank and its node, or ranks 0,1,4-7",
			 places->file);
		return EXIT_USAGE;
	}
	if (reader->form == FORM_PAIRS && places->dealt) {
		complain("%s names nodes: --nodes and --per-node go with ranks in order, 0,1,4-7",
			 places->file);
		return EXIT_USAGE;
	}
	while (rank < reader->above && reader->node[rank] != NOWHERE)
		rank++;
	if (rank == reader->above)
		return 0;
	complain("%s: rank %u is missing: each from 0 to %u must be there", places->file, rank,
		 reader->above - 1);
	return EXIT_USAGE;
}

static int read_lines(struct reader *reader, FILE *file)
{
	char *line = NULL;
	size_t room = 0;
	int code = 0, more;

	while (!code && (more = infile_line(file, &line, &room))) {
		reader->line++;
		code = more < 0 ? infile_failed(reader->places->file, more) :
		       read_line(reader, line);
	}
	free(line);
	return code ? code : check_ranks(reader);
}

int rankfile_read(struct places *places, const struct machine *machine)
{
	struct reader reader = { .places = places, .machine = machine };
	FILE *file = infile_text(places->file);
	int code;

	if (!file)
		return EXIT_INPUT;
	reader.node = malloc(PLACES_MAX * sizeof(*reader.node));
	if (reader.node) {
		memset(reader.node, 0xff, PLACES_MAX * sizeof(*reader.node));
		code = read_lines(&reader, file);
	} else {
		code = complain_error(places->file, -ENOMEM);
	}
	infile_close(file);
	if (code) {
		free(reader.node);
		return code;
	}
	free(places->node);
	places->node = reader.node;
	places->ranks = reader.ranks;
	return 0;
}

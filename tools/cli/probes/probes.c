// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/parse.h"
#include "probes.h"

/* Columns of a line. */
#define COLUMNS	7

void probes_write(FILE *file, const struct probe *probe, const struct fit_value *time)
{
	fprintf(file, "%s,%" PRIu64 ",%" PRIu32 ",%" PRIu64 ",%.17g,%.17g,%.17g\n",
		probe_words[probe->kind], probe->bytes, probe->count, probe->delay, time->ns,
		time->low, time->high);
}

/* Split a line at its commas. Return the number of columns, at most COLUMNS + 1. */
static unsigned int columns_divide(char *line, char *columns[COLUMNS + 1])
{
	unsigned int count = 0;

	line[strcspn(line, "\r\n")] = '\0';
	while (line && count <= COLUMNS)
		columns[count++] = strsep(&line, ",");
	return count;
}

static int probe_parse_kind(const char *word, enum fit_kind *kind)
{
	for (unsigned int i = 0; i < PROBE_KINDS; i++) {
		if (!strcmp(word, probe_words[i])) {
			*kind = (enum fit_kind)i;
			return 0;
		}
	}
	return -1;
}

static const char *probe_parse_times(char *columns[], struct fit_value *time)
{
	if (parse_data(columns[0], &time->ns) || parse_data(columns[1], &time->low) ||
	    parse_data(columns[2], &time->high))
		return "times are numbers of ns";
	if (time->ns < 0 || !(time->low <= time->ns && time->ns <= time->high))
		return "a time is not below 0, and lies within its interval";
	return NULL;
}

static const char *probe_parse(char *line, struct fit_probe *probe)
{
	char *columns[COLUMNS + 1];
	uint64_t delay;

	if (columns_divide(line, columns) != COLUMNS)
		return "a line has seven columns: " PROBES_HEAD;
	if (probe_parse_kind(columns[0], &probe->kind))
		return "a probe is send, ping or delay";
	if (parse_number(columns[1], &probe->bytes) || probe->bytes > PROGRAM_SIZE)
		return "bytes: a number, up to 2^52";
	if (parse_between(columns[2], 1, PROBE_COUNT, &probe->count))
		return "count: 1 to 2^20";
	if (parse_number(columns[3], &delay) || delay > PROGRAM_SIZE)
		return "delay_ns: a number, up to 2^52";
	if (delay && probe->kind != FIT_DELAY)
		return "delay_ns: 0, but of `delay'";
	probe->delay = delay;
	return probe_parse_times(columns + 4, &probe->time);
}

const char *probes_read(FILE *file, struct probes *probes)
{
	const char *wrong = NULL;
	char *line = NULL;
	size_t room = 0;
	ssize_t got;

	probes->count = 0;
	for (probes->line = 1; !wrong && (got = getline(&line, &room, file)) >= 0; probes->line++) {
		if (memchr(line, '\0', got)) {
			wrong = "a byte 0: times of probes are a text";
		} else if (probes->line == 1) {
			line[strcspn(line, "\r\n")] = '\0';
			wrong = strcmp(line, PROBES_HEAD) ? "the heading is " PROBES_HEAD : NULL;
		} else if (probes->count == PROBES_MOST) {
			wrong = "up to 1024 probes";
		} else {
			wrong = probe_parse(line, &probes->list[probes->count++]);
		}
	}
	/* If getline(3) runs out of memory, it fails without setting the file's error. */
	if (!wrong && !feof(file))
		wrong = strerror(errno);
	free(line);
	if (!wrong && probes->line == 1)
		wrong = "it is empty";
	probes->line -= wrong && probes->line > 1;
	return wrong;
}

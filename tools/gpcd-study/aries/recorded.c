// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/infile.h"
#include "cli/out/complain.h"
#include "cli/parse.h"
#include "trials.h"
#include "stats/stats.h"

/* A recorded time. */
struct recorded {
	uint64_t bytes; /* size of the message */
	double us;
};

/* All recorded times, in the order of the file and later by size. */
struct recording {
	struct recorded *each;
	size_t count;
};

static int by_size(const void *a, const void *b)
{
	const struct recorded *one = a, *other = b;

	return (one->bytes > other->bytes) - (one->bytes < other->bytes);
}

static int take_time(struct recording *recording, char *line)
{
	struct recorded *more;
	char *comma = strchr(line, ',');
	uint64_t bytes, ns;

	line[strcspn(line, "\r")] = '\0';
	if (!comma)
		return -EINVAL;
	*comma++ = '\0';
	if (parse_number(line, &bytes) || parse_number(comma, &ns))
		return -EINVAL;
	/* Memory grows when the count is a power of two. */
	if (!(recording->count & (recording->count - 1))) {
		more = realloc(recording->each, (2 * recording->count + 1) * sizeof(*more));
		if (!more)
			return -ENOMEM;
		recording->each = more;
	}
	recording->each[recording->count++] = (struct recorded){ bytes, ns / 1e3 };
	return 0;
}

static int take_file(struct recording *recording, FILE *file, const char *path)
{
	unsigned long number = 0;
	char *line = NULL;
	size_t room = 0;
	int err = 0, more;

	while (!err && (more = infile_line(file, &line, &room))) {
		if (more < 0)
			err = more;
		else if (++number > 1 || strncmp(line, "bytes,ns", 8))
			err = take_time(recording, line);
	}
	free(line);
	if (err == -EINVAL) {
		complain("%s:%lu: not BYTES,NS: two whole numbers", path, number);
		return EXIT_INPUT;
	}
	if (err)
		return infile_failed(path, err);
	if (recording->count)
		return 0;
	complain("%s: no times: lines of BYTES,NS, as docs/examples/alltoall.c writes them", path);
	return EXIT_INPUT;
}

static void add_size(struct results *results, struct result *result, uint64_t bytes,
		     const struct stats_summary *summary)
{
	result_numbers(results, result,
		       (double[]){ bytes, summary->n, summary->min, summary->q1, summary->median,
				   summary->q3, summary->max, summary->low, summary->high,
				   summary->qcd }, 10);
}

/* Summarize each size. */
static int add_sizes(const struct recording *recording, struct results *results)
{
	struct result *result = results_begin(results, "recorded",
		"bytes n min_us q1_us median_us q3_us max_us low_us high_us qcd");
	double *values = calloc(recording->count, sizeof(*values));
	struct stats_summary summary;
	size_t first = 0, count;

	if (!values)
		return complain_error("times", -ENOMEM);
	for (; first < recording->count; first += count) {
		for (count = 0; first + count < recording->count &&
		     recording->each[first + count].bytes == recording->each[first].bytes; count++)
			values[count] = recording->each[first + count].us;
		stats_summarise(values, count, &summary);
		add_size(results, result, recording->each[first].bytes, &summary);
	}
	free(values);
	return 0;
}

int recorded_find(const char *path, struct results *results)
{
	struct recording recording = { 0 };
	FILE *file = infile_text(path);
	int code;

	if (!file)
		return EXIT_INPUT;
	code = take_file(&recording, file, path);
	infile_close(file);
	if (!code) {
		qsort(recording.each, recording.count, sizeof(*recording.each), by_size);
		code = add_sizes(&recording, results);
	}
	free(recording.each);
	return code;
}

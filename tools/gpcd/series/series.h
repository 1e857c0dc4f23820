/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples of a group of registers, of metrics computed from them, and of sums by link: a series or
 * just one. Their values, one by one and by link, and how each format prints them.
 */
#ifndef SERIES_H
#define SERIES_H

#include <gpcd/gpcd.h>
#include <stdbool.h>
#include <stddef.h>

#include "metrics/bound.h"

struct linksums;
struct out;

/* How a sample shows a counter. */
enum series_mode {
	SERIES_RAW,
	SERIES_DELTA, /* difference to the sample before */
	SERIES_RATE, /* that difference per second */
};

/*
 * What all samples of a series share. The values of a sample are registers, then metrics, or else
 * only sums by link; metrics and sums are the same in each mode.
 */
struct series {
	struct gpcd *device;
	struct gpcd_group *group;
	enum series_mode mode;
	const struct metrics_bound *bound; /* metrics, or NULL */
	/*
	 * with metrics: how many registers of group, from the first, are values; the others serve
	 * the metrics
	 */
	unsigned int shown;
	struct linksums *sums; /* sums by link, or NULL */
	unsigned int coord[3]; /* of the device */
	const char *host; /* where the device was read; NULL: this machine */
	struct {
		int width; /* of the longest; 0: not known yet */
		bool plain; /* all have printable ASCII only */
	} names; /* of the values, as text shows them */
};

/* A sample of a series. */
struct sample {
	struct series *series;
	const struct gpcd_snapshot *before; /* for deltas, rates and most metrics; or NULL */
	const struct gpcd_snapshot *now;
	uint64_t number; /* from 1; 0: the only sample */
	uint64_t missed; /* periods without a sample since the one before */
	bool named; /* several devices: text names this one */
	bool heading; /* text names the columns of sums */
};

/*
 * Open the named device and make a group of registers. @names is ended by NULL; if it is NULL or
 * empty, use the static tile counters. Call series_close() if 0 is returned. Report any error and
 * return the exit code.
 */
int series_open(struct series *series, char **names);

/* Free the group and close the device. */
void series_close(struct series *series);

/* Size of the longest name of a value with its NUL. */
#define SERIES_NAME_MAX (METRICS_NAME_ROOM + METRICS_OBJECT_ROOM + 2 * GPCD_NAME_MAX)

/* Count the registers that are values; they are the first values, in the order of the group. */
unsigned int series_registers(const struct series *series);

/* Count the values of a sample. */
unsigned int series_values(const struct series *series);

/*
 * Return the name of a value: the group's, or one written to @room. A metric per tile or link, and
 * a sum, has ":OBJECT".
 */
const char *series_name(const struct series *series, unsigned int i, char room[SERIES_NAME_MAX]);

/* Return the name for people: a metric per tile or link has its short name, as "X+.bytes". */
const char *series_short_name(const struct series *series, unsigned int i,
			      char room[SERIES_NAME_MAX]);

/* Return the unit of a value, without series_per_second(); "" if there is none. */
const char *series_unit(const struct series *series, unsigned int i);

/* Return "/s" for a register if the mode is SERIES_RATE, and for a sum per second, otherwise "". */
const char *series_per_second(const struct series *series, unsigned int i);

/* Check if a value has a fraction. */
bool series_real(const struct series *series, unsigned int i);

/* Size of the longest value with its NUL. */
#define SAMPLE_VALUE_MAX 32

/* Return "raw", "delta" or "rate". */
const char *series_mode_name(enum series_mode mode);

/*
 * Check if a value may have more than 53 bits, too many for a number in JSON. This depends on the
 * width of the register, not on its value.
 */
int series_wide(const struct series *series, unsigned int i);

/* Count the registers that could not be read. */
unsigned int sample_unreadable(const struct sample *sample);

/* Check if values of a sample may mix two updates of the chip. */
bool sample_torn(const struct sample *sample);

/*
 * Return what is doubtful about an existing value whose status sample_value() has returned: "torn"
 * if it may mix two updates of the chip; "wrapped" if it is a delta or rate of a counter that may
 * have wrapped more than once; "saturated" if the counter stays at this maximum; "stale" if it was
 * given before; NULL: nothing. A metric of doubtful registers has no value.
 */
const char *sample_value_doubt(const struct sample *sample, unsigned int i, const char *status);

/*
 * Return the status of a whole sample, the first that applies: "torn" if values may mix two updates
 * of the chip, "part" if a value is missing, "wrapped" if a counter may have wrapped more than once
 * since the sample before, "ok".
 */
const char *sample_status(const struct sample *sample);

/*
 * Write a value in decimal to @text, or "" if there is none. Return its status: "ok", a doubt,
 * or why there is none.
 */
const char *sample_value(const struct sample *sample, unsigned int i,
			 char text[SAMPLE_VALUE_MAX]);

/* Report which registers could not be read, and why. Return the exit code. */
int sample_complain(const struct sample *sample);

/*
 * Report the counter that wraps soonest if it may have wrapped more than once between the readings;
 * return true if so. Counters of the series' metrics are checked and, if @registers, its registers,
 * too.
 */
bool narrow_warn(const struct series *series, bool registers, const struct gpcd_snapshot *before,
		 const struct gpcd_snapshot *after);

/* --- by link: a row for each link, a column for each metric per link, or for each sum --- */

/* No such value, or no such column. */
#define BYLINK_NONE ((size_t)-1)

/* Size of the longest name of a link with its NUL. */
#define BYLINK_NAME	METRICS_OBJECT_ROOM

/* Count the links; some may have no row. */
size_t bylink_count(const struct series *series);

/* Write the name of a link to @name and return it. */
const char *bylink_link(const struct series *series, size_t link, char name[BYLINK_NAME]);

/* Check if a link has a row. Without tiles it has no metrics, but has sums without values. */
bool bylink_has(const struct series *series, size_t link);

/*
 * Return the column after @after, or the first one for BYLINK_NONE; BYLINK_NONE after the last.
 * @series has metrics per link only, or sums.
 */
size_t bylink_column(const struct series *series, size_t after);

/* Write the name of a column to @name and return it. */
const char *bylink_name(const struct series *series, size_t column, char name[SERIES_NAME_MAX]);

/*
 * Return the index in a sample of the value of a link and a column; BYLINK_NONE if the link has no
 * such metric.
 */
size_t bylink_value(const struct series *series, size_t link, size_t column);

/* Return the status of a link's row, like sample_status(). */
const char *bylink_status(const struct sample *sample, size_t link);

/* --- in each format; commands print samples through these functions only --- */

/*
 * The functions of a format. All add to a record and leave errors in it. Headers may be NULL: the
 * format has none.
 */
struct sample_format {
	/* header for samples of registers */
	void (*series)(struct out *out, const struct series *series);
	void (*sample)(struct out *out, const struct sample *sample); /* one sample of registers */
	/* header for samples of metrics or sums by link */
	void (*bylink_header)(struct out *out, const struct series *series);
	/* one sample by link, a row for each */
	void (*bylink)(struct out *out, const struct sample *sample);
};

/* Text for people, with a heading for each sample if wanted. */
extern const struct sample_format sample_text;

/* Add a line that names a device in text. */
void text_device(struct out *out, const struct gpcd *device);

/* A header line, then a line for each sample or link. */
extern const struct sample_format sample_csv;

/* A line with an object for each sample. */
extern const struct sample_format sample_json;

/* A row for each value: --long, and formats without functions of their own. */
extern const struct sample_format sample_values;

/* Return the functions of the chosen format. */
const struct sample_format *sample_format(void);

#endif /* SERIES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Samples in each format: value by value, or link by link (bylink.h). Commands print samples
 * through these functions only.
 */
#ifndef SAMPLE_FORMAT_H
#define SAMPLE_FORMAT_H

#include <stdbool.h>

struct gpcd;
struct out;
struct sample;
struct series;

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

#endif /* SAMPLE_FORMAT_H */

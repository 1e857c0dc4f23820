/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How samples look in each format: of registers (series.h), and of chips' links (watch.h).
 * Commands never print samples themselves.
 */
#ifndef SAMPLE_FORMAT_H
#define SAMPLE_FORMAT_H

#include <stdbool.h>

struct gpcd;
struct out;
struct router_kind;
struct sample;
struct series;
struct watch_sample;

/**
 * struct sample_format - how samples look in a format
 * @series: add what comes before the first sample of registers; NULL: nothing does
 * @sample: add one sample of registers
 * @links_header: add what comes before the first sample of links of a type of chip, with or
 *	without rates; NULL: nothing does
 * @links: add one sample of links
 * @bylink_header: add what comes before the first sample of metrics per link; NULL: nothing does
 * @bylink: add one sample of metrics per link, a row for each link
 *
 * All add to a record, and leave errors in it.
 */
struct sample_format {
	void (*series)(struct out *out, const struct series *series);
	void (*sample)(struct out *out, const struct sample *sample);
	void (*links_header)(struct out *out, const struct router_kind *kind, bool rates);
	void (*links)(struct out *out, const struct watch_sample *sample);
	void (*bylink_header)(struct out *out, const struct series *series);
	void (*bylink)(struct out *out, const struct sample *sample);
};

/** sample_text - samples for people; each has a heading of its own where that is wanted */
extern const struct sample_format sample_text;

/**
 * text_device() - add a line that names a device, as text for people has it
 * @out: the record
 * @device: the device
 */
void text_device(struct out *out, const struct gpcd *device);

/** sample_csv - a header line, then a line for each sample or link */
extern const struct sample_format sample_csv;

/** sample_json - a line with an object for each sample or chip */
extern const struct sample_format sample_json;

/** sample_long - CSV of another schema: a line for each value */
extern const struct sample_format sample_long;

/**
 * sample_format() - find how samples look in the format that --csv, --json or --long chose
 *
 * Return: the functions of that format.
 */
const struct sample_format *sample_format(void);

#endif /* SAMPLE_FORMAT_H */

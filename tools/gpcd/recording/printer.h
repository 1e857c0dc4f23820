/* SPDX-License-Identifier: GPL-2.0-only */
/* Print a recording as `gpcd sample' would have printed it: all of it, or what is chosen of it. */
#ifndef RECORDING_PRINTER_H
#define RECORDING_PRINTER_H

#include "cli/out/out.h"
#include "tracks.h"

/* What is printed of a recording; what belongs to the printer itself is zero at first. */
struct printer {
	const struct playback *playback;
	const struct played *only; /* the only device to print; NULL: all */
	enum series_mode mode;
	char **names; /* registers and metrics, ended by NULL; none: of -m, or all registers */
	struct measuring *measuring; /* metrics of -m, and where links lead */
	struct tracks *chosen; /* of each device; NULL: all that was recorded */
	size_t opened; /* devices that chosen has */
	char *argz; /* names without globs over what was recorded, an argz(3) vector */
	size_t size; /* bytes of argz */
	struct out out;
};

/*
 * Begin: find what is chosen, which must be recorded, and print a header. Call printer_close() in
 * any case. Report any error and return the exit code.
 */
int printer_open(struct printer *printer);

/* Print the record that was read last. Return the exit code. */
int printer_record(struct printer *printer);

/* End, and return the exit code of the output. */
int printer_close(struct printer *printer);

#endif /* RECORDING_PRINTER_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A run of the event engine, and what follows it: register images, a recording.
 */
#ifndef SIMULATE_H
#define SIMULATE_H

#include "cli/util.h"
#include "engine.h"

struct net_images;
struct recorder;

/* --- register images --- */

/* Images that follow a network, and when they are written. */
struct drive {
	const char *folder; /* of image files, one for each NIC, or NULL */
	struct option_list chips; /* chips that have image files; none: all */
	struct option_list devices; /* "gpcd_emuN=CHIP" */
	double pace; /* seconds of the chips' time in a second; 0: unpaced */
	uint64_t period; /* from one write to the next, ns */
	const struct engine *engine; /* whose network several processes simulate, or NULL */
	struct net_images *images; /* once they are open */
	int failed; /* exit code of the first image that was lost since, or 0 */
};

/* The options --image, --chips, --device, --pace and --interval. */
extern const struct options drive_options;

/* Return true if --image or --device is given. */
bool drive_wanted(const struct drive *drive);

/* Estimate the room (bytes) that the image files of a machine take. */
uint64_t drive_bytes(const struct drive *drive, const struct machine *machine);

/*
 * Check that a machine has the chips whose images are asked for. Return the exit code; errors are
 * reported.
 */
int drive_check(const struct drive *drive, const struct machine *machine);

/*
 * Make and open the images, after drive_check(), between stop_catch() and stop_heeded(). Call
 * drive_close() in any case. After an error or a signal, the image files that were made are
 * removed, and the folder if it was made too. Of several processes the first makes the files, and
 * each drives its own chips' files. Return the exit code; errors are reported.
 */
int drive_open(struct drive *drive, const struct machine *machine);

/*
 * Write the counters of a network into the images. An image that fails is reported and no longer
 * driven; the others continue. If last is set, an image that another process has locked is an
 * error. Return the exit code: 0 if any image is left.
 */
int drive_write(struct drive *drive, struct net *net, bool last);

/*
 * Close the images: their chips stay live, but their time stands still. Return the exit code of the
 * first image that failed, or 0.
 */
int drive_close(struct drive *drive);

/* --- a recording --- */

/* A recording of the counters of all links, and what else is done at the same times. */
struct sampler {
	const char *path; /* NULL: there is no recording */
	/* called at each of these times, the first and the last one of a run included; or NULL */
	void (*watch)(void *context, const struct engine *engine);
	void *context; /* for watch */
	uint64_t every; /* router cycles between records; 0: the default */
	bool tiles; /* record each tile, not the sums of links */
	int fd; /* of the recording */
	bool runs; /* once it is open */
	struct recorder *recorder; /* likewise, if there is a recording */
	uint64_t *values; /* of one record */
	uint64_t next; /* router cycle of the next record */
	uint64_t last; /* router cycle of the last record */
	bool failed; /* an error was reported: closing has the same one */
};

/* The options --record, --every and --tiles. */
extern const struct options sampler_options;

/*
 * If a recording or a watch is asked for, begin it with the present counters of a network of the
 * event engine. Call sampler_close() in any case. Return the exit code; errors are reported.
 */
int sampler_open(struct sampler *sampler, struct engine *engine, const char *title);

/* Return the router cycle of the next record, or NET_FOREVER if there is none. */
uint64_t sampler_next(const struct sampler *sampler);

/*
 * Add a record if it is due. The last record is due unless the network has not run since the one
 * before. Return the exit code; errors are reported.
 */
int sampler_take(struct sampler *sampler, struct engine *engine, bool last);

/* End the recording; { 0 } is allowed. Return the exit code; errors are reported. */
int sampler_close(struct sampler *sampler);

/* --- the run --- */

/* Router cycles (1 us) between two checks whether a run is over. */
#define SIMULATE_GRAIN	800

/* A run of the event engine. */
struct simulation {
	struct engine *engine;
	struct drive *drive; /* images that follow the network, or NULL */
	struct sampler *sampler; /* an open recording of it, or NULL */
	uint64_t until; /* first cycle not simulated; NET_FOREVER: until all has arrived */
	uint64_t bytes; /* payload of all traffic, if it ends, for progress; 0: unknown */
	bool (*over)(const void *context); /* is it over earlier? every SIMULATE_GRAIN; or NULL */
	const void *context; /* for over */
	bool asked; /* result: a signal asked for the end, maybe as late as in the last step */
	bool interrupted; /* result: the run was ended early */
};

/*
 * Run the event engine step by step until it is done or a signal asks for the end. Call it between
 * stop_catch() and stop_heeded(). Several processes simulate alike, and gather their counters in
 * the end. Return the exit code, the same in all; errors are reported.
 */
int simulate(struct simulation *simulation);

#endif /* SIMULATE_H */

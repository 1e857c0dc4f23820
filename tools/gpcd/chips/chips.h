/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The chips shown by `gpcd top': routers, and network interfaces of the host, which may disappear
 * and come back, read into a model.
 */
#ifndef CHIPS_H
#define CHIPS_H

#include <gpcd/gpcd.h>
#include <sys/types.h>

#include "cli/metrics/sets.h"
#include "metrics/bound.h"
#include "model.h"
#include "router/kind.h"
#include "series/linkmap.h"

struct chips;
struct out;

/* Where a value of a chip goes: row and number in the model. */
struct chip_target {
	uint32_t row;
	uint32_t number; /* enum model_number */
};

/*
 * What chips have in common whose type, tiles and links are alike: they share counters and bound
 * metrics.
 */
struct chips_alike {
	struct chips_alike *next;
	unsigned int type;
	const struct router_kind *judged;
	size_t chip; /* index of the first one that was opened */
	size_t link_count; /* 0 without a map */
	struct metrics_link links[];
};

/* A chip; initialise with { 0 }. */
struct chip {
	struct gpcd *device;
	unsigned int type; /* gpcd_chip() */
	bool is_nic; /* a network interface, not a router */
	unsigned int coord[3];
	uint64_t id; /* the same for all views of the chip */
	dev_t volume; /* with file, identifies an image; else 0 */
	ino_t file; /* inode */
	struct gpcd_group *group;
	struct gpcd_snapshot *before;
	struct gpcd_snapshot *after;
	const struct router_kind *judged; /* counters for causes lead its group; NULL: none do */
	struct chips_alike *alike; /* has the links of bound */
	size_t first_row; /* of its links, or of its only row, in the model */
	size_t first_tile; /* likewise, of tiles that came later */
	struct metrics_bound bound;
	struct chip_target *targets; /* for each number of bound */
	unsigned long readings; /* since it was opened */
	int failed; /* error of the last reading, or 0 */
	int reported; /* value of failed when last reported */
};

/*
 * Open a device; @info receives its description. Call chip_close() also after an error. Return 0 or
 * an error of gpcd_open().
 */
int chip_open(struct chip *chip, const char *name, struct gpcd_info *info);

/*
 * Make the group of a chip that has its links and metrics, and bind the metrics that the model
 * shows. It shares the group of @like, a chip of its type, unless it needs other registers, or
 * @like is NULL; and its bound metrics, if their links are alike. Return 0 or an error of
 * rows_bind().
 */
int chip_bind(struct chip *chip, const struct model *model, struct chip *like);

/*
 * Read a chip; if it is away, check if it is back. A device that has come back, or an image whose
 * file was replaced, is reopened by its name; its first reading has none to be compared with.
 * Return 0, or a negative errno if it is away: -EXDEV if another chip is in its place.
 */
int chip_read(struct chip *chip, const struct model *model);

/* Close the device and free what belongs to the chip, which is empty then. */
void chip_close(struct chip *chip);

/* --- its rows, and which metrics their numbers are --- */

/* Return which kind of rows have a metric. */
enum model_kind rows_kind(const struct metric *metric);

/* Return the place of a metric in rows, or MODEL_ALL if it has none. */
enum model_number rows_number(const struct model *model, const struct metric *metric);

/* Return whether a metric of a NIC's, or of a router's, type of chip has rows. */
bool rows_have(const struct metric *metric, bool is_nic);

/*
 * Choose the wanted metrics that have rows, of a type of chip, in the model; if it wants faults,
 * only those that have a limit. Return 0, or -E2BIG as
 * model_pick() does.
 */
int rows_choose(struct model *model, const struct metrics *metrics, bool is_nic,
		const struct sets_wanted *wanted);

/*
 * Check that the wanted metrics have rows of the chips. Return an exit code, after reporting any
 * error.
 */
int rows_check_wanted(const struct chips *chips, const struct model *model);

/*
 * Bind the metrics that rows show, for a chip that has its group and its links; or share those of
 * @like if they are the same. @like is a chip with the same group, or NULL. If its set lacks a
 * metric, there is no such number. Return 0 or an error of metrics_bind().
 */
int rows_bind(struct chip *chip, const struct model *model, struct chip *like);

/*
 * Add the rows of a chip, the last one of the model: each link, and each tile that has a metric; or
 * one row, of a NIC. @like, or NULL, is another chip whose bound metrics it shares. @map, or NULL,
 * finds the far ends of links. Return 0 or -ENOMEM.
 */
int rows_add(struct chip *chip, struct model *model, const struct links *links,
	     const struct linkmap *map, const struct chip *like);

/*
 * Bind the metrics of tiles, too, for a chip whose rows of tiles come later; or share those of
 * @like, which has them, if they are the same. Return 0, -EBUSY if they need other registers than
 * the group has, or an error of metrics_bind().
 */
int rows_bind_tiles(struct chip *chip, const struct model *model, struct chip *like);

/*
 * Add the rows of the tiles of chip @which, whose numbers begin at @from. @like is as for
 * rows_add(). Return 0 or -ENOMEM.
 */
int rows_add_tiles(struct chip *chip, struct model *model, size_t which, size_t from,
		   const struct chip *like);

/* Fill in the numbers of the rows of a chip that was read. */
void rows_fill(const struct chip *chip, struct model *model);

/* --- what is wrong with rows --- */

/* Most faults of a row; further ones are left out. */
#define FAULTS_MOST	8

/*
 * Find the faults of a row, the worst first: its chip is gone; tiles have failed; its link is down;
 * its chip's time stands still; a number is beyond its limit. What a chip as a whole has is found
 * with its first row of a kind that shows it. Return their number.
 */
unsigned int faults_find(const struct chips *chips, const struct model *model, size_t row,
			 struct model_fault faults[FAULTS_MOST]);

/* Set the worst fault of each row, after a sample of all chips. */
void faults_note(const struct chips *chips, struct model *model);

/* Begin a stream of tables of faults; text and JSON have nothing there. */
void faults_header(struct out *out);

/*
 * Add a table of the faults of rows of a kind; MODEL_KINDS: of links, or of tiles if there is no
 * map, and of NICs. It is a part of a stream that faults_header() began, or else a document. Text
 * says so if nothing is wrong.
 */
void faults_add(struct out *out, const struct chips *chips, const struct model *model,
		enum model_kind kind, bool stream);

/* --- causes of congestion --- */

struct causes;

/*
 * Prepare to find causes, by the map, in samples of all chips that are judged. Return NULL if there
 * is no memory.
 */
struct causes *causes_open(const struct chips *chips);

/*
 * Note which rows are roots of what is wrong since the sample before, and which are hurt. Return 0
 * or -ENOMEM; then nothing is noted.
 */
int causes_note(struct causes *causes, const struct chips *chips, struct model *model);

/* Free all; NULL is allowed. */
void causes_close(struct causes *causes);

/* --- all chips --- */

/* A type of chip. NIC drivers may give each interface counters of its own, and so a type. */
struct chips_type {
	struct chips_type *next;
	bool is_nic;
	struct metrics metrics;
	int code; /* exit code of reading and choosing them */
};

/* All chips; initialise with { 0 } except map and wanted. */
struct chips {
	struct chip *list; /* in the order of the model's chips */
	size_t count;
	void *ids; /* tree for tfind(3) of those in the list, while devices are opened */
	struct chips_type *types; /* the first was found last */
	struct chips_alike *alike; /* likewise */
	const struct linkmap *map; /* where links lead, or NULL */
	bool judged; /* with a map: look for causes of congestion */
	struct causes *causes; /* NULL: they are not looked for */
	int causes_failed; /* error of looking for them, or 0: reported once */
	struct sets_wanted wanted; /* chosen metrics; none: the default ones */
	bool is_torn; /* the last sample may mix two updates of a chip */
	int code; /* exit code of the first chip that could not be opened */
};

/*
 * Return what a chip that is about to be listed has in common with those that have such links. It
 * belongs to @chips. Return NULL if there is no memory.
 */
struct chips_alike *alike_find(struct chips *chips, const struct chip *chip,
			       const struct links *links);

/*
 * Return a listed chip whose group suits a chip that is about to be listed, if possible the first
 * one that is alike; or NULL.
 */
struct chip *alike_like(struct chips *chips, const struct chip *chip);

/* Free what chips have in common, after they were closed. */
void alike_free(struct chips *chips);

/*
 * Open the devices that -d and GPCD_DEVICE name, or all of this machine (its network interfaces, if
 * it has no router), and add them to the model.
 * Call chips_close() also after an error. If several devices of this machine are views of one chip,
 * only the first is opened. A device that cannot be opened is reported, and the others are opened.
 * Return 0, or the exit code if there is nothing to show.
 */
int chips_open(struct chips *chips, struct model *model);

/*
 * Read all chips into the model as its next sample, and set which are away and why; check if those
 * have come back. A chip without an earlier reading has only the numbers that need one reading.
 * Return the number of chips that were read.
 */
size_t chips_read(struct chips *chips, struct model *model);

/*
 * Add the rows of tiles that were to come later, with their numbers in the last sample; does
 * nothing if there are none. Return 0, or an error, after which the chips can only be closed.
 */
int chips_add_tiles(struct chips *chips, struct model *model);

/* Report which chips have gone or come back since the last call. */
void chips_report(struct chips *chips);

/* Return the exit code of the first chip that could not be opened or is away now, or 0. */
int chips_code(const struct chips *chips);

/* Close the devices and free what belongs to them. */
void chips_close(struct chips *chips);

#endif /* CHIPS_H */

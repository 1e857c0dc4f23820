/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The data shown by `gpcd top': rows of links, tiles and NICs, their numbers now and in earlier
 * samples. Independent of devices and terminals.
 */
#ifndef CHIPS_MODEL_H
#define CHIPS_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/util.h"
#include "metrics/set.h"
#include "metrics/value.h"

/* Samples that a row remembers. */
#define MODEL_HISTORY	128

/* Size of the longest name of a chip with its NUL; longer names lose their beginning. */
#define MODEL_NAME_ROOM	64

/* Size of the longest reason why a chip is not read, with its NUL. */
#define MODEL_WHY_ROOM	48

/* Most metrics that may be chosen for a kind of rows. */
#define MODEL_CHOSEN	16

/* Number of tiles at the far end of a link, if unknown. */
#define MODEL_UNKNOWN	(-1)

enum model_kind {
	MODEL_LINK,
	MODEL_TILE,
	MODEL_NIC, /* a network interface of the host */
	MODEL_KINDS,
};

/* The numbers of a row, which depend on its kind; chosen metrics follow MODEL_NUMBERS. */
enum model_number {
	/* links and tiles */
	MODEL_BYTES = 0, /* bytes that arrive per second */
	MODEL_USE, /* the same as a share of the capacity */
	MODEL_INPUT_STALLS, /* share of the time that something waits at the input */
	MODEL_CREDIT_STALLS, /* share of the time that the output waits for credits */
	MODEL_ROUTER_NUMBERS, /* how many these are */
	/* NICs; all but shares are per second */
	MODEL_RX_BYTES = 0,
	MODEL_TX_BYTES,
	MODEL_RX_USE, /* share of the link's speed */
	MODEL_TX_USE,
	MODEL_PAUSE_SHARE, /* share of the time that sending is paused */
	MODEL_PAUSES,
	MODEL_CONGESTION, /* congestion marks */
	MODEL_RETRANSMISSIONS,
	MODEL_DROPS,
	MODEL_ERRORS,
	MODEL_NUMBERS, /* how many each row has room for */
	MODEL_ALL = MODEL_NUMBERS + MODEL_CHOSEN, /* the same, with chosen metrics */
	/* derived: the greater of two numbers, or the known one */
	MODEL_STALLS = MODEL_ALL, /* links and tiles: input and credit stalls */
	MODEL_MORE_BYTES, /* NICs: received and sent */
	MODEL_MORE_USE,
};

/* A metric that was chosen to be shown. */
struct model_metric {
	char name[METRICS_NAME_ROOM];
	char unit[METRICS_UNIT_ROOM]; /* "" for a plain number */
	bool of_peak; /* a share of the capacity */
	enum model_number number; /* its place in rows */
};

/* What is wrong with a link, the worst last. */
enum model_mark {
	MODEL_SOUND,
	MODEL_SHORT, /* some of its tiles have failed, the same number at both ends if known */
	MODEL_UNEVEN, /* its ends have different numbers of tiles */
	MODEL_FAILED, /* all of its tiles have failed */
	MODEL_MARKS,
};

/* What a row of a link has to do with a cause of congestion. */
enum model_part {
	MODEL_APART, /* nothing, or it is not known */
	MODEL_HURT, /* of a host link: the chip's nodes wait for a root */
	MODEL_ROOT, /* it is the cause */
	MODEL_PARTS,
};

/* Kinds of faults. */
enum model_wrong {
	MODEL_RIGHT, /* there is none */
	MODEL_GONE, /* the chip is not read */
	MODEL_MARKED, /* what model_mark() says */
	MODEL_DOWN, /* a NIC's link is down */
	MODEL_STILL, /* the chip's time stands still */
	MODEL_BEYOND, /* a number is beyond a limit */
};

/* What is wrong with a row. */
struct model_fault {
	enum model_wrong what;
	const struct metrics_limit *limit; /* the limit, and its metric and number; else NULL */
	const struct metric *metric;
	enum model_number number;
};

struct model_chip {
	char name[MODEL_NAME_ROOM]; /* of its device */
	bool is_nic; /* a network interface of the host, not a router */
	char at[METRICS_OBJECT_ROOM]; /* coordinate, "0,0,0"; of a NIC, its port's other name */
	char link[METRICS_OBJECT_ROOM]; /* of a NIC: its state in the driver's words; "": unknown */
	uint64_t bits_per_second; /* of a NIC: speed of its link; 0: unknown */
	char why[MODEL_WHY_ROOM]; /* reason why it is not read, such as "gone"; "": it is read */
};

/* A link, a tile or a NIC. */
struct model_row {
	size_t chip; /* index */
	enum model_kind kind;
	char name[METRICS_OBJECT_ROOM]; /* "X+" or "green 6"; of a tile "3,4"; "nic" */
	/* coordinate of the far chip, "1,0,0"; a tile's link; "": unknown */
	char to[METRICS_OBJECT_ROOM];
	unsigned int tiles; /* working tiles of a link */
	unsigned int lost; /* how many it lacks */
	int far; /* tiles at the far end, or MODEL_UNKNOWN */
	enum model_part part; /* in the last sample, if causes are looked for */
	struct model_fault fault; /* the worst, if faults are wanted */
	struct metrics_value numbers[MODEL_ALL]; /* in the last sample */
	/* by number: where it is among the numbers of a sample, from 1 on; 0: there never is one */
	uint32_t places[MODEL_ALL];
};

/*
 * The numbers of the last samples. Those of a sample are side by side: so what comes with each
 * sample is written in a row, and memory is used only as samples come.
 */
struct model_history {
	float *numbers; /* a ring of MODEL_HISTORY samples, each with @room numbers; NAN: none */
	uint32_t room;
	uint32_t count; /* numbers of the next sample */
	uint32_t counts[MODEL_HISTORY]; /* of each sample in the ring; later rows have none there */
};

/* The longest texts of rows, in characters. */
struct model_longest {
	unsigned int chip;
	unsigned int at;
	unsigned int name;
	unsigned int to;
};

/* All data shown; initialise with { 0 }. */
struct model {
	struct model_chip *chips;
	size_t chip_count;
	struct model_row *rows;
	size_t row_count;
	struct model_longest longest[MODEL_KINDS]; /* as rows were added: texts of NICs change */
	/* by kind; none: the numbers of that kind are shown */
	struct model_metric chosen[MODEL_KINDS][MODEL_CHOSEN];
	unsigned int chosen_count[MODEL_KINDS];
	unsigned int given[MODEL_KINDS]; /* a bit for each number below MODEL_ALL that a row has */
	unsigned long samples;
	struct model_history history;
	/* chips whose groups have the counters of tiles get rows of tiles when these are shown */
	bool tiles_later;
	bool faults; /* only what is wrong is wanted: find the faults of each sample */
};

/*
 * Add a chip as the last one. @name is its device, of which "/dev/" and "image:" are left out; @at
 * is NULL for a NIC. Return 0 or -ENOMEM.
 */
int model_add_chip(struct model *model, const char *name, const unsigned int at[3]);

/*
 * Add a row of a chip: @row's kind, name, to, tiles, lost and far are copied. Return 0 or -ENOMEM.
 */
int model_add_row(struct model *model, size_t chip, const struct model_row *row);

/*
 * Choose a metric to be shown; @metric->number is MODEL_NUMBERS unless it is one of the default
 * numbers. Return 0, also if it was chosen already; -E2BIG if MODEL_CHOSEN are chosen.
 */
int model_pick(struct model *model, enum model_kind kind, const struct model_metric *metric);

/* Find a chosen metric by name and unit (NULL: any), or return NULL. */
const struct model_metric *model_chosen(const struct model *model, enum model_kind kind,
					const char *name, const char *unit);

/* Return "link", "tile" or "NIC". */
const char *model_kind_name(enum model_kind kind);

/* Count the numbers shown for a kind of rows: the chosen ones, or the kind's own. */
unsigned int model_shown(const struct model *model, enum model_kind kind);

/* Return number @i, below model_shown(), of those shown. */
enum model_number model_shown_number(const struct model *model, enum model_kind kind,
				     unsigned int i);

/* Begin the history of a number, below MODEL_ALL, of row @i. Return 0 or -ENOMEM. */
int model_remember(struct model *model, size_t i, enum model_number number);

/* Begin a sample: no row has a number yet. */
void model_begin(struct model *model);

/* End a sample: append the rows' numbers to their histories. */
void model_end(struct model *model);

/* Change the last sample in the histories to the rows' numbers. */
void model_change(struct model *model);

/* Return what is wrong with a row's link, the worst. */
enum model_mark model_mark(const struct model_row *row);

/* Return whether a router as a whole has the fault, not the link or tile whose row shows it. */
bool model_fault_of_chip(const struct model_row *row, const struct model_fault *fault);

/* Return a fault's name: the metric's, or "gone", "failed", "uneven", "short", "down", "still". */
const char *model_fault_name(const struct model_row *row, const struct model_fault *fault);

/* Size of a fault in words with its NUL. */
#define MODEL_FAULT_TEXT	METRICS_HELP_ROOM

/* Say why it is a fault, in words. */
void model_fault_text(const struct model *model, const struct model_row *row,
		      const struct model_fault *fault, char text[MODEL_FAULT_TEXT]);

/* Return a number, or NAN if there is none. */
double model_number(const struct model_row *row, enum model_number number);

/*
 * Return a number @ago samples before the last one, or NAN if there was none or it is no longer
 * stored.
 */
double model_past(const struct model *model, const struct model_row *row,
		  enum model_number number, unsigned int ago);

/* Return the greatest value of a number in the history of a kind of rows; 0 if there is none. */
double model_most(const struct model *model, enum model_kind kind, enum model_number number);

/* Free the data of a model, which is empty then. */
void model_free(struct model *model);

#endif /* CHIPS_MODEL_H */

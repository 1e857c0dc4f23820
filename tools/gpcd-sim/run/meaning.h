/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Do the options of a run have a meaning for its traffic and its engine? An option that would be
 * ignored is rejected.
 */
#ifndef MEANING_H
#define MEANING_H

#include <argp.h>
#include <stdint.h>

/* Options of a run, without the options of the machine and its images. */
enum run_key {
	KEY_PATTERN = 0x400,
	KEY_LOAD,
	KEY_OP,
	KEY_BYTES,
	KEY_COUNT,
	KEY_ZERO,
	KEY_HASHED,
	KEY_HOT,
	KEY_SHARE,
	KEY_STENCIL,
	KEY_GRID,
	KEY_BLOCK,
	KEY_BOX,
	KEY_CELL,
	KEY_STEPS,
	KEY_PERIODIC,
	KEY_MESSAGES,
	KEY_JOB,
	KEY_BACKGROUND,
	KEY_ENGINE,
	KEY_DRAIN,
	KEY_SEED,
	KEY_THREADS,
	KEY_CRC,
	KEY_PUT,
	KEY_WHOLE,
	KEY_TURN,
	KEY_TIES,
	KEY_FIFOS,
	KEY_ROUTING,
	KEY_VARIANT,
	KEY_LAMBDA,
	KEY_SIGMA,
	KEY_LINKS,
	KEY_RANKS,
	KEY_LATENCY,
	KEY_LATENCY_SVG,
	KEY_LAST,
};

/* Return the bit of a key in a mask of options; 0 if it is not in enum run_key. */
static inline uint64_t key_bit(int key)
{
	return key >= KEY_PATTERN && key < KEY_LAST ? 1ull << (key - KEY_PATTERN) : 0;
}

/* Facts known about a run, by bit; options need some of them. */
enum fact {
	FACT_PATTERN = 1 << 0, /* its traffic is a pattern, and nothing else */
	FACT_STENCIL = 1 << 1, /* its traffic is a stencil */
	FACT_NO_LIST = 1 << 2, /* its traffic is no list */
	FACT_HOT = 1 << 3, /* the pattern has a hot node */
	FACT_DATA = 1 << 4, /* transfers have data, and answers */
	FACT_ZEROS = 1 << 5, /* some of the data may be zeros */
	FACT_PUTS = 1 << 6, /* some transfers may be PUTs */
	FACT_EVENT = 1 << 7, /* the event engine simulates it */
	FACT_TIME = 1 << 8, /* it ends after some time, even if traffic is left */
	FACT_GAPS = 1 << 9, /* the start times of transfers affect the counters */
	FACT_NO_JOB = 1 << 10, /* some of its traffic is no job */
	FACT_JOB = 1 << 11, /* some of its traffic is a job */
	FACT_DRAWN = 1 << 12, /* some of its traffic is a pattern */
	FACT_PACKETS = 1 << 13, /* packets are switched, not worms */
};

/*
 * Reject the first given option (by key_bit()) that has no meaning for these facts, with a remedy.
 * This ends the program through the parser.
 */
void meaning_check(const struct argp_state *state, uint64_t given, unsigned int facts);

/* The same when more is known than during parsing. Return 0, or the exit code after the report. */
int meaning_check_later(const struct argp *argp, uint64_t given, unsigned int facts);

#endif /* MEANING_H */

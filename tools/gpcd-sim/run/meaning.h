/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which options of a run mean something for its traffic and its engine. An option that would be
 * ignored is refused.
 */
#ifndef MEANING_H
#define MEANING_H

#include <argp.h>
#include <stdint.h>

/** enum run_key - options of a run, but for those of the machine and of its images */
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

/**
 * key_bit() - find the bit of an option in a mask of options
 * @key: a key of a parser
 *
 * Return: the bit; 0 for a key that is none of enum run_key.
 */
static inline uint64_t key_bit(int key)
{
	return key >= KEY_PATTERN && key < KEY_LAST ? 1ull << (key - KEY_PATTERN) : 0;
}

/**
 * enum fact - what is known of a run, by bit; options need some of them
 * @FACT_PATTERN: its traffic is a pattern, and nothing else
 * @FACT_DRAWN: some of its traffic is a pattern
 * @FACT_STENCIL: its traffic is a stencil
 * @FACT_NO_LIST: its traffic is no list
 * @FACT_JOB: some of its traffic is a job
 * @FACT_NO_JOB: some of its traffic is no job
 * @FACT_HOT: the pattern has a hot node
 * @FACT_DATA: transfers have data, and answers
 * @FACT_ZEROS: some of the data may be zeros
 * @FACT_PUTS: some transfers may be PUTs
 * @FACT_EVENT: the event engine simulates it
 * @FACT_TIME: it ends after some time, be all traffic sent or not
 * @FACT_PACKETS: packets are switched, not worms
 * @FACT_GAPS: what is counted depends on when transfers begin
 */
enum fact {
	FACT_PATTERN = 1 << 0,
	FACT_STENCIL = 1 << 1,
	FACT_NO_LIST = 1 << 2,
	FACT_HOT = 1 << 3,
	FACT_DATA = 1 << 4,
	FACT_ZEROS = 1 << 5,
	FACT_PUTS = 1 << 6,
	FACT_EVENT = 1 << 7,
	FACT_TIME = 1 << 8,
	FACT_GAPS = 1 << 9,
	FACT_NO_JOB = 1 << 10,
	FACT_JOB = 1 << 11,
	FACT_DRAWN = 1 << 12,
	FACT_PACKETS = 1 << 13,
};

/**
 * meaning_check() - refuse the first option that means nothing, and say what would help
 * @state: the parser, which ends the program then
 * @given: options that were given, by key_bit()
 * @facts: what is known of the run, of enum fact
 */
void meaning_check(const struct argp_state *state, uint64_t given, unsigned int facts);

/**
 * meaning_check_later() - the same, where more is known than when options were parsed
 * @argp: the parser of the command
 * @given: options that were given, by key_bit()
 * @facts: what is known of the run, of enum fact
 *
 * Return: 0, or the exit code, having said what would help.
 */
int meaning_check_later(const struct argp *argp, uint64_t given, unsigned int facts);

#endif /* MEANING_H */

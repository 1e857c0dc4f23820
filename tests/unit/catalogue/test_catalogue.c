// SPDX-License-Identifier: GPL-2.0-only
/*
 * The catalogue: every name and address of the chips, found again.
 */
#include <check.h>
#include <ctype.h>
#include <stdio.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "catalogue/pages.h"
#include "catalogue/rules.h"
#include "gpcd_pub.h"
#include "kunit/fingerprints.h"
#include "registers.h"
#include "suite.h"

static const unsigned int counts[GPCD_CHIPS] = {
	[GPCD_CHIP_GEMINI] = 1552,
	[GPCD_CHIP_ARIES] = 2686,
	[GPCD_CHIP_CASSINI1] = 1890,
	[GPCD_CHIP_CASSINI2] = 1922,
};

static int is_alias(const struct gpcd_reg *reg)
{
	return !!(reg->rule->flags & GPCD_RULE_ALIAS);
}

START_TEST(count)
{
	struct gpcd_reg reg;

	ck_assert_uint_eq(gpcd_catalogue_count(_i), counts[_i]);
	ck_assert_int_eq(gpcd_catalogue_at(_i, counts[_i], &reg), -1);
}
END_TEST

#define THREADS	8

static pthread_barrier_t gate;

static void *use_first(void *chip)
{
	unsigned int number = *(unsigned int *)chip;
	struct gpcd_reg last;

	pthread_barrier_wait(&gate);
	if (gpcd_chip_by_name(gpcd_chip_rows[number].name) != number ||
	    gpcd_catalogue_at(number, counts[number] - 1, &last))
		return NULL;
	return (void *)gpcd_catalogue_find(number, last.addr);
}

/* These tests come first, and in the order of chips: they may be in one process. */
START_TEST(any_thread_is_the_first_to_use_a_chip)
{
	unsigned int chip = _i, other;
	pthread_t threads[THREADS];
	const struct gpcd_reg *last;
	void *found;

	ck_assert_int_eq(gpcd_chip_tables[chip].built, 0);
	ck_assert_int_eq(pthread_barrier_init(&gate, NULL, THREADS), 0);
	for (unsigned int t = 0; t < THREADS; t++)
		ck_assert_int_eq(pthread_create(&threads[t], NULL, use_first, &chip), 0);
	last = gpcd_catalogue_find(chip, reg_at(chip, counts[chip] - 1).addr);
	ck_assert_ptr_nonnull(last);
	for (unsigned int t = 0; t < THREADS; t++) {
		ck_assert_int_eq(pthread_join(threads[t], &found), 0);
		ck_assert_ptr_eq(found, last);
	}
	for (other = chip + 1; other < GPCD_CHIPS; other++)
		ck_assert_int_eq(gpcd_chip_tables[other].built, 0);
	pthread_barrier_destroy(&gate);
}
END_TEST

static int by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The chip's names, each followed by "\t0xaddress\n", in byte order. */
static char **sorted_lines(unsigned int chip)
{
	char **lines = calloc(counts[chip], sizeof(*lines));
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; i < counts[chip]; i++) {
		reg = reg_at(chip, i);
		ck_assert_int_gt(asprintf(&lines[i], "%s\t0x%llx\n", name_of(&reg), reg.addr), 0);
	}
	qsort(lines, counts[chip], sizeof(*lines), by_text);
	return lines;
}

static void free_lines(char **lines, unsigned int chip)
{
	unsigned int i;

	for (i = 0; i < counts[chip]; i++)
		free(lines[i]);
	free(lines);
}

START_TEST(names_and_addresses_have_the_published_sum)
{
	static const char *const sums[GPCD_CHIPS] = {
		[GPCD_CHIP_GEMINI] =
			"01f04dfdd50af183e11cb78c3de243d8b240908ddd798dd5efbba2847c9d8fe5",
		[GPCD_CHIP_ARIES] =
			"89b9a517237f71f61d7f079c0e7514bf2d9693be34d819e2caca1a0f73cd2ce8",
		[GPCD_CHIP_CASSINI1] =
			"b7e8225fcf03506362bb14fb698a57b63d2dd09164d5cd2c5ddbac2c31520651",
		[GPCD_CHIP_CASSINI2] =
			"77325a60813cb7f3f043879008fa680c994c4917ddadfde1d8de7012160e4802",
	};
	char path[] = "/tmp/gpcd-catalogue-XXXXXX";
	char **lines = sorted_lines(_i);
	char command[128], sum[65] = "";
	unsigned int i;
	FILE *file;

	file = fdopen(mkstemp(path), "w");
	ck_assert_ptr_nonnull(file);
	for (i = 0; i < counts[_i]; i++)
		fputs(lines[i], file);
	ck_assert_int_eq(fclose(file), 0);
	snprintf(command, sizeof(command), "sha256sum %s", path);
	file = popen(command, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_int_eq(fscanf(file, "%64s", sum), 1);
	pclose(file);
	unlink(path);
	free_lines(lines, _i);
	ck_assert_str_eq(sum, sums[_i]);
}
END_TEST

START_TEST(round_trips)
{
	struct gpcd_reg reg, other;
	unsigned int i;

	for (i = 0; i < counts[_i]; i++) {
		reg = reg_at(_i, i);
		ck_assert_uint_eq(reg.index, i);
		ck_assert_uint_eq(reg.chip, (unsigned int)_i);
		other = reg_named(_i, name_of(&reg));
		ck_assert_msg(other.index == i, "%s is found at %u, not %u", name_of(&reg),
			      other.index, i);
		ck_assert_int_eq(gpcd_catalogue_by_addr(_i, reg.addr, &other), 0);
		ck_assert_msg(other.index == i - is_alias(&reg), "0x%llx yields %s", reg.addr,
			      name_of(&other));
		ck_assert_uint_eq(gpcd_catalogue_find(_i, reg.addr)->index, other.index);
	}
}
END_TEST

START_TEST(order_is_by_address)
{
	struct gpcd_reg reg, before = reg_at(_i, 0);
	unsigned int i;

	for (i = 1; i < counts[_i]; i++, before = reg) {
		reg = reg_at(_i, i);
		if (is_alias(&reg))
			ck_assert_uint_eq(reg.addr, before.addr);
		else
			ck_assert_msg(reg.addr > before.addr, "%s follows 0x%llx", name_of(&reg),
				      before.addr);
	}
}
END_TEST

START_TEST(aliases_follow_their_primary)
{
	static const struct {
		unsigned int chip;
		const char *alias, *primary;
	} pairs[] = {
		{ GPCD_CHIP_GEMINI, "GM_RMT_PUT_PERFORMANCE_COUNTERS",
		  "GM_RMT_PUT_PERFORMANCE_COUNTERS0" },
		{ GPCD_CHIP_GEMINI, "GM_RMT_SEND_PERFORMANCE_COUNTERS",
		  "GM_RMT_SEND_PERFORMANCE_COUNTERS0" },
		{ GPCD_CHIP_ARIES, "AR_NIC_REQMON_PRF_EVENT_CNTR",
		  "AR_NIC_REQMON_REQMON_EVENT_CNTR_TRIGGER0" },
	};
	struct gpcd_reg alias, primary;
	unsigned int i, found = 0;

	for (i = 0; i < 3; i++) {
		alias = reg_named(pairs[i].chip, pairs[i].alias);
		primary = reg_named(pairs[i].chip, pairs[i].primary);
		ck_assert_uint_eq(alias.addr, primary.addr);
		ck_assert_uint_eq(alias.rule->width, primary.rule->width);
		ck_assert(is_alias(&alias) && !is_alias(&primary));
	}
	for (i = 0; i < counts[GPCD_CHIP_GEMINI]; i++) {
		alias = reg_at(GPCD_CHIP_GEMINI, i);
		found += is_alias(&alias);
	}
	ck_assert_uint_eq(found, 2);
}
END_TEST

/* Cray's library compared 40 characters: 864 Gemini names were ambiguous. */
START_TEST(names_are_compared_in_full)
{
	char **lines = sorted_lines(GPCD_CHIP_GEMINI);
	unsigned int i, last = counts[GPCD_CHIP_GEMINI] - 1, ambiguous = 0;
	struct gpcd_reg reg;

	for (i = 0; i <= last; i++) {
		if ((!i || strncmp(lines[i], lines[i - 1], 40)) &&
		    (i == last || strncmp(lines[i], lines[i + 1], 40)))
			continue;
		ambiguous++;
		reg = reg_named(GPCD_CHIP_GEMINI, strtok(lines[i], "\t"));
		lines[i][strlen(lines[i])] = '\t';
		ck_assert_uint_eq(reg.addr, strtoul(strchr(lines[i], '\t') + 1, NULL, 16));
	}
	free_lines(lines, GPCD_CHIP_GEMINI);
	ck_assert_uint_eq(ambiguous, 864);
}
END_TEST

START_TEST(near_misses_are_no_names)
{
	static const char *const names[] = {
		"", "#", "GM_", "AR_", "@", "GM_0_0_TILE_PERFORMANCE_COUNTERS_",
		"GM_#_#_TILE_PERFORMANCE_COUNTERS_0", "GM_00_0_TILE_PERFORMANCE_COUNTERS_0",
		"GM_0_0_TILE_PERFORMANCE_COUNTERS_00", "GM_0_0_TILE_PERFORMANCE_COUNTERS_6",
		"GM_6_0_TILE_PERFORMANCE_COUNTERS_0", "GM_0_8_TILE_PERFORMANCE_COUNTERS_0",
		" GM_0_0_TILE_PERFORMANCE_COUNTERS_0",
		"GM_0_0_TILE_PERFORMANCE_COUNTERS_0 ", "GM_NL_PERF_COUNTER_232",
		"GM_NL_PERF_COUNTER_#", "GM_NL_PERF_COUNTER_007",
		"AR_PI_PRF_SCRATCH_@", "AR_PI_PRF_SCRATCH_100", "AR_PI_PRF_SCRATCH_A8",
		"AR_RTR_0_0_INQ_PRF_INCOMING_PKT_VC0_FILTER_FLIT1_CNT",
		"AR_RTR_5_0_INQ_PRF_INCOMING_FLIT_VC0", "AR_RTR_4_0_PT_INQ_PRF_INCOMING_FLIT_VC0",
		"AR_NL_PRF_PTILE_0_REQ_TO_NIC_2", "AR_NL_PRF_NIC_0_REQ_TO_PTILE_4",
	};
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(names); i++)
		ck_assert_msg(gpcd_catalogue_by_name(_i, names[i], &reg) == -1,
			      "\"%s\" is taken for %s", names[i], name_of(&reg));
}
END_TEST

/* A name typed without regard to case. */
static const char *mixed_case(const struct gpcd_reg *reg)
{
	static char name[GPCD_NAME_MAX];

	gpcd_reg_name(reg, name);
	for (unsigned int i = 0; name[i]; i++)
		name[i] = i % 3 ? tolower((unsigned char)name[i]) : toupper((unsigned char)name[i]);
	return name;
}

/* No two names differ by case only: each finds its own register. */
START_TEST(case_does_not_matter)
{
	struct gpcd_reg reg, found;
	unsigned int i;

	for (i = 0; i < counts[_i]; i++) {
		reg = reg_at(_i, i);
		found = reg_named(_i, mixed_case(&reg));
		ck_assert_msg(found.index == i, "%s is taken for %s", mixed_case(&reg),
			      name_of(&found));
		ck_assert_msg(gpcd_reg_match(&reg, mixed_case(&reg)), "%s", mixed_case(&reg));
	}
}
END_TEST

START_TEST(longer_names_are_no_names)
{
	char name[GPCD_NAME_MAX + 1], giant[65536];
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; i < counts[_i]; i++) {
		reg = reg_at(_i, i);
		snprintf(name, sizeof(name), "%sX", name_of(&reg));
		ck_assert_msg(gpcd_catalogue_by_name(_i, name, &reg) == -1, "%s exists", name);
	}
	memset(giant, 'G', sizeof(giant) - 1);
	giant[sizeof(giant) - 1] = '\0';
	ck_assert_int_eq(gpcd_catalogue_by_name(_i, giant, &reg), -1);
	memcpy(giant, "GM_0_0_TILE_PERFORMANCE_COUNTERS_0", 34);
	ck_assert_int_eq(gpcd_catalogue_by_name(_i, giant, &reg), -1);
}
END_TEST

static int is_cassini(unsigned int chip)
{
	return chip == GPCD_CHIP_CASSINI1 || chip == GPCD_CHIP_CASSINI2;
}

/* Only the two versions of a chip have names in common. */
START_TEST(names_are_of_one_chip)
{
	struct gpcd_reg reg = reg_at(_i, 0);
	unsigned int chip;

	for (chip = 0; chip <= GPCD_CHIPS; chip++) {
		if (chip != (unsigned int)_i && !(is_cassini(chip) && is_cassini(_i)))
			ck_assert_int_eq(gpcd_catalogue_by_name(chip, name_of(&reg), &reg), -1);
	}
}
END_TEST

START_TEST(addresses_between_registers_are_none)
{
	static const __u64 none[] = { 0, 7, 0x2000000, 0x7fff000, 0x8000000, ~0ull };
	struct gpcd_reg reg;
	unsigned int i, near;

	for (i = 0; i < counts[_i]; i++) {
		reg = reg_at(_i, i);
		for (near = 1; (near + 1) * 8 <= reg.rule->bit + reg.rule->width; near++)
			ck_assert_ptr_null(gpcd_catalogue_find(_i, reg.addr + near));
		ck_assert_ptr_null(gpcd_catalogue_find(_i, reg.addr | 1ull << 32));
	}
	for (i = 0; i < ARRAY_SIZE(none); i++)
		ck_assert_int_eq(gpcd_catalogue_by_addr(_i, none[i], &reg), -1);
	ck_assert_ptr_null(gpcd_catalogue_find(GPCD_CHIP_NONE, 0x2001380));
	ck_assert_ptr_null(gpcd_catalogue_find(GPCD_CHIPS, 0x2001380));
}
END_TEST

START_TEST(pages_hold_one_class)
{
	static const unsigned int expected[GPCD_CHIPS] = {
		[GPCD_CHIP_GEMINI] = 59,
		[GPCD_CHIP_ARIES] = 64,
		[GPCD_CHIP_CASSINI1] = 19,
		[GPCD_CHIP_CASSINI2] = 19,
	};
	struct gpcd_reg reg, before = reg_at(_i, 0);
	unsigned int i, pages = 1;

	for (i = 1; i < counts[_i]; i++, before = reg) {
		reg = reg_at(_i, i);
		if (reg.addr >> 12 != before.addr >> 12)
			pages++;
		else
			ck_assert_msg(reg.rule->block->needs == before.rule->block->needs,
				      "%s needs what the rest of its page does not", name_of(&reg));
	}
	ck_assert_uint_eq(pages, expected[_i]);
	ck_assert_uint_eq(gpcd_catalogue_pages(_i), pages);
}
END_TEST

START_TEST(rows_say_what_folders_describe)
{
	const struct gpcd_chip_row *row = &gpcd_chip_rows[_i];
	struct gpcd_reg last = reg_at(_i, row->regs - 1);

	ck_assert_str_eq(gpcd_chip_name(_i), row->name);
	ck_assert_uint_eq(gpcd_catalogue_count(_i), row->regs);
	ck_assert_uint_eq(gpcd_catalogue_pages(_i), row->pages);
	ck_assert_uint_eq(last.addr / GPCD_PAGE_SIZE + 1, row->span);
	ck_assert_uint_eq(gpcd_chip_nics(_i), row->nics);
}
END_TEST

START_TEST(static_counters_are_counters_of_tiles)
{
	unsigned int glob, i, n;
	struct gpcd_reg reg;
	const char *text;

	for (glob = 0; (text = gpcd_chip_static_counters(_i, glob)); glob++) {
		for (i = 0, n = 0; !gpcd_catalogue_at(_i, i, &reg); i++) {
			if (!gpcd_reg_match(&reg, text))
				continue;
			n++;
			/* A chip without a router has none of tiles. */
			if (is_cassini(_i))
				continue;
			ck_assert_msg(reg.rule->kind == GPCD_KIND_COUNTER, "%s", name_of(&reg));
			ck_assert_msg(reg.rule->block->needs == GPCD_MAY_ROUTER, "%s",
				      name_of(&reg));
		}
		ck_assert_msg(n, "%s is no counter", text);
	}
	ck_assert_uint_gt(glob, 0);
	ck_assert_ptr_null(gpcd_chip_static_counters(_i, glob + 1));
	ck_assert_ptr_null(gpcd_chip_static_counters(GPCD_CHIPS, 0));
}
END_TEST

START_TEST(tiles_alone_are_the_routers)
{
	struct gpcd_reg reg;
	unsigned int i;
	int tile;

	for (i = 0; i < counts[_i]; i++) {
		reg = reg_at(_i, i);
		tile = !strncmp(name_of(&reg), "AR_RTR_", 7) || strstr(name_of(&reg), "_TILE_");
		ck_assert_msg(tile == (reg.rule->block->needs == GPCD_MAY_ROUTER),
			      "%s needs the wrong permission", name_of(&reg));
	}
}
END_TEST

START_TEST(halves_share_a_word)
{
	struct gpcd_reg low = reg_named(GPCD_CHIP_GEMINI, "GM_RMT_PUT_PERFORMANCE_COUNTERS2");
	struct gpcd_reg high = reg_named(GPCD_CHIP_GEMINI, "GM_RMT_PUT_PERFORMANCE_COUNTERS3");
	struct gpcd_reg reg;
	unsigned int i;

	ck_assert_uint_eq(gpcd_reg_word(&low), 0x4c02028);
	ck_assert_uint_eq(gpcd_reg_word(&high), 0x4c02028);
	ck_assert_uint_eq(gpcd_reg_shift(&low), 0);
	ck_assert_uint_eq(gpcd_reg_shift(&high), 32);
	for (i = 0; i < counts[GPCD_CHIP_GEMINI]; i++) {
		reg = reg_at(GPCD_CHIP_GEMINI, i);
		ck_assert_msg((reg.rule->width != 48) == gpcd_reg_fills_word(&reg),
			      "%s: width and word disagree", name_of(&reg));
	}
}
END_TEST

START_TEST(tiles_obey_the_published_macros)
{
	unsigned int r, c, vc, x;
	struct gpcd_reg reg;
	char name[128];

#define AT(expected, ...) do { \
	snprintf(name, sizeof(name), __VA_ARGS__); \
	reg = reg_named(GPCD_CHIP_GEMINI, name); \
	ck_assert_msg(reg.addr == (expected), "%s is at 0x%llx", name, reg.addr); \
	} while (0)

	for (r = 0; r < GPC_TILE_MAX_ROW; r++)
		for (c = 0; c < GPC_TILE_MAX_COL; c++)
			for (x = 0; x <= GPC_TILE_MAX_SPC; x++)
				AT(GPC_TILE_SPC(r, c, x),
				   "GM_%u_%u_TILE_PERFORMANCE_COUNTERS_%u", r, c, x);
	for (r = 0; r < GPC_TILE_MAX_ROW * GPC_TILE_MAX_COL; r++)
		for (vc = 0; vc < 2; vc++) {
			for (x = 0; x < GPC_TILE_MAX_X; x++) {
				AT(GPC_TILE_FPC(r / 8, r % 8, vc, x),
				   "GM_%u_%u_TILE_FILTERING_PERFORMANCE_COUNTER_VC%u_%u",
				   r / 8, r % 8, vc, x);
				AT(GPC_TILE_FPC_SETUP(r / 8, r % 8, vc, x),
				   "GM_%u_%u_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC%u_%u",
				   r / 8, r % 8, vc, x);
			}
			AT(GPC_TILE_FPC(r / 8, r % 8, vc, 4),
			   "GM_%u_%u_TILE_FILTERING_PERFORMANCE_COUNTER_VC%u_ALL",
			   r / 8, r % 8, vc);
		}
#undef AT
	reg = reg_named(GPCD_CHIP_ARIES, "AR_RTR_4_7_INQ_PRF_INCOMING_FLIT_VC3");
	ck_assert_uint_eq(reg.addr, 0x2008218 + GPC_AR_TILE(4, 7));
	reg = reg_named(GPCD_CHIP_ARIES, "AR_RTR_5_2_PT_INQ_PRF_INCOMING_FLIT_VC4");
	ck_assert_uint_eq(reg.addr, 0x2008220 + GPC_AR_TILE(5, 2));
}
END_TEST

START_TEST(hash_is_stable)
{
	__u64 hash = gpcd_catalogue_hash(_i);

	ck_assert_msg(hash == fingerprints[_i], FINGERPRINT_CHANGED, gpcd_chip_name(_i),
		      fingerprints[_i], hash);
}
END_TEST

START_TEST(no_chip_has_no_hash)
{
	ck_assert_uint_eq(gpcd_catalogue_hash(GPCD_CHIP_NONE), 0);
	ck_assert_uint_eq(gpcd_catalogue_hash(GPCD_CHIPS), 0);
}
END_TEST

/* FNV-1a */
static uint64_t hash_bytes(uint64_t hash, uint64_t value, unsigned int bytes)
{
	for (; bytes; bytes--, value >>= 8)
		hash = (hash ^ (value & 0xff)) * 0x100000001b3;
	return hash;
}

/* Names, units, fields and help may differ between a library and its module. */
START_TEST(hash_is_of_positions_kinds_and_widths)
{
	uint64_t hash = 0xcbf29ce484222325;
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; i < counts[_i]; i++) {
		reg = reg_at(_i, i);
		hash = hash_bytes(hash, reg.addr, 8);
		hash = hash_bytes(hash, gpcd_reg_shift(&reg), 1);
		hash = hash_bytes(hash, reg.rule->kind, 1);
		hash = hash_bytes(hash, reg.rule->width, 1);
	}
	ck_assert_uint_eq(gpcd_catalogue_hash(_i), hash);
}
END_TEST

START_TEST(help_is_one_short_line)
{
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; i < counts[_i]; i++) {
		reg = reg_at(_i, i);
		ck_assert_msg(*reg.rule->help && strlen(reg.rule->help) <= 130 &&
			      !strchr(reg.rule->help, '\n') && !strstr(reg.rule->help, "inferred"),
			      "%s: \"%s\"", name_of(&reg), reg.rule->help);
		ck_assert(*reg.rule->block->help && *reg.rule->block->name);
		ck_assert_uint_lt(strlen(name_of(&reg)), GPCD_NAME_MAX);
	}
}
END_TEST

START_TEST(words)
{
	unsigned int i;

	for (i = 0; i < GPCD_KINDS; i++)
		ck_assert(gpcd_kind_name(i) && *gpcd_kind_name(i));
	for (i = 0; i < GPCD_UNITS; i++)
		ck_assert(gpcd_unit_name(i) && *gpcd_unit_name(i));
	ck_assert_str_eq(gpcd_kind_name(GPCD_KINDS), "unknown");
	ck_assert_str_eq(gpcd_unit_name(GPCD_UNITS), "unknown");
	ck_assert_str_eq(gpcd_chip_name(GPCD_CHIP_GEMINI), "gemini");
	ck_assert_str_eq(gpcd_chip_name(GPCD_CHIP_ARIES), "aries");
	ck_assert_ptr_null(gpcd_chip_name(GPCD_CHIP_NONE));
	ck_assert_uint_eq(gpcd_chip_by_name("gemini"), GPCD_CHIP_GEMINI);
	ck_assert_uint_eq(gpcd_chip_by_name("aries"), GPCD_CHIP_ARIES);
	ck_assert_uint_eq(gpcd_chip_by_name("Aries"), GPCD_CHIP_ARIES);
	ck_assert_uint_eq(gpcd_chip_by_name(""), GPCD_CHIP_NONE);
	ck_assert_uint_eq(gpcd_chip_nics(GPCD_CHIP_GEMINI), 2);
	ck_assert_uint_eq(gpcd_chip_nics(GPCD_CHIP_ARIES), 4);
	ck_assert_uint_eq(gpcd_chip_nics(GPCD_CHIP_CASSINI1), 1);
	ck_assert(gpcd_chip_legacy(GPCD_CHIP_GEMINI) && gpcd_chip_legacy(GPCD_CHIP_ARIES));
	ck_assert(!gpcd_chip_legacy(GPCD_CHIP_CASSINI1) && !gpcd_chip_legacy(GPCD_CHIP_CASSINI2));
	ck_assert(!gpcd_chip_legacy(GPCD_CHIP_NONE) && !gpcd_chip_legacy(GPCD_CHIPS));
	ck_assert_uint_eq(gpcd_chip_nics(GPCD_CHIPS), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("catalogue");
	TCase *tcase = tcase_create("catalogue");

#define EACH_CHIP(test) tcase_add_loop_test(tcase, test, GPCD_CHIP_GEMINI, GPCD_CHIPS)
	EACH_CHIP(any_thread_is_the_first_to_use_a_chip);
	EACH_CHIP(count);
	EACH_CHIP(names_and_addresses_have_the_published_sum);
	EACH_CHIP(round_trips);
	EACH_CHIP(order_is_by_address);
	EACH_CHIP(near_misses_are_no_names);
	EACH_CHIP(case_does_not_matter);
	EACH_CHIP(longer_names_are_no_names);
	EACH_CHIP(names_are_of_one_chip);
	EACH_CHIP(addresses_between_registers_are_none);
	EACH_CHIP(pages_hold_one_class);
	EACH_CHIP(rows_say_what_folders_describe);
	EACH_CHIP(static_counters_are_counters_of_tiles);
	EACH_CHIP(tiles_alone_are_the_routers);
	EACH_CHIP(hash_is_stable);
	EACH_CHIP(hash_is_of_positions_kinds_and_widths);
	EACH_CHIP(help_is_one_short_line);
#undef EACH_CHIP
	tcase_add_test(tcase, aliases_follow_their_primary);
	tcase_add_test(tcase, names_are_compared_in_full);
	tcase_add_test(tcase, halves_share_a_word);
	tcase_add_test(tcase, tiles_obey_the_published_macros);
	tcase_add_test(tcase, no_chip_has_no_hash);
	tcase_add_test(tcase, words);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

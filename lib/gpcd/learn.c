// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Chips that are not in the catalogue's list: what the catalogue knows of a chip of the list, made
 * from a list of counters or registers. A description has a number as long as anybody uses it.
 */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/gpcd.h>

#include "gpcd/learned.h"

/* Descriptions that a process may use at once. */
#define LEARNED_MOST	4096

/* A description. Its arrays follow it in one allocation. */
struct learned {
	struct gpcd_chip_tables tables;
	struct gpcd_chip_row row;
	struct gpcd_chip_registers registers;
	const struct gpcd_rule *lists[2];
	unsigned int users;
};

/*
 * Readers take no lock: they hold a reference to the number that they look for, which keeps its
 * description in place.
 */
static struct learned *_Atomic known[LEARNED_MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct gpcd_chip_tables *find_learned(unsigned int chip)
{
	struct learned *learned;

	if (chip < GPCD_CHIPS_LEARNED || chip - GPCD_CHIPS_LEARNED >= LEARNED_MOST)
		return NULL;
	learned = atomic_load_explicit(&known[chip - GPCD_CHIPS_LEARNED], memory_order_acquire);
	return learned ? &learned->tables : NULL;
}

/* Before any constructor without a priority. */
__attribute__((constructor(101))) static void join_catalogue(void)
{
	gpcd_chip_finder = find_learned;
}

/* --- making a description --- */

/* Return the bits of a hash table that @count registers fill to a half at most. */
static unsigned int bits_for(unsigned int count)
{
	unsigned int bits = 10;

	while (1u << bits < 2 * count)
		bits++;
	return bits;
}

static const struct gpcd_rule *row_rules(const struct gpcd_chip_row *row)
{
	return row->registers->rules[0];
}

static size_t text_bytes(const struct gpcd_chip_row *row)
{
	const struct gpcd_rule *rules = row_rules(row);
	size_t bytes = strlen(row->name) + 1;

	for (unsigned int i = 0; i < row->regs; i++)
		bytes += strlen(rules[i].name) + 1 + strlen(rules[i].help) + 1;
	return bytes;
}

/* Copy a string to *@to, and move *@to past it. */
static const char *keep_text(char **to, const char *text)
{
	const char *kept = *to;

	*to = stpcpy(*to, text) + 1;
	return kept;
}

static void keep_rules(struct gpcd_rule *kept, char *text, const struct gpcd_chip_row *row)
{
	memcpy(kept, row_rules(row), row->regs * sizeof(*kept));
	for (unsigned int i = 0; i < row->regs; i++) {
		kept[i].name = keep_text(&text, kept[i].name);
		kept[i].help = keep_text(&text, kept[i].help);
	}
}

static struct learned *learned_make(const struct gpcd_chip_row *row)
{
	unsigned int bits = bits_for(row->regs);
	size_t rules = sizeof(struct gpcd_rule) * (row->regs + 1);
	size_t regs = sizeof(struct gpcd_reg) * row->regs;
	size_t places = sizeof(__u16) << bits, text = text_bytes(row);
	struct learned *learned = calloc(1, sizeof(*learned) + rules + regs + 2 * places + text);
	char *room;

	if (!learned)
		return NULL;
	room = (char *)(learned + 1);
	learned->lists[0] = (struct gpcd_rule *)room;
	learned->registers = *row->registers;
	learned->registers.rules = learned->lists;
	learned->tables = (struct gpcd_chip_tables) {
		.row = &learned->row, .bits = bits,
		.regs = (struct gpcd_reg *)(room + rules),
		.by_addr = (__u16 *)(room + rules + regs),
		.by_name = (__u16 *)(room + rules + regs + places),
	};
	room += rules + regs + 2 * places;
	learned->row = *row;
	learned->row.name = keep_text(&room, row->name);
	learned->row.registers = &learned->registers;
	keep_rules((struct gpcd_rule *)(learned + 1), room, row);
	learned->users = 1;
	return learned;
}

/* --- the same description has one number --- */

static int same_rule(const struct gpcd_rule *one, const struct gpcd_rule *other)
{
	return one->addr == other->addr && one->bit == other->bit && one->kind == other->kind &&
	       one->width == other->width && one->unit == other->unit &&
	       one->flags == other->flags && one->block == other->block &&
	       one->fields == other->fields &&
	       !memcmp(one->dim, other->dim, sizeof(one->dim)) && !strcmp(one->name, other->name) &&
	       !strcmp(one->help, other->help);
}

static int same_row(const struct gpcd_chip_row *one, const struct gpcd_chip_row *other)
{
	return one->regs == other->regs && one->nics == other->nics &&
	       one->numbered == other->numbered && !strcmp(one->name, other->name) &&
	       one->registers->static_counters == other->registers->static_counters;
}

static int same_chip(const struct learned *one, const struct learned *other)
{
	unsigned int i;

	if (one->tables.hash != other->tables.hash || !same_row(&one->row, &other->row))
		return 0;
	for (i = 0; i < one->row.regs && same_rule(&one->lists[0][i], &other->lists[0][i]); i++)
		;
	return i == one->row.regs;
}

/* Do two counters have the same name, but for the case of letters? */
static int has_double(const struct gpcd_chip_tables *c)
{
	unsigned int i;

	for (i = 0; i < c->count; i++) {
		if (gpcd_chip_named(c, c->regs[i].rule->name) != &c->regs[i])
			break;
	}
	return i < c->count;
}

/* Return the place of an equal description, else a free one, or -ENOSPC. The lock is held. */
static int find_place(const struct learned *learned)
{
	int place = -ENOSPC;

	for (int i = 0; i < LEARNED_MOST; i++) {
		struct learned *other = atomic_load_explicit(&known[i], memory_order_relaxed);

		if (other && same_chip(other, learned))
			return i;
		if (!other && place < 0)
			place = i;
	}
	return place;
}

/* Give a description its number, or a reference to the equal one. The lock is held. */
static int place_it(struct learned *learned)
{
	int place = find_place(learned);
	struct learned *other;

	if (place < 0)
		return place;
	other = atomic_load_explicit(&known[place], memory_order_relaxed);
	if (other) {
		other->users++;
		free(learned);
		return GPCD_CHIPS_LEARNED + place;
	}
	for (unsigned int i = 0; i < learned->tables.count; i++)
		learned->tables.regs[i].chip = GPCD_CHIPS_LEARNED + place;
	atomic_store_explicit(&known[place], learned, memory_order_release);
	return GPCD_CHIPS_LEARNED + place;
}

int gpcd_learn_row(const struct gpcd_chip_row *row)
{
	struct learned *learned = learned_make(row);
	int chip;

	if (!learned)
		return -ENOMEM;
	gpcd_chip_build(&learned->tables, GPCD_CHIP_NONE);
	if (has_double(&learned->tables)) {
		free(learned);
		return -EEXIST;
	}
	pthread_mutex_lock(&lock);
	chip = place_it(learned);
	pthread_mutex_unlock(&lock);
	if (chip < 0)
		free(learned);
	return chip;
}

/* --- counters become rules --- */

static const struct gpcd_block counters_block = {
	.name = "counters", .help = "counters of this chip", .needs = GPCD_MAY_NIC,
};

/* None needs to be set up. */
const char *const gpcd_learn_static[] = { "*", NULL };

static int counter_check(const struct gpcd_counter *counter)
{
	size_t length = strnlen(counter->name, GPCD_NAME_MAX);

	if (!length || length == GPCD_NAME_MAX)
		return -EINVAL;
	if (!counter->width || counter->width > 64 || counter->unit >= GPCD_UNITS)
		return -EINVAL;
	return gpcd_kind_counts(counter->kind) || counter->kind == GPCD_KIND_GAUGE ? 0 : -EINVAL;
}

static int counters_check(const char *name, const struct gpcd_counter *counters, unsigned int count)
{
	int err = !*name || !count ? -EINVAL : count > GPCD_LEARN_MOST ? -E2BIG : 0;

	for (unsigned int i = 0; !err && i < count; i++)
		err = counter_check(&counters[i]);
	return err;
}

/* Number the counters by their addresses, an aligned word each. */
static void fill_rules(struct gpcd_rule *rules, const struct gpcd_counter *counters,
		       unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		rules[i] = (struct gpcd_rule) {
			.name = counters[i].name,
			.help = counters[i].help ? counters[i].help : "",
			.block = &counters_block,
			.addr = i * sizeof(__u64),
			.kind = counters[i].kind,
			.unit = counters[i].unit,
			.width = counters[i].width,
			.flags = GPCD_RULE_VERBATIM |
				 (counters[i].inferred ? GPCD_RULE_INFERRED : 0),
		};
	}
}

int gpcd_chip_learn(const char *name, const struct gpcd_counter *counters, unsigned int count)
{
	struct gpcd_rule *rules;
	const struct gpcd_rule *lists[2] = { NULL };
	const struct gpcd_chip_registers registers = {
		.rules = lists, .static_counters = gpcd_learn_static, .coord = "",
	};
	const struct gpcd_chip_row row = {
		.name = name, .registers = &registers, .nics = 1, .regs = count, .numbered = 1,
	};
	int chip = counters_check(name, counters, count);

	if (chip)
		return chip;
	rules = calloc(count, sizeof(*rules));
	if (!rules)
		return -ENOMEM;
	fill_rules(rules, counters, count);
	lists[0] = rules;
	chip = gpcd_learn_row(&row);
	free(rules);
	return chip;
}

/* --- using a description --- */

/* Return the description that has a number. The lock is held. */
static struct learned *learned_of(unsigned int chip)
{
	if (!gpcd_chip_learned(chip))
		return NULL;
	return atomic_load_explicit(&known[chip - GPCD_CHIPS_LEARNED], memory_order_relaxed);
}

int gpcd_chip_hold(unsigned int chip)
{
	struct learned *learned;

	pthread_mutex_lock(&lock);
	learned = learned_of(chip);
	if (learned)
		learned->users++;
	pthread_mutex_unlock(&lock);
	return learned || gpcd_chip_find(chip) ? 0 : -EINVAL;
}

void gpcd_chip_forget(unsigned int chip)
{
	struct learned *learned;

	pthread_mutex_lock(&lock);
	learned = learned_of(chip);
	if (learned && !--learned->users)
		atomic_store_explicit(&known[chip - GPCD_CHIPS_LEARNED], NULL,
				      memory_order_relaxed);
	else
		learned = NULL;
	pthread_mutex_unlock(&lock);
	free(learned);
}

unsigned int gpcd_chip_next(unsigned int chip)
{
	for (chip++; chip < GPCD_CHIPS; chip++) {
		if (gpcd_chip_find(chip))
			return chip;
	}
	if (chip < GPCD_CHIPS_LEARNED)
		chip = GPCD_CHIPS_LEARNED;
	for (; chip - GPCD_CHIPS_LEARNED < LEARNED_MOST; chip++) {
		if (gpcd_chip_learned(chip))
			return chip;
	}
	return GPCD_CHIP_NONE;
}

int gpcd_chip_numbered(unsigned int chip)
{
	const struct gpcd_chip_tables *tables = gpcd_chip_find(chip);

	return tables && tables->row->numbered;
}

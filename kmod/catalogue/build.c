// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * From rules to tables. They are static, and built once: in the kernel as the module is loaded, in
 * a program as a chip is first used. After that they are read-only.
 */
#ifdef __KERNEL__
#include <linux/init.h>
#else
#include <pthread.h>
#endif

#include "catalogue/pages.h"
#include "catalogue/places.h"

static unsigned int dim_count(const struct gpcd_dim *dim)
{
	return dim->count ? dim->count : 1;
}

/* Return register number @n of a rule, the last subscript varying fastest. */
static void rule_reg(const struct gpcd_rule *rule, unsigned int n, struct gpcd_reg *reg)
{
	unsigned int d, step;

	reg->rule = rule;
	reg->addr = rule->addr;
	for (d = GPCD_RULE_DIMS; d-- > 0; n /= dim_count(&rule->dim[d])) {
		step = n % dim_count(&rule->dim[d]);
		reg->at[d] = rule->dim[d].first + step;
		reg->addr += step * rule->dim[d].stride;
	}
}

static int rule_expand(const struct gpcd_rule *rule, struct gpcd_chip_tables *c, unsigned int room)
{
	const struct gpcd_dim *dim = rule->dim;
	unsigned int n, times;

	times = dim_count(&dim[0]) * dim_count(&dim[1]) * dim_count(&dim[2]);
	for (n = 0; n < times && c->count < room; n++)
		rule_reg(rule, n, &c->regs[c->count++]);
	return n < times ? -1 : 0;
}

static int chip_expand(struct gpcd_chip_tables *c, const struct gpcd_chip_row *row)
{
	const struct gpcd_rule *const *list;
	const struct gpcd_rule *rule;

	for (list = row->registers->rules; *list; list++) {
		for (rule = *list; rule->name; rule++) {
			if (rule_expand(rule, c, row->regs))
				return -1;
		}
	}
	return 0;
}

/* By address; an alias comes after its register. */
static int comes_before(const struct gpcd_reg *a, const struct gpcd_reg *b)
{
	if (a->addr != b->addr)
		return a->addr < b->addr;
	return !(a->rule->flags & GPCD_RULE_ALIAS) && b->rule->flags & GPCD_RULE_ALIAS;
}

/* Shell sort: a few thousand entries, once, without recursion. */
static void chip_sort(struct gpcd_chip_tables *c)
{
	struct gpcd_reg *regs = c->regs;
	unsigned int gap, i, j;
	struct gpcd_reg held;

	for (gap = c->count / 2; gap; gap /= 2) {
		for (i = gap; i < c->count; i++) {
			held = regs[i];
			for (j = i; j >= gap && comes_before(&held, &regs[j - gap]); j -= gap)
				regs[j] = regs[j - gap];
			regs[j] = held;
		}
	}
}

/* The fingerprint: FNV-1a over numbers as bytes, low first. */

static __u64 hash_number(__u64 hash, __u64 value, unsigned int bytes)
{
	for (; bytes--; value >>= 8)
		hash = (hash ^ (value & 0xff)) * 0x100000001b3ull;
	return hash;
}

static __u64 hash_reg(__u64 hash, const struct gpcd_reg *reg)
{
	hash = hash_number(hash, reg->addr, sizeof(reg->addr));
	hash = hash_number(hash, gpcd_reg_shift(reg), 1);
	hash = hash_number(hash, reg->rule->kind, 1);
	return hash_number(hash, reg->rule->width, 1);
}

static __u64 hash_name(__u64 hash, const char *name)
{
	do {
		hash = hash_number(hash, (unsigned char)*name, 1);
	} while (*name++);
	return hash;
}

static void name_index(struct gpcd_chip_tables *c, unsigned int i, const char *name)
{
	unsigned int slot = name_slot(c, name);

	while (c->by_name[slot])
		slot = name_next(c, slot);
	c->by_name[slot] = i + 1;
}

static void addr_index(struct gpcd_chip_tables *c, unsigned int i)
{
	unsigned int slot = addr_slot(c, c->regs[i].addr);

	while (c->by_addr[slot])
		slot = addr_next(c, slot);
	c->by_addr[slot] = i + 1;
}

/*
 * Find the bits of a word that registers have, from the first of them on. Return the index of the
 * first register of the next word; 0: a register does not end in its word, has bits of another, or
 * begins in the byte where another begins, whose address it would have.
 */
static unsigned int word_bits(const struct gpcd_chip_tables *c, unsigned int i, __u64 *bits)
{
	__u32 word = gpcd_reg_word(&c->regs[i]);
	const struct gpcd_reg *reg, *last = NULL;
	__u64 mask;

	*bits = 0;
	for (; i < c->count; i++) {
		reg = &c->regs[i];
		if (gpcd_reg_word(reg) != word)
			break;
		if (reg->rule->flags & GPCD_RULE_ALIAS)
			continue;
		if (gpcd_reg_shift(reg) + reg->rule->width > 64)
			return 0;
		mask = gpcd_width_mask(reg->rule->width) << gpcd_reg_shift(reg);
		if (*bits & mask || (last && last->addr == reg->addr))
			return 0;
		*bits |= mask;
		last = reg;
	}
	return i;
}

static int words_mark(struct gpcd_chip_tables *c)
{
	unsigned int i = 0, end;
	__u64 bits;

	while (i < c->count) {
		end = word_bits(c, i, &bits);
		if (!end)
			return -1;
		for (; i < end; i++)
			c->regs[i].fills = !~bits;
	}
	return 0;
}

#define BOTH	(GPCD_MAY_NIC | GPCD_MAY_ROUTER)

/* Add the page of a register; registers come in the order of addresses. */
static int page_add(struct gpcd_chip_pages *pages, const struct gpcd_chip_row *row,
		    const struct gpcd_reg *reg)
{
	__u64 page = reg->addr & ~(__u64)(GPCD_PAGE_SIZE - 1);
	unsigned int last = pages->count;

	if (!pages->canary && !gpcd_reg_fills_word(reg))
		pages->canary = reg;
	if (last && pages->addr[last - 1] == page) {
		pages->needs[last - 1] |= gpcd_reg_needs(reg);
		return (pages->needs[last - 1] & BOTH) == BOTH ? -1 : 0;
	}
	if (last == row->pages || page / GPCD_PAGE_SIZE >= row->span || page == GPCD_IMAGE_INFO)
		return -1;
	pages->addr[last] = page;
	pages->needs[last] = gpcd_reg_needs(reg);
	gpcd_page_slots[reg->chip][page / GPCD_PAGE_SIZE] = last;
	pages->count = last + 1;
	return 0;
}

static int chip_index(struct gpcd_chip_tables *c, unsigned int chip)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg *reg;
	unsigned int i;

	c->hash = 0xcbf29ce484222325ull;
	for (i = 0; i < c->count; i++) {
		reg = &c->regs[i];
		reg->index = i;
		reg->chip = chip;
		if (c->row->pages && page_add(&gpcd_chip_pages[chip], c->row, reg))
			return -1;
		gpcd_reg_name(reg, name);
		c->hash = hash_reg(c->hash, reg);
		if (c->row->numbered)
			c->hash = hash_name(c->hash, name);
		name_index(c, i, name);
		if (!(reg->rule->flags & GPCD_RULE_ALIAS))
			addr_index(c, i);
	}
	return 0;
}

int gpcd_chip_build(struct gpcd_chip_tables *c, unsigned int chip)
{
	int err = chip_expand(c, c->row);

	if (!err) {
		chip_sort(c);
		/* Words matter only where registers are mapped. */
		err = c->row->pages ? words_mark(c) : 0;
	}
	if (!err)
		err = chip_index(c, chip);
	if (err) {
		c->count = 0;
		if (c->row->pages)
			gpcd_chip_pages[chip] = (struct gpcd_chip_pages) {};
	}
	return err;
}

#ifdef __KERNEL__
unsigned int __init gpcd_catalogue_init(void)
{
	unsigned int chip, bad = 0;

	for (chip = GPCD_CHIP_NONE + 1; chip < GPCD_CHIPS; chip++) {
		if (!gpcd_chip_tables[chip].count && gpcd_chip_build(&gpcd_chip_tables[chip], chip))
			bad = chip;
	}
	return bad;
}
#else
void gpcd_chip_build_once(unsigned int chip)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	struct gpcd_chip_tables *c = &gpcd_chip_tables[chip];

	pthread_mutex_lock(&lock);
	if (!c->built) {
		gpcd_chip_build(c, chip);
		__atomic_store_n(&c->built, 1, __ATOMIC_RELEASE);
	}
	pthread_mutex_unlock(&lock);
}
#endif

// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * Look-ups over the chips' rules. All tables are static and built once; after that everything is
 * read-only.
 */
#include "catalogue/pages.h"
#include "catalogue/rules.h"

/* Hash tables: slots hold an index of the catalogue plus one; 0 is free. */

/*
 * Eight adjacent words stay side by side, so that the counters of a tile share a cache line; only
 * their 64-byte group is hashed.
 */
static unsigned int addr_slot(const struct gpcd_chip_tables *c, __u64 addr)
{
	__u32 folded = (addr >> 6) ^ (addr >> 38);
	__u32 group = folded * 0x9e3779b1u >> (32 + 3 - c->bits);

	return group << 3 | (addr >> 3 & 7);
}

/* At the end of a lane continue with the next one: a lane may be full, the table is not. */
static unsigned int addr_next(const struct gpcd_chip_tables *c, unsigned int slot)
{
	return slot + 8 < 1u << c->bits ? slot + 8 : (slot + 1) & 7;
}

/*
 * Both cases of a letter differ only in bit 0x20, so case does not matter to the hash. A name too
 * long for the catalogue hashes to anything: no entry equals it.
 */
static unsigned int name_slot(const struct gpcd_chip_tables *c, const char *name)
{
	__u32 hash = 0x811c9dc5;
	unsigned int i;

	for (i = 0; i < GPCD_NAME_MAX && name[i]; i++)
		hash = (hash ^ (unsigned char)(name[i] | 0x20)) * 0x01000193;
	return hash >> (32 - c->bits);
}

static unsigned int name_next(const struct gpcd_chip_tables *c, unsigned int slot)
{
	return (slot + 1) & ((1u << c->bits) - 1);
}

const struct gpcd_reg *gpcd_catalogue_find(unsigned int chip, __u64 addr)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);
	const struct gpcd_reg *reg;
	unsigned int slot;

	if (!c)
		return NULL;
	for (slot = addr_slot(c, addr); c->by_addr[slot]; slot = addr_next(c, slot)) {
		reg = &c->regs[c->by_addr[slot] - 1];
		if (reg->addr == addr)
			return reg;
	}
	return NULL;
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_find);

int gpcd_catalogue_by_addr(unsigned int chip, __u64 addr, struct gpcd_reg *reg)
{
	const struct gpcd_reg *found = gpcd_catalogue_find(chip, addr);

	if (!found)
		return -1;
	*reg = *found;
	return 0;
}

const struct gpcd_reg *gpcd_chip_named(const struct gpcd_chip_tables *c, const char *name)
{
	const struct gpcd_reg *found;
	char candidate[GPCD_NAME_MAX];
	unsigned int slot;

	for (slot = name_slot(c, name); c->by_name[slot]; slot = name_next(c, slot)) {
		found = &c->regs[c->by_name[slot] - 1];
		gpcd_reg_name(found, candidate);
		if (gpcd_text_equal(candidate, name))
			return found;
	}
	return NULL;
}

int gpcd_catalogue_by_name(unsigned int chip, const char *name, struct gpcd_reg *reg)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);
	const struct gpcd_reg *found = c ? gpcd_chip_named(c, name) : NULL;

	if (!found)
		return -1;
	*reg = *found;
	return 0;
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_by_name);

int gpcd_catalogue_at(unsigned int chip, unsigned int index, struct gpcd_reg *reg)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);

	if (!c || index >= c->count)
		return -1;
	*reg = c->regs[index];
	return 0;
}
EXPORT_SYMBOL_GPL(gpcd_catalogue_at);

unsigned int gpcd_catalogue_count(unsigned int chip)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);

	return c ? c->count : 0;
}

/* Building */

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
 * first register of the next word; 0: a register does not end in its word, or has bits of another.
 */
static unsigned int word_bits(const struct gpcd_chip_tables *c, unsigned int i, __u64 *bits)
{
	__u32 word = gpcd_reg_word(&c->regs[i]);
	const struct gpcd_reg *reg;
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
		if (*bits & mask)
			return 0;
		*bits |= mask;
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
		if (c->row->pages && gpcd_pages_add(reg))
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
			gpcd_pages_reset(chip);
	}
	return err;
}

GPCD_AT_INIT unsigned int gpcd_catalogue_init(void)
{
	unsigned int chip, bad = 0;

	for (chip = GPCD_CHIP_NONE + 1; chip < GPCD_CHIPS; chip++) {
		if (!gpcd_chip_tables[chip].count && gpcd_chip_build(&gpcd_chip_tables[chip], chip))
			bad = chip;
	}
	return bad;
}

__u64 gpcd_catalogue_hash(unsigned int chip)
{
	const struct gpcd_chip_tables *c = gpcd_chip_find(chip);

	return c ? c->hash : 0;
}

unsigned int gpcd_total_addrs(unsigned int chip, const struct gpcd_total *total, __u64 *addrs,
			      unsigned int max)
{
	unsigned int count = 0;
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		/* An alias is not another counter. */
		if (reg.rule->flags & GPCD_RULE_ALIAS || !gpcd_reg_match(&reg, total->glob))
			continue;
		if (count < max)
			addrs[count] = reg.addr;
		count++;
	}
	return count;
}
EXPORT_SYMBOL_GPL(gpcd_total_addrs);

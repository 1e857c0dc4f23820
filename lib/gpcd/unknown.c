// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Chips that the kernel knows and this library does not, because its module is newer. They are
 * learned from the kernel's catalogue, which is not trusted: any driver may have made the device.
 *
 * The kernel's entries have no subscripts, fields or help lines. A register that this library knows
 * keeps its own, in a chip that has got more registers.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "gpcd/learned.h"

/* NICs that a chip may have: programs keep a bit for each. */
#define NICS_MOST	64

/* Bytes of the name of a chip, with its NUL. */
#define NAME_ROOM	32

/* A chip that is being learned. */
struct unknown {
	const struct gpcd_info *info;
	struct gpcd_catalogue_entry *entries;
	struct gpcd_rule *rules;
	char name[NAME_ROOM];
};

/* --- the kernel's entries --- */

/* Read entries from number @first on. Return how many came. */
static int page_read(struct gpcd *dev, uint32_t first, struct gpcd_catalogue_entry *entries,
		     uint32_t room)
{
	struct gpcd_catalogue_page page = {
		.size = sizeof(page),
		.first = first,
		.count = room,
		.entry_size = sizeof(*entries),
		.entries = gpcd_address(entries),
	};
	int err = dev->carrier->command(dev, GPCD_IOC_CATALOGUE, &page);

	if (err)
		return err == -ENOTTY || err == -EOPNOTSUPP ? -EPROTO : err;
	return page.count && page.count <= room ? (int)page.count : -EPROTO;
}

/* Check an entry by itself. Whether its name is unique is checked later. */
static int entry_check(const struct gpcd_catalogue_entry *entry, uint64_t last)
{
	size_t length = strnlen(entry->name, sizeof(entry->name));

	if (!length || length == sizeof(entry->name))
		return -EPROTO;
	/* It begins in the byte that has its address, and ends in its word. */
	if (!entry->width || entry->shift + entry->width > 64 ||
	    entry->shift / 8 != entry->addr % 8)
		return -EPROTO;
	return entry->addr >= last ? 0 : -EPROTO;
}

static int entries_read(struct gpcd *dev, const struct unknown *unknown)
{
	uint32_t count = unknown->info->nregs, first;
	uint64_t last = 0;
	int err = 0, n;

	for (first = 0; first < count; first += n) {
		n = page_read(dev, first, &unknown->entries[first], count - first);
		if (n < 0)
			return n;
	}
	for (uint32_t i = 0; i < count && !err; i++) {
		err = entry_check(&unknown->entries[i], last);
		last = unknown->entries[i].addr;
	}
	return err;
}

/* --- entries become rules --- */

static const struct gpcd_block nic_block = {
	.name = "nic", .help = "registers of a NIC, known only to the kernel",
	.needs = GPCD_MAY_NIC,
};

static const struct gpcd_block router_block = {
	.name = "router", .help = "registers of the router, known only to the kernel",
	.needs = GPCD_MAY_ROUTER,
};

/* Describe an entry. In the catalogue an alias follows the register whose address it has. */
static void rule_fill(struct gpcd_rule *rule, const struct gpcd_catalogue_entry *entry,
		      int is_alias)
{
	*rule = (struct gpcd_rule) {
		.name = entry->name,
		.help = "",
		.block = entry->needs & GPCD_MAY_ROUTER ? &router_block : &nic_block,
		.addr = entry->addr,
		.bit = entry->shift % 8,
		.kind = entry->kind,
		.unit = entry->unit < GPCD_UNITS ? entry->unit : GPCD_UNIT_UNKNOWN,
		.width = entry->width,
		.flags = GPCD_RULE_VERBATIM | (is_alias ? GPCD_RULE_ALIAS : 0),
	};
}

/* Add what this library knows of the register. It has a single register's subscripts. */
static void rule_explain(struct gpcd_rule *rule, unsigned int chip)
{
	const struct gpcd_rule *own;
	struct gpcd_reg reg;

	if (gpcd_catalogue_by_name(chip, rule->name, &reg))
		return;
	own = reg.rule;
	if (reg.addr != rule->addr || own->bit != rule->bit || own->kind != rule->kind ||
	    own->width != rule->width)
		return;
	rule->help = own->help;
	rule->block = own->block;
	rule->fields = own->fields;
	rule->nfields = own->nfields;
	rule->also = own->also;
	rule->flags |= own->flags & GPCD_RULE_INFERRED;
	for (unsigned int d = 0; d < GPCD_RULE_DIMS && own->dim[d].count; d++)
		rule->dim[d] = (struct gpcd_dim) { .count = 1, .first = reg.at[d] };
}

static void rules_fill(const struct unknown *unknown)
{
	const struct gpcd_catalogue_entry *entry = unknown->entries;

	for (uint32_t i = 0; i < unknown->info->nregs; i++, entry++) {
		rule_fill(&unknown->rules[i], entry, i && entry->addr == entry[-1].addr);
		rule_explain(&unknown->rules[i], unknown->info->chip);
	}
}

/* --- the name of the chip --- */

/* Read what sysfs says. Return 0, or -1 if that is no name. */
static int name_read(const char *path, char name[NAME_ROOM])
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t n = fd < 0 ? -1 : read(fd, name, NAME_ROOM - 1);

	if (fd >= 0)
		close(fd);
	if (n <= 0)
		return -1;
	name[n] = '\0';
	n = strspn(name, letters);
	if (!n || strcmp(name + n, "\n"))
		return -1;
	name[n] = '\0';
	return 0;
}

/* Without sysfs the chip's number is its name. */
static void name_find(const struct gpcd *dev, unsigned int chip, char name[NAME_ROOM])
{
	const char *known = gpcd_chip_name(chip);
	char path[64];
	struct stat st;

	if (known) {
		snprintf(name, NAME_ROOM, "%s", known);
		return;
	}
	if (!stat(dev->path, &st) && S_ISCHR(st.st_mode)) {
		snprintf(path, sizeof(path), "/sys/dev/char/%u:%u/chip", major(st.st_rdev),
			 minor(st.st_rdev));
		if (!name_read(path, name))
			return;
	}
	snprintf(name, NAME_ROOM, "chip%u", chip);
}

/* --- learning --- */

/* Return what a chip of this number has in the list, or what any chip has. */
static struct gpcd_chip_registers registers_of(unsigned int chip)
{
	if (chip > GPCD_CHIP_NONE && chip < GPCD_CHIPS)
		return *gpcd_chip_rows[chip].registers;
	return (struct gpcd_chip_registers) {
		.static_counters = gpcd_learn_static, .coord = "first,second,third",
	};
}

static int unknown_learn(const struct unknown *unknown)
{
	struct gpcd_chip_registers registers = registers_of(unknown->info->chip);
	const struct gpcd_rule *lists[2] = { unknown->rules };
	const struct gpcd_chip_row row = {
		.name = unknown->name, .registers = &registers, .nics = unknown->info->nics,
		.regs = unknown->info->nregs,
	};
	int chip;

	registers.rules = lists;
	chip = gpcd_learn_row(&row);
	if (chip == -EEXIST)
		return -EPROTO;
	if (chip > 0 && gpcd_catalogue_hash(chip) != unknown->info->catalogue_hash) {
		gpcd_chip_forget(chip);
		return -EPROTO;
	}
	return chip;
}

int gpcd_learn_device(struct gpcd *dev, const struct gpcd_info *info)
{
	struct unknown unknown = { .info = info };
	int chip;

	if (!info->nregs || info->nregs > GPCD_LEARN_MOST || info->nics > NICS_MOST ||
	    info->nic_index >= info->nics)
		return -EPROTO;
	unknown.entries = calloc(info->nregs, sizeof(*unknown.entries));
	unknown.rules = calloc(info->nregs, sizeof(*unknown.rules));
	chip = unknown.entries && unknown.rules ? entries_read(dev, &unknown) : -ENOMEM;
	if (!chip) {
		rules_fill(&unknown);
		name_find(dev, info->chip, unknown.name);
		chip = unknown_learn(&unknown);
	}
	free(unknown.entries);
	free(unknown.rules);
	return chip;
}

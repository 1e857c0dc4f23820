// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers as people name them (tools/gpcd/device/names.c, lib/gpcd/register.c, the catalogue's
 * look-ups and globs): a line is an argument. Globs are compared with fnmatch(3).
 */
#include <fnmatch.h>
#include <strings.h>

#include <gpcd_lib.h>

#include "cli/cli.h"
#include "device/names.h"
#include "fuzz.h"

/* Names as drivers have them. */
static const char *const odd[] = {
	"[0]: rx", "[1]: rx", "SwLinkUp,32", "tx*", "txq", "a:b=c", "\"q\"", "\\", "\xff", "#1",
	"0x8",
};

#define ODD	(sizeof(odd) / sizeof(*odd))

/* The chips of the catalogue, and one that is described. */
static struct gpcd *device[GPCD_CHIPS], *described;

static void describe(void)
{
	struct gpcd_counter counters[ODD] = { 0 };
	struct gpcd_info info = { .nic_addr = 1 };

	for (unsigned int i = 0; i < ODD; i++)
		counters[i] = (struct gpcd_counter){ .name = odd[i], .width = 64 };
	info.chip = gpcd_chip_learn("odd", counters, ODD);
	EXPECT(!gpcd_open_recorded("odd0", &info, &described));
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	for (unsigned int chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		const struct gpcd_info info = { .chip = chip, .nic_addr = 1 };

		EXPECT(!gpcd_open_recorded(gpcd_chip_name(chip), &info, &device[chip]));
	}
	describe();
	rmdir(fuzz_folder());
	complain_as("gpcd");
	fuzz_hush();
	return 0;
}

/* A name that is found is the register's own, and leads to its address. */
static void check_resolve(unsigned int chip, const char *text)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg, again;
	char name[GPCD_NAME_MAX];
	size_t length;

	if (gpcd_resolve(chip, text, &reg, &field))
		return;
	length = gpcd_reg_name(&reg, name);
	EXPECT(!strncasecmp(text, name, length));
	EXPECT(field ? text[length] == ':' : !text[length]);
	EXPECT(!field || !strcasecmp(text + length + 1, field->name));
	EXPECT(!gpcd_catalogue_by_addr(chip, reg.addr, &again) && again.addr == reg.addr);
	/* The legacy library is case-sensitive, and knows the chips that Cray's knew. */
	if (!field && gpcd_chip_legacy(chip))
		EXPECT(!gpcd_lookup_mmr_byname((char *)text) == !!strcmp(name, text));
}

/* A register that is found has the name, or the number, that was asked for. */
static void check_described(const char *text)
{
	const struct gpcd_field *field;
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	if (gpcd_resolve(gpcd_chip(described), text, &reg, &field))
		return;
	gpcd_reg_name(&reg, name);
	EXPECT(!field && reg.index < ODD && !strcmp(name, odd[reg.index]));
	EXPECT(!strcasecmp(text, name) ||
	       (*text == '#' && strtoul(text + 1, NULL, 10) == reg.index));
}

/* The result of resolving an argument can be resolved again. */
static void check_argument(unsigned int chip, const char *text)
{
	const struct gpcd_field *field;
	char name[2 * GPCD_NAME_MAX];
	struct gpcd_reg reg;
	int code = names_resolve(chip, text, name, sizeof(name));

	EXPECT(code == 0 || code == EXIT_USAGE);
	EXPECT(code || !gpcd_resolve(chip, name, &reg, &field));
}

/* Classes, '^', and escapes in sets and at the end mean something to fnmatch() only. */
static int is_plain(const char *glob)
{
	size_t length = strlen(glob);

	if (strchr(glob, '\\') && (strchr(glob, '[') || glob[length - 1] == '\\'))
		return 0;
	return !strchr(glob, '^') && !strstr(glob, "[:") && !strstr(glob, "[.") &&
	       !strstr(glob, "[=");
}

/* Does fnmatch() find the register's name, or, by a pattern with a colon, its other name? */
static int is_found(const struct gpcd_reg *reg, const char *glob)
{
	const int flags = FNM_CASEFOLD | (strchr(glob, '\\') ? 0 : FNM_NOESCAPE);
	char name[GPCD_NAME_MAX];

	gpcd_reg_name(reg, name);
	if (!fnmatch(glob, name, flags))
		return 1;
	return strchr(glob, ':') && gpcd_reg_also(reg, name) && !fnmatch(glob, name, flags);
}

/* Check some of many registers, others for other patterns: all would take too long. */
static void check_glob(unsigned int chip, const char *glob)
{
	unsigned int step = gpcd_catalogue_count(chip) > 41 ? 41 : 1, i;
	struct gpcd_reg reg;

	if (!is_plain(glob))
		return;
	for (i = strlen(glob) * 7 % step; !gpcd_catalogue_at(chip, i, &reg); i += step)
		EXPECT(gpcd_reg_match(&reg, glob) == is_found(&reg, glob));
}

static void check_group(struct gpcd *dev, char **args)
{
	unsigned int chip = gpcd_chip(dev);
	struct gpcd_group *group;
	unsigned int i, n;
	int code;

	fuzz_said = 0;
	EXPECT(!gpcd_group_create(dev, 0, &group));
	code = names_add_all(group, chip, args);
	n = gpcd_group_count(group);
	EXPECT(code == 0 || code == EXIT_USAGE);
	EXPECT(code ? fuzz_said : n);
	EXPECT(n <= 65536);
	for (i = 0; i < n; i += 97) {
		if (chip < GPCD_CHIPS)
			check_resolve(chip, gpcd_group_name(group, i));
		EXPECT(gpcd_group_width(group, i) - 1 < 64);
	}
	gpcd_group_destroy(group);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_lines lines;
	unsigned int chip;
	char **last;
	int i;

	fuzz_lines_create(&lines, data, size);
	/* Each is a pass over all registers: two are enough. */
	last = &lines.line[lines.count > 2 ? lines.count - 2 : 0];
	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		for (i = 0; i < lines.count; i++) {
			check_resolve(chip, lines.line[i]);
			check_argument(chip, lines.line[i]);
			check_glob(chip, lines.line[i]);
		}
		check_group(device[chip], last);
	}
	for (i = 0; i < lines.count; i++) {
		check_described(lines.line[i]);
		check_argument(gpcd_chip(described), lines.line[i]);
		check_glob(gpcd_chip(described), lines.line[i]);
	}
	check_group(described, last);
	fuzz_lines_destroy(&lines);
	return 0;
}

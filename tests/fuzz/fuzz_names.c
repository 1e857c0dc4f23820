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

static struct gpcd *device[GPCD_CHIPS];

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc;
	(void)argv;
	device[GPCD_CHIP_GEMINI] = fuzz_device(GPCD_CHIP_GEMINI, "gemini");
	device[GPCD_CHIP_ARIES] = fuzz_device(GPCD_CHIP_ARIES, "aries");
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
	/* The legacy library is case-sensitive. */
	if (!field)
		EXPECT(!gpcd_lookup_mmr_byname((char *)text) == !!strcmp(name, text));
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

/* Escapes, classes and '^' mean something to fnmatch() only. */
static int is_plain(const char *glob)
{
	return !strpbrk(glob, "\\^") && !strstr(glob, "[:") && !strstr(glob, "[.") &&
	       !strstr(glob, "[=");
}

/* Check some of the registers, others for other patterns: all would take too long. */
static void check_glob(unsigned int chip, const char *glob)
{
	const int flags = FNM_NOESCAPE | FNM_CASEFOLD;
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	unsigned int i;

	if (!is_plain(glob))
		return;
	for (i = strlen(glob) * 7 % 41; !gpcd_catalogue_at(chip, i, &reg); i += 41) {
		gpcd_reg_name(&reg, name);
		EXPECT(gpcd_reg_match(&reg, glob) == !fnmatch(glob, name, flags));
	}
}

static void check_group(unsigned int chip, char **args)
{
	struct gpcd_group *group;
	unsigned int i, n;
	int code;

	fuzz_said = 0;
	EXPECT(!gpcd_group_create(device[chip], 0, &group));
	code = names_add_all(group, chip, args);
	n = gpcd_group_count(group);
	EXPECT(code == 0 || code == EXIT_USAGE);
	EXPECT(code ? fuzz_said : n);
	EXPECT(n <= GPCD_MAX_REGS);
	for (i = 0; i < n; i += 97) {
		check_resolve(chip, gpcd_group_name(group, i));
		EXPECT(gpcd_group_width(group, i) - 1 < 64);
	}
	gpcd_group_destroy(group);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_lines lines;
	unsigned int chip;
	int i;

	fuzz_lines_create(&lines, data, size);
	for (chip = GPCD_CHIP_GEMINI; chip < GPCD_CHIPS; chip++) {
		for (i = 0; i < lines.count; i++) {
			check_resolve(chip, lines.line[i]);
			check_argument(chip, lines.line[i]);
			check_glob(chip, lines.line[i]);
		}
		/* Each is a pass over all registers: two are enough. */
		check_group(chip, &lines.line[lines.count > 2 ? lines.count - 2 : 0]);
	}
	fuzz_lines_destroy(&lines);
	return 0;
}

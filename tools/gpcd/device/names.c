// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/words.h"
#include "names.h"

/* Size of the name of a register, ':', and the name of a field. */
#define NAME_ROOM (2 * GPCD_NAME_MAX)

static const char *chip_word(unsigned int i)
{
	return gpcd_chip_name(GPCD_CHIP_NONE + 1 + i);
}

/* Chips that a device describes have no number before it is open, and their names may be alike. */
const struct words names_chips = { .name = chip_word, .count = GPCD_CHIPS - 1 };

int names_chip(const char *arg, void *chip)
{
	unsigned int found = gpcd_chip_by_name(arg);

	if (found == GPCD_CHIP_NONE)
		return -EINVAL;
	*(unsigned int *)chip = found;
	return 0;
}

char *names_chip_help(const char *text)
{
	char names[WORDS_ROOM];
	char *help;

	words_list(&names_chips, names);
	return asprintf(&help, "%s; %s", names, text) < 0 ? NULL : help;
}

/* Copy the part of an argument that names the register. What a driver names has no fields. */
static void cut_field(unsigned int chip, const char *arg, char name[NAME_ROOM])
{
	size_t length = gpcd_chip_numbered(chip) ? strlen(arg) : strcspn(arg, ":");

	snprintf(name, NAME_ROOM, "%.*s", (int)(length < NAME_ROOM ? length : NAME_ROOM), arg);
}

/* Check if a chip has the register that a name, no glob, is about, even if its field is unknown. */
static bool has_name(unsigned int chip, const char *name)
{
	const struct gpcd_field *field;
	struct gpcd_reg reg;

	return gpcd_resolve(chip, name, &reg, &field) != -ENOENT;
}

/* Find another chip that has such a register; return GPCD_CHIP_NONE if none has. */
static unsigned int other_chip(unsigned int chip, const char *arg)
{
	unsigned int other = GPCD_CHIP_NONE;

	while ((other = gpcd_chip_next(other)) != GPCD_CHIP_NONE) {
		if (other != chip && has_name(other, arg))
			break;
	}
	return other;
}

static bool has_match(unsigned int chip, const char *glob)
{
	struct gpcd_reg reg;

	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (gpcd_reg_match(&reg, glob))
			return true;
	}
	return false;
}

static bool is_address(const char *arg)
{
	return arg[0] == '0' && tolower((unsigned char)arg[1]) == 'x';
}

bool names_meant(unsigned int chip, const char *arg)
{
	char name[NAME_ROOM];

	cut_field(chip, arg, name);
	if (is_address(arg) || has_name(chip, arg))
		return true;
	if (gpcd_is_glob(name))
		return has_match(chip, name);
	return other_chip(chip, arg) != GPCD_CHIP_NONE;
}

bool names_match(const char *arg, const struct gpcd_reg *reg)
{
	const struct gpcd_field *field;
	struct gpcd_reg named;

	if (!gpcd_resolve(reg->chip, arg, &named, &field) && !field)
		return named.index == reg->index;
	return gpcd_reg_match(reg, arg);
}

static void offer_registers(struct nearest *nearest, unsigned int chip)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;

	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		gpcd_reg_name(&reg, name);
		nearest_offer(nearest, name);
	}
}

int names_unknown(unsigned int chip, const char *arg)
{
	char name[NAME_ROOM], hint[NEAREST_ROOM + 32];
	struct nearest nearest;
	unsigned int other;

	cut_field(chip, arg, name);
	other = other_chip(chip, arg);
	if (other != GPCD_CHIP_NONE) {
		complain("no register '%s' on a chip of type %s, but on one of type %s", arg,
			 gpcd_chip_name(chip), gpcd_chip_name(other));
		return EXIT_USAGE;
	}
	nearest_begin(&nearest, name);
	offer_registers(&nearest, chip);
	complain("no register '%s' on a chip of type %s: `gpcd counters WORD' searches%s",
		 arg, gpcd_chip_name(chip), nearest_hint(&nearest, hint));
	return EXIT_USAGE;
}

static int unknown_field(const struct gpcd_reg *reg, const char *arg)
{
	char fields[512] = "none", hint[NEAREST_ROOM + 32];
	char name[GPCD_NAME_MAX];
	struct nearest nearest;
	size_t length = 0;

	gpcd_reg_name(reg, name);
	nearest_begin(&nearest, arg);
	for (unsigned int i = 0; i < reg->rule->nfields && length < sizeof(fields); i++) {
		nearest_offer(&nearest, reg->rule->fields[i].name);
		length += snprintf(fields + length, sizeof(fields) - length, "%s%s",
				   i ? ", " : "", reg->rule->fields[i].name);
	}
	complain("no field '%s': the fields of %s are: %s%s", arg, name, fields,
		 nearest_hint(&nearest, hint));
	return EXIT_USAGE;
}

static int unknown(unsigned int chip, const char *arg, int err)
{
	const struct gpcd_field *field;
	char name[NAME_ROOM];
	struct gpcd_reg reg;

	snprintf(name, sizeof(name), "%.*s", (int)strcspn(arg, ":"), arg);
	if (err == -ENXIO && !gpcd_resolve(chip, name, &reg, &field))
		return unknown_field(&reg, strchr(arg, ':') + 1);
	if (err == -ENOENT || err == -ENXIO)
		return names_unknown(chip, arg);
	complain("%s: %s", arg, strerror(-err));
	return err == -ERANGE ? EXIT_USAGE : EXIT_RUNTIME;
}

/* 0xADDR or 0xADDR:FIELD */
static int resolve_address(unsigned int chip, const char *arg, char *name, size_t room)
{
	char primary[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	uint64_t addr;
	char *end;

	errno = 0;
	addr = strtoull(arg, &end, 16);
	if (errno || (*end && *end != ':') || gpcd_catalogue_by_addr(chip, addr, &reg))
		return -ENOENT;
	gpcd_reg_name(&reg, primary);
	snprintf(name, room, "%s%s", primary, end);
	return 0;
}

int names_resolve(unsigned int chip, const char *arg, char *name, size_t room)
{
	const struct gpcd_field *field;
	char canonical[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	int err = 0;

	if (is_address(arg) && !has_name(chip, arg))
		err = resolve_address(chip, arg, name, room);
	else
		snprintf(name, room, "%s", arg);
	if (!err)
		err = gpcd_resolve(chip, name, &reg, &field);
	if (err)
		return unknown(chip, err == -ENXIO ? name : arg, err);
	gpcd_reg_name(&reg, canonical);
	snprintf(name, room, "%s%s%s", canonical, field ? ":" : "", field ? field->name : "");
	return 0;
}

/* GLOB:FIELD: add the field of all matching registers that have it. Return their number. */
static int add_glob_fields(struct gpcd_group *group, unsigned int chip, const char *glob,
			   const char *field)
{
	char name[NAME_ROOM];
	struct gpcd_reg reg;
	int n = 0, err;

	for (unsigned int i = 0; !gpcd_catalogue_at(chip, i, &reg); i++) {
		if (!gpcd_reg_match(&reg, glob) || !gpcd_reg_field(&reg, field))
			continue;
		snprintf(name + gpcd_reg_name(&reg, name), GPCD_NAME_MAX, ":%s", field);
		err = gpcd_group_add(group, name);
		if (err)
			return err;
		n++;
	}
	return n;
}

static int add_glob(struct gpcd_group *group, unsigned int chip, const char *arg)
{
	const char *colon = strchr(arg, ':');
	char glob[NAME_ROOM];
	int n = gpcd_group_add_glob(group, arg);

	if (!n && colon) {
		snprintf(glob, sizeof(glob), "%.*s", (int)(colon - arg), arg);
		n = add_glob_fields(group, chip, glob, colon + 1);
	}
	if (n < 0)
		return unknown(chip, arg, n);
	return n ? 0 : names_unknown(chip, arg);
}

int names_add(struct gpcd_group *group, unsigned int chip, const char *arg)
{
	char name[NAME_ROOM];
	int code, err;

	if (gpcd_is_glob(arg) && !has_name(chip, arg))
		return add_glob(group, chip, arg);
	code = names_resolve(chip, arg, name, sizeof(name));
	if (code)
		return code;
	err = gpcd_group_add(group, name);
	return err ? unknown(chip, arg, err) : 0;
}

int names_add_all(struct gpcd_group *group, unsigned int chip, char **args)
{
	const char *counters;
	int code = 0;

	if (args && *args) {
		for (; *args && !code; args++)
			code = names_add(group, chip, *args);
		return code;
	}
	for (unsigned int i = 0; (counters = gpcd_chip_static_counters(chip, i)) && !code; i++)
		code = names_add(group, chip, counters);
	return code;
}

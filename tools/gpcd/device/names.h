/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Registers as people name them: NAME, NAME:FIELD, a glob of either, 0xADDR.
 */
#ifndef NAMES_H
#define NAMES_H

#include <gpcd/gpcd.h>
#include <stdbool.h>

#include "cli/words.h"

/** names_chips - the names of chips, in the order of enum gpcd_chip */
extern const struct words names_chips;

/**
 * names_chip_help() - an argp's help_filter: the help of --chip begins with the chips' names
 * @key: of the option
 * @text: its help
 * @input: not looked at
 *
 * Return: @text, or a text that argp frees; NULL: no memory.
 */
char *names_chip_help(int key, const char *text, void *input);

/**
 * names_add() - add the registers that an argument names to a group
 * @group: the group
 * @chip: enum gpcd_chip of its device
 * @arg: the argument
 *
 * Return: the exit code, having said what is wrong.
 */
int names_add(struct gpcd_group *group, unsigned int chip, const char *arg);

/**
 * names_add_all() - add the registers that arguments name to a group
 * @group: the group
 * @chip: enum gpcd_chip of its device
 * @args: arguments, ended by NULL; NULL or none: the static tile counters
 *
 * Registers are added in the order of the arguments.
 *
 * Return: the exit code, having said what is wrong.
 */
int names_add_all(struct gpcd_group *group, unsigned int chip, char **args);

/**
 * names_meant() - tell if an argument names registers, of this chip or of another
 * @chip: enum gpcd_chip of the device
 * @arg: the argument, as for names_add_all()
 *
 * Return: true if it does, even if its field is unknown, and for each address.
 */
bool names_meant(unsigned int chip, const char *arg);

/**
 * names_resolve() - find the register that an argument other than a glob names
 * @chip: enum gpcd_chip of the device
 * @arg: the argument: NAME, NAME:FIELD, 0xADDR or 0xADDR:FIELD
 * @name: receives NAME or NAME:FIELD, as the catalogue writes them
 * @room: bytes that @name has room for
 *
 * Return: the exit code, having said what is wrong.
 */
int names_resolve(unsigned int chip, const char *arg, char *name, size_t room);

/**
 * names_unknown() - say that a chip has no such register, and which may be meant
 * @chip: enum gpcd_chip
 * @arg: the argument that names no register
 *
 * Return: the exit code.
 */
int names_unknown(unsigned int chip, const char *arg);

#endif /* NAMES_H */

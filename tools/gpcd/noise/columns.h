/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which columns of a file hold values that are wanted.
 */
#ifndef NOISE_COLUMNS_H
#define NOISE_COLUMNS_H

#include "gather.h"

/**
 * columns_choose() - choose the columns of a file
 * @gathered: the file, with the names of its columns; its use and its by are filled in
 * @plan: which columns are wanted
 *
 * Without names, all that may hold numbers are wanted. Not those of which gpcd(1) says that they
 * are no values: the one with the number of the schema, and all in front of it if it is not the
 * last one.
 *
 * Return: the exit code, having said what is wrong.
 */
int columns_choose(struct gathered *gathered, const struct gather_plan *plan);

#endif /* NOISE_COLUMNS_H */

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Chips that are not in the catalogue's list, and how this library comes to know them. */
#ifndef GPCD_LEARNED_H
#define GPCD_LEARNED_H

#include "catalogue/rules.h"
#include "gpcd/carrier/carrier.h"

/* The counters that are read by default: all. */
extern const char *const gpcd_learn_static[];

/*
 * Describe a chip by a row, whose registers have one list of row->regs rules, each a single
 * register with a name and a help line. Names and help lines are copied; what else the rules and
 * the row point to must stay. Return the chip's number, as gpcd_chip_learn() does.
 */
int gpcd_learn_row(const struct gpcd_chip_row *row);

/*
 * Learn the chip of an open device from the kernel's catalogue, which @info describes. Return the
 * chip's number, for gpcd_chip_forget(); -EPROTO if the catalogue makes no sense, or does not have
 * the fingerprint that @info says; -ENOSPC, -ENOMEM, or what the kernel returns.
 */
int gpcd_learn_device(struct gpcd *dev, const struct gpcd_info *info);

#endif /* GPCD_LEARNED_H */

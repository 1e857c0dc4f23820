/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* The counters of an interface as a chip's: a name each, and what the dictionary says of them. */
#ifndef NICS_DESCRIBE_H
#define NICS_DESCRIBE_H

#include <gpcd/gpcd.h>

#include "dictionary/dictionary.h"
#include "nic.h"

/*
 * Read the dictionaries; @installed is the folder of those that were installed, @dictionary says
 * what is wanted of them. Return 0, -EBADMSG if one is wrong or not for the caller, or what the
 * caller or the machine lacks: -ENOMEM, -EMFILE, -ENFILE, -EIO.
 */
int nic_dictionary_read(struct dictionary *dictionary, const char *installed);

/*
 * Describe the items of an open interface, in their order. Items of which the dictionary says
 * nothing are counters of 64 bits of an unknown unit. An item whose name, letter case ignored, is
 * in an earlier family is named FAMILY/NAME; nevertheless two may have one name.
 *
 * Fills in @counters, one allocation for free(), and @driver, by which the dictionary knows what
 * may have other names elsewhere: the rdma devices of mlx5_core are mlx5_ib. Return 0, -ENOMEM,
 * or as nic_dictionary_read().
 */
int nic_describe(const struct nic *nic, const char *installed, struct gpcd_counter **counters,
		 char driver[NIC_TEXT_ROOM]);

/* Fill in kind, width, unit and inferred of a counter that is in the dictionary. */
void nic_explain(const struct dictionary *dictionary, const struct dictionary_match *match,
		 const char *variant, struct gpcd_counter *counter);

#endif /* NICS_DESCRIBE_H */

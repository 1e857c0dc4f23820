/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* What an open interface counts, by the dictionaries of this machine. */
#ifndef GPCD_NICS_DICTIONARY_H
#define GPCD_NICS_DICTIONARY_H

#include <gpcd/gpcd.h>

#include "nics/nic.h"

/* The present items of an interface as counters, each with a name of its own. */
struct gpcd_nic_described {
	struct gpcd_counter *counters;
	char *names;	/* which the counters point to */
	char driver[NIC_TEXT_ROOM];	/* as the dictionary calls it */
};

/* Describe an open interface. Return as nic_describe(). */
int gpcd_nic_describe(const struct nic *nic, struct gpcd_nic_described *described);

/* Free a description. */
void gpcd_nic_described_free(struct gpcd_nic_described *described);

#endif /* GPCD_NICS_DICTIONARY_H */

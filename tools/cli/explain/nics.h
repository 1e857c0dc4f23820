/* SPDX-License-Identifier: GPL-2.0-only */
/* Network interfaces whose metrics are read: their signs, as lib/explain knows them. */
#ifndef CLI_EXPLAIN_NICS_H
#define CLI_EXPLAIN_NICS_H

#include "explain/nics.h"
#include "metrics/value.h"

/* A NIC. */
struct nic_signs {
	char *name; /* of its device */
	const struct metrics_bound *bound; /* its numbers */
	size_t numbers[EXPLAIN_SIGNS]; /* index there of each sign that has a metric */
	const struct metric *metrics[EXPLAIN_SIGNS]; /* NULL: its driver does not count it */
	const struct metrics_limit *limits[EXPLAIN_SIGNS]; /* NULL: none */
	enum metrics_reason why[EXPLAIN_SIGNS]; /* why the last reading lacks it */
};

/* All of them; initialise with { 0 }. */
struct nics_signs {
	struct nic_signs *list;
	uint32_t count;
	struct explain_nic *limits; /* by NIC */
};

/*
 * Add a NIC by the metrics that are bound. They outlive nics_fill(), and the files of metrics all.
 * Return 0 or -ENOMEM.
 */
int nics_add(struct nics_signs *nics, const char *name, const struct metrics_bound *bound);

/* Forget a window: nothing is known of any NIC. */
void nics_clear(const struct nics_signs *nics, struct explain_nic *signs);

/* Find the signs of a NIC between two readings; @before is NULL if there is none. */
void nics_fill(const struct nics_signs *nics, uint32_t nic, const struct gpcd_snapshot *before,
	       const struct gpcd_snapshot *after, struct explain_nic *signs);

/* Free all. */
void nics_close(struct nics_signs *nics);

/* Return the word for a kind of trouble, such as "slow-host". */
const char *nics_kind(enum explain_trouble trouble);

#endif /* CLI_EXPLAIN_NICS_H */

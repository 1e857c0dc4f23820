/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * What is wrong with network interfaces, by signs that they count themselves: a NIC knows that its
 * host is slow, that its link is bad, that the network behind it is full. docs/explain.md has the
 * signs and their reasons.
 *
 * A sign is a metric; its threshold is the limit of that metric. Nothing is read or printed here.
 */
#ifndef EXPLAIN_NICS_H
#define EXPLAIN_NICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is wrong with a NIC. */
enum explain_trouble {
	EXPLAIN_BAD_LINK,	/* its link damages packets, or is interrupted */
	EXPLAIN_LOSS,		/* its packets are lost on their way, or answered late */
	EXPLAIN_SLOW_HOST,	/* its host takes less than arrives */
	EXPLAIN_TRANSLATION,	/* addresses are translated by the host too often */
	EXPLAIN_CONGESTION,	/* the network behind it is full */
	EXPLAIN_NIC_FULL,		/* its link carries all that it can */
	EXPLAIN_TROUBLES,
};

/* A sign of a trouble. */
struct explain_sign {
	const char *metric;
	const char *what;	/* for people; signs that stand for each other have the same */
	enum explain_trouble trouble;
	unsigned int follows;	/* troubles that explain it, too, as bits of 1 << trouble */
	double sure;		/* how sure it is that this is the trouble, 0 to 1 */
};

#define EXPLAIN_SIGNS	15

/* All signs: the worst trouble comes first, and within a trouble the sign that says most. */
extern const struct explain_sign explain_signs[EXPLAIN_SIGNS];

/* A number for each sign; NAN: not known, or of limits: none. */
struct explain_nic {
	double signs[EXPLAIN_SIGNS];
};

/* A trouble that NICs have by the same sign. */
struct explain_nic_finding {
	unsigned int sign;	/* the first that shows it */
	uint32_t *nics;		/* the worst first */
	size_t count;
	/* of the worst one: */
	unsigned int signs;	/* all that show it, as bits of 1 << sign */
	struct explain_nic values;	/* of these signs, in all the time or in a part of it */
	double part;		/* share of the time in which it is so; 1: all */
};

struct explain_nic_findings {
	struct explain_nic_finding *list;	/* the worst first */
	size_t count;
	uint32_t busiest;	/* NIC whose link is used most, or UINT32_MAX: not known */
	double use;		/* its use, of what it carries */
	uint32_t unread;	/* NICs of which no sign is known */
};

/*
 * Explain samples of equal length: what is wrong in all of their time, or in a fifth of it. signs
 * are by sample, and by NIC; limits by NIC. Free the findings with explain_nics_free(), also after
 * an error. Returns 0 or -ENOMEM.
 */
int explain_nics(struct explain_nic *const *signs, size_t samples,
		 const struct explain_nic *limits, uint32_t nics,
		 struct explain_nic_findings *findings);

/* Free findings. */
void explain_nics_free(struct explain_nic_findings *findings);

#endif /* EXPLAIN_NICS_H */

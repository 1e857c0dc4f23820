// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "network.h"
#include "nics.h"
#include "windows.h"

/* --- signs --- */

#define EXPLAINS(trouble)	(1u << (trouble))

/* What was lost where the link is bad, or the network full, is sent again. */
#define LOST_BY	(EXPLAINS(EXPLAIN_BAD_LINK) | EXPLAINS(EXPLAIN_CONGESTION))

/*
 * How sure a sign is: 0.9 if nothing else counts there; 0.8 if the other end has a part in it; less
 * if its counters hold other causes, too, or if it is normal in small numbers.
 */
const struct explain_sign explain_signs[EXPLAIN_SIGNS] = {
	{ "nic_errors", "damaged packets", EXPLAIN_BAD_LINK, 0, 0.8 },
	{ "nic_link_repairs", "interruptions of the link", EXPLAIN_BAD_LINK, 0, 0.9 },
	{ "nic_retransmissions", "retransmissions", EXPLAIN_LOSS, LOST_BY, 0.5 },
	{ "nic_pcie_stalls", "waits for PCIe", EXPLAIN_SLOW_HOST, 0, 0.9 },
	{ "nic_buffers_missing", "missing buffers", EXPLAIN_SLOW_HOST, 0, 0.9 },
	{ "nic_pause_share_given", "pauses given", EXPLAIN_SLOW_HOST, 0, 0.8 },
	{ "nic_pauses_given", "pauses given", EXPLAIN_SLOW_HOST, 0, 0.8 },
	{ "nic_drops", "drops", EXPLAIN_SLOW_HOST, 0, 0.6 },
	{ "nic_translation_misses", "misses of translation", EXPLAIN_TRANSLATION, 0, 0.6 },
	{ "nic_pause_share", "pauses taken", EXPLAIN_CONGESTION, 0, 0.8 },
	{ "nic_pauses", "pauses taken", EXPLAIN_CONGESTION, 0, 0.8 },
	{ "nic_slowdowns", "notices of congestion", EXPLAIN_CONGESTION, 0, 0.8 },
	{ "nic_congestion_marks", "congestion marks", EXPLAIN_CONGESTION, 0, 0.7 },
	{ "nic_rx_use", "use of the link", EXPLAIN_NIC_FULL, 0, 0.9 },
	{ "nic_tx_use", "use of the link", EXPLAIN_NIC_FULL, 0, 0.9 },
};

/* --- a NIC --- */

/* Samples of which a sign is not known do not count; NAN: none is known. */
static double sign_mean(struct explain_nic *const *signs, size_t samples, uint32_t nic,
			unsigned int sign)
{
	size_t known = 0;
	double sum = 0;

	for (size_t i = 0; i < samples; i++) {
		double value = signs[i][nic].signs[sign];

		if (isnan(value))
			continue;
		sum += value;
		known++;
	}
	return known ? sum / known : NAN;
}

/*
 * Find the value of a sign that is beyond its limit: the mean of all samples, or else of the worst
 * part of them. Returns the share of the time that it is of, or 0: it is not beyond.
 */
static double sign_find(struct explain_nic *const *signs, size_t samples, double limit,
			uint32_t nic, unsigned int sign, double *value)
{
	size_t length = samples / EXPLAIN_PART;
	double found = 0;

	*value = sign_mean(signs, samples, nic, sign);
	if (*value > limit)
		return 1;
	*value = limit;
	for (size_t i = 0; length && i + length <= samples; i++) {
		double mean = sign_mean(signs + i, length, nic, sign);

		if (!(mean > *value))
			continue;
		*value = mean;
		found = (double)length / samples;
	}
	return found;
}

/* What follows from another trouble of the NIC is a sign of that one. */
static void join_followers(unsigned int shown[EXPLAIN_TROUBLES])
{
	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
		const struct explain_sign *sign = &explain_signs[i];

		for (unsigned int k = 0; k < EXPLAIN_TROUBLES; k++) {
			if (!(shown[sign->trouble] & 1u << i) || !shown[k] ||
			    !(sign->follows & EXPLAINS(k)))
				continue;
			shown[sign->trouble] &= ~(1u << i);
			shown[k] |= 1u << i;
		}
	}
}

/* --- findings --- */

static struct explain_nic_finding *finding_of(struct explain_nic_findings *findings,
					      unsigned int sign)
{
	struct explain_nic_finding *list;

	for (size_t i = 0; i < findings->count; i++) {
		if (findings->list[i].sign == sign)
			return &findings->list[i];
	}
	list = reallocarray(findings->list, findings->count + 1, sizeof(*list));
	if (!list)
		return NULL;
	findings->list = list;
	list[findings->count] = (struct explain_nic_finding) { .sign = sign };
	return &list[findings->count++];
}

/* Add a NIC to the others that have this trouble by this sign, the worst in front. */
static int finding_add(struct explain_nic_findings *findings, uint32_t nic,
		       const struct explain_nic_finding *found)
{
	struct explain_nic_finding *finding = finding_of(findings, found->sign);
	uint32_t *nics;

	if (!finding || explain_add_nic(finding, nic))
		return -ENOMEM;
	nics = finding->nics;
	if (finding->count == 1 ||
	    found->values.signs[found->sign] > finding->values.signs[found->sign]) {
		memmove(nics + 1, nics, (finding->count - 1) * sizeof(*nics));
		*nics = nic;
		finding->signs = found->signs;
		finding->values = found->values;
		finding->part = found->part;
	}
	return 0;
}

static int compare_signs(const void *a, const void *b)
{
	const struct explain_nic_finding *one = a, *other = b;

	return (one->sign > other->sign) - (one->sign < other->sign);
}

static unsigned int first_of(unsigned int signs, enum explain_trouble trouble)
{
	unsigned int sign = 0;

	while (!(signs & 1u << sign) || explain_signs[sign].trouble != trouble)
		sign++;
	return sign;
}

static int signs_judge(struct explain_nic *const *signs, size_t samples,
		       const struct explain_nic *limits, uint32_t nic,
		       struct explain_nic_findings *findings)
{
	struct explain_nic_finding found = { 0 };
	unsigned int shown[EXPLAIN_TROUBLES] = { 0 };
	double parts[EXPLAIN_SIGNS];
	int err = 0;

	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
		parts[i] = sign_find(signs, samples, limits[nic].signs[i], nic, i,
				     &found.values.signs[i]);
		if (parts[i])
			shown[explain_signs[i].trouble] |= 1u << i;
	}
	join_followers(shown);
	for (unsigned int i = 0; i < EXPLAIN_TROUBLES && !err; i++) {
		if (!shown[i])
			continue;
		found.signs = shown[i];
		found.sign = first_of(shown[i], i);
		found.part = parts[found.sign];
		err = finding_add(findings, nic, &found);
	}
	return err;
}

/* --- all of them --- */

/* Find the busiest NIC, and count the NICs about which nothing is known. */
static void nics_survey(struct explain_nic *const *signs, size_t samples, uint32_t nics,
			struct explain_nic_findings *findings)
{
	*findings = (struct explain_nic_findings) { .busiest = UINT32_MAX };
	for (uint32_t nic = 0; nic < nics; nic++) {
		bool known = false;

		for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
			double value = sign_mean(signs, samples, nic, i);

			known |= !isnan(value);
			if (explain_signs[i].trouble != EXPLAIN_NIC_FULL || isnan(value) ||
			    (findings->busiest != UINT32_MAX && value <= findings->use))
				continue;
			findings->busiest = nic;
			findings->use = value;
		}
		findings->unread += !known;
	}
}

int explain_nics(struct explain_nic *const *signs, size_t samples,
		 const struct explain_nic *limits, uint32_t nics,
		 struct explain_nic_findings *findings)
{
	int err = 0;

	nics_survey(signs, samples, nics, findings);
	for (uint32_t nic = 0; nic < nics && !err; nic++)
		err = signs_judge(signs, samples, limits, nic, findings);
	if (findings->count)
		qsort(findings->list, findings->count, sizeof(*findings->list), compare_signs);
	return err;
}

void explain_nics_free(struct explain_nic_findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		free(findings->list[i].nics);
	free(findings->list);
	*findings = (struct explain_nic_findings) { 0 };
}

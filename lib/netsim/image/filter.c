// SPDX-License-Identifier: LGPL-2.1-or-later
#include "filter.h"

/* Where a field begins in its phit: the lowest one of its mask in gpcd_pub.h, or of Fig. 6. */
#define VC_AT		22
#define DEST_AT		6
#define SOURCE_AT	8
#define DST_ID_AT	6
#define SRC_ID_AT	4

#define HEAD		0
#define SOURCE		3

/* Phits of a header that are known. */
#define REQUEST_KNOWN	7
#define RESPONSE_KNOWN	1

/* Is this phit known? Of 24 bits. */
static bool header_phit(const struct net_header *header, unsigned int index, uint32_t *phit)
{
	unsigned int known = header->vc ? RESPONSE_KNOWN : REQUEST_KNOWN;

	if (index >= known || index >= header->phits)
		return false;
	*phit = 0;
	if (index == HEAD)
		*phit = (uint32_t)header->vc << VC_AT | header->dst / GEMINI_NICS << DEST_AT;
	else if (index == SOURCE)
		*phit = header->src / GEMINI_NICS << SOURCE_AT |
			header->dst % GEMINI_NICS << DST_ID_AT |
			header->src % GEMINI_NICS << SRC_ID_AT;
	return true;
}

unsigned int net_filters_match(const struct gpcd_feed_filter *filters,
			       const struct net_header *header)
{
	unsigned int matched = 0;
	uint32_t phit;

	for (unsigned int i = 0; i < NET_FILTERS; i++) {
		if (!filters[i].valid || !header_phit(header, filters[i].phit, &phit))
			continue;
		if (!((phit ^ filters[i].pattern) & filters[i].mask))
			matched |= 1 << i;
	}
	return matched ? matched | 1 << NET_FILTER_ALL : 0;
}

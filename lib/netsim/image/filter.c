// SPDX-License-Identifier: LGPL-2.1-or-later
#include "view.h"

/* Lowest bits of fields in their phits, by the masks in gpcd_pub.h or by Fig. 6. */
#define VC_AT		22
#define DEST_AT		6
#define SOURCE_AT	8
#define DST_ID_AT	6
#define SRC_ID_AT	4
#define ADDRESS_LOW_AT	6
#define ADDRESS_HIGH_AT	2
#define COMMAND_AT	2

#define HEAD		0
#define ADDRESS_LOW	1
#define ADDRESS_HIGH	2
#define SOURCE		3
#define COMMAND		5

/* Bits 6 to 23 of an address, and 24 to 37. */
#define ADDRESS_LOW_OF(address)		((uint32_t)((address) >> 6 & 0x3ffff))
#define ADDRESS_HIGH_OF(address)	((uint32_t)((address) >> 24 & 0x3fff))

/* Commands are not published: these are our choice. */
static const uint8_t commands[NET_OPS] = {
	[NET_PUT] = 1, [NET_GET] = 2, [NET_AMO] = 3,
};

/* Phits of a header that are known. */
#define REQUEST_KNOWN	7
#define RESPONSE_KNOWN	1

/* Compute a phit of a header, 24 bits. Returns false if it is not known. */
static bool header_phit(const struct net_header *header, unsigned int index, uint32_t *phit)
{
	unsigned int known = header->vc ? RESPONSE_KNOWN : REQUEST_KNOWN;

	if (index >= known || index >= header->phits)
		return false;
	switch (index) {
	case HEAD:
		*phit = (uint32_t)header->vc << VC_AT | header->dst / GEMINI_NICS << DEST_AT;
		break;
	case ADDRESS_LOW:
		*phit = ADDRESS_LOW_OF(header->offset) << ADDRESS_LOW_AT;
		break;
	case ADDRESS_HIGH:
		*phit = ADDRESS_HIGH_OF(header->offset) << ADDRESS_HIGH_AT;
		break;
	case SOURCE:
		*phit = header->src / GEMINI_NICS << SOURCE_AT |
			header->dst % GEMINI_NICS << DST_ID_AT |
			header->src % GEMINI_NICS << SRC_ID_AT;
		break;
	case COMMAND:
		*phit = (uint32_t)commands[header->op] << COMMAND_AT;
		break;
	default:
		*phit = 0;
	}
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

// SPDX-License-Identifier: LGPL-2.1-or-later
#include <inttypes.h>

#include "internal.h"

#define OTHERS	0xfffe	/* mode of the row for all further modes */

void tally_add(struct tally *tally, uint16_t mode, uint64_t bytes)
{
	unsigned int i;

	for (i = 0; i < tally->rows && tally->row[i].mode != mode; i++)
		;
	if (i >= TALLY_MODES) {
		i = TALLY_MODES;
		mode = OTHERS;
	}
	if (i == tally->rows)
		tally->row[tally->rows++].mode = mode;
	tally->row[i].messages++;
	tally->row[i].bytes += bytes;
}

static const char *mode_name(uint16_t mode)
{
	switch (mode & ~(GNI_DLVMODE_NO_RADAPT | GNI_DLVMODE_ORDERED_TAIL)) {
	case GNI_DLVMODE_ADAPTIVE0:
		return "ADAPTIVE0";
	case GNI_DLVMODE_ADAPTIVE1:
		return "ADAPTIVE1";
	case GNI_DLVMODE_ADAPTIVE2:
		return "ADAPTIVE2";
	case GNI_DLVMODE_ADAPTIVE3:
		return "ADAPTIVE3";
	case GNI_DLVMODE_IN_ORDER:
		return "IN_ORDER";
	case GNI_DLVMODE_NMIN_HASH:
		return "NMIN_HASH";
	case GNI_DLVMODE_MIN_HASH:
		return "MIN_HASH";
	default:
		return NULL;
	}
}

static void row_name(char *text, size_t size, uint16_t mode)
{
	const char *name = mode_name(mode);

	if (mode == OTHERS)
		snprintf(text, size, "other modes");
	else if (mode == TALLY_UNKNOWN)
		snprintf(text, size, "as before");
	else if (!name)
		snprintf(text, size, "mode 0x%x", mode);
	else
		snprintf(text, size, "%s%s%s", name,
			 mode & GNI_DLVMODE_NO_RADAPT ? "|NO_RADAPT" : "",
			 mode & GNI_DLVMODE_ORDERED_TAIL ? "|ORDERED_TAIL" : "");
}

/* Rounded to the nearest. */
static unsigned int thousandths(uint64_t part, uint64_t whole)
{
	__uint128_t doubled = (__uint128_t)part * 2000 + whole;

	return whole ? doubled / ((__uint128_t)whole * 2) : 0;
}

void tally_print(const struct tally *tally, uint32_t nic, FILE *to)
{
	unsigned int messages, bytes, i;
	struct tally_row all = { 0 };
	char name[64], line[160];

	for (i = 0; i < tally->rows; i++) {
		all.messages += tally->row[i].messages;
		all.bytes += tally->row[i].bytes;
	}
	snprintf(line, sizeof(line), nic ? "libawr: NIC %" PRIu32 ": " : "libawr: ", nic);
	fprintf(to, "%s%" PRIu64 " messages, %" PRIu64 " bytes; decided: %" PRIu64 ", few bytes: %"
		PRIu64 ", no sample: %" PRIu64 "; alltoalls: %" PRIu64 "\n", line, all.messages,
		all.bytes, tally->reasons[MODEL_DECIDED], tally->reasons[MODEL_FEW_BYTES],
		tally->reasons[MODEL_NO_SAMPLE], tally->alltoalls);
	for (i = 0; i < tally->rows; i++) {
		messages = thousandths(tally->row[i].messages, all.messages);
		bytes = thousandths(tally->row[i].bytes, all.bytes);
		row_name(name, sizeof(name), tally->row[i].mode);
		fprintf(to, "%s%s: %u.%u %% of messages, %u.%u %% of bytes\n", line, name,
			messages / 10, messages % 10, bytes / 10, bytes % 10);
	}
}

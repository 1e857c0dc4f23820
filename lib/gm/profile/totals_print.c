// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * What was sent, and what was not seen, in print.
 */
#include <inttypes.h>

#include "gm/profile/totals.h"

static double derived_share(const struct totals *totals)
{
	return totals->bytes ? (double)totals->derived / totals->bytes : 0;
}

void totals_print(const struct totals *totals, FILE *stream)
{
	fprintf(stream, "# messages: %" PRIu64 ", bytes: %" PRIu64 "\n", totals->messages,
		totals->bytes);
	fprintf(stream, "# bytes derived from collectives: %" PRIu64 ", %.1f %%\n", totals->derived,
		100 * derived_share(totals));
	for (size_t i = 0; i < TOTALS_NAMES && totals->unseen[i].calls; i++)
		fprintf(stream, "# unseen calls of %s: %" PRIu64 "\n", totals->unseen[i].name,
			totals->unseen[i].calls);
	if (totals->lost)
		fprintf(stream, "# messages and calls not told to the simulator: %" PRIu64 "\n",
			totals->lost);
}

void totals_print_json(const struct totals *totals, FILE *stream)
{
	fprintf(stream, "{\"schema\":1,\"messages\":%" PRIu64 ",\"bytes\":%" PRIu64 ",",
		totals->messages, totals->bytes);
	fprintf(stream, "\"derived_bytes\":%" PRIu64 ",\"derived_share\":%.6f,\"unseen\":[",
		totals->derived, derived_share(totals));
	for (size_t i = 0; i < TOTALS_NAMES && totals->unseen[i].calls; i++)
		fprintf(stream, "%s{\"call\":\"%s\",\"calls\":%" PRIu64 "}", i ? "," : "",
			totals->unseen[i].name, totals->unseen[i].calls);
	fprintf(stream, "],\"lost\":%" PRIu64 "}\n", totals->lost);
}

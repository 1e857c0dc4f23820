// SPDX-License-Identifier: GPL-2.0-only
/* Compares the results of MiniGhost with section VI of the paper. */
#include <stdio.h>

#include "claim.h"
#include "ghost.h"

#define HOST	(GHOST_LINKS - 1)
#define MANY	1e9

static double ratio(double a, double b)
{
	return b > 0 ? a / b : 0;
}

static void claim_injected(const struct ghost *ghost, struct table *table)
{
	const struct bar *injected = ghost->injected;

	claim_range(table, "injected bytes, mean, No-Remap : Remap",
		    ratio(injected[GHOST_NO_REMAP].mean, injected[GHOST_REMAP].mean),
		    "more than 2", 2, MANY,
		    "Fig. 6; faces that a block shows: 66 : 40 = 1.65 a node, 130 : 72 = 1.8 a pair");
	claim_range(table, "injected bytes, mean, Random : No-Remap",
		    ratio(injected[GHOST_RANDOM].mean, injected[GHOST_NO_REMAP].mean),
		    "by far the most", 1.25, MANY, "Fig. 6");
}

static unsigned int highest(const struct bar (*stalls)[GHOST_PLACEMENTS],
			    enum ghost_placement placement)
{
	unsigned int best = 0;

	for (unsigned int link = 1; link < HOST; link++) {
		if (stalls[link][placement].most > stalls[best][placement].most)
			best = link;
	}
	return best;
}

static void claim_highest(const char *which, const struct bar (*stalls)[GHOST_PLACEMENTS],
			  struct table *table)
{
	char what[64];

	for (unsigned int i = 0; i < GHOST_PLACEMENTS; i++) {
		snprintf(what, sizeof(what), "%s stalls, %s: dimension of the maximum", which,
			 ghost_names[i]);
		claim_words(table, what, ghost_links[highest(stalls, i)], "X",
			    "Fig. 7; depends on the placement");
	}
}

static void claim_halves(const char *which, const struct bar (*stalls)[GHOST_PLACEMENTS],
			 struct table *table)
{
	static const char remark[] = "Fig. 7; ours: one exchange, all at once, of reduced boxes";
	char what[64];

	for (unsigned int link = 0; link < HOST; link++) {
		snprintf(what, sizeof(what), "%s stalls, max in %s, No-Remap : Remap", which,
			 ghost_links[link]);
		claim_range(table, what, ratio(stalls[link][GHOST_NO_REMAP].most,
					       stalls[link][GHOST_REMAP].most),
			    "about 2", 1.5, 3, remark);
	}
}

/* Divide the host link's mean stalls by the highest mean of a dimension. */
static double host_share(const struct bar (*stalls)[GHOST_PLACEMENTS],
			 enum ghost_placement placement)
{
	double most = 0;

	for (unsigned int link = 0; link < HOST; link++) {
		if (stalls[link][placement].mean > most)
			most = stalls[link][placement].mean;
	}
	return ratio(stalls[HOST][placement].mean, most);
}

static void claim_hosts(const struct ghost *ghost, struct table *table)
{
	char what[64];

	for (unsigned int i = 0; i < GHOST_PLACEMENTS; i++) {
		snprintf(what, sizeof(what), "input stalls, %s, mean, host : largest of X Y Z",
			 ghost_names[i]);
		claim_range(table, what, host_share(ghost->input, i), "high", 1, MANY, "Fig. 7a");
		snprintf(what, sizeof(what), "output stalls, %s, mean, host : largest of X Y Z",
			 ghost_names[i]);
		claim_range(table, what, host_share(ghost->output, i), "low", 0, 0.5, "Fig. 7b");
	}
}

void ghost_claims(const struct ghost *ghost, struct table *table)
{
	const struct bar *x = ghost->output[0];

	claim_injected(ghost, table);
	claim_highest("input", ghost->input, table);
	claim_highest("output", ghost->output, table);
	claim_halves("input", ghost->input, table);
	claim_halves("output", ghost->output, table);
	claim_hosts(ghost, table);
	claim_range(table, "output stalls, mean in X, Remap : No-Remap",
		    ratio(x[GHOST_REMAP].mean, x[GHOST_NO_REMAP].mean),
		    "slightly more than 1", 1, 1.3, "Fig. 7b");
}

// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Sizes are cut into pieces in which the number of latencies is constant: in the paper's reading
 * one packet, in the program's the packets that share a latency. Within a piece only the flits
 * grow, so the difference of the rule's two sides only rises or only falls. From piece to piece,
 * the difference at the first size and at the last size each change by a constant. So bisection
 * works both over pieces and within one.
 */
#include "model/flip.h"

struct model_terms model_case_terms(const struct model_case *this, uint64_t bytes)
{
	const struct model_message message = { .bytes = bytes, .kind = this->kind };

	return model_terms(this->variant, &message);
}

enum model_routing model_case_routing(const struct model_case *this, uint64_t bytes)
{
	const struct model_network *current = &this->networks[this->current];
	enum model_routing other = model_other(this->current);
	struct model_terms terms = model_case_terms(this, bytes);

	return model_changes(&terms, current, &this->networks[other]) ? other : this->current;
}

/* Return the number of a size's piece, from 1. */
static uint64_t piece_of(const struct model_case *this, uint64_t bytes)
{
	struct model_terms terms = model_case_terms(this, bytes);

	return this->variant->whole_latencies ? (uint64_t)terms.latencies : terms.packets;
}

/* In the program's reading the first latency covers 513 packets, and each further one 1,024. */
static uint64_t piece_last(const struct model_case *this, uint64_t piece)
{
	return 64 * (this->variant->whole_latencies ? 1024 * piece - 511 : piece);
}

static uint64_t piece_first(const struct model_case *this, uint64_t piece)
{
	return piece > 1 ? piece_last(this, piece - 1) + 1 : 0;
}

static bool piece_flips(const struct model_case *this, uint64_t piece, enum model_routing from)
{
	return model_case_routing(this, piece_first(this, piece)) != from ||
	       model_case_routing(this, piece_last(this, piece)) != from;
}

/*
 * Bisect for the smallest size above @same, where the choice is @from, up to @flipped, where it is
 * not.
 */
static uint64_t size_by_halves(const struct model_case *this, uint64_t same, uint64_t flipped,
			       enum model_routing from)
{
	uint64_t middle;

	while (flipped - same > 1) {
		middle = same + (flipped - same) / 2;
		if (model_case_routing(this, middle) == from)
			same = middle;
		else
			flipped = middle;
	}
	return flipped;
}

/* Bisect for the first piece that flips, above @same, which does not, up to @flips, which does. */
static uint64_t piece_by_halves(const struct model_case *this, uint64_t same, uint64_t flips,
				enum model_routing from)
{
	uint64_t middle;

	while (flips - same > 1) {
		middle = same + (flips - same) / 2;
		if (piece_flips(this, middle, from))
			flips = middle;
		else
			same = middle;
	}
	return flips;
}

/* Find the first piece after @bytes's, up to @to's, that flips; 0 if none does. */
static uint64_t next_piece(const struct model_case *this, uint64_t bytes, uint64_t to,
			   enum model_routing from)
{
	uint64_t next = piece_of(this, bytes) + 1, last = piece_of(this, to);

	if (next > last)
		return 0;
	if (piece_flips(this, next, from))
		return next;
	return piece_flips(this, last, from) ? piece_by_halves(this, next, last, from) : 0;
}

uint64_t model_flip(const struct model_case *this, uint64_t from, uint64_t to)
{
	enum model_routing routing = model_case_routing(this, from);
	uint64_t piece = piece_of(this, from), found;

	if (model_case_routing(this, piece_last(this, piece)) == routing) {
		piece = next_piece(this, from, to, routing);
		if (!piece)
			return 0;
		from = piece_first(this, piece) - 1;
	}
	if (model_case_routing(this, from + 1) != routing)
		found = from + 1;
	else
		found = size_by_halves(this, from + 1, piece_last(this, piece), routing);
	return found <= to ? found : 0;
}

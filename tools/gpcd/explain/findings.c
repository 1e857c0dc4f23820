// SPDX-License-Identifier: GPL-2.0-only
/* Findings as sentences, and as rows for programs. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "cli/out/format.h"
#include "cli/out/people.h"
#include "explain.h"

#define PERCENT		100
#define MILLION		1e6

/* The least share of all waiting that is shown as a number. */
#define SHOWN		0.01

/* --- sentences --- */

static void others_add(char *text, size_t count)
{
	if (count > 1)
		snprintf(text + strlen(text), SENTENCE_ROOM - strlen(text), "; %zu more like it",
			 count - 1);
}

static void say_nic(const struct explain_finding *found, const char *root, char *text)
{
	const struct explain_counts *counts = &found->counts;

	if (isnan(counts->packets))
		snprintf(text, SENTENCE_ROOM,
			 "A NIC of chip %s holds packets up: its tiles wait for it %.0f %% of the time; how many packets it takes is not known, as not all links of the chip are read",
			 root, PERCENT * counts->credit);
	else if (found->minor)
		snprintf(text, SENTENCE_ROOM,
			 "A NIC of chip %s may be sent more than it takes, too, as worse causes hold its traffic back: the chip's NICs take %.1f million packets/s, %.0f %% of what one can, and far more than others",
			 root, counts->packets / MILLION, PERCENT * counts->use);
	else if (found->kind == EXPLAIN_END_POINT)
		snprintf(text, SENTENCE_ROOM,
			 "A NIC of chip %s is sent more than it takes: the chip's NICs take %.1f million packets/s, %.0f %% of what one can, and its tiles wait for them %.0f %% of the time",
			 root, counts->packets / MILLION, PERCENT * counts->use,
			 PERCENT * counts->credit);
	else
		snprintf(text, SENTENCE_ROOM,
			 "A NIC of chip %s is a slow receiver: the chip's NICs take %.1f million packets/s, %.0f %% of what one can, yet its tiles wait for them %.0f %% of the time",
			 root, counts->packets / MILLION, PERCENT * counts->use,
			 PERCENT * counts->credit);
}

/* A link that the map lacks has failed; one that is silent seems to have. */
static void say_failed(const struct sites *sites, const struct explain_finding *found,
		       const char *root, const char *full, char *text)
{
	const char *sign = "carries nothing, both ways: it seems to have";

	if (!sites->links[*found->roots].lanes)
		sign = "has no tile in the map, and carries nothing: it has";
	else if (found->minor)
		sign = "carries nothing, both ways, as no other of its kind: it seems to have";
	if (found->minor)
		snprintf(text, SENTENCE_ROOM,
			 "Link %s %s failed; what goes round it does not fill other links", root,
			 sign);
	else
		snprintf(text, SENTENCE_ROOM,
			 "Link %s %s failed; what goes round it fills %s to %.0f %%", root, sign,
			 full, PERCENT * found->counts.use);
}

static void say_link(const struct explain_finding *found, const char *root, const char *full,
		     char *text)
{
	const struct explain_counts *counts = &found->counts;
	double use = PERCENT * counts->use;

	switch (found->kind) {
	case EXPLAIN_DEGRADED:
		snprintf(text, SENTENCE_ROOM,
			 "Link %s is degraded: it is full at %.1f %% of what it should carry, about %d of 3 lanes, and does not wait for credits",
			 root, use, use < 50 ? 1 : 2);
		break;
	case EXPLAIN_SENDER:
		snprintf(text, SENTENCE_ROOM,
			 "A NIC of chip %s sends far more than its like, usually %.1f %% of its tiles: it fills %s to %.0f %%",
			 root, PERCENT * found->usual, full, use);
		break;
	default:
		snprintf(text, SENTENCE_ROOM,
			 "Link %s is routed more than it carries: it is %.0f %% full and waits for credits %.0f %% of the time",
			 root, use, PERCENT * counts->credit);
	}
}

static void say_detours(const struct sites *sites, const struct explain_finding *found,
			const char *root, char *text)
{
	snprintf(text, SENTENCE_ROOM,
		 "Link %s is routed more than it carries, and packets take detours round it: at least %.0f %% of what leaves group %u only passes this group; the link is %.0f %% full",
		 root, PERCENT * found->passing, sites->list[found->passed].coord[0],
		 PERCENT * found->counts.use);
}

/* Say how much waits for a cause. Nothing may wait for a failed link that is not missed. */
static void say_waiting(const struct explain_finding *found, char *text, size_t room)
{
	if (!(found->waiting > 0))
		snprintf(text, room, "; no packet waits for it; sure: %.0f %%.",
			 PERCENT * found->sure);
	else
		snprintf(text, room,
			 "; %s%.0f %% of all waiting is for %s; %u %s in %s; sure: %.0f %%.",
			 found->share < SHOWN ? "less than " : "",
			 PERCENT * fmax(found->share, SHOWN), found->count > 1 ? "them" : "it",
			 found->links, found->links == 1 ? "link is" : "links are",
			 found->count > 1 ? "their trees" : "its tree", PERCENT * found->sure);
}

static void say(const struct sites *sites, const struct explain_finding *found, char *text)
{
	char root[SITES_NAME], full[SITES_NAME];
	size_t length;

	sites_name(sites, *found->roots, root);
	sites_name(sites, found->full, full);
	if (found->kind == EXPLAIN_END_POINT || found->kind == EXPLAIN_SLOW_RECEIVER)
		say_nic(found, root, text);
	else if (found->kind == EXPLAIN_DETOURS)
		say_detours(sites, found, root, text);
	else if (found->kind == EXPLAIN_FAILED)
		say_failed(sites, found, root, full, text);
	else
		say_link(found, root, full, text);
	others_add(text, found->count);
	length = strlen(text);
	say_waiting(found, text + length, SENTENCE_ROOM - length);
}

static bool nothing_read(const struct sites *sites, const struct explain_findings *findings)
{
	return findings->unread == sites->machine.count;
}

/* Say that nothing is wrong, and how busy the network is. */
static void say_nothing(const struct sites *sites, const struct explain_findings *findings,
			char *text)
{
	char name[SITES_NAME];

	if (nothing_read(sites, findings))
		snprintf(text, SENTENCE_ROOM,
			 "Nothing is known: no link was read at both of its ends, or their clocks stand still.");
	else if (findings->busiest == EXPLAIN_NONE)
		snprintf(text, SENTENCE_ROOM, "Nothing is wrong: no link carries anything.");
	else
		snprintf(text, SENTENCE_ROOM,
			 "Nothing is wrong%s: %s, the busiest link, carries %.0f %% of what it can.",
			 findings->use > FINDINGS_BUSY ? ", but the network is busy" : "",
			 sites_name(sites, findings->busiest, name), PERCENT * findings->use);
}

void findings_sentence(const struct sites *sites, const struct explain_findings *findings,
		       size_t number, char text[SENTENCE_ROOM])
{
	if (number < findings->count)
		say(sites, &findings->list[number], text);
	else
		say_nothing(sites, findings, text);
}

void findings_begin(struct out *out, uint64_t window)
{
	char when[PEOPLE_TIME];
	struct timespec now;

	if (format_chosen != &format_text)
		return;
	clock_gettime(CLOCK_REALTIME, &now);
	if (people_read())
		out_add(out, "# %s  ", people_time(when, now.tv_sec * 1000000000ull));
	else
		out_string(out, "# ");
	out_add(out, "window %ju\n", (uintmax_t)window);
}

/* Say of how many links something is not known, and why: if reasons differ, for how many each. */
static void say_unknown(struct out *out, const struct sites *sites, uint32_t unknown)
{
	const struct sites_gaps gaps = sites_gaps(sites);
	const struct {
		uint32_t count;
		const char *why;
	} reasons[] = {
		{ gaps.unread, "a chip at their ends is not read" },
		{ gaps.unmapped, "the map lacks the tiles at one end" },
		{ unknown - gaps.unread - gaps.unmapped,
		  "a chip at their ends gave no rates: gone, reset, torn or standing still" },
	};
	const char *before = "";

	out_add(out, "Not known: %u of %u links, ", unknown, sites->machine.count);
	for (size_t i = 0; i < ARRAY_SIZE(reasons); i++) {
		if (!reasons[i].count)
			continue;
		out_string(out, before);
		if (reasons[i].count < unknown)
			out_add(out, "%u ", reasons[i].count);
		out_add(out, "as %s", reasons[i].why);
		before = "; ";
	}
	out_string(out, ".\n");
}

static void network_say(struct out *out, const struct sites *sites,
			const struct explain_findings *findings)
{
	char text[SENTENCE_ROOM];

	if (!findings->count) {
		say_nothing(sites, findings, text);
		out_add(out, "%s\n", text);
	}
	for (size_t i = 0; i < findings->count; i++) {
		say(sites, &findings->list[i], text);
		out_add(out, "%zu. %s\n", i + 1, text);
	}
	if (findings->unread && !nothing_read(sites, findings))
		say_unknown(out, sites, findings->unread);
}

static void nics_say(struct out *out, const struct nics_signs *nics, size_t before,
		     const struct explain_nic_findings *findings)
{
	char text[SENTENCE_ROOM];

	for (size_t i = 0; i < findings->count; i++) {
		nic_say(nics, &findings->list[i], text);
		out_add(out, "%zu. %s\n", before + i + 1, text);
	}
	nics_say_rest(out, nics, findings);
}

/* --- rows --- */

static const struct column columns[] = {
	{ "window", COLUMN_NUMBER, false }, { "finding", COLUMN_NUMBER, false },
	{ "kind", COLUMN_TEXT, false }, { "root", COLUMN_TEXT, false },
	{ "roots", COLUMN_NUMBER, false }, { "full", COLUMN_TEXT, false },
	{ "use", COLUMN_REAL, false }, { "credit_stalls", COLUMN_REAL, false },
	{ "packets", COLUMN_REAL, false }, { "waiting", COLUMN_REAL, false },
	{ "share", COLUMN_REAL, false }, { "sure", COLUMN_REAL, false },
	{ "links", COLUMN_NUMBER, false }, { "hurt", COLUMN_NUMBER, false },
	{ "sentence", COLUMN_TEXT, false }, { "sign", COLUMN_TEXT, false },
	{ "value", COLUMN_REAL, false }, { "limit", COLUMN_REAL, false },
};

static struct table findings_table(void)
{
	return (struct table) {
		.name = "findings", .columns = columns, .ncolumns = ARRAY_SIZE(columns),
	};
}

static void cells_skip(struct table *table, unsigned int cells)
{
	while (cells--)
		table_skip(table);
}

static void share_put(struct table *table, double value)
{
	if (isnan(value))
		table_skip(table);
	else
		table_add(table, "%.9g", value);
}

static void finding_put(struct table *table, const struct sites *sites, uint64_t window,
			size_t number, const struct explain_finding *found)
{
	char name[SITES_NAME], text[SENTENCE_ROOM];

	table_number(table, window);
	table_number(table, number);
	table_add(table, "%s", sites_kind(found->kind));
	table_add(table, "%s", sites_name(sites, *found->roots, name));
	table_number(table, found->count);
	table_add(table, "%s", sites_name(sites, found->full, name));
	share_put(table, found->counts.use);
	share_put(table, found->counts.credit);
	share_put(table, found->counts.packets);
	share_put(table, found->waiting);
	share_put(table, found->share);
	share_put(table, found->sure);
	table_number(table, found->links);
	table_number(table, found->hurt);
	say(sites, found, text);
	table_add(table, "%s", text);
	cells_skip(table, 3);
}

static void nic_put(struct table *table, const struct nics_signs *nics, uint64_t window,
		    size_t number, const struct explain_nic_finding *found)
{
	const struct explain_sign *sign = &explain_signs[found->sign];
	char text[SENTENCE_ROOM];

	table_number(table, window);
	table_number(table, number);
	table_add(table, "%s", nics_kind(sign->trouble));
	table_add(table, "%s", nics->list[*found->nics].name);
	table_number(table, found->count);
	cells_skip(table, 6);
	share_put(table, sign->sure);
	cells_skip(table, 2);
	nic_say(nics, found, text);
	table_add(table, "%s", text);
	table_add(table, "%s", sign->metric);
	share_put(table, found->values.signs[found->sign]);
	share_put(table, nics->list[*found->nics].limits[found->sign]->bound);
}

/* A window without findings is a row too, so that a reader knows that it was judged. */
static void none_put(struct table *table, uint64_t window, const char *kind, const char *root,
		     const char *busiest, double use)
{
	table_number(table, window);
	table_number(table, 0);
	table_add(table, "%s", kind);
	if (root)
		table_add(table, "%s", root);
	else
		cells_skip(table, 1);
	cells_skip(table, 1);
	if (busiest)
		table_add(table, "%s", busiest);
	else
		cells_skip(table, 1);
	share_put(table, use);
	cells_skip(table, ARRAY_SIZE(columns) - 7);
}

static const char *calm_kind(double use)
{
	return use > FINDINGS_BUSY ? "busy" : "calm";
}

static size_t network_put(struct table *table, const struct sites *sites, uint64_t window,
			  const struct explain_findings *findings)
{
	char name[SITES_NAME];

	for (size_t i = 0; i < findings->count; i++)
		finding_put(table, sites, window, i + 1, &findings->list[i]);
	if (!findings->count && nothing_read(sites, findings))
		none_put(table, window, "unknown", NULL, NULL, NAN);
	else if (!findings->count)
		none_put(table, window, calm_kind(findings->use), NULL,
			 findings->busiest == EXPLAIN_NONE ? NULL :
			 sites_name(sites, findings->busiest, name), findings->use);
	return findings->count;
}

static void nics_put(struct table *table, const struct nics_signs *nics, uint64_t window,
		     size_t before, const struct explain_nic_findings *findings)
{
	const bool known = findings->busiest != UINT32_MAX;

	for (size_t i = 0; i < findings->count; i++)
		nic_put(table, nics, window, before + i + 1, &findings->list[i]);
	if (!findings->count && findings->unread < nics->count)
		none_put(table, window, calm_kind(findings->use), NULL,
			 known ? nics->list[findings->busiest].name : NULL,
			 known ? findings->use : NAN);
	for (uint32_t i = 0; i < nics->count; i++) {
		if (nic_is_unread(&nics->list[i]))
			none_put(table, window, "unknown", nics->list[i].name, NULL, NAN);
	}
}

void findings_header(struct out *out)
{
	const struct table table = findings_table();

	if (format_chosen != &format_text)
		format_header(out, &table);
}

void findings_print(struct out *out, const struct judged *judged, uint64_t window,
		    const struct explained *explained)
{
	const bool text = format_chosen == &format_text;
	struct table table = findings_table();
	size_t before = 0;

	if (judged->sites.count && text)
		network_say(out, &judged->sites, &explained->network);
	if (judged->nics.count && text)
		nics_say(out, &judged->nics, explained->network.count, &explained->nics);
	if (text)
		return;
	if (judged->sites.count)
		before = network_put(&table, &judged->sites, window, &explained->network);
	if (judged->nics.count)
		nics_put(&table, &judged->nics, window, before, &explained->nics);
	format_rows(out, &table);
	table_free(&table);
}

// SPDX-License-Identifier: GPL-2.0-only
/* Findings about network interfaces as sentences, and what is not known of them. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/out/people.h"
#include "explain.h"

#define PERCENT		100
#define NUMBER_ROOM	112

/* Most devices that a line names. */
#define NAMED_MOST	4

/* Add to a sentence. */
static __printf(2, 3) void add(char text[SENTENCE_ROOM], const char *format, ...)
{
	size_t length = strlen(text);
	va_list args;

	va_start(args, format);
	vsnprintf(text + length, SENTENCE_ROOM - length, format, args);
	va_end(args);
}

/* --- what is wrong --- */

/* What stands before and after the name of a NIC. */
static const char *const troubles[EXPLAIN_TROUBLES][2] = {
	[EXPLAIN_BAD_LINK] = { "The link of ", " is bad" },
	[EXPLAIN_LOSS] = { "Packets of ", " are lost on their way, or answered late" },
	[EXPLAIN_SLOW_HOST] = { "The host of ", " takes less than arrives" },
	[EXPLAIN_TRANSLATION] = { "The host of ", " translates too many addresses" },
	[EXPLAIN_CONGESTION] = { "The network behind ", " is congested" },
	[EXPLAIN_NIC_FULL] = { "The link of ", " is full" },
};

/* Write a number of a metric, such as "45.0 %" or "312/s". */
static const char *number_say(const struct metric *metric, double number, char text[NUMBER_ROOM])
{
	struct people people;
	char digits[32];

	snprintf(digits, sizeof(digits), "%.9g", number);
	people_value(&people, digits, metric->unit);
	snprintf(text, NUMBER_ROOM, "%s%s%s", people.number, *people.unit == '/' ? "" : " ",
		 people.unit);
	return text;
}

void nic_say(const struct nics_signs *nics, const struct explain_nic_finding *found,
	     char text[SENTENCE_ROOM])
{
	const struct explain_sign *sign = &explain_signs[found->sign];
	const struct nic_signs *nic = &nics->list[*found->nics];
	const char *between = ":";
	char number[NUMBER_ROOM], limit[NUMBER_ROOM];

	*text = '\0';
	add(text, "%s%s%s", troubles[sign->trouble][0], nic->name, troubles[sign->trouble][1]);
	if (found->part < 1)
		add(text, " in a part of the time");
	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
		if (!(found->signs & 1u << i))
			continue;
		add(text, "%s %s is %s, more than %s: %s", between, explain_signs[i].metric,
		    number_say(nic->metrics[i], found->values.signs[i], number),
		    number_say(nic->metrics[i], nic->limits[i]->bound, limit), nic->limits[i]->why);
		between = ";";
	}
	if (found->count > 1)
		add(text, "; %zu more like it", found->count - 1);
	add(text, "; sure: %.0f %%.", PERCENT * sign->sure);
}

/* --- what is not known --- */

static bool is_known(const struct nic_signs *nic, unsigned int sign)
{
	return nic->metrics[sign] && (nic->why[sign] == METRICS_GIVEN ||
				      nic->why[sign] == METRICS_ZERO);
}

bool nic_is_unread(const struct nic_signs *nic)
{
	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
		if (is_known(nic, i))
			return false;
	}
	return true;
}

/* Find the signs that a NIC does not count, nor another one for the same. */
static unsigned int uncounted(const struct nic_signs *nic)
{
	unsigned int signs = 0;

	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
		bool counts = false;

		for (unsigned int k = 0; k < EXPLAIN_SIGNS; k++)
			counts |= nic->metrics[k] &&
				  !strcmp(explain_signs[k].what, explain_signs[i].what);
		signs |= counts ? 0 : 1u << i;
	}
	return signs;
}

/* Name signs, each thing that some stand for once. */
static void signs_add(char text[SENTENCE_ROOM], unsigned int signs)
{
	const char *said = "", *between = "";

	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
		if (!(signs & 1u << i) || !strcmp(said, explain_signs[i].what))
			continue;
		said = explain_signs[i].what;
		add(text, "%s%s", between, said);
		between = ", ";
	}
}

/* Say what a NIC, and those after it with the same driver, do not count. */
static void uncounted_say(struct out *out, const struct nics_signs *nics, uint32_t first)
{
	unsigned int signs = uncounted(&nics->list[first]), named = 0, more = 0;
	char text[SENTENCE_ROOM] = "";

	for (uint32_t i = 0; i < first; i++) {
		if (uncounted(&nics->list[i]) == signs)
			return;
	}
	if (!signs)
		return;
	for (uint32_t i = first; i < nics->count; i++) {
		if (uncounted(&nics->list[i]) != signs)
			continue;
		if (named == NAMED_MOST)
			more++;
		else
			add(text, "%s%s", named++ ? ", " : "", nics->list[i].name);
	}
	if (more)
		add(text, " and %u more", more);
	out_add(out, "Not counted by %s: ", text);
	*text = '\0';
	signs_add(text, signs);
	out_add(out, "%s.\n", text);
}

/* Say which counters of a NIC could not be read, and why. */
static void unread_say(struct out *out, const struct nic_signs *nic)
{
	const char *between = "";

	for (unsigned int i = 0; i < EXPLAIN_SIGNS; i++) {
		if (!nic->metrics[i] || is_known(nic, i))
			continue;
		if (!*between)
			out_add(out, "Not known of %s: ", nic->name);
		out_add(out, "%s%s (%s)", between, explain_signs[i].metric,
			metrics_reason_name(nic->why[i]));
		between = ", ";
	}
	if (*between)
		out_string(out, ".\n");
}

void nics_say_rest(struct out *out, const struct nics_signs *nics,
		   const struct explain_nic_findings *findings)
{
	const bool known = findings->busiest != UINT32_MAX;

	if (!findings->count && findings->unread == nics->count)
		out_string(out, "Nothing is known of any network interface.\n");
	else if (!findings->count && known)
		out_add(out,
			"Nothing is wrong with network interfaces: %s, the busiest, carries %.0f %% of what its link can.\n",
			nics->list[findings->busiest].name, PERCENT * findings->use);
	else if (!findings->count)
		out_string(out, "Nothing is wrong with network interfaces.\n");
	for (uint32_t i = 0; i < nics->count; i++)
		uncounted_say(out, nics, i);
	for (uint32_t i = 0; i < nics->count; i++)
		unread_say(out, &nics->list[i]);
}

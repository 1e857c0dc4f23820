// SPDX-License-Identifier: GPL-2.0-only
#include <argz.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/parse.h"
#include "machine.h"

/* Slowest NIC: it takes packets at 1/N of its rate. */
#define SLOW_MOST	1000

#define TIME_LEAST	160		/* ns; NET_TIMEOUT cycles */
#define TIME_MOST	1000000000000000ULL

static const struct option_row rows[] = {
	{ .help = "A machine that breaks while it runs:", .group = 9 },
	{ "at", 0, "TIME WHAT", 9,
	  "'20us fail 0,0,0:X+', mend LINK, width LINK=1 to 3 (SerDes lanes), nic NODE=1/N (takes packets at this rate), remove-blade NAME; may be repeated",
	  OPTION_LIST(struct damage, wanted) },
	{ "detect", 0, "TIME", 9,
	  "until NICs stop because a link has failed or was mended; default 5us",
	  OPTION_TIME(struct damage, changes.detect, 0, TIME_MOST), MACHINE_CYCLES,
	  .with = "at" },
	{ "quiesce", 0, "TIME", 9, "for which NICs stop, until new routes are in use; default 20us",
	  OPTION_TIME(struct damage, changes.quiesce, 0, TIME_MOST), MACHINE_CYCLES,
	  .with = "at" },
	{ "timeout", 0, "TIME", 9,
	  "from the loss of a packet until its request fails, 160ns or more; default 100us",
	  OPTION_TIME(struct damage, changes.timeout, TIME_LEAST, TIME_MOST), MACHINE_CYCLES,
	  .with = "at" },
	{ 0 }
};

const struct options damage_options = { .rows = rows };

const struct damage damage_default = {
	.changes = { .detect = 4000, .quiesce = 16000, .timeout = 80000 },
};

/* --- one argument of --at --- */

int machine_parse_cycles(const char *text, uint64_t *cycles)
{
	uint64_t ns;

	if (parse_time(text, &ns) || ns > TIME_MOST)
		return -EINVAL;
	*cycles = ns * 4 / 5;
	return 0;
}

/* One argument of --at. */
struct event {
	const char *text;
	uint64_t cycle;
	char *what; /* what is to happen: a verb */
	char *on; /* the rest of the argument, after the verb */
};

static int refuse(const struct event *event, const char *why)
{
	complain("--at '%s': %s", event->text, why);
	return EXIT_USAGE;
}

/* Add a change of both directions of a link. */
static int change_add(struct damage *damage, const struct machine *machine,
		      const struct link_lanes *link, const struct net_change *change)
{
	struct net_changes *changes = &damage->changes;
	struct net_change *list = reallocarray(damage->list, changes->count + 2, sizeof(*list));
	struct link_lanes both[] = { *link, link_back(machine, link) };

	if (!list)
		return -ENOMEM;
	damage->list = list;
	changes->list = list;
	for (unsigned int i = 0; i < ARRAY_SIZE(both); i++) {
		list[changes->count] = *change;
		list[changes->count].chip = both[i].chip;
		list[changes->count].port = both[i].port;
		list[changes->count++].lanes = both[i].lanes;
	}
	return 0;
}

/* fail LINK, mend LINK */
static int event_link(struct damage *damage, const struct machine *machine,
		      const struct event *event, enum net_change_kind kind)
{
	const struct net_change change = { .cycle = event->cycle, .kind = kind };
	struct link_lanes link;
	char why[LINK_NONE];

	if (link_lanes_find(machine, event->on, &link))
		return refuse(event, link_none(machine, why));
	return change_add(damage, machine, &link, &change);
}

static int event_fail(struct damage *damage, const struct machine *machine,
		      const struct event *event)
{
	return event_link(damage, machine, event, NET_FAIL);
}

static int event_mend(struct damage *damage, const struct machine *machine,
		      const struct event *event)
{
	return event_link(damage, machine, event, NET_MEND);
}

static int refuse_width(const struct machine *machine, const struct event *event)
{
	char name[LINK_EXAMPLE], why[LINK_NONE];

	if (link_example(machine, name) == TOPO_NONE)
		return refuse(event, link_none(machine, why));
	snprintf(why, sizeof(why), "the width is 1, 2 or 3 SerDes lanes, as %s=2", name);
	return refuse(event, why);
}

/* width LINK=N: with fewer SerDes lanes a phit takes longer, rounded up. */
static int event_width(struct damage *damage, const struct machine *machine,
		       const struct event *event)
{
	struct net_change change = { .cycle = event->cycle, .kind = NET_WIDTH };
	char *equals = strrchr(event->on, '=');
	struct link_lanes link;
	char why[LINK_NONE];
	unsigned int width;

	if (!equals || parse_between(equals + 1, 1, NET_SERDES, &width))
		return refuse_width(machine, event);
	*equals = '\0';
	if (link_lanes_find(machine, event->on, &link))
		return refuse(event, link_none(machine, why));
	change.ticks = net_serdes_ticks(machine_rated(machine, link.chip, link.port), width);
	return change_add(damage, machine, &link, &change);
}

static int refuse_nic(const struct machine *machine, const struct event *event)
{
	char why[96];

	snprintf(why, sizeof(why), "a node from 0 to %u and its rate, 1/1 to 1/%d, as 5=1/4",
		 topo_nodes(&machine->fabric.topo) - 1, SLOW_MOST);
	return refuse(event, why);
}

/* Add a change that is no link's. */
static int nic_add(struct damage *damage, const struct net_change *change)
{
	struct net_changes *changes = &damage->changes;
	struct net_change *list = reallocarray(damage->list, changes->count + 1, sizeof(*list));

	if (!list)
		return -ENOMEM;
	damage->list = list;
	changes->list = list;
	list[changes->count++] = *change;
	return 0;
}

/* nic NODE=1/N: its NIC takes a packet in N turns. */
static int event_nic(struct damage *damage, const struct machine *machine,
		     const struct event *event)
{
	const struct topo *topo = &machine->fabric.topo;
	struct net_change change = { .cycle = event->cycle, .kind = NET_TAKE };
	char *equals = strchr(event->on, '=');
	unsigned int node, turns;

	if (!equals || strncmp(equals, "=1/", 3) ||
	    parse_between(equals + 3, 1, SLOW_MOST, &turns))
		return refuse_nic(machine, event);
	*equals = '\0';
	if (parse_between(event->on, 0, topo_nodes(topo) - 1, &node))
		return refuse_nic(machine, event);
	change.chip = topo_node_chip(topo, node);
	change.lanes = 1u << topo_node_nic(topo, node);
	change.ticks = turns;
	return nic_add(damage, &change);
}

/* Let all links of a chip fail. */
static int chip_remove(struct damage *damage, const struct machine *machine, unsigned int chip,
		       uint64_t cycle)
{
	const struct net_change change = { .cycle = cycle, .kind = NET_FAIL };
	const struct topo *topo = &machine->fabric.topo;
	struct link_lanes link = { .chip = chip };
	int err = 0;

	for (; link.port < topo_ports(topo) && !err; link.port++) {
		link.lanes = (1u << machine_lanes(machine, link.port)) - 1;
		if (topo_neighbour(topo, chip, link.port) != TOPO_NONE)
			err = change_add(damage, machine, &link, &change);
	}
	return err;
}

static int refuse_blade(const struct machine *machine, const struct event *event)
{
	char name[MACHINE_NAME], why[MACHINE_NAME + 64];

	if (machine->is_gemini)
		return refuse(event, "there is no such blade: its name is as c0-0c0s0");
	machine_chip_name(machine, 0, name);
	snprintf(why, sizeof(why), "there is no such blade: it is named like its chip, as %s",
		 name);
	return refuse(event, why);
}

/* remove-blade NAME: "c0-0c0s0" has two chips; without cabinets a blade is one chip. */
static int event_blade(struct damage *damage, const struct machine *machine,
		       const struct event *event)
{
	unsigned int chips = machine->is_gemini ? 2 : 1, chip;
	char name[MACHINE_NAME];
	int err = 0;

	for (unsigned int i = 0; i < chips && !err; i++) {
		snprintf(name, sizeof(name), machine->is_gemini ? "%sg%u" : "%s", event->on, i);
		chip = machine_chip(machine, name);
		if (chip == TOPO_NONE)
			return refuse_blade(machine, event);
		err = chip_remove(damage, machine, chip, event->cycle);
	}
	return err;
}

static const struct verb {
	const char *name;
	int (*add)(struct damage *damage, const struct machine *machine,
		   const struct event *event);
} verbs[] = {
	{ "fail", event_fail }, { "mend", event_mend }, { "width", event_width },
	{ "nic", event_nic }, { "remove-blade", event_blade },
};

/* Split off the first word; return the rest, which may be empty. */
static char *word_end(char *text)
{
	char *rest = text + strcspn(text, " \t");

	if (*rest)
		*rest++ = '\0';
	return rest + strspn(rest, " \t");
}

static int event_add(struct damage *damage, const struct machine *machine, struct event *event,
		     char *words)
{
	event->what = word_end(words);
	event->on = word_end(event->what);
	if (machine_parse_cycles(words, &event->cycle))
		return refuse(event, "it begins with a time, as 20us or 1.5ms");
	for (unsigned int i = 0; i < ARRAY_SIZE(verbs); i++)
		if (!strcmp(event->what, verbs[i].name))
			return verbs[i].add(damage, machine, event);
	return refuse(event, "expected fail, mend, width, nic or remove-blade after the time");
}

static int event_scan(struct damage *damage, const struct machine *machine, const char *text,
		      uint64_t until)
{
	struct event event = { .text = text };
	char *words = strdup(text);
	int code;

	if (!words)
		return -ENOMEM;
	code = event_add(damage, machine, &event, words);
	free(words);
	if (!code && event.cycle >= until)
		return refuse(&event, "the run has ended by then: a longer --time reaches it");
	return code;
}

/* --- all of them --- */

static int change_compare(const void *a, const void *b)
{
	const struct net_change *one = a, *two = b;

	return one->cycle < two->cycle ? -1 : one->cycle > two->cycle;
}

/* Changes of one cycle stay in their order, which glibc's qsort() may not keep. */
static void changes_sort(struct net_change *list, size_t count)
{
	struct net_change change;
	size_t place;

	for (size_t i = 1; i < count; i++) {
		change = list[i];
		for (place = i; place && change_compare(&change, &list[place - 1]) < 0; place--)
			list[place] = list[place - 1];
		list[place] = change;
	}
}

static int mend_refuse(const struct machine *machine, const struct net_change *change)
{
	char chip[MACHINE_NAME], port[16];

	machine_chip_name(machine, change->chip, chip);
	topo_port_name(&machine->fabric.topo, change->port, port, sizeof(port));
	complain("--at: %s:%s is mended at %.6g us, but has not failed: let it fail before",
		 chip, port, change->cycle * US_PER_CYCLE);
	return EXIT_USAGE;
}

/* Check that each link that is mended has failed before, at least in part. */
static int mends_check(const struct damage *damage, const struct machine *machine, uint8_t *dead)
{
	unsigned int ports = topo_ports(&machine->fabric.topo);
	const struct net_change *change = damage->list;
	const struct net_change *end = change + damage->changes.count;

	for (; change < end; change++) {
		uint8_t *link = &dead[change->chip * ports + change->port];

		if (change->kind == NET_FAIL)
			*link |= change->lanes;
		else if (change->kind == NET_MEND && !(*link & change->lanes))
			return mend_refuse(machine, change);
		else if (change->kind == NET_MEND)
			*link &= ~change->lanes;
	}
	return 0;
}

static int damage_check(struct damage *damage, const struct machine *machine)
{
	size_t links = (size_t)machine->fabric.topo.chips * topo_ports(&machine->fabric.topo);
	uint8_t *dead = calloc(links + 1, 1);
	int code;

	if (!dead)
		return -ENOMEM;
	if (machine->fabric.failed)
		memcpy(dead, machine->fabric.failed, links);
	code = mends_check(damage, machine, dead);
	free(dead);
	return code;
}

int damage_build(struct damage *damage, const struct machine *machine, uint64_t until)
{
	char *text = NULL;
	int code = 0;

	if (!damage->wanted.argz)
		return 0;
	while (!code && (text = argz_next(damage->wanted.argz, damage->wanted.size, text)))
		code = event_scan(damage, machine, text, until);
	if (!code) {
		changes_sort(damage->list, damage->changes.count);
		code = damage_check(damage, machine);
	}
	if (code == -ENOMEM) {
		complain("--at: %s", strerror(ENOMEM));
		return EXIT_RUNTIME;
	}
	return code;
}

const struct net_changes *damage_changes(const struct damage *damage)
{
	return damage->wanted.argz ? &damage->changes : NULL;
}

static void event_report_late(const char *text, uint64_t cycles)
{
	char *words = strdup(text);
	uint64_t cycle;

	if (!words) {
		complain("--at: %s", strerror(ENOMEM));
		return;
	}
	word_end(words);
	if (!machine_parse_cycles(words, &cycle) && cycle >= cycles)
		complain("--at '%s': the run was over before, at %.6g us: it has changed nothing",
			 text, cycles * US_PER_CYCLE);
	free(words);
}

void damage_report_late(const struct damage *damage, uint64_t cycles)
{
	char *text = NULL;

	while (damage->wanted.argz &&
	       (text = argz_next(damage->wanted.argz, damage->wanted.size, text)))
		event_report_late(text, cycles);
}

/* --- at a later time --- */

/* Apply a past change. Return true if it must be made again in the first cycle, as a width must. */
static bool change_apply(struct damage_state *state, const struct net_change *change)
{
	size_t link = (size_t)change->chip * topo_ports(&state->fabric.topo) + change->port;

	if (change->kind == NET_FAIL)
		state->fabric.failed[link] |= change->lanes;
	else if (change->kind == NET_MEND)
		state->fabric.failed[link] &= ~change->lanes;
	return change->kind == NET_WIDTH || change->kind == NET_TAKE;
}

static void changes_shift(const struct damage *damage, uint64_t cycle,
			  struct damage_state *state, struct net_change *list)
{
	const struct net_change *change = damage->list;
	const struct net_change *end = change + damage->changes.count;

	state->changes = damage->changes;
	state->changes.list = list;
	state->changes.count = 0;
	for (; change < end; change++) {
		if (change->cycle < cycle && !change_apply(state, change))
			continue;
		list[state->changes.count] = *change;
		list[state->changes.count++].cycle =
			change->cycle < cycle ? 0 : change->cycle - cycle;
	}
}

int damage_since(const struct damage *damage, const struct machine *machine, uint64_t cycle,
		 struct damage_state *state)
{
	const struct net_fabric *fabric = &machine->fabric;
	size_t links = (size_t)fabric->topo.chips * topo_ports(&fabric->topo);
	struct net_change *list = calloc(damage->changes.count + 1, sizeof(*list));

	*state = (struct damage_state){ .fabric = *fabric };
	state->changes.list = list;
	state->fabric.failed = calloc(links + 1, 1);
	if (!list || !state->fabric.failed)
		return -ENOMEM;
	if (fabric->failed)
		memcpy(state->fabric.failed, fabric->failed, links);
	changes_shift(damage, cycle, state, list);
	return 0;
}

void damage_state_free(struct damage_state *state)
{
	free(state->fabric.failed);
	free((void *)state->changes.list);
}

void damage_free(struct damage *damage)
{
	free(damage->wanted.argz);
	free(damage->list);
}

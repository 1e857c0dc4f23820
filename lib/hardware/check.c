// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdarg.h>
#include <string.h>

#include "keys.h"
#include "topo/gemini.h"

/* The channels of wormhole machines have fewer links than a Gemini's. */
#define WORM_LINKS_MOST	4

/* Nodes of a wormhole machine. */
#define WORM_NODES_MOST	1024

/* A check of a machine. */
struct checked {
	const struct hardware *hardware;
	char *text;			/* receives a description of the problem */
	struct key_fault *fault;	/* receives the offending key */
};

static __printf(3, 4) int reject(struct checked *checked, const char *name, const char *format, ...)
{
	va_list words;

	checked->fault->key = hardware_key(name);
	va_start(words, format);
	vsnprintf(checked->text, HARDWARE_TEXT, format, words);
	va_end(words);
	return -EINVAL;
}

static bool is_given(const struct hardware *hardware, unsigned int key)
{
	return hardware->given >> key & 1;
}

static bool is_unset(const struct hardware *hardware, const struct section *section,
		     const struct key *key)
{
	static const struct hardware_rate none;

	if (key->kind.type == VALUE_RATE)
		return !memcmp(key_place(hardware, section, key), &none, sizeof(none));
	return (key->section == SECTION_LINK || key->section == SECTION_ROUTING) &&
	       !value_fits(&key->kind, key_place(hardware, section, key));
}

static int check_key(struct checked *checked, const struct section *section, unsigned int number)
{
	const struct hardware *hardware = checked->hardware;
	const struct key *key = &keys[number];
	enum key_use use = key->use[hardware->switching];
	bool given = is_given(hardware, number) && !is_unset(hardware, section, key);

	checked->fault->key = number;
	if (use == KEY_MUST && !given)
		snprintf(checked->text, HARDWARE_TEXT, "%s%s%s%s is missing: %s",
			 *section->name ? "[" : "", section->name, *section->name ? "] " : "",
			 key->name, key->kind.wants);
	else if (use == KEY_NEVER && given)
		snprintf(checked->text, HARDWARE_TEXT,
			 "%s: a machine that switches %s has none: leave it out",
			 key->name, hardware->switching ? "worms" : "packets");
	else if (given && !value_fits(&key->kind, key_place(hardware, section, key)))
		snprintf(checked->text, HARDWARE_TEXT, "%s is not possible: %s", key->name,
			 key->kind.wants);
	else
		return 0;
	return -EINVAL;
}

static int check_keys(struct checked *checked)
{
	struct section section;
	unsigned int i;

	for (checked->fault->section = INDEX_TOP; checked->fault->section < SECTIONS;
	     checked->fault->section++) {
		if (!section_get(&checked->hardware->topo, checked->fault->section, &section))
			continue;
		for (i = 0; i < keys_count; i++) {
			if (keys[i].section == section.kind && check_key(checked, &section, i))
				return -EINVAL;
		}
	}
	checked->fault->section = INDEX_TOP;
	return 0;
}

/* Limits of the time for a MiB: a phit or a flit takes 10 ps to 655 ns. */
static bool rate_fits_packets(const struct hardware_rate *rate)
{
	uint64_t ps = hardware_time(rate, 1 << 20);

	return ps >= 4194000 && ps <= 87500000000;
}

/* Links of a Gemini have as many lanes as the chip has tiles for them. */
static int check_tiles(struct checked *checked)
{
	const struct hardware *hardware = checked->hardware;

	for (unsigned int i = 0; i < 3; i++) {
		checked->fault->section = INDEX_LINKS + i;
		if (hardware->link[i].links != gemini_lanes(2 * i))
			return reject(checked, "link.links",
				      "links: a Gemini in a cabinet has %u of this class",
				      gemini_lanes(2 * i));
	}
	checked->fault->section = INDEX_TOP;
	return 0;
}

static int check_rates(struct checked *checked)
{
	for (unsigned int i = 0; i < HARDWARE_MEDIA; i++) {
		const struct hardware_rate *rate = &checked->hardware->medium[i].rate;

		checked->fault->section = INDEX_MEDIA + i;
		if (!rate->ps)
			return reject(checked, "medium.rate",
				      "a medium has no rate: give [medium mezzanine], [medium backplane] and [medium cable]");
		if (!rate_fits_packets(rate))
			return reject(checked, "medium.rate",
				      "rate: of packets 12 MB/s to 250 GB/s");
	}
	checked->fault->section = INDEX_TOP;
	return 0;
}

/* Only Geminis in cabinets have rates by medium, and they have all three. */
static int check_media(struct checked *checked)
{
	const struct hardware *hardware = checked->hardware;
	bool media = hardware_is_given(hardware, "medium.rate");
	bool rates = hardware_is_given(hardware, "link.rate");
	struct gemini_system system;
	int class = hardware->class == HARDWARE_NO_CLASS ? -1 : (int)hardware->class;

	if (!media && hardware_is_given(hardware, "class"))
		return reject(checked, "class",
			      "class: only Geminis in cabinets, which have [medium ...], have one: leave it out");
	if (media && rates)
		return reject(checked, "link.rate",
			      "rate: [medium ...] says how fast links are: leave one out");
	if (!media)
		return 0;
	if (check_rates(checked))
		return -EINVAL;
	if (!gemini_is_torus(&hardware->topo))
		return reject(checked, "topology",
			      "topology: cabinets with media have a torus of three dimensions: leave out [medium ...]");
	if (gemini_system(&system, &hardware->topo, class))
		return reject(checked, class < 0 ? "topology" : "class",
			      "%s: no cabinets make a torus of this size",
			      class < 0 ? "topology" : "class");
	return check_tiles(checked);
}

static bool hop_fits_packets(uint64_t ps)
{
	return !(ps % HARDWARE_PACKET_CLOCK) && ps / HARDWARE_PACKET_CLOCK <= UINT16_MAX;
}

static int check_packet_links(struct checked *checked, const struct hardware_links *links,
			      bool media)
{
	if (!media && !links->rate.ps)
		return reject(checked, "link.rate",
			      "rate is missing: of this link, or as [medium ...] of Geminis in cabinets");
	if (!hop_fits_packets(links->hop_ps))
		return reject(checked, "link.hop",
			      "hop: whole cycles of 1.25 ns, up to 65535, as 105 ns");
	if (links->rate.ps && !rate_fits_packets(&links->rate))
		return reject(checked, "link.rate", "rate: of packets 12 MB/s to 250 GB/s");
	if (links->buffer < HARDWARE_BUFFER_LEAST)
		return reject(checked, "link.buffer",
			      "buffer: at least %u, so that rings cannot block",
			      HARDWARE_BUFFER_LEAST);
	return 0;
}

/* Only adaptive1, the second, chooses after hops. */
static int check_biases(struct checked *checked)
{
	for (unsigned int i = 0; i < HARDWARE_ROUTINGS; i++) {
		uint32_t hop = checked->hardware->bias[i].hop;

		checked->fault->section = INDEX_ROUTINGS + i;
		if (i != 1 && hop && hop != HARDWARE_NO_BIAS)
			return reject(checked, "routing.hop",
				      "hop: only adaptive1 chooses again after hops: leave it out");
	}
	checked->fault->section = INDEX_TOP;
	return 0;
}

static int check_nic(struct checked *checked)
{
	const struct hardware_rate *rate = &checked->hardware->nic.rate;

	checked->fault->section = INDEX_NIC;
	if (rate->ps && !rate_fits_packets(rate))
		return reject(checked, "nic.rate", "rate: of packets 12 MB/s to 250 GB/s");
	checked->fault->section = INDEX_TOP;
	return 0;
}

static int check_packets(struct checked *checked)
{
	const struct hardware *hardware = checked->hardware;
	bool media = hardware_is_given(hardware, "medium.rate");
	const struct hardware_links *out = &hardware->out;

	if (hardware_is_given(hardware, "chip") && !hardware->topo.bridges)
		return reject(checked, "chip",
			      "chip: only a dragonfly has a choice of chips: leave it out");
	if (hardware->cycle_ps != HARDWARE_PACKET_CLOCK)
		return reject(checked, "clock", "clock: routers that switch packets have 800 MHz");
	if (hardware->nodes != topo_nics(&hardware->topo))
		return reject(checked, "nodes", "nodes: a chip of this topology has %u",
			      topo_nics(&hardware->topo));
	if (check_biases(checked) || check_nic(checked))
		return -EINVAL;
	for (unsigned int i = 0; i < topo_classes(&hardware->topo); i++) {
		checked->fault->section = INDEX_LINKS + i;
		if (check_packet_links(checked, &hardware->link[i], media))
			return -EINVAL;
	}
	checked->fault->section = INDEX_OUT;
	if (!hop_fits_packets(out->hop_ps))
		return reject(checked, "out.hop",
			      "hop: whole cycles of 1.25 ns, up to 65535, as 105 ns");
	if (out->buffer < HARDWARE_BUFFER_LEAST)
		return reject(checked, "out.buffer", "buffer: at least %u", HARDWARE_BUFFER_LEAST);
	checked->fault->section = INDEX_TOP;
	return check_media(checked);
}

static int check_worm_links(struct checked *checked, unsigned int section, const char *key,
			    const struct hardware_links *links)
{
	checked->fault->section = section;
	if (links->links > WORM_LINKS_MOST)
		return reject(checked, key, "links: of a worm's channel 1 to %u", WORM_LINKS_MOST);
	return 0;
}

static int check_worms(struct checked *checked)
{
	const struct hardware *hardware = checked->hardware;
	const struct topo *topo = &hardware->topo;
	int err = 0;

	if (!topo_is_grid(topo) || topo_has_rings(topo))
		return reject(checked, "topology",
			      "topology: worms need a mesh or a hypercube: in rings they would wait for each other");
	if ((uint64_t)topo->chips * hardware->nodes > WORM_NODES_MOST)
		return reject(checked, "nodes", "nodes: %u chips with %u are more than %u in all",
			      topo->chips, hardware->nodes, WORM_NODES_MOST);
	for (unsigned int i = 0; i < topo_classes(topo) && !err; i++)
		err = check_worm_links(checked, INDEX_LINKS + i, "link.links", &hardware->link[i]);
	if (!err)
		err = check_worm_links(checked, INDEX_IN, "in.links", &hardware->in);
	if (!err)
		err = check_worm_links(checked, INDEX_OUT, "out.links", &hardware->out);
	return err;
}

/* Where some messages are long, their costs must be given. */
static int check_host(struct checked *checked)
{
	static const char *const needs[] = { "host.long-send", "host.long-recv" };
	const struct hardware *hardware = checked->hardware;

	checked->fault->section = INDEX_HOST;
	if (!hardware_is_given(hardware, "host.long") ||
	    hardware->host.long_bytes == HARDWARE_SHORT)
		return 0;
	for (unsigned int i = 0; i < 2; i++) {
		if (!hardware_is_given(hardware, needs[i]))
			return reject(checked, "host.long",
				      "long: [host] %s is missing: what a long message takes",
				      strchr(needs[i], '.') + 1);
	}
	return 0;
}

int key_check(const struct hardware *hardware, char text[HARDWARE_TEXT], struct key_fault *fault)
{
	struct checked checked = { .hardware = hardware, .text = text, .fault = fault };
	int err;

	*fault = (struct key_fault){ 0 };
	if (hardware->switching > HARDWARE_WORMHOLE)
		return reject(&checked, "switching",
			      "switching is not possible: packets, wormhole");
	if (!hardware->topo.family)
		return reject(&checked, "topology",
			      "topology is missing: mesh:4x8, torus:8x8x8");
	err = check_keys(&checked);
	if (!err)
		err = hardware->switching ? check_worms(&checked) : check_packets(&checked);
	return err ? err : check_host(&checked);
}

int hardware_check(const struct hardware *hardware, struct hardware_problem *problem)
{
	struct key_fault fault;
	char text[HARDWARE_TEXT];
	struct section section;

	problem->line = 0;
	if (!key_check(hardware, text, &fault))
		return 0;
	if (!hardware->topo.family || !section_get(&hardware->topo, fault.section, &section) ||
	    !section.name[0])
		snprintf(problem->text, sizeof(problem->text), "%s", text);
	else
		snprintf(problem->text, sizeof(problem->text), "[%s] %.200s", section.name, text);
	return -EINVAL;
}

// SPDX-License-Identifier: LGPL-2.1-or-later
#include <stddef.h>
#include <string.h>

#include "keys.h"

#define TIME_MOST	1000000000000ull	/* ps: 1 s */
#define LINK_MOST	(1ull << 30)		/* ps of a hop, or of a byte */
#define BYTES_MOST	(1ull << 30)

/* Limits of the ps for a MiB: 1 TB/s to 1 kB/s. */
#define RATE_LEAST	1000000ull
#define RATE_MOST	1100000000000000ull

static const char *const switchings[] = { "packets", "wormhole", NULL };
static const char *const chips[] = { "aries", "cassini1", "cassini2", NULL };
static const char *const orders[] = { "lowest-first", "highest-first", NULL };
static const char *const receives[] = { "poll", "interrupt", NULL };
static const char *const dmas[] = { "overlapped", "blocking", NULL };
static const char *const media[] = { "mezzanine", "backplane", "cable" };
static const char *const routings[] = { "adaptive0", "adaptive1", "adaptive2", "adaptive3" };
static const char *const kinds[] = { "", "link", "medium", "routing", "nic", "in", "out", "host" };

#define NAMES		{ VALUE_NAME, 0, 0, NULL, "1 to 63 letters, no ';' and no '#'" }
#define TOPOLOGIES	{ VALUE_TOPOLOGY, 0, 0, NULL, \
	"torus:8x8x8, mesh:4x8, hypercube:4, dragonfly:16x6x4:2" }
#define WORDS(words, text) { VALUE_WORD, 0, 0, words, text }
#define COUNTS(least, most, text) { VALUE_COUNT, least, most, NULL, text }
#define CLOCKS		{ VALUE_CLOCK, 1, TIME_MOST, NULL, \
	"a frequency, 800 MHz, or a cycle, 30 ns" }
#define TIMES		{ VALUE_TIME, 0, TIME_MOST, NULL, "a time, 93 ns, 12 cycles, up to 1 s" }
#define HOPS		{ VALUE_TIME, 1, LINK_MOST, NULL, "a time, 93 ns, 1 cycle, up to 1 ms" }
#define TURNS		{ VALUE_TIME, HARDWARE_TURN_LEAST, HARDWARE_TURN_MOST, NULL, \
	"a time from 1.25 ns to 1 us, 6.25 ns, 5 cycles" }
#define BYTE_TIMES	{ VALUE_BYTE_TIME, 0, LINK_MOST, NULL, \
	"a time for each byte, 20 ns/B, 0.5 cycles/B" }
#define RATES		{ VALUE_RATE, RATE_LEAST, RATE_MOST, NULL, \
	"a rate, 5.25 GB/s, 400 Mbit/s, 2 B/cycle, 20 ns/B" }
#define BYTES(least)	{ VALUE_BYTES, least, BYTES_MOST, NULL, "a size, 8 B, 4 KiB" }
#define LONGS		{ VALUE_LONG, 1, BYTES_MOST, NULL, "a size, 64 B, 4 KiB, or never" }
#define BUFFERS		{ VALUE_FLITS, 1, HARDWARE_BUFFER_MOST, NULL, \
	"1 to 4096: phits of a Gemini, flits of an Aries and of worms, whose bytes do as well" }
#define BIASES		{ VALUE_FLITS, 0, UINT16_MAX, NULL, "flits, 0 to 65535" }
#define HEADERS		{ VALUE_FLITS, 1, HARDWARE_BUFFER_MOST, NULL, \
	"4 flits, if switching = wormhole stands above, or bytes of whole flits, 8 B" }

#define TOP(field)	offsetof(struct hardware, field)
#define LINKS(field)	offsetof(struct hardware_links, field)
#define BIAS(field)	offsetof(struct hardware_bias, field)
#define NIC(field)	offsetof(struct hardware_nic, field)
#define HOST(field)	offsetof(struct hardware_host, field)

/* Files are written in this order; a key that defines a unit comes before values in that unit. */
const struct key keys[] = {
	{ SECTION_TOP, "name", NAMES, TOP(name), { KEY_MUST, KEY_MUST } },
	{ SECTION_TOP, "topology", TOPOLOGIES, TOP(topo), { KEY_MUST, KEY_MUST } },
	{ SECTION_TOP, "switching", WORDS(switchings, "packets, wormhole"), TOP(switching),
	  { KEY_MUST, KEY_MUST } },
	{ SECTION_TOP, "nodes", COUNTS(1, 1024, "nodes of a chip, 1 to 1024"), TOP(nodes),
	  { KEY_MUST, KEY_MUST } },
	{ SECTION_TOP, "chip", WORDS(chips, "aries, cassini1, cassini2"), TOP(chip),
	  { KEY_MAY, KEY_NEVER } },
	{ SECTION_TOP, "clock", CLOCKS, TOP(cycle_ps), { KEY_MUST, KEY_MUST } },
	{ SECTION_TOP, "class", COUNTS(0, 4, "topology class of cabinets, 0 to 4"), TOP(class),
	  { KEY_MAY, KEY_NEVER } },
	{ SECTION_TOP, "flit", BYTES(1), TOP(flit), { KEY_NEVER, KEY_MUST } },
	{ SECTION_TOP, "header", HEADERS, TOP(header), { KEY_NEVER, KEY_MUST } },
	{ SECTION_TOP, "order", WORDS(orders, "lowest-first, highest-first"), TOP(order),
	  { KEY_NEVER, KEY_MAY } },
	{ SECTION_LINK, "links", COUNTS(1, 8, "1 to 8"), LINKS(links), { KEY_MUST, KEY_MUST } },
	{ SECTION_LINK, "rate", RATES, LINKS(rate), { KEY_MAY, KEY_MUST } },
	{ SECTION_LINK, "hop", HOPS, LINKS(hop_ps), { KEY_MUST, KEY_MUST } },
	{ SECTION_LINK, "buffer", BUFFERS, LINKS(buffer), { KEY_MUST, KEY_MUST } },
	{ SECTION_MEDIUM, "rate", RATES, LINKS(rate), { KEY_MAY, KEY_NEVER } },
	{ SECTION_ROUTING, "shift", COUNTS(0, 16, "bits, 0 to 16"), BIAS(shift),
	  { KEY_MAY, KEY_NEVER } },
	{ SECTION_ROUTING, "add", BIASES, BIAS(add), { KEY_MAY, KEY_NEVER } },
	{ SECTION_ROUTING, "hop", BIASES, BIAS(hop), { KEY_MAY, KEY_NEVER } },
	{ SECTION_NIC, "turn", TURNS, NIC(turn_ps), { KEY_MAY, KEY_NEVER } },
	{ SECTION_NIC, "rate", RATES, NIC(rate), { KEY_MAY, KEY_NEVER } },
	{ SECTION_IN, "links", COUNTS(1, 8, "1 to 8"), LINKS(links), { KEY_NEVER, KEY_MUST } },
	{ SECTION_IN, "rate", RATES, LINKS(rate), { KEY_NEVER, KEY_MUST } },
	{ SECTION_IN, "hop", HOPS, LINKS(hop_ps), { KEY_NEVER, KEY_MUST } },
	{ SECTION_IN, "buffer", BUFFERS, LINKS(buffer), { KEY_NEVER, KEY_MUST } },
	{ SECTION_OUT, "links", COUNTS(1, 8, "1 to 8"), LINKS(links), { KEY_NEVER, KEY_MUST } },
	{ SECTION_OUT, "rate", RATES, LINKS(rate), { KEY_NEVER, KEY_MUST } },
	{ SECTION_OUT, "hop", HOPS, LINKS(hop_ps), { KEY_MUST, KEY_MUST } },
	{ SECTION_OUT, "buffer", BUFFERS, LINKS(buffer), { KEY_MUST, KEY_MAY } },
	{ SECTION_HOST, "send", TIMES, HOST(send_ps), { KEY_MAY, KEY_MUST } },
	{ SECTION_HOST, "recv", TIMES, HOST(recv_ps), { KEY_MAY, KEY_MUST } },
	{ SECTION_HOST, "gap", TIMES, HOST(gap_ps), { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "latency", TIMES, HOST(latency_ps), { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "byte", BYTE_TIMES, HOST(byte_ps), { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "long", LONGS, HOST(long_bytes), { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "long-send", TIMES, HOST(long_send_ps), { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "long-recv", TIMES, HOST(long_recv_ps), { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "long-latency", TIMES, HOST(long_latency_ps), { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "memory-byte", BYTE_TIMES, HOST(memory_byte_ps), { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "interrupt", BYTES(0), HOST(interrupt_bytes), { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "dma", WORDS(dmas, "overlapped, blocking"), HOST(dma),
	  { KEY_MAY, KEY_MAY } },
	{ SECTION_HOST, "receive", WORDS(receives, "poll, interrupt"), HOST(receive),
	  { KEY_MAY, KEY_MAY } },
};

const unsigned int keys_count = sizeof(keys) / sizeof(*keys);

_Static_assert(sizeof(keys) / sizeof(*keys) < KEYS_MOST, "each key has a bit");

const char *section_word(enum section_kind kind)
{
	return kinds[kind];
}

static bool link_section(const struct topo *topo, unsigned int number, struct section *section)
{
	struct topo_class class;

	if (number >= topo_classes(topo))
		return false;
	topo_class(topo, number, &class);
	section->kind = SECTION_LINK;
	section->number = number;
	section->offset = TOP(link) + number * sizeof(struct hardware_links);
	snprintf(section->name, sizeof(section->name), "link %s", class.name);
	return true;
}

static void medium_section(unsigned int number, struct section *section)
{
	section->kind = SECTION_MEDIUM;
	section->number = number;
	section->offset = TOP(medium) + number * sizeof(struct hardware_links);
	snprintf(section->name, sizeof(section->name), "medium %s", media[number]);
}

static bool routing_section(const struct topo *topo, unsigned int number, struct section *section)
{
	if (topo->family != &topo_dragonfly)
		return false;
	section->kind = SECTION_ROUTING;
	section->number = number;
	section->offset = TOP(bias) + number * sizeof(struct hardware_bias);
	snprintf(section->name, sizeof(section->name), "routing %s", routings[number]);
	return true;
}

bool section_get(const struct topo *topo, unsigned int index, struct section *section)
{
	static const struct section ends[] = {
		{ SECTION_NIC, 0, "nic", TOP(nic) }, { SECTION_IN, 0, "in", TOP(in) },
		{ SECTION_OUT, 0, "out", TOP(out) }, { SECTION_HOST, 0, "host", TOP(host) },
	};

	*section = (struct section){ .kind = SECTION_TOP };
	if (index >= INDEX_NIC)
		*section = ends[index - INDEX_NIC];
	else if (index >= INDEX_ROUTINGS)
		return routing_section(topo, index - INDEX_ROUTINGS, section);
	else if (index >= INDEX_MEDIA)
		medium_section(index - INDEX_MEDIA, section);
	else if (index >= INDEX_LINKS)
		return link_section(topo, index - INDEX_LINKS, section);
	return true;
}

int key_find(enum section_kind section, const char *name)
{
	for (unsigned int i = 0; i < keys_count; i++) {
		if (keys[i].section == section && !strcmp(keys[i].name, name))
			return i;
	}
	return -1;
}

int hardware_key(const char *name)
{
	const char *dot = strchr(name, '.');
	size_t length = dot ? dot - name : 0;

	for (unsigned int i = 0; i < keys_count; i++) {
		const char *word = kinds[keys[i].section];

		if (!dot == !*word && strlen(word) == length && !strncmp(word, name, length) &&
		    !strcmp(keys[i].name, dot ? dot + 1 : name))
			return i;
	}
	return -1;
}

bool hardware_is_given(const struct hardware *hardware, const char *name)
{
	int key = hardware_key(name);

	return key >= 0 && hardware->given >> key & 1;
}

void hardware_give(struct hardware *hardware, const char *name, bool chosen)
{
	int key = hardware_key(name);
	uint64_t bit = key < 0 ? 0 : 1ull << key;

	hardware->given |= bit;
	hardware->chosen = chosen ? hardware->chosen | bit : hardware->chosen & ~bit;
}

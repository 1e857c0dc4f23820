// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/* Count the packets of NICs by the rules of their chip. */
#include "image/nic_rules.h"

/* Expand a counter's name: '#' becomes the number, '%' the tile. Return whether there was a '#'. */
static int name_of(char text[GPCD_NAME_MAX], const char *name, unsigned int number,
		   unsigned int tile)
{
	unsigned int c;
	int many = 0;

	for (c = 0; c < GPCD_NAME_MAX - 1 && name[c]; c++) {
		many |= name[c] == '#';
		text[c] = name[c];
		if (name[c] == '#')
			text[c] = '0' + number;
		if (name[c] == '%')
			text[c] = '0' + tile;
	}
	text[c] = '\0';
	return many;
}

/* Resolve the counter of a rule, for NIC 0. */
static int rule_resolve(struct gpcd_nic_counters *nic, unsigned int chip,
			const struct gpcd_nic_rule *rule)
{
	struct gpcd_image_counter *counter = &nic->counter[nic->rules];
	char text[GPCD_NAME_MAX];
	int many = name_of(text, rule->name, 0, 0);

	if (gpcd_image_counter_find(chip, text, (void *)0, counter))
		return -1;
	nic->each[nic->rules++] = many ? counter->rule->dim[0].stride : 0;
	return 0;
}

/* Return the first of the NICs that a host tile serves. */
static unsigned int tile_nic(unsigned int tile)
{
	return tile / (GPCD_NIC_TILES / 2) * GPCD_NIC_PAIR;
}

/* Resolve the counters of a rule of host tiles. */
static int tile_rule_resolve(struct gpcd_nic_counters *nic, unsigned int chip,
			     const struct gpcd_nic_tile_rule *rule)
{
	struct gpcd_image_counter *first = &nic->tile[nic->tile_rules], counter;
	unsigned int i, tile, number;
	char text[GPCD_NAME_MAX];

	for (i = 0; i < GPCD_NIC_TILES * GPCD_NIC_PAIR; i++) {
		tile = i / GPCD_NIC_PAIR;
		number = i % GPCD_NIC_PAIR;
		name_of(text, rule->name, tile_nic(tile) + number, tile);
		if (gpcd_image_counter_find(chip, text, (void *)0, &counter))
			return -1;
		if (!i)
			*first = counter;
		nic->at[nic->tile_rules][tile][number] = counter.addr - first->addr;
	}
	nic->tile_rules++;
	return 0;
}

static int tiles_resolve(struct gpcd_nic_counters *nic, unsigned int chip)
{
	const struct gpcd_nic_tile_rule *rule = nic->model->tiles;
	int err = 0;

	for (; rule && !err && rule->name; rule++)
		err = nic->tile_rules == GPCD_NIC_TILE_RULES ? -1 :
		      tile_rule_resolve(nic, chip, rule);
	return err;
}

static int fields_resolve(struct gpcd_nic_counters *nic, unsigned int chip)
{
	const struct gpcd_nic_field *field = nic->model->fields;
	unsigned int i;

	for (i = 0; field && field[i].name; i++) {
		if (i == GPCD_NIC_FIELDS ||
		    gpcd_image_counter_find(chip, field[i].name, field[i].field, &nic->field[i]))
			return -1;
	}
	return 0;
}

int gpcd_nic_init(struct gpcd_nic_counters *nic, unsigned int chip)
{
	const struct gpcd_nic_rule *rule;
	int err;

	nic->model = gpcd_chip_model(chip)->nic;
	nic->rules = 0;
	nic->tile_rules = 0;
	if (!nic->model)
		return -1;
	err = fields_resolve(nic, chip);
	for (rule = nic->model->rules; !err && rule->name; rule++)
		err = nic->rules == GPCD_NIC_RULES ? -1 : rule_resolve(nic, chip, rule);
	if (!err)
		err = tiles_resolve(nic, chip);
	if (err)
		nic->model = (void *)0;
	return err;
}

/* Return the number of packets whose payload has begun @least to @most words. */
static __u64 sized(const struct gpcd_nic_packets *packets, unsigned int least, unsigned int most)
{
	__u64 sum = 0;

	for (; least <= most; least++)
		sum += packets->sized[least];
	return sum;
}

static __u64 octets(const struct gpcd_nic_packets *packets, unsigned int header)
{
	__u64 sum = packets->packets * header;
	unsigned int words;

	for (words = 1; words <= GPCD_NIC_WORDS; words++)
		sum += packets->sized[words] * words * 8;
	return sum;
}

static __u64 amount(const struct gpcd_nic_packets *packets, unsigned int what, unsigned int header)
{
	if (what & GPCD_NIC_BY_SIZE)
		return sized(packets, what >> 4 & 15, what & 15);
	switch (what) {
	case GPCD_NIC_PKTS:
		return packets->packets;
	case GPCD_NIC_FLITS:
		return packets->packets + packets->data;
	case GPCD_NIC_DATA:
		return packets->data;
	case GPCD_NIC_BYTES:
		return packets->bytes;
	case GPCD_NIC_TRANSFERS:
		return packets->transfers;
	case GPCD_NIC_WAITED:
		return packets->waited;
	case GPCD_NIC_ORDERED:
		return packets->ordered;
	case GPCD_NIC_UNORDERED:
		return packets->packets - packets->ordered;
	case GPCD_NIC_OCTETS:
		return octets(packets, header);
	default:
		return packets->latency;
	}
}

void gpcd_nic_count(const struct gpcd_nic_counters *nic, struct gpcd_image *image,
		    unsigned int number, const struct gpcd_nic_packets *packets)
{
	unsigned int kind = GPCD_NIC_KINDS(packets->way, 1 << packets->kind), i;
	const struct gpcd_nic_rule *rule;

	if (!nic->model)
		return;
	for (i = 0; i < nic->rules; i++) {
		rule = &nic->model->rules[i];
		if (rule->packets & kind)
			gpcd_image_count(image, &nic->counter[i], number * nic->each[i],
					 amount(packets, rule->what, nic->model->header));
	}
}

static __u64 crossed(const struct gpcd_nic_crossing *crossing, unsigned int what)
{
	switch (what) {
	case GPCD_NIC_CROSS_PKTS:
		return crossing->packets;
	case GPCD_NIC_CROSS_FLITS:
		return crossing->flits;
	default:
		return crossing->stalled;
	}
}

void gpcd_nic_cross(const struct gpcd_nic_counters *nic, struct gpcd_image *image,
		    unsigned int number, const struct gpcd_nic_crossing *crossing)
{
	unsigned int tile = crossing->tile, i;
	const struct gpcd_nic_tile_rule *rule;

	if (!nic->model || number / GPCD_NIC_PAIR * GPCD_NIC_PAIR != tile_nic(tile))
		return;
	for (i = 0; i < nic->tile_rules; i++) {
		rule = &nic->model->tiles[i];
		if (rule->way == crossing->way)
			gpcd_image_count(image, &nic->tile[i],
					 nic->at[i][tile][number % GPCD_NIC_PAIR],
					 crossed(crossing, rule->what));
	}
}

int gpcd_nic_bins(const struct gpcd_nic_counters *nic, const struct gpcd_image *image,
		  struct gpcd_nic_bins *bins)
{
	if (!nic->model || !nic->model->bins)
		return -1;
	nic->model->bins(image, nic->field, bins);
	return 0;
}

void gpcd_nic_track(const struct gpcd_nic_counters *nic, struct gpcd_image *image,
		    const struct gpcd_nic_times *times)
{
	nic->model->track(image, nic->field, times);
}

__u64 gpcd_nic_cycles(unsigned int chip, __u64 router)
{
	const struct gpcd_nic_model *model = (void *)0;

	if (gpcd_catalogue_pages(chip))
		model = gpcd_chip_model(chip)->nic;
	return model ? router * model->clock >> 4 : router;
}

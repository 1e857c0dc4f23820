// SPDX-License-Identifier: GPL-2.0-only OR LGPL-2.1-or-later
/*
 * Count what NICs send and receive, by the rules of their chip.
 */
#include "image/nic_rules.h"

/* Resolve the counter of a rule, for NIC 0. */
static int rule_resolve(struct gpcd_nic_counters *nic, unsigned int chip,
			const struct gpcd_nic_rule *rule)
{
	struct gpcd_image_counter *counter = &nic->counter[nic->rules];
	char text[GPCD_NAME_MAX];
	unsigned int c;
	int many = 0;

	for (c = 0; c < GPCD_NAME_MAX - 1 && rule->name[c]; c++) {
		many |= rule->name[c] == '#';
		text[c] = rule->name[c] == '#' ? '0' : rule->name[c];
	}
	text[c] = '\0';
	if (gpcd_image_counter_find(chip, text, (void *)0, counter))
		return -1;
	nic->each[nic->rules++] = many ? counter->rule->dim[0].stride : 0;
	return 0;
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
	if (!nic->model)
		return -1;
	err = fields_resolve(nic, chip);
	for (rule = nic->model->rules; !err && rule->name; rule++)
		err = nic->rules == GPCD_NIC_RULES ? -1 : rule_resolve(nic, chip, rule);
	if (err)
		nic->model = (void *)0;
	return err;
}

static __u64 amount(const struct gpcd_nic_packets *packets, unsigned int what)
{
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
					 amount(packets, rule->what));
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

	if (gpcd_chip_nics(chip))
		model = gpcd_chip_model(chip)->nic;
	return model ? router * model->clock >> 4 : router;
}

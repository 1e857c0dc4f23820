/* SPDX-License-Identifier: GPL-2.0-only */
/* A model of two chips, and one of NICs, for tests of `gpcd top'. */
#ifndef TOP_TEST_H
#define TOP_TEST_H

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chips/model.h"

/* Add a link: its tiles, how many of them it lost, and the tiles of the other end. */
static inline struct model_row *top_link(struct model *model, const char *name, const char *to,
					 unsigned int tiles, unsigned int lost, int far)
{
	struct model_row row = { .kind = MODEL_LINK, .tiles = tiles, .lost = lost, .far = far };

	strcpy(row.name, name);
	strcpy(row.to, to);
	ck_assert_int_eq(model_add_row(model, model->chip_count - 1, &row), 0);
	return &model->rows[model->row_count - 1];
}

static inline void top_tile(struct model *model, unsigned int row, unsigned int column,
			    const char *link)
{
	struct model_row tile = { .kind = MODEL_TILE, .tiles = 1, .far = MODEL_UNKNOWN };

	snprintf(tile.name, sizeof(tile.name), "%u,%u", row, column);
	strcpy(tile.to, link);
	ck_assert_int_eq(model_add_row(model, model->chip_count - 1, &tile), 0);
}

static inline void top_set(struct model *model, size_t row, enum model_number number,
			   double value)
{
	ck_assert_int_eq(model_remember(model, row, number), 0);
	model->rows[row].numbers[number] = (struct metrics_value) { .number = value };
}

/* Set all numbers of a row, in the order of enum model_number. */
static inline void top_numbers(struct model *model, size_t row, double bytes, double use,
			       double input, double credit)
{
	top_set(model, row, MODEL_BYTES, bytes);
	top_set(model, row, MODEL_USE, use);
	top_set(model, row, MODEL_INPUT_STALLS, input);
	top_set(model, row, MODEL_CREDIT_STALLS, credit);
}

/*
 * A Gemini, whose links are rows 0 to 6: one failed, one is short, one is uneven, one may not be
 * read. Its tiles are rows 7 to 54. An Aries, rows 55 to 57, with unknown credit stalls. Four
 * samples, of which the first has no numbers.
 */
static inline void top_fill(struct model *model)
{
	static const unsigned int here[3], there[3] = { 1, 2, 13 };

	ck_assert_int_eq(model_add_chip(model, "/dev/gpcd0", here), 0);
	top_link(model, "X+", "1,0,0", 8, 0, 8);
	top_link(model, "X-", "", 0, 8, MODEL_UNKNOWN);
	top_link(model, "Y+", "0,1,0", 4, 0, 4);
	top_link(model, "Y-", "0,11,0", 3, 1, 3);
	top_link(model, "Z+", "0,0,1", 8, 0, 6);
	top_link(model, "Z-", "0,0,23", 8, 0, MODEL_UNKNOWN);
	top_link(model, "HH", "", 8, 0, MODEL_UNKNOWN);
	for (unsigned int i = 0; i < 48; i++)
		top_tile(model, i / 8, i % 8, i == 27 ? "" : "X+");
	ck_assert_int_eq(model_add_chip(model, "image:/dev/shm/run/c0-0c1s2a0n0", there), 0);
	top_link(model, "green 15", "1,2,15", 1, 0, 1);
	top_link(model, "blue 12", "12,2,13", 2, 0, 2);
	top_link(model, "ptile", "", 8, 0, MODEL_UNKNOWN);
	model_begin(model);
	model_end(model);
	for (unsigned int i = 1; i < 4; i++) {
		model_begin(model);
		top_numbers(model, 0, 2.34375e9 * i, 0.25 * i, 0.1 * i, 0);
		top_numbers(model, 2, 1.171875e9, 0.25, 0.9, 0.5);
		top_numbers(model, 3, 0, 0, 0, 0.01 * i);
		top_numbers(model, 4, 15e9, 1, 0, 1);
		model->rows[5].numbers[MODEL_USE].why = METRICS_DENIED;
		model->rows[6].numbers[MODEL_USE].why = METRICS_NO_PEAK;
		top_set(model, 6, MODEL_BYTES, 123.4564e9);
		for (unsigned int j = 0; j < 48; j++)
			top_numbers(model, 7 + j, 1e6 * j * i, j / 48., j == 9 ? 0.75 : 0, 0.125);
		top_set(model, 55, MODEL_USE, 0.5);
		top_set(model, 55, MODEL_INPUT_STALLS, 0.625);
		model_end(model);
	}
}

static inline void top_nic(struct model *model, const char *name, const char *also,
			   const char *link, uint64_t bits_per_second)
{
	struct model_row row = { .kind = MODEL_NIC, .name = "nic", .far = MODEL_UNKNOWN };
	struct model_chip *chip;

	ck_assert_int_eq(model_add_chip(model, name, NULL), 0);
	ck_assert_int_eq(model_add_row(model, model->chip_count - 1, &row), 0);
	chip = &model->chips[model->chip_count - 1];
	strcpy(chip->at, also);
	strcpy(chip->link, link);
	chip->bits_per_second = bits_per_second;
}

/*
 * NICs, rows 0 to 3: a Slingshot that is paused, an RDMA port that is busier the other way, one
 * that is down and whose speed is unknown, and one with a counter that may not be read. None counts
 * errors. Three samples.
 */
static inline void top_fill_nics(struct model *model)
{
	top_nic(model, "cxi:cxi0", "hsn0", "up", 200000000000);
	top_nic(model, "rdma:mlx5_0/1", "ib0", "4: ACTIVE", 100000000000);
	top_nic(model, "net:eth0", "", "down", 0);
	top_nic(model, "net:eth1", "", "up", 2500000000);
	for (unsigned int i = 1; i < 4; i++) {
		model_begin(model);
		top_set(model, 0, MODEL_RX_BYTES, 6.25e9 * i);
		top_set(model, 0, MODEL_TX_BYTES, 1.25e9);
		top_set(model, 0, MODEL_RX_USE, 0.25 * i);
		top_set(model, 0, MODEL_TX_USE, 0.05);
		top_set(model, 0, MODEL_PAUSE_SHARE, 0.5);
		top_set(model, 0, MODEL_CONGESTION, 1234567.8);
		top_set(model, 0, MODEL_RETRANSMISSIONS, 12.25);
		top_set(model, 1, MODEL_RX_BYTES, 1e6);
		top_set(model, 1, MODEL_TX_BYTES, 10e9);
		top_set(model, 1, MODEL_RX_USE, 0.00008);
		top_set(model, 1, MODEL_TX_USE, 0.8);
		top_set(model, 1, MODEL_DROPS, 0);
		top_set(model, 2, MODEL_RX_BYTES, 0);
		model->rows[2].numbers[MODEL_RX_USE].why = METRICS_NO_PEAK;
		top_set(model, 3, MODEL_TX_BYTES, 125e3);
		model->rows[3].numbers[MODEL_RX_BYTES].why = METRICS_DENIED;
		model_end(model);
	}
}

#endif /* TOP_TEST_H */

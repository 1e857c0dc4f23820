/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * `gpcd top' on a terminal: samples, keys and signals in turn.
 */
#ifndef TOP_LIVE_H
#define TOP_LIVE_H

#include "chips/chips.h"
#include "view.h"

/**
 * live_run() - show chips until a key or a signal asks for the end
 * @chips: the chips
 * @model: their model
 * @view: how it is shown
 * @count: number of samples to show; 0: go on
 *
 * Return: the exit code, having said what is wrong; the terminal is as it was.
 */
int live_run(struct chips *chips, struct model *model, struct view *view, uint64_t count);

/**
 * live_sample() - take a sample, and note its time of day
 * @chips: the chips
 * @model: their model
 * @view: receives the time
 *
 * Return: the number of chips that were read.
 */
size_t live_sample(struct chips *chips, struct model *model, struct view *view);

#endif /* TOP_LIVE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* `gpcd top' on a terminal: samples, keys and signals in turn. */
#ifndef TOP_LIVE_H
#define TOP_LIVE_H

#include "chips/chips.h"
#include "view.h"

/*
 * Show chips until a key or a signal asks for the end, or for @count samples; 0: no limit. The
 * terminal is restored. Report any error and return the exit code.
 */
int live_run(struct chips *chips, struct model *model, struct view *view, uint64_t count);

/* Take a sample, and set the view's time of day. Return the number of chips that were read. */
size_t live_sample(struct chips *chips, struct model *model, struct view *view);

#endif /* TOP_LIVE_H */

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/out/out.h"
#include "rows.h"

static const char *row_quantity(const struct noise_row *row)
{
	return row->file->names[row->column];
}

/*
 * Name a box after its file, its group or both, as far as these differ between boxes; otherwise
 * after its column.
 */
static struct box box_of(const struct noise_row *row, size_t files)
{
	const char *group = row->file->groups[row->group].name;
	const char *file = strrchr(row->file->name, '/');

	file = file ? file + 1 : row->file->name;
	if (files < 2)
		file = *group ? "" : row_quantity(row);
	return (struct box){ .name = file, .part = group, .summary = row->summary };
}

/* Adjacent rows of one column share a panel. */
static bool begins_panel(const struct noise_rows *rows, size_t i)
{
	return !i || strcmp(row_quantity(&rows->each[i - 1]), row_quantity(&rows->each[i]));
}

int plot_make(struct noise_plot *plot, const struct noise_rows *rows, size_t files)
{
	struct boxes *panel;

	plot->boxes = calloc(rows->count, sizeof(*plot->boxes));
	plot->panels = calloc(rows->count, sizeof(*plot->panels));
	if (!plot->boxes || !plot->panels)
		return -ENOMEM;
	panel = plot->panels;
	for (size_t i = 0; i < rows->count; i++) {
		if (begins_panel(rows, i)) {
			panel = &plot->panels[plot->count++];
			panel->quantity = row_quantity(&rows->each[i]);
			panel->each = &plot->boxes[i];
		}
		plot->boxes[i] = box_of(&rows->each[i], files);
		panel->count++;
	}
	return 0;
}

int plot_print(const struct noise_plot *plot)
{
	struct out out = { 0 };
	int code, broken;

	for (size_t i = 0; i < plot->count; i++) {
		out_add(&out, "\n");
		boxes_text(&out, &plot->panels[i]);
	}
	out_add(&out, "\n| whisker, [ ] quartile, M median, < > its 95 %% interval, +n outliers\n");
	code = out_record(&out) == -EINTR ? EXIT_RUNTIME : 0;
	broken = out_end(&out);
	return broken ? broken : code;
}

void plot_free(struct noise_plot *plot)
{
	free(plot->boxes);
	free(plot->panels);
}

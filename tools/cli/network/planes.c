// SPDX-License-Identifier: GPL-2.0-only
#include "planes.h"

#define WIDTH		1180	/* room for the planes, if their size allows */
#define HEIGHT		560
#define PITCH_MIN	11
#define PITCH_MAX	26
#define GAP		14	/* between planes */
#define LABEL		13	/* above a plane */

static unsigned int plane_rows(const struct topo *topo)
{
	return topo->dims > 1 ? topo->size[1] : 1;
}

static void planes_try(struct planes *planes, double pitch)
{
	const struct topo *topo = planes->topo;
	unsigned int rows;

	planes->pitch = pitch;
	planes->half = 0.25 * pitch;
	planes->gap = 0.035 * pitch;
	planes->plane_width = topo->size[0] * pitch;
	planes->plane_height = plane_rows(topo) * pitch;
	planes->columns = (WIDTH + GAP) / (planes->plane_width + GAP);
	if (!planes->columns)
		planes->columns = 1;
	rows = (planes->count + planes->columns - 1) / planes->columns;
	planes->columns = (planes->count + rows - 1) / rows;
	planes->width = planes->columns * (planes->plane_width + GAP) - GAP;
	planes->height = rows * (planes->plane_height + LABEL + GAP);
}

void planes_choose(struct planes *planes, const struct topo *topo)
{
	double pitch = PITCH_MAX;

	*planes = (struct planes){ .topo = topo };
	planes->count = topo->chips / topo->size[0] / plane_rows(topo);
	do {
		planes_try(planes, pitch--);
	} while (pitch >= PITCH_MIN && (planes->height > HEIGHT || planes->width > WIDTH));
}

void planes_corner(const struct planes *planes, unsigned int plane, double *x, double *y)
{
	*x = planes->left + plane % planes->columns * (planes->plane_width + GAP);
	*y = planes->top + LABEL + plane / planes->columns * (planes->plane_height + LABEL + GAP);
}

void planes_chip(const struct planes *planes, unsigned int chip, double *x, double *y)
{
	const struct topo *topo = planes->topo;
	unsigned int rows = plane_rows(topo);
	unsigned int in_plane = chip % (topo->size[0] * rows);

	planes_corner(planes, chip / (topo->size[0] * rows), x, y);
	*x += (in_plane % topo->size[0] + 0.5) * planes->pitch;
	*y += (rows - 1 - in_plane / topo->size[0] + 0.5) * planes->pitch;
}

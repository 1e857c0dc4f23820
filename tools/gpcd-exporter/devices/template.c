// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/metrics/sets.h"
#include "device.h"
#include "router/kind.h"
#include "template.h"
#include "topo/links.h"

/* --- metrics, bound to registers --- */

/* The links of a device: what is alike for all that have its template, beside its chip. */
struct linked {
	struct metrics_link list[LINKS_MOST];
	size_t count;
};

/* A device has no links if the map lacks its chip, or has chips of another type. */
static void find_links(const struct device *device, const struct interconnect *cables,
		       struct linked *linked)
{
	const struct router_kind *kind = router_kind_links(interconnect_is_aries(cables));
	unsigned int chip;
	struct links links;

	if (kind != router_kind(device->info.chip))
		return;
	chip = interconnect_find(cables, device->info.coord);
	if (chip == TOPO_NONE || links_find(&links, cables, chip, 0))
		return;
	linked_take(linked->list, &links);
	linked->count = links.count;
}

/* What links are is in the bound metrics, as far as it matters. */
static int bind_metrics(struct template *template, struct gpcd_group *group)
{
	const size_t *family = template->chosen->family;
	struct metrics_bound *bound = &template->bound;
	int err = 0;

	bound->metrics = &template->chosen->metrics;
	bound->group = group;
	bound->links = template->links;
	bound->link_count = template->link_count;
	for (size_t i = 0; !err && i < bound->metrics->count; i++) {
		if (family[i] != CHOICE_NONE)
			err = metrics_bind(bound, &bound->metrics->list[i]);
		if (err == -ENODATA)
			err = 0;
	}
	metrics_bind_end(bound);
	bound->group = NULL;
	bound->links = NULL;
	bound->link_count = 0;
	return !err && !bound->count ? -ENODATA : err;
}

/* --- the order of registers --- */

static int by_address(const void *a, const void *b, void *data)
{
	unsigned int one = *(const unsigned int *)a, other = *(const unsigned int *)b;
	uint64_t addr = gpcd_group_reg(data, one)->addr;
	uint64_t others = gpcd_group_reg(data, other)->addr;

	if (addr != others)
		return addr < others ? -1 : 1;
	return one < other ? -1 : 1;
}

static int copy_register(struct gpcd_group *from, unsigned int i, struct gpcd_group *to)
{
	if (gpcd_group_field(from, i))
		return gpcd_group_add(to, gpcd_group_name(from, i));
	return gpcd_group_add_addr(to, gpcd_group_reg(from, i)->addr);
}

/* Add the registers of a group to another one, and move the slots. @order has room for both. */
static int move_registers(struct template *template, struct gpcd_group *from,
			  struct gpcd_group *to, unsigned int *order)
{
	unsigned int count = gpcd_group_count(from), *place = order + count;
	int err = 0;

	for (unsigned int i = 0; i < count; i++)
		order[i] = i;
	qsort_r(order, count, sizeof(*order), by_address, from);
	for (unsigned int i = 0; i < count && !err; i++) {
		place[order[i]] = i;
		err = copy_register(from, order[i], to);
	}
	for (size_t i = 0; i < template->bound.slot_count && !err; i++)
		template->bound.slots[i] = place[template->bound.slots[i]];
	return err;
}

/*
 * Registers in the order of their addresses are read one after the other into their places. A
 * driver gives its counters in an order of its own.
 */
static int order_registers(struct template *template, struct device *device)
{
	struct gpcd_group *bound = device->group;
	unsigned int *order;
	int err;

	if (device->info.chip >= GPCD_CHIPS_LEARNED)
		return 0;
	order = calloc(gpcd_group_count(bound), 2 * sizeof(*order));
	if (!order)
		return -ENOMEM;
	device->group = NULL;
	err = gpcd_group_create(device->open, 0, &device->group);
	if (!err)
		err = move_registers(template, bound, device->group, order);
	gpcd_group_destroy(bound);
	free(order);
	return err;
}

/* --- series --- */

static bool has_object(const struct template_object *object, enum metrics_per per,
		       const char *name)
{
	return object->per == per && !strcmp(object->name, name);
}

/* The objects of each metric are in one order: the likely one is @next. Return its index. */
static unsigned int find_object(struct template *template, enum metrics_per per,
				const char *name, unsigned int next)
{
	struct template_object *objects = template->objects;

	if (next >= TEMPLATE_OBJECTS && next < template->object_count &&
	    has_object(&objects[next], per, name))
		return next;
	for (unsigned int i = TEMPLATE_OBJECTS; i < template->object_count; i++) {
		if (has_object(&objects[i], per, name))
			return i;
	}
	objects[template->object_count] = (struct template_object) { per, name };
	return template->object_count++;
}

/* A device has only one NIC, so its label suffices. */
static unsigned int object_of(struct template *template, size_t i, unsigned int next)
{
	const struct metrics_subject *subject = &template->bound.subjects[i];
	enum metrics_per per = template->bound.metrics->list[subject->metric].per;

	switch (per) {
	case METRICS_PER_NIC:
		return TEMPLATE_DEVICE;
	case METRICS_PER_TILE:
	case METRICS_PER_LINK:
		return find_object(template, per, subject->object, next);
	default:
		return TEMPLATE_CHIP;
	}
}

static int list_series(struct template *template)
{
	size_t count = template->bound.count;
	unsigned int last = TEMPLATE_OBJECTS - 1;

	template->series = calloc(count, sizeof(*template->series));
	template->objects = calloc(count + TEMPLATE_OBJECTS, sizeof(*template->objects));
	if (!template->series || !template->objects)
		return -ENOMEM;
	template->object_count = TEMPLATE_OBJECTS;
	for (size_t i = 0; i < count; i++) {
		struct template_series *series = &template->series[i];

		series->family = template->chosen->family[template->bound.subjects[i].metric];
		series->object = object_of(template, i, last + 1);
		series->of_nic = series->object == TEMPLATE_DEVICE;
		last = series->object;
	}
	return 0;
}

/* --- templates --- */

static void free_template(struct template *template)
{
	metrics_unbind(&template->bound);
	free(template->links);
	free(template->series);
	free(template->objects);
	free(template->terms);
	free(template->sums);
	free(template->places);
	free(template->totals);
	free(template->values);
	free(template);
}

static struct template *new_template(const struct device *device, const struct linked *linked,
				     double nic_peak)
{
	struct template *template = calloc(1, sizeof(*template));

	if (!template)
		return NULL;
	LIST_INIT(&template->devices);
	template->chosen = device->chosen;
	template->bound.nic_peak = nic_peak;
	template->link_count = linked->count;
	template->links = calloc(linked->count + 1, sizeof(*template->links));
	if (template->links) {
		memcpy(template->links, linked->list, linked->count * sizeof(*template->links));
		return template;
	}
	free_template(template);
	return NULL;
}

static int make_template(struct device *device, const struct choice *choice,
			 const struct linked *linked, double nic_peak, struct template **made)
{
	struct template *template = new_template(device, linked, nic_peak);
	int err;

	if (!template)
		return -ENOMEM;
	err = gpcd_group_create(device->open, 0, &device->group);
	if (!err)
		err = bind_metrics(template, device->group);
	if (!err)
		err = order_registers(template, device);
	if (!err)
		err = list_series(template);
	if (!err)
		err = template_find_sums(template, choice->families);
	if (err) {
		free_template(template);
		return err;
	}
	template->next = device->chosen->templates;
	device->chosen->templates = template;
	*made = template;
	return 0;
}

static bool is_same_link(const struct metrics_link *one, const struct metrics_link *other)
{
	return !strcmp(one->name, other->name) && one->count == other->count &&
	       one->peak == other->peak &&
	       !memcmp(one->tiles, other->tiles, one->count * sizeof(*one->tiles));
}

static bool is_like(const struct template *template, const struct linked *linked, double nic_peak)
{
	if (template->bound.nic_peak != nic_peak || template->link_count != linked->count)
		return false;
	for (size_t i = 0; i < linked->count; i++) {
		if (!is_same_link(&template->links[i], &linked->list[i]))
			return false;
	}
	return true;
}

static struct template *find_template(const struct device *device, const struct linked *linked,
				      double nic_peak)
{
	struct template *template = device->chosen->templates;

	while (template && !is_like(template, linked, nic_peak))
		template = template->next;
	return template;
}

int template_join(struct device *device, const struct choice *choice,
		  const struct interconnect *cables)
{
	double nic_peak = sets_nic_peak(device->open);
	struct linked linked = { 0 };
	struct template *template;
	int err;

	if (cables)
		find_links(device, cables, &linked);
	template = find_template(device, &linked, nic_peak);
	if (template)
		err = gpcd_group_share(LIST_FIRST(&template->devices)->group, device->open, 0,
				       &device->group);
	else
		err = make_template(device, choice, &linked, nic_peak, &template);
	if (err)
		return err;
	device->template = template;
	LIST_INSERT_HEAD(&template->devices, device, alike);
	return 0;
}

static void drop_template(struct template *template)
{
	struct template **link = &template->chosen->templates;

	while (*link != template)
		link = &(*link)->next;
	*link = template->next;
	free_template(template);
}

void template_leave(struct device *device)
{
	struct template *template = device->template;

	gpcd_group_destroy(device->group);
	device->group = NULL;
	device->template = NULL;
	if (!template)
		return;
	LIST_REMOVE(device, alike);
	if (LIST_EMPTY(&template->devices))
		drop_template(template);
}

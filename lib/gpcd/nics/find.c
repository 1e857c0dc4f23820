// SPDX-License-Identifier: LGPL-2.1-or-later
/* Find the network interfaces of this host, and which of them are one port. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gpcd/nics.h>

#include "gpcd/carrier/carrier.h"
#include "nics/nic.h"

/* An interface that was found. */
struct found {
	struct nic_about about;
	char name[NIC_NAME_ROOM + NIC_TEXT_ROOM];	/* with the prefix of its source */
	const char *own;	/* the same without it */
};

/* The interfaces that were found so far, in the order of the sources. */
struct finding {
	const struct nic_source *source;
	struct found **list;
	size_t count;
};

static int keep_found(void *data, const char *name, const struct nic_about *about)
{
	struct finding *finding = data;
	struct found **list = reallocarray(finding->list, finding->count + 1, sizeof(*list));
	struct found *found;

	if (!list)
		return -ENOMEM;
	finding->list = list;
	found = malloc(sizeof(*found));
	if (!found)
		return -ENOMEM;
	found->about = *about;
	snprintf(found->name, sizeof(found->name), "%s:%s", finding->source->prefix, name);
	found->own = found->name + strlen(finding->source->prefix) + 1;
	list[finding->count++] = found;
	return 0;
}

/*
 * Two interfaces are one port if the earlier one names the other as its network interface. Where
 * it names none, interfaces of one PCI function are.
 */
static bool is_same(const struct found *earlier, const struct found *later)
{
	if (!strncmp(earlier->name, later->name, earlier->own - earlier->name))
		return false;
	if (*earlier->about.partner)
		return !strcmp(earlier->about.partner, later->own);
	return *earlier->about.bus && !strcmp(earlier->about.bus, later->about.bus);
}

static const char *same_as(const struct finding *finding, size_t i)
{
	for (size_t earlier = 0; earlier < i; earlier++) {
		if (is_same(finding->list[earlier], finding->list[i]))
			return finding->list[earlier]->name;
	}
	return NULL;
}

/* A source that cannot be searched, as in a container, hides no other. Return its error. */
static int find_all(struct finding *finding)
{
	const struct nic_visitor visitor = { .visit = keep_found, .data = finding };
	int failed = 0, err;

	for (unsigned int i = 0; nic_sources[i]; i++) {
		finding->source = nic_sources[i];
		err = finding->source->find ? finding->source->find(&visitor) : 0;
		if (err == -ENOMEM)
			return err;
		failed = failed ? failed : err;
	}
	return failed;
}

int gpcd_nics_each(int (*take)(void *data, const struct gpcd_nic_about *nic), void *data)
{
	struct finding finding = { 0 };
	int failed, err;

	/* A static program that looks for interfaces needs the carrier that opens them. */
	gpcd_carrier_add(&gpcd_carrier_nic);
	failed = find_all(&finding);
	err = failed == -ENOMEM ? failed : 0;
	for (size_t i = 0; !err && i < finding.count; i++) {
		const struct nic_about *about = &finding.list[i]->about;
		const struct gpcd_nic_about nic = {
			.name = finding.list[i]->name, .driver = about->driver,
			.variant = about->variant, .bus = about->bus, .partner = about->partner,
			.link = about->link, .bits_per_second = about->bits_per_second,
			.address = about->address, .same = same_as(&finding, i),
			.minor = about->minor,
		};

		err = take(data, &nic);
	}
	for (size_t i = 0; i < finding.count; i++)
		free(finding.list[i]);
	free(finding.list);
	err = err ? err : failed;
	return err ? err : (int)finding.count;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/out/complain.h"
#include "cli/wait/wait.h"
#include "exports.h"
#include "router/router.h"

/* What is judged in a window. It is collected anew for each, as devices come and go. */
struct judged {
	struct sites sites;
	struct nics_signs nics;
	struct explain_counts *counts;	/* by link */
	struct explain_nic *signs;	/* by NIC */
};

/* --- readings --- */

/* A router's counters are its chip's: its leader alone is watched. */
static bool is_watched(const struct device *device)
{
	return device_is_up(device) && device->watch && device->watch->group &&
	       device->watch->readings &&
	       (!device->watch->kind || device->chip->leader == device);
}

static void device_watch(struct device *device, const struct interconnect *cables)
{
	device->watch = watch_make(device->open, &device->info, &device->chosen->metrics, cables);
	if (device->watch && !device->watch->group && router_kind(device->info.chip))
		complain_of(device->name,
			    "no findings: the map lacks its links: set interconnect");
}

static void devices_read(struct exports *exports)
{
	for (size_t i = 0; i < exports->devices.count; i++) {
		struct device *device = exports->devices.list[i];

		if (!device_is_up(device))
			continue;
		if (!device->watch)
			device_watch(device, exports->cables);
		if (device->watch)
			watch_read(device->watch);
	}
}

static int judged_make(struct judged *judged, const struct exports *exports)
{
	int err = 0;

	for (size_t i = 0; i < exports->devices.count && !err; i++) {
		const struct device *device = exports->devices.list[i];

		if (!is_watched(device))
			continue;
		if (device->watch->kind)
			err = sites_add(&judged->sites, device->info.coord, &device->watch->links);
		else
			err = nics_add(&judged->nics, device_label(device->name),
				       &device->watch->bound);
	}
	if (!err)
		err = sites_join(&judged->sites);
	if (err)
		return err;
	judged->counts = calloc(judged->sites.machine.count + 1, sizeof(*judged->counts));
	judged->signs = calloc(judged->nics.count + 1, sizeof(*judged->signs));
	if (!judged->counts || !judged->signs)
		return -ENOMEM;
	sites_clear(&judged->sites, judged->counts);
	nics_clear(&judged->nics, judged->signs);
	return 0;
}

static void judged_free(struct judged *judged)
{
	sites_close(&judged->sites);
	nics_close(&judged->nics);
	free(judged->counts);
	free(judged->signs);
}

static void router_fill(struct judged *judged, const struct device *device)
{
	const struct watch *watch = device->watch;
	const struct site *site = sites_find(&judged->sites, device->info.coord);
	struct router_sums sums;

	if (router_links(watch->kind, &watch->links, watch->before, watch->now, &sums) ||
	    !sums.timed)
		return;
	for (unsigned int i = 0; i < watch->links.count; i++)
		sites_fill(&judged->sites, site, i, sums.link[i].rates, judged->counts);
}

static void judged_fill(struct judged *judged, const struct exports *exports)
{
	uint32_t nic = 0;

	for (size_t i = 0; i < exports->devices.count; i++) {
		const struct device *device = exports->devices.list[i];

		if (!is_watched(device))
			continue;
		if (device->watch->readings > 1 && device->watch->kind)
			router_fill(judged, device);
		else if (device->watch->readings > 1)
			nics_fill(&judged->nics, nic, device->watch->before, device->watch->now,
				  judged->signs);
		nic += !device->watch->kind;
	}
}

/* --- findings --- */

static int cause_add(struct findings *findings, unsigned int number, const char *kind,
		     const char *root, double sure)
{
	struct cause *cause = &findings->list[findings->count];

	findings->kinds[number]++;
	if (findings->count == FINDINGS_MOST)
		return 0;
	*cause = (struct cause) { .kind = kind, .root = strdup(root), .sure = sure };
	if (!cause->root)
		return -ENOMEM;
	findings->count++;
	return 0;
}

static int network_take(struct findings *findings, const struct judged *judged)
{
	struct explain_findings found;
	char root[SITES_NAME];
	int err = explain_window(judged->sites.explain, judged->counts, &found);

	for (size_t i = 0; i < found.count && !err; i++) {
		const struct explain_finding *it = &found.list[i];

		err = cause_add(findings, it->kind, sites_kind(it->kind),
				sites_name(&judged->sites, *it->roots, root), it->sure);
	}
	findings->unread += found.unread;
	explain_findings_free(&found);
	return err;
}

static int interfaces_take(struct findings *findings, struct judged *judged)
{
	struct explain_nic_findings found;
	int err = explain_nics(&judged->signs, 1, judged->nics.limits, judged->nics.count, &found);

	for (size_t i = 0; i < found.count && !err; i++) {
		const struct explain_sign *sign = &explain_signs[found.list[i].sign];

		err = cause_add(findings, EXPLAIN_KINDS + sign->trouble, nics_kind(sign->trouble),
				judged->nics.list[*found.list[i].nics].name, sign->sure);
	}
	findings->unread += found.unread;
	explain_nics_free(&found);
	return err;
}

void findings_free(struct findings *findings)
{
	while (findings->count)
		free(findings->list[--findings->count].root);
	memset(findings->kinds, 0, sizeof(findings->kinds));
	findings->unread = 0;
	findings->judged = false;
}

static int window_judge(struct exports *exports)
{
	struct findings *findings = &exports->findings;
	struct judged judged = { 0 };
	int err = judged_make(&judged, exports);

	findings_free(findings);
	if (!err) {
		judged_fill(&judged, exports);
		err = network_take(findings, &judged);
	}
	if (!err)
		err = interfaces_take(findings, &judged);
	judged_free(&judged);
	findings->judged = !err;
	return err;
}

void findings_judge(struct exports *exports)
{
	struct findings *findings = &exports->findings;
	const uint64_t now = monotonic_ns();
	int err;

	if (!findings->period ||
	    (findings->begin_ns && now - findings->begin_ns < findings->period))
		return;
	devices_read(exports);
	if (findings->begin_ns) {
		err = window_judge(exports);
		if (err)
			complain_error("findings", err);
	}
	findings->begin_ns = now;
}

/* --- series --- */

static void series_add(struct page *page, const struct family *family, const char *kind,
		       const char *root, double value)
{
	char *labels = page_label(NULL, "kind", kind), *all = NULL;

	if (labels)
		all = root ? page_label(labels, "root", root) : strdup(labels);
	if (all)
		page_series(page, family, "", all, value);
	else
		page->error = -ENOMEM;
	free(labels);
	free(all);
}

static const char *kind_name(unsigned int number)
{
	return number < EXPLAIN_KINDS ? sites_kind(number) : nics_kind(number - EXPLAIN_KINDS);
}

/* A kind that was not found has a series too, so that a rule sees the last one go. */
void findings_write(const struct findings *findings, struct page *page,
		    const struct family families[3])
{
	if (!findings->judged)
		return;
	for (size_t i = 0; i < findings->count; i++)
		series_add(page, &families[0], findings->list[i].kind, findings->list[i].root,
			   findings->list[i].sure);
	for (unsigned int i = 0; i < FINDINGS_KINDS; i++) {
		if (kind_name(i))
			series_add(page, &families[1], kind_name(i), NULL, findings->kinds[i]);
	}
	page_series(page, &families[2], "", "", findings->unread);
}

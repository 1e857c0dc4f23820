// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <gpcd/gpcd.h>
#include <gpcd/nics.h>

#include "gm/nics.h"
#include "metrics/bound.h"
#include "metrics/folders.h"
#include "metrics/value.h"

#ifndef METRICS_FOLDER
#define METRICS_FOLDER "/usr/local/share/gpcd/metrics"
#endif

const char *const nic_counts[NIC_COUNTS] = {
	"nic_tx_bytes",
	"nic_rx_bytes",
	"nic_tx_packets",
	"nic_rx_packets",
	"nic_drops",
	"nic_errors",
	"nic_retransmissions",
	"nic_congestion_marks",
	"nic_pauses",
};

/* A NIC; its record has its name, and the reason if it could not be opened. */
struct nic {
	struct gpcd *device;	/* NULL: not open */
	struct metrics metrics;
	struct metrics_bound bound;
	struct gpcd_snapshot *before, *now;
	int before_err, now_err;	/* why there is no such sample */
};

struct nics {
	struct nic *list;
	struct nic_record *records;	/* one for each, without counts */
	int count;
};

/* --- names --- */

void nic_node(char node[NIC_NODE])
{
	if (gethostname(node, NIC_NODE))
		node[NIC_NODE - 1] = '\0';
}

void nic_complain(struct nic_record *record, const char *text)
{
	*record = (struct nic_record) { 0 };
	nic_node(record->node);
	snprintf(record->text, sizeof(record->text), "%s", text);
}

/* Names are kept first: a NIC is not opened while the others are being searched. */
static int add_name(struct nics *nics, const char *name)
{
	struct nic_record record = { 0 }, *records;

	nic_node(record.node);
	snprintf(record.nic, sizeof(record.nic), "%s", name);
	records = reallocarray(nics->records, nics->count + 1, sizeof(*records));
	if (!records)
		return -ENOMEM;
	nics->records = records;
	records[nics->count++] = record;
	return 0;
}

/* A port counts once, and what has no wire does not count. */
static int take_port(void *data, const struct gpcd_nic_about *about)
{
	return about->minor || about->same ? 0 : add_name(data, about->name);
}

/* The NICs whose names match a pattern. */
struct match {
	const char *pattern;
	struct nics *nics;
};

static int take_match(void *data, const struct gpcd_nic_about *about)
{
	const struct match *match = data;

	return fnmatch(match->pattern, about->name, 0) ? 0 : add_name(match->nics, about->name);
}

/* A folder may have any name; where it is not found, its record says so. */
static bool is_pattern(const char *name)
{
	return strpbrk(name, "*?[") && strncmp(name, "counters:", strlen("counters:"));
}

static int list_nics(struct nics *nics, const char *name)
{
	struct match match = { name, nics };
	int err;

	if (!strcmp(name, NICS_ALL))
		err = gpcd_nics_each(take_port, nics);
	else if (is_pattern(name))
		err = gpcd_nics_each(take_match, &match);
	else
		err = add_name(nics, name);
	if (err == -ENOMEM || (err < 0 && !nics->count))
		return err;
	return nics->count ? 0 : -ENODEV;
}

/* --- opening --- */

static int bind_counts(struct nic *nic)
{
	int err = gpcd_group_create(nic->device, 0, &nic->bound.group);

	for (unsigned int i = 0; !err && i < NIC_COUNTS; i++) {
		const struct metric *metric = metrics_find(&nic->metrics, nic_counts[i]);

		if (metric)
			err = metrics_bind(&nic->bound, metric);
		if (err == -ENODATA)
			err = 0;
	}
	return err;
}

static int make_snapshots(struct nic *nic)
{
	int err = gpcd_snapshot_create(nic->bound.group, &nic->before);

	return err ? err : gpcd_snapshot_create(nic->bound.group, &nic->now);
}

static int find_metrics(struct nic *nic, struct nic_record *record)
{
	struct metrics_failure failure = { 0 };
	int err;

	nic->metrics.chip = gpcd_chip(nic->device);
	nic->bound.metrics = &nic->metrics;
	err = metrics_read_chip(&nic->metrics, METRICS_FOLDER, &failure);
	if (err == -EINVAL)
		snprintf(record->text, sizeof(record->text), "%.120s:%u: %.100s", failure.path,
			 failure.problem.at.line, failure.problem.text);
	else if (err)
		snprintf(record->text, sizeof(record->text), "%.120s: %s", failure.path,
			 strerrordesc_np(-err));
	return err;
}

static void gm_nic_close(struct nic *nic)
{
	gpcd_snapshot_destroy(nic->before);
	gpcd_snapshot_destroy(nic->now);
	gpcd_group_destroy(nic->bound.group);
	metrics_unbind(&nic->bound);
	metrics_free(&nic->metrics);
	gpcd_close(nic->device);
	*nic = (struct nic) { 0 };
}

static int gm_nic_open(struct nic *nic, struct nic_record *record)
{
	const struct gpcd_nic_about *about;
	int err = gpcd_open(record->nic, &nic->device);

	if (!err)
		err = gpcd_nic_about(nic->device, &about);
	if (err)
		return err;
	snprintf(record->driver, sizeof(record->driver), "%s", about->driver);
	err = find_metrics(nic, record);
	if (!err)
		err = bind_counts(nic);
	if (!err && !nic->bound.count) {
		snprintf(record->text, sizeof(record->text),
			 "no metrics of its driver: " METRICS_FOLDER_ENV " names their folder");
		return -ENODATA;
	}
	return err ? err : make_snapshots(nic);
}

/* A NIC that cannot be opened has its reason in the table. */
static void gm_nic_try(struct nic *nic, struct nic_record *record)
{
	int err = gm_nic_open(nic, record);

	if (!err)
		return;
	if (!*record->text)
		snprintf(record->text, sizeof(record->text), "%s", strerrordesc_np(-err));
	gm_nic_close(nic);
}

int nics_open(const char *name, struct nics **nics)
{
	struct nics *all = calloc(1, sizeof(*all));
	int err = all ? list_nics(all, name) : -ENOMEM;

	if (!err) {
		all->list = calloc(all->count, sizeof(*all->list));
		err = all->list ? 0 : -ENOMEM;
	}
	if (err) {
		nics_close(all);
		return err;
	}
	for (int i = 0; i < all->count; i++)
		gm_nic_try(&all->list[i], &all->records[i]);
	*nics = all;
	return 0;
}

void nics_close(struct nics *nics)
{
	if (!nics)
		return;
	for (int i = 0; nics->list && i < nics->count; i++)
		gm_nic_close(&nics->list[i]);
	free(nics->list);
	free(nics->records);
	free(nics);
}

/* --- samples --- */

static void gm_nic_read(struct nic *nic)
{
	struct gpcd_snapshot *next = nic->before;

	nic->before = nic->now;
	nic->now = next;
	nic->before_err = nic->now_err;
	nic->now_err = gpcd_group_read(nic->bound.group, next);
}

void nics_read(struct nics *nics)
{
	for (int i = 0; i < nics->count; i++) {
		if (nics->list[i].device)
			gm_nic_read(&nics->list[i]);
	}
}

static void fill_counts(const struct nic *nic, struct nic_record *record)
{
	const struct metrics_bound *bound = &nic->bound;

	memset(record->why, NIC_NOT_KNOWN, sizeof(record->why));
	for (size_t i = 0; i < bound->count; i++) {
		const char *name = nic->metrics.list[bound->subjects[i].metric].name;
		struct metrics_value value = metrics_count(bound, i, nic->before, nic->now);
		unsigned int column = 0;

		while (strcmp(nic_counts[column], name))
			column++;
		record->counts[column] = value.number;
		record->why[column] = value.why;
	}
}

int nics_number(const struct nics *nics)
{
	return nics->count;
}

void nics_record(const struct nics *nics, int i, struct nic_record *record)
{
	const struct nic *nic = &nics->list[i];
	int err = nic->now_err ? nic->now_err : nic->before_err;

	*record = nics->records[i];
	if (err)
		snprintf(record->text, sizeof(record->text), "not read in both samples: %s",
			 strerrordesc_np(-err));
	else if (nic->device)
		fill_counts(nic, record);
}

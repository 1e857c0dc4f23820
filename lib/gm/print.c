// SPDX-License-Identifier: LGPL-2.1-or-later
/* Gathers at rank 0 what was counted between the last two samples, and prints it. */
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "gm/gm.h"

static const char *read_error(int err)
{
	switch (err) {
	case -ENODEV:
		return "its chip is gone: gemini_init_state() again when it is back";
	case -EOWNERDEAD:
		return "its driver died, its counters stand still: start another simulator";
	case -ESTALE:
		return "reset, cleared or written to between the samples: take others";
	case -EPERM:
		return "not allowed to read its tiles: see `gpcd perms'";
	case -EREMOTEIO:
		return "not up to date: the job's simulator has failed";
	case -EAGAIN:
		return "its counters were being updated throughout a sweep: take other samples";
	case -EFAULT:
		return "the image file was made shorter, or cannot be read: make it anew";
	case -ENODATA:
		return "its tiles could not be read in both samples";
	default:
		return strerrordesc_np(-err);
	}
}

/* Fill in the record of this leader's chip. */
static void aggregate(struct gm *gm, struct record *record)
{
	int err = gm->now.err ? gm->now.err : gm->before.err;

	if (gm->fault) {
		record_complain(record, gm->complaint);
		return;
	}
	if (!err)
		err = router_sum(&gm->router);
	if (!err) {
		record_fill(record, &gm->router);
		return;
	}
	gm_say_chip(gm, "%.200s: %s", gpcd_path(gm->router.device), read_error(err));
	record_complain(record, gm->text);
}

static void table_release(struct gm *gm, struct table *table)
{
	gm_release(gm, table->bytes);
	free(table->records);
	free(table->nics);
}

static int no_memory(struct gm *gm, size_t count, const char *what)
{
	gm_say(gm, "rank %d: no memory for %zu %s", gm->world, count, what);
	return -ENOMEM;
}

/* Allocate the table of chips at rank 0. */
static int chips_make(struct gm *gm, struct table *table)
{
	int count;
	int err;

	if (gm->rank)
		return 0;
	err = gm_mpi(gm, PMPI_Comm_size(gm->leaders, &count));
	if (err)
		return err;
	table->aries = gm->aries;
	table->records = calloc(count, record_size(table->aries));
	if (!table->records)
		return no_memory(gm, count, gm->aries ? "Aries" : "Geminis");
	table->count = count;
	table->bytes = count * record_size(table->aries);
	gm_hold(gm, table->bytes);
	return 0;
}

static int chips_gather(struct gm *gm, struct table *table, uint64_t *since)
{
	struct record record;

	aggregate(gm, &record);
	gm->cost.aggregate_ns = gm_lap(since);
	return gm_mpi(gm, PMPI_Gather(&record, record_size(gm->aries), MPI_BYTE, table->records,
				      record_size(gm->aries), MPI_BYTE, gm->root, gm->leaders));
}

/*
 * Allocate the table of NICs at rank 0. Nodes differ in how many they have: each gets room for as
 * many as the one that has most of them. Collective over the leaders.
 */
static int nics_make(struct gm *gm, struct table *table)
{
	int own = gm->nics ? nics_number(gm->nics) : 1, nodes;
	int err = gm_mpi(gm, PMPI_Allreduce(&own, &table->most, 1, MPI_INT, MPI_MAX, gm->leaders));

	if (!err)
		err = gm_mpi(gm, PMPI_Comm_size(gm->leaders, &nodes));
	if (err || gm->rank)
		return err;
	table->nics = calloc((size_t)nodes * table->most, sizeof(*table->nics));
	if (!table->nics)
		return no_memory(gm, nodes, "nodes");
	table->count = nodes;
	table->bytes = (size_t)nodes * table->most * sizeof(*table->nics);
	gm_hold(gm, table->bytes);
	return 0;
}

/* Gather NIC @i of each node; a node that has fewer sends an empty record. */
static int nic_gather(struct gm *gm, struct table *table, int i)
{
	struct nic_record record = { 0 };

	if (gm->nics && i < nics_number(gm->nics))
		nics_record(gm->nics, i, &record);
	else if (!gm->nics && !i)
		nic_complain(&record, gm->complaint);
	return gm_mpi(gm, PMPI_Gather(&record, sizeof(record), MPI_BYTE,
				      gm->rank ? NULL : &table->nics[i * table->count],
				      sizeof(record), MPI_BYTE, gm->root, gm->leaders));
}

static int nics_gather(struct gm *gm, struct table *table)
{
	int err = 0;

	for (int i = 0; !err && i < table->most; i++)
		err = nic_gather(gm, table, i);
	return err;
}

/* Allocate the table at rank 0. */
static int table_make(struct gm *gm, struct table *table)
{
	if (!gm_leads(gm))
		return 0;
	return gm->routed ? chips_make(gm, table) : nics_make(gm, table);
}

static int gather(struct gm *gm, struct table *table)
{
	uint64_t since = gm_clock_ns();
	int err = 0;

	if (gm_leads(gm)) {
		err = gm->routed ? chips_gather(gm, table, &since) :
				   nics_gather(gm, table);
		gm->cost.gather_ns = gm_lap(&since);
	}
	return err ? err : gm_summarise(gm, &table->summary);
}

/* Gather the table at rank 0. On success, the caller releases it with table_release(). */
static int table_gather(MPI_Comm comm, gemini_state_t *state, struct table *table)
{
	int err = gm_enter(comm, state);
	struct gm *gm = state->gm;

	*table = (struct table) { 0 };
	if (err)
		return err;
	if (gm->samples < 2) {
		gm_say(gm, "rank %d: fewer than two samples: call gemini_read_counters() twice",
		       gm->world);
		return -ENODATA;
	}
	err = gm_agree(gm, table_make(gm, table));
	if (!err)
		err = gather(gm, table);
	if (err)
		table_release(gm, table);
	return err;
}

static void say_output(struct gm *gm, const char *path, int err)
{
	const char *reason = err == -EINVAL ? "no such format, or no plain file" :
			     strerrordesc_np(-err);

	if (err)
		gm_say(gm, "rank %d: %.200s: the table could not be written: %s", gm->world, path,
		       reason);
}

/*
 * Print the title as one comment line: control characters become blanks. Errors of writing are
 * found when table_print() flushes the stream.
 */
static void print_title(FILE *stream, const char *title)
{
	fputs("# ", stream);
	for (; *title; title++)
		fputc(iscntrl((unsigned char)*title) ? ' ' : *title, stream);
	fputc('\n', stream);
}

static int print(MPI_Comm comm, gemini_state_t *state, FILE *stream, const char *title,
		 enum gemini_format format)
{
	OWN_CALLS;
	struct table table;
	int err = table_gather(comm, state, &table);

	if (err)
		return err;
	if (!state->gm->rank) {
		if (stream && title)
			print_title(stream, title);
		err = stream ? table_print(&table, stream, format) : -EINVAL;
		say_output(state->gm, "the stream", err);
	}
	table_release(state->gm, &table);
	return gm_agree(state->gm, err);
}

int gemini_fprint_counters(MPI_Comm comm, gemini_state_t *state, FILE *stream,
			   enum gemini_format format)
{
	return print(comm, state, stream, NULL, format);
}

int gemini_print_titled(MPI_Comm comm, gemini_state_t *state, const char *title)
{
	return print(comm, state, stdout, title, GEMINI_TEXT);
}

/* The parentheses prevent the expansion of the macro of this name. */
int (gemini_print_counters)(MPI_Comm comm, gemini_state_t *state)
{
	return gemini_print_titled(comm, state, NULL);
}

/* Write a new file, and remove it after an error. */
static int write_new(const struct table *table, const char *name, enum gemini_format format)
{
	int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666), err;
	FILE *stream = fd < 0 ? NULL : fdopen(fd, "w");

	if (fd < 0)
		return -errno;
	if (stream) {
		err = table_print(table, stream, format);
		if (fclose(stream) && !err)
			err = -errno;
	} else {
		err = -errno;
		close(fd);
	}
	if (err)
		unlink(name);
	return err;
}

/* Only a regular file: renaming onto a device would replace the device. */
static bool is_replaceable(const char *path)
{
	struct stat st;

	return stat(path, &st) || S_ISREG(st.st_mode);
}

static int write_file(const struct table *table, const char *path, enum gemini_format format)
{
	char *name;
	int err;

	if (!path || !is_replaceable(path))
		return -EINVAL;
	if (asprintf(&name, "%s.%d", path, gettid()) < 0)
		return -ENOMEM;
	err = write_new(table, name, format);
	if (!err && rename(name, path)) {
		err = -errno;
		unlink(name);
	}
	free(name);
	return err;
}

int gemini_write_counters(MPI_Comm comm, gemini_state_t *state, const char *path,
			  enum gemini_format format)
{
	OWN_CALLS;
	struct table table;
	int err = table_gather(comm, state, &table);

	if (err)
		return err;
	if (!state->gm->rank) {
		err = write_file(&table, path, format);
		say_output(state->gm, path ? path : "no path", err);
	}
	table_release(state->gm, &table);
	return gm_agree(state->gm, err);
}

// SPDX-License-Identifier: GPL-2.0-only
#include "jobtables.h"

#define COLUMNS(name) .columns = name##_columns, .ncolumns = ARRAY_SIZE(name##_columns)

static const struct column job_columns[] = {
	{ "job", COLUMN_NUMBER, false },
	{ "program", COLUMN_TEXT, false },
	{ "ranks", COLUMN_NUMBER, false },
	{ "ended", COLUMN_BOOL, false },
	{ "job_us", COLUMN_REAL, false },
};

struct table jobtables_jobs(void)
{
	return (struct table){ .name = "jobs", COLUMNS(job) };
}

void jobtables_job(struct table *table, const struct ranks *ranks, unsigned int number, bool ended)
{
	table_number(table, number + 1);
	table_add(table, "%s", ranks->each[number].file);
	table_number(table, ranks->each[number].program->ranks);
	table_add(table, ended ? "yes" : "no");
}

static const struct column rank_columns[] = {
	{ "job", COLUMN_NUMBER, false },
	{ "rank", COLUMN_NUMBER, false },
	{ "node", COLUMN_NUMBER, false },
	{ "compute_us", COLUMN_REAL, false },
	{ "calls_us", COLUMN_REAL, false },
	{ "wait_us", COLUMN_REAL, false },
	{ "end_us", COLUMN_REAL, false },
};

struct table jobtables_ranks(void)
{
	return (struct table){ .name = "ranks", COLUMNS(rank), .title = "what ranks did" };
}

void jobtables_rank(struct table *table, const struct ranks *ranks, uint32_t rank,
		    const struct rank_time *time)
{
	const struct ranks_job *each = ranks_find(ranks, rank);

	table_number(table, each - ranks->each + 1);
	table_number(table, rank - each->first);
	table_number(table, ranks->place[rank]);
	table_add(table, "%.6f", time->compute);
	table_add(table, "%.6f", time->calls);
	table_add(table, "%.6f", time->wait);
	table_add(table, "%.6f", time->end);
}

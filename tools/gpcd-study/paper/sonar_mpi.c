// SPDX-License-Identifier: GPL-2.0-only
/* The cost of MPI messages, by size. */
#include <string.h>

#include "netsim/traffic/traffic.h"
#include "sonar.h"

#define PHIT_BYTES	3
#define LARGEST		(4u << 20)

const struct column sonar_efficiency_columns[] = {
	{ "bytes", COLUMN_NUMBER, false },
	{ "vc0_bytes_injected", COLUMN_NUMBER, false },
	{ "vc1_bytes_injected", COLUMN_NUMBER, false },
	{ "vc0_bytes", COLUMN_NUMBER, false },
	{ "vc1_bytes", COLUMN_NUMBER, false },
	{ "efficiency_pct", COLUMN_REAL, false },
	{ "protocol", COLUMN_TEXT, false },
	{ "paper", COLUMN_TEXT, false },
	{ "verdict", COLUMN_TEXT, false },
};

/* The protocol that the paper infers from its Fig. 5. */
static const char *paper_protocol(unsigned int bytes)
{
	return bytes <= 16 ? "a PUT" : bytes <= 4096 ? "PUTs" : bytes <= 256 * 1024 ? "GETs" :
	       "PUTs, few GETs";
}

/* The protocol that the source's counters suggest. */
static const char *protocol(const struct engine *engine, unsigned int chip)
{
	uint64_t puts = sonar_sent(engine, chip, NET_VC0_PACKETS);
	uint64_t gets = sonar_sent(engine, chip, NET_VC1_PACKETS);

	if (!gets)
		return puts == 1 ? "a PUT" : "PUTs";
	return gets > puts ? "GETs" : "PUTs, few GETs";
}

static void message_row(struct table *table, const struct engine *engine, unsigned int chip,
			unsigned int bytes)
{
	uint64_t in0 = PHIT_BYTES * sonar_sent(engine, chip, NET_VC0_PHITS);
	uint64_t in1 = PHIT_BYTES * sonar_sent(engine, chip, NET_VC1_PHITS);
	uint64_t all0 = in0 + PHIT_BYTES * sonar_received(engine, chip, NET_VC0_PHITS);
	uint64_t all1 = in1 + PHIT_BYTES * sonar_received(engine, chip, NET_VC1_PHITS);
	const char *is = protocol(engine, chip), *paper = paper_protocol(bytes);
	double efficiency = 100.0 * bytes / (all0 + all1);
	bool same = !strcmp(is, paper);

	table_number(table, bytes);
	table_number(table, in0);
	table_number(table, in1);
	table_number(table, all0);
	table_number(table, all1);
	table_add(table, "%.1f", efficiency);
	table_add(table, "%s", is);
	table_add(table, bytes == LARGEST ? "%s; 61 %%" : "%s", paper);
	if (bytes == LARGEST)
		same = same && efficiency > 60.5 && efficiency < 61.5;
	table_add(table, same ? "same" : "differs");
}

static int message(const struct machine *machine, unsigned int bytes, struct table *table)
{
	uint32_t src = sonar_node(machine, 0, 0, 0), dst = sonar_node(machine, 1, 0, 0);
	struct mpi_part parts[MPI_PARTS];
	struct ping pings[MPI_PARTS];
	unsigned int count = mpi_message(&mpi_cray, bytes, false, parts);
	struct engine engine;
	int code;

	for (unsigned int i = 0; i < count; i++) {
		pings[i] = (struct ping){
			.node = parts[i].pulled ? dst : src,
			.transfer = parts[i].transfer,
		};
		pings[i].transfer.node = parts[i].pulled ? src : dst;
	}
	code = pings_send(&engine, machine, pings, count);
	if (!code)
		message_row(table, &engine, src / GEMINI_NICS, bytes);
	engine_free(&engine);
	return code;
}

int sonar_efficiency(const struct machine *machine, struct table *table)
{
	int code = 0;

	for (unsigned int bytes = 1; bytes <= LARGEST && !code; bytes *= 2)
		code = message(machine, bytes, table);
	return code;
}

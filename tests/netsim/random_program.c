// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "mark.h"
#include "random_program.h"

/* A rank's text in the making. */
struct writer {
	FILE *file;
	char *text;
	size_t size;
	unsigned int ops;
};

static unsigned int below(struct chance *chance, unsigned int limit)
{
	return chance->below(chance, limit);
}

/* Begin an operation. */
static void op_begin(struct writer *writer)
{
	fprintf(writer->file, " l%u: ", writer->ops);
}

/* End an operation, and perhaps let it wait for one of those before. */
static void op_end(struct chance *chance, struct writer *writer)
{
	unsigned int op = writer->ops++;

	fprintf(writer->file, " cpu %d\n", below(chance, 8) ? 0 : 1);
	if (op && below(chance, 3))
		fprintf(writer->file, " l%u %s l%u\n", op,
			below(chance, 4) ? "requires" : "irequires", below(chance, op));
}

/* Large ones are rare if they are very large. */
static unsigned int mpi_bytes(struct chance *chance, const struct mpi *mpi)
{
	const unsigned int bytes[] = {
		0, 8, mpi->several - 1, mpi->several, 100, mpi->pulled - 1, mpi->pulled,
		mpi->pulled + 100, mpi->engine, mpi->engine + mpi->get,
	};
	unsigned int kinds = sizeof(bytes) / sizeof(*bytes);

	return bytes[below(chance, mpi->engine < 10000 || !below(chance, 30) ? kinds : kinds - 2)];
}

static unsigned int message_bytes(struct chance *chance, const struct mpi *mpi)
{
	return mpi ? mpi_bytes(chance, mpi) : below(chance, 60);
}

static void write_message(struct chance *chance, const struct mpi *mpi, struct writer *writers,
			  unsigned int ranks)
{
	unsigned int from = below(chance, ranks), to = below(chance, ranks), tag = below(chance, 3);
	unsigned int bytes = message_bytes(chance, mpi), lost = below(chance, 30);

	if (lost != 1) {
		op_begin(&writers[from]);
		fprintf(writers[from].file, "send %ub to %u tag %u", bytes, to, tag);
		op_end(chance, &writers[from]);
	}
	if (lost != 2) {
		op_begin(&writers[to]);
		fprintf(writers[to].file, "recv %ub from %d tag %d", bytes,
			below(chance, 4) ? (int)from : -1, below(chance, 4) ? (int)tag : -1);
		op_end(chance, &writers[to]);
	}
}

static void write_calc(struct chance *chance, struct writer *writer, unsigned int most)
{
	op_begin(writer);
	fprintf(writer->file, "calc %u", below(chance, most) * below(chance, 8));
	op_end(chance, writer);
}

static void write_amo(struct chance *chance, struct writer *writer, unsigned int ranks)
{
	op_begin(writer);
	fprintf(writer->file, "amo 8b to %u", below(chance, ranks));
	op_end(chance, writer);
}

/* A put or a get. */
static void write_direct(struct chance *chance, const struct mpi *mpi, struct writer *writer,
			 unsigned int ranks)
{
	static const char *const words[][2] = { { "put", "to" }, { "get", "from" } };
	unsigned int bytes = message_bytes(chance, mpi), get = below(chance, 2);

	op_begin(writer);
	fprintf(writer->file, "%s %ub %s %u", words[get][0], bytes ? bytes : 1, words[get][1],
		below(chance, ranks));
	op_end(chance, writer);
}

static struct program *read_whole(const struct writer *writers, unsigned int ranks)
{
	struct program_error error = { 0 };
	struct program *program = NULL;
	unsigned int rank;
	char *text;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	ck_assert_ptr_nonnull(file);
	fprintf(file, "num_ranks %u\n", ranks);
	for (rank = 0; rank < ranks; rank++)
		fprintf(file, "rank %u {\n%s}\n", rank, writers[rank].text);
	fclose(file);
	file = fmemopen(text, size, "r");
	ck_assert_ptr_nonnull(file);
	ck_assert_msg(!program_parse(file, "text", &program_limits_default, &program, &error),
		      "line %lu: %s: %s", error.line, error.reason, error.word);
	fclose(file);
	free(text);
	return program;
}

struct program *random_program(struct chance *chance, const struct mpi *mpi, unsigned int ranks,
			       unsigned int steps)
{
	struct writer *writers = calloc(ranks, sizeof(*writers));
	struct program *program;
	unsigned int rank;

	ck_assert_ptr_nonnull(writers);
	for (rank = 0; rank < ranks; rank++) {
		writers[rank].file = open_memstream(&writers[rank].text, &writers[rank].size);
		ck_assert_ptr_nonnull(writers[rank].file);
	}
	while (steps--) {
		if (below(chance, 5))
			write_message(chance, mpi, writers, ranks);
		else if (mpi && !below(chance, 3))
			write_direct(chance, mpi, &writers[below(chance, ranks)], ranks);
		else if (mpi && below(chance, 2))
			write_amo(chance, &writers[below(chance, ranks)], ranks);
		else
			write_calc(chance, &writers[below(chance, ranks)], mpi ? 250 : 2);
	}
	for (rank = 0; rank < ranks; rank++)
		fclose(writers[rank].file);
	program = read_whole(writers, ranks);
	for (rank = 0; rank < ranks; rank++)
		free(writers[rank].text);
	free(writers);
	return program;
}

// SPDX-License-Identifier: GPL-2.0-only
/* The corpus: each sequence reached code that no earlier one had. */
#include <dirent.h>
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "grammar.h"

#define CORPUS_MAX	4096
#define EDGES_MAX	4096

static struct sequence *corpus;
static int count;
static const char *keep_path;

int corpus_size(void)
{
	return count;
}

static void add(const struct sequence *sequence)
{
	if (!corpus)
		corpus = calloc(CORPUS_MAX, sizeof(*corpus));
	if (!corpus)
		err(2, "corpus");
	if (count < CORPUS_MAX)
		corpus[count++] = *sequence;
}

static void append(const struct sequence *sequence)
{
	FILE *file = fopen(keep_path, "a");

	if (!file)
		err(2, "%s", keep_path);
	sequence_print(sequence, file);
	fclose(file);
}

void corpus_keep(const char *path)
{
	keep_path = path;
}

/* Leave out each step in turn, if the rest still reaches as far. */
static void minimise(struct sequence *sequence, const uint16_t *edges, int wanted)
{
	for (int i = sequence->steps - 1; i >= 0 && sequence->steps > 1; i--) {
		struct sequence shorter = *sequence;

		shorter.steps--;
		memmove(&shorter.step[i], &shorter.step[i + 1],
			(shorter.steps - i) * sizeof(*shorter.step));
		play(&shorter);
		if (cover_reached(edges, wanted))
			*sequence = shorter;
	}
}

/* Simplify each decision: unneeded ones become 0, the plainest. */
static void simplify(struct sequence *sequence, const uint16_t *edges, int wanted)
{
	for (int i = 0; i < sequence->steps; i++) {
		struct sequence simpler = *sequence;

		memset(simpler.step[i].byte + STEP_BYTES / 2, 0, STEP_BYTES / 2);
		play(&simpler);
		if (cover_reached(edges, wanted))
			*sequence = simpler;
	}
}

/* Try a user in place of root, for calls reserved to root. */
static void demote(const struct sequence *sequence)
{
	for (int i = 0; i < sequence->steps; i++) {
		struct sequence demoted = *sequence;
		struct step *step = &demoted.step[i];

		if (step->who % CALLERS != CALLER_ROOT || !grammar_call(step->call)->admin)
			continue;
		step->who += CALLER_MEMBER + random_below(CALLERS - 1);
		play(&demoted);
	}
}

void corpus_try(struct sequence *sequence)
{
	static uint16_t edges[EDGES_MAX];
	int fresh;

	play(sequence);
	if (!tally->guided)
		return;
	fresh = cover_fresh(edges, EDGES_MAX);
	cover_merge();
	if (!fresh)
		return;
	minimise(sequence, edges, fresh);
	simplify(sequence, edges, fresh);
	demote(sequence);
	add(sequence);
	tally->kept = count;
	tally->pcs = cover_pcs();
	if (keep_path)
		append(sequence);
}

static void next(struct sequence *sequence)
{
	if (!count || !random_below(8)) {
		sequence_generate(sequence, 0);
		return;
	}
	*sequence = corpus[random_below(count)];
	sequence_mutate(sequence, &corpus[random_below(count)]);
}

void corpus_batch(struct sequence *batch)
{
	for (int i = 0; i < BATCH; i++)
		next(&batch[i]);
	player_note(batch, BATCH);
}

/* Close the file before the first sequence is played: a descriptor left over is a finding. */
static struct sequence *file_read(const char *path, int *n)
{
	struct sequence *all = calloc(CORPUS_MAX, sizeof(*all));
	FILE *file = fopen(path, "r");

	if (!all || !file)
		err(2, "%s", path);
	*n = 0;
	while (*n < CORPUS_MAX && sequence_parse(&all[*n], file))
		++*n;
	fclose(file);
	return all;
}

static void load_file(const char *path, bool trial)
{
	int n;
	struct sequence *all = file_read(path, &n);

	for (int i = 0; i < n; i++) {
		if (trial) {
			player_note(&all[i], 1);
			play(&all[i]);
			cover_merge();
			tally->kept = count + 1;
		}
		add(&all[i]);
	}
	free(all);
}

void corpus_load(const char *path, bool trial)
{
	struct dirent **names;
	char file[512];
	int n = scandir(path, &names, NULL, alphasort);

	if (n < 0)
		err(2, "%s", path);
	for (int i = 0; i < n; i++) {
		snprintf(file, sizeof(file), "%s/%s", path, names[i]->d_name);
		if (*names[i]->d_name != '.')
			load_file(file, trial);
		free(names[i]);
	}
	free(names);
}

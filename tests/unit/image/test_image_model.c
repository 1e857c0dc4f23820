// SPDX-License-Identifier: GPL-2.0-only
/*
 * Every way in which a sweep can meet the batches of a feed and of the owner: the real functions of
 * image/image.h, on a memory that allows everything C11 allows.
 *
 * A word of memory is the list of the values stored to it, in the order of its one writer. A load
 * may give any of them, the oldest and those stored only later too, unless it would be older than
 * what the reader knows already:
 *
 * - a value it has read from the same word;
 * - what the writer had stored before a write fence or a releasing store, of which the
 *   reader has read a later store, if that load acquires or a read fence has followed.
 *
 * So stores become visible out of order, loads are made early or late, and no time is
 * common to all; who runs when is a choice of what each load gives. All choices are
 * tried. It is weaker than any processor, so what holds here holds there.
 *
 * The model has no word that both writers write, such as the chip's time where the
 * kernel's clock goes on beside a feed, and its writers read their own words only. It
 * knows nothing of how writers of one kind take turns (locks), nor of compilers.
 */
#include "image_model.h"
#include "suite.h"

#define ARRAY_SIZE(array)	(sizeof(array) / sizeof((array)[0]))

/* Write batches of a kind: number @n makes all its words @n. The first batch may not end. */
static void batches_write(enum gpcd_image_writer writer, unsigned int batches,
			  unsigned int lives)
{
	memset(&thread, 0, sizeof(thread));
	for (unsigned int n = 1; n <= batches; n++) {
		thread.lives = n == 1 ? lives : ~0U;
		gpcd_image_write_begin(&memory.info, writer);
		gpcd_image_store(&memory.data[writer][0], n);
		gpcd_image_store(&memory.data[writer][1], n);
		gpcd_image_store(writer == GPCD_IMAGE_FEED ? &memory.info.chip_ns :
				 &memory.info.epoch, n);
		gpcd_image_write_end(&memory.info, writer);
	}
}

/* The result of a sweep. */
struct found {
	struct gpcd_image_pass pass;
	__u64 data[GPCD_IMAGE_WRITERS][DATA];
};

/*
 * All state on which the rest of a sweep depends: reaching it again by another way finds nothing
 * new. No number here is above 15, and no data above 3.
 */
struct state {
	__u64 known, fenced, values;
};

static struct {
	struct state *states;
	unsigned int count, room;
} been;

static struct state state_of(const struct found *found, int end)
{
	const struct gpcd_image_pass *pass = &found->pass;
	struct state state = { .values = 1 };

	for (unsigned int i = 0; i < WORDS; i++) {
		state.known = state.known << 4 | thread.view.known[i];
		state.fenced = state.fenced << 4 | thread.fenced.known[i];
	}
	for (unsigned int i = 0; i < DATA * GPCD_IMAGE_WRITERS; i++)
		state.values = state.values << 4 | found->data[i / DATA][i % DATA];
	state.values = state.values << 8 | pass->begin[0] << 4 | pass->begin[1];
	state.values = state.values << 8 | pass->chip_ns << 4 | pass->epoch;
	state.values = state.values << 8 | pass->tries << 4 | pass->spins << 1 | end;
	return state;
}

static struct state *state_find(const struct state *state)
{
	__u64 hash = (state->known * 31 + state->fenced * 1013 + state->values) *
		     0x9e3779b97f4a7c15ULL;
	unsigned int i = (hash >> 32) & (been.room - 1);

	while (been.states[i].values && memcmp(&been.states[i], state, sizeof(*state)))
		i = (i + 1) & (been.room - 1);
	return &been.states[i];
}

static void states_grow(void)
{
	struct state *old = been.states;
	unsigned int room = been.room;

	been.room = room ? 2 * room : 1024;
	been.states = calloc(been.room, sizeof(*been.states));
	ck_assert_ptr_nonnull(been.states);
	for (unsigned int i = 0; i < room; i++) {
		if (old[i].values)
			*state_find(&old[i]) = old[i];
	}
	free(old);
}

/* Has a sweep been here before, at the beginning or the end of a pass's loads? */
static int been_here(const struct found *found, int end)
{
	const struct state state = state_of(found, end);
	struct state *at;

	/* Earlier choices are repeated, up to the new one. */
	if (choices_made < choices_known || flaw > OWNER_IGNORED)
		return 0;
	if (2 * been.count >= been.room)
		states_grow();
	at = state_find(&state);
	if (at->values)
		return 1;
	*at = state;
	been.count++;
	return 0;
}

static void load_if(enum flaw planted, __u64 *result, const __u64 *word)
{
	if (flaw == planted)
		*result = gpcd_image_load(word);
}

/* Return 0 if it reached a state from which another one has gone on. */
static int sweep_pass(struct found *found)
{
	if (been_here(found, 0))
		return 0;
	for (unsigned int i = 0; i < DATA * GPCD_IMAGE_WRITERS; i++)
		found->data[i / DATA][i % DATA] =
			gpcd_image_load(&memory.data[i / DATA][i % DATA]);
	return !been_here(found, 1);
}

static int sweep(struct found *found)
{
	__u64 chip_ns = 0, epoch = 0;

	memset(found, 0, sizeof(*found));
	memset(&thread, 0, sizeof(thread));
	thread.reads = 1;
	load_if(TIME_BEFORE, &chip_ns, &memory.info.chip_ns);
	load_if(EPOCH_BEFORE, &epoch, &memory.info.epoch);
	while (gpcd_image_pass(&memory.info, &found->pass)) {
		if (!sweep_pass(found))
			return 0;
	}
	load_if(TIME_AFTER, &chip_ns, &memory.info.chip_ns);
	load_if(EPOCH_AFTER, &epoch, &memory.info.epoch);
	if (flaw == TIME_BEFORE || flaw == TIME_AFTER)
		found->pass.chip_ns = chip_ns;
	if (flaw == EPOCH_BEFORE || flaw == EPOCH_AFTER)
		found->pass.epoch = epoch;
	return 1;
}

static int is_mixed(const struct found *found)
{
	const __u64 *feed = found->data[GPCD_IMAGE_FEED];
	const __u64 *owner = found->data[GPCD_IMAGE_OWNER];

	return feed[0] != feed[1] || feed[0] != found->pass.chip_ns ||
	       owner[0] != owner[1] || owner[0] != found->pass.epoch;
}

/* The results of all sweeps. */
struct tally {
	unsigned long torn, whole, mixed;
	unsigned int seen;	/* whole ones with so many batches of each kind: a bit per pair */
};

static void found_judge(const struct found *found, struct tally *tally)
{
	ck_assert_msg(found->pass.tries <= GPCD_IMAGE_TRIES, "a sweep of too many passes");
	ck_assert_msg(found->pass.spins <= GPCD_IMAGE_SPINS, "a sweep that waits too long");
	if (found->pass.torn) {
		tally->torn++;
		return;
	}
	tally->whole++;
	tally->mixed += is_mixed(found);
	tally->seen |= 1U << (3 * found->data[GPCD_IMAGE_FEED][0] +
			      found->data[GPCD_IMAGE_OWNER][0]);
}

/* How many batches of each kind, and after how many stores the writer of the first one dies. */
struct scene {
	unsigned int feed, feed_lives, owner, owner_lives;
};

static struct tally explore(const struct scene *scene, enum flaw planted)
{
	struct tally tally = {};
	struct found found;

	flaw = planted;
	memory_reset();
	memset(&been, 0, sizeof(been));
	batches_write(GPCD_IMAGE_FEED, scene->feed, scene->feed_lives);
	batches_write(GPCD_IMAGE_OWNER, scene->owner, scene->owner_lives);
	choices_known = 0;
	choices_made = 0;
	do {
		if (sweep(&found))
			found_judge(&found, &tally);
	} while (choices_next());
	free(been.states);
	return tally;
}

/* Stores of a batch: its begin, two words, the time or the epoch, its end. */
#define BATCH	5

static const struct scene scenes[] = {
	{ 1, BATCH, 1, BATCH }, { 2, BATCH, 0, 0 }, { 0, 0, 2, BATCH },
	{ 2, BATCH, 1, BATCH }, { 1, BATCH, 2, BATCH },
};

START_TEST(whole_sweeps_do_not_mix)
{
	struct tally tally = explore(&scenes[_i], NO_FLAW);

	ck_assert_uint_eq(tally.mixed, 0);
	ck_assert_uint_ne(tally.torn, 0);
	for (unsigned int i = 0; i <= scenes[_i].feed; i++) {
		for (unsigned int j = 0; j <= scenes[_i].owner; j++)
			ck_assert_msg(tally.seen & 1U << (3 * i + j),
				      "no sweep sees %u batches and %u", i, j);
	}
}
END_TEST

/* The next writer of the kind ends the batch, or nobody does. */
START_TEST(batches_of_the_dead_are_torn)
{
	unsigned int lives = _i / 4, next = _i % 2;
	const struct scene dead_feed = { 1 + next, lives, 1, BATCH };
	const struct scene dead_owner = { 1, BATCH, 1 + next, lives };
	struct tally tally = explore(_i & 2 ? &dead_feed : &dead_owner, NO_FLAW);

	ck_assert_uint_eq(tally.mixed, 0);
	ck_assert_uint_ne(tally.whole, 0);
	ck_assert(!lives || tally.torn);
}
END_TEST

static const char * const flaws[FLAWS] = {
	[NO_WRITE_FENCE] = "no write fence after the begin of a batch",
	[NO_RELEASE] = "an end of a batch that releases nothing",
	[NO_READ_FENCE] = "no read fence before the second look",
	[NO_ACQUIRE] = "a first look that acquires nothing",
	[FEED_IGNORED] = "the owner's word alone",
	[OWNER_IGNORED] = "the feed's word alone",
	[TIME_BEFORE] = "the chip's time before the first look",
	[TIME_AFTER] = "the chip's time after the second look",
	[EPOCH_BEFORE] = "the epoch before the first look",
	[EPOCH_AFTER] = "the epoch after the second look",
};

START_TEST(flaw_is_found)
{
	ck_assert_msg(explore(&scenes[0], _i).mixed, "nothing mixes by %s", flaws[_i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("image_model");
	TCase *model = tcase_create("model");

	tcase_add_loop_test(model, whole_sweeps_do_not_mix, 0, ARRAY_SIZE(scenes));
	tcase_add_loop_test(model, batches_of_the_dead_are_torn, 0, 4 * BATCH);
	tcase_add_loop_test(model, flaw_is_found, NO_FLAW + 1, FLAWS);
	suite_add_tcase(suite, model);
	return suite_run(suite);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A memory for one thread at a time that allows everything C11 allows, beneath the real functions
 * of image/image.h; tests/unit/image/test_image_model.c explains it.
 */
#ifndef TESTS_UNIT_IMAGE_MODEL_H
#define TESTS_UNIT_IMAGE_MODEL_H

#include <linux/types.h>
#include <string.h>

#include "mark.h"

static inline __u64 model_load(const __u64 *word, int acquire);
static inline void model_store(const __u64 *word, __u64 value, int release);
static inline void model_read_fence(void);
static inline void model_write_fence(void);

#define GPCD_LOAD(p)			model_load(p, 0)
#define GPCD_STORE(p, value)		model_store(p, value, 0)
#define GPCD_LOAD_ACQUIRE(p)		model_load(p, 1)
#define GPCD_STORE_RELEASE(p, value)	model_store(p, value, 1)
#define GPCD_READ_FENCE()		model_read_fence()
#define GPCD_WRITE_FENCE()		model_write_fence()
#define GPCD_RELAX()			((void)0)
#define GPCD_IMAGE_TRIES		2
#define GPCD_IMAGE_SPINS		1
#include "image/image.h"

#define DATA			2	/* words that each writer keeps equal */
#define WORDS			((DATA + 1) * GPCD_IMAGE_WRITERS + 2)
#define STORES_MAX		8	/* to one word */
#define LOADS_MAX		48	/* of one sweep; an endless one makes more */

/* A step to leave out, to see that the test notices. */
enum flaw {
	NO_FLAW,
	NO_WRITE_FENCE,
	NO_RELEASE,
	NO_READ_FENCE,
	NO_ACQUIRE,
	FEED_IGNORED,
	OWNER_IGNORED,
	TIME_BEFORE,
	TIME_AFTER,
	EPOCH_BEFORE,
	EPOCH_AFTER,
	FLAWS
};

/* How many stores of each word a thread knows of. */
struct view {
	unsigned char known[WORDS];
};

struct store {
	__u64 value;
	struct view carries;	/* to readers that acquire */
};

/* The words; their real contents are never used. */
static struct {
	struct gpcd_image_info info;
	__u64 data[GPCD_IMAGE_WRITERS][DATA];
} memory;

static struct {
	struct store stores[STORES_MAX];
	unsigned int count;
} words[WORDS];

/* The running thread: a writer, until it dies, or the reader. */
static struct {
	int reads;
	unsigned int lives;	/* stores until it dies */
	struct view view;
	/* What a writer's last fence came after, or what the reader's next fence adds. */
	struct view fenced;
} thread;

static enum flaw flaw;

/* What the loads return, in order: one of so many values. */
static struct {
	unsigned char taken, of;
} choices[LOADS_MAX];
static unsigned int choices_made, choices_known;

static inline unsigned int choose(unsigned int of)
{
	ck_assert_msg(choices_made < LOADS_MAX, "a sweep does not end");
	if (choices_made == choices_known) {
		choices[choices_known].taken = 0;
		choices[choices_known++].of = of;
	}
	return choices[choices_made++].taken;
}

/* Advance to the next sequence of choices; return 0 after the last. */
static inline int choices_next(void)
{
	choices_made = 0;
	while (choices_known) {
		if (++choices[choices_known - 1].taken < choices[choices_known - 1].of)
			return 1;
		choices_known--;
	}
	return 0;
}

static inline unsigned int word_number(const __u64 *word)
{
	const __u64 *const data = memory.data[0];

	if (word >= data && word < data + DATA * GPCD_IMAGE_WRITERS)
		return word - data;
	if (word == &memory.info.chip_ns)
		return WORDS - 1;
	if (word == &memory.info.epoch)
		return WORDS - 2;
	ck_assert_msg(word >= memory.info.sequence &&
		      word < memory.info.sequence + GPCD_IMAGE_WRITERS,
		      "a word that the model lacks");
	return DATA * GPCD_IMAGE_WRITERS + (word - memory.info.sequence);
}

static inline void view_add(struct view *view, const struct view *more)
{
	for (unsigned int i = 0; i < WORDS; i++) {
		if (view->known[i] < more->known[i])
			view->known[i] = more->known[i];
	}
}

static inline __u64 model_load(const __u64 *word, int acquire)
{
	unsigned int number = word_number(word), known = thread.view.known[number];
	const struct store *store;

	if (!thread.reads)
		return words[number].stores[known].value;
	if (word == &memory.info.sequence[GPCD_IMAGE_FEED] && flaw == FEED_IGNORED)
		return 0;
	if (word == &memory.info.sequence[GPCD_IMAGE_OWNER] && flaw == OWNER_IGNORED)
		return 0;
	known += choose(words[number].count - known);
	thread.view.known[number] = known;
	store = &words[number].stores[known];
	view_add(acquire && flaw != NO_ACQUIRE ? &thread.view : &thread.fenced, &store->carries);
	return store->value;
}

static inline void model_store(const __u64 *word, __u64 value, int release)
{
	unsigned int number = word_number(word);
	struct store *store = &words[number].stores[words[number].count];

	if (!thread.lives)
		return;
	thread.lives--;
	ck_assert_msg(words[number].count < STORES_MAX, "more stores than the model has room for");
	thread.view.known[number] = words[number].count++;
	store->value = value;
	store->carries = release && flaw != NO_RELEASE ? thread.view : thread.fenced;
	store->carries.known[number] = thread.view.known[number];
}

static inline void model_read_fence(void)
{
	if (flaw != NO_READ_FENCE)
		view_add(&thread.view, &thread.fenced);
}

static inline void model_write_fence(void)
{
	if (flaw != NO_WRITE_FENCE)
		thread.fenced = thread.view;
}

static inline void memory_reset(void)
{
	memset(words, 0, sizeof(words));
	for (unsigned int i = 0; i < WORDS; i++)
		words[i].count = 1;
}

#endif /* TESTS_UNIT_IMAGE_MODEL_H */

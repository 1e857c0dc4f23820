// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/gpcd.h>

#include "aside.h"
#include "nics/clock.h"
#include "files.h"

/* The longest time to wait for all files together. */
#define PATIENCE	(100 * NIC_MSEC)

/* A folder that did not exist is looked for again after this time. */
#define LOOK_AGAIN	NIC_SEC

/*
 * The thread has what is marked (T) while it is busy, otherwise the owner has it. If the owner
 * leaves a busy thread, the thread frees all when it has its answer.
 */
struct nic_aside {
	pthread_mutex_t lock;	/* for busy and left */
	pthread_cond_t asked, answered;
	pthread_t thread;
	pid_t process;	/* that the thread is part of */
	bool busy, left;
	char *path;
	struct nic_files *files;	/* (T) NULL: never seen */
	bool *wanted;	/* (T) */
	struct nic_values answer;	/* (T) */
	int err;	/* (T) of the answer as a whole */
	bool unread;	/* the answer has not been stored yet */
	unsigned int count;	/* items, and length of all arrays */
	struct nic_values last;	/* last answers; their statuses are what they were then */
	uint64_t looked_ns;	/* when a folder without files was looked for */
};

/* --- the thread --- */

static bool same_names(const struct nic_files *one, const struct nic_files *two)
{
	unsigned int count = nic_files_count(one);

	if (count != nic_files_count(two))
		return false;
	for (unsigned int i = 0; i < count; i++)
		if (strcmp(nic_files_name(one, i), nic_files_name(two, i)))
			return false;
	return true;
}

/* Open the folder, which a restarted daemon may have made anew. Return as nic_aside_read(). */
static int aside_find_files(struct nic_aside *aside)
{
	struct nic_files *found;
	int err = nic_files_open(&found, aside->path, NIC_FILES_DAEMON);

	if (err)
		return err;
	if (aside->files && !same_names(aside->files, found))
		err = -ESTALE;
	nic_files_close(aside->files);
	aside->files = found;
	return err;
}

static int aside_answer(struct nic_aside *aside)
{
	int err;

	if (!aside->files)
		return aside_find_files(aside);
	err = nic_files_read(aside->files, aside->wanted, &aside->answer);
	if (!err || err == -ESTALE)
		return err;
	err = aside_find_files(aside);
	return err ? err : nic_files_read(aside->files, aside->wanted, &aside->answer);
}

static void arrays_free(struct nic_values *values)
{
	free(values->values);
	free(values->ns);
	free(values->statuses);
}

static void aside_free(struct nic_aside *aside)
{
	/* Conditions need not be destroyed; those that are in use after a fork cannot be. */
	nic_files_close(aside->files);
	arrays_free(&aside->answer);
	arrays_free(&aside->last);
	free(aside->wanted);
	free(aside->path);
	free(aside);
}

static void *aside_run(void *data)
{
	struct nic_aside *aside = data;
	bool alone = false;

	pthread_mutex_lock(&aside->lock);
	while (!alone && (aside->busy || !aside->left)) {
		if (!aside->busy) {
			pthread_cond_wait(&aside->asked, &aside->lock);
			continue;
		}
		pthread_mutex_unlock(&aside->lock);
		aside->err = aside_answer(aside);
		pthread_mutex_lock(&aside->lock);
		aside->busy = false;
		alone = aside->left;
		pthread_cond_signal(&aside->answered);
	}
	pthread_mutex_unlock(&aside->lock);
	if (alone)
		aside_free(aside);
	return NULL;
}

static int aside_start(struct nic_aside *aside)
{
	sigset_t all, before;
	int err;

	pthread_mutex_init(&aside->lock, NULL);
	pthread_cond_init(&aside->asked, NULL);
	pthread_cond_init(&aside->answered, NULL);
	aside->process = getpid();
	aside->busy = false;
	aside->unread = false;
	/* Signals are for the program's own threads. */
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&aside->thread, NULL, aside_run, aside);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return -err;
}

/* --- its owner --- */

/* A process that was forked has no thread yet. */
static bool aside_was_forked(const struct nic_aside *aside)
{
	return aside->process != getpid();
}

/* Ask the thread, which must not be busy, and wait; return whether it has answered in time. */
static bool aside_ask(struct nic_aside *aside)
{
	uint64_t until = nic_clock_ns(CLOCK_MONOTONIC) + PATIENCE;
	struct timespec end = { .tv_sec = until / NIC_SEC, .tv_nsec = until % NIC_SEC };
	bool in_time;

	pthread_mutex_lock(&aside->lock);
	aside->busy = true;
	aside->unread = true;
	pthread_cond_signal(&aside->asked);
	while (aside->busy && !pthread_cond_clockwait(&aside->answered, &aside->lock,
						      CLOCK_MONOTONIC, &end))
		;
	in_time = !aside->busy;
	pthread_mutex_unlock(&aside->lock);
	return in_time;
}

static bool aside_is_busy(struct nic_aside *aside)
{
	bool busy;

	pthread_mutex_lock(&aside->lock);
	busy = aside->busy;
	pthread_mutex_unlock(&aside->lock);
	return busy;
}

/* Keep an answer, if there is a new one. Return -ESTALE if it says that the list is another. */
static int aside_store(struct nic_aside *aside)
{
	if (!aside->unread)
		return 0;
	aside->unread = false;
	if (aside->files && nic_files_count(aside->files) != aside->count)
		return -ESTALE;
	for (unsigned int i = 0; i < aside->count; i++) {
		if (!aside->wanted[i])
			continue;
		aside->last.values[i] = aside->err ? 0 : aside->answer.values[i];
		aside->last.ns[i] = aside->err ? 0 : aside->answer.ns[i];
		aside->last.statuses[i] = aside->err ? GPCD_STATUS_REFUSED :
						       aside->answer.statuses[i];
	}
	return aside->err == -ESTALE ? -ESTALE : 0;
}

/* Hand on what is stored of the counters that are wanted. */
static void aside_hand_on(const struct nic_aside *aside, bool late, const bool *wanted,
			  const struct nic_values *values)
{
	uint8_t status;

	for (unsigned int i = 0; i < aside->count; i++) {
		if (wanted && !wanted[i])
			continue;
		status = aside->last.statuses[i];
		if (late)
			status = status == GPCD_STATUS_OK || status == GPCD_STATUS_STALE ?
				 GPCD_STATUS_STALE : GPCD_STATUS_REFUSED;
		values->values[i] = aside->last.values[i];
		values->ns[i] = aside->last.ns[i];
		values->statuses[i] = status;
	}
}

/* Choose what to ask for; return whether there is anything. */
static bool aside_choose(struct nic_aside *aside, const bool *wanted)
{
	uint64_t now;
	bool any = false;

	if (!aside->count) {
		now = nic_clock_ns(CLOCK_MONOTONIC);
		if (now - aside->looked_ns < LOOK_AGAIN)
			return false;
		aside->looked_ns = now;
		return true;
	}
	for (unsigned int i = 0; i < aside->count; i++) {
		aside->wanted[i] = !wanted || wanted[i];
		any |= aside->wanted[i];
	}
	return any;
}

int nic_aside_read(struct nic_aside *aside, const bool *wanted, const struct nic_values *values)
{
	bool late = true;
	int err = aside_was_forked(aside) ? aside_start(aside) : 0;

	if (err)
		return err;
	if (!aside_is_busy(aside)) {
		err = aside_store(aside);
		if (err)
			return err;
		late = aside_choose(aside, wanted) && !aside_ask(aside);
		if (!late)
			err = aside_store(aside);
		if (err)
			return err;
	}
	aside_hand_on(aside, late, wanted, values);
	return 0;
}

/* --- beginning and end --- */

static bool arrays_make(struct nic_values *values, unsigned int count)
{
	values->values = calloc(count, sizeof(*values->values));
	values->ns = calloc(count, sizeof(*values->ns));
	values->statuses = malloc(count);
	if (!values->values || !values->ns || !values->statuses)
		return false;
	memset(values->statuses, GPCD_STATUS_REFUSED, count);
	return true;
}

/* Take the first list, if it has come. */
static int aside_list(struct nic_aside *aside, struct nic *nic, const char *family)
{
	unsigned int count;

	if (!aside_ask(aside))
		return 0;
	aside->unread = false;
	count = aside->files ? nic_files_count(aside->files) : 0;
	if (!count)
		return 0;
	aside->wanted = calloc(count, sizeof(*aside->wanted));
	if (!aside->wanted || !arrays_make(&aside->answer, count) ||
	    !arrays_make(&aside->last, count))
		return -ENOMEM;
	aside->count = count;
	return nic_files_add(aside->files, nic, family);
}

int nic_aside_open(struct nic_aside **aside, const char *path, struct nic *nic, const char *family)
{
	struct nic_aside *opened = calloc(1, sizeof(*opened));
	int err;

	if (!opened)
		return -ENOMEM;
	opened->path = strdup(path);
	err = opened->path ? aside_start(opened) : -ENOMEM;
	if (err) {
		aside_free(opened);
		return err;
	}
	opened->looked_ns = nic_clock_ns(CLOCK_MONOTONIC);
	err = aside_list(opened, nic, family);
	if (err)
		nic_aside_close(opened);
	else
		*aside = opened;
	return err;
}

void nic_aside_close(struct nic_aside *aside)
{
	bool busy;

	if (!aside)
		return;
	if (aside_was_forked(aside)) {
		aside_free(aside);
		return;
	}
	pthread_mutex_lock(&aside->lock);
	aside->left = true;
	busy = aside->busy;
	if (busy)
		pthread_detach(aside->thread);
	pthread_cond_signal(&aside->asked);
	pthread_mutex_unlock(&aside->lock);
	if (busy)
		return;
	pthread_join(aside->thread, NULL);
	aside_free(aside);
}

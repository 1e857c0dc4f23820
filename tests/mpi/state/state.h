/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by the modes of `state', and their list: each is described where it is defined. */
#ifndef STATE_H
#define STATE_H

#include <stdint.h>
#include <gpcd/gm.h>
#include <gpcd/image.h>

/* This rank's number in MPI_COMM_WORLD, and how many ranks that has. */
extern int rank, ranks;

/* End the job: print what went wrong, in the words of @state or, if it is NULL, of @err. */
void fail(const char *what, const gemini_state_t *state, int err);

/* Call fail() if there is an error. */
void check(const char *what, const gemini_state_t *state, int err);

/* Call fail() unless the error is the wanted one. */
void expect(const char *what, const gemini_state_t *state, int err, int wanted);

/* libgm's calls of one sample, each with its check(). */
void begin(MPI_Comm comm, gemini_state_t *state);
void sample(MPI_Comm comm, gemini_state_t *state);
void end(MPI_Comm comm, gemini_state_t *state);

/* Open this rank's image by GM_FEED; NULL if there is none, or another rank has it. */
struct gpcd_image_feed *feed_open(void);

/* Count, @times as much; all counts have arrived when it returns. */
void traffic(struct gpcd_image_feed *feed, uint64_t times);

void run_table(struct gpcd_image_feed *feed, const char *argument);
void run_write(struct gpcd_image_feed *feed, const char *argument);
void run_many(struct gpcd_image_feed *feed, const char *argument);
void run_part(struct gpcd_image_feed *feed, const char *argument);
void run_init(struct gpcd_image_feed *feed, const char *argument);
void run_gone(struct gpcd_image_feed *feed, const char *argument);
void run_torn(struct gpcd_image_feed *feed, const char *argument);
void run_between(struct gpcd_image_feed *feed, const char *argument);
void run_reset(struct gpcd_image_feed *feed, const char *argument);
void run_wrap(struct gpcd_image_feed *feed, const char *argument);
void run_die(struct gpcd_image_feed *feed, const char *argument);
void run_threads(struct gpcd_image_feed *feed, const char *argument);
void run_misuse(struct gpcd_image_feed *feed, const char *argument);
void run_cost(struct gpcd_image_feed *feed, const char *argument);
void run_skew(struct gpcd_image_feed *feed, const char *argument);

#endif /* STATE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* Run a study: read its file, simulate what its tables need, judge its claims, print it. */
#ifndef RUN_H
#define RUN_H

#include "cli/pick.h"
#include "results.h"

/* The environment variable that names the only folder to search, in place of the installed one. */
#define STUDIES_FOLDER_ENV "GPCD_STUDIES"

/* A simulation that tables can name. */
struct source {
	const char *name;
	/* Add tables to results. Return the exit code; errors are reported. */
	int (*find)(void *world, struct results *results);
	double weight; /* how long it takes, next to the others; 0: no time */
};

struct picture;
struct run;

/*
 * Read the file NAME.study of a paper. Report any error; return the exit code. A process has one
 * run at a time, which is freed when another one is opened, and at its end.
 */
int run_open(struct run **run, const char *paper, const char *name);

/* Return the names of the tables that are printed; they are those of the latest run. */
const struct words *run_words(struct run *run);

/*
 * Choose what is simulated: the tables that are wanted and what their claims need, or, with the
 * name of a table in @only, this one and the claims about it.
 */
void run_choose(struct run *run, const struct pick *pick, const char *only);

/* Make a table even if it is not printed. */
void run_want(struct run *run, const char *table);

/* Simulate. @sources ends without a name. Report any error; return the exit code. */
int run_simulate(struct run *run, const struct source *sources, void *world);

/* Return how many threads a study uses by default: as many as processors, up to 8. */
unsigned int run_usual_threads(void);

/* What a simulation takes. */
struct run_cost {
	double seconds; /* of a processor */
	double bytes; /* of memory */
};

/* Report what a simulation will take, before it begins; @what is, for instance, "24 trials". */
void run_report_cost(const struct run_cost *cost, const char *what);

/* Print what is wanted. Report any error; return the exit code. */
int run_print(struct run *run, const struct pick *pick);

/* Return whether the study has a figure of this name. */
bool run_has_plot(const struct run *run, const char *name);

/* Draw curves. Report any error; return the exit code. */
int run_draw(struct run *run, const char *name, const struct picture *picture);

/* Draw bars, or panels, into an SVG file. Report any error; return the exit code. */
int run_draw_svg(struct run *run, const char *name, const char *path);

/* Choose what a figure's panels are drawn from. */
void run_want_panels(struct run *run);

#endif /* RUN_H */

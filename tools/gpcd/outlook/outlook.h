/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What messages cost on a machine, and what a job would take there.
 */
#ifndef OUTLOOK_H
#define OUTLOOK_H

/** outlook_fit() - `gpcd model fit': what a message costs, by the times of probes */
int outlook_fit(int argc, char **argv);

/** outlook_predict() - `gpcd model predict': how long a job would take on a machine */
int outlook_predict(int argc, char **argv);

#endif /* OUTLOOK_H */

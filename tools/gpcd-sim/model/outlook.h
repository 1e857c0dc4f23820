/* SPDX-License-Identifier: GPL-2.0-only */
/* The cost of messages on a machine, and the time of a job there. */
#ifndef OUTLOOK_H
#define OUTLOOK_H

/* `gpcd-sim model fit': the cost of a message, from the times of probes. */
int outlook_fit(int argc, char **argv);

/* `gpcd-sim model predict': the time of a job on a machine. */
int outlook_predict(int argc, char **argv);

#endif /* OUTLOOK_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What messages cost on a machine, real or simulated, by probes.
 */
#ifndef OUTLOOK_H
#define OUTLOOK_H

/** outlook_fit() - `gpcd model fit': what a message costs, by the times of probes */
int outlook_fit(int argc, char **argv);

#endif /* OUTLOOK_H */

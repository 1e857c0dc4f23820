/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The subcommands: each returns an exit code.
 */
#ifndef SIM_H
#define SIM_H

int cmd_run(int argc, char **argv);
int cmd_sonar(int argc, char **argv);
int cmd_minighost(int argc, char **argv);
int cmd_job(int argc, char **argv);

#endif /* SIM_H */

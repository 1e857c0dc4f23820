/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The subcommands. Each parses its arguments (argv[0] is its own name), prints its output and
 * returns an exit code. On a wrong argument it exits.
 */
#ifndef SIM_H
#define SIM_H

/* `gpcd-sim run': a machine under a workload. */
int cmd_run(int argc, char **argv);

/* `gpcd-sim job': an MPI program on a simulated machine. */
int cmd_job(int argc, char **argv);

/* `gpcd-sim ugni': a program that calls uGNI, in virtual time. */
int cmd_ugni(int argc, char **argv);

/* `gpcd-sim program': write or check the text of a program of ranks. */
int cmd_program(int argc, char **argv);

/* `gpcd-sim replay': print or draw a recording. */
int cmd_replay(int argc, char **argv);

/* `gpcd-sim machine': check and list a machine file. */
int cmd_machine(int argc, char **argv);

/* `gpcd-sim probe': measure the cost of a message on a simulated machine. */
int cmd_probe(int argc, char **argv);

/* `gpcd-sim model': message times, routing and times of jobs, as models predict them. */
int cmd_model(int argc, char **argv);

#endif /* SIM_H */

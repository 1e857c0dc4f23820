/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The subcommands. Each parses its arguments, the first of which is its own name, prints what
 * it has to say and returns an exit code; on a wrong argument it exits.
 */
#ifndef SIM_H
#define SIM_H

/** cmd_run() - `gpcd-sim run': a machine under a workload */
int cmd_run(int argc, char **argv);

/** cmd_sonar() - `gpcd-sim sonar': the experiments of the Gemini counter paper */
int cmd_sonar(int argc, char **argv);

/** cmd_minighost() - `gpcd-sim minighost': MiniGhost on Cielo, as in that paper */
int cmd_minighost(int argc, char **argv);

/** cmd_aries() - `gpcd-sim aries': the experiments of the paper on Aries's routing */
int cmd_aries(int argc, char **argv);

/** cmd_job() - `gpcd-sim job': an MPI program on a simulated machine */
int cmd_job(int argc, char **argv);

/** cmd_ugni() - `gpcd-sim ugni': a program that calls uGNI, in virtual time */
int cmd_ugni(int argc, char **argv);

/** cmd_program() - `gpcd-sim program': what the ranks of a job do, as a text */
int cmd_program(int argc, char **argv);

/** cmd_replay() - `gpcd-sim replay': a recording, printed or drawn */
int cmd_replay(int argc, char **argv);

/** cmd_machine() - `gpcd-sim machine': a machine file, checked and listed */
int cmd_machine(int argc, char **argv);

/** cmd_probe() - `gpcd-sim probe': what a message costs on a simulated machine */
int cmd_probe(int argc, char **argv);

#endif /* SIM_H */

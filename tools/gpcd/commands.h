/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The subcommands. Each parses its arguments, the first of which is its own name, prints what
 * it has to say and returns an exit code; on a wrong argument it exits.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

/** cmd_list() - `gpcd list': the devices of this machine */
int cmd_list(int argc, char **argv);

/** cmd_info() - `gpcd info': what a device is */
int cmd_info(int argc, char **argv);

/** cmd_counters() - `gpcd counters': the dictionary of registers */
int cmd_counters(int argc, char **argv);

/** cmd_read() - `gpcd read': registers and metrics, once */
int cmd_read(int argc, char **argv);

/** cmd_write() - `gpcd write': one register */
int cmd_write(int argc, char **argv);

/** cmd_sample() - `gpcd sample': registers and metrics, periodically */
int cmd_sample(int argc, char **argv);

/** cmd_record() - `gpcd record': registers, periodically, into a file */
int cmd_record(int argc, char **argv);

/** cmd_replay() - `gpcd replay': what was recorded, printed or into a chip */
int cmd_replay(int argc, char **argv);

/** cmd_diff() - `gpcd diff': two recordings, compared */
int cmd_diff(int argc, char **argv);

/** cmd_monitor() - `gpcd monitor': what happens to devices */
int cmd_monitor(int argc, char **argv);

/** cmd_alarm() - `gpcd alarm': have the kernel watch how fast counters count */
int cmd_alarm(int argc, char **argv);

/** cmd_links() - `gpcd links': the links of Geminis, periodically */
int cmd_links(int argc, char **argv);

/** cmd_metrics() - `gpcd metrics': the dictionary of metrics */
int cmd_metrics(int argc, char **argv);

/** cmd_stat() - `gpcd stat': metrics over the time that a command runs */
int cmd_stat(int argc, char **argv);

/** cmd_top() - `gpcd top': links and tiles of all chips, on a terminal */
int cmd_top(int argc, char **argv);

/** cmd_topo() - `gpcd topo': how large and how fast a system of Geminis or Aries is */
int cmd_topo(int argc, char **argv);

/** cmd_model() - `gpcd model': message times and routing, as a model predicts them */
int cmd_model(int argc, char **argv);

/** cmd_noise() - `gpcd noise': how much repeated measurements vary */
int cmd_noise(int argc, char **argv);

/** cmd_emulate() - `gpcd emulate': a chip in a file */
int cmd_emulate(int argc, char **argv);

/** cmd_perms() - `gpcd perms': who may read what */
int cmd_perms(int argc, char **argv);

#endif /* COMMANDS_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The subcommands. Each parses its arguments, of which argv[0] is its own name, and returns an exit
 * code; it exits on a wrong argument.
 */
#ifndef COMMANDS_H
#define COMMANDS_H

/* `gpcd list': the devices of this machine. */
int cmd_list(int argc, char **argv);

/* `gpcd info': describe a device. */
int cmd_info(int argc, char **argv);

/* `gpcd counters': the dictionary of registers. */
int cmd_counters(int argc, char **argv);

/* `gpcd read': registers and metrics, once. */
int cmd_read(int argc, char **argv);

/* `gpcd write': one register. */
int cmd_write(int argc, char **argv);

/* `gpcd sample': registers and metrics, periodically. */
int cmd_sample(int argc, char **argv);

/* `gpcd record': registers, periodically, into a file. */
int cmd_record(int argc, char **argv);

/* `gpcd replay': print a recording, or replay it into a chip. */
int cmd_replay(int argc, char **argv);

/* `gpcd diff': compare two recordings. */
int cmd_diff(int argc, char **argv);

/* `gpcd monitor': print events of devices. */
int cmd_monitor(int argc, char **argv);

/* `gpcd alarm': watch the rates of counters. */
int cmd_alarm(int argc, char **argv);

/* `gpcd links': the links of Geminis or Aries, periodically. */
int cmd_links(int argc, char **argv);

/* `gpcd explain': what is wrong in a network of Geminis or Aries. */
int cmd_explain(int argc, char **argv);

/* `gpcd metrics': the dictionary of metrics. */
int cmd_metrics(int argc, char **argv);

/* `gpcd stat': metrics over the run time of a command. */
int cmd_stat(int argc, char **argv);

/* `gpcd top': links and tiles of all chips, on a terminal. */
int cmd_top(int argc, char **argv);

/* `gpcd emulate': a chip in a file. */
int cmd_emulate(int argc, char **argv);

/* `gpcd perms': show or change who may read what. */
int cmd_perms(int argc, char **argv);

struct table;

/*
 * Fill a table with the devices of this machine, and those that -d and GPCD_DEVICE name, as `gpcd
 * list' prints them. Report devices that fail; return the exit code.
 */
int list_devices(struct table *table);

/* `gpcd' alone and `gpcd help': what this machine has, what to try, and the commands in groups. */
int front_door(void);

#endif /* COMMANDS_H */

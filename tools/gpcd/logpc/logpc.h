/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What Moritz and Frank say of Alewife ("LoGPC", 2001): computed, and simulated.
 */
#ifndef LOGPC_H
#define LOGPC_H

/** logpc_command() - `gpcd model logpc': the paper's tables and figures, beside what it prints */
int logpc_command(int argc, char **argv);

#endif /* LOGPC_H */

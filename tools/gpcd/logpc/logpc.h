/* SPDX-License-Identifier: GPL-2.0-only */
/* The results of Moritz and Frank for Alewife ("LoGPC", 2001), computed and simulated. */
#ifndef LOGPC_H
#define LOGPC_H

/* `gpcd model logpc': the paper's tables and figures, compared with its printed numbers. */
int logpc_command(int argc, char **argv);

#endif /* LOGPC_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The subcommands: each repeats the experiments of a paper and compares the results with its
 * numbers. Each parses its arguments (argv[0] is its own name), prints its output and returns an
 * exit code. On a wrong argument it exits.
 */
#ifndef STUDIES_H
#define STUDIES_H

/* The experiments of the Gemini counter paper. */
int cmd_sonar(int argc, char **argv);

/* MiniGhost on Cielo, as in the same paper. */
int cmd_minighost(int argc, char **argv);

/* Placements by measured congestion, as the same paper plans. */
int cmd_mapping(int argc, char **argv);

/* The experiments of De Sensi et al. on Aries's routing, SC '19. */
int cmd_aries(int argc, char **argv);

/* Measurements of Hanlon ("XMP-64 performance measurements", 2010), simulated. */
int cmd_xmp64(int argc, char **argv);

/* The results of Moritz and Frank for Alewife ("LoGPC", 2001), computed and simulated. */
int cmd_logpc(int argc, char **argv);

/* How much anybody's repeated measurements vary. */
int cmd_noise(int argc, char **argv);

#endif /* STUDIES_H */

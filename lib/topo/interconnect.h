/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The interconnect file: which tile is cabled to which, as `rtr --interconnect` prints it.
 *
 * A line for each network tile of a Gemini (Pedretti, Fig. 2), or for each tile of an Aries:
 *   c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane
 *   c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)
 *   c0-0c0s0a0l07(0:0:0) blue -> unused
 *   c0-0c0s0a0l50(0:0:0) ptile -> processor
 * The reader accepts any order of lines, blanks and tabs between words, CR LF, and empty lines, and
 * rejects everything else. The first line determines the type of chips.
 */
#ifndef TOPO_INTERCONNECT_H
#define TOPO_INTERCONNECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "topo/gemini.h"

/* Room for the lines of any chip. */
#define INTERCONNECT_TEXT	(GEMINI_TILES * 128)

/* Most characters of a line. */
#define INTERCONNECT_LINE	500

/* Largest coordinate, cabinet and row in a file. */
#define INTERCONNECT_COORD	1023

/* A bit for each of the 40 tiles that a line may be about. */
#define GEMINI_NETWORK_TILES	0xe7e7e7e7ffffULL

/* A bit for each of the 48 tiles that a line may be about. */
#define ARIES_TILES	0xffffffffffffULL

/* A bit for each of these that may lead to another chip. */
#define ARIES_NETWORK_TILES	0xffffffffffULL

/* The file, unless another one is named. */
#define INTERCONNECT_PATH	"/etc/gpcd/interconnect.txt"

/*
 * Return the file to read where no argument names one: GM_INTERCONNECT from the environment, or
 * INTERCONNECT_PATH where that is not set or is empty.
 */
const char *interconnect_path(void);

/* What is wrong with a file. */
struct interconnect_error {
	unsigned long line;	/* from 1 on; 0: the file could not be read */
	char reason[160];	/* without the file's name */
};

/* What a file says about a tile. */
struct interconnect_tile {
	/*
	 * Direction, X+ X- Y+ Y- Z+ Z- as ports of struct topo, or colour of an Aries, enum
	 * dragonfly_colour, with DRAGONFLY_COLOURS for a processor tile; number of the chip at the
	 * other end, or TOPO_NONE for an unused or a processor tile; and its tile.
	 */
	unsigned int link, far, far_tile;
	enum gemini_medium medium;	/* of a Gemini's cable */
};

/* A file's contents, by chip and tile. */
struct interconnect;

/* Makes a struct interconnect from a text, piece by piece. */
struct interconnect_reader;

/*
 * Read a file once, from front to back, into a map, for interconnect_free(). With only, keep just
 * one chip's lines, by its coordinate as in the file: x, y, z, or an Aries's group, chassis, blade.
 * Returns 0, or, with error filled in, -EBADMSG for a line that is wrong or contradicts another,
 * -ENOMEM, or -errno.
 */
int interconnect_load(struct interconnect **map, const char *path, const unsigned int *only,
		      struct interconnect_error *error);

/*
 * Make a reader for a text that is no file, for interconnect_reader_free(); only is as for
 * interconnect_load(). Returns NULL if there is no memory.
 */
struct interconnect_reader *interconnect_reader_new(const unsigned int *only);

/*
 * Read the next piece of a text, cut anywhere. Returns 0, or, with error filled in, -EBADMSG or
 * -ENOMEM.
 */
int interconnect_reader_feed(struct interconnect_reader *reader, const char *text, size_t size,
			     struct interconnect_error *error);

/*
 * End the text, and return its map, for interconnect_free(). Returns 0, or, with error filled in,
 * -EBADMSG or -ENOMEM.
 */
int interconnect_reader_end(struct interconnect_reader *reader, struct interconnect **map,
			    struct interconnect_error *error);

/* Free a reader, in any state; NULL is allowed. */
void interconnect_reader_free(struct interconnect_reader *reader);

/* Free a map; NULL is allowed. */
void interconnect_free(struct interconnect *map);

/* Whether the file's chips are Aries, not Geminis. */
bool interconnect_is_aries(const struct interconnect *map);

/*
 * Return the number of chips that a line is about, or leads to. They are numbered in the order of
 * the file.
 */
unsigned int interconnect_chips(const struct interconnect *map);

/* Return the chip at a coordinate as in the file, or TOPO_NONE. */
unsigned int interconnect_find(const struct interconnect *map, const unsigned int *coord);

/* Find a chip's coordinate, as in the file. */
void interconnect_coord(const struct interconnect *map, unsigned int chip, unsigned int *coord);

/* Find where a chip is, by its name. An Aries has slots 0 to 15, and gemini is not used. */
void interconnect_place(const struct interconnect *map, unsigned int chip,
			struct gemini_place *place);

/* Find what the file says about a tile. Returns 0, or -ENOENT: nothing. */
int interconnect_tile(const struct interconnect *map, unsigned int chip, unsigned int tile,
		      struct interconnect_tile *found);

/* Return the tiles, by bit, that should have a line and have none. */
uint64_t interconnect_missing(const struct interconnect *map, unsigned int chip);

/* Return the bytes of memory that a map takes. */
size_t interconnect_bytes(const struct interconnect *map);

/*
 * Write a Gemini's 40 lines, in the order of tiles, to buf of INTERCONNECT_TEXT bytes; returns the
 * number of characters. The type of a cable names the longest way between its ends, by a rule of
 * ours that gives what Fig. 2 shows: 7 a cabinet, 7 a row, 6 a cage, and 4 (X) or 3 (Y, Z), then
 * the dimension.
 */
size_t interconnect_gemini_text(const struct gemini_system *system, unsigned int chip, char *buf);

/*
 * Write the 48 lines of an Aries, in the order of tiles, to buf of INTERCONNECT_TEXT bytes; returns
 * the number of characters.
 */
size_t interconnect_aries_text(const struct topo *topo, unsigned int chip, char *buf);

#endif /* TOPO_INTERCONNECT_H */

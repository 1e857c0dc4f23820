/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The interconnect file: which tile is cabled to which, as `rtr --interconnect` prints it.
 *
 * A line a network tile of a Gemini (Pedretti, Fig. 2), or a line a tile of an Aries:
 *   c0-0c0s0g0l00[(0,0,0)] Z+ -> c0-0c0s1g0l32[(0,0,1)] LinkType: backplane
 *   c0-0c0s0a0l00(0:0:0) green -> c0-0c0s6a0l10(0:0:6)
 *   c0-0c0s0a0l07(0:0:0) blue -> unused
 *   c0-0c0s0a0l50(0:0:0) ptile -> processor
 * Its reader takes any order of lines, blanks and tabs between words, CR LF, empty lines,
 * and refuses everything else. The first line says which chips the file is about.
 */
#ifndef TOPO_INTERCONNECT_H
#define TOPO_INTERCONNECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "topo/gemini.h"

/** INTERCONNECT_TEXT: room for the lines of any chip */
#define INTERCONNECT_TEXT	(GEMINI_TILES * 128)

/** INTERCONNECT_LINE: most characters of a line */
#define INTERCONNECT_LINE	500

/** INTERCONNECT_COORD: largest coordinate, cabinet and row in a file */
#define INTERCONNECT_COORD	1023

/** GEMINI_NETWORK_TILES: a bit for each of the 40 tiles that a line may be about */
#define GEMINI_NETWORK_TILES	0xe7e7e7e7ffffULL

/** ARIES_TILES: a bit for each of the 48 tiles that a line may be about */
#define ARIES_TILES	0xffffffffffffULL

/** ARIES_NETWORK_TILES: a bit for each of these that may lead to another chip */
#define ARIES_NETWORK_TILES	0xffffffffffULL

/** INTERCONNECT_PATH: where the file is unless another is named */
#define INTERCONNECT_PATH	"/etc/gpcd/interconnect.txt"

/**
 * interconnect_path() - find the file to read where no argument names one
 *
 * Return: the value of GM_INTERCONNECT, or INTERCONNECT_PATH where that is not set or is empty.
 */
const char *interconnect_path(void);

/**
 * struct interconnect_error - what is wrong with a file
 * @line: the line, from 1 on; 0: the file could not be read
 * @reason: in a few words, without the file's name
 */
struct interconnect_error {
	unsigned long line;
	char reason[160];
};

/**
 * struct interconnect_tile - what a file says of a tile
 * @link: its direction, X+ X- Y+ Y- Z+ Z- as ports of struct topo; of an Aries its colour,
 *	enum dragonfly_colour, and DRAGONFLY_COLOURS of a processor tile
 * @far: chip at the other end, a number of the map's; TOPO_NONE: there is none, since the
 *	tile is unused or the processor's
 * @far_tile: and its tile
 * @medium: what a Gemini's cable is
 */
struct interconnect_tile {
	unsigned int link, far, far_tile;
	enum gemini_medium medium;
};

/* A file's contents, by chip and tile. */
struct interconnect;

/* What makes a struct interconnect of a file, piece by piece. */
struct interconnect_reader;

/**
 * interconnect_load() - read a file
 * @map: the result, for interconnect_free()
 * @path: the file; it is read once, from front to back
 * @only: keep this chip's lines alone, by its coordinate, three numbers as in the file:
 *	x, y, z, or an Aries's group, chassis, blade; NULL: all
 * @error: filled in where the result is negative
 *
 * Return: 0, -EBADMSG for a line that is wrong or contradicts another, -ENOMEM, -errno.
 */
int interconnect_load(struct interconnect **map, const char *path, const unsigned int *only,
		      struct interconnect_error *error);

/**
 * interconnect_reader_new() - begin to read a text that is no file
 * @only: as interconnect_load()
 *
 * Return: the reader, for interconnect_reader_free(); NULL: no memory.
 */
struct interconnect_reader *interconnect_reader_new(const unsigned int *only);

/**
 * interconnect_reader_feed() - read the next piece, cut anywhere
 * @reader: the reader
 * @text: the piece
 * @size: of @text
 * @error: filled in where the result is negative
 *
 * Return: 0, -EBADMSG, -ENOMEM.
 */
int interconnect_reader_feed(struct interconnect_reader *reader, const char *text, size_t size,
			     struct interconnect_error *error);

/**
 * interconnect_reader_end() - end the text
 * @reader: the reader
 * @map: the result, for interconnect_free()
 * @error: filled in where the result is negative
 *
 * Return: 0, -EBADMSG, -ENOMEM.
 */
int interconnect_reader_end(struct interconnect_reader *reader, struct interconnect **map,
			    struct interconnect_error *error);

/**
 * interconnect_reader_free() - free a reader
 * @reader: the reader, in any state, or NULL
 */
void interconnect_reader_free(struct interconnect_reader *reader);

/**
 * interconnect_free() - free a map
 * @map: the map, or NULL
 */
void interconnect_free(struct interconnect *map);

/**
 * interconnect_is_aries() - whether the file's chips are Aries, not Geminis
 * @map: the map
 *
 * Return: true for Aries.
 */
bool interconnect_is_aries(const struct interconnect *map);

/**
 * interconnect_chips() - count the chips that a line is about, or leads to
 * @map: the map
 *
 * Return: how many. They are numbered in the order of the file.
 */
unsigned int interconnect_chips(const struct interconnect *map);

/**
 * interconnect_find() - find the chip at a coordinate
 * @map: the map
 * @coord: three numbers as in the file
 *
 * Return: the chip, or TOPO_NONE.
 */
unsigned int interconnect_find(const struct interconnect *map, const unsigned int *coord);

/**
 * interconnect_coord() - find a chip's coordinate
 * @map: the map
 * @chip: the chip
 * @coord: filled in: three numbers as in the file
 */
void interconnect_coord(const struct interconnect *map, unsigned int chip, unsigned int *coord);

/**
 * interconnect_place() - find where a chip is, by its name
 * @map: the map
 * @chip: the chip
 * @place: filled in; an Aries has slots 0 to 15 and no gemini
 */
void interconnect_place(const struct interconnect *map, unsigned int chip,
			struct gemini_place *place);

/**
 * interconnect_tile() - find what the file says of a tile
 * @map: the map
 * @chip: the chip
 * @tile: the tile
 * @found: filled in
 *
 * Return: 0, -ENOENT: nothing.
 */
int interconnect_tile(const struct interconnect *map, unsigned int chip, unsigned int tile,
		      struct interconnect_tile *found);

/**
 * interconnect_missing() - find the tiles that should have a line and have none
 * @map: the map
 * @chip: the chip
 *
 * Return: the tiles, by bit.
 */
uint64_t interconnect_missing(const struct interconnect *map, unsigned int chip);

/**
 * interconnect_bytes() - how much memory a map takes
 * @map: the map
 *
 * Return: bytes.
 */
size_t interconnect_bytes(const struct interconnect *map);

/**
 * interconnect_gemini_text() - write a Gemini's 40 lines, in the order of tiles
 * @system: the system
 * @chip: the chip
 * @buf: of INTERCONNECT_TEXT bytes
 *
 * The type of a cable has the longest way between its ends, by a rule of ours that gives what
 * Fig. 2 shows: 7 a cabinet, 7 a row, 6 a cage, and 4 (X) or 3 (Y, Z), then the dimension.
 *
 * Return: characters.
 */
size_t interconnect_gemini_text(const struct gemini_system *system, unsigned int chip, char *buf);

/**
 * interconnect_aries_text() - write the 48 lines of an Aries, in the order of tiles
 * @topo: a dragonfly
 * @chip: the chip
 * @buf: of INTERCONNECT_TEXT bytes
 *
 * Return: characters.
 */
size_t interconnect_aries_text(const struct topo *topo, unsigned int chip, char *buf);

#endif /* TOPO_INTERCONNECT_H */

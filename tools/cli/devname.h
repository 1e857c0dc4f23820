/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of devices: paths of nodes, image:FILE, and patterns that stand for several of them.
 */
#ifndef CLI_DEVNAME_H
#define CLI_DEVNAME_H

#include <stdbool.h>

/** DEVNAME_ROOM - bytes of the longest name that devname_full() makes longer, with a NUL */
#define DEVNAME_ROOM	64

/**
 * devname_full() - make a path of the name of a device
 * @name: "gpcdN", or a pattern of such names, or what is a path or image:FILE already
 * @path: room for a path
 *
 * Return: @name, or @path.
 */
const char *devname_full(const char *name, char path[DEVNAME_ROOM]);

/**
 * devname_is_image() - check if a name is that of a register image, image:FILE
 * @name: the name
 */
bool devname_is_image(const char *name);

/**
 * devname_is_pattern() - check if a name stands for several devices
 * @name: the name
 *
 * Return: true if it has '*', '?' or '[', unless a file has that very name.
 */
bool devname_is_pattern(const char *name);

/**
 * devname_is_closed() - check if each '[' of a name has its ']', as a pattern wants it
 * @name: the name
 */
bool devname_is_closed(const char *name);

/**
 * devname_each() - find what a pattern stands for: files, not folders
 * @pattern: the pattern, glob(7); of images behind "image:"
 * @take: is called with the name of each, in the order of their numbers: "gpcd9" before "gpcd10";
 *	an error ends the search
 * @data: for @take
 *
 * A folder that is not there has nothing that matches. Where one cannot be read, the others are
 * searched nevertheless.
 *
 * Return: how many were found; what @take returned; -ENOMEM; or why a folder cannot be read.
 */
int devname_each(const char *pattern, int (*take)(void *data, const char *name), void *data);

#endif /* CLI_DEVNAME_H */

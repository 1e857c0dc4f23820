/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Names of devices: paths of nodes, image:FILE, network interfaces, and patterns that match several
 * of them.
 */
#ifndef CLI_DEVICES_H
#define CLI_DEVICES_H

#include <gpcd/gpcd.h>
#include <stdbool.h>

/* Size of the longest path that devname_full() writes, with its NUL. */
#define DEVNAME_ROOM	64

/*
 * The name of all network interfaces that a command reads unless told otherwise: each port once, by
 * its first source, without loopback, bridges, veth and virtual functions.
 */
#define DEVNAME_NICS	"nics"

/*
 * Turn "gpcdN", or a pattern of such names, into a path and return @path. Return @name if it is
 * already a path or image:FILE.
 */
const char *devname_full(const char *name, char path[DEVNAME_ROOM]);

/* Check if a name has the form image:FILE. */
bool devname_is_image(const char *name);

/* Check if a network interface can have a name: cxi:NAME, rdma:NAME/PORT, net:NAME ... */
bool devname_is_nic(const char *name);

/*
 * Check if a name may stand for several devices: DEVNAME_NICS, or it contains '*', '?' or '[', and
 * no file, or network interface, has that very name.
 */
bool devname_is_pattern(const char *name);

/* Check if each '[' of a name has its ']', as a pattern requires. */
bool devname_is_closed(const char *name);

/*
 * Call @take with the name of each file (not folder) that matches @pattern, a glob(7) that may
 * follow "image:", or of each network interface, if the pattern has such a prefix or is
 * DEVNAME_NICS. Names of files are in the order of their numbers: "gpcd9" before "gpcd10". An error
 * of @take ends the search.
 *
 * Nothing matches in a missing folder. If a folder cannot be read, the others are searched
 * nevertheless. Return the number of matches, the error of @take, -ENOMEM, or the reason why a
 * folder cannot be read.
 */
int devname_each(const char *pattern, int (*take)(void *data, const char *name), void *data);

/* Size of the longest text of devname_trouble() with its NUL; longer ones are cut off. */
#define DEVNAME_TROUBLE	1024

/*
 * Say in @text why a device cannot be opened or read, by a negative errno of libgpcd, and what
 * helps. Return @text.
 */
const char *devname_trouble(const char *name, int err, char text[DEVNAME_TROUBLE]);

#endif /* CLI_DEVICES_H */

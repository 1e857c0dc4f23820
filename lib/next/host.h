/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The host's name, in front of the C library's calls: a library that contains host.c answers
 * gethostname() and uname() for its program. A program that looks for several hosts finds them on
 * one machine.
 */
#ifndef NEXT_HOST_H
#define NEXT_HOST_H

#include <stdint.h>
#include <stdio.h>

/* Bytes of a host's name, with its NUL. */
#define NEXT_HOST	16

/*
 * Return the name that the program gets, or NULL: the machine's own. Each library that contains
 * host.c defines it.
 */
const char *next_host(void);

/* Name the host of a node as on Cray's machines: nid00012 is node 12. */
static inline void next_host_name(uint32_t node, char name[NEXT_HOST])
{
	snprintf(name, NEXT_HOST, "nid%05u", node);
}

#endif /* NEXT_HOST_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* A view of the machine for one command: a tree lies below /sys, where its readers look for it. */
#ifndef PLACE_PLACE_H
#define PLACE_PLACE_H

#include "gpcd-mount/tree/tree.h"

/*
 * Leave the mounts of this machine for copies of our own, which end with the process and its
 * children; call this before threads are started. A user who may not mount also gets a user
 * namespace with the same user. Report errors; return the exit code.
 */
int place_enter(void);

/*
 * Show a tree, mounted on @folder and served, in place of the same classes and virtual devices of
 * /sys; all else remains. Report errors; return the exit code.
 */
int place_show(const struct tree *tree, const char *folder);

#endif /* PLACE_PLACE_H */

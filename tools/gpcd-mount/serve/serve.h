/* SPDX-License-Identifier: GPL-2.0-only */
/* A tree as a file system: mounted, served by several threads, unmounted. */
#ifndef SERVE_SERVE_H
#define SERVE_SERVE_H

#include <stdbool.h>

#include "gpcd-mount/tree/tree.h"

/* A mounted tree. */
struct serve;

/*
 * Mount a tree on an empty folder, and begin to serve it. With @others, users other than this one
 * may read it. Report errors; return the exit code. The caller ends it with serve_end().
 */
int serve_begin(struct serve **serve, struct tree *tree, const char *folder, bool others);

/* Return a descriptor that can be read when the tree was unmounted from outside. */
int serve_fd(const struct serve *serve);

/* Unmount the tree, if that has not happened, even if files are open; stop serving. */
void serve_end(struct serve *serve);

#endif /* SERVE_SERVE_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* The requests of a file system that shows a tree. */
#ifndef SERVE_FILES_H
#define SERVE_FILES_H

/* Release of libfuse whose interface is used. */
#define FUSE_USE_VERSION	312

#include <fuse_lowlevel.h>

/* Operations for fuse_session_new(), whose user data is a struct tree. */
extern const struct fuse_lowlevel_ops files_operations;

#endif /* SERVE_FILES_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/* A folder that stands for /, with files and links as the kernel would have them. */
#ifndef NICS_TREE_H
#define NICS_TREE_H

#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mark.h"
#include "nics/nic.h"

#define TREE_ROOM	512

#define TREE_FORMAT_OF(string, first) format(printf, string, first)

static char tree[32];

static inline const char *tree_path(const char *path)
{
	static char whole[TREE_ROOM];

	ck_assert_int_lt(snprintf(whole, sizeof(whole), "%s/%s", tree, path), TREE_ROOM);
	return whole;
}

static inline void tree_begin(void)
{
	strcpy(tree, "/tmp/gpcd-nics-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(tree));
	setenv(NIC_ROOT_ENV, tree, 1);
}

static inline int tree_remove_one(const char *path, const struct stat *about, int type,
				  struct FTW *place)
{
	(void)about;
	(void)type;
	(void)place;
	return remove(path);
}

/* Remove a file, or a folder with all that is in it. */
static inline void tree_remove(const char *path)
{
	ck_assert_msg(!nftw(tree_path(path), tree_remove_one, 16, FTW_DEPTH | FTW_PHYS), "%s",
		      path);
}

static inline void tree_end(void)
{
	tree_remove("");
}

/* Make a folder and those above it. */
static inline void tree_folder(const char *path)
{
	char part[TREE_ROOM];

	for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		snprintf(part, sizeof(part), "%.*s", (int)(slash - path), path);
		mkdir(tree_path(part), 0700);
	}
	mkdir(tree_path(path), 0700);
}

static inline void tree_folder_of(const char *path)
{
	char folder[TREE_ROOM];

	snprintf(folder, sizeof(folder), "%.*s", (int)(strrchr(path, '/') - path), path);
	tree_folder(folder);
}

/* Write a text into a file, in folders that are made for it. */
__attribute__((TREE_FORMAT_OF(2, 3)))
static inline void tree_put(const char *path, const char *format, ...)
{
	va_list arguments;
	FILE *file;

	tree_folder_of(path);
	file = fopen(tree_path(path), "w");
	ck_assert_msg(file, "%s", path);
	va_start(arguments, format);
	vfprintf(file, format, arguments);
	va_end(arguments);
	ck_assert_int_eq(fclose(file), 0);
}

/* Make a link to another path of the tree. */
static inline void tree_link(const char *path, const char *target)
{
	char whole[TREE_ROOM];

	strcpy(whole, tree_path(target));
	tree_folder_of(path);
	ck_assert_int_eq(symlink(whole, tree_path(path)), 0);
}

static inline void tree_rename(const char *from, const char *to)
{
	char whole[TREE_ROOM];

	strcpy(whole, tree_path(from));
	ck_assert_int_eq(rename(whole, tree_path(to)), 0);
}

/* Let a folder look as if it had not changed for long, as folders of sysfs always may. */
static inline void tree_age(const char *path)
{
	const struct timespec times[2] = { { .tv_sec = 1000000000 }, { .tv_sec = 1000000000 } };

	ck_assert_int_eq(utimensat(AT_FDCWD, tree_path(path), times, 0), 0);
}

#endif /* NICS_TREE_H */

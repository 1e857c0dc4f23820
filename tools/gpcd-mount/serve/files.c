// SPDX-License-Identifier: GPL-2.0-only
/*
 * A text is made when a file is read from its start, as in sysfs. Reading an open file again from 0
 * gives new values; reading it in pieces gives one text.
 */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "gpcd-mount/tree/tree.h"

/* The tree never changes: the kernel may remember for a day what it has looked up. */
#define REMEMBERED	86400.0

/* An open file. */
struct handle {
	pthread_mutex_t lock;	/* readers may share a descriptor */
	const struct node *node;
	bool made;	/* there is a text */
	size_t length;
	char text[TREE_TEXT_ROOM];
};

/* Find the node of a request. */
static struct node *node_of(fuse_req_t request, fuse_ino_t number)
{
	return tree_numbered(fuse_req_userdata(request), number);
}

static struct handle *handle_of(const struct fuse_file_info *info)
{
	return (struct handle *)(uintptr_t)info->fh;
}

static struct stat describe(const struct node *node)
{
	static const mode_t modes[] = {
		[NODE_FOLDER] = S_IFDIR | 0555, [NODE_FILE] = S_IFREG | 0444,
		[NODE_LINK] = S_IFLNK | 0777,
	};
	struct stat st = {
		.st_ino = node->number, .st_mode = modes[node->type], .st_nlink = 1,
		.st_uid = getuid(), .st_gid = getgid(),
	};

	if (node->type == NODE_FILE)
		st.st_size = TREE_TEXT_ROOM;
	else if (node->type == NODE_LINK)
		st.st_size = strlen(node->key);
	return st;
}

static void files_lookup(fuse_req_t request, fuse_ino_t parent, const char *name)
{
	const struct node *in = node_of(request, parent), *node = in ? tree_child(in, name) : NULL;
	struct fuse_entry_param entry = {
		.attr_timeout = REMEMBERED, .entry_timeout = REMEMBERED,
	};

	if (!node) {
		fuse_reply_err(request, ENOENT);
		return;
	}
	entry.ino = node->number;
	entry.attr = describe(node);
	fuse_reply_entry(request, &entry);
}

static void files_getattr(fuse_req_t request, fuse_ino_t number, struct fuse_file_info *info)
{
	const struct node *node = node_of(request, number);
	struct stat st;

	(void)info;
	if (!node) {
		fuse_reply_err(request, ENOENT);
		return;
	}
	st = describe(node);
	fuse_reply_attr(request, &st, REMEMBERED);
}

static void files_readlink(fuse_req_t request, fuse_ino_t number)
{
	const struct node *node = node_of(request, number);

	if (node && node->type == NODE_LINK)
		fuse_reply_readlink(request, node->key);
	else
		fuse_reply_err(request, EINVAL);
}

/* Return entry @i of a folder: itself, its parent, its children; NULL after the last. */
static const struct node *entry_at(const struct node *folder, size_t i, const char **name)
{
	*name = i ? ".." : ".";
	if (i < 2)
		return i ? folder->parent : folder;
	if (i - 2 >= folder->count)
		return NULL;
	*name = folder->children[i - 2]->name;
	return folder->children[i - 2];
}

static void files_readdir(fuse_req_t request, fuse_ino_t number, size_t size, off_t offset,
			  struct fuse_file_info *info)
{
	const struct node *folder = node_of(request, number), *node;
	char *room = malloc(size);
	size_t used = 0, next;
	const char *name;

	(void)info;
	if (!folder || !room) {
		fuse_reply_err(request, folder ? ENOMEM : ENOENT);
		free(room);
		return;
	}
	for (size_t i = offset; (node = entry_at(folder, i, &name)); i++) {
		struct stat st = describe(node);

		next = fuse_add_direntry(request, room + used, size - used, name, &st, i + 1);
		if (next > size - used)
			break;
		used += next;
	}
	fuse_reply_buf(request, room, used);
	free(room);
}

static void files_open(fuse_req_t request, fuse_ino_t number, struct fuse_file_info *info)
{
	const struct node *node = node_of(request, number);
	struct handle *handle = node && node->type == NODE_FILE ? malloc(sizeof(*handle)) : NULL;

	if (!handle) {
		fuse_reply_err(request, node && node->type == NODE_FILE ? ENOMEM : EISDIR);
		return;
	}
	pthread_mutex_init(&handle->lock, NULL);
	handle->node = node;
	handle->made = false;
	info->fh = (uintptr_t)handle;
	info->direct_io = 1;
	if (fuse_reply_open(request, info))
		free(handle);
}

static void files_release(fuse_req_t request, fuse_ino_t number, struct fuse_file_info *info)
{
	struct handle *handle = handle_of(info);

	(void)number;
	pthread_mutex_destroy(&handle->lock);
	free(handle);
	fuse_reply_err(request, 0);
}

/* Return 0 or a negative errno. */
static int make_text(struct handle *handle)
{
	const struct node *node = handle->node;
	int length = node->text(node->owner, node->key, handle->text);

	handle->made = length >= 0;
	handle->length = handle->made ? length : 0;
	return handle->made ? 0 : length;
}

/* Copy a piece of a text, which is made if need be. Return its length or a negative errno. */
static int copy_piece(struct handle *handle, size_t size, off_t offset, char *piece)
{
	size_t length = 0;
	int err = 0;

	pthread_mutex_lock(&handle->lock);
	if (!offset || !handle->made)
		err = make_text(handle);
	if (offset < (off_t)handle->length) {
		length = handle->length - offset < size ? handle->length - offset : size;
		memcpy(piece, handle->text + offset, length);
	}
	pthread_mutex_unlock(&handle->lock);
	return err ? err : (int)length;
}

/* After the reply the reader may close the file: nothing of its handle is used any more. */
static void files_read(fuse_req_t request, fuse_ino_t number, size_t size, off_t offset,
		       struct fuse_file_info *info)
{
	char piece[TREE_TEXT_ROOM];
	int length = copy_piece(handle_of(info), size, offset, piece);

	(void)number;
	if (length < 0)
		fuse_reply_err(request, -length);
	else
		fuse_reply_buf(request, piece, length);
}

const struct fuse_lowlevel_ops files_operations = {
	.lookup = files_lookup,
	.getattr = files_getattr,
	.readlink = files_readlink,
	.readdir = files_readdir,
	.open = files_open,
	.read = files_read,
	.release = files_release,
};

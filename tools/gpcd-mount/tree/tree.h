/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The files that are shown: folders, links, and files whose text is made when it is read. A tree is
 * built once, and then only read, by any number of threads.
 */
#ifndef TREE_TREE_H
#define TREE_TREE_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of the longest text of a file: as in sysfs, a page. */
#define TREE_TEXT_ROOM	4096

/*
 * Make the text of a file. @owner and @key are as for tree_file(). Write at most TREE_TEXT_ROOM
 * bytes to @room, without a NUL; return their number, or a negative errno for the reader.
 */
typedef int tree_text(void *owner, const char *key, char *room);

enum node_type { NODE_FOLDER, NODE_FILE, NODE_LINK };

/* A folder, file or link. */
struct node {
	char *name;
	enum node_type type;
	uint64_t number;	/* in its tree, from 1, which is the root */
	struct node *earlier;	/* made before this one; NULL: none */
	struct node *parent;	/* the root's is the root */
	struct node **children;	/* of a folder; sorted by name when the tree is finished */
	size_t count;	/* of children */
	tree_text *text;	/* of a file */
	void *owner;	/* likewise */
	char *key;	/* likewise; of a link: where it leads */
};

/* A tree. */
struct tree {
	struct node *made;	/* the last node that was made */
	struct node **nodes;	/* by number, less 1, when the tree is finished */
	size_t count;	/* of nodes */
	struct node *root;
	int error;	/* the first of building it, a negative errno; or 0 */
};

/* Make a tree with an empty root, for tree_free(). Errors are kept for tree_finish(). */
void tree_make(struct tree *tree);

/*
 * Return the folder of that name in another one; make it if need be. Here and below a NULL folder
 * is allowed, after an error, and nothing happens.
 */
struct node *tree_folder(struct tree *tree, struct node *in, const char *name);

/*
 * Add a file. A '/' in @name becomes '!', as in sysfs, and so does the first '.' of "." and "..".
 * @owner outlives the tree; @key is copied, and may be NULL.
 */
void tree_file(struct tree *tree, struct node *in, const char *name, tree_text *text, void *owner,
	       const char *key);

/* Add a file that always has this text. */
void tree_constant(struct tree *tree, struct node *in, const char *name, const char *text);

/* Add a symbolic link. */
void tree_link(struct tree *tree, struct node *in, const char *name, const char *target);

/*
 * Finish building. Return 0, -ENOMEM, or -EEXIST if two nodes of a folder have one name, which is
 * then written to *@name.
 */
int tree_finish(struct tree *tree, const char **name);

/* Find a node in a folder by its name; NULL if there is none. */
struct node *tree_child(const struct node *in, const char *name);

/* Find a node by its path from the root, without a '/' at the begin; links are not followed. */
struct node *tree_find(const struct tree *tree, const char *path);

/* Find a node by its number; NULL if there is none. */
struct node *tree_numbered(const struct tree *tree, uint64_t number);

/* Free a tree and its nodes, but not the owners of files. */
void tree_free(struct tree *tree);

#endif /* TREE_TREE_H */

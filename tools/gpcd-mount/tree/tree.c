// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tree.h"

/* Append to an array whose room is the next power of two. */
static int append(struct node ***array, size_t *count, struct node *node)
{
	struct node **longer;

	if (!(*count & (*count - 1))) {
		longer = reallocarray(*array, *count ? 2 * *count : 1, sizeof(**array));
		if (!longer)
			return -ENOMEM;
		*array = longer;
	}
	(*array)[(*count)++] = node;
	return 0;
}

static void node_free(struct node *node)
{
	free(node->name);
	free(node->children);
	free(node->key);
	free(node);
}

/* A driver may name a counter as no file can be named. */
static void make_entry(char *name)
{
	if (!strcmp(name, ".") || !strcmp(name, ".."))
		*name = '!';
	while ((name = strchr(name, '/')))
		*name = '!';
}

/* Make a node, and number it. */
static struct node *node_make(struct tree *tree, enum node_type type, const char *name,
			      const char *key)
{
	struct node *node = calloc(1, sizeof(*node));

	if (!node)
		return NULL;
	node->type = type;
	node->name = strdup(name);
	node->key = key ? strdup(key) : NULL;
	if (!node->name || (key && !node->key)) {
		node_free(node);
		return NULL;
	}
	make_entry(node->name);
	node->number = ++tree->count;
	node->earlier = tree->made;
	tree->made = node;
	return node;
}

/* Add a node to a folder. Return NULL after an error, here or earlier. */
static struct node *tree_append(struct tree *tree, struct node *in, enum node_type type,
				const char *name, const char *key)
{
	struct node *node;

	if (!in || tree->error)
		return NULL;
	node = node_make(tree, type, name, key);
	if (!node || append(&in->children, &in->count, node)) {
		tree->error = -ENOMEM;
		return NULL;
	}
	node->parent = in;
	return node;
}

void tree_make(struct tree *tree)
{
	*tree = (struct tree) { 0 };
	tree->root = node_make(tree, NODE_FOLDER, "", NULL);
	if (tree->root)
		tree->root->parent = tree->root;
	else
		tree->error = -ENOMEM;
}

struct node *tree_folder(struct tree *tree, struct node *in, const char *name)
{
	for (size_t i = 0; in && i < in->count; i++) {
		if (in->children[i]->type == NODE_FOLDER && !strcmp(in->children[i]->name, name))
			return in->children[i];
	}
	return tree_append(tree, in, NODE_FOLDER, name, NULL);
}

void tree_file(struct tree *tree, struct node *in, const char *name, tree_text *text, void *owner,
	       const char *key)
{
	struct node *node = tree_append(tree, in, NODE_FILE, name, key);

	if (!node)
		return;
	node->text = text;
	node->owner = owner;
}

static int constant_text(void *owner, const char *key, char *room)
{
	size_t length = strnlen(key, TREE_TEXT_ROOM);

	(void)owner;
	memcpy(room, key, length);
	return length;
}

void tree_constant(struct tree *tree, struct node *in, const char *name, const char *text)
{
	tree_file(tree, in, name, constant_text, NULL, text);
}

void tree_link(struct tree *tree, struct node *in, const char *name, const char *target)
{
	tree_append(tree, in, NODE_LINK, name, target);
}

/* --- a finished tree --- */

static int by_name(const void *one, const void *other)
{
	return strcmp((*(struct node *const *)one)->name, (*(struct node *const *)other)->name);
}

static const char *sort(struct node *folder)
{
	if (folder->count)
		qsort(folder->children, folder->count, sizeof(*folder->children), by_name);
	for (size_t i = 1; i < folder->count; i++) {
		if (!by_name(&folder->children[i - 1], &folder->children[i]))
			return folder->children[i]->name;
	}
	return NULL;
}

int tree_finish(struct tree *tree, const char **name)
{
	if (tree->error)
		return tree->error;
	tree->nodes = calloc(tree->count, sizeof(*tree->nodes));
	if (!tree->nodes)
		tree->error = -ENOMEM;
	for (struct node *node = tree->made; !tree->error && node; node = node->earlier) {
		tree->nodes[node->number - 1] = node;
		*name = sort(node);
		if (*name)
			tree->error = -EEXIST;
	}
	return tree->error;
}

struct node *tree_child(const struct node *in, const char *name)
{
	struct node wanted = { .name = (char *)name }, *key = &wanted, **found;

	if (!in->count)
		return NULL;
	found = bsearch(&key, in->children, in->count, sizeof(*in->children), by_name);
	return found ? *found : NULL;
}

struct node *tree_find(const struct tree *tree, const char *path)
{
	struct node *node = tree->root;
	char *copy = strdup(path), *rest = copy, *name;

	while (node && copy && (name = strsep(&rest, "/")))
		node = *name ? tree_child(node, name) : node;
	free(copy);
	return copy ? node : NULL;
}

struct node *tree_numbered(const struct tree *tree, uint64_t number)
{
	return number - 1 < tree->count ? tree->nodes[number - 1] : NULL;
}

void tree_free(struct tree *tree)
{
	struct node *earlier;

	for (struct node *node = tree->made; node; node = earlier) {
		earlier = node->earlier;
		node_free(node);
	}
	free(tree->nodes);
	*tree = (struct tree) { 0 };
}

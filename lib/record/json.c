// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * JSON without half results: if memory fails, Jansson 2.14 goes on and loses letters, and with a
 * closing quote the end of the text. Here it does not go on: what it has is freed.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>

#include "json.h"

/* The parsing that is under way: where it ends without memory, and its blocks. */
static struct {
	jmp_buf end;
	void **blocks;
	size_t count;
	size_t room;
	bool failed;
} parsing;

static void *block_get(size_t size)
{
	void *block = malloc(size);

	if (block && parsing.count == parsing.room) {
		size_t room = 2 * parsing.room + 64;
		void **blocks = reallocarray(parsing.blocks, room, sizeof(*blocks));

		if (blocks) {
			parsing.blocks = blocks;
			parsing.room = room;
		}
	}
	if (!block || parsing.count == parsing.room) {
		free(block);
		longjmp(parsing.end, 1);
	}
	parsing.blocks[parsing.count++] = block;
	return block;
}

static void json_block_free(void *block)
{
	for (size_t i = parsing.count; i--;) {
		if (parsing.blocks[i] != block)
			continue;
		parsing.blocks[i] = parsing.blocks[--parsing.count];
		break;
	}
	free(block);
}

static void blocks_free(void)
{
	while (parsing.count)
		free(parsing.blocks[--parsing.count]);
}

int json_parse(const char *text, size_t length, json_t **json)
{
	json_malloc_t get;
	json_free_t put;

	json_get_alloc_funcs(&get, &put);
	json_set_alloc_funcs(block_get, json_block_free);
	parsing.failed = false;
	if (setjmp(parsing.end)) {
		parsing.failed = true;
		*json = NULL;
		blocks_free();
	} else {
		*json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
	}
	json_set_alloc_funcs(get, put);
	free(parsing.blocks);
	parsing.blocks = NULL;
	parsing.count = 0;
	parsing.room = 0;
	if (parsing.failed)
		return -ENOMEM;
	return *json ? 0 : -EINVAL;
}

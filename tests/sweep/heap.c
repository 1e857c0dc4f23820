// SPDX-License-Identifier: GPL-2.0-only
/*
 * The allocator that fails, in front of the real one: the C library's or the
 * address sanitizer's.
 */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unwind.h>

#include "sweep.h"

struct heap *heap;
uint64_t *places;
static bool armed;

static struct {
	void *(*malloc)(size_t size);
	void *(*calloc)(size_t count, size_t size);
	void *(*realloc)(void *old, size_t size);
	void (*free)(void *block);
	char *(*realpath)(const char *path, char *room);
} real;

/* The loader allocates before any constructor runs. */
static void real_find(void)
{
	if (real.malloc)
		return;
	real.free = dlsym(RTLD_NEXT, "free");
	real.calloc = dlsym(RTLD_NEXT, "calloc");
	real.realloc = dlsym(RTLD_NEXT, "realloc");
	real.realpath = dlsym(RTLD_NEXT, "realpath");
	real.malloc = dlsym(RTLD_NEXT, "malloc");
}

static void heap_closed(void)
{
	heap->ended = true;
	armed = false;
}

void heap_arm(void)
{
	atexit(heap_closed);
	armed = true;
}

static _Unwind_Reason_Code frame_add(struct _Unwind_Context *frame, void *place)
{
	uint64_t *hash = place;

	*hash = (*hash ^ _Unwind_GetIP(frame)) * 0x100000001b3;
	return _URC_NO_REASON;
}

static void place_note(void)
{
	uint64_t hash = 0xcbf29ce484222325;

	if (heap->allocations > PLACES_MAX)
		return;
	/* The unwinder's own allocations do not count. */
	armed = false;
	_Unwind_Backtrace(frame_add, &hash);
	armed = true;
	places[heap->allocations] = hash;
}

static bool fails(void)
{
	real_find();
	if (!armed)
		return false;
	heap->allocations++;
	if (heap->look)
		place_note();
	if (heap->allocations != heap->fail)
		return false;
	errno = ENOMEM;
	return true;
}

static void *gained(void *block)
{
	if (armed && block)
		heap->live++;
	return block;
}

void *malloc(size_t size)
{
	return fails() ? NULL : gained(real.malloc(size));
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : gained(real.calloc(count, size));
}

void *realloc(void *old, size_t size)
{
	if (fails())
		return NULL;
	return old ? real.realloc(old, size) : gained(real.realloc(old, size));
}

void free(void *block)
{
	real_find();
	if (armed && block)
		heap->live--;
	real.free(block);
}

/* The sanitizer has its own of these, which would get past us. */
void *reallocarray(void *old, size_t count, size_t size)
{
	if (size && count > SIZE_MAX / size) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(old, count * size);
}

char *strdup(const char *text)
{
	size_t size = strlen(text) + 1;
	char *copy = malloc(size);

	return copy ? memcpy(copy, text, size) : NULL;
}

char *realpath(const char *path, char *given)
{
	char *room = given ?: malloc(PATH_MAX);
	char *result = room ? real.realpath(path, room) : NULL;

	if (!result && !given)
		free(room);
	return result;
}

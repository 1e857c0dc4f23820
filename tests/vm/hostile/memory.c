// SPDX-License-Identifier: GPL-2.0-only
/*
 * Memory that calls are given: a pattern in and around it, and every kind of pointer that a caller
 * should not pass.
 */
#include <err.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hostile.h"

#define PAGE		4096
#define GUARD		64
#define SLOT_HOLE	(PAGE + BUFFER_MAX + PAGE)	/* a page guards either side */
#define SLOT		(SLOT_HOLE + PAGE)

static uint8_t *arena_map(int fd, int protection)
{
	uint8_t *at = mmap(NULL, BUFFERS * SLOT, protection, MAP_SHARED | MAP_32BIT, fd, 0);

	if (at == MAP_FAILED)
		err(2, "memory below 4 GiB");
	for (int i = 0; i < BUFFERS; i++)
		mprotect(at + i * SLOT + SLOT_HOLE, PAGE, PROT_NONE);
	return at;
}

void arena_make(struct arena *arena)
{
	int fd = memfd_create("arena", MFD_CLOEXEC);

	if (fd < 0 || ftruncate(fd, BUFFERS * SLOT))
		err(2, "memfd");
	arena->at = arena_map(fd, PROT_READ | PROT_WRITE);
	arena->readonly = arena_map(fd, PROT_READ);
	close(fd);
}

bool memory_is(const uint8_t *at, uint8_t byte, size_t size)
{
	return !size || (*at == byte && !memcmp(at, at + 1, size - 1));
}

bool buffer_intact(const struct buffer *buffer)
{
	return memory_is(buffer->at - buffer->before, PATTERN, buffer->before) &&
	       memory_is(buffer->at + buffer->size, PATTERN, buffer->after);
}

/* Return the place of a good buffer within a slot. */
static uint8_t *place(uint8_t *slot, size_t size, uint8_t decision)
{
	uint8_t *plain = slot + PAGE;

	if (decision < 0x80)
		return plain + GUARD;
	if (decision < 0xc0)
		return plain + GUARD + 1 + decision % 7;
	if (decision < 0xe0)
		return slot + SLOT_HOLE - size;
	return plain + PAGE - 1 - decision % 8;
}

static uint64_t pointer_junk(struct turn *turn, uint8_t decision)
{
	struct mapping *mapping = mapping_any();

	switch (decision) {
	case JUNK + 0:
		return 0;
	case JUNK + 1:
		return 0xffff888000000000;
	case JUNK + 2:
		return 0xffffffff81000000;
	case JUNK + 3:
		return 0x8000000000000000;
	case JUNK + 4:
		return ~0ULL;
	case JUNK + 5:
		return 0x7ffffffff000 - PAGE;
	case JUNK + 6:
		return 0x7ffffffffff8;
	case JUNK + 7:
		return 1;
	case JUNK + 8:	/* the argument itself */
		turn->overlaps = true;
		return (uintptr_t)turn->caller->arena.at + PAGE + GUARD;
	case JUNK + 9:	/* the registers of a chip */
		return mapping ? (uintptr_t)mapping->at + 0x2000000 : PAGE;
	default:
		return (uintptr_t)turn->caller->arena.at + SLOT_HOLE;
	}
}

uint64_t buffer_place(struct turn *turn, int number, size_t size)
{
	const struct arena *arena = &turn->caller->arena;
	uint8_t *slot = arena->at + number * SLOT;
	struct buffer *buffer = &turn->buffer[number];
	uint8_t decision = bytes_take(&turn->bytes);

	if (size > BUFFER_MAX)
		size = BUFFER_MAX;
	*buffer = (struct buffer){ .size = size, .before = GUARD, .known = decision < JUNK };
	buffer->at = place(slot, size, decision < JUNK ? decision : 0);
	if (buffer->at + size + GUARD <= slot + SLOT_HOLE)
		buffer->after = GUARD;
	memset(buffer->at - buffer->before, PATTERN, buffer->before + size + buffer->after);

	if (decision < JUNK)
		return (uintptr_t)buffer->at;
	if (decision >= JUNK + 11 && decision <= JUNK + 13)
		return (uintptr_t)(arena->readonly + (buffer->at - arena->at));
	if (decision == 0xff)	/* the hole cuts its end off */
		return (uintptr_t)slot + SLOT_HOLE - size / 2 / 8 * 8;
	return pointer_junk(turn, decision);
}

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Failure sweeps: of each entry point every allocation and every copy from or
 * to user memory fails once, but for those that show nothing new (main.c).
 * Either the call says so and leaves no trace, or, where that is in order, it
 * does all it should. main.c judges; each other file has a table of entry
 * points, or helps.
 */
#ifndef SWEEP_H
#define SWEEP_H

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* As in the kernel. */
#define FORMAT_OF(string, first) format(printf, string, first)
#define __printf(string, first) __attribute__((FORMAT_OF(string, first)))
#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define CONFIG		"/sys/kernel/config/gpcd_emu"
#define CONTROL		"/dev/gpcdctl"
#define UNTOUCHED	0xa5	/* fills what a call may write */
#define PAGES_ALIKE	7	/* of the 59 or more of a chip's image */

/**
 * enum fault - what fails
 * @FAULT_SMALL: small allocations and copies: the same ones each time
 * @FAULT_DROUGHT: the same, but no small allocation works any more after the one
 * @FAULT_PAGE: pages and copies; the allocator of small memory and the checkers
 *	ask for pages, too, now and then
 */
enum fault { FAULT_SMALL, FAULT_DROUGHT, FAULT_PAGE };

/**
 * struct entry - a way into the modules
 * @name: what the report calls it
 * @prepare: makes what the call needs, or NULL
 * @run: the call: one system call; a result or a negative errno
 * @failed: complains of what a failed call should have left alone, beyond the
 *	state that world.c describes; or NULL
 * @worked: complains of what a call that worked did not do, or NULL
 * @undo: takes back what @prepare and @run did, or NULL
 * @forgives: why the call may work although something failed; NULL: it may not
 * @idle: why nothing of it can fail; NULL: something must
 * @late: why a failed call may have done its work; NULL: it may not
 * @refused: the call, refused where our code begins: what comes before is not swept;
 *	NULL: all of it is
 * @ours: is what failed just now ours? Nothing before what is not is swept
 * @fault: FAULT_SMALL or FAULT_DROUGHT; pages fail in any case
 * @pages_alike: so many pages in a row are asked for at one place: fail one of them
 * @path: of the file that is read or written, for the calls that do
 * @text: what is written there, or wanted in it
 * @command: of the ioctl, for those
 */
struct entry {
	const char *name;
	void (*prepare)(const struct entry *entry);
	long (*run)(const struct entry *entry);
	void (*failed)(const struct entry *entry);
	void (*worked)(const struct entry *entry, long result);
	void (*undo)(const struct entry *entry, long result);
	const char *forgives;
	const char *idle;
	const char *late;
	long (*refused)(const struct entry *entry);
	bool (*ours)(void);
	enum fault fault;
	unsigned int pages_alike;
	const char *path;
	const char *text;
	unsigned long command;
};

/**
 * struct stage - entry points that start from the same state
 * @setup: makes it
 * @teardown: takes it away
 * @entries: the entry points
 * @count: how many
 */
struct stage {
	void (*setup)(void);
	void (*teardown)(void);
	const struct entry *entries;
	int count;
};

extern const struct stage core_stage, emu_stage, chip_stage;
extern const struct stage read_stage, alarm_stage, change_stage, file_stage;
extern const struct stage event_stage, pmu_stage, netlink_stage;

/* Judgement (sweep.c) */

/** complain() - say what is wrong with the call at hand; the first word counts */
__printf(1, 2) void complain(const char *fmt, ...);

/** must() - end the program: the sweep itself is broken */
void must(bool good, const char *what);

/** result() - what a system call returned, its errno instead of -1 */
static inline long result(long ret)
{
	return ret < 0 ? -errno : ret;
}

/* Failures (fault.c) */

void fault_setup(void);

/** fault_choose() - what is to fail */
void fault_choose(enum fault fault);

/** fault_arm() - let the @nth allocation or copy of this thread fail */
void fault_arm(unsigned int nth);

/** fault_disarm() - no more of that; how many were missing: 0: it has failed */
unsigned int fault_disarm(void);

/** fault_was_copy() - was it a copy, since kmsg_skip()? */
bool fault_was_copy(void);

/* Paths through our modules (path.c) */

void path_setup(void);

/** path_begin() - the call at hand begins */
void path_begin(void);

/** path_end() - the path that it took, as a number; 0: it was too long */
uint64_t path_end(void);

/* What can be seen of the modules from outside (world.c) */

#define WORLD_SIZE 16384

/**
 * struct world - what there is
 * @things: modules, their users, devices, nodes, directories, permissions, one a line
 * @values: registers, epochs, faults and set-ups
 */
struct world {
	char things[WORLD_SIZE];
	char values[WORLD_SIZE];
};

void world_see_things(struct world *world);
void world_see(struct world *world);

/** text_compare() - complain of the first line that is not as it was */
void text_compare(const char *when, const char *was, const char *is);

/* Small files (world.c) */

/** file_read() - a small file's text, in a buffer of its own; "" where there is none */
const char *file_read(const char *path);

/** file_write() - 0 or a negative errno */
long file_write(const char *path, const char *text);

/* The kernel log (kmsg.c) */

/** kmsg_skip() - forget what was said so far */
void kmsg_skip(void);

/** kmsg_said() - has a text been logged since? */
bool kmsg_said(const char *text);

/** kmsg_report() - what a checker of the kernel has reported since, or NULL */
const char *kmsg_report(void);

/* Calls that several tables make (calls.c) */

/** untouched() - is a buffer still as it was filled? */
bool untouched(const void *buffer, size_t size);

/** register_of() - address of the i-th static counter of a Gemini */
uint64_t register_of(int i);

/** device_open() - /dev/gpcdN, or a negative errno */
long device_open(unsigned int index);

/** device_nic() - the NIC address of an open device, or a negative errno */
long device_nic(int fd);

/** attr_open() - prepare to read or to write @entry->path */
void attr_open(const struct entry *entry);

/** attr_load() - run: read it, in one piece */
long attr_load(const struct entry *entry);

/** attr_store() - run: write @entry->text */
long attr_store(const struct entry *entry);

/** attr_untouched() - complain if a failed attr_load() gave anything */
void attr_untouched(const struct entry *entry);

/** attr_loaded() - complain unless @entry->text was read */
void attr_loaded(const struct entry *entry, long result);

/** attr_stored() - complain unless @entry->text is what can be read now */
void attr_stored(const struct entry *entry, long result);

/** attr_close() - undo attr_open() */
void attr_close(const struct entry *entry, long result);

#endif /* SWEEP_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Failure sweeps: for each entry point, every allocation and every copy from or to user memory
 * fails once, except for those that show nothing new (main.c). Either the call reports it and
 * leaves no trace, or, where allowed, it does all its work. main.c judges; each other file has a
 * table of entry points, or helpers.
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

/*
 * What fails. FAULT_SMALL: small allocations and copies, the same ones each time. FAULT_DROUGHT:
 * the same, but every small allocation after the first failure fails, too. FAULT_PAGE: pages and
 * copies; the slab allocator and the checkers ask for pages, too, now and then.
 */
enum fault { FAULT_SMALL, FAULT_DROUGHT, FAULT_PAGE };

/* A way into the modules. */
struct entry {
	const char *name;	/* in the report */
	void (*prepare)(const struct entry *entry);	/* makes what the call needs, or NULL */
	/* the call: one system call; a result or a negative errno */
	long (*run)(const struct entry *entry);
	/* checks what a failed call must leave alone, or NULL */
	void (*failed)(const struct entry *entry);
	/* checks what a successful call must do, or NULL */
	void (*worked)(const struct entry *entry, long result);
	/* takes back what @prepare and @run did, or NULL */
	void (*undo)(const struct entry *entry, long result);
	const char *forgives;	/* why the call may work in spite of a failure, or NULL */
	const char *idle;	/* why nothing of it can fail; NULL: something must */
	const char *late;	/* why a failed call may have done its work, or NULL */
	/* the call, refused where our code begins; NULL: sweep all of it */
	long (*refused)(const struct entry *entry);
	bool (*ours)(void);	/* was the last failure ours? nothing before is swept */
	enum fault fault;	/* FAULT_SMALL or FAULT_DROUGHT; pages fail in any case */
	unsigned int pages_alike;	/* fail one of so many pages in a row from one place */
	/* as many entry points, each of which fails some of the steps: these take long; 0: one */
	unsigned int parts;
	const char *path;	/* of the file that is read or written */
	const char *text;	/* what is written there, or wanted in it */
	unsigned long command;	/* of the ioctl */
};

#define PARTS	8	/* of an entry point that brings a chip to life or loads a module */

/* Entry points that start from the same state. */
struct stage {
	void (*setup)(void);	/* makes it */
	void (*teardown)(void);	/* takes it away */
	const struct entry *entries;
	int count;
};

extern const struct stage core_stage, emu_stage, chip_stage;
extern const struct stage read_stage, change_stage, file_stage;
extern const struct stage event_stage, pmu_stage, netlink_stage, driver_stage;

/* Judgement (sweep.c) */

/* Report what is wrong with the call at hand; only the first complaint counts. */
__printf(1, 2) void complain(const char *fmt, ...);

/* End the program unless @good: the sweep itself is broken. */
void must(bool good, const char *what);

/* Return what a system call returned, its negative errno instead of -1. */
static inline long result(long ret)
{
	return ret < 0 ? -errno : ret;
}

/* Failures (fault.c) */

void fault_setup(void);

/* Choose what is to fail. */
void fault_choose(enum fault fault);

/* Let the @nth allocation or copy of this thread fail. */
void fault_arm(unsigned int nth);

/* Stop that; return how many steps were missing: 0: it has failed. */
unsigned int fault_disarm(void);

/* Was the failure a copy, since kmsg_skip()? */
bool fault_was_copy(void);

/* Paths through our modules (path.c) */

void path_setup(void);

/* Begin recording the path of the call at hand. */
void path_begin(void);

/* Return the path that it took, as a number; 0: it was too long. */
uint64_t path_end(void);

/* What can be seen of the modules from outside (world.c) */

#define WORLD_SIZE 16384

/* State of the modules and their chips. */
struct world {
	/* modules, their users, devices, nodes, directories, permissions, one a line */
	char things[WORLD_SIZE];
	char values[WORLD_SIZE];	/* registers, epochs, faults and set-ups */
};

void world_see_things(struct world *world);
void world_see(struct world *world);

/* Complain of the first line that differs. */
void text_compare(const char *when, const char *was, const char *is);

/* Small files (world.c) */

/* Return a small file's text, to be freed; "" if there is none. */
const char *file_read(const char *path);

/* Return 0 or a negative errno. */
long file_write(const char *path, const char *text);

/* The kernel log (kmsg.c) */

/* Forget the kernel log so far. */
void kmsg_skip(void);

/* Has a text been logged since? */
bool kmsg_said(const char *text);

/* Return what a checker of the kernel has reported since, or NULL. */
const char *kmsg_report(void);

/* Calls that several tables make (calls.c) */

/* Is a buffer still as it was filled? */
bool untouched(const void *buffer, size_t size);

/* Return the address of the i-th static counter of a Gemini. */
uint64_t register_of(int i);

/* Open /dev/gpcdN; return a descriptor or a negative errno. */
long device_open(unsigned int index);

/* Return the NIC address of an open device, or a negative errno. */
long device_nic(int fd);

/* Prepare to read or to write @entry->path. */
void attr_open(const struct entry *entry);

/* For entry.run: read it, in one piece. */
long attr_load(const struct entry *entry);

/* For entry.run: write @entry->text. */
long attr_store(const struct entry *entry);

/* Complain if a failed attr_load() returned anything. */
void attr_untouched(const struct entry *entry);

/* Complain unless @entry->text was read. */
void attr_loaded(const struct entry *entry, long result);

/* Complain unless @entry->text can now be read. */
void attr_stored(const struct entry *entry, long result);

/* Undo attr_open(). */
void attr_close(const struct entry *entry, long result);

#endif /* SWEEP_H */

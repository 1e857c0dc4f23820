/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For tests of callers whose memory never comes: a page that userfaultfd(2) holds back, and every
 * call that can touch it.
 */
#ifndef STALL_H
#define STALL_H

#include <linux/gpcd_perms.h>
#include <linux/userfaultfd.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "chip.h"
#include "suite.h"

#define CTL		"/dev/gpcdctl"
#define CGROUP		"/sys/fs/cgroup/stalled"
#define DEFAULT_PERMS	"/sys/module/gpcd/parameters/default_perms"

static int uffd;
static char *stalled;		/* a page that comes with page_come() */
static int fd;
static int group;
static int ctl;			/* the control node */
static int cgroup;		/* a job's */

/* Set the entry of a job without processes. */
static inline int entry_set(uint32_t may, const void *nics)
{
	struct gpcd_perms_set set = {
		.size = sizeof(set), .cgroup = cgroup, .may = may,
		.nic_count = !!nics, .nics = (uintptr_t)nics,
	};

	return call(ctl, GPCD_IOC_PERMS_SET, &set);
}

static inline void stall_setup(void)
{
	long page = sysconf(_SC_PAGESIZE);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register range = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = 1, .addrs = (uintptr_t)addrs,
	};

	chip_load();
	uffd = syscall(SYS_userfaultfd, O_CLOEXEC | O_NONBLOCK);
	ck_assert_msg(uffd >= 0, "userfaultfd: %s", strerror(errno));
	ck_assert(!ioctl(uffd, UFFDIO_API, &api));
	stalled = mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	ck_assert(stalled != MAP_FAILED);
	range.range.start = (uintptr_t)stalled;
	range.range.len = page;
	ck_assert(!ioctl(uffd, UFFDIO_REGISTER, &range));
	fd = open_device();
	group = ioctl(fd, GPCD_IOC_GROUP, &req);
	ck_assert_int_ge(group, 0);
	ctl = open(CTL, O_RDWR | O_CLOEXEC);
	ck_assert_int_ge(ctl, 0);
	ck_assert(!mkdir(CGROUP, 0755) || errno == EEXIST);
	cgroup = open(CGROUP, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	ck_assert_int_ge(cgroup, 0);
	ck_assert_int_eq(entry_set(GPCD_MAY_NIC, &(struct gpcd_nic){ 1, 1 }), 0);
}

static inline void page_await(void)
{
	struct pollfd wait = { .fd = uffd, .events = POLLIN };

	ck_assert_msg(poll(&wait, 1, 1000 * HANG_SECONDS) == 1, "the call did not meet the page");
}

static inline void page_come(void)
{
	struct uffdio_zeropage zero = {
		.range = { (uintptr_t)stalled, sysconf(_SC_PAGESIZE) },
	};

	ck_assert(!ioctl(uffd, UFFDIO_ZEROPAGE, &zero));
}

/* Calls that touch the page in one place or another; each returns 0 or an errno. */

static inline int stall_argument(void)
{
	return call(fd, GPCD_IOC_INFO, stalled);
}

static inline int stall_legacy(uint64_t *from, uint64_t *to, unsigned long command)
{
	struct gpcd_args args = { .num_mmrs = 1, .mmr_addrs = from, .mmr_data = to };

	return call(fd, command, &args);
}

static inline int stall_addrs(void)
{
	uint64_t value;

	return stall_legacy((uint64_t *)stalled, &value, GPC_IOC_READ_REG);
}

static inline int stall_values(void)
{
	return stall_legacy(addrs, (uint64_t *)stalled, GPC_IOC_READ_REG);
}

static inline int stall_write(void)
{
	return stall_legacy(addrs, (uint64_t *)stalled, GPC_IOC_WRITE_REG);
}

static inline int stall_sweep(int file, unsigned long command, void *values, void *statuses)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req), .count = 1,
		.addrs = command == GPCD_IOC_SNAPSHOT ? (uintptr_t)addrs : 0,
		.values = (uintptr_t)values, .statuses = (uintptr_t)statuses,
	};

	return call(file, command, &req);
}

static inline int stall_statuses(void)
{
	uint64_t value;

	return stall_sweep(fd, GPCD_IOC_SNAPSHOT, &value, stalled);
}

static inline int stall_group(void)
{
	return stall_sweep(group, GPCD_IOC_GROUP_READ, stalled, NULL);
}

static inline int stall_catalogue(void)
{
	struct gpcd_catalogue_page page = {
		.size = sizeof(page), .count = 1,
		.entry_size = sizeof(struct gpcd_catalogue_entry), .entries = (uintptr_t)stalled,
	};

	return call(fd, GPCD_IOC_CATALOGUE, &page);
}

static inline int stall_new_group(void)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = 1, .addrs = (uintptr_t)stalled,
	};

	return call(fd, GPCD_IOC_GROUP, &req);
}

static inline int stall_list_of(void *entries, void *nics)
{
	struct gpcd_perms_list list = {
		.size = sizeof(list), .count = 1, .nic_count = 1,
		.entry_size = sizeof(struct gpcd_perms_entry), .entries = (uintptr_t)entries,
		.nics = (uintptr_t)nics,
	};

	return call(ctl, GPCD_IOC_PERMS_LIST, &list);
}

static inline int stall_list(void)
{
	struct gpcd_nic nic;

	return stall_list_of(stalled, &nic);
}

static inline int stall_listed_nics(void)
{
	struct gpcd_perms_entry entry;

	return stall_list_of(&entry, stalled);
}

static inline int stall_nics(void)
{
	return entry_set(GPCD_MAY_NIC, stalled);
}

/* Files: their texts, as they are read and written. */

static inline int stall_text_of(const char *path, int flags)
{
	int file = open(path, flags | O_CLOEXEC);
	ssize_t done;

	ck_assert_msg(file >= 0, "%s: %s", path, strerror(errno));
	done = flags == O_RDONLY ? read(file, stalled, 16) : write(file, stalled, 16);
	close(file);
	return done < 0 ? errno : 0;
}

static inline int stall_sysfs(void)
{
	return stall_text_of("/sys/class/gpcd/gpcd0/epoch", O_RDONLY);
}

static inline int stall_fdinfo(void)
{
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fdinfo/%d", group);
	return stall_text_of(path, O_RDONLY);
}

static inline int stall_parameter(void)
{
	return stall_text_of(DEFAULT_PERMS, O_WRONLY);
}

static inline int stall_fault(void)
{
	return stall_text_of(BACKDOOR "/fault", O_WRONLY);
}

static const struct stall {
	const char *name;
	int (*run)(void);
} stalls[] = {
	{ "its argument", stall_argument }, { "addresses", stall_addrs },
	{ "values", stall_values }, { "values to write", stall_write },
	{ "statuses", stall_statuses }, { "a group's values", stall_group },
	{ "addresses of a group", stall_new_group }, { "the catalogue", stall_catalogue },
	{ "the permission table", stall_list }, { "devices of entries", stall_listed_nics },
	{ "devices of an entry", stall_nics }, { "a text of sysfs", stall_sysfs },
	{ "a descriptor's facts", stall_fdinfo }, { "a parameter", stall_parameter },
	{ "a fault", stall_fault },
};

static inline void *caller(void *run)
{
	((int (*)(void))run)();
	return NULL;
}

static inline pthread_t caller_start(int (*run)(void))
{
	pthread_t thread;

	ck_assert(!pthread_create(&thread, NULL, caller, run));
	page_await();
	return thread;
}

#endif /* STALL_H */

/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A kernel for tests: the linker redirects the library's system calls to it. It implements
 * <linux/gpcd.h>, counts calls, and fails the test on anything that no caller should do.
 */
#ifndef TESTS_UNIT_KERNEL_H
#define TESTS_UNIT_KERNEL_H

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <gpcd/gpcd.h>
#include <gpcd_pub.h>

#include "kernel_valid.h"
#include "mark.h"

#define KERNEL_FDS	64
#define KERNEL_EPOCH	3
#define KERNEL_START_NS	1000
#define KERNEL_END_NS	2000
#define KERNEL_CHIP_NS	500

int __real_open(const char *path, int flags, ...);
int __real_close(int fd);
void *__real_mmap(void *at, size_t length, int protection, int flags, int fd, off_t from);
int __real_munmap(void *at, size_t length);
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_reallocarray(void *old, size_t count, size_t size);

int __wrap_open(const char *path, int flags, ...);
int __wrap_close(int fd);
int __wrap_ioctl(int fd, unsigned long command, void *arg);
void *__wrap_mmap(void *at, size_t length, int protection, int flags, int fd, off_t from);
int __wrap_munmap(void *at, size_t length);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);

enum kernel_kind { CLOSED, DEVICE, GROUP, RING, CTL };

/* An open descriptor: of a device, of a group on one, or of /dev/gpcdctl. */
struct kernel_file {
	enum kernel_kind kind;
	unsigned int born;
	int verbose;
	uint32_t count;
	uint32_t nic_addr;
	uint64_t sequence;
	uint64_t *addrs;
};

/* What tests set, and what they look at. */
static struct kernel {
	unsigned int chip;
	uint64_t hash;	/* of its catalogue, as it says */
	const struct gpcd_catalogue_entry *entries; /* its catalogue; NULL: the library's own */
	uint32_t count;	/* of its entries; 0: as many as the library has */
	uint32_t nregs;	/* the same, as INFO says; 0: the truth */
	uint32_t page;	/* entries that a call gives at most; 0: all */
	uint32_t excess; /* entries that a call claims beyond that */
	uint32_t nics;	/* as INFO says; 0: as many as the library knows */
	uint32_t nic_index;	/* as INFO says */
	uint32_t regs_max;	/* the most registers of a call, as INFO says */
	unsigned int plugs;	/* how often the chip was replaced; older files are gone */
	int unplugged;	/* there is no chip */
	int ctl;	/* errno of opening /dev/gpcdctl, or 0 */
	int read_write;	/* errno of opening for writing, or 0 */
	int refuse;	/* errno of every command but INFO, or 0 */
	uint64_t denied;	/* address that may not be read, or 0 */
	uint64_t offset;	/* a value is its address plus this */
	uint64_t chip_ns;	/* the chip's time */
	void (*swept)(void);	/* called after each sweep, or NULL */
	uint64_t features;	/* as INFO says */
	int64_t time_offset_ns;	/* of the caller's clock, as INFO says */
	uint32_t nic_addr;	/* the only NIC address; 0: any */
	char path[64];	/* opened last */
	int flags;	/* of that */
	int opens;
	int calls;	/* ioctls */
	int allocations;
	int starve;	/* the allocation from now on that fails, from 1; 0: none */
	unsigned long last;	/* number of the last command */
	struct gpcd_write_req write;	/* the last GPCD_IOC_WRITE */
	uint64_t written;	/* its first value */
	struct gpcd_perms perms;	/* the last SET_PERMS */
	struct gpcd_ring_req ring;	/* the last GPCD_IOC_RING */
	int ring_error;	/* errno of it, or 0 */
	uint32_t frozen;	/* rings are */
	struct gpcd_perms_query query;	/* answer of GPCD_IOC_PERMS_QUERY */
	/* the last GPCD_IOC_PERMS_SET: its job is the inode of the folder */
	struct gpcd_perms_entry entry;	/* and the only one of GPCD_IOC_PERMS_LIST */
	struct gpcd_nic named[16];	/* its devices */
	uint32_t listed;	/* devices that the list claims; 0: the truth */
	struct gpcd_perms_remove removed;	/* the last GPCD_IOC_PERMS_REMOVE */
	struct gpcd_perms_policy policy;	/* the last GPCD_IOC_PERMS_POLICY */
	struct kernel_file file[KERNEL_FDS];	/* descriptors */
} kernel;

static inline void kernel_boot(void)
{
	kernel.chip = GPCD_CHIP_GEMINI;
	kernel.hash = gpcd_catalogue_hash(GPCD_CHIP_GEMINI);
	kernel.entries = NULL;
	kernel.count = 0;
	kernel.nregs = 0;
	kernel.page = 0;
	kernel.excess = 0;
	kernel.nics = 0;
	kernel.nic_index = 0;
	kernel.regs_max = 65536;
	kernel.plugs++;
	kernel.unplugged = 0;
	kernel.ctl = 0;
	kernel.read_write = 0;
	kernel.refuse = 0;
	kernel.denied = 0;
	kernel.offset = 1;
	kernel.chip_ns = KERNEL_CHIP_NS;
	kernel.swept = NULL;
	kernel.features = GPCD_FEATURE_LEGACY;
	kernel.time_offset_ns = 0;
	kernel.nic_addr = 0;
	kernel.query = (struct gpcd_perms_query) { .may = GPCD_MAY_NIC, .own = 1 };
	kernel.entry = (struct gpcd_perms_entry) { 0 };
	kernel.listed = 0;
	kernel.policy = (struct gpcd_perms_policy) { .may = GPCD_MAY_NIC };
	kernel.ring_error = 0;
	kernel.frozen = 0;
}

/* Reset the counts. */
static inline void kernel_count(void)
{
	kernel.opens = 0;
	kernel.calls = 0;
	kernel.allocations = 0;
}

static inline int kernel_files(enum kernel_kind kind)
{
	int fd, files = 0;

	for (fd = 0; fd < KERNEL_FDS; fd++)
		files += kernel.file[fd].kind == kind;
	return files;
}

static inline int kernel_fail(int error)
{
	errno = error;
	return -1;
}

static struct kernel_file *kernel_install(enum kernel_kind kind)
{
	int fd = __real_open("/dev/null", O_RDWR | O_CLOEXEC);

	ck_assert_int_ge(fd, 0);
	ck_assert_int_lt(fd, KERNEL_FDS);
	kernel.file[fd] = (struct kernel_file) { .kind = kind, .born = kernel.plugs };
	return &kernel.file[fd];
}

/* The control node outlives the chips. */
static int kernel_open_ctl(void)
{
	if (kernel.ctl)
		return kernel_fail(kernel.ctl);
	return kernel_install(CTL) - kernel.file;
}

static int kernel_open(const char *path, int flags)
{
	kernel.opens++;
	kernel.flags = flags;
	strncpy(kernel.path, path, sizeof(kernel.path) - 1);
	ck_assert_msg(flags & O_CLOEXEC, "%s opened without O_CLOEXEC", path);
	if (!strcmp(path, "/dev/gpcdctl"))
		return kernel_open_ctl();
	if (kernel.unplugged)
		return kernel_fail(ENOENT);
	if (kernel.read_write && (flags & O_ACCMODE) == O_RDWR)
		return kernel_fail(kernel.read_write);
	return kernel_install(DEVICE) - kernel.file;
}

int __wrap_open(const char *path, int flags, ...)
{
	int fd, mode, starve = kernel.starve;
	va_list more;

	if (strncmp(path, "/dev/gpcd", 9)) {
		va_start(more, flags);
		mode = flags & O_CREAT ? va_arg(more, int) : 0;
		va_end(more);
		return __real_open(path, flags, mode);
	}
	kernel.starve = 0;
	fd = kernel_open(path, flags);
	kernel.starve = starve;
	return fd;
}

int __wrap_close(int fd)
{
	if (fd >= 0 && fd < KERNEL_FDS && kernel.file[fd].kind != CLOSED) {
		free(kernel.file[fd].addrs);
		kernel.file[fd] = (struct kernel_file) { .kind = CLOSED };
	}
	return __real_close(fd);
}

static inline uint64_t kernel_hash(uint64_t hash, uint64_t number, unsigned int bytes)
{
	for (; bytes--; number >>= 8)
		hash = (hash ^ (number & 0xff)) * 0x100000001b3ULL;
	return hash;
}

/* The fingerprint as docs/abi.md says, of bytes, low first. */
static inline uint64_t kernel_fingerprint(const struct gpcd_catalogue_entry *entry,
					  unsigned int count)
{
	uint64_t hash = 0xcbf29ce484222325ULL;

	for (; count--; entry++) {
		hash = kernel_hash(hash, entry->addr, 8);
		hash = kernel_hash(hash, entry->shift, 1);
		hash = kernel_hash(hash, entry->kind, 1);
		hash = kernel_hash(hash, entry->width, 1);
	}
	return hash;
}

static uint32_t kernel_nregs(void)
{
	return kernel.entries ? kernel.count : gpcd_catalogue_count(kernel.chip);
}

static int kernel_info(struct gpcd_info *info)
{
	info->abi_version = GPCD_ABI_VERSION;
	info->chip = kernel.chip;
	info->features = kernel.features;
	info->catalogue_hash = kernel.hash;
	info->time_offset_ns = kernel.time_offset_ns;
	info->domain = 1;
	info->nic_addr = 1;
	info->nics = kernel.nics ? kernel.nics : gpcd_chip_nics(kernel.chip);
	info->nic_index = kernel.nic_index;
	info->nregs = kernel.nregs ? kernel.nregs : kernel_nregs();
	info->regs_max = kernel.regs_max;
	info->epoch = KERNEL_EPOCH;
	return 0;
}

static void kernel_entry(uint32_t i, struct gpcd_catalogue_entry *entry)
{
	struct gpcd_reg reg;

	if (kernel.entries) {
		*entry = kernel.entries[i];
		return;
	}
	ck_assert_int_eq(gpcd_catalogue_at(kernel.chip, i, &reg), 0);
	*entry = (struct gpcd_catalogue_entry) {
		.addr = reg.addr, .kind = reg.rule->kind, .unit = reg.rule->unit,
		.width = reg.rule->width, .shift = gpcd_reg_shift(&reg),
		.needs = gpcd_reg_needs(&reg),
	};
	gpcd_reg_name(&reg, entry->name);
}

static int kernel_catalogue(struct gpcd_catalogue_page *page)
{
	struct gpcd_catalogue_entry *to = (void *)(uintptr_t)page->entries;
	uint32_t nregs = kernel_nregs();
	uint32_t i, count = page->first < nregs ? nregs - page->first : 0;

	ck_assert_uint_eq(page->entry_size, sizeof(*to));
	count = count < page->count ? count : page->count;
	if (kernel.page && count > kernel.page)
		count = kernel.page;
	for (i = 0; i < count; i++)
		kernel_entry(page->first + i, &to[i]);
	page->count = count + kernel.excess;
	return 0;
}

static int kernel_knows(uint64_t addr)
{
	uint32_t i = 0;

	if (!kernel.entries)
		return !!gpcd_catalogue_find(kernel.chip, addr);
	while (i < kernel.count && kernel.entries[i].addr != addr)
		i++;
	return i < kernel.count;
}

static uint8_t kernel_read(uint64_t addr, uint64_t *value)
{
	*value = 0;
	if (!kernel_knows(addr))
		return GPCD_STATUS_ABSENT;
	if (addr == kernel.denied)
		return GPCD_STATUS_DENIED;
	*value = addr + kernel.offset;
	return GPCD_STATUS_OK;
}

static int kernel_sweep(const uint64_t *addrs, struct gpcd_snapshot_req *req)
{
	uint64_t *values = (uint64_t *)(uintptr_t)req->values;
	uint8_t *statuses = (uint8_t *)(uintptr_t)req->statuses;
	uint32_t i;

	for (i = 0; i < req->count; i++) {
		if (addrs[i] % 8 && !kernel_knows(addrs[i]))
			return kernel_fail(EINVAL);
		statuses[i] = kernel_read(addrs[i], &values[i]);
		req->failed += statuses[i] != GPCD_STATUS_OK;
	}
	req->start_ns = KERNEL_START_NS;
	req->end_ns = KERNEL_END_NS;
	req->chip_ns = kernel.chip_ns;
	req->epoch = KERNEL_EPOCH;
	if (kernel.swept)
		kernel.swept();
	return 0;
}

static int kernel_nic_known(uint32_t nic_addr)
{
	return !kernel.nic_addr || !nic_addr || nic_addr == kernel.nic_addr;
}

static int kernel_snapshot(struct gpcd_snapshot_req *req)
{
	if (!kernel_nic_known(req->nic_addr))
		return kernel_fail(ENXIO);
	req->sequence = 1;
	return kernel_sweep((uint64_t *)(uintptr_t)req->addrs, req);
}

static int kernel_group(const struct gpcd_group_req *req)
{
	struct kernel_file *group;

	ck_assert_uint_ge(req->count, 1);
	if (!kernel_nic_known(req->nic_addr))
		return kernel_fail(ENXIO);
	group = kernel_install(GROUP);
	group->count = req->count;
	group->nic_addr = req->nic_addr;
	group->addrs = __real_calloc(req->count, sizeof(*group->addrs));
	memcpy(group->addrs, (void *)(uintptr_t)req->addrs, req->count * sizeof(*group->addrs));
	return group - kernel.file;
}

static int kernel_group_read(struct kernel_file *group, struct gpcd_snapshot_req *req)
{
	ck_assert_uint_eq(req->nic_addr | req->domain | req->addrs, 0);
	ck_assert_uint_eq(req->count, group->count);
	req->sequence = ++group->sequence;
	return kernel_sweep(group->addrs, req);
}

static int kernel_ring(struct gpcd_ring_req *req)
{
	req->period_min_ns = 12345;
	kernel.ring = *req;
	if (kernel.ring_error)
		return kernel_fail(kernel.ring_error);
	req->bytes = 4096;
	return kernel_install(RING) - kernel.file;
}

static int kernel_freeze(struct gpcd_ring_freeze *freeze)
{
	freeze->was = kernel.frozen;
	kernel.frozen = freeze->on;
	return 0;
}

static int kernel_write(struct gpcd_write_req *req)
{
	const uint64_t *addrs = (uint64_t *)(uintptr_t)req->addrs;

	if (!kernel_nic_known(req->nic_addr))
		return kernel_fail(ENXIO);
	if (!gpcd_catalogue_find(kernel.chip, addrs[0]))
		return kernel_fail(addrs[0] % 8 ? EINVAL : ENXIO);
	kernel.write = *req;
	kernel.written = *(uint64_t *)(uintptr_t)req->values;
	req->done = req->count;
	return 0;
}

static int kernel_perms_list(struct gpcd_perms_list *list)
{
	struct gpcd_perms_entry *entries = (void *)(uintptr_t)list->entries;

	ck_assert_uint_ge(list->entry_size, GPCD_PERMS_ENTRY_SIZE_1);
	ck_assert_uint_ge(list->count, 1);
	list->count = list->after < kernel.entry.job;
	if (!list->count)
		return 0;
	ck_assert_uint_ge(list->nic_count, kernel.entry.nic_count);
	entries[0] = kernel.entry;
	if (kernel.listed)
		entries[0].nic_count = kernel.listed;
	if (kernel.entry.nic_count)
		memcpy((void *)(uintptr_t)list->nics, kernel.named,
		       kernel.entry.nic_count * sizeof(*kernel.named));
	list->nic_count = kernel.entry.nic_count;
	return 0;
}

static int kernel_perms_set(const struct gpcd_perms_set *set)
{
	struct stat folder;

	if (fstat(set->cgroup, &folder) || !S_ISDIR(folder.st_mode))
		return kernel_fail(EBADF);
	ck_assert_uint_le(set->nic_count, sizeof(kernel.named) / sizeof(*kernel.named));
	kernel.entry = (struct gpcd_perms_entry) {
		.job = folder.st_ino, .may = set->may, .nic_count = set->nic_count,
	};
	if (set->nic_count)
		memcpy(kernel.named, (void *)(uintptr_t)set->nics,
		       set->nic_count * sizeof(*kernel.named));
	return 0;
}

static int kernel_device(struct kernel_file *file, unsigned long command, void *arg)
{
	struct gpcd_perms_query *query = arg;

	switch (command) {
	case GPCD_IOC_CATALOGUE:
		return kernel_catalogue(arg);
	case GPCD_IOC_SNAPSHOT:
		return kernel_snapshot(arg);
	case GPCD_IOC_GROUP:
		return kernel_group(arg);
	case GPCD_IOC_WRITE:
		return kernel_write(arg);
	case GPCD_IOC_PERMS_QUERY:
		*query = kernel.query;
		return 0;
	case GPC_IOC_SET_PERMS:
		kernel.perms = *(struct gpcd_perms *)arg;
		return 0;
	case GPC_IOC_VERBOSE:
		file->verbose = *(int *)arg;
		return 0;
	case GPC_IOC_IGNORE_PERMS:
		ck_assert_ptr_null(arg);
		return 0;
	}
	ck_abort_msg("unexpected command %#lx", command);
	return -1;
}

static int kernel_policy(struct gpcd_perms_policy *policy)
{
	policy->was_may = kernel.policy.may;
	policy->was_ignored = kernel.policy.ignored;
	kernel.policy.flags = policy->flags;
	if (policy->flags & GPCD_PERMS_POLICY_MAY)
		kernel.policy.may = policy->may;
	if (policy->flags & GPCD_PERMS_POLICY_IGNORED)
		kernel.policy.ignored = policy->ignored;
	return 0;
}

static int kernel_ctl(unsigned long command, void *arg)
{
	switch (command) {
	case GPCD_IOC_PERMS_SET:
		return kernel_perms_set(arg);
	case GPCD_IOC_PERMS_LIST:
		return kernel_perms_list(arg);
	case GPCD_IOC_PERMS_REMOVE:
		kernel.removed = *(struct gpcd_perms_remove *)arg;
		return 0;
	case GPCD_IOC_PERMS_POLICY:
		return kernel_policy(arg);
	}
	ck_abort_msg("unexpected command %#lx on /dev/gpcdctl", command);
	return -1;
}

static int kernel_ioctl(int fd, unsigned long command, void *arg)
{
	struct kernel_file *file;

	ck_assert_msg(fd >= 0 && fd < KERNEL_FDS, "ioctl on descriptor %d", fd);
	file = &kernel.file[fd];
	kernel.calls++;
	kernel.last = command;
	if (file->kind == CLOSED)
		return kernel_fail(ENOTTY);
	if (file->kind != CTL && (file->born != kernel.plugs || kernel.unplugged))
		return kernel_fail(ENODEV);
	if (!kernel_valid(command, arg))
		return kernel_fail(EINVAL);
	if (command == GPCD_IOC_INFO)
		return kernel_info(arg);
	if (kernel.refuse)
		return kernel_fail(kernel.refuse);
	if (file->kind == DEVICE)
		return kernel_device(file, command, arg);
	if (file->kind == CTL)
		return kernel_ctl(command, arg);
	if (file->kind == GROUP && command == GPCD_IOC_GROUP_READ)
		return kernel_group_read(file, arg);
	if (file->kind == GROUP && command == GPCD_IOC_RING)
		return kernel_ring(arg);
	if (file->kind == RING && command == GPCD_IOC_RING_FREEZE)
		return kernel_freeze(arg);
	ck_abort_msg("unexpected command %#lx on a group or what is made of it", command);
	return -1;
}

int __wrap_ioctl(int fd, unsigned long command, void *arg)
{
	int allocations = kernel.allocations, starve = kernel.starve;
	int result;

	/* Asserting allocates. */
	kernel.starve = 0;
	result = kernel_ioctl(fd, command, arg);
	kernel.starve = starve;
	kernel.allocations = allocations;
	return result;
}

static int kernel_starves(void)
{
	kernel.allocations++;
	return kernel.starve && !--kernel.starve;
}

void *__wrap_malloc(size_t size)
{
	return kernel_starves() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
	return kernel_starves() ? NULL : __real_calloc(count, size);
}

void *__wrap_reallocarray(void *old, size_t count, size_t size)
{
	return kernel_starves() ? NULL : __real_reallocarray(old, count, size);
}

#endif /* TESTS_UNIT_KERNEL_H */

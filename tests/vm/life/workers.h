/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * For lifetime.c: workers that use chips while these come and go. A worker is a process that does
 * one thing over and over. It counts the results, and complains of an errno that nothing documents
 * and of a value that no chip has.
 */
#ifndef WORKERS_H
#define WORKERS_H

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include <gpcd_lib.h>
#include <image/image.h>

#include "actor.h"
#include "pattern.h"

#define ARRAY_SIZE(array) ((int)(sizeof(array) / sizeof((array)[0])))

#define CONFIG		"/sys/kernel/config/gpcd_emu"
#define CLASS		"/sys/class/gpcd_emu"
#define DEVICES		6	/* more than there ever are */
#define COUNTERS	288
#define QUIET_NIC	101	/* of chips whose counters only this program drives */
#define ERRNOS		134
#define WIDTH		48

/* More than any counter reaches in the time; patterns and poison are far above. */
#define TRAFFIC_MAX	1000000000000ULL

/* --- chance ------------------------------------------------------------------ */

static uint64_t chance;

/* A number below @n. */
static inline unsigned int pick(unsigned int n)
{
	chance ^= chance << 13;
	chance ^= chance >> 7;
	chance ^= chance << 17;
	return (chance >> 32) % n;
}

/* --- what came of it --------------------------------------------------------- */

/* What a worker did, in memory that all share. */
struct tally {
	atomic_ulong done;
	atomic_ulong refused[ERRNOS];	/* by errno */
	atomic_int wrong;	/* there is a complaint */
	char complaint[PATH_MAX + 256];
};

/* A process that uses chips. */
struct worker {
	const char *name;	/* in the report */
	void (*turn)(void);	/* what it does over and over */
	int errnos[8];	/* allowed ones, up to 0 */
	pid_t pid;
	struct tally *tally;
};

static struct worker *self;

_Noreturn static inline void give_up(void)
{
	self->tally->wrong = 1;
	_exit(1);
}

#define complain(...) \
	(snprintf(self->tally->complaint, sizeof(self->tally->complaint), __VA_ARGS__), give_up())

/* Record an attempt that ended with an errno or 0, and return the errno. */
static inline int did(const char *what, int error)
{
	const int *permitted = self->errnos;

	if (!error) {
		self->tally->done++;
		return 0;
	}
	while (*permitted && *permitted != error)
		permitted++;
	if (!*permitted)
		complain("%s: %s", what, strerrorname_np(error) ?: "no errno");
	self->tally->refused[error]++;
	return error;
}

static inline uint64_t cpu_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000000ULL + t.tv_nsec / 1000;
}

/* The steps need the processors, too: each worker uses one for a tenth of its time. */
static inline void nap(void)
{
	static uint64_t slept_at;

	usleep(9 * (cpu_us() - slept_at));
	slept_at = cpu_us();
}

static inline int open_any(const char *format, unsigned int n)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), format, n);
	fd = open(path, O_RDWR | O_CLOEXEC);
	if (fd < 0) {
		did(path, errno);
		nap();
	}
	return fd;
}

/* --- readers ----------------------------------------------------------------- */

static uint64_t tiles[COUNTERS];

static inline void value_check(uint64_t addr, uint64_t value)
{
	if (value > TRAFFIC_MAX && value != pattern(addr, WIDTH))
		complain("0x%llx reads 0x%llx", (long long)addr, (long long)value);
}

/* Return an errno; EPERM also if values were denied, ENXIO if absent. */
static inline int sweep_check(const uint64_t *values, const uint8_t *statuses)
{
	int error = 0;

	for (int i = 0; i < COUNTERS; i++) {
		switch (statuses[i]) {
		case GPCD_STATUS_OK:
		case GPCD_STATUS_TORN:
			value_check(tiles[i], values[i]);
			continue;
		case GPCD_STATUS_DENIED:
			error = EPERM;
			break;
		case GPCD_STATUS_ABSENT:
			error = ENXIO;
			break;
		case GPCD_STATUS_GONE:
			error = ENODEV;
			break;
		default:
			complain("0x%llx has status %u", (long long)tiles[i], statuses[i]);
		}
		if (values[i])
			complain("0x%llx has no value and reads 0x%llx", (long long)tiles[i],
				 (long long)values[i]);
	}
	return error;
}

static inline int sweep(int fd, unsigned long command, uint32_t nic_addr)
{
	uint64_t values[COUNTERS];
	uint8_t statuses[COUNTERS];
	struct gpcd_snapshot_req req = {
		.size = sizeof(req),
		.count = COUNTERS,
		.nic_addr = nic_addr,
		.addrs = command == GPCD_IOC_SNAPSHOT ? (uintptr_t)tiles : 0,
		.values = (uintptr_t)values,
		.statuses = (uintptr_t)statuses,
	};

	return ioctl(fd, command, &req) ? errno : sweep_check(values, statuses);
}

static inline void context_fill(gpcd_context_t *context)
{
	char name[64];

	for (int i = 0; i < 8; i++) {
		snprintf(name, sizeof(name), "GM_%d_%d_TILE_PERFORMANCE_COUNTERS_%d", i % 6, i,
			 i % 6);
		gpcd_context_add_mmr(context, (gpcd_mmr_desc_t *)gpcd_lookup_mmr_byname(name));
	}
}

static inline void context_turn(void)
{
	gpcd_context_t *context = gpcd_create_context();
	gpcd_mmr_list_t *entry;

	context_fill(context);
	for (int i = 0; i < 50; i++) {
		did("context", -gpcd_context_read_mmr_vals(context));
		for (entry = context->list; entry; entry = entry->next)
			value_check(entry->item->addr, entry->value);
		nap();
	}
	gpcd_remove_context(context);
}

/* Registers of its own device and of another. */
static inline void snapshot_turn(void)
{
	int fd = open_any("/dev/gpcd%u", pick(DEVICES));
	uint32_t nic_addr = pick(2) ? 0 : QUIET_NIC + pick(4);

	if (fd < 0)
		return;
	for (int i = 0; i < 10; i++) {
		if (did("snapshot", sweep(fd, GPCD_IOC_SNAPSHOT, nic_addr)))
			break;
		nap();
	}
	close(fd);
}

/* A worker dies with its parent. A change of user clears that, so ask again afterwards. */
static inline void ends_with_parent(void)
{
	must(!prctl(PR_SET_PDEATHSIG, SIGKILL), "PR_SET_PDEATHSIG");
}

static inline void user_become(uid_t user)
{
	must(!seteuid(user), "seteuid");
	ends_with_parent();
}

/* The table judges a caller without privilege, no matter which process opened the device. */
static inline void user_turn(void)
{
	int fd = open_any("/dev/gpcd%u", pick(DEVICES));
	struct target target = { .fd = fd, .addr = tiles[pick(COUNTERS)] };

	if (fd < 0)
		return;
	user_become(USER_ID);
	for (int i = 0; i < 10; i++) {
		did("snapshot of a user", sweep(fd, GPCD_IOC_SNAPSHOT, 0));
		did("read of a user", read_legacy(&target));
		if (!write_legacy(&target))
			complain("a user writes");
		nap();
	}
	user_become(0);
	close(fd);
}

static inline int group_make(int fd)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = COUNTERS, .addrs = (uintptr_t)tiles,
	};

	return ioctl(fd, GPCD_IOC_GROUP, &req);
}

/* A group outlives its device's file and its chip, and then stays dead. */
static inline void group_turn(void)
{
	int fd = open_any("/dev/gpcd%u", pick(DEVICES)), group, error = 0;

	if (fd < 0)
		return;
	group = group_make(fd);
	close(fd);
	if (group < 0) {
		did("group", errno);
		return;
	}
	for (int i = pick(20); i && error != ENODEV; i--) {
		error = did("group read", sweep(group, GPCD_IOC_GROUP_READ, 0));
		nap();
	}
	/* All ones give ENODEV as well, but only for a time. */
	close(group);
}

static inline void open_turn(void)
{
	int fd = open_any(pick(2) ? "/dev/gpcd%u" : "/dev/gpcd_emu%u", pick(DEVICES));

	if (fd < 0)
		return;
	did("open", 0);
	nap();
	close(fd);
}

/*
 * Mapped registers hold the chip's values or all ones, and the page that describes them is always
 * there. The mapping outlives its file and its chip.
 */
static inline void registers_turn(void)
{
	int fd = open_any("/dev/gpcd%u", pick(DEVICES));
	const struct gpcd_image_info *info;
	const __u64 *image;
	__u64 word;
	int i;

	if (fd < 0)
		return;
	image = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ, MAP_SHARED, fd, 0);
	close(fd);
	if (image == MAP_FAILED) {
		did("mmap of registers", errno);
		return;
	}
	info = (const void *)((const char *)image + GPCD_IMAGE_INFO);
	for (int turns = pick(20); turns; turns--) {
		i = pick(COUNTERS);
		if (gpcd_image_load(&info->magic) != GPCD_IMAGE_MAGIC)
			complain("mapped registers are described by 0x%llx",
				 gpcd_image_load(&info->magic));
		word = gpcd_image_load(&image[tiles[i] / 8]);
		if (info->chip == GPCD_CHIP_GEMINI && ~word)
			value_check(tiles[i], word);
		did("mapped registers", info->state == GPCD_IMAGE_GONE ? ENODEV : 0);
		nap();
	}
	munmap((void *)image, GPCD_IMAGE_SIZE);
}

#include "watchers.h"

/* --- the back door ------------------------------------------------------------- */

static inline void image_use(__u64 *image, const struct gpcd_image_info *info)
{
	int i = pick(COUNTERS);
	__u64 *word = &image[tiles[i] / 8];

	if (gpcd_image_load(&info->magic) != GPCD_IMAGE_MAGIC)
		complain("an image begins with 0x%llx", gpcd_image_load(&info->magic));
	if (info->chip != GPCD_CHIP_GEMINI)
		return;
	if (info->nic_addr == QUIET_NIC)
		gpcd_image_store(word, pattern(tiles[i], WIDTH));
	value_check(tiles[i], gpcd_image_load(word));
}

/* The mapping outlives its file and its chip, which it then shows as gone. */
static inline void map_turn(void)
{
	int fd = open_any("/dev/gpcd_emu%u", pick(DEVICES));
	const struct gpcd_image_info *info;
	__u64 *image;

	if (fd < 0)
		return;
	image = mmap(NULL, GPCD_IMAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (image == MAP_FAILED) {
		did("mmap", errno);
		return;
	}
	info = (void *)((char *)image + GPCD_IMAGE_INFO);
	for (int i = pick(20); i; i--) {
		image_use(image, info);
		did("mapping", info->state == GPCD_IMAGE_LIVE ? 0 : ENODEV);
		nap();
	}
	munmap(image, GPCD_IMAGE_SIZE);
}

/* --- files -------------------------------------------------------------------- */

static inline int file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC), error;

	if (fd < 0)
		return errno;
	error = write(fd, text, strlen(text)) < 0 ? errno : 0;
	close(fd);
	return error;
}

/* A file of the kernel is printable text that ends with a newline. */
static inline int file_read(const char *path)
{
	char text[4096];
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	ssize_t length;

	if (fd < 0)
		return errno;
	length = read(fd, text, sizeof(text));
	close(fd);
	if (length < 0)
		return errno;
	if (length && text[length - 1] != '\n')
		complain("%s ends in the middle", path);
	for (ssize_t i = 0; i < length; i++) {
		if (text[i] != '\n' && (text[i] < ' ' || text[i] > '~'))
			complain("%s has a byte %#x", path, (unsigned char)text[i]);
	}
	return 0;
}

/* Write the same values again: chips stay the same in any order of writers. */
static inline void config_turn(void)
{
	static const struct {
		const char *file;
		const char *text;
	} changes[] = {
		{ "seed", "7" }, { "coord", "1,2,3" }, { "live", "1" }, { "live", "0" },
		{ "devices", NULL }, { "nic_addrs", NULL }, { "clock", NULL },
	};
	int which = pick(ARRAY_SIZE(changes));
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%u/%s", CONFIG, pick(4), changes[which].file);
	if (changes[which].text)
		did(path, file_write(path, changes[which].text));
	else
		did(path, file_read(path));
	nap();
}

static inline void sysfs_turn(void)
{
	static const char * const faults[] = { "none", "ones", "stuck", "slow:20000", "unplug" };
	static const char * const files[] = {
		CLASS "/gpcd_emu%u/gpcd", CLASS "/gpcd_emu%u/fault", CLASS "/gpcd_emu%u/seed",
		"/sys/class/gpcd/gpcd%u/epoch", "/sys/class/gpcd/gpcd%u/coordinate",
	};
	char path[PATH_MAX];

	snprintf(path, sizeof(path), files[pick(ARRAY_SIZE(files))], pick(DEVICES));
	did(path, file_read(path));
	snprintf(path, sizeof(path), CLASS "/gpcd_emu%u/fault", pick(DEVICES));
	did(path, file_write(path, faults[pick(ARRAY_SIZE(faults))]));
	snprintf(path, sizeof(path), CLASS "/gpcd_emu%u/advance", pick(DEVICES));
	did(path, file_write(path, "20000000"));
	nap();
}

/* Absent may be a node, its device or another NIC (both ENXIO), or its chip. */
static struct worker workers[] = {
	{ .name = "legacy reader", .turn = context_turn, .errnos = { ENODEV, ENOENT } },
	{ .name = "snapshot reader", .turn = snapshot_turn,
	  .errnos = { ENOENT, ENXIO, ENODEV } },
	{ .name = "user", .turn = user_turn, .errnos = { ENOENT, ENXIO, ENODEV, EPERM } },
	{ .name = "group holder", .turn = group_turn, .errnos = { ENOENT, ENXIO, ENODEV } },
	{ .name = "opener", .turn = open_turn, .errnos = { ENOENT, ENXIO, ENODEV } },
	{ .name = "mapper", .turn = map_turn, .errnos = { ENOENT, ENXIO, ENODEV } },
	{ .name = "register mapper", .turn = registers_turn,
	  .errnos = { ENOENT, ENXIO, ENODEV, EBUSY } },
	{ .name = "ring reader", .turn = ring_turn,
	  .errnos = { ENOENT, ENXIO, ENODEV, EBUSY, ERANGE } },
	{ .name = "listener by netlink", .turn = listener_turn,
	  .errnos = { ENOENT, EINVAL, EAGAIN, ENOBUFS, EPROTONOSUPPORT } },
	{ .name = "counter by perf", .turn = event_turn, .errnos = { ENOENT, ENODEV } },
	{ .name = "configfs writer", .turn = config_turn,
	  .errnos = { ENOENT, EBUSY, EEXIST, EINVAL } },
	{ .name = "sysfs writer", .turn = sysfs_turn,
	  .errnos = { ENOENT, ENXIO, ENODEV, EEXIST, EOPNOTSUPP } },
};

#define WORKERS ARRAY_SIZE(workers)

static inline void worker_start(struct worker *worker)
{
	pid_t parent = getpid();
	uint64_t seed = chance + pick(1000) + 1;

	worker->pid = fork();
	must(worker->pid >= 0, "fork");
	if (worker->pid)
		return;
	ends_with_parent();
	must(getppid() == parent, "parent");
	self = worker;
	chance = seed;
	for (;;)
		worker->turn();
}

/* Kill a worker at any point of its work; nothing else ends it. */
static inline void worker_kill(struct worker *worker)
{
	int status;

	kill(worker->pid, SIGKILL);
	must(waitpid(worker->pid, &status, 0) == worker->pid, "waitpid");
	must(worker->tally->wrong || (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL),
	     worker->name);
}

#endif /* WORKERS_H */

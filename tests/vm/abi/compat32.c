// SPDX-License-Identifier: GPL-2.0-only
/*
 * A 32-bit caller of a 64-bit kernel. Freestanding, so that it needs no 32-bit C library: it makes
 * system calls by int 0x80, and prints results as tests/lib.sh does.
 *
 * gpcd0 is a Gemini at rest whose registers hold their pattern().
 */
#include <asm/unistd_32.h>
#include <linux/errno.h>
#include <linux/fcntl.h>
#include <linux/gpcd_image.h>
#include <linux/mman.h>
#include <stddef.h>
#include <stdint.h>

#include "layout.h"
#include "info_limits.h"
#include "pattern.h"

/* --- instead of a C library ------------------------------------------------ */

static long call3(long number, long a, long b, long c)
{
	long ret;

	__asm__ volatile ("int $0x80" : "=a" (ret)
			  : "a" (number), "b" (a), "c" (b), "d" (c) : "memory");
	return ret;
}

static int device, ctl;

static int command_on(int fd, unsigned int number, void *arg)
{
	return call3(__NR_ioctl, fd, number, (long)arg);
}

static int command(unsigned int number, void *arg)
{
	return command_on(device, number, arg);
}

/* 32-bit programs pass the arguments of this call in memory. */
static const void *map(int fd, uint32_t offset, uint32_t length)
{
	const uint32_t args[] = { 0, length, PROT_READ, MAP_SHARED, fd, offset };
	long ret = call3(__NR_mmap, (long)args, 0, 0);

	return ret < 0 && ret > -4096 ? NULL : (const void *)ret;
}

/* The compiler itself calls these. */
void *memset(void *to, int byte, size_t n);
void *memcpy(void *to, const void *from, size_t n);

void *memset(void *to, int byte, size_t n)
{
	void *at = to;

	__asm__ volatile ("rep stosb" : "+D" (at), "+c" (n) : "a" (byte) : "memory");
	return to;
}

void *memcpy(void *to, const void *from, size_t n)
{
	void *at = to;

	__asm__ volatile ("rep movsb" : "+D" (at), "+S" (from), "+c" (n) : : "memory");
	return to;
}

static void print(const char *text)
{
	const char *end = text;

	while (*end)
		end++;
	call3(__NR_write, 1, (long)text, end - text);
}

static void print_hex(uint64_t value)
{
	char text[19] = "0x0000000000000000";

	for (int i = 17; i > 1; i--, value >>= 4)
		text[i] = "0123456789abcdef"[value & 15];
	print(text);
}

static void print_count(unsigned int n)
{
	char text[4] = { '0' + n / 100 % 10, '0' + n / 10 % 10, '0' + n % 10, '\0' };

	print(text);
}

static unsigned int tests, failures;

static void is(const char *what, uint64_t got, uint64_t wanted)
{
	print(got == wanted ? "ok " : "not ok ");
	print_count(++tests);
	print(" - 32 bits: ");
	print(what);
	if (got != wanted) {
		failures++;
		print(" : got ");
		print_hex(got);
		print(", wanted ");
		print_hex(wanted);
	}
	print("\n");
}

/* --- registers ------------------------------------------------------------- */

#define REGISTERS 5

static const struct {
	uint32_t addr;
	unsigned int width;
} registers[REGISTERS] = {
	{ GPC_TILE_SPC(0, 0, 0), 48 },
	{ GPC_TILE_SPC(5, 7, 5), 48 },
	{ GPC_TILE_FPC_SETUP(3, 1, 1, 2), 64 },
	{ 0x4c02020, 32 },	/* a half of a word */
	{ 0x4c02024, 32 },	/* and the other */
};

#define SETUP	2	/* index of the register that may take any value */

static void addrs_fill(uint64_t *addrs)
{
	for (int i = 0; i < REGISTERS; i++)
		addrs[i] = registers[i].addr;
}

/* Return how many values are right. */
static int count_right(const uint64_t *values)
{
	int right = 0;

	for (int i = 0; i < REGISTERS; i++)
		right += values[i] == pattern(registers[i].addr, registers[i].width);
	return right;
}

/* --- the legacy ABI ---------------------------------------------------------- */

/* Pointers of both halves of the address space: below and above 2 GiB. */
static uint64_t low_addrs[REGISTERS], low_values[REGISTERS];

static void legacy_read(unsigned int number, const char *generation)
{
	uint64_t high_addrs[REGISTERS], high_values[REGISTERS] = { 0 };
	struct gpcd_args low = { REGISTERS, 0, low_addrs, low_values };
	struct gpcd_args high = { REGISTERS, 0, high_addrs, high_values };

	print(generation);
	addrs_fill(high_addrs);
	addrs_fill(low_addrs);
	memset(low_values, 0, sizeof(low_values));
	is("the stack is above 2 GiB", (uintptr_t)high_values >> 31, 1);
	is("static memory is below 2 GiB", (uintptr_t)low_values >> 31, 0);
	is("READ into the stack", command(number, &high), 0);
	is("READ into the stack gets all values", count_right(high_values), REGISTERS);
	is("READ into static memory", command(number, &low), 0);
	is("READ into static memory gets all values", count_right(low_values), REGISTERS);
}

static void legacy_read_errors(void)
{
	static uint64_t addrs[REGISTERS], values[REGISTERS];
	struct gpcd_args args = { MAX_NUM_MMRS + 1, 0, addrs, values };

	is("READ of too many", command(GPC_IOC_READ_REG, &args), -E2BIG);
	args.num_mmrs = 1;
	addrs[0] = GPC_TILE_SPC(0, 0, 0) + 1;
	is("READ misaligned", command(GPC_IOC_READ_REG, &args), -EINVAL);
	addrs[0] = 8;
	is("READ of what the chip lacks", command(GPC_IOC_READ_REG, &args), -ENXIO);
	args.mmr_addrs = (uint64_t *)8;
	is("READ of addresses nowhere", command(GPC_IOC_READ_REG, &args), -EFAULT);
	addrs[0] = GPC_TILE_SPC(0, 0, 0);
	args.mmr_addrs = addrs;
	args.mmr_data = (uint64_t *)8;
	is("READ to nowhere", command(GPC_IOC_READ_REG, &args), -EFAULT);
	is("READ without arguments", command(GPC_IOC_READ_REG, 0), -EFAULT);
	args.mmr_data = values;
	args.nic_addr = 99;
	is("READ of no NIC", command(GPC_IOC_READ_REG, &args), -ENXIO);
}

static void legacy_write(void)
{
	uint64_t addr = registers[SETUP].addr, value = 0, is_now = 0;
	uint64_t was = pattern(addr, registers[SETUP].width);
	struct gpcd_args write = { 1, 0, &addr, &value };
	struct gpcd_args read = { 1, 0, &addr, &is_now };

	is("WRITE", command(GPC_IOC_WRITE_REG, &write), 0);
	is("READ after WRITE", command(GPC_IOC_READ_REG, &read), 0);
	is("WRITE wrote", is_now, value);
	value = was;
	is("WRITE once more", command(GPC_IOC_WRITE_REG, &write), 0);
	is("bare WRITE is the kernel's FIGETBSZ", command(GPC_OLD_WRITE_REG, &write), 0);
	is("which puts a block size into num_mmrs", write.num_mmrs, 4096);
}

/* A job id of more than 32 bits, whose lower 32 bits are another job's id. */
#define JOB 0x500000007ULL

#define ROOT_JOB 1	/* of the root of all cgroups */

/* The devices of the entry that was listed last. */
static struct gpcd_nic nics[2];

static int entry_may(uint64_t job)
{
	struct gpcd_perms_entry entry = { 0 };
	struct gpcd_perms_list list = {
		.size = sizeof(list),
		.after = job - 1,
		.count = 1,
		.entry_size = sizeof(entry),
		.entries = (uintptr_t)&entry,
		.nic_count = 2,
		.nics = (uintptr_t)nics,
	};
	int ret = command_on(ctl, GPCD_IOC_PERMS_LIST, &list);

	return ret ? ret : entry.job == job ? (int)entry.may : -ENOENT;
}

static int entry_remove(uint64_t job)
{
	struct gpcd_perms_remove req = { .size = sizeof(req), .job = job };

	return command_on(ctl, GPCD_IOC_PERMS_REMOVE, &req);
}

static void legacy_perms(unsigned int number, const char *generation)
{
	struct gpcd_perms perms = { GPC_PERMS_NIC, JOB };

	print(generation);
	is("SET_PERMS", command(number, &perms), 0);
	is("SET_PERMS set the level", entry_may(JOB), GPCD_MAY_NIC | GPCD_MAY_SETUP);
	is("SET_PERMS set no other job's", entry_remove((uint32_t)JOB), -ENOENT);
	is("PERMS_REMOVE", entry_remove(JOB), 0);
	perms.perms = 1ULL << 32;
	is("SET_PERMS of a level above 32 bits", command(number, &perms), -EINVAL);
	is("SET_PERMS without arguments", command(number, 0), -EFAULT);
}

static int ignored(void)
{
	struct gpcd_perms_policy policy = { .size = sizeof(policy) };
	int ret = command_on(ctl, GPCD_IOC_PERMS_POLICY, &policy);

	return ret ? ret : (int)policy.was_ignored;
}

static void legacy_switches(unsigned int verbose, unsigned int ignore, unsigned int list,
			    const char *generation)
{
	int on = 1, off = -1, neither = 2;

	print(generation);
	is("VERBOSE on", command(verbose, &on), 0);
	is("VERBOSE off", command(verbose, &off), 0);
	is("VERBOSE neither on nor off", command(verbose, &neither), -EINVAL);
	is("IGNORE_PERMS", command(ignore, 0), 0);
	is("IGNORE_PERMS makes them ignored", ignored(), 1);
	is("IGNORE_PERMS again", command(ignore, 0), 0);
	is("IGNORE_PERMS makes them heeded", ignored(), 0);
	is("LIST_PERMS", command(list, 0), 0);
}

/* --- the modern ABI ---------------------------------------------------------- */

static void info(void)
{
	struct gpcd_info req = { .size = sizeof(req) };

	is("INFO", command(GPCD_IOC_INFO, &req), 0);
	is("INFO tells the version", req.abi_version, GPCD_ABI_VERSION);
	is("INFO tells the chip", req.chip, GPCD_CHIP_GEMINI);
	is("INFO tells the domain", req.domain, 1);
	is("INFO tells the NIC address", req.nic_addr, 1);
	is("INFO tells the NICs", req.nics, 2);
	is("INFO tells the registers", req.nregs, 1552);
	is("INFO tells the limits", req.regs_max == REGS_MAX &&
	   req.ring_period_max_ns == RING_PERIOD_MAX_NS, 1);
	is("INFO tells legacy", req.features & GPCD_FEATURE_LEGACY, GPCD_FEATURE_LEGACY);
	is("INFO tells both words of the hash", (uint32_t)req.catalogue_hash &&
	   req.catalogue_hash >> 32, 1);
}

static void snapshot(int fd, unsigned int number, const char *what)
{
	uint64_t addrs[REGISTERS], values[REGISTERS] = { 0 };
	uint8_t statuses[REGISTERS] = { 9, 9, 9, 9, 9 };
	int group = number == GPCD_IOC_GROUP_READ, good = 0;
	struct gpcd_snapshot_req req = {
		.size = sizeof(req),
		.count = REGISTERS,
		.addrs = group ? 0 : (uintptr_t)addrs,
		.values = (uintptr_t)values,
		.statuses = (uintptr_t)statuses,
	};

	print(what);
	addrs_fill(addrs);
	is("succeeds", command_on(fd, number, &req), 0);
	for (int i = 0; i < REGISTERS; i++)
		good += statuses[i] == GPCD_STATUS_OK;
	is("gets all values", count_right(values), REGISTERS);
	is("gets all statuses", good, REGISTERS);
	is("fails none", req.failed, 0);
	is("is the first", req.sequence, 1);
	is("takes time", req.start_ns && req.end_ns >= req.start_ns, 1);
}

/* Check the newest record of a ring, once there is one and the ring rests. */
static void ring_mapped(int fd, uint32_t bytes)
{
	const struct gpcd_ring_page *page = map(fd, 0, bytes);
	struct gpcd_ring_freeze freeze = { .size = sizeof(freeze), .on = 1 };
	const char *record;

	is("the ring is mapped", !!page, 1);
	if (!page)
		return;
	while (!page->head)
		__asm__ volatile ("" : : : "memory");
	is("RING_FREEZE", command_on(fd, GPCD_IOC_RING_FREEZE, &freeze), 0);
	is("it ran before", freeze.was, 0);
	is("the page tells", page->state, GPCD_RING_FROZEN);
	record = (const char *)page + page->data_offset +
		 (uint32_t)(page->head - 1) % 8 * page->record_bytes;
	is("a record has all values", count_right((const void *)(record + page->values_offset)),
	   REGISTERS);
	call3(__NR_munmap, (long)page, bytes, 0);
}

static void ring(int group)
{
	struct gpcd_ring_req req = {
		.size = sizeof(req), .period_ns = 1000000, .records = 8, .cpu = -1,
	};
	struct gpcd_ring_freeze freeze = { .size = sizeof(freeze), .on = 1 };
	int fd = command_on(group, GPCD_IOC_RING, &req);

	is("RING", fd >= 0, 1);
	is("tells how much to map", req.bytes, 2 * 4096);
	is("tells the shortest period", req.period_min_ns >= 10000 && req.period_min_ns <= 1000000,
	   1);
	ring_mapped(fd, req.bytes);
	is("RING_FREEZE again", command_on(fd, GPCD_IOC_RING_FREEZE, &freeze), 0);
	is("it was frozen before", freeze.was, 1);
	call3(__NR_close, fd, 0, 0);
}

static uint64_t word_of(const char *image, int i)
{
	uint32_t addr = registers[i].addr;
	uint64_t word = *(const uint64_t *)(image + (addr & ~7));

	return word >> addr % 8 * 8 & ~0ULL >> (64 - registers[i].width);
}

static void registers_mapped(void)
{
	const char *image = map(device, 0, GPCD_IMAGE_SIZE);
	const struct gpcd_image_info *one = map(device, GPCD_IMAGE_INFO, 4096);
	uint64_t values[REGISTERS];

	is("all registers are mapped", !!image, 1);
	is("a page is mapped", !!one, 1);
	if (!image || !one)
		return;
	for (int i = 0; i < REGISTERS; i++)
		values[i] = word_of(image, i);
	is("mapped registers have their values", count_right(values), REGISTERS);
	is("the page describes them", one->magic, GPCD_IMAGE_MAGIC);
	call3(__NR_munmap, (long)image, GPCD_IMAGE_SIZE, 0);
	call3(__NR_munmap, (long)one, 4096, 0);
}

static void group(void)
{
	uint64_t addrs[REGISTERS];
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = REGISTERS, .addrs = (uintptr_t)addrs,
	};
	int fd;

	addrs_fill(addrs);
	fd = command(GPCD_IOC_GROUP, &req);
	is("GROUP", fd >= 0, 1);
	snapshot(fd, GPCD_IOC_GROUP_READ, "# GROUP_READ\n");
	ring(fd);
	call3(__NR_close, fd, 0, 0);
}

static void write_modern(void)
{
	uint64_t addr = registers[SETUP].addr, value = 0, is_now = 1;
	struct gpcd_write_req write = {
		.size = sizeof(write),
		.count = 1,
		.addrs = (uintptr_t)&addr,
		.values = (uintptr_t)&value,
	};
	struct gpcd_args read = { 1, 0, &addr, &is_now };

	is("WRITE of the modern ABI", command(GPCD_IOC_WRITE, &write), 0);
	is("tells that one was done", write.done, 1);
	is("READ after it", command(GPC_IOC_READ_REG, &read), 0);
	is("it wrote", is_now, value);
}

static void catalogue(void)
{
	static struct gpcd_catalogue_entry entries[3];
	struct gpcd_catalogue_page page = {
		.size = sizeof(page),
		.first = 1550,
		.count = 3,
		.entry_size = sizeof(entries[0]),
		.entries = (uintptr_t)entries,
	};

	is("CATALOGUE", command(GPCD_IOC_CATALOGUE, &page), 0);
	is("CATALOGUE ends where it ends", page.count, 2);
	is("CATALOGUE has names", entries[0].name[0] == 'G' && entries[1].name[2] == '_', 1);
}

static void perms_modern(void)
{
	static const struct gpcd_nic wanted[] = { { 1, 2 }, { 2, 3 } };
	struct gpcd_perms_set set = {
		.size = sizeof(set),
		.cgroup = call3(__NR_open, (long)"/sys/fs/cgroup", O_RDONLY, 0),
		.may = GPCD_MAY_ALL,
		.nic_count = 2,
		.nics = (uintptr_t)wanted,
	};
	struct gpcd_perms_policy policy = {
		.size = sizeof(policy),
		.flags = GPCD_PERMS_POLICY_IGNORED,
		.ignored = 1,
	};

	is("PERMS_SET", command_on(ctl, GPCD_IOC_PERMS_SET, &set), 0);
	is("PERMS_SET set the mask", entry_may(ROOT_JOB), GPCD_MAY_ALL);
	is("PERMS_SET set the first device", nics[0].nic_addr, 2);
	is("PERMS_SET set the second device", nics[1].nic_addr, 3);
	is("PERMS_REMOVE of it", entry_remove(ROOT_JOB), 0);
	set.cgroup = ctl;
	is("PERMS_SET of no cgroup", command_on(ctl, GPCD_IOC_PERMS_SET, &set), -EBADF);
	is("PERMS_POLICY", command_on(ctl, GPCD_IOC_PERMS_POLICY, &policy), 0);
	is("PERMS_POLICY says what was", policy.was_ignored, 0);
	is("PERMS_POLICY has them ignored", ignored(), 1);
	policy.ignored = 0;
	policy.was_may = 0;
	is("PERMS_POLICY no more", command_on(ctl, GPCD_IOC_PERMS_POLICY, &policy), 0);
	is("PERMS_POLICY says what was then", policy.was_ignored, 1);
	is("PERMS_POLICY has them obeyed", ignored(), 0);
}

static int run(void)
{
	device = call3(__NR_open, (long)GPCD_DEV_PATH, O_RDWR, 0);
	is("open " GPCD_DEV_PATH, device >= 0, 1);
	ctl = call3(__NR_open, (long)"/dev/gpcdctl", O_RDWR, 0);
	is("open /dev/gpcdctl", ctl >= 0, 1);
	legacy_read(GPC_OLD_READ_REG, "# first generation\n");
	legacy_read(GPC_IOC_READ_REG, "# second generation\n");
	legacy_read_errors();
	legacy_perms(GPC_OLD_SET_PERMS, "# first generation\n");
	legacy_perms(GPC_IOC_SET_PERMS, "# second generation\n");
	legacy_switches(GPC_OLD_VERBOSE, GPC_OLD_IGNORE_PERMS, GPC_OLD_LIST_PERMS,
			"# first generation\n");
	legacy_switches(GPC_IOC_VERBOSE, GPC_IOC_IGNORE_PERMS, GPC_IOC_LIST_PERMS,
			"# second generation\n");
	info();
	snapshot(device, GPCD_IOC_SNAPSHOT, "# SNAPSHOT\n");
	group();
	registers_mapped();
	catalogue();
	legacy_write();
	write_modern();
	perms_modern();
	is("unknown commands", command(_IO('g', 0x7f), 0), -ENOTTY);
	print("1..");
	print_count(tests);
	print("\n");
	return failures != 0;
}

/* Entry point, called by the kernel; the stack may be aligned to 4 bytes only. */
__attribute__((force_align_arg_pointer)) void _start(void);

void _start(void)
{
	call3(__NR_exit, run(), 0, 0);
	__builtin_unreachable();
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Give every register of a chip a value of its own, and find it by every way of reading.
 *
 *	every_register values CHIP	print NAME ADDRESS VALUE of each
 *	every_register create FILE CHIP	make an image file
 *	every_register fill PATH	put the values, all of them: PATH is an image
 *					file or an emulated chip's back door
 *	every_register check DEVICE	read them in every way but the command's
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <gpcd/image.h>
#include <gpcd_lib.h>
#include "image/image.h"

#include "layout.h"
#include "info_limits.h"
#include "pattern.h"
#include "suite.h"

#define REGISTERS_MAX 4096

/* A register and its value. */
struct holding {
	struct gpcd_reg reg;
	char name[GPCD_NAME_MAX];
	uint64_t value;	/* an alias has its primary's */
};

static struct holding holdings[REGISTERS_MAX];
static unsigned int count;

static void must(int good, const char *what)
{
	if (good)
		return;
	perror(what);
	exit(2);
}

/* --- what the registers hold ----------------------------------------------- */

static int is_alias(const struct holding *it)
{
	return it->reg.rule->flags & GPCD_RULE_ALIAS;
}

static int is_held(uint64_t value)
{
	for (unsigned int i = 0; i < count; i++) {
		if (holdings[i].value == value)
			return 1;
	}
	return 0;
}

/* The narrower a register, the fewer values there are: the narrowest choose first. */
static void narrow_choose(unsigned int width)
{
	uint64_t value = gpcd_width_mask(width);

	for (unsigned int i = 0; i < count; i++) {
		if (holdings[i].reg.rule->width != width)
			continue;
		while (is_held(value))
			value--;
		holdings[i].value = value;
	}
}

static void alias_follow(struct holding *alias)
{
	struct gpcd_reg primary;

	gpcd_catalogue_by_addr(alias->reg.chip, alias->reg.addr, &primary);
	alias->value = holdings[primary.index].value;
}

static void holdings_fill(unsigned int chip)
{
	struct holding *it;
	unsigned int i;

	must(gpcd_catalogue_count(chip) - 1 < REGISTERS_MAX, "the chip");
	for (; !gpcd_catalogue_at(chip, count, &holdings[count].reg); count++) {
		it = &holdings[count];
		gpcd_reg_name(&it->reg, it->name);
		if (it->reg.rule->width >= PATTERN_WIDTH)
			it->value = pattern(it->reg.addr, it->reg.rule->width);
	}
	for (i = 1; i < PATTERN_WIDTH; i++)
		narrow_choose(i);
	for (i = 0; i < count; i++) {
		if (is_alias(&holdings[i]))
			alias_follow(&holdings[i]);
	}
}

static int print_values(const char *chip)
{
	holdings_fill(gpcd_chip_by_name(chip));
	for (unsigned int i = 0; i < count; i++)
		printf("%s 0x%llx %" PRIu64 "\n", holdings[i].name, holdings[i].reg.addr,
		       holdings[i].value);
	return 0;
}

/* --- putting them there ------------------------------------------------------ */

static int image_create(const char *path, const char *chip)
{
	struct gpcd_info info = { .chip = gpcd_chip_by_name(chip), .nic_addr = 1 };
	int err = gpcd_image_create(path, &info);

	if (err)
		fprintf(stderr, "%s: %s\n", path, strerror(-err));
	return err != 0;
}

static __u64 *word_of(char *map, const struct holding *it)
{
	return (__u64 *)(map + gpcd_reg_word(&it->reg));
}

/* Bits of a word that no register has: a reader must not see them. */
static void spoil(char *map, const struct holding *it)
{
	gpcd_image_store(word_of(map, it), 0xaaaaaaaaaaaaaaaa);
}

static void put(char *map, const struct holding *it)
{
	gpcd_image_store_bits(word_of(map, it), gpcd_reg_shift(&it->reg), it->reg.rule->width,
			      it->value);
}

static int fill(const char *path)
{
	struct gpcd_image_info *info;
	char *map;
	int fd;

	fd = open(path, O_RDWR | O_CLOEXEC);
	must(fd >= 0, path);
	info = mmap(NULL, GPCD_PAGE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, GPCD_IMAGE_INFO);
	must(info != MAP_FAILED && info->magic == GPCD_IMAGE_MAGIC, path);
	map = mmap(NULL, gpcd_chip_size(info->chip), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	must(map != MAP_FAILED, path);

	holdings_fill(info->chip);
	gpcd_image_write_begin(info, GPCD_IMAGE_FEED);
	for (unsigned int i = 0; i < count; i++)
		spoil(map, &holdings[i]);
	for (unsigned int i = 0; i < count; i++)
		put(map, &holdings[i]);
	gpcd_image_write_end(info, GPCD_IMAGE_FEED);
	return 0;
}

/* --- reading them back ------------------------------------------------------- */

static struct gpcd *device;
static uint64_t addrs[REGISTERS_MAX];
static uint64_t values[REGISTERS_MAX];
static uint8_t statuses[REGISTERS_MAX];

static void device_open(void)
{
	int err = gpcd_open(NULL, &device);

	ck_assert_msg(!err, "opening: %s", strerror(-err));
	memset(values, 0, sizeof(values));
	memset(statuses, -1, sizeof(statuses));
	for (unsigned int i = 0; i < count; i++)
		addrs[i] = holdings[i].reg.addr;
}

static void device_close(void)
{
	gpcd_close(device);
}

static int kernel_open(void)
{
	int fd = open(gpcd_path(device), O_RDWR | O_CLOEXEC);

	ck_assert_msg(fd >= 0, "%s: errno %d", gpcd_path(device), errno);
	return fd;
}

static void assert_values(void)
{
	const struct holding *first = NULL;
	unsigned int i, wrong = 0;
	uint64_t got = 0;

	for (i = count; i--;) {
		if (values[i] == holdings[i].value)
			continue;
		first = &holdings[i];
		got = values[i];
		wrong++;
	}
	ck_assert_msg(!wrong, "%u of %u differ; %s holds %" PRIx64 ", %" PRIx64 " was read",
		      wrong, count, first->name, first->value, got);
}

static void assert_statuses(void)
{
	for (unsigned int i = 0; i < count; i++)
		ck_assert_msg(statuses[i] == GPCD_STATUS_OK, "%s: status %u", holdings[i].name,
			      statuses[i]);
}

static int by_value(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

START_TEST(values_differ)
{
	unsigned int i, n = 0;

	for (i = 0; i < count; i++) {
		ck_assert_uint_le(holdings[i].value,
				  gpcd_width_mask(holdings[i].reg.rule->width));
		if (!is_alias(&holdings[i]))
			values[n++] = holdings[i].value;
	}
	qsort(values, n, sizeof(*values), by_value);
	ck_assert_uint_ne(values[0], 0);
	for (i = 1; i < n; i++)
		ck_assert_uint_ne(values[i - 1], values[i]);
}
END_TEST

START_TEST(legacy_ioctl)
{
	const unsigned long commands[] = { GPC_OLD_READ_REG, GPC_IOC_READ_REG };
	struct gpcd_args args = { 0 };
	int fd = kernel_open();

	for (unsigned int i = 0; i < count; i += args.num_mmrs) {
		args.num_mmrs = count - i < MAX_NUM_MMRS ? count - i : MAX_NUM_MMRS;
		args.mmr_addrs = addrs + i;
		args.mmr_data = values + i;
		ck_assert_int_eq(ioctl(fd, commands[_i], &args), 0);
	}
	assert_values();
	close(fd);
}
END_TEST

static void assert_snapshot(int fd, unsigned long command, uint64_t *from)
{
	struct gpcd_snapshot_req req = {
		.size = sizeof(req),
		.count = count,
		.addrs = (uintptr_t)from,
		.values = (uintptr_t)values,
		.statuses = (uintptr_t)statuses,
	};

	ck_assert_int_eq(ioctl(fd, command, &req), 0);
	ck_assert_uint_eq(req.failed, 0);
	assert_statuses();
	assert_values();
}

START_TEST(snapshot_ioctl)
{
	int fd = kernel_open();

	assert_snapshot(fd, GPCD_IOC_SNAPSHOT, addrs);
	close(fd);
}
END_TEST

START_TEST(group_ioctl)
{
	struct gpcd_group_req req = {
		.size = sizeof(req), .count = count, .addrs = (uintptr_t)addrs,
	};
	int fd = kernel_open();
	int group = ioctl(fd, GPCD_IOC_GROUP, &req);

	ck_assert_int_ge(group, 0);
	assert_snapshot(group, GPCD_IOC_GROUP_READ, NULL);
	close(group);
	close(fd);
}
END_TEST

/* The words of the mapping itself, without libgpcd. */
START_TEST(mapped_words)
{
	int fd = kernel_open();
	size_t size = gpcd_chip_size(gpcd_chip(device));
	char *map = mmap(NULL, size, PROT_READ, MAP_SHARED, fd, 0);

	ck_assert_msg(map != MAP_FAILED, "mmap: %s", strerror(errno));
	for (unsigned int i = 0; i < count; i++) {
		const struct gpcd_reg *reg = &holdings[i].reg;

		values[i] = gpcd_image_load((__u64 *)(map + gpcd_reg_word(reg))) >>
			    gpcd_reg_shift(reg) & gpcd_width_mask(reg->rule->width);
	}
	assert_values();
	munmap(map, size);
	close(fd);
}
END_TEST

/* The first record of a ring of @n registers from the @first on. */
static void ring_take(int fd, unsigned int first, unsigned int n)
{
	struct gpcd_group_req of = {
		.size = sizeof(of), .count = n, .addrs = (uintptr_t)(addrs + first),
	};
	struct gpcd_ring_req req = {
		.size = sizeof(req), .period_ns = 100000000, .records = 2, .cpu = -1,
	};
	int group = ioctl(fd, GPCD_IOC_GROUP, &of), ring = ioctl(group, GPCD_IOC_RING, &req);
	struct pollfd ready = { .fd = ring, .events = POLLIN };
	char *map = mmap(NULL, req.bytes, PROT_READ, MAP_SHARED, ring, 0);
	const struct gpcd_ring_page *page = (void *)map;
	const char *record;

	ck_assert_msg(map != MAP_FAILED, "a ring: %s", strerror(errno));
	ck_assert_int_eq(poll(&ready, 1, -1), 1);
	record = map + page->data_offset;
	ck_assert_uint_eq(((struct gpcd_ring_record *)record)->failed, 0);
	memcpy(values + first, record + page->values_offset, n * sizeof(*values));
	munmap(map, req.bytes);
	close(ring);
	close(group);
}

START_TEST(rings)
{
	int fd = kernel_open();

	for (unsigned int i = 0, n; i < count; i += n) {
		n = count - i < RING_REGS_MAX ? count - i : RING_REGS_MAX;
		ring_take(fd, i, n);
	}
	assert_values();
	close(fd);
}
END_TEST

static void group_take(struct gpcd_group *group)
{
	struct gpcd_snapshot *snapshot;

	ck_assert_uint_eq(gpcd_group_count(group), count);
	ck_assert_int_eq(gpcd_snapshot_create(group, &snapshot), 0);
	ck_assert_int_eq(gpcd_group_read(group, snapshot), 0);
	for (unsigned int i = 0; i < count; i++) {
		values[i] = gpcd_snapshot_value(snapshot, i);
		statuses[i] = gpcd_snapshot_status(snapshot, i);
	}
	gpcd_snapshot_destroy(snapshot);
	gpcd_group_destroy(group);
	assert_statuses();
	assert_values();
}

START_TEST(library_group_by_name)
{
	struct gpcd_group *group;

	ck_assert_int_eq(gpcd_group_create(device, 0, &group), 0);
	for (unsigned int i = 0; i < count; i++)
		ck_assert_int_eq(gpcd_group_add(group, holdings[i].name), 0);
	group_take(group);
}
END_TEST

START_TEST(library_group_by_address)
{
	struct gpcd_group *group;

	ck_assert_int_eq(gpcd_group_create(device, 0, &group), 0);
	for (unsigned int i = 0; i < count; i++)
		ck_assert_int_eq(gpcd_group_add_addr(group, addrs[i]), 0);
	group_take(group);
}
END_TEST

START_TEST(library_one_by_one)
{
	for (unsigned int i = 0; i < count; i++)
		ck_assert_int_eq(gpcd_read(device, 0, holdings[i].name, &values[i]), 0);
	assert_values();
}
END_TEST

START_TEST(library_alias)
{
	uint64_t by_alias, by_primary;
	struct gpcd_reg primary;
	unsigned int i, n = 0;

	for (i = 0; i < count; i++) {
		if (!is_alias(&holdings[i]))
			continue;
		ck_assert_int_eq(gpcd_catalogue_by_addr(gpcd_chip(device), addrs[i], &primary), 0);
		ck_assert_uint_ne(primary.index, i);
		ck_assert_int_eq(gpcd_read(device, 0, holdings[i].name, &by_alias), 0);
		ck_assert_int_eq(gpcd_read(device, 0, holdings[primary.index].name, &by_primary),
				 0);
		ck_assert_uint_eq(by_alias, by_primary);
		n++;
	}
	ck_assert_uint_eq(n, gpcd_chip(device) == GPCD_CHIP_GEMINI ? 2 :
			  gpcd_chip(device) == GPCD_CHIP_ARIES ? 1 : 0);
}
END_TEST

START_TEST(legacy_library_context)
{
	gpcd_context_t *context = gpcd_create_context();
	gpcd_mmr_list_t *entry;
	unsigned int i;

	ck_assert_ptr_nonnull(context);
	for (i = 0; i < count; i++)
		ck_assert_int_eq(gpcd_context_add_mmr(context, (gpcd_mmr_desc_t *)
				 gpcd_lookup_mmr_byname(holdings[i].name)), 0);
	ck_assert_int_eq(gpcd_context_read_mmr_vals(context), 0);
	for (entry = context->list; entry; entry = entry->next) {
		ck_assert_str_eq(entry->item->name, holdings[--i].name);
		values[i] = entry->value;
	}
	ck_assert_uint_eq(i, 0);
	assert_values();
	gpcd_remove_context(context);
}
END_TEST

START_TEST(legacy_library_one_by_one)
{
	for (unsigned int i = 0; i < count; i++)
		ck_assert_int_eq(gpcd_read_mmr_val_byname(holdings[i].name, &values[i], 0), 0);
	assert_values();
}
END_TEST

static Suite *every_register_suite(int kernel, int legacy)
{
	Suite *suite = suite_create("every_register");
	TCase *ioctls = tcase_create("ioctls");
	TCase *library = tcase_create("library");

	tcase_add_checked_fixture(ioctls, device_open, device_close);
	if (legacy)
		tcase_add_loop_test(ioctls, legacy_ioctl, 0, 2);
	tcase_add_test(ioctls, snapshot_ioctl);
	tcase_add_test(ioctls, group_ioctl);
	tcase_add_test(ioctls, mapped_words);
	tcase_add_test(ioctls, rings);
	if (kernel)
		suite_add_tcase(suite, ioctls);

	tcase_add_checked_fixture(library, device_open, device_close);
	tcase_add_test(library, values_differ);
	tcase_add_test(library, library_group_by_name);
	tcase_add_test(library, library_group_by_address);
	tcase_add_test(library, library_one_by_one);
	tcase_add_test(library, library_alias);
	if (legacy) {
		tcase_add_test(library, legacy_library_context);
		tcase_add_test(library, legacy_library_one_by_one);
	}
	suite_add_tcase(suite, library);
	return suite;
}

static int check(const char *where)
{
	int kernel = strncmp(where, "image:", 6) != 0, legacy;

	must(!setenv(GPCD_DEVICE_ENV, where, 1), where);
	must(!gpcd_open(NULL, &device), where);
	holdings_fill(gpcd_chip(device));
	legacy = gpcd_chip_legacy(gpcd_chip(device));
	gpcd_close(device);
	return suite_run(every_register_suite(kernel, legacy));
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (!strcmp(what, "values"))
		return print_values(argv[2]);
	if (!strcmp(what, "create") && argc > 3)
		return image_create(argv[2], argv[3]);
	if (!strcmp(what, "fill"))
		return fill(argv[2]);
	if (!strcmp(what, "check"))
		return check(argv[2]);
	fprintf(stderr, "usage: every_register values|create|fill|check ...\n");
	return 2;
}

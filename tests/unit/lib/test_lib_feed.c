// SPDX-License-Identifier: GPL-2.0-only
/*
 * Feeds: a feed drives an image's counters from outside, and a hostile owner of the image cannot
 * harm it.
 */
#include <errno.h>
#include <sys/wait.h>

#include "suite.h"
#include "view.h"

#define TILE	"GM_0_0_TILE_"
#define COUNTER	TILE "PERFORMANCE_COUNTERS_0"
#define OTHER	TILE "PERFORMANCE_COUNTERS_5"
#define FILTER	TILE "FILTERING_PERFORMANCE_COUNTER_SETUP_VC1_2"
#define HALF	"GM_RMT_PUT_PERFORMANCE_COUNTERS1"
#define PACKED	"AR_NIC_ORB_PRF_NET_RSP_HIST_BIN01"
#define FULL48	((1ULL << 48) - 1)

static struct view view;
static struct gpcd_image_feed *feed;

static void setup(void)
{
	view_create(&view, GPCD_CHIP_GEMINI);
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), 0);
}

static void teardown(void)
{
	gpcd_image_feed_release(feed);
	view_destroy(&view);
}

static struct gpcd_feed_reg find(const char *name)
{
	struct gpcd_feed_reg reg;

	ck_assert_int_eq(gpcd_feed_reg_find(view.chip, name, &reg), 0);
	return reg;
}

static uint64_t value_of(const char *name)
{
	struct gpcd *dev;
	uint64_t value;

	ck_assert_int_eq(gpcd_open(view.where, &dev), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, name, &value), 0);
	gpcd_close(dev);
	return value;
}

/* Make a batch of one counter, up to chip time 1. */
static void count(const char *name, uint64_t n)
{
	struct gpcd_feed_reg reg = find(name);

	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &reg, n), 0);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 1), 0);
}

START_TEST(counts)
{
	count(COUNTER, 3);
	count(COUNTER, 4);
	ck_assert_uint_eq(value_of(COUNTER), 7);
	ck_assert_uint_eq(value_of(OTHER), 0);
}
END_TEST

START_TEST(counts_modulo_width)
{
	view_poke_name(&view, COUNTER, FULL48);
	count(COUNTER, 6);
	ck_assert_uint_eq(value_of(COUNTER), 5);
	count(COUNTER, UINT64_MAX);
	ck_assert_uint_eq(value_of(COUNTER), 4);
}
END_TEST

START_TEST(half_a_word_leaves_the_other)
{
	struct gpcd_feed_reg half = find(HALF);
	uint64_t *word = (uint64_t *)(view.map + half.addr);

	*word = UINT64_MAX;
	count(HALF, 2);
	ck_assert_uint_eq(value_of(HALF), 1);
	ck_assert_uint_eq(half.width, 32);
	ck_assert_uint_eq(*word, ~(0xfffffffeULL << half.shift));	/* 2^32 - 1 + 2 */
}
END_TEST

START_TEST(disabled_counter_stands_still)
{
	count("GM_RAT_PERF_HEADER_FLITS_VC0", 2);
	view_poke_name(&view, "GM_RAT_PERF_COUNTER_EN", 0);
	count("GM_RAT_PERF_HEADER_FLITS_VC0", 2);
	ck_assert_uint_eq(value_of("GM_RAT_PERF_HEADER_FLITS_VC0"), 2);
}
END_TEST

START_TEST(packed_counter_by_field)
{
	struct gpcd_feed_reg reg;

	ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_ARIES, PACKED ":BIN1_COUNT", &reg), 0);
	ck_assert_uint_eq(reg.shift, 32);
	ck_assert_uint_eq(reg.width, 32);
	ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_ARIES, PACKED, &reg), -EINVAL);
}
END_TEST

static const struct {
	const char *name;
	int err;
} unfit[] = {
	{ "GM_NO_SUCH", -ENOENT },
	{ FILTER ":NO_SUCH", -ENXIO },
	{ FILTER ":MASK", -EINVAL },
	{ "GM_RAT_PERF_COUNTER_EN", -EINVAL },
	{ "", -ENOENT },
};

START_TEST(finds_no_other)
{
	struct gpcd_feed_reg reg;

	ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_GEMINI, unfit[_i].name, &reg),
			 unfit[_i].err);
}
END_TEST

START_TEST(every_static_counter_is_found)
{
	char name[GPCD_NAME_MAX];
	struct gpcd_reg reg;
	unsigned int i;

	for (i = 0; i < 288; i++) {
		snprintf(name, sizeof(name), "GM_%u_%u_TILE_PERFORMANCE_COUNTERS_%u",
			 i / 48, i / 6 % 8, i % 6);
		ck_assert(!gpcd_catalogue_by_name(GPCD_CHIP_GEMINI, name, &reg));
		ck_assert_uint_eq(find(name).addr, reg.addr);
		ck_assert_uint_eq(find(name).enable, 0);
		ck_assert_uint_eq(find(name).width, 48);
	}
}
END_TEST

START_TEST(batch_is_odd_until_it_ends)
{
	struct gpcd_feed_reg reg = find(COUNTER);

	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 1);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &reg, 1), 0);
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 1);
	ck_assert_uint_eq(view.info->chip_ns, 0);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 77), 0);
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 0);
	ck_assert_uint_eq(view.info->chip_ns, 77);
	ck_assert_uint_eq(gpcd_image_feed_time(feed), 77);
}
END_TEST

START_TEST(epoch_that_begins)
{
	uint64_t epoch = view.info->epoch;

	ck_assert_int_eq(gpcd_image_feed_epoch(feed), -EINVAL);
	ck_assert_uint_eq(view.info->epoch, epoch);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_epoch(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 1), 0);
	ck_assert_uint_eq(view.info->epoch, epoch + 1);
}
END_TEST

START_TEST(nothing_outside_a_batch)
{
	struct gpcd_feed_reg reg = find(COUNTER);

	ck_assert_int_eq(gpcd_image_feed_count(feed, &reg, 1), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 1), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 1), 0);
	ck_assert_uint_eq(value_of(COUNTER), 0);
}
END_TEST

/* The fixture's view is of NIC 1. */
static const struct gpcd_nic_packets two_puts = {
	.way = GPCD_NIC_REQUESTS_SENT, .kind = GPCD_NIC_BTE_PUT, .packets = 2, .data = 8,
	.bytes = 128,
};

START_TEST(packets_of_a_nic_count_by_its_chips_rules)
{
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_nic(feed, 1, &two_puts), 0);
	ck_assert_int_eq(gpcd_image_feed_nic(feed, 1, &two_puts), 0);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 1), 0);
	ck_assert_uint_eq(value_of("GM_TARB_PERF_BTE_PKTS"), 4);
	ck_assert_uint_eq(value_of("GM_ORB_PERF_VC0_FLITS"), 20);
	ck_assert_uint_eq(value_of("GM_TARB_PERF_FMA_PKTS"), 0);
}
END_TEST

START_TEST(packets_of_a_nic_that_are_refused)
{
	struct gpcd_nic_packets odd = two_puts;

	ck_assert_int_eq(gpcd_image_feed_nic(feed, 1, &two_puts), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_nic(feed, 0, &two_puts), -ENOENT);
	ck_assert_int_eq(gpcd_image_feed_nic(feed, GPCD_NICS_MAX, &two_puts), -ENOENT);
	odd.kind = GPCD_NIC_CLASSES;
	ck_assert_int_eq(gpcd_image_feed_nic(feed, 1, &odd), -EINVAL);
	odd = two_puts;
	odd.way = GPCD_NIC_WAYS;
	ck_assert_int_eq(gpcd_image_feed_nic(feed, 1, &odd), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_end(feed, 1), 0);
	ck_assert_uint_eq(value_of("GM_TARB_PERF_BTE_PKTS"), 0);
}
END_TEST

/* Another image beside the fixture's, of NIC 1 of an Aries, and its feed. */
static struct gpcd_image_feed *aries_feed(struct view *other)
{
	struct gpcd_image_feed *result;

	*other = (struct view) { 0 };
	snprintf(other->path, sizeof(other->path), "/tmp/gpcd-test-%d-aries.img", getpid());
	unlink(other->path);
	view_create(other, GPCD_CHIP_ARIES);
	ck_assert_int_eq(gpcd_image_feed_open(other->path, &result), 0);
	return result;
}

static uint64_t value_in(const struct view *other, const char *name)
{
	struct gpcd *dev;
	uint64_t value;

	ck_assert_int_eq(gpcd_open(other->where, &dev), 0);
	ck_assert_int_eq(gpcd_read(dev, 0, name, &value), 0);
	gpcd_close(dev);
	return value;
}

/* Nobody has set up the histogram: all of its bins begin at 0. */
START_TEST(times_of_responses_count_in_an_aries)
{
	static const struct gpcd_nic_times times = {
		.bin[7] = 5, .shortest = 2, .longest = 30,
	};
	struct gpcd_nic_bins bins;
	struct view other;
	struct gpcd_image_feed *aries = aries_feed(&other);

	ck_assert_int_eq(gpcd_image_feed_bins(aries, 1, &bins), 0);
	ck_assert_uint_eq(gpcd_nic_bin(&bins, 2), 7);
	ck_assert_int_eq(gpcd_image_feed_times(aries, 1, &times), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_begin(aries), 0);
	ck_assert_int_eq(gpcd_image_feed_times(aries, 0, &times), -ENOENT);
	ck_assert_int_eq(gpcd_image_feed_times(aries, 1, &times), 0);
	ck_assert_int_eq(gpcd_image_feed_end(aries, 1), 0);
	ck_assert_uint_eq(value_in(&other, "AR_NIC_ORB_PRF_NET_RSP_TRACK_1"), 2 | 30 << 16);
	ck_assert_uint_eq(value_in(&other, "AR_NIC_ORB_PRF_NET_RSP_HIST_BIN67"), 5ULL << 32);
	gpcd_image_feed_release(aries);
	view_destroy(&other);
}
END_TEST

/* Processor tiles 0 to 3 serve NICs 0 and 1. */
START_TEST(what_a_nic_and_a_tile_exchange_counts_in_an_aries)
{
	struct gpcd_nic_crossing crossing = {
		.way = GPCD_NIC_REQUESTS_RECEIVED, .tile = 3, .packets = 2, .flits = 10,
		.stalled = 7,
	};
	struct view other;
	struct gpcd_image_feed *aries = aries_feed(&other);

	ck_assert_int_eq(gpcd_image_feed_cross(aries, 1, &crossing), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_begin(aries), 0);
	ck_assert_int_eq(gpcd_image_feed_cross(aries, 0, &crossing), -ENOENT);
	ck_assert_int_eq(gpcd_image_feed_cross(aries, 1, &crossing), 0);
	crossing.tile = 4;
	ck_assert_int_eq(gpcd_image_feed_cross(aries, 1, &crossing), 0);
	crossing.tile = 8;
	ck_assert_int_eq(gpcd_image_feed_cross(aries, 1, &crossing), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_end(aries, 1), 0);
	ck_assert_uint_eq(value_in(&other, "AR_NL_PRF_PTILE_3_REQ_TO_NIC_1"), 10);
	ck_assert_uint_eq(value_in(&other, "AR_NL_PRF_PTILE_3_REQ_TO_NIC_0"), 0);
	ck_assert_uint_eq(value_in(&other, "AR_NL_PRF_PTILE_3_REQ_IN_NW_PKTS"), 2);
	ck_assert_uint_eq(value_in(&other, "AR_NL_PRF_PTILE_3_REQ_TO_NIC_1_STALLED"), 7);
	ck_assert_uint_eq(value_in(&other, "AR_NL_PRF_REQ_PTILES_TO_NIC_1_STALLED"), 7);
	ck_assert_uint_eq(value_in(&other, "AR_NL_PRF_PTILE_4_REQ_IN_NW_PKTS"), 0);
	gpcd_image_feed_release(aries);
	view_destroy(&other);
}
END_TEST

START_TEST(a_gemini_keeps_no_times_of_responses)
{
	static const struct gpcd_nic_times times = { .bin[0] = 1 };
	struct gpcd_nic_bins bins;

	ck_assert_int_eq(gpcd_image_feed_bins(feed, 1, &bins), -EOPNOTSUPP);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_times(feed, 1, &times), -EOPNOTSUPP);
}
END_TEST

START_TEST(registers_of_another_chip)
{
	struct gpcd_feed_filter filter;
	struct gpcd_feed_reg aries, setup = find(FILTER), counter = find(COUNTER);

	ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_ARIES,
					    "AR_RTR_0_0_INQ_PRF_INCOMING_FLIT_VC0", &aries), 0);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &aries, 1), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_count(feed, &setup, 1), -EINVAL);
	ck_assert_int_eq(gpcd_image_feed_filter(feed, &counter, &filter), -EINVAL);
	setup.chip = GPCD_CHIP_ARIES;
	ck_assert_int_eq(gpcd_image_feed_filter(feed, &setup, &filter), -EINVAL);
}
END_TEST

/* Low bit first: 9 reserved, 1 valid, 6 phit index, 24 pattern, 24 mask. */
START_TEST(filter_is_read)
{
	struct gpcd_feed_reg reg = find(FILTER);
	struct gpcd_feed_filter filter;

	ck_assert_int_eq(gpcd_image_feed_filter(feed, &reg, &filter), 0);
	ck_assert_uint_eq(filter.valid, 0);
	view_poke_name(&view, FILTER, 0x3fffc0ULL << 40 | 0x123440ULL << 16 | 5 << 10 | 1 << 9);
	ck_assert_int_eq(gpcd_image_feed_filter(feed, &reg, &filter), 0);
	ck_assert_uint_eq(filter.valid, 1);
	ck_assert_uint_eq(filter.phit, 5);
	ck_assert_uint_eq(filter.pattern, 0x123440);
	ck_assert_uint_eq(filter.mask, 0x3fffc0);
}
END_TEST

#define PACKED_STALL	"AR_RTR_1_2_COLBUF_PERF_STALL_RS"
#define SETUP_ARIES	"AR_RTR_1_2_INQ_PRF_FLIT5_FILTERING_SETUP"

/* A packed register is read as a whole word, whichever field is named; so is a set-up register. */
START_TEST(a_register_is_read_whole)
{
	struct gpcd_feed_filter filter;
	struct gpcd_feed_reg reg;
	struct view other;
	struct gpcd_image_feed *aries = aries_feed(&other);
	uint64_t value;

	view_poke_name(&other, PACKED_STALL, 5ULL << 61 | 3);
	ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_ARIES, PACKED_STALL
					    ":COL_BUF_PERF_STALL_RS", &reg), 0);
	ck_assert_int_eq(gpcd_image_feed_word(aries, &reg, &value), 0);
	ck_assert_uint_eq(value, 5ULL << 61 | 3);
	ck_assert_int_eq(gpcd_image_feed_word(feed, &reg, &value), -EINVAL);
	view_poke_name(&other, SETUP_ARIES, 1ULL << 54);
	ck_assert_int_eq(gpcd_feed_reg_find(GPCD_CHIP_ARIES, SETUP_ARIES, &reg), 0);
	ck_assert_int_eq(gpcd_image_feed_word(aries, &reg, &value), 0);
	ck_assert_uint_eq(value, 1ULL << 54);
	ck_assert_int_eq(gpcd_image_feed_filter(aries, &reg, &filter), -EINVAL);
	gpcd_image_feed_release(aries);
	view_destroy(&other);
}
END_TEST

START_TEST(info_is_of_the_view)
{
	struct gpcd_info info = { .size = sizeof(info) };

	ck_assert_int_eq(gpcd_image_feed_info(feed, &info), 0);
	ck_assert_uint_eq(info.chip, GPCD_CHIP_GEMINI);
	ck_assert_uint_eq(info.nic_addr, 5);
	ck_assert_uint_eq(info.nic_index, 1);
	ck_assert_uint_eq(info.coord[2], 3);
	ck_assert_uint_eq(info.chip_id, 7);
}
END_TEST

START_TEST(one_driver_at_a_time)
{
	struct gpcd_image_source *source;
	struct gpcd_image_feed *second;

	ck_assert_int_eq(gpcd_image_feed_open(view.path, &second), -EBUSY);
	ck_assert_int_eq(gpcd_image_source_open(view.path, 1, &source), -EBUSY);
	gpcd_image_feed_release(feed);
	ck_assert_int_eq(gpcd_image_source_open(view.path, 1, &source), 0);
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), -EBUSY);
	ck_assert_int_eq(gpcd_image_source_advance(source, 1000), 0);
	gpcd_image_source_release(source);
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), 0);
	ck_assert_uint_eq(gpcd_image_feed_time(feed), 1000);
}
END_TEST

START_TEST(closed_feed_ends_the_image)
{
	gpcd_image_feed_close(feed);
	ck_assert_uint_eq(view.info->state, GPCD_IMAGE_GONE);
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), -ENODEV);
	feed = NULL;
	gpcd_image_feed_close(NULL);
}
END_TEST

START_TEST(released_feed_leaves_it_live)
{
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	gpcd_image_feed_release(feed);
	ck_assert_uint_eq(view.info->state, GPCD_IMAGE_LIVE);
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 0);
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), 0);
}
END_TEST

START_TEST(feed_that_died_amid_a_batch_is_succeeded)
{
	pid_t child = fork();

	if (!child) {
		gpcd_image_feed_begin(feed);
		_exit(0);
	}
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	gpcd_image_feed_release(feed);
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 1);
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), 0);
	count(COUNTER, 2);
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 0);
	ck_assert_uint_eq(value_of(COUNTER), 2);
}
END_TEST

START_TEST(image_that_goes_ends_batches)
{
	view.info->state = GPCD_IMAGE_GONE;
	ck_assert_int_eq(gpcd_image_feed_begin(feed), -ENODEV);
	view.info->state = 5;
	ck_assert_int_eq(gpcd_image_feed_begin(feed), -ENODEV);
	view.info->state = GPCD_IMAGE_LIVE;
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
}
END_TEST

/* The owner turns it into another chip: the feed goes on with what it opened. */
START_TEST(nonsense_page_harms_nobody)
{
	struct gpcd_info info = { .size = sizeof(info) };

	memset(view.info, 0xff, sizeof(*view.info));
	view.info->state = GPCD_IMAGE_LIVE;
	ck_assert_int_eq(gpcd_image_feed_info(feed, &info), -EPROTO);
	count(COUNTER, 2);
	view.info->magic = GPCD_IMAGE_MAGIC;
	view.info->version = GPCD_IMAGE_VERSION;
	view.info->chip = GPCD_CHIP_ARIES;
	view.info->nic_index = 3;
	ck_assert_int_eq(gpcd_image_feed_info(feed, &info), -EPROTO);
	count(COUNTER, 2);
	ck_assert_uint_eq(*(uint64_t *)(view.map + find(COUNTER).addr), 4);
}
END_TEST

static void readers_lock(int fd, int type)
{
	struct flock lock = {
		.l_type = type,
		.l_whence = SEEK_SET,
		.l_start = GPCD_IMAGE_INFO + 1,
	};

	ck_assert_int_eq(fcntl(fd, F_OFD_SETLK, &lock), 0);
}

START_TEST(readers_lock_is_busy)
{
	int fd = open(view.path, O_RDONLY);

	readers_lock(fd, F_RDLCK);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), -EBUSY);
	ck_assert_uint_eq(view.info->sequence[GPCD_IMAGE_FEED] % 2, 0);
	readers_lock(fd, F_UNLCK);
	ck_assert_int_eq(gpcd_image_feed_begin(feed), 0);
	close(fd);
}
END_TEST

START_TEST(what_is_no_image)
{
	struct gpcd_image_feed *none;

	ck_assert_int_eq(gpcd_image_feed_open("/dev/null", &none), -EPROTO);
	ck_assert_int_eq(gpcd_image_feed_open("/nowhere/at/all", &none), -ENOENT);
	ck_assert_int_eq(gpcd_image_feed_open("/dev/gpcd_emu_none", &none), -ENOENT);
	view.info->magic = 0;
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &none), -EPROTO);
}
END_TEST

/* Holes punched into the file get memory now, or the feed does not open. */
START_TEST(holes_are_filled)
{
	int fd = open(view.path, O_RDWR);

	gpcd_image_feed_release(feed);
	ck_assert_int_eq(fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0x2001000,
				   0x100000), 0);
	ck_assert_int_ne(lseek(fd, 0x2001000, SEEK_DATA), 0x2001000);
	ck_assert_int_eq(gpcd_image_feed_open(view.path, &feed), 0);
	ck_assert_int_eq(lseek(fd, 0x2001000, SEEK_DATA), 0x2001000);
	count(COUNTER, 1);
	close(fd);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lib_feed");
	TCase *tests = tcase_create("feed");

	tcase_add_checked_fixture(tests, setup, teardown);
	tcase_add_test(tests, counts);
	tcase_add_test(tests, counts_modulo_width);
	tcase_add_test(tests, half_a_word_leaves_the_other);
	tcase_add_test(tests, disabled_counter_stands_still);
	tcase_add_test(tests, packed_counter_by_field);
	tcase_add_loop_test(tests, finds_no_other, 0, sizeof(unfit) / sizeof(*unfit));
	tcase_add_test(tests, every_static_counter_is_found);
	tcase_add_test(tests, batch_is_odd_until_it_ends);
	tcase_add_test(tests, epoch_that_begins);
	tcase_add_test(tests, nothing_outside_a_batch);
	tcase_add_test(tests, packets_of_a_nic_count_by_its_chips_rules);
	tcase_add_test(tests, packets_of_a_nic_that_are_refused);
	tcase_add_test(tests, times_of_responses_count_in_an_aries);
	tcase_add_test(tests, what_a_nic_and_a_tile_exchange_counts_in_an_aries);
	tcase_add_test(tests, a_gemini_keeps_no_times_of_responses);
	tcase_add_test(tests, registers_of_another_chip);
	tcase_add_test(tests, filter_is_read);
	tcase_add_test(tests, a_register_is_read_whole);
	tcase_add_test(tests, info_is_of_the_view);
	tcase_add_test(tests, one_driver_at_a_time);
	tcase_add_test(tests, closed_feed_ends_the_image);
	tcase_add_test(tests, released_feed_leaves_it_live);
	tcase_add_test(tests, feed_that_died_amid_a_batch_is_succeeded);
	tcase_add_test(tests, image_that_goes_ends_batches);
	tcase_add_test(tests, nonsense_page_harms_nobody);
	tcase_add_test(tests, readers_lock_is_busy);
	tcase_add_test(tests, what_is_no_image);
	tcase_add_test(tests, holes_are_filled);
	suite_add_tcase(suite, tests);
	return suite_run(suite);
}

// SPDX-License-Identifier: GPL-2.0-only
/* What a write changes, what an event adds, and which files are images. */
#include <stddef.h>
#include <string.h>

#include "chip.h"
#include "suite.h"

#define ALL_ONES	UINT64_MAX
#define TILE		"GM_0_0_TILE_PERFORMANCE_COUNTERS_0"

static struct chip gemini;
static struct chip aries;

static void setup(void)
{
	chip_create(&gemini, GPCD_CHIP_GEMINI, 2);
	chip_create(&aries, GPCD_CHIP_ARIES, 4);
}

static void teardown(void)
{
	chip_destroy(&gemini);
	chip_destroy(&aries);
}

static __u64 epoch(const struct chip *chip, unsigned int view)
{
	return chip->image[view].info->epoch;
}

/* Count an event at a counter of view 0. */
static void count(struct chip *chip, const char *name, const char *field, __u64 n)
{
	struct gpcd_image_counter counter;

	ck_assert_msg(!gpcd_image_counter_find(chip->image[0].chip, name, field, &counter),
		      "%s is no counter", name);
	gpcd_image_count(&chip->image[0], &counter, 0, n);
}

START_TEST(counter_takes_value_modulo_width)
{
	chip_write(&gemini, 0, TILE, 0xabcd123456789abc);
	ck_assert_uint_eq(chip_get(&gemini, 0, TILE), 0x123456789abc);
}
END_TEST

START_TEST(half_leaves_its_neighbour_alone)
{
	chip_write(&gemini, 0, "GM_RMT_PUT_PERFORMANCE_COUNTERS0", 0x11111111);
	chip_write(&gemini, 0, "GM_RMT_PUT_PERFORMANCE_COUNTERS1", 0xf22222222);
	chip_write(&gemini, 0, "GM_RMT_PUT_PERFORMANCE_COUNTERS0", 0x33333333);
	ck_assert_uint_eq(chip_get(&gemini, 0, "GM_RMT_PUT_PERFORMANCE_COUNTERS0"), 0x33333333);
	ck_assert_uint_eq(chip_get(&gemini, 0, "GM_RMT_PUT_PERFORMANCE_COUNTERS1"), 0x22222222);
}
END_TEST

START_TEST(setup_masks_reserved_bits)
{
	chip_write(&gemini, 0, "GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0", ALL_ONES);
	ck_assert_uint_eq(chip_get(&gemini, 0,
				   "GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0"),
			  ~0x1ffULL);
}
END_TEST

START_TEST(sticky_flags_clear_by_ones)
{
	struct gpcd_reg reg = chip_reg(&aries, "AR_NIC_ORB_CFG_NET_RSP_HIST_OVF");

	*gpcd_image_word(&aries.image[0], reg.addr) = 0xff;
	chip_write(&aries, 0, "AR_NIC_ORB_CFG_NET_RSP_HIST_OVF", 0x0f);
	ck_assert_uint_eq(chip_reg_get(&aries, 0, &reg), 0xf0);
}
END_TEST

START_TEST(gauge_takes_value_masked)
{
	chip_write(&gemini, 0, "GM_SSID_PERF_SSIDS_IN_USE", ALL_ONES);
	ck_assert_uint_eq(chip_get(&gemini, 0, "GM_SSID_PERF_SSIDS_IN_USE"), 0xffffffffffff);
	ck_assert_uint_eq(epoch(&gemini, 0), CHIP_EPOCH);
}
END_TEST

START_TEST(packed_takes_all_fields)
{
	chip_write(&aries, 0, "AR_NIC_ORB_PRF_NET_RSP_HIST_BIN01", 0x123456789abcdef0);
	ck_assert_uint_eq(chip_get(&aries, 0, "AR_NIC_ORB_PRF_NET_RSP_HIST_BIN01"),
			  0x123456789abcdef0);
}
END_TEST

START_TEST(counter_write_is_a_new_epoch_for_all_views)
{
	chip_write(&gemini, 1, TILE, 1);
	ck_assert_uint_eq(epoch(&gemini, 0), CHIP_EPOCH + 1);
	ck_assert_uint_eq(epoch(&gemini, 1), CHIP_EPOCH + 1);
}
END_TEST

/* 0 stands for none. */
START_TEST(epoch_after_the_last_is_1)
{
	gemini.image[0].info->epoch = ~0ULL;
	gemini.image[1].info->epoch = ~0ULL - 1;
	chip_write(&gemini, 1, TILE, 1);
	ck_assert_uint_eq(epoch(&gemini, 0), 1);
	ck_assert_uint_eq(epoch(&gemini, 1), ~0ULL);
}
END_TEST

START_TEST(setup_write_keeps_the_epoch)
{
	chip_write(&gemini, 0, "GM_0_0_TILE_FILTERING_PERFORMANCE_COUNTER_SETUP_VC0_0", 1 << 9);
	chip_write(&gemini, 0, "GM_RAT_PERF_COUNTER_EN", 0);
	ck_assert_uint_eq(epoch(&gemini, 0), CHIP_EPOCH);
}
END_TEST

START_TEST(write_is_one_batch)
{
	const __u64 *sequence = gemini.image[1].info->sequence;
	__u64 before = sequence[GPCD_IMAGE_OWNER];

	chip_write(&gemini, 0, TILE, 1);
	ck_assert_uint_eq(sequence[GPCD_IMAGE_OWNER], before + 2);
	ck_assert_uint_eq(before % 2, 0);
	ck_assert_uint_eq(sequence[GPCD_IMAGE_FEED], 0);
}
END_TEST

START_TEST(views_share_tiles_only)
{
	chip_write(&gemini, 0, TILE, 5);
	chip_write(&gemini, 0, "GM_ORB_PERF_VC0_PKTS", 7);
	ck_assert_uint_eq(chip_get(&gemini, 1, TILE), 5);
	ck_assert_uint_eq(chip_get(&gemini, 1, "GM_ORB_PERF_VC0_PKTS"), 0);
}
END_TEST

START_TEST(every_control_begins_enabled)
{
	struct chip *const chips[] = { &gemini, &aries };
	unsigned int i, controls[2] = { 0, 0 };
	struct gpcd_reg reg;

	for (i = 0; !gpcd_catalogue_at(chips[_i]->image[0].chip, i, &reg); i++) {
		char name[GPCD_NAME_MAX];

		if (reg.rule->kind != GPCD_KIND_CONTROL)
			continue;
		gpcd_reg_name(&reg, name);
		ck_assert_msg(chip_reg_get(chips[_i], 0, &reg), "%s enables nothing", name);
		controls[_i]++;
	}
	ck_assert_uint_eq(controls[_i], _i ? 10 : 6);
}
END_TEST

START_TEST(disabled_block_stands_still)
{
	chip_write(&gemini, 0, "GM_RAT_PERF_COUNTER_EN", 0);
	count(&gemini, "GM_RAT_PERF_HEADER_FLITS_VC0", NULL, 5);
	count(&gemini, "GM_NPT_PERF_NPT_PKT_CNTR", NULL, 5);
	ck_assert_uint_eq(chip_get(&gemini, 0, "GM_RAT_PERF_HEADER_FLITS_VC0"), 0);
	ck_assert_uint_eq(chip_get(&gemini, 0, "GM_NPT_PERF_NPT_PKT_CNTR"), 5);

	chip_write(&gemini, 0, "GM_RAT_PERF_COUNTER_EN", 1);
	count(&gemini, "GM_RAT_PERF_HEADER_FLITS_VC0", NULL, 5);
	ck_assert_uint_eq(chip_get(&gemini, 0, "GM_RAT_PERF_HEADER_FLITS_VC0"), 5);
}
END_TEST

/* A control register, the bit, a counter it stops, one on its page it does not. */
static const struct {
	const char *control;
	unsigned int bit;
	const char *stopped;
	const char *free;
} switches[] = {
	{ "AR_NIC_AMO_PRF_EN", 0, "AR_NIC_AMO_PRF_STALL_DURATION_MATCH",
	  "AR_NIC_AMO_PRF_STALL_DURATION_FULL" },
	{ "AR_NIC_AMO_PRF_EN", 2, "AR_NIC_AMO_PRF_STALL_DURATION_FULL",
	  "AR_NIC_AMO_PRF_STALL_DURATION_FLUSH" },
	{ "AR_NIC_NPT_PRF_EN", 1, "AR_NIC_NPT_PRF_NL_STALL_DURATION",
	  "AR_NIC_NPT_PRF_FULL_DURATION" },
	{ "AR_NIC_ORB_PRF_STALL_DURATION_EN", 0, "AR_NIC_ORB_PRF_REQ_CRDTS_STALL_DURATION",
	  "AR_NIC_ORB_PRF_REQ_PKTID_STALL_DURATION" },
	{ "AR_NIC_ORB_PRF_STALL_DURATION_EN", 1, "AR_NIC_ORB_PRF_REQ_PKTID_STALL_DURATION",
	  "AR_NIC_ORB_PRF_REQ_BYTES_SENT" },
	{ "AR_NIC_PARB_PRF_EN", 2, "AR_NIC_PARB_PRF_STALL_DURATION_VC2",
	  "AR_NIC_PARB_PRF_STALL_DURATION_VC0" },
	{ "AR_NIC_RAT_PRF_EN", 0, "AR_NIC_RAT_PRF_REQ_STALL_DURATION",
	  "AR_NIC_RAT_PRF_RSP_STALL_DURATION" },
	{ "AR_NIC_RAT_PRF_EN", 1, "AR_NIC_RAT_PRF_RSP_STALL_DURATION",
	  "AR_NIC_RAT_PRF_REQ_BYTES_RCVD" },
	{ "AR_NIC_NETMON_PRF_EVENT_CNTR_CTRL", 2, "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS",
	  "AR_NIC_REQMON_FMA_EVENT_CNTR_PKT" },
	{ "AR_PI_PM_PCLK_EVENT_CNTR_CTRL", 2, "AR_PI_PMI_PCLK_PRSP_PKTS",
	  "AR_PI_PMI_NREQ_GET_PKTS" },
};

START_TEST(switch_stops_its_counter)
{
	chip_write(&aries, 0, switches[_i].control,
		   chip_get(&aries, 0, switches[_i].control) & ~(1ULL << switches[_i].bit));
	count(&aries, switches[_i].stopped, NULL, 3);
	count(&aries, switches[_i].free, NULL, 3);
	ck_assert_msg(!chip_get(&aries, 0, switches[_i].stopped), "bit %u of %s: %s counts",
		      switches[_i].bit, switches[_i].control, switches[_i].stopped);
	ck_assert_msg(chip_get(&aries, 0, switches[_i].free) == 3,
		      "bit %u of %s: %s does not count", switches[_i].bit, switches[_i].control,
		      switches[_i].free);
}
END_TEST

START_TEST(clear_zeroes_its_page)
{
	chip_write(&aries, 0, "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS", 5);
	chip_write(&aries, 0, "AR_NIC_REQMON_FMA_EVENT_CNTR_PKT", 6);
	chip_write(&aries, 1, "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS", 7);
	chip_write(&aries, 0, "AR_NIC_NETMON_PRF_EVENT_CNTR_CTRL", 0xc | (_i ? 1 : 2));

	ck_assert_uint_eq(chip_get(&aries, 0, "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS"), 0);
	ck_assert_uint_eq(chip_get(&aries, 0, "AR_NIC_REQMON_FMA_EVENT_CNTR_PKT"), 6);
	ck_assert_uint_eq(chip_get(&aries, 1, "AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS"), 7);
	ck_assert_uint_eq(chip_get(&aries, 0, "AR_NIC_NETMON_PRF_EVENT_CNTR_CTRL"), 0xc);
	ck_assert_uint_eq(epoch(&aries, 3), CHIP_EPOCH + 4);
}
END_TEST

START_TEST(clear_zeroes_all_of_its_page_and_nothing_else)
{
	struct gpcd_reg control = chip_reg(&aries, "AR_NIC_REQMON_PRF_EVENT_CNTR_CTRL"), reg;
	unsigned int i, cleared = 0;

	for (i = 0; !gpcd_catalogue_at(GPCD_CHIP_ARIES, i, &reg); i++)
		*gpcd_image_word(&aries.image[0], reg.addr) = 1;
	gpcd_image_write(aries.image, 4, 0, &control, 1 | 1 << 2);
	for (i = 0; !gpcd_catalogue_at(GPCD_CHIP_ARIES, i, &reg); i++) {
		int clear = reg.addr / GPCD_PAGE_SIZE == control.addr / GPCD_PAGE_SIZE &&
			    reg.rule->kind <= GPCD_KIND_GAUGE;

		if (reg.rule->kind != GPCD_KIND_CONTROL)
			ck_assert_msg(chip_reg_get(&aries, 0, &reg) == !clear, "%#llx", reg.addr);
		cleared += clear;
	}
	ck_assert_uint_ne(cleared, 0);
}
END_TEST

START_TEST(count_wraps_at_width)
{
	chip_write(&gemini, 0, TILE, ALL_ONES);
	count(&gemini, TILE, NULL, 3);
	ck_assert_uint_eq(chip_get(&gemini, 0, TILE), 2);

	chip_write(&gemini, 0, "GM_RMT_PUT_PERFORMANCE_COUNTERS1", 9);
	chip_write(&gemini, 0, "GM_RMT_PUT_PERFORMANCE_COUNTERS0", ALL_ONES);
	count(&gemini, "GM_RMT_PUT_PERFORMANCE_COUNTERS0", NULL, 1);
	ck_assert_uint_eq(chip_get(&gemini, 0, "GM_RMT_PUT_PERFORMANCE_COUNTERS0"), 0);
	ck_assert_uint_eq(chip_get(&gemini, 0, "GM_RMT_PUT_PERFORMANCE_COUNTERS1"), 9);
}
END_TEST

START_TEST(count_of_a_field_keeps_the_others)
{
	const char *name = "AR_RTR_0_0_COLBUF_PERF_STALL_RQ";

	chip_write(&aries, 0, name, 5ULL << 61 | (ALL_ONES >> 3));
	count(&aries, name, "COL_BUF_PERF_STALL_RQ", 2);
	ck_assert_uint_eq(chip_get(&aries, 0, name), 5ULL << 61 | 1);
}
END_TEST

START_TEST(what_is_no_counter_is_not_found)
{
	struct gpcd_image_counter counter;

	ck_assert_int_eq(gpcd_image_counter_find(GPCD_CHIP_GEMINI, "GM_NO_SUCH", NULL, &counter),
			 -1);
	ck_assert_int_eq(gpcd_image_counter_find(GPCD_CHIP_ARIES, "AR_RTR_0_0_COLBUF_PERF_STALL_RQ",
						 "NO_SUCH", &counter), -1);
	ck_assert_int_eq(gpcd_image_counter_find(GPCD_CHIP_ARIES, TILE, NULL, &counter), -1);
}
END_TEST

START_TEST(init_resets_all_registers)
{
	const struct gpcd_image_info desc = {
		.chip = GPCD_CHIP_GEMINI, .nic_addr = 77, .nic_index = 1, .coord = { 4, 5, 6 },
		.chip_id = 9, .epoch = 2000, .domain = GPCD_IMAGE_DOMAINS,
	};
	struct gpcd_image_info copy;

	chip_write(&gemini, 1, "GM_ORB_PERF_VC0_PKTS", 7);
	chip_write(&gemini, 1, "GM_RAT_PERF_COUNTER_EN", 0);
	gpcd_image_end(&gemini.image[1]);
	gpcd_image_init(&gemini.image[1], &desc);

	ck_assert_uint_eq(chip_get(&gemini, 1, "GM_ORB_PERF_VC0_PKTS"), 0);
	ck_assert_uint_eq(chip_get(&gemini, 1, "GM_RAT_PERF_COUNTER_EN"), 1);
	ck_assert_int_eq(gpcd_image_check(gemini.image[1].info, &copy), 0);
	ck_assert_uint_eq(copy.nic_addr, 77);
	ck_assert_uint_eq(copy.nic_index, 1);
	ck_assert_uint_eq(copy.coord[2], 6);
	ck_assert_uint_eq(copy.chip_id, 9);
	ck_assert_uint_eq(copy.epoch, 2000);
	ck_assert_uint_eq(copy.domain, GPCD_IMAGE_DOMAINS);
	ck_assert_uint_eq(copy.state, GPCD_IMAGE_LIVE);
}
END_TEST

/* A member of the describing page, what it becomes, and the flaw that this is. */
static const struct spoilt {
	size_t at, bytes;
	uint64_t value;
	enum gpcd_image_flaw flaw;
} spoilt[] = {
#define SPOILT(member, value, flaw) \
	{ offsetof(struct gpcd_image_info, member), \
	  sizeof(((struct gpcd_image_info *)NULL)->member), value, GPCD_FLAW_##flaw }
	SPOILT(magic, 0, MAGIC),
	SPOILT(magic, GPCD_IMAGE_MAGIC + 1, MAGIC),
	SPOILT(magic, ALL_ONES, MAGIC),
	SPOILT(version, GPCD_IMAGE_VERSION + 1, VERSION),
	SPOILT(version, 0, VERSION),
	SPOILT(chip, GPCD_CHIP_NONE, CHIP),
	SPOILT(chip, GPCD_CHIPS, CHIP),
	SPOILT(nic_addr, 0, NIC),
	SPOILT(nic_index, 2, NIC),
	SPOILT(domain, 0, DOMAIN),
	SPOILT(domain, GPCD_IMAGE_DOMAINS + 1, DOMAIN),
	SPOILT(state, 0, STATE),
	SPOILT(state, GPCD_IMAGE_GONE + 1, STATE),
};

START_TEST(check_rejects)
{
	struct gpcd_image_info info = *gemini.image[0].info, copy;

	ck_assert_int_eq(gpcd_image_check(&info, &copy), 0);
	memcpy((char *)&info + spoilt[_i].at, &spoilt[_i].value, spoilt[_i].bytes);
	ck_assert_int_eq(gpcd_image_check(&info, &copy), spoilt[_i].flaw);
}
END_TEST

START_TEST(check_takes_what_is_gone)
{
	struct gpcd_image_info copy;

	gpcd_image_end(&gemini.image[0]);
	ck_assert_int_eq(gpcd_image_check(gemini.image[0].info, &copy), 0);
	ck_assert_uint_eq(copy.state, GPCD_IMAGE_GONE);
}
END_TEST

START_TEST(pass_once_where_nobody_writes)
{
	struct gpcd_image_pass pass = {};
	unsigned int passes = 0;

	gemini.image[0].info->chip_ns = 42;
	while (gpcd_image_pass(gemini.image[0].info, &pass))
		passes++;
	ck_assert_uint_eq(passes, 1);
	ck_assert_int_eq(pass.torn, 0);
	ck_assert_uint_eq(pass.epoch, CHIP_EPOCH);
	ck_assert_uint_eq(pass.chip_ns, 42);
}
END_TEST

START_TEST(pass_again_after_a_batch)
{
	struct gpcd_image_pass pass = {};
	unsigned int passes = 0;

	while (gpcd_image_pass(gemini.image[0].info, &pass)) {
		if (!passes++)
			chip_write(&gemini, 0, TILE, 1);
	}
	ck_assert_uint_eq(passes, 2);
	ck_assert_int_eq(pass.torn, 0);
	ck_assert_uint_eq(pass.epoch, CHIP_EPOCH + 1);
}
END_TEST

START_TEST(pass_is_torn_by_endless_batches)
{
	struct gpcd_image_pass pass = {};
	unsigned int passes = 0;

	while (gpcd_image_pass(gemini.image[0].info, &pass)) {
		passes++;
		chip_write(&gemini, 0, TILE, passes);
	}
	ck_assert_uint_eq(passes, GPCD_IMAGE_TRIES);
	ck_assert_int_eq(pass.torn, 1);
}
END_TEST

START_TEST(pass_is_torn_by_a_dead_writer)
{
	struct gpcd_image_pass pass = {};
	unsigned int passes = 0;

	gpcd_image_write_begin(gemini.image[0].info, _i);
	while (gpcd_image_pass(gemini.image[0].info, &pass))
		passes++;
	ck_assert_uint_eq(passes, 1);
	ck_assert_int_eq(pass.torn, 1);
}
END_TEST

/* The other kind of writer begins and ends batches meanwhile. */
START_TEST(batch_stays_torn_amid_the_other_writers)
{
	unsigned int other = GPCD_IMAGE_WRITERS - 1 - _i, i;
	struct gpcd_image_info *info = gemini.image[0].info;
	struct gpcd_image_pass pass;

	gpcd_image_write_begin(info, _i);
	for (i = 0; i < 3; i++) {
		gpcd_image_batch_begin(gemini.image, gemini.views, other);
		gpcd_image_batch_end(gemini.image, gemini.views, other);
		pass = (struct gpcd_image_pass){};
		while (gpcd_image_pass(info, &pass))
			;
		ck_assert_int_eq(pass.torn, 1);
	}
	gpcd_image_write_end(info, _i);
	pass = (struct gpcd_image_pass){};
	while (gpcd_image_pass(info, &pass))
		;
	ck_assert_int_eq(pass.torn, 0);
}
END_TEST

START_TEST(sweep_is_crossed_by_a_batch_of_either)
{
	struct gpcd_image_info *info = gemini.image[0].info;
	__u64 begin[GPCD_IMAGE_WRITERS];

	gpcd_image_read_begin(info, begin);
	ck_assert_int_eq(gpcd_image_read_retry(info, begin), 0);
	gpcd_image_write_begin(info, _i);
	ck_assert_int_eq(gpcd_image_read_retry(info, begin), 1);
	gpcd_image_write_end(info, _i);
	ck_assert_int_eq(gpcd_image_read_retry(info, begin), 1);
}
END_TEST

/* The feed may be alive: it ends its batch itself. */
START_TEST(init_leaves_a_feed_its_batch)
{
	struct gpcd_image_info *info = gemini.image[0].info, desc = *info;

	gpcd_image_write_begin(info, GPCD_IMAGE_FEED);
	gpcd_image_end(&gemini.image[0]);
	gpcd_image_init(&gemini.image[0], &desc);
	ck_assert_uint_eq(info->sequence[GPCD_IMAGE_FEED], 1);
	ck_assert_uint_eq(info->sequence[GPCD_IMAGE_OWNER] % 2, 0);
}
END_TEST

/* Shell tests read the page by these offsets. */
START_TEST(page_has_no_holes)
{
	ck_assert_uint_eq(offsetof(struct gpcd_image_info, state), 36);
	ck_assert_uint_eq(offsetof(struct gpcd_image_info, chip_ns), 56);
	ck_assert_uint_eq(offsetof(struct gpcd_image_info, sequence), 64);
	ck_assert_uint_eq(offsetof(struct gpcd_image_info, driver), 80);
	ck_assert_uint_eq(offsetof(struct gpcd_image_info, domain), 88);
	ck_assert_uint_eq(sizeof(struct gpcd_image_info), 96);
}
END_TEST

START_TEST(pass_shares_its_spins_among_tries)
{
	struct gpcd_image_pass pass = { .tries = 1, .spins = GPCD_IMAGE_SPINS, .begin = { 2 } };

	gpcd_image_write_begin(gemini.image[0].info, GPCD_IMAGE_FEED);
	ck_assert_int_eq(gpcd_image_pass(gemini.image[0].info, &pass), 1);
	ck_assert_uint_eq(pass.spins, GPCD_IMAGE_SPINS);
	ck_assert_int_eq(gpcd_image_pass(gemini.image[0].info, &pass), 0);
	ck_assert_int_eq(pass.torn, 1);
}
END_TEST

static Suite *suite(void)
{
	Suite *s = suite_create("chipmodel");
	TCase *writes = tcase_create("writes"), *controls = tcase_create("controls");
	TCase *counts = tcase_create("counts"), *images = tcase_create("images");

	tcase_add_checked_fixture(writes, setup, teardown);
	tcase_add_test(writes, counter_takes_value_modulo_width);
	tcase_add_test(writes, half_leaves_its_neighbour_alone);
	tcase_add_test(writes, setup_masks_reserved_bits);
	tcase_add_test(writes, sticky_flags_clear_by_ones);
	tcase_add_test(writes, gauge_takes_value_masked);
	tcase_add_test(writes, packed_takes_all_fields);
	tcase_add_test(writes, counter_write_is_a_new_epoch_for_all_views);
	tcase_add_test(writes, epoch_after_the_last_is_1);
	tcase_add_test(writes, setup_write_keeps_the_epoch);
	tcase_add_test(writes, write_is_one_batch);
	tcase_add_test(writes, views_share_tiles_only);
	suite_add_tcase(s, writes);

	tcase_add_checked_fixture(controls, setup, teardown);
	tcase_add_loop_test(controls, every_control_begins_enabled, 0, 2);
	tcase_add_test(controls, disabled_block_stands_still);
	tcase_add_loop_test(controls, switch_stops_its_counter, 0,
			    sizeof(switches) / sizeof(*switches));
	tcase_add_loop_test(controls, clear_zeroes_its_page, 0, 2);
	tcase_add_test(controls, clear_zeroes_all_of_its_page_and_nothing_else);
	suite_add_tcase(s, controls);

	tcase_add_checked_fixture(counts, setup, teardown);
	tcase_add_test(counts, count_wraps_at_width);
	tcase_add_test(counts, count_of_a_field_keeps_the_others);
	tcase_add_test(counts, what_is_no_counter_is_not_found);
	suite_add_tcase(s, counts);

	tcase_add_checked_fixture(images, setup, teardown);
	tcase_add_test(images, init_resets_all_registers);
	tcase_add_loop_test(images, check_rejects, 0, sizeof(spoilt) / sizeof(*spoilt));
	tcase_add_test(images, check_takes_what_is_gone);
	tcase_add_test(images, pass_once_where_nobody_writes);
	tcase_add_test(images, pass_again_after_a_batch);
	tcase_add_test(images, pass_is_torn_by_endless_batches);
	tcase_add_loop_test(images, pass_is_torn_by_a_dead_writer, 0, GPCD_IMAGE_WRITERS);
	tcase_add_loop_test(images, batch_stays_torn_amid_the_other_writers, 0,
			    GPCD_IMAGE_WRITERS);
	tcase_add_loop_test(images, sweep_is_crossed_by_a_batch_of_either, 0, GPCD_IMAGE_WRITERS);
	tcase_add_test(images, init_leaves_a_feed_its_batch);
	tcase_add_test(images, page_has_no_holes);
	tcase_add_test(images, pass_shares_its_spins_among_tries);
	suite_add_tcase(s, images);
	return s;
}

int main(void)
{
	return suite_run(suite());
}

// SPDX-License-Identifier: GPL-2.0-only
/* libawr in front of a uGNI that records its calls. */
#include <check.h>
#include <gpcd/gpcd.h>

#include "ugni/awr/internal.h"
#include "ugni/include/awr.h"
#include "ugni/record.h"
#include "suite.h"
#include "view.h"

#define ORB	"AR_NIC_NETMON_ORB_EVENT_CNTR_"
#define FLITS	ORB "REQ_FLITS"
#define STALLED	ORB "REQ_STALLED"
#define TRACK	ORB "RSP_NET_TRACK"
#define TIME	"AR_NIC_ORB_PRF_NET_RSP_TRACK_2"

#define ENDPOINT	((gni_ep_handle_t)0x5000)

static struct view view;
static gni_cdm_handle_t cdm;

/* What the network does to each message: cycles that a flit stalls, and us that a pair takes. */
static uint64_t flits, stalled, pairs, time_us, stall_each, us_each;

static void network(void)
{
	flits += 100;
	stalled += 100 * stall_each;
	pairs += 20;
	time_us += 20 * us_each;
	view_poke_name(&view, FLITS, flits);
	view_poke_name(&view, STALLED, stalled);
	view_poke_name(&view, TRACK, pairs);
	view_poke_name(&view, TIME, time_us);
}

/* Set up the environment of a process, and its NIC. */
static void begin(void)
{
	gni_nic_handle_t nic;
	uint32_t address;

	ck_assert_int_eq(GNI_CdmCreate(3, 1, 1, 0, &cdm), GNI_RC_SUCCESS);
	ck_assert_int_eq(GNI_CdmAttach(cdm, 0, &address, &nic), GNI_RC_SUCCESS);
	ck_assert_uint_eq(address, RECORD_ADDRESS);
}

static void setup(void)
{
	static const char * const names[] = {
		"AWR_ROUTING_DISABLE", "AWR_ROUTING_TYPE", "AWR_ROUTING_LOW_LATENCY",
		"AWR_ROUTING_LOW_STALLS", "AWR_CUTOFF", "AWR_STORE_SR", "AWR_MODEL",
		"AWR_LAMBDA", "AWR_SIGMA",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		unsetenv(names[i]);
	view_create(&view, GPCD_CHIP_ARIES);
	setenv("GPCD_DEVICE", view.where, 1);
	flits = 0;
	stalled = 0;
	pairs = 0;
	time_us = 0;
	stall_each = 0;
	us_each = 2;
	record = (struct record){ .sent = network };
}

static void teardown(void)
{
	GNI_CdmDestroy(cdm);
	routing_close();
	view_destroy(&view);
}

static gni_return_t put(uint64_t bytes, uint16_t mode)
{
	gni_post_descriptor_t post = {
		.type = GNI_POST_RDMA_PUT, .length = bytes, .dlvr_mode = mode,
	};

	return GNI_PostRdma(ENDPOINT, &post);
}

static uint16_t mode_of_put(uint64_t bytes)
{
	record.calls = 0;
	ck_assert_int_eq(put(bytes, GNI_DLVMODE_PERFORMANCE), GNI_RC_SUCCESS);
	ck_assert_uint_eq(record.calls, 1);
	return record.call[0].mode;
}

/*
 * Small messages take the bias. For one of 64 KiB, L counts 1.5 times, which is 2,400 cycles at 2
 * us. The bias saves 400 of them, and makes stalls 5 times as long: with 5,120 flits that is not
 * worth it from 0.02 cycles a flit on.
 */
START_TEST(the_model_decides)
{
	begin();
	ck_assert_uint_eq(mode_of_put(4096), GNI_DLVMODE_ADAPTIVE3);
	/* There was a reading before the first message, but none after it: ADAPTIVE0 stays. */
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE0);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE3);
	stall_each = 1;
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE3);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE0);
	ck_assert_uint_eq(mode_of_put(64), GNI_DLVMODE_ADAPTIVE3);
}
END_TEST

/*
 * 20 packets, at 1,600 cycles and 1 stall a flit: 831 + 40 cycles if they are GETs of a flit each,
 * which the bias makes 693 + 120; and 831 + 200 if they are PUTs, which it makes 693 + 600.
 */
START_TEST(a_get_is_judged_by_its_requests)
{
	static const struct {
		gni_post_type_t type;
		uint16_t mode;
	} want[] = {
		{ GNI_POST_RDMA_PUT, GNI_DLVMODE_ADAPTIVE0 },
		{ GNI_POST_RDMA_GET, GNI_DLVMODE_ADAPTIVE3 },
		{ GNI_POST_FMA_GET, GNI_DLVMODE_ADAPTIVE3 },
	};
	gni_post_descriptor_t post = { .length = 1280 };

	setenv("AWR_CUTOFF", "0", 1);
	stall_each = 1;
	for (unsigned int i = 0; i < 3; i++) {
		begin();
		mode_of_put(1);
		record.calls = 0;
		post.type = want[i].type;
		post.dlvr_mode = GNI_DLVMODE_PERFORMANCE;
		if (post.type == GNI_POST_FMA_GET)
			GNI_PostFma(ENDPOINT, &post);
		else
			GNI_PostRdma(ENDPOINT, &post);
		ck_assert_uint_eq(record.call[0].mode, want[i].mode);
		routing_close();
	}
}
END_TEST

START_TEST(every_call_is_routed)
{
	gni_post_descriptor_t post = { .type = GNI_POST_FMA_PUT, .length = 64 };
	gni_post_descriptor_t event = { .type = GNI_POST_CQWRITE, .length = 1ull << 60 };
	static const char * const names[] = {
		"GNI_PostFma", "GNI_PostRdma", "GNI_CtPostFma", "GNI_PostCqWrite", "GNI_SmsgSend",
		"GNI_SmsgSendWTag",
	};

	begin();
	ck_assert_int_eq(GNI_PostFma(ENDPOINT, &post), GNI_RC_SUCCESS);
	post.dlvr_mode = 0;
	ck_assert_int_eq(GNI_PostRdma(ENDPOINT, &post), GNI_RC_SUCCESS);
	post.dlvr_mode = 0;
	ck_assert_int_eq(GNI_CtPostFma(ENDPOINT, &post), GNI_RC_SUCCESS);
	/* The program does not see its length: 8 bytes count, or this was not a small message. */
	ck_assert_int_eq(GNI_PostCqWrite(ENDPOINT, &event), GNI_RC_SUCCESS);
	ck_assert_int_eq(GNI_SmsgSend(ENDPOINT, NULL, 8, NULL, 8, 0), GNI_RC_SUCCESS);
	ck_assert_int_eq(GNI_SmsgSendWTag(ENDPOINT, NULL, 8, NULL, 8, 0, 1), GNI_RC_SUCCESS);
	ck_assert_uint_eq(record.calls, 6);
	for (unsigned int i = 0; i < record.calls; i++) {
		ck_assert_str_eq(record.call[i].name, names[i]);
		ck_assert_msg(record.call[i].mode == GNI_DLVMODE_ADAPTIVE3, "%s: mode %u",
			      names[i], record.call[i].mode);
	}
	ck_assert_int_eq(GNI_PostFma(ENDPOINT, &post), GNI_RC_SUCCESS);
}
END_TEST

START_TEST(a_call_within_a_call_is_one_message)
{
	gni_post_descriptor_t post = { .type = GNI_POST_FMA_PUT, .length = 64 };

	setenv("AWR_CUTOFF", "127", 1);
	begin();
	record.nested = 1;
	ck_assert_int_eq(GNI_CtPostFma(ENDPOINT, &post), GNI_RC_SUCCESS);
	ck_assert_int_eq(GNI_SmsgSend(ENDPOINT, NULL, 0, NULL, 63, 0), GNI_RC_SUCCESS);
	ck_assert_uint_eq(record.set, 1);
	ck_assert_str_eq(record.call[0].name, "GNI_PostFma");
	ck_assert_str_eq(record.call[1].name, "GNI_SmsgSendWTag");
	ck_assert_uint_eq(record.call[1].mode, GNI_DLVMODE_ADAPTIVE3);
	/* 128 bytes: no longer few. Counted twice, they would have been so earlier. */
	ck_assert_uint_eq(mode_of_put(1), GNI_DLVMODE_ADAPTIVE0);
}
END_TEST

START_TEST(a_message_that_is_not_sent_does_not_count)
{
	begin();
	record.rc = GNI_RC_NOT_DONE;
	for (int i = 0; i < 100; i++)
		ck_assert_int_eq(GNI_SmsgSend(ENDPOINT, NULL, 0, NULL, 100, 0), GNI_RC_NOT_DONE);
	record.rc = GNI_RC_SUCCESS;
	ck_assert_uint_eq(mode_of_put(4096), GNI_DLVMODE_ADAPTIVE3);
	ck_assert_uint_eq(mode_of_put(1), GNI_DLVMODE_ADAPTIVE0);
}
END_TEST

START_TEST(what_the_program_needs_stays)
{
	static const uint16_t own[] = {
		GNI_DLVMODE_IN_ORDER, GNI_DLVMODE_NMIN_HASH, GNI_DLVMODE_MIN_HASH,
		GNI_DLVMODE_NO_ADAPT,
	};

	begin();
	for (size_t i = 0; i < sizeof(own) / sizeof(*own); i++) {
		put(64, own[i]);
		ck_assert_uint_eq(record.call[i].mode, own[i]);
	}
	record.calls = 0;
	put(64, GNI_DLVMODE_ADAPTIVE2 | GNI_DLVMODE_NO_RADAPT);
	ck_assert_uint_eq(record.call[0].mode, GNI_DLVMODE_ADAPTIVE3 | GNI_DLVMODE_NO_RADAPT);
	awr_change_routing(GNI_DLVMODE_ADAPTIVE1);
	put(64, GNI_DLVMODE_IN_ORDER);
	ck_assert_uint_eq(record.call[1].mode, GNI_DLVMODE_IN_ORDER);
}
END_TEST

static void send_large(void)
{
	put(65536, GNI_DLVMODE_PERFORMANCE);
}

START_TEST(of_an_alltoall_adaptive_is_adaptive1)
{
	int out = 0, in = 0;

	begin();
	stall_each = 1;
	record.during = send_large;
	ck_assert_int_eq(MPI_Alltoall(&out, 2, 3, &in, 4, 5, (uintptr_t)1 << 40), 0);
	ck_assert_uint_eq(record.call[0].mode, GNI_DLVMODE_ADAPTIVE1);
	ck_assert_uint_eq(record.arguments[0], (uintptr_t)&out);
	ck_assert_uint_eq(record.arguments[3], (uintptr_t)&in);
	ck_assert_uint_eq(record.arguments[6], (uintptr_t)1 << 40);
	for (int i = 1; i < 6; i++)
		ck_assert(i == 3 || record.arguments[i] == (uintptr_t)(i < 3 ? i + 1 : i));
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE0);
	awr_alltoall(1);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE1);
	ck_assert_uint_eq(mode_of_put(64), GNI_DLVMODE_ADAPTIVE3);
	awr_alltoall(0);
	awr_alltoall(0);
	awr_alltoall(1);
	awr_alltoall(1);
	awr_alltoall(0);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE1);
	awr_alltoall(0);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE0);
}
END_TEST

START_TEST(one_mode_for_all)
{
	begin();
	awr_change_routing(GNI_DLVMODE_ADAPTIVE2);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE2);
	ck_assert_int_eq(GNI_SmsgSend(ENDPOINT, NULL, 0, NULL, 8, 0), GNI_RC_SUCCESS);
	ck_assert_uint_eq(record.call[1].mode, GNI_DLVMODE_ADAPTIVE2);
	awr_change_routing(0x200);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE2);
	awr_enable();
	ck_assert_uint_eq(mode_of_put(64), GNI_DLVMODE_ADAPTIVE3);
	awr_disable();
	record.calls = 0;
	record.set = 0;
	put(64, GNI_DLVMODE_ADAPTIVE1);
	GNI_SmsgSend(ENDPOINT, NULL, 0, NULL, 8, 0);
	ck_assert_uint_eq(record.call[0].mode, GNI_DLVMODE_ADAPTIVE1);
	ck_assert_uint_eq(record.set, 0);
}
END_TEST

START_TEST(the_environment_is_read)
{
	setenv("AWR_ROUTING_LOW_LATENCY", "0x40", 1);
	setenv("AWR_ROUTING_LOW_STALLS", "32", 1);
	setenv("AWR_CUTOFF", "99", 1);
	begin();
	ck_assert_uint_eq(mode_of_put(99), GNI_DLVMODE_ADAPTIVE2);
	awr_alltoall(1);
	ck_assert_uint_eq(mode_of_put(1), GNI_DLVMODE_ADAPTIVE1);
	awr_alltoall(0);
	routing_close();
	setenv("AWR_ROUTING_TYPE", "8", 1);
	ck_assert_uint_eq(mode_of_put(1), GNI_DLVMODE_NMIN_HASH);
	routing_close();
	unsetenv("AWR_ROUTING_TYPE");
	setenv("AWR_ROUTING_DISABLE", "1", 1);
	ck_assert_uint_eq(mode_of_put(1), GNI_DLVMODE_PERFORMANCE);
	routing_close();
	setenv("AWR_ROUTING_DISABLE", "0", 1);
	setenv("AWR_ROUTING_LOW_LATENCY", "512", 1);
	setenv("AWR_CUTOFF", "-1", 1);
	ck_assert_uint_eq(mode_of_put(4096), GNI_DLVMODE_ADAPTIVE3);
}
END_TEST

/* As in the_model_decides: with the usual factors the second one of 64 KiB takes the bias. */
START_TEST(factors_of_the_environment_decide)
{
	setenv("AWR_LAMBDA", "1.01", 1);
	begin();
	mode_of_put(65536);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE0);
	routing_close();
	/* Stalls of 1 cycle that the bias halves are worth more than the latency that it adds. */
	setenv("AWR_SIGMA", "0.5", 1);
	stall_each = 1;
	begin();
	mode_of_put(65536);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE3);
	routing_close();
	stall_each = 0;
	setenv("AWR_LAMBDA", "1001", 1);
	begin();
	mode_of_put(65536);
	ck_assert_uint_eq(mode_of_put(65536), GNI_DLVMODE_ADAPTIVE3);
}
END_TEST

START_TEST(without_counters_the_program_decides)
{
	setenv("GPCD_DEVICE", "image:/nowhere", 1);
	begin();
	ck_assert_uint_eq(mode_of_put(64), GNI_DLVMODE_PERFORMANCE);
	GNI_SmsgSend(ENDPOINT, NULL, 0, NULL, 8, 0);
	ck_assert_uint_eq(record.set, 0);
}
END_TEST

/* The program goes on, and is told why once. */
START_TEST(a_truncated_image_ends_the_choice_alone)
{
	char said[256] = "";
	int fd[2];

	begin();
	ck_assert_uint_eq(mode_of_put(64), GNI_DLVMODE_ADAPTIVE3);
	record.sent = NULL;
	ck_assert_int_eq(truncate(view.path, 0), 0);
	ck_assert_int_eq(pipe(fd), 0);
	ck_assert_int_eq(dup2(fd[1], STDERR_FILENO), STDERR_FILENO);
	put(65536, GNI_DLVMODE_PERFORMANCE);
	put(65536, GNI_DLVMODE_PERFORMANCE);
	ck_assert_uint_eq(mode_of_put(64), GNI_DLVMODE_PERFORMANCE);
	ck_assert_int_gt(read(fd[0], said, sizeof(said) - 1), 0);
	ck_assert_ptr_nonnull(strstr(said, ": the image file was made shorter, or cannot be read"));
	ck_assert_ptr_eq(strchr(said, '\n'), said + strlen(said) - 1);
	ck_assert_int_eq(truncate(view.path, GPCD_IMAGE_SIZE), 0);
}
END_TEST

START_TEST(a_nic_that_is_gone_is_not_spoken_to)
{
	begin();
	GNI_SmsgSend(ENDPOINT, NULL, 0, NULL, 8, 0);
	ck_assert_uint_eq(record.set, 1);
	GNI_CdmDestroy(cdm);
	GNI_SmsgSend(ENDPOINT, NULL, 0, NULL, 8, 0);
	ck_assert_uint_eq(record.set, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("awr");
	TCase *tcase = tcase_create("calls");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, the_model_decides);
	tcase_add_test(tcase, a_get_is_judged_by_its_requests);
	tcase_add_test(tcase, every_call_is_routed);
	tcase_add_test(tcase, a_call_within_a_call_is_one_message);
	tcase_add_test(tcase, a_message_that_is_not_sent_does_not_count);
	tcase_add_test(tcase, what_the_program_needs_stays);
	tcase_add_test(tcase, of_an_alltoall_adaptive_is_adaptive1);
	tcase_add_test(tcase, one_mode_for_all);
	tcase_add_test(tcase, the_environment_is_read);
	tcase_add_test(tcase, factors_of_the_environment_decide);
	tcase_add_test(tcase, without_counters_the_program_decides);
	tcase_add_test(tcase, a_truncated_image_ends_the_choice_alone);
	tcase_add_test(tcase, a_nic_that_is_gone_is_not_spoken_to);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

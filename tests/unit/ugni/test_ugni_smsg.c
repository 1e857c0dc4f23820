// SPDX-License-Identifier: GPL-2.0-only
/*
 * Short messages of the emulated uGNI: their order, their room, and who waits for it.
 */
#include "cli/out/complain.h"
#include "suite.h"
#include "ugni/calls.h"
#include "ugni/script.h"
#include "wrap.h"

#define CREDIT		2
#define SIZE		100
#define SLOT		128	/* a message begins at a line of the cache */
#define BOX		0x1000	/* place of mailboxes, from the beginning of memory */
#define TEXT		0x8000	/* place of sent data */
#define MANY		200000	/* calls: practically for ever, compared with a timeout of 5 ms */
#define SETTLED		1000	/* ns after which all have announced their mailboxes */

/* The next message finds no memory for its way. */
static bool no_transfer;

void *__wrap_malloc(size_t size)
{
	if (no_transfer && size == sizeof(struct transfer)) {
		no_transfer = false;
		return NULL;
	}
	return __real_malloc(size);
}

static struct ugni_mailbox box(unsigned int rank)
{
	return (struct ugni_mailbox){
		.address = STAGE_BASE + BOX, .handle = { script_handle(rank), STAGE_BASE },
		.credit = CREDIT, .size = SIZE,
	};
}

/* Ranks 0 and 1 join their mailboxes; each has a queue, and rank 1's reports what arrives. */
static void join(void)
{
	struct ugni_request *request;

	script_begin();
	for (unsigned int rank = 0; rank < 2; rank++) {
		script_queue(rank);
		script_register(rank, 0);
		request = script_line(rank, UGNI_SMSG_INIT);
		request->mailbox[0] = box(rank);
		request->mailbox[1] = box(!rank);
	}
	script_compute(0, SETTLED);
}

/* Rank 0 sends bytes of its text, from a place on. */
static struct ugni_send *send_text(unsigned int place, unsigned int bytes, unsigned int tag)
{
	struct ugni_send *send = &script_line(0, UGNI_SMSG_SEND)->send;

	*send = (struct ugni_send){
		.tag = tag, .id = 70 + tag, .queue = UGNI_NONE, .remote_event = 40 + tag,
		.data = STAGE_BASE + TEXT + place, .data_length = bytes,
	};
	return send;
}

static void next_message(uint64_t tag)
{
	struct ugni_request *request = script_line(1, UGNI_SMSG_NEXT);

	request->arg[0] = 1;
	request->arg[1] = tag;
}

static void release(void)
{
	script_line(1, UGNI_SMSG_RELEASE)->arg[0] = 1;
}

static void run(void)
{
	ck_assert_int_eq(stage_open("dragonfly:2x2x2", 2), 0);
	for (unsigned int i = 0; i < 1024; i++)
		stage.memory[0][TEXT + i] = i % 251 + 1;
	ck_assert_int_eq(world_run(&stage.world), 0);
}

/* Three messages through a mailbox of two: in turn, whole, each in its own slot. */
START_TEST(messages_come_in_order_each_once)
{
	const struct ugni_reply *reply;

	join();
	script_compute(0, 0);
	for (unsigned int i = 0; i < 3; i++) {
		if (i == 2)
			script_compute(0, 100000);
		send_text(10 * i, 10 + i, i);
		script_wait(1, 0, UINT64_MAX);
		next_message(GNI_SMSG_ANY_TAG);
		release();
	}
	next_message(GNI_SMSG_ANY_TAG);
	run();
	for (unsigned int i = 0; i < 3; i++) {
		reply = script_answer(1, 3 + 3 * i);
		ck_assert_uint_eq(reply->value[0], (40 + i) | 1ull << UGNI_EVENT_TYPE);
		reply = script_answer(1, 4 + 3 * i);
		ck_assert_uint_eq(reply->rc, GNI_RC_SUCCESS);
		ck_assert_uint_eq(reply->value[0], STAGE_BASE + BOX + i % CREDIT * SLOT);
		ck_assert_uint_eq(reply->value[1], i);
	}
	ck_assert_uint_eq(script_last_rc(1), GNI_RC_NOT_DONE);
	/* The third message is where the first was. */
	ck_assert_mem_eq(stage.memory[1] + BOX, stage.memory[0] + TEXT + 20, 12);
	ck_assert_mem_eq(stage.memory[1] + BOX + SLOT, stage.memory[0] + TEXT + 10, 11);
	stage_close();
}
END_TEST

START_TEST(a_header_comes_before_its_data)
{
	struct ugni_send *send;

	join();
	send = send_text(100, 20, 0);
	send->header = STAGE_BASE + TEXT;
	send->header_length = 7;
	run();
	ck_assert_mem_eq(stage.memory[1] + BOX, stage.memory[0] + TEXT, 7);
	ck_assert_mem_eq(stage.memory[1] + BOX + 7, stage.memory[0] + TEXT + 100, 20);
	ck_assert_int_eq(stage.memory[1][BOX + 27], 0);
	stage_close();
}
END_TEST

START_TEST(a_message_has_room_only_after_one_is_released)
{
	join();
	send_text(0, 1, 0);
	send_text(0, 1, 1);
	send_text(0, 1, 2);
	script_compute(0, 100000);
	send_text(0, 1, 3);
	send_text(0, 1, 4);
	script_wait(1, 0, UINT64_MAX);
	next_message(GNI_SMSG_ANY_TAG);
	release();
	run();
	ck_assert_uint_eq(script_answer(0, 4)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_answer(0, 5)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_answer(0, 6)->rc, GNI_RC_NOT_DONE);
	ck_assert_uint_eq(script_answer(0, 8)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_last_rc(0), GNI_RC_NOT_DONE);
	stage_close();
}
END_TEST

/* It takes neither a number, for which the receiver would wait, nor room. */
START_TEST(a_message_without_memory_was_never_sent)
{
	join();
	send_text(0, 1, 0);
	send_text(0, 1, 1);
	send_text(0, 1, 2);
	for (unsigned int i = 1; i < 3; i++) {
		script_wait(1, 0, UINT64_MAX);
		next_message(i);
		release();
	}
	no_transfer = true;
	run();
	ck_assert_uint_eq(script_answer(0, 4)->rc, GNI_RC_ERROR_RESOURCE);
	ck_assert_uint_eq(script_answer(0, 5)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_answer(0, 6)->rc, GNI_RC_SUCCESS);
	for (unsigned int i = 0; i < 2; i++)
		ck_assert_uint_eq(script_answer(1, 4 + 3 * i)->rc, GNI_RC_SUCCESS);
	stage_close();
}
END_TEST

START_TEST(a_message_fits_or_is_refused)
{
	join();
	send_text(0, SIZE, 0);
	send_text(0, SIZE + 1, 1);
	run();
	ck_assert_uint_eq(script_answer(0, 4)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_last_rc(0), GNI_RC_SIZE_ERROR);
	ck_assert_mem_eq(stage.memory[1] + BOX, stage.memory[0] + TEXT, SIZE);
	stage_close();
}
END_TEST

/* The first message stays first for any tag asked for; its own tag is returned. */
START_TEST(a_message_is_looked_at_before_it_is_released)
{
	join();
	send_text(0, 1, 5);
	script_wait(1, 0, UINT64_MAX);
	release();
	next_message(6);
	release();
	next_message(5);
	release();
	release();
	run();
	ck_assert_uint_eq(script_answer(1, 4)->rc, GNI_RC_INVALID_STATE);
	ck_assert_uint_eq(script_answer(1, 5)->rc, GNI_RC_NO_MATCH);
	ck_assert_uint_eq(script_answer(1, 5)->value[1], 5);
	ck_assert_uint_eq(script_answer(1, 6)->rc, GNI_RC_INVALID_STATE);
	ck_assert_uint_eq(script_answer(1, 7)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_answer(1, 8)->rc, GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_answer(1, 9)->rc, GNI_RC_INVALID_STATE);
	stage_close();
}
END_TEST

START_TEST(a_sender_is_told_by_its_number)
{
	join();
	send_text(0, 8, 3)->queue = 0;
	script_wait(0, 0, UINT64_MAX);
	run();
	ck_assert_uint_eq(script_last_rc(0), GNI_RC_SUCCESS);
	ck_assert_uint_eq(script_answer(0, 5)->value[0], 73 | 1ull << UGNI_EVENT_TYPE);
	stage_close();
}
END_TEST

START_TEST(a_mailbox_is_within_memory_of_its_own_process)
{
	struct ugni_request *request;

	join();
	script_compute(1, 0);
	for (unsigned int i = 0; i < 4; i++) {
		request = script_line(1, UGNI_SMSG_INIT);
		request->mailbox[0] = box(1);
		request->mailbox[1] = box(0);
		if (i < 2)
			request->mailbox[i].address = STAGE_BASE + STAGE_BYTES - CREDIT * SLOT + 1;
		if (i == 2)
			request->mailbox[0] = box(0);
		if (i == 3)
			request->mailbox[1].credit = 0;
	}
	request = script_line(1, UGNI_SMSG_NEXT);
	request->arg[0] = 0;
	run();
	for (unsigned int i = 4; i < 8; i++)
		ck_assert_uint_eq(script_answer(1, i)->rc, GNI_RC_INVALID_PARAM);
	/* Nor is the connection of another process. */
	ck_assert_uint_eq(script_last_rc(1), GNI_RC_INVALID_PARAM);
	stage_close();
}
END_TEST

/* If messages are never released, the job ends instead of its sender retrying for ever. */
static void check_for_ever(bool waiting)
{
	join();
	send_text(0, 1, 0);
	send_text(0, 1, 1);
	send_text(0, 1, 2);
	script.again[0] = MANY;
	if (waiting) {
		script_queue(1);
		script_wait(1, 1, UINT64_MAX);
	}
	ck_assert_int_eq(script_run(2, 5), EXIT_RUNTIME);
	stage_close();
}

START_TEST(a_sender_without_room_does_not_ask_for_ever)
{
	check_for_ever(false);
	check_for_ever(true);
}
END_TEST

/* Two processes that poll in turn also wait for each other. */
START_TEST(looks_of_all_do_not_go_on_for_ever)
{
	join();
	next_message(GNI_SMSG_ANY_TAG);
	script_wait(0, 0, 0);
	script.again[0] = MANY;
	script.again[1] = MANY;
	ck_assert_int_eq(script_run(2, 5), EXIT_RUNTIME);
	stage_close();
}
END_TEST

/* Rank 1 polls in vain for longer than the timeout; rank 0 sends after 40 ms of computing. */
START_TEST(who_computes_is_waited_for)
{
	join();
	script_compute(0, 40000000);
	send_text(0, 1, 0);
	script_wait(1, 0, 0);
	script.again[1] = 200000;
	ck_assert_int_eq(script_run(2, 1), 0);
	stage_close();
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("ugni message");
	TCase *tcase = tcase_create("message");

	tcase_add_test(tcase, messages_come_in_order_each_once);
	tcase_add_test(tcase, a_header_comes_before_its_data);
	tcase_add_test(tcase, a_message_has_room_only_after_one_is_released);
	tcase_add_test(tcase, a_message_without_memory_was_never_sent);
	tcase_add_test(tcase, a_message_fits_or_is_refused);
	tcase_add_test(tcase, a_message_is_looked_at_before_it_is_released);
	tcase_add_test(tcase, a_sender_is_told_by_its_number);
	tcase_add_test(tcase, a_mailbox_is_within_memory_of_its_own_process);
	tcase_add_test(tcase, a_sender_without_room_does_not_ask_for_ever);
	tcase_add_test(tcase, looks_of_all_do_not_go_on_for_ever);
	tcase_add_test(tcase, who_computes_is_waited_for);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * The message layer, one rank of three, on a simulated uGNI: the test plays the other ranks, and
 * keeps what this rank sends.
 */
#include <check.h>
#include <errno.h>
#include <stdlib.h>

#include "ugni/played.h"
#include "suite.h"

#define ROOM		8192
#define REMOTE		0x7000	/* memory of another rank */

static struct msg *msg;

/* --- the stage --- */

static void setup(void)
{
	memset(&net, 0, sizeof(net));
	net.credit = PLAYED_SENT;
	setenv("GPCD_UGNI_RANK", "0", 1);
	setenv("GPCD_UGNI_RANKS", "3", 1);
	setenv("GPCD_UGNI_ADDRESSES", "1,2,3", 1);
	ck_assert_int_eq(msg_open(NULL, &msg), 0);
}

/* After an error no rank is waited for; without one the others take leave, too. */
static void teardown(void)
{
	msg_close(msg);
}

/* Let another rank send a short message. */
static struct msg_header *comes(unsigned int from, enum msg_kind kind, int tag, const char *text)
{
	struct inbox *inbox = &net.inbox[from];
	struct short_message *message = &inbox->message[inbox->count++];

	memset(message, 0, sizeof(*message));
	message->header.kind = kind;
	message->header.tag = tag;
	if (text) {
		message->header.bytes = strlen(text) + 1;
		strcpy(message->data, text);
	}
	event(1, from, GNI_CQ_EVENT_TYPE_SMSG, false);
	return &message->header;
}

static void check_receive(int from, int tag, const char *want)
{
	char text[ROOM] = "";
	struct msg_status status;

	ck_assert_int_eq(msg_receive(msg, from, tag, text, sizeof(text), &status), 0);
	ck_assert_str_eq(text, want);
	ck_assert_uint_eq(status.bytes, strlen(want) + 1);
}

/* --- receive --- */

START_TEST(messages_are_taken_by_rank_and_tag_the_oldest_first)
{
	comes(1, MSG_KIND_EAGER, 7, "one");
	comes(2, MSG_KIND_EAGER, 7, "two");
	comes(1, MSG_KIND_EAGER, 7, "three");
	comes(1, MSG_KIND_EAGER, 8, "four");
	comes(1, MSG_KIND_EAGER, 7, "five");
	check_receive(1, 8, "four");
	check_receive(2, MSG_ANY, "two");
	check_receive(MSG_ANY, 7, "one");
	check_receive(1, 7, "three");
	check_receive(MSG_ANY, MSG_ANY, "five");
}
END_TEST

START_TEST(what_the_layer_sends_itself_is_for_nobody_else)
{
	comes(1, MSG_KIND_EAGER, MSG_INTERNAL, "inside");
	comes(2, MSG_KIND_EAGER, 3, "outside");
	check_receive(MSG_ANY, MSG_ANY, "outside");
}
END_TEST

START_TEST(what_does_not_fit_is_lost_and_its_sender_notified)
{
	struct msg_header *large;
	struct msg_status status;
	char text[4];

	comes(1, MSG_KIND_EAGER, 1, "too long");
	large = comes(2, MSG_KIND_RTS, 2, NULL);
	large->bytes = 5000;
	large->sending = 99;
	comes(1, MSG_KIND_EAGER, 1, "fit");
	ck_assert_int_eq(msg_receive(msg, 1, 1, text, sizeof(text), &status), -EMSGSIZE);
	ck_assert_uint_eq(status.bytes, 9);
	ck_assert_int_eq(msg_receive(msg, 2, 2, text, sizeof(text), &status), -EMSGSIZE);
	ck_assert_uint_eq(status.bytes, 5000);
	ck_assert_uint_eq(net.sents, 1);
	ck_assert_uint_eq(net.sent_to[0], 2);
	ck_assert_uint_eq(net.sent[0].header.kind, MSG_KIND_FIN);
	ck_assert_uint_eq(net.sent[0].header.sending, 99);
	ck_assert_uint_eq(net.sent[0].header.receiving, 0);
	check_receive(1, 1, "fit");
}
END_TEST

/* This rank sends the destination; the other one moves the bytes and reports it. */
START_TEST(a_large_one_is_let_in)
{
	static char data[5000];
	struct msg_header *large = comes(1, MSG_KIND_RTS, 2, NULL), *done;

	large->bytes = sizeof(data);
	large->sending = 41;
	done = comes(1, MSG_KIND_FIN, 0, NULL);
	done->receiving = 1;	/* the first number that this rank gives */
	ck_assert_int_eq(msg_receive(msg, 1, 2, data, sizeof(data), NULL), 0);
	ck_assert_uint_eq(net.sents, 1);
	ck_assert_uint_eq(net.sent[0].header.kind, MSG_KIND_CTS);
	ck_assert_uint_eq(net.sent[0].header.sending, 41);
	ck_assert_uint_eq(net.sent[0].header.receiving, 1);
	ck_assert_uint_eq(net.sent[0].header.address, (uintptr_t)data);
}
END_TEST

/* --- send --- */

START_TEST(a_large_one_is_announced_and_moved)
{
	static char data[5000];
	struct msg_sending *sending;
	struct msg_header *go;

	ck_assert_int_eq(msg_start(msg, 2, 6, data, sizeof(data), &sending), 0);
	ck_assert_uint_eq(net.sent[0].header.kind, MSG_KIND_RTS);
	ck_assert_uint_eq(net.sent[0].header.bytes, sizeof(data));
	go = comes(2, MSG_KIND_CTS, 0, NULL);
	go->sending = net.sent[0].header.sending;
	go->receiving = 17;
	go->address = REMOTE;
	ck_assert_int_eq(msg_finish(msg, sending), 0);
	ck_assert_int_eq(net.posted.type, GNI_POST_RDMA_PUT);
	ck_assert_uint_eq(net.posted.local_addr, (uintptr_t)data);
	ck_assert_uint_eq(net.posted.remote_addr, REMOTE);
	ck_assert_uint_eq(net.posted.length, sizeof(data));
	ck_assert_uint_eq(net.sent[1].header.kind, MSG_KIND_FIN);
	ck_assert_uint_eq(net.sent[1].header.receiving, 17);
}
END_TEST

START_TEST(what_has_no_room_waits_in_order)
{
	struct msg_sending *sending[3];

	net.credit = 1;
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(msg_start(msg, 1, i, NULL, 0, &sending[i]), 0);
	ck_assert_uint_eq(net.sents, 1);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(msg_finish(msg, sending[i]), 0);
	ck_assert_uint_eq(net.sents, 3);
	for (int i = 0; i < 3; i++)
		ck_assert_int_eq(net.sent[i].header.tag, i);
}
END_TEST

/* --- all ranks --- */

/*
 * In a barrier of three ranks, rank 0 receives from rank 2, one before it, then from rank 1, two
 * before it.
 */
START_TEST(a_barrier_hears_of_all_others)
{
	comes(2, MSG_KIND_EAGER, MSG_INTERNAL, NULL);
	comes(1, MSG_KIND_EAGER, MSG_INTERNAL, NULL);
	ck_assert_int_eq(msg_barrier(msg), 0);
	ck_assert_uint_eq(net.sents, 2);
	ck_assert_uint_eq(net.sent_to[0], 1);
	ck_assert_uint_eq(net.sent_to[1], 2);
}
END_TEST

START_TEST(parts_of_an_alltoall_are_put_by_rank)
{
	char out[] = "a0\0a1\0a2", in[sizeof(out)] = "";

	comes(1, MSG_KIND_EAGER, MSG_INTERNAL + 1, "b0");
	comes(2, MSG_KIND_EAGER, MSG_INTERNAL + 1, "c0");
	ck_assert_int_eq(msg_alltoall(msg, out, in, 3), 0);
	ck_assert_str_eq(in, "a0");
	ck_assert_str_eq(in + 3, "b0");
	ck_assert_str_eq(in + 6, "c0");
	ck_assert_uint_eq(net.sent_to[0], 1);
	ck_assert_str_eq(net.sent[0].data, "a1");
	ck_assert_uint_eq(net.sent_to[1], 2);
	ck_assert_str_eq(net.sent[1].data, "a2");
}
END_TEST

/* --- what goes wrong --- */

static void check_broken(int err, const char *problem)
{
	char text[ROOM];

	ck_assert_int_eq(msg_receive(msg, MSG_ANY, MSG_ANY, text, sizeof(text), NULL), err);
	ck_assert_str_eq(msg_problem(msg), problem);
	/* It stays. */
	ck_assert_int_eq(msg_send(msg, 1, 0, NULL, 0), err);
	ck_assert_int_eq(msg_barrier(msg), err);
}

START_TEST(a_rank_that_is_gone_is_told_in_words)
{
	event(0, 0, GNI_CQ_EVENT_TYPE_SMSG, true);
	check_broken(-EIO, "rank 0: GNI_SmsgSend: the other side is gone");
}
END_TEST

START_TEST(who_speaks_another_protocol_is_refused)
{
	static const char *const unknown =
		"rank 0: a short message: of a message that is not under way";

	comes(1, MSG_KIND_CTS, 0, NULL)->sending = 12;
	check_broken(-EPROTO, unknown);
	msg_close(msg);
	setup();
	comes(1, MSG_KIND_FIN, 0, NULL)->receiving = 5;
	check_broken(-EPROTO, unknown);
	msg_close(msg);
	setup();
	comes(1, MSG_KIND_EAGER, 0, NULL)->bytes = MSG_EAGER + 1;
	check_broken(-EPROTO, "rank 0: a short message: all ranks must have one --eager");
	msg_close(msg);
	setup();
	event(1, PLAYED_RANKS, GNI_CQ_EVENT_TYPE_SMSG, false);
	check_broken(-EPROTO, "rank 0: an event: of no rank");
}
END_TEST

START_TEST(arguments_that_make_no_sense_are_refused)
{
	struct msg_sending *sending;

	ck_assert_int_eq(msg_start(msg, 0, 0, NULL, 0, &sending), -EINVAL);
	ck_assert_str_eq(msg_problem(msg), "rank 0: msg_start: no such rank, or no bytes");
	msg_close(msg);
	setup();
	ck_assert_int_eq(msg_start(msg, 1, MSG_TAGS, NULL, 0, &sending), -EINVAL);
	ck_assert_str_eq(msg_problem(msg), "rank 0: msg_start: no such tag");
	msg_close(msg);
	setup();
	ck_assert_int_eq(msg_receive(msg, 0, 0, NULL, 0, NULL), -EINVAL);
	ck_assert_str_eq(msg_problem(msg), "rank 0: msg_receive: no such rank");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("msg");
	TCase *tcase = tcase_create("rank");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, messages_are_taken_by_rank_and_tag_the_oldest_first);
	tcase_add_test(tcase, what_the_layer_sends_itself_is_for_nobody_else);
	tcase_add_test(tcase, what_does_not_fit_is_lost_and_its_sender_notified);
	tcase_add_test(tcase, a_large_one_is_let_in);
	tcase_add_test(tcase, a_large_one_is_announced_and_moved);
	tcase_add_test(tcase, what_has_no_room_waits_in_order);
	tcase_add_test(tcase, a_barrier_hears_of_all_others);
	tcase_add_test(tcase, parts_of_an_alltoall_are_put_by_rank);
	tcase_add_test(tcase, a_rank_that_is_gone_is_told_in_words);
	tcase_add_test(tcase, who_speaks_another_protocol_is_refused);
	tcase_add_test(tcase, arguments_that_make_no_sense_are_refused);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

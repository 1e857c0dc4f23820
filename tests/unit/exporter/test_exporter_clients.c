// SPDX-License-Identifier: GPL-2.0-only
/* Which connections are closed, and when. The test sets the time. */
#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli/util.h"
#include "gpcd-exporter/serve/clients.h"
#include "suite.h"

#define SECOND	1000000000ULL
#define TIMEOUT	(30 * SECOND)
#define MOST	3

static struct clients clients;
static struct client *client[MOST + 2];
static int ends[MOST + 2][2];

/* The connections that were shut down: bit i for connection i. */
static unsigned int gone;

static void setup(void)
{
	clients_init(&clients, MOST, TIMEOUT);
	gone = 0;
	for (unsigned int i = 0; i < ARRAY_SIZE(ends); i++) {
		ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends[i]), 0);
		client[i] = NULL;
	}
}

static void teardown(void)
{
	for (unsigned int i = 0; i < ARRAY_SIZE(ends); i++) {
		clients_leave(&clients, client[i]);
		close(ends[i][0]);
		close(ends[i][1]);
	}
	ck_assert_uint_eq(clients.count, 0);
	ck_assert_uint_eq(clients_next(&clients), UINT64_MAX);
}

static void join(unsigned int i, uint64_t now)
{
	client[i] = clients_join(&clients, ends[i][0], now);
	ck_assert_ptr_nonnull(client[i]);
}

/* The peer of a connection that was shut down reads end of file. */
static bool is_open(unsigned int i)
{
	char byte;

	return recv(ends[i][1], &byte, 1, MSG_PEEK) < 0 && errno == EAGAIN;
}

static void close_until(uint64_t now)
{
	clients_close(&clients, now);
	for (unsigned int i = 0; i < ARRAY_SIZE(client); i++)
		ck_assert_msg(!client[i] || is_open(i) == !(gone >> i & 1), "connection %u", i);
}

/* Nothing is closed before a time, then connection i is shut down. */
static void closes_at(uint64_t time, unsigned int i)
{
	ck_assert_uint_eq(clients_next(&clients), time);
	close_until(time - 1);
	gone |= 1 << i;
	close_until(time);
}

START_TEST(a_request_has_a_deadline)
{
	join(0, 5 * SECOND);
	join(1, 6 * SECOND);
	closes_at(5 * SECOND + TIMEOUT, 0);
	ck_assert_uint_eq(clients.count, 1);
	closes_at(6 * SECOND + TIMEOUT, 1);
}
END_TEST

START_TEST(so_has_its_response)
{
	join(0, 5 * SECOND);
	join(1, 6 * SECOND);
	clients_answer(&clients, client[0], true, 20 * SECOND);
	closes_at(6 * SECOND + TIMEOUT, 1);
	closes_at(20 * SECOND + TIMEOUT, 0);
}
END_TEST

START_TEST(and_the_next_request)
{
	join(0, 5 * SECOND);
	clients_answer(&clients, client[0], true, 20 * SECOND);
	clients_answer(&clients, client[0], false, 40 * SECOND);
	closes_at(40 * SECOND + TIMEOUT, 0);
}
END_TEST

START_TEST(the_oldest_that_waits_makes_room)
{
	for (unsigned int i = 0; i < MOST; i++)
		join(i, i * SECOND / 10);
	clients_answer(&clients, client[0], true, SECOND / 2);
	clients_answer(&clients, client[0], false, SECOND / 2);
	clients_answer(&clients, client[1], true, SECOND / 2);
	/* There is room until another connection comes. */
	close_until(20 * SECOND);
	ck_assert_uint_eq(clients.count, MOST);
	join(MOST, 20 * SECOND);
	closes_at(2 * SECOND / 10 + CLIENTS_GRACE, 2);
	close_until(25 * SECOND);
	ck_assert_uint_eq(clients.count, MOST);
	join(MOST + 1, 25 * SECOND);
	closes_at(SECOND / 2 + CLIENTS_GRACE, 0);
}
END_TEST

START_TEST(a_response_is_left_alone_while_others_wait)
{
	for (unsigned int i = 0; i < MOST; i++)
		join(i, 0);
	for (unsigned int i = 0; i < MOST; i++)
		clients_answer(&clients, client[i], !i, SECOND + i);
	join(MOST, 20 * SECOND);
	closes_at(SECOND + 1 + CLIENTS_GRACE, 1);
}
END_TEST

START_TEST(a_new_one_is_given_time)
{
	for (unsigned int i = 0; i <= MOST; i++)
		join(i, 7 * SECOND + i);
	closes_at(7 * SECOND + CLIENTS_GRACE, 0);
	ck_assert_uint_eq(clients_next(&clients), 7 * SECOND + 1 + TIMEOUT);
}
END_TEST

START_TEST(if_none_waits_the_oldest_response_makes_room)
{
	for (unsigned int i = 0; i <= MOST; i++) {
		join(i, 0);
		clients_answer(&clients, client[i], true, SECOND + i);
	}
	closes_at(SECOND + CLIENTS_GRACE, 0);
}
END_TEST

START_TEST(one_that_is_closing_is_left_alone)
{
	join(0, 0);
	closes_at(TIMEOUT, 0);
	clients_answer(&clients, client[0], true, TIMEOUT);
	clients_answer(&clients, client[0], false, TIMEOUT);
	ck_assert_uint_eq(clients_next(&clients), UINT64_MAX);
	clients_answer(&clients, NULL, true, TIMEOUT);
}
END_TEST

START_TEST(what_came_after_the_time_is_left_alone)
{
	for (unsigned int i = 0; i <= MOST; i++)
		join(i, 20 * SECOND);
	close_until(19 * SECOND);
	ck_assert_uint_eq(clients.count, MOST + 1);
}
END_TEST

START_TEST(one_response_is_given_up_where_they_are_crowded)
{
	for (unsigned int i = 0; i < MOST; i++) {
		join(i, i);
		clients_answer(&clients, client[i], i > 0, SECOND + i);
	}
	clients.crowded = true;
	closes_at(SECOND + 1 + CLIENTS_GRACE, 1);
	close_until(20 * SECOND);
	ck_assert_uint_eq(clients.count, MOST - 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("exporter_clients");
	TCase *tcase = tcase_create("all");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_request_has_a_deadline);
	tcase_add_test(tcase, so_has_its_response);
	tcase_add_test(tcase, and_the_next_request);
	tcase_add_test(tcase, the_oldest_that_waits_makes_room);
	tcase_add_test(tcase, a_response_is_left_alone_while_others_wait);
	tcase_add_test(tcase, a_new_one_is_given_time);
	tcase_add_test(tcase, if_none_waits_the_oldest_response_makes_room);
	tcase_add_test(tcase, one_that_is_closing_is_left_alone);
	tcase_add_test(tcase, what_came_after_the_time_is_left_alone);
	tcase_add_test(tcase, one_response_is_given_up_where_they_are_crowded);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

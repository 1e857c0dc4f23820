// SPDX-License-Identifier: GPL-2.0-only
/* A rank's line to the simulator. A terminal of ours stands for a virtual machine's port. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <termios.h>
#include <unistd.h>

#include "gm/profile/report/line.h"
#include "suite.h"

static struct line line;
static int other_end;

static void setup(void)
{
	struct termios raw;

	other_end = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
	ck_assert_int_ge(other_end, 0);
	ck_assert_int_eq(grantpt(other_end) | unlockpt(other_end), 0);
	ck_assert_int_eq(tcgetattr(other_end, &raw), 0);
	cfmakeraw(&raw);
	ck_assert_int_eq(tcsetattr(other_end, TCSANOW, &raw), 0);
	ck_assert_int_eq(line_open(&line, ptsname(other_end), 1), 0);
}

static void teardown(void)
{
	line_close(&line);
	close(other_end);
}

START_TEST(a_character_device_is_a_port)
{
	char text[6] = "";

	ck_assert(line.port);
	ck_assert_int_eq(line_write(&line, "hello", 5), 0);
	ck_assert_int_eq(read(other_end, text, 5), 5);
	ck_assert_str_eq(text, "hello");
	ck_assert_int_eq(write(other_end, "place", 5), 5);
	ck_assert_int_eq(line_read(&line, text, 5), 0);
	ck_assert_str_eq(text, "place");
}
END_TEST

START_TEST(a_port_passes_no_descriptor)
{
	char text[6] = "";

	ck_assert_int_eq(line_pass(&line, "hello", 5, other_end), 0);
	ck_assert_int_eq(read(other_end, text, sizeof(text)), 5);
	ck_assert_str_eq(text, "hello");
}
END_TEST

START_TEST(a_port_is_patient_for_so_long)
{
	static const char much[65536];
	char text[5];

	line.patience = 1;
	ck_assert_int_eq(line_read(&line, text, 5), -ETIMEDOUT);
	ck_assert_int_eq(line_write(&line, much, sizeof(much)), -ETIMEDOUT);
	ck_assert_int_eq(line_wait_always(&line), 0);
	ck_assert_int_eq(line.patience, -1);
}
END_TEST

START_TEST(a_port_whose_other_end_goes)
{
	char text[5];

	close(other_end);
	ck_assert_int_eq(line_read(&line, text, 5), -ECONNRESET);
	ck_assert_int_lt(line_write(&line, "hello", 5), 0);
}
END_TEST

/* Return the descriptor that comes with a message of five bytes. */
static int receive_descriptor(int fd)
{
	char room[CMSG_SPACE(sizeof(int))], text[5];
	struct iovec data = { .iov_base = text, .iov_len = sizeof(text) };
	struct msghdr message = {
		.msg_iov = &data, .msg_iovlen = 1,
		.msg_control = room, .msg_controllen = sizeof(room),
	};
	int passed;

	ck_assert_int_eq(recvmsg(fd, &message, 0), 5);
	ck_assert_ptr_nonnull(CMSG_FIRSTHDR(&message));
	memcpy(&passed, CMSG_DATA(CMSG_FIRSTHDR(&message)), sizeof(passed));
	return passed;
}

START_TEST(a_socket_passes_a_descriptor)
{
	int ends[2], passed;

	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	line_close(&line);
	line = (struct line){ .fd = ends[0] };
	ck_assert_int_eq(line_pass(&line, "hello", 5, ends[1]), 0);
	passed = receive_descriptor(ends[1]);
	ck_assert_int_eq(write(passed, "place", 5), 5);
	close(passed);
	close(ends[1]);
}
END_TEST

START_TEST(a_line_that_leads_nowhere)
{
	struct line none;

	ck_assert_int_eq(line_open(&none, "/proc/self/nobody", 1), -ENOENT);
	line_close(&none);
	ck_assert_int_eq(line_open(&none, "/dev/null", 1), 0);
	ck_assert_int_eq(line_read(&none, &none.patience, sizeof(none.patience)), -ECONNRESET);
	line_close(&none);
	ck_assert_int_eq(none.fd, -1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("gm_line");
	TCase *tcase = tcase_create("line");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, a_character_device_is_a_port);
	tcase_add_test(tcase, a_port_passes_no_descriptor);
	tcase_add_test(tcase, a_port_is_patient_for_so_long);
	tcase_add_test(tcase, a_port_whose_other_end_goes);
	tcase_add_test(tcase, a_socket_passes_a_descriptor);
	tcase_add_test(tcase, a_line_that_leads_nowhere);
	suite_add_tcase(suite, tcase);
	return suite_run(suite);
}

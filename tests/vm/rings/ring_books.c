// SPDX-License-Identifier: GPL-2.0-only
/*
 * Shared budgets of rings: a user's locked memory, processor time. Each budget is set so that it
 * holds a known number of them, and must be whole again no matter who ends them, and how often
 * making one failed.
 */
#include <sched.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "ring.h"
#include "suite.h"

#define RING_SHARE	"/sys/module/gpcd/parameters/ring_share"
#define SECOND_ONLINE	"/sys/devices/system/cpu/cpu1/online"

/* Users without privilege, and how many rings fit into each hundredth of a processor. */
#define MAKER		4201
#define HEIR		4202
#define EACH		100
#define LEAST_PPM	100

/* Failures: several times the budgets' capacity. */
#define FAILURES	(4 * EACH)

/* Make a ring that ticks once an hour on the first processor; -1: errno says why not. */
static int ring_make(void)
{
	struct gpcd_ring_req req = request(HOUR);

	req.cpu = 0;
	return ioctl(group, GPCD_IOC_RING, &req);
}

/* Make as many as fit into time and memory, and end them. Return how many, or -1. */
static int capacity(int (*make)(void), int refusal)
{
	int fds[2 * EACH], n = 0, error;

	while (n < 2 * EACH && (fds[n] = make()) >= 0)
		n++;
	error = errno;
	for (int i = 0; i < n; i++)
		close(fds[i]);
	return n < 2 * EACH && error == refusal ? n : -1;
}

static int rings(void)
{
	return capacity(ring_make, EBUSY);
}

static void budgets_of_one_percent(void)
{
	ring_setup();
	close(group);
	group = group_open(1);
	ck_assert_int_eq(write_file(RING_SHARE, "1"), 0);
}

/* --- who ends them -------------------------------------------------------- */

/* Pass the descriptor to another user; its maker keeps none. */
static void inherit(int fd)
{
	int go[2];
	pid_t heir;
	int status;

	ck_assert_int_eq(pipe(go), 0);
	heir = fork();
	if (!heir) {
		char c;

		close(go[1]);
		_exit(setuid(HEIR) || read(go[0], &c, 1) != 0);
	}
	close(go[0]);
	close(fd);
	ck_assert_int_eq(kill(heir, 0), 0);
	close(go[1]);
	ck_assert_int_eq(waitpid(heir, &status, 0), heir);
	ck_assert_int_eq(status, 0);
}

/* Leave the descriptor in a message that is never received. */
static void send_away(int fd)
{
	char control[CMSG_SPACE(sizeof(fd))] = "", byte = 0;
	struct iovec bytes = { &byte, 1 };
	struct msghdr message = {
		.msg_iov = &bytes, .msg_iovlen = 1,
		.msg_control = control, .msg_controllen = sizeof(control),
	};
	struct cmsghdr *header = CMSG_FIRSTHDR(&message);
	int ends[2];

	header->cmsg_level = SOL_SOCKET;
	header->cmsg_type = SCM_RIGHTS;
	header->cmsg_len = CMSG_LEN(sizeof(fd));
	memcpy(CMSG_DATA(header), &fd, sizeof(fd));
	ck_assert_int_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
	ck_assert_int_eq(sendmsg(ends[0], &message, 0), 1);
	close(fd);
	close(ends[0]);
	close(ends[1]);
}

static void chip_goes(int fd)
{
	set_fault("unplug");
	close(fd);
	close(group);
	close(device);
	set_fault("none");
	device = open_device();
	group = group_open(1);
}

static void (*const ends[])(int fd) = { inherit, send_away, chip_goes };

START_TEST(time_comes_back_whoever_ends_it)
{
	for (int i = 0; i < 3; i++) {
		int fd = ring_make();

		ck_assert_int_ge(fd, 0);
		ck_assert_int_eq(rings(), EACH - 1);
		ends[_i](fd);
		ck_assert_int_eq(rings(), EACH);
	}
}
END_TEST

/* Frequent ticks have more than the minimum set aside: all of it comes back. */
START_TEST(all_that_was_set_aside_comes_back)
{
	struct gpcd_ring_req req = request(2 * PERIOD);
	int fd;

	req.cpu = 0;
	ck_assert_int_eq(write_file(RING_SHARE, "50"), 0);
	fd = ioctl(group, GPCD_IOC_RING, &req);
	ck_assert_uint_gt(ppm_of(fd), LEAST_PPM);
	close(fd);
	ck_assert_int_eq(write_file(RING_SHARE, "1"), 0);
	ck_assert_int_eq(rings(), EACH);
}
END_TEST

static int second_ring_make(void)
{
	struct gpcd_ring_req req = request(HOUR);

	req.cpu = 1;
	return ioctl(group, GPCD_IOC_RING, &req);
}

/* The ring then ticks on another processor, and ends there. */
START_TEST(time_comes_back_to_a_processor_that_was_offline)
{
	struct gpcd_ring_req req = request(100 * PERIOD);
	int fd;

	if (!second_processor())
		return;
	req.cpu = 1;
	fd = ioctl(group, GPCD_IOC_RING, &req);
	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write_file(SECOND_ONLINE, "0"), 0);
	while (fdinfo_value(fd, "gpcd-cpu:\t") == 1)
		usleep(1000);
	ck_assert_int_eq(rings(), EACH);
	close(fd);
	ck_assert_int_eq(write_file(SECOND_ONLINE, "1"), 0);
	ck_assert_int_eq(rings(), EACH);
	ck_assert_int_eq(capacity(second_ring_make, EBUSY), EACH);
}
END_TEST

/* --- locked memory -------------------------------------------------------- */

/* Become a user who may lock exactly as much memory as a ring takes. */
static int become(uid_t uid)
{
	const struct rlimit limit = { 2 * PAGE, 2 * PAGE };

	return setrlimit(RLIMIT_MEMLOCK, &limit) || setuid(uid);
}

static int memory_is_whole_for(uid_t uid)
{
	return become(uid) || capacity(ring_make, EPERM) != 1;
}

static int maker_whole(void)
{
	return memory_is_whole_for(MAKER);
}

static int heir_whole(void)
{
	return memory_is_whole_for(HEIR);
}

/* A ring counts for its maker, even if another process has it; and so does its end. */
static int make_and_bequeath(void)
{
	int fd;

	if (become(MAKER))
		return 1;
	fd = ring_make();
	if (fd < 0 || ring_make() >= 0 || errno != EPERM)
		return 2;
	send_away(fd);
	return capacity(ring_make, EPERM) != 1;
}

START_TEST(memory_comes_back_to_its_maker)
{
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(in_child(make_and_bequeath), 0);
		ck_assert_int_eq(in_child(maker_whole), 0);
		ck_assert_int_eq(in_child(heir_whole), 0);
	}
}
END_TEST

/* A process that becomes another user keeps its ring, which still counts for its first user. */
static int make_and_become_another(void)
{
	const struct rlimit limit = { 2 * PAGE, 2 * PAGE };
	int fd, whole;

	if (setrlimit(RLIMIT_MEMLOCK, &limit) || setresuid(MAKER, MAKER, 0))
		return 1;
	fd = ring_make();
	if (fd < 0 || seteuid(0) || in_child(maker_whole) != 1)
		return 2;
	if (setresuid(HEIR, HEIR, HEIR))
		return 3;
	whole = capacity(ring_make, EPERM);
	close(fd);
	return whole != 1 || capacity(ring_make, EPERM) != 1;
}

START_TEST(memory_comes_back_from_a_process_that_became_another_user)
{
	for (int i = 0; i < 3; i++) {
		ck_assert_int_eq(in_child(make_and_become_another), 0);
		ck_assert_int_eq(in_child(maker_whole), 0);
		ck_assert_int_eq(in_child(heir_whole), 0);
	}
}
END_TEST

/* --- what could not be made ----------------------------------------------- */

static int failing_ring(const struct gpcd_ring_req *of)
{
	struct gpcd_ring_req req = *of;

	req.size = sizeof(req);
	return call(group, GPCD_IOC_RING, &req);
}

static int bad_period(void)
{
	return failing_ring(&(struct gpcd_ring_req){ .records = 2, .cpu = -1 });
}

static int bad_processor(void)
{
	return failing_ring(&(struct gpcd_ring_req){
		.period_ns = HOUR, .records = 2, .cpu = 9999 });
}

static int bad_flag(void)
{
	return failing_ring(&(struct gpcd_ring_req){ .flags = 1U << 31, .period_ns = HOUR });
}

/* No processor has time for rings. */
static int busy_ring(void)
{
	int error;

	ck_assert_int_eq(write_file(RING_SHARE, "0"), 0);
	error = ring_make() < 0 ? errno : 0;
	ck_assert_int_eq(write_file(RING_SHARE, "1"), 0);
	return error;
}

static int no_address(void)
{
	return call(group, GPCD_IOC_RING, NULL);
}

/* Let the reply go where the kernel cannot write: by then everything is made, and time is taken. */
static int without_reply(unsigned long command, const void *req, size_t size)
{
	void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int error;

	ck_assert(page != MAP_FAILED);
	memcpy(page, req, size);
	ck_assert_int_eq(mprotect(page, PAGE, PROT_READ), 0);
	error = call(group, command, page);
	munmap(page, PAGE);
	return error;
}

static int ring_without_reply(void)
{
	struct gpcd_ring_req req = request(HOUR);

	req.cpu = 0;
	return without_reply(GPCD_IOC_RING, &req, sizeof(req));
}

static int no_descriptor_for_a_ring(void)
{
	return ring_make() < 0 ? errno : 0;
}

static const struct {
	const char *what;
	int (*attempt)(void);
	int error;
	rlim_t files;
} failures[] = {
	{ "a ring without a period", bad_period, ERANGE, 1024 },
	{ "a ring without its processor", bad_processor, EINVAL, 1024 },
	{ "a ring with a flag", bad_flag, EINVAL, 1024 },
	{ "a ring without time", busy_ring, EBUSY, 1024 },
	{ "a ring of no request", no_address, EFAULT, 1024 },
	{ "a ring without a descriptor", no_descriptor_for_a_ring, EMFILE, 3 },
	{ "a ring without a reply", ring_without_reply, EFAULT, 1024 },
};

START_TEST(what_fails_takes_nothing)
{
	const struct rlimit files = { failures[_i].files, 1024 }, all = { 1024, 1024 };

	setrlimit(RLIMIT_NOFILE, &files);
	for (int i = 0; i < FAILURES; i++) {
		int error = failures[_i].attempt();

		ck_assert_msg(error == failures[_i].error, "%s: %s", failures[_i].what,
			      strerror(error));
	}
	setrlimit(RLIMIT_NOFILE, &all);
	ck_assert_int_eq(rings(), EACH);
	ck_assert_int_eq(write_file(RING_SHARE, "50"), 0);
	begin(PERIOD, 0);
	next_record();
}
END_TEST

static int memory_failures(void)
{
	if (become(MAKER))
		return 1;
	for (int i = 0; i < FAILURES; i++) {
		struct gpcd_ring_req req = request(HOUR);

		req.records = 1024;
		if (call(group, GPCD_IOC_RING, &req) != EPERM)
			return 2;
	}
	return capacity(ring_make, EPERM) != 1;
}

START_TEST(memory_that_is_refused_is_not_charged)
{
	ck_assert_int_eq(in_child(memory_failures), 0);
	ck_assert_int_eq(rings(), EACH);
}
END_TEST

static Suite *books_suite(void)
{
	Suite *suite = suite_create("ring_books");
	TCase *tcase = tcase_create("ring_books");

	tcase_add_checked_fixture(tcase, budgets_of_one_percent, ring_teardown);
	tcase_add_loop_test(tcase, time_comes_back_whoever_ends_it, 0, ARRAY_SIZE(ends));
	tcase_add_test(tcase, all_that_was_set_aside_comes_back);
	tcase_add_test(tcase, time_comes_back_to_a_processor_that_was_offline);
	tcase_add_test(tcase, memory_comes_back_to_its_maker);
	tcase_add_test(tcase, memory_comes_back_from_a_process_that_became_another_user);
	tcase_add_loop_test(tcase, what_fails_takes_nothing, 0, ARRAY_SIZE(failures));
	tcase_add_test(tcase, memory_that_is_refused_is_not_charged);
	suite_add_tcase(suite, tcase);
	return suite;
}

int main(void)
{
	return suite_run(books_suite());
}

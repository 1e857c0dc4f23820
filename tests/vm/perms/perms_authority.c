// SPDX-License-Identifier: GPL-2.0-only
/*
 * Authority: whose it is after descriptors change hands, and which of root's capabilities carry it.
 */
#include <sched.h>
#include <string.h>
#include <sys/socket.h>

#include "actor.h"
#include "suite.h"

static const struct access read_nic = { OWN, NIC_REG, 0 };
static const struct access read_tile = { OWN, TILE_REG, 0 };
static const struct access read_remote = { REMOTE, TILE_REG, 0 };
static const struct access write_nic = { OWN, NIC_REG, 1 };

/* --- descriptors that change hands ----------------------------------------- */

union ancillary {
	struct cmsghdr header;
	char room[CMSG_SPACE(sizeof(int))];
};

static void fd_send(int socket, int fd)
{
	union ancillary control = {
		.header = {
			.cmsg_len = CMSG_LEN(sizeof(int)),
			.cmsg_level = SOL_SOCKET,
			.cmsg_type = SCM_RIGHTS,
		},
	};
	struct iovec data = { "", 1 };
	struct msghdr message = {
		.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};

	memcpy(CMSG_DATA(&control.header), &fd, sizeof(fd));
	must(sendmsg(socket, &message, 0) == 1, "sendmsg");
}

static int fd_receive(int socket)
{
	union ancillary control;
	char byte;
	struct iovec data = { &byte, 1 };
	struct msghdr message = {
		.msg_iov = &data,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof(control),
	};
	int fd;

	must(recvmsg(socket, &message, MSG_CMSG_CLOEXEC) == 1, "recvmsg");
	must(control.header.cmsg_type == SCM_RIGHTS, "a descriptor");
	memcpy(&fd, CMSG_DATA(&control.header), sizeof(fd));
	return fd;
}

/* A group that one process makes for another. */
struct handover {
	int socket;	/* where it goes */
	int device;	/* the open device it is made of; -1: the maker opens it */
	const struct access *access;
};

static int group_make(const void *arg)
{
	const struct handover *handover = arg;
	struct target target = {
		.fd = handover->device < 0 ? device_open() : handover->device,
		.nic_addr = handover->access->nic_addr,
		.addr = handover->access->addr,
	};
	int group = group_open(&target);

	if (group < 0)
		return errno;
	fd_send(handover->socket, group);
	return 0;
}

/* Return a group made by an actor in a job, whose process is gone. */
static int group_by(const struct actor *who, const char *job, const struct access *access,
		    int device)
{
	struct actor actor = *who;
	struct handover handover = { .device = device, .access = access };
	int pair[2], group;

	actor.job = job;
	must(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair), "socketpair");
	handover.socket = pair[1];
	ck_assert_int_eq(act(&actor, group_make, &handover), 0);
	group = fd_receive(pair[0]);
	close(pair[0]);
	close(pair[1]);
	return group;
}

static int group_read_deed(const void *group)
{
	return group_read(*(const int *)group);
}

/* Every change of the table has groups judged anew. */
static void table_touch(void)
{
	int fd = device_open();

	must(!perms_set(fd, 77, GPC_PERMS_NONE), "SET_PERMS");
	close(fd);
}

/* Return the result of reading a group, which the first and the repeated judgement must share. */
static int group_read_by(const struct actor *who, const char *job, int group)
{
	struct actor actor = *who;
	int first;

	actor.job = job;
	first = act(&actor, group_read_deed, &group);
	table_touch();
	must(act(&actor, group_read_deed, &group) == first, "the same once judged anew");
	return first;
}

START_TEST(group_has_its_creators_authority)
{
	int group = group_by(&member, "local", &read_tile, -1);

	ck_assert_int_eq(group_read_by(&member, "none", group), 0);
	ck_assert_int_eq(group_read_by(&user, "none", group), 0);
}
END_TEST

START_TEST(group_lacks_its_readers_authority)
{
	int group = group_by(&member, "nic", &read_tile, -1);

	ck_assert_int_eq(group_read_by(&member, "all", group), EPERM);
	ck_assert_int_eq(group_read_by(&root, "all", group), EPERM);
}
END_TEST

START_TEST(group_of_root_reads_all)
{
	int group = group_by(&root, "none", &read_remote, -1);

	ck_assert_int_eq(group_read_by(&user, "none", group), 0);
}
END_TEST

/* As a privileged launcher passes it to its job: by fork. */
START_TEST(group_is_inherited)
{
	struct target target = { device_open(), REMOTE, TILE_REG };
	int group = group_open(&target);

	ck_assert_int_ge(group, 0);
	ck_assert_int_eq(group_read_by(&user, "none", group), 0);
}
END_TEST

START_TEST(group_is_judged_anew)
{
	int fd = device_open();
	uint64_t job = job_id("local");
	int group = group_by(&member, "local", &read_tile, -1);

	ck_assert_int_eq(group_read(group), 0);
	ck_assert_int_eq(perms_set(fd, job, GPC_PERMS_NIC), 0);
	ck_assert_int_eq(group_read(group), EPERM);
	ck_assert_int_eq(perms_set(fd, job, GPC_PERMS_LOCAL), 0);
	ck_assert_int_eq(group_read(group), 0);
	ck_assert_int_eq(perms_set(fd, job, GPC_PERMS_NONE), 0);
	ck_assert_int_eq(group_read(group), EPERM);
	ck_assert_int_eq(perms_remove(job), 0);
	ck_assert_int_eq(group_read(group), 0);
	default_level_set(GPC_PERMS_NONE);
	ck_assert_int_eq(group_read(group), EPERM);
	ignore_toggle(fd);
	ck_assert_int_eq(group_read(group), 0);
	ignore_toggle(fd);
	ck_assert_int_eq(group_read(group), EPERM);
}
END_TEST

/* Return a group made in a job that has ended since. */
static int group_of_the_ended(const struct actor *who)
{
	char path[PATH_MAX];
	int group;

	job_make("brief");
	group = group_by(who, "brief", &read_tile, -1);
	ck_assert_int_eq(group_read(group), 0);
	job_path(path, "brief", "");
	ck_assert_msg(!rmdir(path), "rmdir %s: errno %d", path, errno);
	return group;
}

START_TEST(group_ends_with_its_job)
{
	int fd = device_open();
	int group = group_of_the_ended(&member);

	ck_assert_int_eq(group_read(group), EPERM);
	ck_assert_int_eq(act(&root, group_read_deed, &group), EPERM);
	ignore_toggle(fd);
	ck_assert_int_eq(group_read(group), EPERM);
	ignore_toggle(fd);
}
END_TEST

START_TEST(group_of_the_privileged_outlives_its_job)
{
	ck_assert_int_eq(group_read(group_of_the_ended(&root)), 0);
}
END_TEST

/* An access through a device opened by another process. */
struct through {
	int fd;
	const struct access *access;
};

static int try_through(const void *arg)
{
	const struct through *through = arg;

	return access_through(through->fd, through->access);
}

static int access_through_by(const struct actor *who, const char *job, int fd,
			     const struct access *access)
{
	struct through through = { fd, access };
	struct actor actor = *who;

	actor.job = job;
	return act(&actor, try_through, &through);
}

/* Opening the device gives no authority: the caller is judged. */
START_TEST(open_device_carries_no_authority)
{
	int fd = device_open();

	ck_assert_int_eq(access_through_by(&member, "none", fd, &read_nic), EPERM);
	ck_assert_int_eq(access_through_by(&member, "nic", fd, &read_nic), 0);
	ck_assert_int_eq(access_through_by(&member, "nic", fd, &read_tile), EPERM);
	ck_assert_int_eq(access_through_by(&member, "all", fd, &write_nic), EPERM);
	ck_assert_int_eq(access_through_by(&root, "none", fd, &write_nic), 0);
}
END_TEST

START_TEST(group_of_roots_device_is_its_creators)
{
	int group = group_by(&member, "none", &read_nic, device_open());

	ck_assert_int_eq(group_read(group), EPERM);
}
END_TEST

/* --- single powers of root's ------------------------------------------------ */

START_TEST(perfmon_reads_all)
{
	struct actor perfmon = { .member = 1, .capability = CAP_PERFMON };

	ck_assert_int_eq(access_by(&perfmon, "none", &read_nic), 0);
	ck_assert_int_eq(access_by(&perfmon, "none", &read_tile), 0);
	ck_assert_int_eq(access_by(&perfmon, "none", &read_remote), 0);
	ck_assert_int_eq(group_read_by(&user, "none", group_by(&perfmon, "none", &read_remote, -1)),
			 0);
}
END_TEST

START_TEST(perfmon_writes_nothing)
{
	struct actor perfmon = { .member = 1, .capability = CAP_PERFMON };

	ck_assert_int_eq(access_by(&perfmon, "all", &write_nic), EPERM);
}
END_TEST

START_TEST(admin_reads_and_writes)
{
	struct actor admin = { .member = 1, .capability = CAP_SYS_ADMIN };

	ck_assert_int_eq(access_by(&admin, "none", &read_remote), 0);
	ck_assert_int_eq(access_by(&admin, "none", &write_nic), 0);
}
END_TEST

/* Other capabilities do not count: not even those over files. */
START_TEST(other_capabilities_do_not_count)
{
	struct actor other = { .capability = CAP_DAC_OVERRIDE };

	ck_assert_int_eq(access_by(&other, "none", &read_nic), EPERM);
	ck_assert_int_eq(access_by(&other, "all", &write_nic), EPERM);
	ck_assert_int_eq(access_by(&other, "all", &read_remote), 0);
}
END_TEST

static void become_root_of_namespace(void)
{
	char map[32];
	int fd;

	/* After being root, it may not access its own /proc files. */
	must(!prctl(PR_SET_DUMPABLE, 1), "prctl");
	must(!unshare(CLONE_NEWUSER), "unshare");
	fd = open("/proc/self/uid_map", O_WRONLY);
	must(fd >= 0, "uid_map");
	snprintf(map, sizeof(map), "0 %d 1", USER_ID);
	must(write(fd, map, strlen(map)) == (ssize_t)strlen(map), "uid_map");
	must(geteuid() == 0, "root of the namespace");
}

static int try_as_namespace_root(const void *access)
{
	become_root_of_namespace();
	return access_try(access);
}

static int set_entry_as_namespace_root(const void *unused)
{
	int fd = device_open();

	(void)unused;
	become_root_of_namespace();
	return perms_set(fd, 77, GPC_PERMS_ALL);
}

START_TEST(namespace_root_is_nobody)
{
	struct actor actor = { .member = 1, .job = "nic" };

	ck_assert_int_eq(act(&actor, try_as_namespace_root, &read_nic), 0);
	ck_assert_int_eq(act(&actor, try_as_namespace_root, &read_tile), EPERM);
	ck_assert_int_eq(act(&actor, try_as_namespace_root, &write_nic), EPERM);
	ck_assert_int_eq(act(&actor, set_entry_as_namespace_root, NULL), EPERM);
}
END_TEST

static Suite *perms_authority_suite(void)
{
	Suite *suite = suite_create("perms_authority");
	TCase *hands = tcase_create("hands");
	TCase *powers = tcase_create("powers");

	tcase_add_checked_fixture(hands, table_fill, NULL);
	tcase_add_test(hands, group_has_its_creators_authority);
	tcase_add_test(hands, group_lacks_its_readers_authority);
	tcase_add_test(hands, group_of_root_reads_all);
	tcase_add_test(hands, group_is_inherited);
	tcase_add_test(hands, group_is_judged_anew);
	tcase_add_test(hands, group_ends_with_its_job);
	tcase_add_test(hands, group_of_the_privileged_outlives_its_job);
	tcase_add_test(hands, open_device_carries_no_authority);
	tcase_add_test(hands, group_of_roots_device_is_its_creators);
	suite_add_tcase(suite, hands);

	tcase_add_checked_fixture(powers, table_fill, NULL);
	tcase_add_test(powers, perfmon_reads_all);
	tcase_add_test(powers, perfmon_writes_nothing);
	tcase_add_test(powers, admin_reads_and_writes);
	tcase_add_test(powers, other_capabilities_do_not_count);
	tcase_add_test(powers, namespace_root_is_nobody);
	suite_add_tcase(suite, powers);
	return suite;
}

int main(void)
{
	return suite_run(perms_authority_suite());
}

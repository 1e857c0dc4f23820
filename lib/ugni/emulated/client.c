// SPDX-License-Identifier: LGPL-2.1-or-later
/* The connection to the simulator. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"
#include "ugni/include/gpcd_ugni.h"

/*
 * Per process: socket (-1: not looked for yet, -2: none), virtual clock, processor time at the last
 * reply, the thread that made the last call (0: none yet), whether a call is under way.
 */
static int simulator = -1;
static uint64_t clock_now, cpu_before;
static pid_t caller;
static bool calling;

/* Here clock_gettime() would be the one that this library has for its program. */
static uint64_t processor_ns(void)
{
	struct timespec time;

	syscall(SYS_clock_gettime, CLOCK_PROCESS_CPUTIME_ID, &time);
	return time.tv_sec * 1000000000ull + time.tv_nsec;
}

static _Noreturn void exit_disconnected(void)
{
	fprintf(stderr, "libugni: gpcd-sim is gone: this process ends\n");
	_exit(1);
}

static void send_all(const void *data, size_t size)
{
	ssize_t n;

	do
		n = send(simulator, data, size, MSG_NOSIGNAL);
	while (n < 0 && errno == EINTR);
	if (n != (ssize_t)size)
		exit_disconnected();
}

static void receive_all(void *data, size_t size)
{
	char *to = data;
	ssize_t n;

	while (size) {
		n = recv(simulator, to, size, 0);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			exit_disconnected();
		to += n;
		size -= n;
	}
}

gni_return_t ugni_forward(struct ugni_request *request, struct ugni_reply *reply)
{
	if (!ugni_connected())
		return GNI_RC_INVALID_STATE;
	caller = gettid();
	calling = true;
	request->cpu = processor_ns() - cpu_before;
	send_all(request, sizeof(*request));
	receive_all(reply, sizeof(*reply));
	clock_now = reply->clock;
	cpu_before = processor_ns();
	calling = false;
	return reply->rc;
}

bool ugni_stands_still(void)
{
	return getenv(UGNI_FD) && (!caller || (calling && caller == gettid()));
}

bool ugni_is_caller(void)
{
	return caller && !calling && caller == gettid();
}

uint32_t ugni_environment(const char *name, uint32_t otherwise)
{
	const char *text = getenv(name);
	char *end;
	unsigned long value;

	if (!text || !*text)
		return otherwise;
	value = strtoul(text, &end, 10);
	return *end || value > INT32_MAX ? otherwise : value;
}

bool ugni_connected(void)
{
	struct ugni_request hello = { .call = UGNI_HELLO, .arg = { getpid() } };
	struct ugni_reply reply;
	uint32_t fd;

	if (simulator != -1)
		return simulator >= 0;
	fd = ugni_environment(UGNI_FD, UGNI_NONE);
	if (fd == UGNI_NONE) {
		fprintf(stderr, "libugni: no emulated machine: start it by gpcd-sim ugni\n");
		simulator = -2;
		return false;
	}
	simulator = fd;
	ugni_forward(&hello, &reply);
	return true;
}

uint32_t ugni_address(void)
{
	const char *list = getenv(UGNI_ADDRESSES);
	uint32_t rank = ugni_environment(UGNI_RANK, 0);

	while (list && rank--) {
		list = strchr(list, ',');
		list = list ? list + 1 : NULL;
	}
	return list ? strtoul(list, NULL, 10) : 1;
}

gni_return_t ugni_reject(const char *name)
{
	static const char *reported[64];
	size_t i;

	for (i = 0; i < sizeof(reported) / sizeof(*reported) && reported[i]; i++) {
		if (!strcmp(reported[i], name))
			return GNI_RC_ILLEGAL_OP;
	}
	if (i < sizeof(reported) / sizeof(*reported))
		reported[i] = name;
	fprintf(stderr, "libugni: %s is not emulated\n", name);
	return GNI_RC_ILLEGAL_OP;
}

uint64_t gpcd_ugni_ns(void)
{
	return clock_now;
}

int gpcd_ugni_exchange(const void *in, void *out, uint32_t length)
{
	struct ugni_request request = {
		.call = UGNI_EXCHANGE, .arg = { (uintptr_t)in, (uintptr_t)out, length },
	};
	struct ugni_reply reply;

	if (length && (!in || !out))
		return GNI_RC_INVALID_PARAM;
	return ugni_forward(&request, &reply);
}

int gpcd_ugni_compute(uint64_t ns)
{
	struct ugni_request request = { .call = UGNI_COMPUTE, .arg = { ns } };
	struct ugni_reply reply;

	return ugni_forward(&request, &reply) ? -1 : 0;
}

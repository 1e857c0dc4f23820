// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

#include "cli/cli.h"
#include "files.h"
#include "serve.h"

/* Readers that are served at the same time: a device that answers late delays only its own. */
#define WORKERS	8

/* How long they may take for their last replies, before the tree is unmounted. */
#define ANSWER_SECONDS	1

struct serve {
	struct fuse_session *session;
	pthread_t workers[WORKERS];
	unsigned int count;
	pthread_mutex_t turn;	/* of the worker that waits for a request */
	int stop;	/* can be read when workers have to end */
	int over;	/* can be read when the tree was unmounted from outside */
	bool mounted;
};

/* --- workers --- */

static void note(int fd)
{
	const uint64_t one = 1;
	ssize_t n = write(fd, &one, sizeof(one));

	(void)n;
}

/*
 * Wait for the next request. Workers take turns, so that only one of them wakes up for each. Return
 * the number of its bytes; 0 if there will be no more.
 */
static int receive(struct serve *serve, struct fuse_buf *request)
{
	struct pollfd fds[] = {
		{ .fd = fuse_session_fd(serve->session), .events = POLLIN },
		{ .fd = serve->stop, .events = POLLIN },
	};
	int n;

	pthread_mutex_lock(&serve->turn);
	do {
		n = poll(fds, ARRAY_SIZE(fds), -1);
		if (n >= 0)
			n = fds[1].revents ? 0 : fuse_session_receive_buf(serve->session, request);
		else
			n = -errno;
	} while (n == -EINTR || n == -EAGAIN);
	pthread_mutex_unlock(&serve->turn);
	return n < 0 ? 0 : n;
}

static void *work(void *data)
{
	struct fuse_buf request = { 0 };
	struct serve *serve = data;

	while (receive(serve, &request) > 0)
		fuse_session_process_buf(serve->session, &request);
	free(request.mem);
	note(serve->over);
	note(serve->stop);
	return NULL;
}

/* Signals are for the main thread, which waits for them. */
static int start_workers(struct serve *serve)
{
	sigset_t all, before;
	int err = 0;

	sigfillset(&all);
	sigdelset(&all, SIGBUS);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	while (!err && serve->count < WORKERS) {
		err = pthread_create(&serve->workers[serve->count], NULL, work, serve);
		serve->count += !err;
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return err ? complain_error("threads", -err) : 0;
}

/* --- mounting --- */

/* What libfuse reported last: it has no other way to say why it cannot mount. */
static char reported[256];

static void take_report(enum fuse_log_level level, const char *fmt, va_list args)
{
	if (level > FUSE_LOG_ERR)
		return;
	vsnprintf(reported, sizeof(reported), fmt, args);
	reported[strcspn(reported, "\n")] = '\0';
}

static bool has_helper(void)
{
	return !access("/usr/bin/fusermount3", X_OK) || !access("/bin/fusermount3", X_OK) ||
	       !access("/usr/local/bin/fusermount3", X_OK);
}

/* Most failures have a cause that can be seen beforehand. Return the exit code. */
static int check_fuse(const char *folder)
{
	if (access("/dev/fuse", F_OK)) {
		complain("/dev/fuse: missing: load the module, `modprobe fuse'");
		return EXIT_RUNTIME;
	}
	if (access("/dev/fuse", R_OK | W_OK)) {
		complain("/dev/fuse: not allowed to open it: see its mode");
		return EXIT_PERMISSION;
	}
	if (access(folder, W_OK) && geteuid()) {
		complain("%s: not allowed to write to it: name a folder of your own", folder);
		return EXIT_PERMISSION;
	}
	return 0;
}

static int check_folder(const char *folder)
{
	DIR *stream = opendir(folder);
	struct dirent *entry;
	bool empty = true;

	if (!stream && errno == ENOTDIR)
		complain("%s: no folder: name an empty one to mount on", folder);
	else if (!stream)
		return complain_error(folder, -errno);
	if (!stream)
		return EXIT_USAGE;
	while (empty && (entry = readdir(stream)))
		empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
	closedir(stream);
	if (empty)
		return 0;
	complain("%s: not empty: name an empty folder to mount on", folder);
	return EXIT_USAGE;
}

static int complain_mount(const char *folder, bool others)
{
	if (geteuid() && !has_helper())
		complain("%s: only root mounts without fusermount3: install the package fuse3",
			 folder);
	else if (geteuid() && others)
		complain("%s: %s: --allow-other needs user_allow_other in /etc/fuse.conf", folder,
			 reported);
	else
		complain("%s: not mounted: %s", folder,
			 *reported ? reported : "no reason is known");
	return EXIT_RUNTIME;
}

static int mount_session(struct serve *serve, struct tree *tree, const char *folder, bool others)
{
	char options[96], *argv[] = { "gpcd-mount", "-o", options, NULL };
	struct fuse_args args = FUSE_ARGS_INIT(3, argv);

	snprintf(options, sizeof(options), "ro,fsname=gpcd-mount,subtype=gpcd%s",
		 others ? ",default_permissions,allow_other" : "");
	fuse_set_log_func(take_report);
	serve->session = fuse_session_new(&args, &files_operations, sizeof(files_operations), tree);
	fuse_opt_free_args(&args);
	if (!serve->session)
		return complain_error("libfuse", -ENOMEM);
	if (fuse_session_mount(serve->session, folder))
		return complain_mount(folder, others);
	serve->mounted = true;
	return 0;
}

int serve_begin(struct serve **serve, struct tree *tree, const char *folder, bool others)
{
	struct serve *this = calloc(1, sizeof(*this));
	int code;

	*serve = this;
	if (!this)
		return complain_error("libfuse", -ENOMEM);
	pthread_mutex_init(&this->turn, NULL);
	this->stop = eventfd(0, EFD_CLOEXEC);
	this->over = eventfd(0, EFD_CLOEXEC);
	code = this->stop < 0 || this->over < 0 ? complain_error("eventfd", -errno) : 0;
	if (!code)
		code = check_folder(folder);
	if (!code)
		code = check_fuse(folder);
	if (!code)
		code = mount_session(this, tree, folder, others);
	if (!code)
		code = start_workers(this);
	return code;
}

int serve_fd(const struct serve *serve)
{
	return serve->over;
}

/* Wait for workers to end, until a time or, if it is NULL, as long as it takes. */
static void join_workers(struct serve *serve, const struct timespec *until)
{
	unsigned int left = 0;

	for (unsigned int i = 0; i < serve->count; i++) {
		int err = until ? pthread_timedjoin_np(serve->workers[i], NULL, until) :
				  pthread_join(serve->workers[i], NULL);

		if (err)
			serve->workers[left++] = serve->workers[i];
	}
	serve->count = left;
}

/* A worker may wait for a device that does not answer: then its readers are freed nevertheless. */
void serve_end(struct serve *serve)
{
	struct timespec until;

	if (!serve)
		return;
	note(serve->stop);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += ANSWER_SECONDS;
	join_workers(serve, &until);
	if (serve->mounted)
		fuse_session_unmount(serve->session);
	join_workers(serve, NULL);
	if (serve->session)
		fuse_session_destroy(serve->session);
	pthread_mutex_destroy(&serve->turn);
	close(serve->stop);
	close(serve->over);
	free(serve);
}

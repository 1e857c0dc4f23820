// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sequences played and judged. In order, each call is judged before the next begins. In a race,
 * each caller's call may run while the others make theirs.
 */
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "grammar.h"
#include "image/image.h"

#define FINDINGS_MAX	10
#define DOOR		"/sys/class/gpcd_emu/gpcd_emu0/"
#define CONFIG		"/sys/kernel/config/gpcd_emu"

struct player player;
struct tally *tally;

static const struct sequence *playing;
static int last_fd = -1;	/* file of the batch being played, in case the machine dies */
static int log_fd;
static unsigned int touched;
static const struct gpcd_image_info *view;

/* --- what is wrong --------------------------------------------------------- */

static void sequence_save(const char *text)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/bug-%s-%lu", player.home, player.name,
		 tally->findings);
	file = fopen(path, "w");
	if (!file)
		return;
	fprintf(file, "# %s\n", text);
	if (playing)
		sequence_print(playing, file);
	fclose(file);
}

double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec / 1e9;
}

void finding(const struct turn *turn, const char *fmt, ...)
{
	char text[512];
	va_list args;
	int length = 0;

	if (turn)
		length = snprintf(text, sizeof(text), "%s by %s%s: ", turn->call->name,
				  turn->caller->name, turn->narrow ? ", 32 bits" : "");
	va_start(args, fmt);
	vsnprintf(text + length, sizeof(text) - length, fmt, args);
	va_end(args);

	printf("# found after %.1f s: %s\n", now() - tally->began, text);
	if (__atomic_add_fetch(&tally->findings, 1, __ATOMIC_RELAXED) > FINDINGS_MAX)
		exit(1);
	if (playing)
		sequence_print(playing, stdout);
	fflush(stdout);
	if (player.home)
		sequence_save(text);
}

/* Judge the kernel log since the last time. */
static void log_judge(void)
{
	static const char * const reports[] = {
		"BUG:", "WARNING:", "KASAN:", "UBSAN:", "refcount_t", "Oops", "possible circular",
		"possible recursive", "inconsistent lock", "suspicious RCU", "INFO: task",
		"sleeping function", "ODEBUG:", "list_add corruption", "list_del corruption",
	};
	char line[8192];
	ssize_t length;

	while ((length = read(log_fd, line, sizeof(line) - 1)) > 0 || errno == EPIPE) {
		line[length > 0 ? length : 0] = '\0';
		line[strcspn(line, "\n")] = '\0';
		for (int i = 0; i < ARRAY_SIZE(reports); i++) {
			if (strstr(line, reports[i]))
				finding(NULL, "the kernel's log: %s", strchr(line, ';') ?: line);
		}
	}
}

/* --- a call ---------------------------------------------------------------- */

static bool error_expected(const struct turn *turn)
{
	static const short racing[] = {
		EBADF, ENOTTY, ENODEV, ENOENT, EINVAL, EBUSY, EEXIST, ENXIO, ESPIPE, EOPNOTSUPP,
	};
	int error = -turn->ret;

	if (turn->wild || error == ENOMEM || error == EINTR)
		return true;
	for (int i = 0; i < ARRAY_SIZE(turn->call->errors); i++) {
		if (turn->call->errors[i] == error)
			return true;
	}
	for (int i = 0; player.racing && i < ARRAY_SIZE(racing); i++) {
		if (racing[i] == error)
			return true;
	}
	return false;
}

static void count(const struct turn *turn)
{
	int number = grammar_find(turn->call->name);

	__atomic_add_fetch(&tally->calls[number], 1, __ATOMIC_RELAXED);
	if (turn->ret >= 0)
		__atomic_add_fetch(&tally->successes[number], 1, __ATOMIC_RELAXED);
}

static void turn_print(const struct turn *turn)
{
	const struct argument *argument = call_argument(turn);

	printf("%-8s%s %s(%d", turn->caller->name, turn->narrow ? "32" : "  ", turn->call->name,
	       turn->fd);
	if (argument->member && turn->buffers)
		argument_print(turn, argument, stdout);
	else if (turn->stores)
		printf(", %s, %zu bytes %.32s", turn->store[0].path, turn->store[0].length,
		       turn->text);
	else
		printf(", %#lx, %#lx, %#lx", turn->arg[1], turn->arg[2], turn->arg[3]);
	printf(") = %ld%s%s\n", turn->ret, turn->ret < 0 ? " " : "",
	       turn->ret < 0 ? strerrorname_np(-turn->ret) ?: "?" : "");
	fflush(stdout);
}

static void turn_judge(struct turn *turn)
{
	const struct call *call = turn->call;

	count(turn);
	cover_collect(turn->caller);
	if (turn->ret < 0 && !error_expected(turn))
		finding(turn, "unexpected error %ld", -turn->ret);
	if (turn->ret >= 0 && call->admin && !turn->caller->admin)
		finding(turn, "it succeeded");
	for (int i = 0; i < turn->buffers; i++) {
		if (!buffer_intact(&turn->buffer[i]))
			finding(turn, "memory beside its buffer %d was written", i);
	}
	if (turn->buffers && !call->make)
		argument_judge(turn, call_argument(turn));
	if (player.talk)
		turn_print(turn);
	if (call->done)
		call->done(turn);
}

static void turn_begin(struct caller *caller, const struct step *step)
{
	struct turn *turn = &caller->turn;

	memset(turn, 0, offsetof(struct turn, store));
	turn->call = grammar_call(step->call);
	turn->caller = caller;
	turn->narrow = step->who & NARROW;
	turn->bytes = (struct bytes){ step->byte, step->byte + STEP_BYTES };
	turn->act = call_syscall;
	turn->fd = -1;
	(turn->call->make ?: ioctl_make)(turn);
	turn->narrow = turn->narrow && turn->nr == NR32_IOCTL;
	if (caller->admin || !turn->call->admin)
		touched |= turn->call->touches;
}

static void hang(const struct caller *caller)
{
	char path[64], line[256];
	FILE *stack;

	finding(&caller->turn, "it hangs");
	snprintf(path, sizeof(path), "/proc/%d/stack", caller->pid);
	stack = fopen(path, "r");
	while (stack && fgets(line, sizeof(line), stack))
		printf("# %s", line);
	exit(1);
}

/* Wait for the caller's call, if any, and judge it. */
static void caller_finish(struct caller *caller)
{
	if (!caller->busy)
		return;
	if (!caller_wait(caller))
		hang(caller);
	caller->busy = false;
	turn_judge(&caller->turn);
}

static void step_play(const struct step *step)
{
	struct caller *caller = &callers[step->who % CALLERS];

	caller_finish(caller);
	turn_begin(caller, step);
	caller->busy = true;
	caller_post(caller);
	if (!player.racing || caller->turn.call->at_once)
		caller_finish(caller);
}

/* --- the world ------------------------------------------------------------- */

static bool file_says(const char *path, const char *text)
{
	char line[64] = "";
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool same = fd >= 0 && read(fd, line, sizeof(line) - 1) > 0 && !strcmp(line, text);

	if (fd >= 0)
		close(fd);
	return same;
}

static bool file_put(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	bool done = fd >= 0 && write(fd, text, strlen(text)) > 0;

	if (fd >= 0)
		close(fd);
	return done;
}

/* Put our own chip in its place; a replug, which takes time, makes it as new. */
static void chip_reset(bool anew)
{
	if (!anew && file_says(DOOR "fault", "none\n") && file_says(DOOR "gpcd", "gpcd0\n"))
		return;
	if (!file_put(DOOR "fault", "unplug") || !file_put(DOOR "fault", "none"))
		finding(NULL, "the chip cannot be plugged in again");
}

/* Remove all directories: hostile callers give them names of all kinds. */
void world_reset(bool anew)
{
	DIR *folder = opendir(CONFIG);
	struct dirent *entry;

	if (!folder)
		err(2, CONFIG);
	while ((entry = readdir(folder))) {
		if (*entry->d_name != '.' && unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR))
			finding(NULL, "%s stays: %s", entry->d_name, strerrorname_np(errno));
	}
	closedir(folder);
	chip_reset(anew);
}

/* Values written to registers may stay there for a while. */
static void world_mend(void)
{
	static unsigned int stains;

	if (touched & TOUCH_REGISTERS)
		stains++;
	if (touched & TOUCH_LIFE || stains == 64)
		world_reset(stains == 64);
	stains %= 64;
	touched = 0;
	model_reset();
}

static void *view_map(void)
{
	int fd = open("/dev/gpcd_emu0", O_RDWR | O_CLOEXEC);
	void *at = mmap(NULL, GPCD_PAGE_SIZE, PROT_READ, MAP_SHARED, fd, GPCD_IMAGE_INFO);

	if (fd < 0 || at == MAP_FAILED)
		err(2, "/dev/gpcd_emu0");
	close(fd);
	return at;
}

void player_init(bool guided)
{
	char path[256];

	log_fd = open("/dev/kmsg", O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (log_fd < 0 || lseek(log_fd, 0, SEEK_END) < 0)
		err(2, "/dev/kmsg");
	view = view_map();
	if (player.home) {
		snprintf(path, sizeof(path), "%s/last-%s", player.home, player.name);
		last_fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
		if (last_fd < 0)
			err(2, "%s", path);
	}
	callers_start(guided);
	resources_init();
}

/* --- a sequence ------------------------------------------------------------ */

/* Write once, a size that covers the earlier text. */
void player_note(const struct sequence *sequences, int count)
{
	static char text[BATCH * STEPS_MAX * 96];
	FILE *to;

	if (last_fd < 0)
		return;
	memset(text, '\n', sizeof(text));
	to = fmemopen(text, sizeof(text), "w");
	for (int i = 0; i < count; i++)
		sequence_print(&sequences[i], to);
	fclose(to);
	if (pwrite(last_fd, text, sizeof(text), 0) < 0)
		err(2, "noting sequences");
}

/* A write to a register increments the image's sequence. */
static void unprivileged_judge(uint64_t before)
{
	if (!touched && !player.racing && view->sequence[GPCD_IMAGE_OWNER] != before)
		finding(NULL, "registers have changed, and root did nothing");
}

void play(const struct sequence *sequence)
{
	uint64_t before = view->sequence[GPCD_IMAGE_OWNER];
	int leaked;

	playing = sequence;
	cover_begin();
	for (int i = 0; i < sequence->steps; i++)
		step_play(&sequence->step[i]);
	for (int i = 0; i < CALLERS; i++)
		caller_finish(&callers[i]);
	unprivileged_judge(before);
	leaked = resources_drop();
	if (leaked)
		finding(NULL, "%d descriptors are left over", leaked);
	if (!player.racing)
		world_mend();
	log_judge();
	__atomic_add_fetch(&tally->sequences, 1, __ATOMIC_RELAXED);
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * Run the gpcd command in this process: each line of the input is an argument. It sees image files
 * in a folder of its own and nothing else; a command that waits or works for long is soon asked to
 * end. Its exit code must be one of those documented, a failure must be explained, and its JSON and
 * CSV must be well formed.
 */
#include <dirent.h>
#include <json-c/json.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <sys/stat.h>

#include "cli/cli.h"
#include "cli/out/format.h"
#include "cli/wait/wait.h"
#include "parts/command.h"
#include "device/options.h"
#include "fuzz.h"

#define PATIENCE	3	/* periods, or seconds of an emulated chip's time */
#define OUTPUT_CHECKED	(1 << 18)
#define HELP_SHOWN	100

static const struct {
	const char *name;
	unsigned int chip;
} shelf[] = {
	{ "gemini", GPCD_CHIP_GEMINI }, { "aries", GPCD_CHIP_ARIES },
	{ "gone", GPCD_CHIP_ARIES }, { "torn", GPCD_CHIP_GEMINI }, { "lost", GPCD_CHIP_ARIES },
};

static struct fuzz_image images[ARRAY_SIZE(shelf)];
static int home, folder;
static const char *sets;
static char *output;
static int running;
static int dirty;
static unsigned int waited;

/* exit(3) within argp, which then frees nothing: the process would. */
static jmp_buf after_exit;
static const void *parsed[4096];
static size_t nparsed;
static int parsing;

void __sanitizer_malloc_hook(const void *pointer, size_t size)
{
	(void)size;
	if (!parsing)
		return;
	EXPECT(nparsed < ARRAY_SIZE(parsed));
	parsed[nparsed++] = pointer;
}

void __sanitizer_free_hook(const void *pointer)
{
	size_t i = parsing ? nparsed : 0;

	while (i && parsed[i - 1] != pointer)
		i--;
	if (i)
		parsed[i - 1] = parsed[--nparsed];
}

static _Noreturn void leave(int code)
{
	parsing = 0;
	while (nparsed)
		free((void *)parsed[--nparsed]);
	longjmp(after_exit, code + 1);
}

/* Only help and version make argp write there; after that it would have exited. */
static void leave_helped(void)
{
	fflush(stdout);
	if (lseek(STDOUT_FILENO, 0, SEEK_CUR))
		leave(HELP_SHOWN);
}

void __wrap_argp_error(const struct argp_state *state, const char *fmt, ...)
{
	char text[4096];
	va_list args;

	leave_helped();
	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	__real_argp_error(state, "%s", text);
	leave(argp_err_exit_status);
}

error_t __wrap_argp_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
			  int *index, void *input)
{
	error_t err;

	nparsed = 0;
	parsing = 1;
	err = __real_argp_parse(argp, argc, argv, flags | ARGP_NO_EXIT, index, input);
	parsing = 0;
	nparsed = 0;
	leave_helped();
	if (err)
		leave(argp_err_exit_status);
	return 0;
}

/* A wrong argument ends the command, not the fuzzer. */
void __wrap_exit(int code)
{
	if (running)
		leave(code);
	__real_exit(code);
}

static void (*at_exit)(void);

int __wrap_atexit(void (*function)(void))
{
	if (!running)
		return __real_atexit(function);
	at_exit = function;
	return 0;
}

/* Signals belong to the fuzzer. */
void __wrap_stop_catch(void)
{
}

bool __wrap_stop_asked(void)
{
	return waited++ >= PATIENCE;
}

/* Time does not pass while the command waits for it. */
int __wrap_stop_poll(struct pollfd *fds, unsigned int count, int timeout_ms)
{
	(void)fds;
	(void)count;
	(void)timeout_ms;
	return waited++ < PATIENCE ? 0 : -EINTR;
}

int __wrap_ticker_wait(struct ticker *ticker, uint64_t *missed)
{
	EXPECT(ticker->period);
	*missed = waited;
	return waited++ < PATIENCE ? 0 : -EINTR;
}

/* Events belong to the machine, and may never come. */
int __wrap_gpcd_events_open(struct gpcd_events **events)
{
	(void)events;
	return -ENOENT;
}

/* Commands named by the fuzzer are never started. */
int __wrap_child_start(char *const command[], const sigset_t *mask, pid_t *pid)
{
	(void)command;
	(void)mask;
	(void)pid;
	return -ENOENT;
}

static int is_ours(const char *path, int flags)
{
	size_t length = strlen(fuzz_folder());

	if (!strncmp(path, sets, strlen(sets)) && !strstr(path, "..") && !(flags & O_CREAT))
		return 1;
	if (!strncmp(path, fuzz_folder(), length) && path[length] == '/')
		path += length + 1;
	return !strchr(path, '/');
}

int __wrap_open(const char *path, int flags, ...)
{
	if (running && !is_ours(path, flags)) {
		errno = EACCES;
		return -1;
	}
	dirty |= flags & O_CREAT;
	return __real_open(path, flags, 0600);
}

FILE *__wrap_fopen(const char *path, const char *mode)
{
	if (running && !is_ours(path, *mode == 'r' ? 0 : O_CREAT)) {
		errno = EACCES;
		return NULL;
	}
	dirty |= *mode != 'r';
	return __real_fopen(path, mode);
}

int __wrap_gpcd_write(struct gpcd *dev, uint32_t nic_addr, const char *name, uint64_t value)
{
	dirty = 1;
	return __real_gpcd_write(dev, nic_addr, name, value);
}

static void shelf_sweep(void)
{
	DIR *dir = opendir(fuzz_folder());
	struct dirent *entry;

	while ((entry = readdir(dir)))
		unlinkat(folder, entry->d_name, 0);
	closedir(dir);
}

static void file_create(const char *name, const char *text)
{
	int fd = open(name, O_CREAT | O_WRONLY, 0600);

	EXPECT(write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
}

static void shelf_create(void)
{
	size_t i;

	file_create("text", "precious\n");
	file_create("table", "size,time\n8,1.5\n64,2\n8,1.75\n");
	file_create("cgroup.controllers", "precious\n");
	for (i = 0; i < ARRAY_SIZE(shelf); i++)
		fuzz_image_create(&images[i], shelf[i].chip, shelf[i].name);
	images[2].info->state = GPCD_IMAGE_GONE;
	images[3].info->sequence[GPCD_IMAGE_FEED] = 1;
	for (i = 0; i < gpcd_catalogue_pages(images[4].chip); i++)
		memset(fuzz_image_page(&images[4], i), 0xff, GPCD_PAGE_SIZE);
}

static void shelf_renew(void)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(shelf); i++)
		munmap(images[i].map, GPCD_IMAGE_SIZE);
	shelf_sweep();
	shelf_create();
	dirty = 0;
}

static void end(void)
{
	shelf_sweep();
	rmdir(fuzz_folder());
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	static char buffer[BUFSIZ];
	int fd = memfd_create("output", 0);

	(void)argc;
	(void)argv;
	home = open(".", O_RDONLY | O_DIRECTORY);
	folder = open(fuzz_folder(), O_RDONLY | O_DIRECTORY);
	EXPECT(home >= 0 && folder >= 0 && fd >= 0);
	EXPECT(!ftruncate(fd, OUTPUT_CHECKED) && dup2(fd, STDOUT_FILENO) >= 0);
	output = mmap(NULL, OUTPUT_CHECKED, PROT_READ, MAP_SHARED, fd, 0);
	EXPECT(output != MAP_FAILED);
	close(fd);
	setvbuf(stdout, buffer, _IOFBF, sizeof(buffer));
	fuzz_hush();
	setenv(GPCD_DEVICE_ENV, "image:gemini", 1);
	sets = realpath("lib/metrics/sets", NULL);
	EXPECT(sets && !setenv("GPCD_METRICS", sets, 1));
	EXPECT(!fchdir(folder));
	shelf_create();
	EXPECT(!fchdir(home));
	return atexit(end);
}

static void check_json(const char *text, size_t length)
{
	struct json_tokener *tokener = json_tokener_new();
	size_t done = 0;

	json_tokener_set_flags(tokener, JSON_TOKENER_STRICT | JSON_TOKENER_ALLOW_TRAILING_CHARS |
			       JSON_TOKENER_VALIDATE_UTF8);
	while (done < length) {
		struct json_object *document = json_tokener_parse_ex(tokener, text + done,
								     length - done);

		EXPECT(document && json_tokener_get_error(tokener) == json_tokener_success);
		json_object_put(document);
		done += json_tokener_get_parse_end(tokener);
		done += strspn(text + done, "\n");
		json_tokener_reset(tokener);
	}
	json_tokener_free(tokener);
}

/* Count the columns of one record of RFC 4180; *text advances to the next. */
static unsigned int csv_columns(const char **text, const char *end)
{
	unsigned int columns = 1;
	int quoted = 0;

	for (; *text < end && (quoted || **text != '\n'); ++*text) {
		quoted ^= **text == '"';
		columns += !quoted && **text == ',';
		EXPECT(quoted || **text != '\r');
	}
	EXPECT(*text < end && !quoted);
	++*text;
	return columns;
}

static void check_csv(const char *text, size_t length)
{
	const char *end = text + length;
	unsigned int columns = length ? csv_columns(&text, end) : 0;

	while (text < end)
		EXPECT(csv_columns(&text, end) == columns);
}

static void check(int code)
{
	size_t length = lseek(STDOUT_FILENO, 0, SEEK_CUR);

	if (code == HELP_SHOWN)
		return;
	/* Standard output can be written; a picture file may not be writable. */
	EXPECT((code >= 0 && code <= EXIT_OUTPUT) || code == CHILD_NOT_STARTED);
	EXPECT(!code || fuzz_said);
	if (length >= OUTPUT_CHECKED)
		return;
	if (format_chosen == &format_json)
		check_json(output, length);
	else if (format_chosen == &format_csv)
		check_csv(output, length);
}

static int run(int argc, char **argv)
{
	int left, code;

	device_options = (struct device_options){ 0 };
	format_chosen = &format_text;
	fuzz_said = 0;
	waited = 0;
	EXPECT(!ftruncate(STDOUT_FILENO, 0) && !ftruncate(STDOUT_FILENO, OUTPUT_CHECKED));
	lseek(STDOUT_FILENO, 0, SEEK_SET);
	running = 1;
	left = setjmp(after_exit);
	code = left ? left - 1 : gpcd_main(argc, argv);
	at_exit();
	running = 0;
	return code;
}

/* An unlisted option of argp's own that does nothing for an hour. */
static int hangs(const struct fuzz_lines *lines)
{
	int i;

	for (i = 0; i < lines->count; i++) {
		if (!strncmp(lines->line[i], "--H", 3))
			return 1;
	}
	return 0;
}

static void command(const struct fuzz_lines *lines)
{
	char *name = program_invocation_name, *short_name = program_invocation_short_name;
	char *argv[FUZZ_LINES + 2] = { "gpcd" };
	int fd = dup(home), again;

	memcpy(argv + 1, lines->line, sizeof(lines->line));
	EXPECT(!close(fd) && !fchdir(folder));
	check(run(lines->count + 1, argv));
	program_invocation_name = name;
	program_invocation_short_name = short_name;
	if (dirty)
		shelf_renew();
	EXPECT(!fchdir(home));
	again = dup(home);
	EXPECT(again == fd && !close(again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fuzz_lines lines;

	fuzz_lines_create(&lines, data, size);
	if (!hangs(&lines))
		command(&lines);
	fuzz_lines_destroy(&lines);
	return 0;
}

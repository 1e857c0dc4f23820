// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gpcd-exporter/expose/page.h"
#include "label_file.h"

/* A line of a file. */
struct label {
	const char *name;
	const char *value;
};

static bool is_name(const char *name)
{
	size_t length = strlen(name);

	if (!length || length > LABEL_NAME_BYTES || isdigit((unsigned char)*name))
		return false;
	for (size_t i = 0; i < length; i++) {
		if (!isalnum((unsigned char)name[i]) && name[i] != '_')
			return false;
	}
	return strncmp(name, "__", 2);
}

/* Split a line "NAME=VALUE" in place. */
static int split_line(char *line, struct label *label)
{
	char *equals = strchr(line, '=');

	if (!equals)
		return -EPROTO;
	*equals = '\0';
	*label = (struct label) { line, equals + 1 };
	if (!is_name(line))
		return -EPROTO;
	if (!strcmp(line, "device"))
		return -EEXIST;
	return strlen(label->value) > LABEL_VALUE_BYTES ? -ENAMETOOLONG : 0;
}

static int by_label(const void *a, const void *b)
{
	return strcmp(((const struct label *)a)->name, ((const struct label *)b)->name);
}

/* The order of a file's lines means nothing. */
static int sort_labels(struct label *list, size_t count)
{
	qsort(list, count, sizeof(*list), by_label);
	for (size_t i = 1; i < count; i++) {
		if (!strcmp(list[i].name, list[i - 1].name))
			return -EEXIST;
	}
	return 0;
}

/* An empty value is none, for Prometheus. */
static int write_labels(const struct label *list, size_t count, char **text)
{
	char *longer;

	for (size_t i = 0; i < count; i++) {
		if (!*list[i].value)
			continue;
		longer = page_label(*text, list[i].name, list[i].value);
		if (!longer)
			return -ENOMEM;
		free(*text);
		*text = longer;
	}
	return *text ? 0 : -ENODATA;
}

/* @bytes end with a NUL, which is not counted. */
static int parse(char *bytes, size_t length, char **text)
{
	struct label list[LABEL_FILE_LABELS];
	size_t count = 0;
	char *line;
	int err;

	if (!length)
		return -ENODATA;
	if (bytes[length - 1] != '\n')
		return -EBADMSG;
	if (memchr(bytes, '\0', length))
		return -EPROTO;
	bytes[length - 1] = '\0';
	while ((line = strsep(&bytes, "\n"))) {
		if (count == LABEL_FILE_LABELS)
			return -E2BIG;
		err = split_line(line, &list[count++]);
		if (err)
			return err;
	}
	err = sort_labels(list, count);
	return err ? err : write_labels(list, count, text);
}

/* Labels are what the administrator says, so nobody else may have written them. */
bool label_file_is_trusted(const struct stat *about)
{
	return (!about->st_uid || about->st_uid == geteuid()) &&
	       !(about->st_mode & 0022);
}

static int read_text(int fd, char **text)
{
	char bytes[LABEL_FILE_BYTES + 1];
	struct stat about;
	ssize_t length;

	if (fstat(fd, &about))
		return -errno;
	if (!S_ISREG(about.st_mode))
		return -EISDIR;
	if (!label_file_is_trusted(&about))
		return -EPERM;
	length = TEMP_FAILURE_RETRY(read(fd, bytes, sizeof(bytes)));
	if (length < 0)
		return -errno;
	if (length > LABEL_FILE_BYTES)
		return -EFBIG;
	bytes[length] = '\0';
	return parse(bytes, length, text);
}

/* Opening neither follows a link, nor waits for the other end of a pipe. */
int label_file_read(struct label_file *file, int folder, const char *name)
{
	const char *end = strrchr(name, '@');
	int fd;

	file->name = strdup(name);
	file->target = strndup(name, end ? (size_t)(end - name) : strlen(name));
	if (!file->name || !file->target)
		return -ENOMEM;
	fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	file->err = read_text(fd, &file->text);
	close(fd);
	return file->err;
}

void label_file_free(struct label_file *file)
{
	free(file->name);
	free(file->target);
	free(file->text);
}

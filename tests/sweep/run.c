// SPDX-License-Identifier: GPL-2.0-only
/* A run of the program, in a child: what it wrote, and what it did. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sweep.h"

int injected(const struct injection *injection)
{
	if (injection->allocation)
		return -ENOMEM;
	return injection->call ? call_error(injection->nr) : 0;
}

static void output_to(int out, int err)
{
	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	close(out);
	close(err);
}

/* SWEEP_ERROR: for the program's eyes. */
static void child_run(const struct program *program, const struct injection *injection,
		      bool traced, int out, int err)
{
	char error[16];

	snprintf(error, sizeof(error), "%d", injected(injection));
	setenv("SWEEP_ERROR", error, 1);
	*heap = (struct heap) { .fail = injection->allocation, .look = injection->look };
	output_to(out, err);
	alarm(program->patience);
	if (traced) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		raise(SIGSTOP);
	}
	heap_arm();
	exit(program->main(program->argc, program->argv, program->envp));
}

/* Map a file's contents, with a NUL after them. The heap stays as it is: children inherit it. */
static char *file_map(int fd, size_t *size)
{
	struct stat st;
	char *text;

	if (fstat(fd, &st) || ftruncate(fd, st.st_size + 1))
		abort();
	*size = st.st_size + 1;
	text = mmap(NULL, *size, PROT_READ, MAP_PRIVATE, fd, 0);
	if (text == MAP_FAILED)
		abort();
	close(fd);
	return text;
}

/* Only what concerns system calls need be traced: that takes its time. */
void run_start(const struct program *program, const struct injection *injection, struct run *run)
{
	int out = memfd_create("out", 0), err = memfd_create("err", 0);
	bool traced = !injection->allocation;
	int child;

	memset(run, 0, sizeof(*run));
	child = fork();
	if (out < 0 || err < 0 || child < 0)
		abort();
	if (!child)
		child_run(program, injection, traced, out, err);
	if (traced)
		run->status = trace_child(child, injection, &run->trace);
	else
		waitpid(child, &run->status, 0);
	run->heap = *heap;
	run->out = file_map(out, &run->out_size);
	run->err = file_map(err, &run->err_size);
}

void run_forget(struct run *run)
{
	munmap(run->out, run->out_size);
	munmap(run->err, run->err_size);
}

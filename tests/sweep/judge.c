// SPDX-License-Identifier: GPL-2.0-only
/*
 * Did a run in which something failed end as it should? It ends by itself. Either all its output is
 * there, or it fails, says why, and has written whole records only. It frees its memory.
 */
#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "sweep.h"

/* SWEEP_BLUR: numbers differ from run to run, so they are all the same. */
static bool same(const char *a, const char *b, size_t length)
{
	bool blur = getenv("SWEEP_BLUR");
	const char *end = b + length;

	while (*a && b < end) {
		if (blur && isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			a += strspn(a, "0123456789");
			b += strspn(b, "0123456789");
		} else if (*a++ != *b++) {
			return false;
		}
	}
	return !*a && b == end;
}

/* Has it written some of the undisturbed run's records? */
static bool is_whole(const char *out, const struct run *reference)
{
	for (unsigned int i = 0; i <= reference->trace.writes; i++) {
		if (same(out, reference->out, reference->trace.written[i]))
			return true;
	}
	return false;
}

/*
 * Ask the command in an environment variable about output that differs from the undisturbed run's.
 */
static bool is_right(const char *out, const char *variable)
{
	const char *command = getenv(variable);
	FILE *judge = command ? popen(command, "w") : NULL;

	if (!judge)
		return false;
	fputs(out, judge);
	return !pclose(judge);
}

/* A line "PROGRAM: THING: REASON", which of memory needs no thing. */
static bool is_explained(const char *err, int error)
{
	const char *reason = strstr(err, strerror(-error));
	const char *line = reason;
	int colons = 0;

	if (!reason)
		return false;
	while (line > err && line[-1] != '\n')
		line--;
	for (; line < reason; line++)
		colons += line[0] == ':' && line[1] == ' ';
	return colons > (error != -ENOMEM);
}

static const char *judge_end(const struct run *run)
{
	if (run->trace.strayed)
		return "makes other calls than when undisturbed";
	if (WIFSIGNALED(run->status))
		return WTERMSIG(run->status) == SIGALRM ? "does not end" : "ended by a signal";
	if (strstr(run->err, "Sanitizer") || strstr(run->err, "runtime error: "))
		return "did what the sanitizer reports";
	return NULL;
}

static const char *judge_failure(const struct run *run, const struct judgement *by)
{
	if (!by->may_fail)
		return "failed where it can go on";
	if (!WEXITSTATUS(run->status))
		return "failed without an exit status";
	if (!by->mute && !is_explained(run->err, by->error))
		return "failed without saying of what and why";
	/* SWEEP_PARTIAL: is what a failed run has put out whole? */
	if (!is_whole(run->out, by->reference) && !is_right(run->out, "SWEEP_PARTIAL"))
		return "left a part of a record";
	return NULL;
}

/* An undisturbed run that fails says why in its first line. */
static bool same_message(const struct run *run, const struct run *reference)
{
	if (reference->status)
		return !strncmp(run->err, reference->err, strcspn(reference->err, "\n"));
	return same(run->err, reference->err, strlen(reference->err));
}

static const char *judge_output(const struct run *run, const struct judgement *by)
{
	const struct run *reference = by->reference;
	bool same_err = by->mute || same_message(run, reference);

	if (run->status != reference->status || (run->status && !same_err))
		return judge_failure(run, by);
	/* SWEEP_OTHERWISE: is this output of a good run as correct as the undisturbed one? */
	if (!same(run->out, reference->out, strlen(reference->out)) &&
	    !is_right(run->out, "SWEEP_OTHERWISE"))
		return "good, says its status, but its output differs";
	return same_err ? NULL : "good, says its status, but its messages differ";
}

/* SWEEP_KEPT: so many blocks are kept by design, here or in the C library. */
static const char *judge_memory(const struct run *run)
{
	int kept = atoi(getenv("SWEEP_KEPT") ?: "0");

	return run->heap.ended && run->heap.live > kept ? "leaks memory" : NULL;
}

bool run_good(const struct run *run, const struct judgement *by, char verdict[VERDICT_MAX])
{
	const char *bad = judge_end(run);

	if (!bad)
		bad = judge_output(run, by);
	if (!bad)
		bad = judge_memory(run);
	if (!bad)
		return true;
	snprintf(verdict, VERDICT_MAX, "%s (%s %d, %s%.200s)", bad,
		 WIFSIGNALED(run->status) ? "signal" : "status",
		 WIFSIGNALED(run->status) ? WTERMSIG(run->status) : WEXITSTATUS(run->status),
		 *run->err ? "stderr " : "no stderr", run->err);
	return false;
}

// SPDX-License-Identifier: GPL-2.0-only
/*
 * An emulated job: a command whose ranks read the images of a simulated machine, and whose messages
 * go through its network.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/pidfd.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/out/out.h"
#include "cli/wait/wait.h"
#include "job.h"
#include "machine/processes.h"
#include "sim.h"

#define MACHINE_DEFAULT	"torus:4x2x2"

/* An emulated job. */
struct job {
	struct machine machine;
	struct places places;
	struct drive drive; /* images of the machine */
	struct damage damage; /* failures during the run */
	struct folder folder; /* has all files that the ranks need */
	struct round round; /* the round in which messages are logged */
	struct rerun rerun; /* logs all that ranks do, to be rerun at the end */
	struct server *server;
	char **command; /* ends with NULL */
	sigset_t mask; /* signals that were blocked when we were started */
	pid_t pid; /* process of the command; 0: it has ended */
	int pidfd;
	int failed; /* exit code of the first round that failed, or 0 */
};

static const struct option_row rows[] = {
	{ "write-program", 0, "FILE", 4,
	  "write the program that ranks ran, in the format GOAL: for run --job",
	  OPTION_TEXT(struct job, rerun.path) },
	{ 0 }
};

static const struct options_part parts[] = {
	OPTIONS_PART(struct job, machine, &cabled_options),
	OPTIONS_PART(struct job, places, &places_options),
	OPTIONS_PART(struct job, damage, &damage_options),
	OPTIONS_PART(struct job, drive, &drive_options), { 0 }
};

static const struct options options = {
	.rows = rows,
	.parts = parts,
	.argument = ARGUMENT_COMMAND(struct job, command, "a command is missing"),
	.args_doc = "COMMAND [ARG...]",
	.doc = "Run an MPI program on a simulated machine.\n"
	       "\n"
	       "Ranks that run under gm-profile report their messages, which go through the\n"
	       "network and are counted in the images of the ranks' nodes. At the end all is\n"
	       "run once more, with ranks that wait for each other: this is the time that the\n"
	       "job would take.\n"
	       "\v  gpcd-sim job --per-node 2 mpirun -n 8 gm-profile ./program\n"
	       "\n"
	       "Without --image there is a temporary folder, removed at the end. GM_JOB,\n"
	       "GM_INTERCONNECT and GM_DEVICE are in the command's environment; a GM_DEVICE of\n"
	       "yours is left alone, and with --device but without --image there is no other.\n"
	       "\n"
	       "The exit code is the command's, 128 and more after a signal, 127 if it cannot\n"
	       "be started; 1 if it is 0 but a round failed, or a rank or its report was\n"
	       "rejected. If no command was started, it is as for the other commands.",
};

/* --- before the command starts --- */

static int open_images(struct job *job)
{
	struct drive *drive = &job->drive;
	bool images = drive->folder || !drive->devices.argz;
	int code = folder_open(&job->folder, drive->folder,
			       images ? drive_bytes(drive, &job->machine) : 0);

	if (code)
		return code;
	if (images)
		drive->folder = job->folder.path;
	code = drive_open(drive, &job->machine);
	if (code)
		return code;
	return folder_fill(&job->folder, &job->machine, &job->places);
}

static int open_server(struct job *job)
{
	char path[PATH_MAX];
	int code = folder_path(&job->folder, "socket", path);
	int err;

	if (code)
		return code;
	err = round_new(&job->round, &job->machine, &job->places,
			&job->drive, &job->damage);
	job->rerun.changes = damage_changes(&job->damage);
	if (!err)
		err = rerun_open(&job->rerun, &job->machine, job->places.node,
				 job->places.ranks, job->places.seed);
	if (!err)
		err = server_open(path, &job->round, &job->rerun, &job->server);
	if (err)
		complain("%s: %s", path, strerror(-err));
	return exit_code(err);
}

static int set_path(const char *name, const struct folder *folder, const char *file)
{
	char path[PATH_MAX];
	int code = folder_path(folder, file, path);

	if (code)
		return code;
	return setenv(name, path, 1) ? complain_error(name, -errno) : 0;
}

static int set_environment(const struct job *job)
{
	char device[PATH_MAX + 32];
	int code = set_path("GM_JOB", &job->folder, "socket");

	if (!code)
		code = set_path("GM_INTERCONNECT", &job->folder, "interconnect.txt");
	if (code || !job->drive.folder)
		return code;
	snprintf(device, sizeof(device), "image:%s/rank-%%r", job->folder.path);
	return setenv("GM_DEVICE", device, 0) ? complain_error("GM_DEVICE", -errno) : 0;
}

/* --- the command --- */

static int run_round(struct job *job)
{
	int code = round_run(&job->round);

	child_pass_on(job->pid);
	if (!job->failed)
		job->failed = code;
	return code;
}

static int wait_for(struct job *job)
{
	int status = child_end(job->pid, NULL);

	job->pid = 0;
	return status < 0 ? complain_error(job->command[0], status) : status;
}

static int follow(struct job *job)
{
	bool ended = false;
	int code;

	while (!ended) {
		if (server_due(job->server))
			server_answer(job->server, run_round(job) ? EIO : 0);
		else
			ended = server_serve(job->server, job->pidfd);
		child_pass_on(job->pid);
	}
	code = wait_for(job);
	server_finish(job->server);
	run_round(job);
	if (!code)
		code = job->failed;
	return code || !job->round.tally.rejected ? code : EXIT_RUNTIME;
}

/* Report how many lanes have failed by the end of the chips' time. */
static void report_failed(const struct job *job)
{
	struct damage_state state;
	unsigned int failed;

	if (damage_since(&job->damage, &job->machine, job->round.tally.cycles, &state)) {
		complain("--at: %s", strerror(ENOMEM));
	} else {
		failed = fabric_failed(&state.fabric);
		if (failed)
			complain("lanes that have failed, each direction of a link by itself: %u",
				 failed);
	}
	damage_state_free(&state);
}

/* Report changes that were due after the end of both clocks: the chips' and the rerun's. */
static void report_late(const struct job *job)
{
	uint64_t chips = job->round.tally.cycles, rerun = job->rerun.cycles;

	if (job->round.tally.ranks && !stop_asked())
		damage_report_late(&job->damage, chips > rerun ? chips : rerun);
}

static int run_command(struct job *job)
{
	int code, failed, err;

	err = child_start(job->command, &job->mask, &job->pid);
	if (err) {
		complain_error(job->command[0], err);
		return CHILD_NOT_STARTED;
	}
	job->pidfd = pidfd_open(job->pid, 0);
	if (job->pidfd < 0) {
		code = complain_error("pidfd_open", -errno);
		kill(job->pid, SIGKILL);
		wait_for(job);
		return code;
	}
	code = follow(job);
	close(job->pidfd);
	tally_print(&job->round.tally);
	if (job->round.tally.ranks)
		report_failed(job);
	/* If a round failed, or a signal ended it, only write the program: run nothing more. */
	failed = rerun_run(&job->rerun, job->failed);
	report_late(job);
	return code ? code : failed;
}

/* Check now that the program's file can be written: the command may run for hours. */
static int check_path(const char *path)
{
	int err = path ? outfile_check(path) : 0;

	return err ? complain_output(path, err) : 0;
}

static int prepare(struct job *job)
{
	int code = check_path(job->rerun.path);

	if (!code)
		code = machine_build(&job->machine);
	if (!code)
		code = damage_build(&job->damage, &job->machine, NET_FOREVER);
	if (!code)
		code = drive_check(&job->drive, &job->machine);
	if (!code)
		code = places_deal(&job->places, &job->machine);
	if (!code)
		code = open_images(job);
	if (!code)
		code = open_server(job);
	if (!code)
		code = set_environment(job);
	if (code || !stop_asked())
		return code;
	complain("ended by a signal before the command was started");
	return EXIT_RUNTIME;
}

/* If SIGCHLD were ignored, waitpid() could not wait for the command. */
static void job_begin(struct job *job)
{
	signal(SIGCHLD, SIG_DFL);
	sigprocmask(SIG_SETMASK, NULL, &job->mask);
	stop_catch();
}

int cmd_job(int argc, char **argv)
{
	struct job job = {
		.machine = { .usual = MACHINE_DEFAULT, .class = -1 },
		.places = { .per_node = 1, .seed = 1 },
		.damage = damage_default,
		.folder = { .fd = -1 },
	};
	int code = processes_refuse("job"), lost;

	if (code)
		return code;
	options_parse(&options, argc, argv, &job);
	job_begin(&job);
	code = prepare(&job);
	if (!code)
		code = run_command(&job);
	server_close(job.server);
	rerun_close(&job.rerun);
	round_free(&job.round);
	lost = drive_close(&job.drive);
	damage_free(&job.damage);
	folder_close(&job.folder);
	places_free(&job.places);
	machine_free(&job.machine);
	stop_heeded();
	return code ? code : lost;
}

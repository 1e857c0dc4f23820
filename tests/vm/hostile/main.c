// SPDX-License-Identifier: GPL-2.0-only
/*
 * hostile: make hostile calls for some seconds, or replay a sequence.
 *
 * First one player with coverage, its calls in order; then several players at once, their calls
 * racing, while another lets chips come and go. Reports are test lines, preceded by the findings.
 */
#include <err.h>
#include <getopt.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "catalogue/catalogue.h"
#include "grammar.h"
#include "hang.h"

#define SEEDS_MAX	4
#define CROWD		2	/* players at once, beside the one that moves chips */

static const char usage[] =
	"usage: hostile [--seconds S] [--corpus DIR] [--seeds DIR]... [--seed N] [--sites N]\n"
	"       hostile --replay FILE [--racing]\n"
	"\n"
	"Makes hostile calls to the modules, which are loaded: gpcd_emu with views=2\n"
	"clock=virtual traffic=0. DIR of --corpus is read and written, that of --seeds\n"
	"read. --sites is how many places of the modules report coverage.\n";

static const char *seeds[SEEDS_MAX];
static int seed_dirs;
static const char *corpus_dir;
static double seconds = 60;
static uint64_t seed = 1;
static int sites;
static const char *replayed;
static bool racing;

/* --- players --------------------------------------------------------------- */

static void load_all(bool trial)
{
	for (int i = 0; i < seed_dirs; i++)
		corpus_load(seeds[i], trial);
	if (corpus_dir)
		corpus_load(corpus_dir, trial);
}

/* Passing a call to another task is cheap if no other processor must be woken. */
static void stay_here(void)
{
	cpu_set_t cpus;

	CPU_ZERO(&cpus);
	CPU_SET(0, &cpus);
	if (sched_setaffinity(0, sizeof(cpus), &cpus))
		err(2, "sched_setaffinity");
}

static void play_guided(double until)
{
	static char path[256];
	struct sequence batch[BATCH];

	stay_here();
	player_init(true);
	tally->guided = callers[CALLER_ROOT].cover;
	load_all(tally->guided);
	if (corpus_dir) {
		snprintf(path, sizeof(path), "%s/found", corpus_dir);
		corpus_keep(path);
	}
	while (now() < until) {
		corpus_batch(batch);
		for (int i = 0; i < BATCH; i++)
			corpus_try(&batch[i]);
	}
	tally->pcs = cover_pcs();
}

/* A kind of call that never succeeds reaches nothing past its first check. */
static bool kind_missing(int i)
{
	return !tally->successes[i] && !grammar_call(i)->barren;
}

/* The first of these; -1: there is none. */
static int kind_wanted(void)
{
	for (int i = 0; i < grammar_calls(); i++) {
		if (kind_missing(i))
			return i;
	}
	return -1;
}

static void play_rest(double until)
{
	struct sequence batch[BATCH];
	int kind;

	stay_here();
	player_init(true);
	load_all(false);
	while ((kind = kind_wanted()) >= 0 && now() < until) {
		corpus_batch(batch);
		for (int i = 0; i < BATCH; i++)
			sequence_aim(&batch[i], kind);
		player_note(batch, BATCH);
		for (int i = 0; i < BATCH; i++)
			play(&batch[i]);
	}
}

static void play_racing(double until)
{
	struct sequence batch[BATCH];

	player.racing = true;
	player_init(false);
	load_all(false);
	while (now() < until) {
		corpus_batch(batch);
		for (int i = 0; i < BATCH; i++)
			play(&batch[i]);
	}
}

/* Let chips come and go, but stay a while, so that calls meet some. */
static void play_weather(double until)
{
	struct sequence sequence;

	player.racing = true;
	player_init(false);
	while (now() < until) {
		sequence_generate(&sequence, TOUCH_LIFE);
		player_note(&sequence, 1);
		play(&sequence);
		usleep(random_below(60000));
	}
}

static void play_broom(double until)
{
	(void)until;
	player_init(false);
	world_reset(true);
	/* Racing players may be killed amid a sequence: the state they left is unknown. */
	model_doubt();
	model_reset();
}

static pid_t player_start(const char *name, void (*game)(double until), double until)
{
	pid_t pid = fork();

	if (pid < 0)
		err(2, "fork");
	if (pid)
		return pid;
	player.name = name;
	player.home = corpus_dir;
	random_seed(seed * 1000 + *name);
	game(until);
	callers_stop();
	fflush(stdout);
	_exit(0);
}

/* Did it end by itself, well and in time? */
static bool player_end(pid_t pid, double until)
{
	int status;

	while (now() < until + 2 * HANG_SECONDS) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) && !WEXITSTATUS(status);
		usleep(20000);
	}
	printf("# found: a player hangs\n");
	kill(pid, SIGKILL);
	return false;
}

/* --- phases, each a test --------------------------------------------------- */

static int tests, failures;

static void report(bool good, const char *what, const char *why)
{
	printf("%s %d - %s%s%s\n", good ? "ok" : "not ok", ++tests, what, good ? "" : " : ",
	       good ? "" : why);
	fflush(stdout);
	failures += !good;
}

static unsigned long calls_made(void)
{
	unsigned long made = 0;

	for (int i = 0; i < grammar_calls(); i++)
		made += tally->calls[i];
	return made;
}

static void phase_guided(double length)
{
	double until = now() + length;
	bool good = player_end(player_start("guided", play_guided, until), until);
	char what[256];

	printf("# in order: %lu sequences of %lu calls", tally->sequences, calls_made());
	if (tally->guided)
		printf(", %d kept, %d of %d places of the modules reached", tally->kept,
		       tally->pcs, sites);
	printf("\n");
	snprintf(what, sizeof(what), "hostile calls in order%s",
		 tally->guided ? ", guided by coverage" : "");
	report(good && !tally->findings, what, good ? "see the findings above" : "a player died");
}

static void phase_racing(double length)
{
	static const char * const names[CROWD] = { "one", "two" };
	unsigned long findings = tally->findings;
	unsigned long before = tally->sequences;
	double until = now() + length;
	pid_t pids[CROWD + 1];
	bool good = true;

	for (int i = 0; i < CROWD; i++)
		pids[i] = player_start(names[i], play_racing, until);
	pids[CROWD] = player_start("weather", play_weather, until);
	for (int i = 0; i <= CROWD; i++)
		good &= player_end(pids[i], until);
	good &= player_end(player_start("broom", play_broom, until), until);
	printf("# racing: %lu sequences\n", tally->sequences - before);
	report(good && findings == tally->findings, "hostile calls racing, as chips come and go",
	       good ? "see the findings above" : "a player died");
}

/* A busy machine makes few calls in its seconds: go on until each kind has succeeded. */
static void phase_kinds(void)
{
	unsigned long findings = tally->findings;
	double until = now() + HANG_SECONDS;
	char never[256] = "never:";
	bool good = kind_wanted() < 0 || player_end(player_start("rest", play_rest, until), until);

	for (int i = 0; i < grammar_calls(); i++) {
		const struct call *call = grammar_call(i);

		printf("# %-18s %8lu calls, %3lu %% succeeded\n", call->name, tally->calls[i],
		       tally->calls[i] ? tally->successes[i] * 100 / tally->calls[i] : 0);
		if (kind_missing(i) && strlen(never) < 200)
			strcat(strcat(never, " "), call->name);
	}
	report(good && kind_wanted() < 0 && findings == tally->findings,
	       "every kind of call succeeds now and then",
	       !good ? "a player died" : kind_wanted() >= 0 ? never : "see the findings above");
}

static int replay(void)
{
	FILE *file = fopen(replayed, "r");
	struct sequence sequence;

	if (!file)
		err(2, "%s", replayed);
	player.talk = true;
	player.racing = racing;
	player.name = "replay";
	if (!racing)
		stay_here();
	player_init(false);
	while (sequence_parse(&sequence, file)) {
		play(&sequence);
		putchar('\n');
	}
	callers_stop();
	return tally->findings != 0;
}

static void option_take(int option)
{
	switch (option) {
	case 's':
		seconds = atof(optarg);
		break;
	case 'c':
		corpus_dir = optarg;
		break;
	case 'd':
		if (seed_dirs < SEEDS_MAX)
			seeds[seed_dirs++] = optarg;
		break;
	case 'n':
		seed = strtoull(optarg, NULL, 0);
		break;
	case 't':
		sites = atoi(optarg);
		break;
	case 'r':
		replayed = optarg;
		break;
	case 'R':
		racing = true;
		break;
	default:
		fputs(usage, stderr);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	static const struct option options[] = {
		{ "seconds", required_argument, NULL, 's' },
		{ "corpus", required_argument, NULL, 'c' },
		{ "seeds", required_argument, NULL, 'd' },
		{ "seed", required_argument, NULL, 'n' },
		{ "sites", required_argument, NULL, 't' },
		{ "replay", required_argument, NULL, 'r' },
		{ "racing", no_argument, NULL, 'R' },
		{ }
	};
	int option;

	/* Descriptors from before must not count as left over by a call. */
	if (close_range(STDERR_FILENO + 1, ~0U, 0))
		err(2, "close_range");
	while ((option = getopt_long(argc, argv, "", options, NULL)) != -1)
		option_take(option);
	tally = mmap(NULL, sizeof(*tally), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
		     -1, 0);
	if (tally == MAP_FAILED)
		err(2, "tally");
	tally->began = now();
	random_seed(seed);
	grammar_init();
	model_init();
	if (replayed)
		return replay();
	phase_guided(seconds * 0.6);
	phase_racing(seconds * 0.4);
	phase_kinds();
	printf("1..%d\n", tests);
	return failures != 0;
}

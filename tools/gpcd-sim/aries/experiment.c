// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "cli/out/complain.h"
#include "experiment.h"

int experiment_refused(const char *what, int err)
{
	if (err == -EDOM) {
		complain("the machine has no room for %s: give a larger one, by --dragonfly", what);
		return EXIT_USAGE;
	}
	if (err)
		complain("%s: %s", what, strerror(-err));
	return exit_code(err);
}

int experiment_pair(const struct study *study, enum allocation_pair pair, uint32_t *place)
{
	struct stream stream = stream_of(study->seed, STREAM_PLACES, pair, 0);
	int err = allocation_pair(&study->machine->fabric.topo, pair, &stream, place);
	char what[64];

	snprintf(what, sizeof(what), "two nodes %s", allocation_pair_name(pair));
	return experiment_refused(what, err);
}

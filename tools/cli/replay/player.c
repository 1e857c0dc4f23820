// SPDX-License-Identifier: GPL-2.0-only
#include "cli/infile.h"
#include "cli/out/complain.h"
#include "cli/wait/wait.h"
#include "player.h"

#define POLL_MAX_NS	1000000000ULL
#define NS_PER_MS	1000000

int player_open(struct player *player, const char *path)
{
	int err;

	*player = (struct player) { .path = path, .file = infile_open(path) };
	if (!player->file)
		return EXIT_INPUT;
	err = recording_open(player->file, &player->recording);
	return err ? infile_no_recording(path, err) : 0;
}

const struct description *player_description(const struct player *player)
{
	return recording_description(player->recording);
}

bool player_next(struct player *player, int *code)
{
	int got = recording_next(player->recording, &player->record);

	*code = got < 0 ? infile_failed(player->path, got) : 0;
	return got > 0;
}

bool player_wait(struct player *player, double speed)
{
	double tick = player_description(player)->tick;
	uint64_t due, now;

	if (!player->begin) {
		player->begin = monotonic_ns();
		player->first = player->record.time;
	}
	if (!speed)
		return !stop_asked();
	due = player->begin + (player->record.time - player->first) * tick / speed;
	for (now = monotonic_ns(); now < due && !stop_asked(); now = monotonic_ns()) {
		uint64_t left = due - now < POLL_MAX_NS ? due - now : POLL_MAX_NS;

		stop_poll(NULL, 0, (left + NS_PER_MS - 1) / NS_PER_MS);
	}
	return !stop_asked();
}

enum recording_end player_end(const struct player *player, uint64_t *whole)
{
	enum recording_end end = recording_end(player->recording, whole);

	if (end == RECORDING_CUT)
		complain("%s: cut off, or damaged, after byte %ju: the rest is left out",
			 player->path, (uintmax_t)*whole);
	return end;
}

void player_close(struct player *player)
{
	recording_close(player->recording);
	if (player->file)
		infile_close(player->file);
}

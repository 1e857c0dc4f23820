// SPDX-License-Identifier: LGPL-2.1-or-later
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "netsim/number.h"
#include "netsim/routing/route.h"
#include "traffic.h"

/* A transfer of a list. */
struct entry {
	uint32_t node;	/* that issues it */
	uint64_t order;	/* number of entries before it in the text */
	struct net_transfer transfer;
};

/* What was read so far. */
struct list {
	const struct net_fabric *fabric;
	const struct mpi *mpi;
	uint32_t nodes;
	struct entry *entries;
	size_t count;
	size_t room;
};

/* A node's entries: the next one, and their end. */
struct cursor {
	size_t next;
	size_t end;
};

/* The list as traffic. */
struct replay {
	struct cursor *cursors;
	bool zeros;	/* some of its data are zeros */
	struct entry entries[];
};

/* A line. */
struct message {
	uint32_t src, dst;
	uint64_t bytes, cycle;
	enum { WORD_PUT, WORD_GET, WORD_MPI, WORD_NONE } word;
	bool timed, zero;
};

static const char * const words[] = {
	[WORD_PUT] = "put", [WORD_GET] = "get", [WORD_MPI] = "mpi",
};

#define BLANKS	" \t\r\n\v\f"
/* Most bytes of a message, as in a program. */
#define BYTES_MOST	(1ULL << 52)

static bool read_number(const char *word, uint64_t *value)
{
	return word && !net_number(word, value);
}

static bool read_node(const struct list *list, const char *word, uint32_t *node)
{
	uint64_t value;

	if (!read_number(word, &value) || value >= list->nodes)
		return false;
	*node = value;
	return true;
}

static const char *read_cycle(struct message *message, const char *word)
{
	if (!read_number(word, &message->cycle))
		return "after \"at\" is no cycle";
	return message->cycle > NET_LAST_CYCLE ? "after \"at\" is a cycle above 2^52" : NULL;
}

/* Read one of the words after the numbers. Returns what is wrong with it, or NULL. */
static const char *read_option(struct message *message, const char *word, char **rest)
{
	unsigned int i;

	if (!strcmp(word, "at")) {
		if (message->timed)
			return "two times";
		message->timed = true;
		return read_cycle(message, strtok_r(NULL, BLANKS, rest));
	}
	if (!strcmp(word, "zero")) {
		if (message->zero)
			return "twice \"zero\"";
		message->zero = true;
		return NULL;
	}
	for (i = 0; i < WORD_NONE; i++) {
		if (strcmp(word, words[i]))
			continue;
		if (message->word != WORD_NONE)
			return "two of put, get and mpi";
		message->word = i;
		return NULL;
	}
	return "a word that is none of put, get, mpi, at and zero";
}

/* Return what is wrong with the line, or NULL. An empty line leaves message->bytes 0. */
static const char *read_message(const struct list *list, char *line, struct message *message)
{
	char *rest, *word = strtok_r(line, BLANKS, &rest);
	const char *wrong = NULL;

	*message = (struct message){ .word = WORD_NONE };
	if (!word)
		return NULL;
	if (!read_node(list, word, &message->src))
		return "the first number is no node of the system";
	if (!read_node(list, strtok_r(NULL, BLANKS, &rest), &message->dst))
		return "the second number is no node of the system";
	if (!read_number(strtok_r(NULL, BLANKS, &rest), &message->bytes) || !message->bytes ||
	    message->bytes > BYTES_MOST)
		return "the third number is no count of bytes, 1 to 2^52";
	while (!wrong) {
		word = strtok_r(NULL, BLANKS, &rest);
		if (!word)
			return NULL;
		wrong = read_option(message, word, &rest);
	}
	return wrong;
}

/*
 * Return what is wrong with the ends of a message, or NULL. Both routes are needed, as receivers
 * answer.
 */
static const char *check_routes(const struct list *list, const struct message *message)
{
	unsigned int src = topo_node_chip(&list->fabric->topo, message->src);
	unsigned int dst = topo_node_chip(&list->fabric->topo, message->dst);

	if (!list->fabric->failed)
		return NULL;
	if (net_routes_left(list->fabric, src, dst) || net_routes_left(list->fabric, dst, src))
		return "no way is left between the two nodes: too much has failed";
	return NULL;
}

static int list_add(struct list *list, uint32_t node, const struct net_transfer *transfer)
{
	size_t room = list->room ? 2 * list->room : 256;
	struct entry *more;

	if (list->count == list->room) {
		more = reallocarray(list->entries, room, sizeof(*more));
		if (!more)
			return -ENOMEM;
		list->entries = more;
		list->room = room;
	}
	list->entries[list->count] = (struct entry){ node, list->count, *transfer };
	list->count++;
	return 0;
}

static int list_add_message(struct list *list, const struct message *message)
{
	struct mpi_part parts[MPI_PARTS] = { {
		.transfer = {
			.op = message->word == WORD_GET ? NET_GET : NET_PUT,
			.bytes = message->bytes,
			.zero = message->zero,
			.bte = mpi_bte(list->mpi, message->bytes),
		},
	} };
	unsigned int count = 1, i;
	struct net_transfer *transfer;
	int err = 0;

	if (message->word == WORD_MPI)
		count = mpi_message(list->mpi, message->bytes, message->zero, parts);
	for (i = 0; i < count && !err; i++) {
		transfer = &parts[i].transfer;
		transfer->cycle = message->cycle;
		transfer->node = parts[i].pulled ? message->src : message->dst;
		err = list_add(list, parts[i].pulled ? message->dst : message->src, transfer);
	}
	return err;
}

/* After -EINVAL, error->reason says why. */
static int list_line(struct list *list, char *line, size_t length, struct traffic_error *error)
{
	struct message message;

	error->reason = NULL;
	if (strlen(line) != length)
		error->reason = "a byte of 0";
	line[strcspn(line, "#")] = '\0';
	if (!error->reason)
		error->reason = read_message(list, line, &message);
	if (!error->reason)
		error->reason = check_routes(list, &message);
	if (error->reason)
		return -EINVAL;
	return message.bytes ? list_add_message(list, &message) : 0;
}

static int list_read(struct list *list, FILE *file, struct traffic_error *error)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t length;
	int err = 0;

	while (!err) {
		errno = 0;
		length = getline(&line, &room, file);
		if (length < 0) {
			err = feof(file) ? 0 : -(errno ? errno : EIO);
			break;
		}
		error->line++;
		err = list_line(list, line, length, error);
	}
	free(line);
	return err;
}

/* By node, then cycle, then place in the text. */
static int entry_compare(const void *a, const void *b)
{
	const struct entry *one = a, *two = b;

	if (one->node != two->node)
		return one->node < two->node ? -1 : 1;
	if (one->transfer.cycle != two->transfer.cycle)
		return one->transfer.cycle < two->transfer.cycle ? -1 : 1;
	return one->order < two->order ? -1 : one->order > two->order;
}

static bool replay_next(void *context, uint32_t node, struct net_transfer *transfer)
{
	struct replay *replay = context;
	struct cursor *cursor = &replay->cursors[node];

	if (cursor->next == cursor->end)
		return false;
	*transfer = replay->entries[cursor->next++].transfer;
	return true;
}

static int replay_new(struct list *list, struct net_traffic *traffic)
{
	size_t entries = list->count * sizeof(struct entry), i;
	struct replay *replay;
	struct cursor *cursor;

	replay = calloc(1, sizeof(*replay) + entries + list->nodes * sizeof(*replay->cursors));
	if (!replay)
		return -ENOMEM;
	replay->cursors = (struct cursor *)&replay->entries[list->count];
	*traffic = (struct net_traffic){ .next = replay_next, .context = replay };
	if (!list->count)
		return 0;
	qsort(list->entries, list->count, sizeof(*list->entries), entry_compare);
	memcpy(replay->entries, list->entries, entries);
	for (i = 0; i < list->count; i++) {
		cursor = &replay->cursors[list->entries[i].node];
		if (!cursor->end)
			cursor->next = i;
		cursor->end = i + 1;
		traffic->requests |= 1u << list->entries[i].transfer.op;
		replay->zeros |= list->entries[i].transfer.zero;
	}
	return 0;
}

int traffic_list(FILE *file, const char *name, const struct net_fabric *fabric,
		 const struct mpi *mpi, struct net_traffic *traffic, struct traffic_error *error)
{
	struct list list = {
		.fabric = fabric, .mpi = mpi, .nodes = topo_nodes(&fabric->topo),
	};
	int err;

	*error = (struct traffic_error){ .file = name };
	err = list_read(&list, file, error);
	if (!err)
		err = replay_new(&list, traffic);
	free(list.entries);
	return err;
}

bool traffic_list_has_zeros(const struct net_traffic *traffic)
{
	const struct replay *replay = traffic->context;

	return replay->zeros;
}

// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

#include "exercise.h"

#define COMM	MPI_COMM_WORLD

double exercise_now(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

bool exercise_crowded(void)
{
	cpu_set_t mine, all;
	int ranks, crowded;
	MPI_Comm node;

	CPU_ZERO(&mine);
	sched_getaffinity(0, sizeof(mine), &mine);
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
	MPI_Comm_size(node, &ranks);
	MPI_Allreduce(&mine, &all, sizeof(mine), MPI_BYTE, MPI_BOR, node);
	MPI_Comm_free(&node);
	/* If the machine has more processors than cpu_set_t holds, the set is empty. */
	crowded = CPU_COUNT(&all) && CPU_COUNT(&all) < ranks;
	MPI_Allreduce(MPI_IN_PLACE, &crowded, 1, MPI_INT, MPI_LOR, MPI_COMM_WORLD);
	return crowded;
}

static int wait_any(int count, MPI_Request *requests, bool give_way)
{
	int which, done = 0;

	if (!give_way) {
		MPI_Waitany(count, requests, &which, MPI_STATUS_IGNORE);
		return which;
	}
	MPI_Testany(count, requests, &which, &done, MPI_STATUS_IGNORE);
	while (!done) {
		sched_yield();
		MPI_Testany(count, requests, &which, &done, MPI_STATUS_IGNORE);
	}
	return which;
}

void exercise_barrier(bool give_way)
{
	MPI_Request request;

	if (!give_way) {
		MPI_Barrier(MPI_COMM_WORLD);
		return;
	}
	MPI_Ibarrier(MPI_COMM_WORLD, &request);
	wait_any(1, &request, true);
}

static int highest_tag(void)
{
	int *tag, found;

	MPI_Comm_get_attr(COMM, MPI_TAG_UB, &tag, &found);
	return found ? *tag : 32767;
}

static const char *op_refusal(const struct program_op *op, unsigned int tags)
{
	if (op->kind == PROGRAM_CALC)
		return NULL;
	if (op->kind != PROGRAM_SEND && op->kind != PROGRAM_RECV)
		return "only messages and computations can be measured, no puts, gets or AMOs";
	if (op->size > INT_MAX)
		return "MPI's messages have up to 2^31 - 1 bytes";
	if (op->tag != PROGRAM_ANY && op->tag > tags)
		return "its tag is larger than this MPI's largest";
	return NULL;
}

/* A rank that is sent fewer messages than it receives would wait for ever. */
static bool is_balanced(const struct program *program)
{
	int64_t *due = calloc(program->ranks, sizeof(*due));
	bool balanced = !!due;

	for (uint32_t rank = 0; due && rank < program->ranks; rank++) {
		for (uint32_t i = program->first[rank]; i < program->first[rank + 1]; i++) {
			if (program->op[i].kind == PROGRAM_SEND)
				due[program->op[i].peer]++;
			if (program->op[i].kind == PROGRAM_RECV)
				due[rank]--;
		}
	}
	for (uint32_t rank = 0; due && rank < program->ranks; rank++)
		balanced = balanced && !due[rank];
	free(due);
	return balanced;
}

const char *exercise_refusal(const struct program *program, const struct program_op **op)
{
	unsigned int tags = highest_tag();
	const char *why;

	*op = NULL;
	for (uint32_t i = 0; i < program->ops; i++) {
		why = op_refusal(&program->op[i], tags);
		if (why) {
			*op = &program->op[i];
			return why;
		}
	}
	return is_balanced(program) ? NULL : "a rank receives more messages than it gets, or fewer";
}

/* Lay out the receive buffers, and find the longest message that is sent. */
static void measure_data(struct exercise *exercise, size_t *in, size_t *out)
{
	*in = 1;
	*out = 1;
	for (uint32_t i = 0; i < exercise->ops; i++) {
		const struct program_op *op = &exercise->program->op[exercise->first + i];

		exercise->place[i] = *in;
		if (op->kind == PROGRAM_RECV)
			*in += op->size;
		else if (op->kind == PROGRAM_SEND && op->size > *out)
			*out = op->size;
	}
}

int exercise_make(struct exercise *exercise, const struct program *program, uint32_t rank,
		  const int *to, bool give_way)
{
	uint32_t ops = program->first[rank + 1] - program->first[rank];
	size_t in, out, room = ops ? ops : 1;

	*exercise = (struct exercise){
		.program = program, .rank = rank, .first = program->first[rank], .ops = ops,
		.to = to, .give_way = give_way,
		.left = calloc(room, sizeof(*exercise->left)),
		.ready = calloc(room, sizeof(*exercise->ready)),
		.requests = calloc(room, sizeof(MPI_Request)),
		.owners = calloc(room, sizeof(*exercise->owners)),
		.place = calloc(room, sizeof(*exercise->place)),
	};
	if (!exercise->left || !exercise->ready || !exercise->requests || !exercise->owners ||
	    !exercise->place)
		return -ENOMEM;
	measure_data(exercise, &in, &out);
	exercise->in = calloc(in, 1);
	exercise->out = calloc(out, 1);
	return exercise->in && exercise->out ? 0 : -ENOMEM;
}

void exercise_free(struct exercise *exercise)
{
	free(exercise->out);
	free(exercise->place);
	free(exercise->in);
	free(exercise->owners);
	free(exercise->requests);
	free(exercise->ready);
	free(exercise->left);
}

/* Operations that waited for the start, or the end, of @op have one wait less. */
static void release(struct exercise *exercise, uint32_t op, enum program_wait kind)
{
	const struct program_edges *after = &exercise->program->after;
	const uint32_t *list = &after->first[exercise->first + op];

	for (uint32_t i = list[0]; i < list[1]; i++) {
		uint32_t next = program_edge_op(after->to[i]) - exercise->first;

		if (program_edge_wait(after->to[i]) == kind && !--exercise->left[next])
			exercise->ready[exercise->readied++] = next;
	}
}

static void calculate(uint64_t ns)
{
	double end = exercise_now() + ns;

	while (exercise_now() < end)
		;
}

static int tag_of(const struct program_op *op)
{
	return op->tag == PROGRAM_ANY ? MPI_ANY_TAG : (int)op->tag;
}

static int peer_of(const struct exercise *exercise, const struct program_op *op)
{
	return op->peer == PROGRAM_ANY ? MPI_ANY_SOURCE : exercise->to[op->peer];
}

static void call_blocking(struct exercise *exercise, uint32_t number, const struct program_op *op)
{
	int peer = peer_of(exercise, op), tag = tag_of(op);

	if (op->kind == PROGRAM_SEND)
		MPI_Send(exercise->out, op->size, MPI_BYTE, peer, tag, COMM);
	else
		MPI_Recv(exercise->in + exercise->place[number], op->size, MPI_BYTE, peer, tag,
			 COMM, MPI_STATUS_IGNORE);
}

static void call_begin(struct exercise *exercise, uint32_t number, const struct program_op *op)
{
	int peer = peer_of(exercise, op), tag = tag_of(op);
	MPI_Request *request = &exercise->requests[exercise->pending];

	exercise->owners[exercise->pending++] = number;
	if (op->kind == PROGRAM_SEND)
		MPI_Isend(exercise->out, op->size, MPI_BYTE, peer, tag, COMM, request);
	else
		MPI_Irecv(exercise->in + exercise->place[number], op->size, MPI_BYTE, peer, tag,
			  COMM, request);
}

static void begin_next(struct exercise *exercise)
{
	uint32_t number = exercise->ready[exercise->begun++];
	const struct program_op *op = &exercise->program->op[exercise->first + number];
	bool alone;

	release(exercise, number, PROGRAM_START);
	alone = !exercise->give_way && !exercise->pending &&
		exercise->begun == exercise->readied;
	if (op->kind != PROGRAM_CALC && !alone) {
		call_begin(exercise, number, op);
		return;
	}
	if (op->kind == PROGRAM_CALC)
		calculate(op->size);
	else
		call_blocking(exercise, number, op);
	release(exercise, number, PROGRAM_END);
}

static void end_one(struct exercise *exercise)
{
	int which = wait_any(exercise->pending, exercise->requests, exercise->give_way);
	uint32_t owner = exercise->owners[which];

	exercise->pending--;
	exercise->requests[which] = exercise->requests[exercise->pending];
	exercise->owners[which] = exercise->owners[exercise->pending];
	release(exercise, owner, PROGRAM_END);
}

static void exercise_reset(struct exercise *exercise)
{
	exercise->begun = 0;
	exercise->readied = 0;
	program_waits(exercise->program, exercise->rank, exercise->left);
	for (uint32_t i = 0; i < exercise->ops; i++)
		if (!exercise->left[i])
			exercise->ready[exercise->readied++] = i;
}

double exercise_run(struct exercise *exercise)
{
	double begin;

	exercise_reset(exercise);
	begin = exercise_now();
	while (exercise->begun < exercise->readied || exercise->pending) {
		if (exercise->begun < exercise->readied)
			begin_next(exercise);
		else
			end_one(exercise);
	}
	return exercise_now() - begin;
}

/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Define the blocking, the nonblocking and the persistent call of a collective, each in the forms
 * of form.h.
 */
#ifndef GM_COLLECTIVE_FORM_H
#define GM_COLLECTIVE_FORM_H

#include "gm/profile/messages/collective.h"
#include "gm/profile/calls/form.h"
#include "gm/profile/messages/message.h"
#include "gm/profile/messages/pending.h"

/*
 * Return the bytes of a block, for collective_derive(). It is here because the type of counts
 * depends on the form.
 */
static uint64_t block_bytes(void *context, int block)
{
	const struct collective *of = context;
	const struct blocks *blocks = of->blocks;
	const COUNT *counts = blocks->counts;

	return message_bytes(counts ? counts[block] : blocks->count,
			     blocks->types ? blocks->types[block] : blocks->type);
}

/* Derive messages by an algorithm of derive.h. After @root follow members of struct blocks. */
#define DERIVE(algorithm, root, ...)							\
	collective_derive(&of, &(struct blocks){ __VA_ARGS__ }, derive_ ## algorithm, root,	\
			  block_bytes)

/* Derive a message to each neighbour. Arguments are members of struct blocks. */
#define NEIGHBOURS(...)									\
	collective_neighbours(&of, &(struct blocks){ __VA_ARGS__ }, block_bytes)

#define PERSISTENT_FORM(name, params, args, messages)					\
int FORM(name)(UNPACK params, MPI_Info info, MPI_Request *request)			\
{											\
	struct collective of;								\
	int err = NEXT(name, UNPACK args, info, request);				\
											\
	if (err || !collective_begin(&of, TOLD_AS(name), comm))				\
		return err;								\
	of.request = request_new(TOLD_AS(name));						\
	if (!of.request)								\
		return err;								\
	messages;									\
	request_keep(of.request, *request);						\
	return err;									\
}

/* Define the persistent call: MPI-4's, or the earlier extension of Open MPI. */
#if MPI_VERSION >= 4
#define PERSISTENT(name, ...)	PERSISTENT_FORM(MPI_ ## name ## _init, __VA_ARGS__)
#elif defined(OMPI_HAVE_MPI_EXT_PCOLLREQ)
#define PERSISTENT(name, ...)	PERSISTENT_FORM(MPIX_ ## name ## _init, __VA_ARGS__)
#else
#define PERSISTENT(name, ...)
#endif

/*
 * Define the blocking, the nonblocking and the persistent call of a collective. @name and @iname
 * are the names of the first two without MPI_, @params and @args the parenthesised parameters with
 * and without types, one of which must be comm, and @messages is DERIVE() or NEIGHBOURS().
 */
#define COLLECTIVE(name, iname, params, args, messages)					\
int FORM(MPI_ ## name)(UNPACK params)							\
{											\
	struct collective of;								\
	int err = NEXT(MPI_ ## name, UNPACK args);					\
											\
	if (!err && collective_begin(&of, TOLD_AS(MPI_ ## name), comm))				\
		messages;								\
	return err;									\
}											\
											\
int FORM(MPI_ ## iname)(UNPACK params, MPI_Request *request)				\
{											\
	struct collective of;								\
	int err = NEXT(MPI_ ## iname, UNPACK args, request);				\
											\
	if (err || !collective_begin(&of, TOLD_AS(MPI_ ## iname), comm))			\
		return err;								\
	of.begun = true;								\
	messages;									\
	pending_add(*request, of.number, NULL);						\
	return err;									\
}											\
											\
PERSISTENT(name, params, args, messages)

#endif /* GM_COLLECTIVE_FORM_H */

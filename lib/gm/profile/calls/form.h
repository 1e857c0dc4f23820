/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Each call has up to four names. MPI-4 has most calls twice, with counts of int and, MPI_..._c, of
 * MPI_Count; and each of these is also there as PMPI_... What includes this is compiled for the
 * first as it stands, and by large.c, pmpi.c and pmpi_large.c, with FORM_LARGE
 * and FORM_PMPI, for the others.
 */
#ifndef GM_FORM_H
#define GM_FORM_H

#include "gm/profile/call.h"
#include "gm/profile/calls/exported.h"

/** UNPACK() - a list of parameters without its parentheses */
#define UNPACK(...)	__VA_ARGS__

#ifdef FORM_LARGE
/** SIZED() - the call's name in the form of that size */
#define SIZED(name)	name ## _c
/** COUNT - how many elements */
#define COUNT		MPI_Count
/** DISPLACEMENT - where they are */
#define DISPLACEMENT	MPI_Aint
#else
#define SIZED(name)	name
#define COUNT		int
#define DISPLACEMENT	int
#endif

#ifdef FORM_PMPI
/** FORM() - the name by which the program calls it in this form */
#define FORM(name)	SIZED(P ## name)
#else
#define FORM(name)	SIZED(name)
#endif

#define AS_TEXT(...)	#__VA_ARGS__
/** TEXT() - a name as a string, once all macros in it are expanded */
#define TEXT(...)	AS_TEXT(__VA_ARGS__)

/** TOLD_AS() - by which the call is told: MPI_..., whatever the program called */
#define TOLD_AS(name)	TEXT(SIZED(name))

/* Names are there in full before they become text. */
#define NEXT_NAMED(function, ...) ({							\
	static void *call_slot;								\
	__typeof__(function) *call_function = call_next(&call_slot, #function);		\
	int call_result;								\
											\
	call_enter();									\
	call_result = call_function(__VA_ARGS__);					\
	call_leave();									\
	call_result;									\
})
#define NEXT_FUNCTION(function, ...)	NEXT_NAMED(function, __VA_ARGS__)

/**
 * NEXT() - call the next function of the same name: that of another tool, or of MPI
 * @name: MPI_...
 *
 * Calls that are made meanwhile do not count. Return: what that function returns.
 */
#define NEXT(name, ...)	NEXT_FUNCTION(FORM(name), __VA_ARGS__)

#endif /* GM_FORM_H */

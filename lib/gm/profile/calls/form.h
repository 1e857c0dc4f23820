/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Each call has up to four names. MPI-4 has most calls twice: MPI_X with counts of int, and MPI_X_c
 * with counts of MPI_Count. Each of these also exists as PMPI_... A file that includes this header
 * is compiled directly for MPI_X. For the other names large.c, pmpi.c and pmpi_large.c include that
 * file after defining FORM_LARGE or FORM_PMPI or both.
 */
#ifndef GM_FORM_H
#define GM_FORM_H

#include "gm/profile/call.h"

/* Remove the parentheses of a list of parameters. */
#define UNPACK(...)	__VA_ARGS__

#ifdef FORM_LARGE
/* The name of a call in the form being compiled: with _c for counts of MPI_Count. */
#define SIZED(name)	name ## _c
/* Type of a number of elements in the form being compiled. */
#define COUNT		MPI_Count
/* Type of a displacement in the form being compiled. */
#define DISPLACEMENT	MPI_Aint
#else
#define SIZED(name)	name
#define COUNT		int
#define DISPLACEMENT	int
#endif

#ifdef FORM_PMPI
/* The name of the function being defined, in the form being compiled. */
#define FORM(name)	SIZED(P ## name)
#else
#define FORM(name)	SIZED(name)
#endif

#define AS_TEXT(...)	#__VA_ARGS__
/* Make a string of a name, after expanding all macros in it. */
#define TEXT(...)	AS_TEXT(__VA_ARGS__)

/* The name under which a call is reported: MPI_..., also for PMPI_... */
#define REPORTED_AS(name)	TEXT(SIZED(name))

/* NEXT_FUNCTION() expands @function before NEXT_NAMED() makes a string of it. */
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

/*
 * Call the function of the same name in the next library, another tool or MPI, and return its
 * result. Calls made inside that function do not count.
 */
#define NEXT(name, ...)	NEXT_FUNCTION(FORM(name), __VA_ARGS__)

#endif /* GM_FORM_H */

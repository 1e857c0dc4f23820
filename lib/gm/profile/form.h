/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * MPI-4 has most calls twice, with counts of int and, MPI_..._c, of MPI_Count. What includes this
 * is compiled for the first as it stands, and by calls_large.c, with FORM_LARGE, for the other.
 */
#ifndef GM_FORM_H
#define GM_FORM_H

#include "gm/profile/exported.h"

/** UNPACK() - a list of parameters without its parentheses */
#define UNPACK(...)	__VA_ARGS__

#ifdef FORM_LARGE
/** FORM() - the call's name in this form */
#define FORM(name)	name ## _c
/** COUNT - how many elements */
#define COUNT		MPI_Count
/** DISPLACEMENT - where they are */
#define DISPLACEMENT	MPI_Aint
#else
#define FORM(name)	name
#define COUNT		int
#define DISPLACEMENT	int
#endif

#endif /* GM_FORM_H */

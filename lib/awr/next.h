/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * The library behind this one, which has the same functions.
 */
#ifndef AWR_NEXT_H
#define AWR_NEXT_H

/**
 * next_find() - find a function of a library behind this one
 * @name: the function's
 *
 * If there is none, which a linker can only see in a program that was linked with this library
 * alone, say so and abort.
 *
 * Return: the function.
 */
void *next_find(const char *name);

/** NEXT() - a function of a library behind this one; @call: its name */
#define NEXT(call) ({						\
	static typeof(call) *next_##call;			\
	if (!next_##call)					\
		next_##call = next_find(#call);			\
	next_##call;						\
})

#endif /* AWR_NEXT_H */

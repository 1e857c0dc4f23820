/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * For libraries that stand in front of others: the library behind, which has the same functions.
 */
#ifndef NEXT_NEXT_H
#define NEXT_NEXT_H

/**
 * struct next_owner - the library that stands in front
 * @name: its name, as its messages begin
 * @remedy: what to do if there is no library behind it: "link with -lpapi, too"
 */
struct next_owner {
	const char *name;
	const char *remedy;
};

/** next_owner - the library that this is part of: it has a file that defines it */
extern const struct next_owner next_owner;

/**
 * next_find() - find a function of a library behind another one
 * @owner: the one in front
 * @name: the function's
 *
 * If there is none, which a linker can only see in a program that was linked with this library
 * alone, say so and abort.
 *
 * Return: the function.
 */
void *next_find(const struct next_owner *owner, const char *name);

/** NEXT() - a function of a library behind this one; @call: its name */
#define NEXT(call) ({						\
	static typeof(call) *next_##call;			\
	if (!next_##call)					\
		next_##call = next_find(&next_owner, #call);	\
	next_##call;						\
})

#endif /* NEXT_NEXT_H */

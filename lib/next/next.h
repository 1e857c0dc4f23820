/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * For libraries that stand in front of others: calls the next library, which has the same
 * functions.
 */
#ifndef NEXT_NEXT_H
#define NEXT_NEXT_H

/* The library in front. */
struct next_owner {
	const char *name;	/* as its messages begin */
	const char *remedy;	/* for messages: "link with -lpapi, too" */
};

/* This library, which defines the variable. */
extern const struct next_owner next_owner;

/*
 * Return the function @name of the next library. If there is none, print a message and abort: a
 * linker notices this only in a program that links with nothing but this library.
 */
void *next_find(const struct next_owner *owner, const char *name);

/* The function that the next library has for @call. */
#define NEXT(call) ({						\
	static typeof(call) *next_##call;			\
	if (!next_##call)					\
		next_##call = next_find(&next_owner, #call);	\
	next_##call;						\
})

#endif /* NEXT_NEXT_H */

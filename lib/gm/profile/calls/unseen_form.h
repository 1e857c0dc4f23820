/* SPDX-License-Identifier: LGPL-2.1-or-later */
/* Unseen calls: calls whose traffic is not known, which are only counted by name. */
#ifndef GM_UNSEEN_FORM_H
#define GM_UNSEEN_FORM_H

#include "gm/profile/calls/form.h"
#include "gm/profile/tell/tell.h"

/*
 * Define a wrapper that counts its calls by name. @name is MPI_... or a macro of form.h for it,
 * @params and @args are the parenthesised parameters with and without types.
 */
#define UNSEEN(name, params, args)							\
int FORM(name)(UNPACK params)								\
{											\
	int err = NEXT(name, UNPACK args);						\
											\
	if (!err)									\
		tell_unseen(TOLD_AS(name));							\
	return err;									\
}

#endif /* GM_UNSEEN_FORM_H */

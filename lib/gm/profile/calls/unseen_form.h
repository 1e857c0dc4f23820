/* SPDX-License-Identifier: LGPL-2.1-or-later */
/*
 * Calls whose traffic is not known.
 */
#ifndef GM_UNSEEN_FORM_H
#define GM_UNSEEN_FORM_H

#include "gm/profile/calls/form.h"
#include "gm/profile/tell/tell.h"

/**
 * UNSEEN() - define a call that is counted by name
 * @name: MPI_..., or one of form.h's
 * @params: in parentheses
 * @args: the same without types
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

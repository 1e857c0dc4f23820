// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>

#include "reason.h"

const char *reason_of(int err)
{
	switch (err) {
	case -ENOENT:
		return "absent";
	case -ENODEV:
	case -ENXIO:
		return "gone";
	case -EACCES:
	case -EPERM:
		return "denied";
	case -EOWNERDEAD:
		return "abandoned";
	case -EPROTO:
	case -EISDIR:
	case -EFAULT:
		return "foreign";
	case -EMFILE:
	case -EMSGSIZE:
	case -E2BIG:
		return "limit";
	case -ENODATA:
		return "empty";
	default:
		return "error";
	}
}

const char *reason_left_out(int err)
{
	switch (err) {
	case -E2BIG:
		return "more devices than may be exported";
	case -EEXIST:
		return "two names that are one as labels";
	default:
		return strerror(-err);
	}
}

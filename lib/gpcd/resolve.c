// SPDX-License-Identifier: LGPL-2.1-or-later
/*
 * Resolve NAME and NAME:FIELD.
 */
#include <errno.h>
#include <string.h>

#include <gpcd/gpcd.h>

int gpcd_resolve(unsigned int chip, const char *name, struct gpcd_reg *reg,
		 const struct gpcd_field **field)
{
	size_t length = strcspn(name, ":");
	char whole[GPCD_NAME_MAX];

	if (length >= sizeof(whole))
		return -ENOENT;
	memcpy(whole, name, length);
	whole[length] = '\0';
	if (gpcd_catalogue_by_name(chip, whole, reg))
		return -ENOENT;
	*field = name[length] ? gpcd_reg_field(reg, name + length + 1) : NULL;
	return name[length] && !*field ? -ENXIO : 0;
}

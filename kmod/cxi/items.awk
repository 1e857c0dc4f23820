# SPDX-License-Identifier: GPL-2.0-only
# Make initialisers (items.c) of the driver's header, cassini-telemetry-items.h: a line for each name
# of its enumeration, with the name of the item and its number. Item 0 is none.
{
	while (match($0, /C_TELEM_[A-Za-z0-9_]+/)) {
		name = substr($0, RSTART + 8, RLENGTH - 8)
		$0 = substr($0, RSTART + RLENGTH)
		if (name != "UNDEFINED" && !seen[name]++) {
			printf "\t{ \"%s\", C_TELEM_%s },\n", name, name
			items++
		}
	}
}
END {
	if (!items)
		print FILENAME ": there are no items (C_TELEM_*) in this header" >"/dev/stderr"
	exit !items
}

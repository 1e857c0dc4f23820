# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# Checks of a third chip, in an image file and through the module. $GPCD and $THIRD are command and
# program of the tree that has it.

# chip3_answers DOOR DEVICE: check a chip at rest at 1,2,3, whose counters are all 0
chip3_answers()
{
	is "list: it is there" "$("$GPCD" -d "$2" list --csv | grep -c -F "$2,third,")" 1
	like "info: its NICs, its registers" "$("$GPCD" -d "$2" info)" 'nics +6.*registers +199'
	is "read: all of it" "$("$GPCD" -d "$2" read --csv 'TH_*' | tail -n 1 | tr , '\n' | tail -n +9 | sort | uniq -c | xargs)" \
		"198 0 1 1"
	is "sample: its static counters" \
		"$("$GPCD" -d "$2" sample --csv -n 1 2>/dev/null | head -n 1 | tr , '\n' | grep -c ^TH_)" 128
	succeeds "a feed drives its counters, its gate holds one" "$THIRD" feed "$1" "$2"
	succeeds "legacy calls write and read its registers" "$THIRD" legacy "$2"
	"$GPCD" -d "$2" write TH_0_0_FLITS 0xffffffffffffffff
	like "all ones are a value where no register can disprove it" \
		"$("$GPCD" -d "$2" read TH_0_0_FLITS)" 18446744073709551615
}

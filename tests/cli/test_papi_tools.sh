#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# PAPI's own programs, with libgpcd-papi in front of PAPI: they list every register of the chip, with
# its help and its unit, can add each, and count.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

build=${GPCD%/*}
front=$build/libgpcd-papi.so
region=$build/tests/cli/papi_region
needs "$region" "$front"

# shown PROGRAM [ARGUMENT...]: output of one of PAPI's programs with the library in front
shown()
{
	LD_PRELOAD=$front "$@"
}

# Our component's section of papi_native_avail, one line per event or field: name, help and unit. It
# folds long lines.
native()
{
	awk -F '|' '
		function flush() { if (name != "") print base name "\t" help "\t" unit; name = "" }
		/Native Events in Component: / { ours = / cray_npu$/ }
		!ours || !/^\|/ { next }
		{ text = $2; sub(/ *$/, "", text) }
		text ~ /^ (AR|GM)_/ { flush(); base = ""; name = substr(text, 2); full = name
			help = unit = ""; next }
		text ~ /^     :/ { flush(); base = full; name = substr(text, 6); help = unit = ""; next }
		text ~ /^     Units: / { unit = substr(text, 13); next }
		text ~ /^            / { help = help substr($2, 13, 66) }
		END { flush() }' "$1" | sed 's/ *\t/\t/g'
}

# The catalogue's registers of a chip, without aliases, in the same form.
wanted()
{
	gpcd counters -c "$1" --json | jq -r '.counters[] | select(.alias_of == null) |
		(if .unit == "unknown" then "" else .unit end) as $unit |
		"\(.name)\t\(.meaning)\t\($unit)",
		(.name as $name | .fields[] | capture("(?<field>.*)\\[(?<high>.*):(?<low>.*)\\]") |
		"\($name):\(.field)\tbits \(.low) to \(.high)")'
}

# total <LISTING: how many events papi_native_avail says that there are
total()
{
	sed -n 's/^Total events reported: //p'
}

# Without the library: what the processor counts, which is nothing in most VMs.
own=$(papi_native_avail 2>/dev/null | total)
for chip in gemini aries; do
	still $chip.img -c $chip
	export GPCD_DEVICE=image:$chip.img
	exits 0 "papi_native_avail lists a $chip" shown papi_native_avail
	native out >$chip.native
	wanted $chip >$chip.wanted
	is "each register once, with its help and unit" \
		"$(grep -v '	bits [0-9]' $chip.native | diff - <(grep -v '	bits [0-9]' $chip.wanted) | head -n 3)" ""
	is "each field below its register" \
		"$(cut -f1,2 $chip.native | diff - <(cut -f1,2 $chip.wanted) | head -n 3)" ""
	count=$(grep -vc '	bits [0-9]' $chip.wanted)
	is "their number, with the processor's own" "$(total <out)" "$((own + count))"
	exits 0 "each can be added" shown papi_native_avail -c --noqual
	is "none is left out" "$(native out | wc -l)" "$count"
	exits 0 "papi_component_avail names the component" shown papi_component_avail
	like "it is active, with its events" "$(grep -A 1 '^Name:   cray_npu' out)" \
		"Native: $count, Preset: 0, Counters: $count"
	exits 0 "papi_xml_event_info" shown papi_xml_event_info
	is "each register once" \
		"$(sed -n 's/.*<event .*name="\([AG][RM]_[^"]*\)".*/\1/p' out | diff - <(
			cut -f1 $chip.wanted | grep -v :) | head -n 3)" ""
done

flits=AR_NIC_NETMON_ORB_EVENT_CNTR_REQ_FLITS
exits 0 "one event in detail" shown papi_native_avail -e $flits
like "name and help" "$(cat out)" "Event name: *$flits
Description: *flits"
exits 0 "which events go with one" shown papi_event_chooser NATIVE $flits
like "all others" "$(tail -n 3 out)" "Total events reported: $((count - 1))"
exits 0 "papi_command_line counts" shown papi_command_line $flits cray_npu:::$flits
like "the value has its unit" "$(cat out)" "$flits : 	0\\(u\\) flits"

exits 0 "high-level calls" env LD_PRELOAD="$front" PAPI_EVENTS="$flits" "$region" <<<go
is "they know the component" \
	"$(jq -r ".event_definitions.$flits.component" papi_hl_output/*.json)" cray_npu
is "they count" "$(jq -r ".threads[].regions[].$flits" papi_hl_output/*.json)" 0

GPCD_DEVICE=image:none exits 0 "without a device" shown papi_component_avail
like "the component is disabled, and says why" "$(grep -A 1 '^Name:   cray_npu' out)" \
	"Disabled: image:none: No such file or directory"
exits 0 "PAPI alone" papi_component_avail
is "knows no such component" "$(grep -c cray_npu out)" 0

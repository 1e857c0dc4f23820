#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The tests in the kernel, tests/kunit: they are in special builds of the modules and run while
# these load. Each test line is a case.
. "$(dirname "$0")/../lib.sh"
sources=$(dirname "$0")/../../kunit
MODULES=${GPCD%/*}/kunit/$(uname -r)

# results: of the kernel log, one line a case, SUITE CASE then a tab and why it failed, if it did,
# or # SKIP and why it was skipped. A parameter of a case is set off further.
results()
{
	awk '
	function tell() {
		if ($1 == "ok" && NF == 3)
			why = ""
		else if ($4 == "#" && $5 == "SKIP")
			why = substr($0, index($0, "# SKIP"))
		else if (why == "")
			why = $0
		gsub(/[ \t]+/, " ", why)
		sub(/^ /, "", why)
		print suite " " ($1 == "ok" ? $3 : $4) "\t" why
		why = ""
		more = 0
	}
	/^    # Subtest: /		{ suite = $NF; next }
	/^    (not )?ok [0-9]+ /	{ tell(); next }
	/^(not )?ok [0-9]+ /		{ suite = ""; next }
	/ (EXPECTATION|ASSERTION) FAILED at /	{ more = why == "" }
	suite != "" && more && !/^        (not )?ok /	{
		sub(/^ *# .* FAILED at /, "")
		sub(/^.*\/kunit\//, "")
		why = why " " $0
	}'
}

mark="test_kunit.sh: $$"
echo "$mark" >/dev/kmsg
succeeds "the modules load" load chips=0
succeeds "the bus's, too" insmod "$MODULES/gpcd_pci.ko"
succeeds "perf's, too" insmod "$MODULES/gpcd_pmu.ko"
while IFS=$'\t' read -r name why; do
	case $why in
	'# SKIP '*) report "$name $why" ;;
	*) report "$name" "$why" ;;
	esac
done < <(dmesg -t | sed "1,/^$mark/d" | results)

declared=$(find "$sources" -name "*.c" -exec cat {} + | grep -cE '^[[:space:]]+KUNIT_CASE(_PARAM)?\(')
is "all cases ran" $((test_number - 3)) "$declared"
is "there are cases" $((declared > 0)) 1
succeeds "perf's module unloads" rmmod gpcd_pmu
succeeds "the bus's unloads" rmmod gpcd_pci
succeeds "the modules unload" unload
done_testing

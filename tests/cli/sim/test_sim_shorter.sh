#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# An image that is shortened while gpcd-sim drives it loses its own counters, and no other image's.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"
# shellcheck source=tests/cli/shorter.sh
. "${top:?}/tests/cli/shorter.sh"

sim=${GPCD%/*}/gpcd-sim

# chip_ns: the time of the other image
chip_ns()
{
	gpcd -d image:chips/c0-0c0s0g0n1 sample -n 1 -i 10ms --raw --json 2>/dev/null | jq -r .chip_ns
}

moved()
{
	test "$(chip_ns)" -gt "$1"
}

# A file without its last page, or with zeros there, is no longer driven; in the others the feed goes on.
cut="the image file was made shorter: it is driven no more"
gone="($cut|No such device)"
declare -A said=([nothing]=$cut [page]=$cut [amid]=$cut [last]=$cut [anew]=$cut [over]=$cut
	[hollow]=$gone [hollow_last]=$gone)

for way in $shorter_ways; do
	"$sim" run --torus 2x2x2 --pattern uniform --load 0.1 --time 10s --pace 0.0001 --image chips \
		--chips 0,0,0 -i 1ms >out 2>err &
	driver=$!
	children+=("$driver")
	eventually moved 0
	shorten "$way" chips/c0-0c0s0g0n0
	[ -z "${said[$way]:-}" ] || eventually grep -q 'c0-0c0s0g0n0: ' err
	succeeds "$way: the other image is driven" eventually moved "$(chip_ns)"
	kill -INT "$driver"
	ended "$driver"
	is "$way: the exit code" $? "$([ -z "${said[$way]:-}" ] && echo 0 || echo 3)"
	like "$way: it is said once" "$(grep c0-0c0s0g0n0 err)" \
		"^${said[$way]:+gpcd-sim run: chips/c0-0c0s0g0n0: ${said[$way]}}\$"
	rm -r chips
done

# --- all of them ---

"$sim" run --torus 2x2x2 --time 10s --pace 0.0001 --image chips --chips 0,0,0 -i 1ms >out 2>err &
driver=$!
children+=("$driver")
eventually moved 0
truncate -s 0 chips/*
ended "$driver"
is "all are made shorter: it ends" "$? $(grep -c "$cut" err)" "3 2"
rm -r chips
"$sim" run --torus 2x2x2 --time 10s --pace 0.0001 --image chips -i 1ms >out 2>err &
driver=$!
children+=("$driver")
eventually moved 0
truncate -s 0 chips/*
ended "$driver"
is "many are made shorter: two are named, the others counted" \
	"$? $(grep -c "$cut" err) $(sed -n "s/^gpcd-sim run: \(.*\): $cut/\1/p" err | tail -n 1)" "3 3 14 others"

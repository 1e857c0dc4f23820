#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Downloads, from an empty cache and with empty lists: progress goes to standard error, nothing else
# to standard output, and no test counts it. Filling one part of the cache blocks nobody who needs
# another part.
set -u
. tests/setup/lib.sh

offer_source 'exit 0;'
mkdir -p "$work/server/usr/bin"
touch "$work/server/usr/bin/"{prometheus,promtool,prometheus-node-exporter}
offer prometheus 2.42.0 "$work/server"
offer prometheus-node-exporter 1.5.0 "$work/server"
for release in 6.1.0-1-amd64 6.99.7-2-amd64 6.99.7-2-rt-amd64; do
	offer_kernel $release
done

# provided COMMAND...: run it with an empty cache; its standard output is in $out, standard error in
# $err
provided()
{
	empty_apt
	out=$("$@" 2>"$work/err")
	status=$?
	err=$(cat "$work/err")
}

# stale: remains of killed runs in the cache
stale()
{
	find "$GPCD_CACHE" -name '*.new*'
}

provided tools/setup/checkpatch
is "checkpatch: status" "$status" 0
is "checkpatch: prints its path alone" "$out" "$GPCD_CACHE/checkpatch/checkpatch.pl"
like "checkpatch: says that it downloads" "$err" 'downloading linux-source-6.1'
like "checkpatch: updates empty lists" "$err" 'updating the list of packages'
is "checkpatch: and the file is there" "$(cat "$out")" 'exit 0;'
is "checkpatch: kept, it is not downloaded again" "$(tools/setup/checkpatch 2>&1)" "$out"

provided tools/setup/prometheus
is "prometheus: status" "$status" 0
is "prometheus: prints its folder alone" "$out" "$GPCD_CACHE/prometheus"
is "prometheus: its programs are there, and nothing else" "$(find "$out" -type f -printf '%f\n' | sort | xargs)" \
	"prometheus promtool"
is "prometheus: kept, it is not downloaded again" "$(tools/setup/prometheus 2>&1)" "$out"

provided tools/setup/node-exporter
is "node-exporter: status" "$status" 0
is "node-exporter: prints its path alone" "$out" "$GPCD_CACHE/node-exporter/prometheus-node-exporter"
is "node-exporter: it is there, and nothing else" "$(find "${out%/*}" -type f)" "$out"
is "node-exporter: kept, it is not downloaded again" "$(tools/setup/node-exporter 2>&1)" "$out"

provided tests/sources/lint checkpatch
is "lint: progress is no finding" "$out" $'TAP version 13\nok 1 - checkpatch\n1..1'
like "lint: and is seen" "$err" 'downloading linux-source-6.1'

releases=
for series in 6.99 newest rt debug kcsan; do
	provided tests/vm/kernel $series
	is "kernel $series: status" "$status" 0
	is "kernel $series: prints variables alone" "$(grep -vE '^[a-z]+=' <<<"$out")" ""
	like "kernel $series: says that it downloads" "$err" 'downloading linux-'
	like "kernel $series: updates empty lists" "$err" 'updating the list of packages'
	releases+=" $(sed -n 's/^release=//p' <<<"$out")"
	is "kernel $series: nothing half-made stays" "$(stale)" ""
	is "kernel $series: kept, it is not provided again" "$(tests/vm/kernel $series 2>&1)" "$out"
done
is "kernel: rt where it is asked for, and nowhere else" "$releases" \
	" 6.99.7-2-amd64 6.99.7-2-amd64 6.99.7-2-rt-amd64 6.1.0-debug 6.1.0-debug"
provided tests/vm/kernel 6.99
vmlinux='' kdir='' release=''
eval "$out"
is "kernel: is unpacked" "$(cat "$vmlinux")" "kernel 6.99.7-2-amd64"
is "kernel: its headers include what lies beside them" "$(cat "$kdir/Makefile")" \
	"include $GPCD_CACHE/headers/$release/usr/src/linux-headers-common"
provided tests/vm/kernel 5.5
is "a kernel that nobody offers: status" "$status" 1
like "a kernel that nobody offers: says so" "$err" "no kernel '5.5'"

# While the debug kernel's lock is held, as during its build.
provided tests/vm/kernel debug
debug=$(sed -n 's/^modroot=//p' <<<"$out")
: "${debug:?not provided}"
mv "$debug" "$debug.new"
echo 12345 >"$debug.lock"
exec {held}<"$debug.lock"
flock "$held"
succeeds "another kernel is provided while the debug kernel is built" timeout "$hang" tests/vm/kernel 6.99
succeeds "and checkpatch" timeout "$hang" tools/setup/checkpatch
is "what is being built stays" "$(stale)" "$debug.new"
tests/vm/kernel debug >"$work/out" 2>"$work/err" {held}<&- &
eventually grep -q waiting "$work/err"
like "who wants the same waits, and says for whom" "$(cat "$work/err")" \
	"waiting for process 12345, which provides $debug"
mv "$debug.new" "$debug"
exec {held}<&-
wait $!
is "and gets it" "$(cat "$work/out")" "$out"

mkdir -p "$GPCD_CACHE/debug/dead.new"
touch "$GPCD_CACHE/debug/dead.new.log"
rm -rf "$GPCD_CACHE/checkpatch"
tools/setup/checkpatch >"$work/one" 2>&1 &
tools/setup/checkpatch >"$work/two" 2>&1
wait $!
is "two at once: both have it" "$(tail -qn 1 "$work/one" "$work/two" | sort -u)" \
	"$GPCD_CACHE/checkpatch/checkpatch.pl"
is "two at once: one downloads" "$(cat "$work/one" "$work/two" | grep -c downloading)" 1
is "what a killed run left is removed" "$(stale)" ""

# A version that the registry no longer has: a failed download updates the lists.
empty_apt
apt-get -qq update
rm -rf "$registry"
mkdir "$registry"
offer_source 'exit 0;'
sed -i 's/6.1-1/6.1-2/' "$registry/Packages"
mv "$registry"/linux-source-6.1_6.1-{1,2}.deb
sed -i 's/^Version: 6.1-2/Version: 6.1-1/' "$registry/Packages"
succeeds "lists that are out of date" tools/setup/checkpatch

rm -r "$registry" "$work/apt/lists"
mkdir -p "$work/apt/lists/partial"
rm -rf "$GPCD_CACHE"
fails "no network" 1 'apt-get update failed; is there a network' tools/setup/checkpatch
done_testing

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Input files of commands: one exit code if they are missing, unreadable or malformed, and a
# byte-order mark before a text is ignored.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

bin=${GPCD%/*}
PATH=$bin:$PATH
unset GM_INTERCONNECT

still a.img
still b.img
gpcd record -o good.gpr -n 3 -i 10ms -d image:a.img 2>/dev/null || exit
rtr -i 4x4x4 >good.map
cp "${GPCD_METRICS:?}/gemini/router.metrics" good.metrics
cp "${GPCD_MACHINES:?}/gemini.machine" good.machine
cp "$GPCD_MACHINES/alewife.machine" alewife.machine
gpcd-sim program pingpong >good.goal
printf '0 1 64\n' >good.list
printf '0 0\n' >good.places
gpcd-sim probe --machine gemini --csv >good.csv || exit
printf 'a,b\n1,2\n3,4\n' >good.table
printf 'bytes,ns\n8,100\n8,120\n8,110\n8,100\n8,120\n8,110\n' >good.times
printf 'device = image:%s/a.img\n' "$PWD" >good.conf
gpcd-sim run --torus 2x2x2 --time 3us --record good.run >/dev/null || exit

# Each line: the kind of file that it accepts, and the command, with FILE in its place.
cat >readers <<'END'
table gpcd-study noise FILE
map gpcd links -n 1 -i 10ms -d image:a.img -f FILE
map gpcd read -m router_bytes -i 10ms --long -d image:a.img -f FILE
map gpcd stat -m router_bytes -d image:a.img -f FILE true
map gpcd sample -n 1 -i 10ms -m router_credit_stalls -m link_bytes -d image:a.img -f FILE
map gpcd top --batch -n 1 -d image:a.img -f FILE
map gpcd replay good.gpr --svg x.svg -m link_bytes -f FILE
gpr gpcd replay FILE
gpr gpcd replay FILE --svg x.svg
gpr gpcd diff FILE good.gpr
gpr gpcd diff good.gpr FILE
metrics gpcd metrics -c gemini --check FILE
csv gpcd-sim model fit FILE
csv gpcd-sim model fit --machine gemini -o x.machine FILE
machine gpcd-sim model fit good.csv -o x.machine --machine ./FILE
goal gpcd-sim model predict --machine gemini FILE
machine gpcd-sim model predict --machine ./FILE good.goal
mesh gpcd-study logpc table1 --machine ./FILE
goal gpcd-sim run --torus 2x2x2 --job FILE
list gpcd-sim run --torus 2x2x2 --messages FILE
machine gpcd-sim run --time 1us --machine ./FILE
places gpcd-sim job --torus 2x2x2 --place ./FILE true
machine gpcd-sim probe --machine ./FILE
goal gpcd-sim program --check FILE
machine gpcd-sim machine ./FILE
run gpcd-sim replay FILE
run gpcd-sim replay FILE --svg x.svg
times gpcd-study aries fig4 FILE
conf gpcd-exporter --check -c FILE
END
cp alewife.machine good.mesh

printf '\x80\xff{]\x01=;%.0s' {1..80} >malformed
printf '[listen\n' >broken.conf
mkdir folder

# refuses WHAT FILE COMMAND: exit code 2, and a message with the file's name
refuses()
{
	local words named

	# shellcheck disable=SC2206 # several words
	words=(${3/FILE/$2})
	run bounded "${words[@]}"
	named=$(grep -acF -- "$2" err)
	is "$1: refused, and named: ${3/FILE/$2}" "exit $status, lines $((named > 0)), printed $(wc -c <out)" \
		"exit 2, lines 1, printed 0"
}

while read -r kind command; do
	# shellcheck disable=SC2086 # several words
	succeeds "a good file: ${command/FILE/good.$kind}" bounded ${command/FILE/good.$kind}
	refuses "missing" missing.txt "$command"
	refuses "a folder" folder "$command"
	refuses "malformed" malformed "$command"
	# A file that exists but cannot be read, not even by root.
	ln -sf /proc/self/mem unreadable
	refuses "unreadable" unreadable "$command"
done <readers

# Output of a command is not accepted as a map or program.
gpcd sample --csv -i 1ms -n 2 -d image:a.img 'GM_*' >long.txt || exit
gpcd sample --csv -i 1ms -n 2 -d image:a.img GM_TARB_PERF_OUT_PKTS >short.txt || exit
for file in long.txt short.txt; do
	fails "samples are no map: $file" 2 "$file.*: this is no interconnect file" \
		gpcd links -n 1 -d image:a.img -f $file
	fails "samples are no program: $file" 2 "$file.*: this is no program in the format GOAL" \
		gpcd-sim run --torus 2x2x2 --job $file
done

while read -r kind command; do
	case $kind in gpr | run) continue ;; esac
	printf '\xef\xbb\xbf' | cat - "good.$kind" >marked
	# shellcheck disable=SC2086 # several words
	succeeds "with a byte-order mark: ${command/FILE/marked}" bounded ${command/FILE/marked}
	{ printf '\xef\xbb'; cat "good.$kind"; } >half
	# shellcheck disable=SC2086 # several words
	[ "$kind" = table ] || exits 2 "half a mark is none: ${command/FILE/half}" bounded ${command/FILE/half} </dev/null
done <readers

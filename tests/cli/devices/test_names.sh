#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Names of files may have any bytes: control characters and invalid UTF-8 never reach a terminal,
# CSV or a recording unchanged.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

register=GM_TARB_PERF_OUT_PKTS
odd=$'e\e[2J\nnew\x7f\xff\xc2\x9b31m\xe2\x82\xac.img'
shown='e\x1b[2J\x0anew\x7f\xff\xc2\x9b31m€.img'
still good.img
cp good.img "$odd"
both=(-d "image:$odd" -d image:good.img)

# clean FILE...: no control characters but newlines, and only UTF-8
clean()
{
	iconv -f UTF-8 -t UTF-8 -- "$@" >/dev/null && ! LC_ALL=C.UTF-8 grep -q '[[:cntrl:]]' -- "$@"
}

# prints WHAT LINES COMMAND...: output and errors are clean, and have the name in its printable form
# in so many lines
prints()
{
	local what=$1 lines=$2

	shift 2
	"$@" >out 2>err
	succeeds "$what: nothing but text" clean out err
	is "$what: the name" "$(cat out err | grep -cF -- "$shown")" "$lines"
}

for form in "" --csv; do
	# shellcheck disable=SC2086 # none is no word
	prints "list $form" 1 gpcd "${both[@]}" list $form
	prints "info $form" 1 gpcd "${both[@]}" info $form
done
prints "read" 1 gpcd "${both[@]}" read $register
prints "read --long" 1 gpcd "${both[@]}" read --long $register
prints "sample" 1 gpcd "${both[@]}" sample -n 1 $register
links=$(gpcd -d image:good.img links --csv --torus 4x4x4 -n 1 2>/dev/null | grep -c image:good.img)
prints "links --csv" "$links" gpcd -d "image:$odd" links --csv --torus 4x4x4 -n 1
stat_rows=$(gpcd -d image:good.img stat --csv true 2>&1 | grep -c image:good.img)
for form in "" --csv; do
	prints "stat $form" "$stat_rows" gpcd -d "image:$odd" stat $form true
done
prints "stat --long" "$stat_rows" gpcd -d "image:$odd" stat --long true
gpcd "${both[@]}" record -o r.gpr -n 1 $register 2>/dev/null
for form in "" --long; do
	# shellcheck disable=SC2086 # none is no word
	gpcd replay $form r.gpr >out 2>err
	succeeds "replay $form: nothing but text" clean out err
	is "replay $form: the name" "$(grep -c 'e.x1b\[2J.x0anew.x7f' out)" 1
done

# --- tables that others made, and pages ---

gpcd "${both[@]}" top --batch -n 1 >out 2>err
succeeds "top --batch: nothing but text" clean out err
succeeds "top --batch: the end of the name, in one column" grep -q '^ *~??31m???.img  *0,0 ' out
cp r.gpr "$odd.gpr"
gpcd diff "$odd.gpr" r.gpr >out 2>err
succeeds "diff: nothing but text" clean out err
printf 'a,b\n1,2\n3,4\n' >"$odd.csv"
study noise "$odd.csv" >out 2>err
succeeds "noise: nothing but text" clean out err
printf 'a\e[2J,b\n1,2\n' >"$odd.csv"
prints "noise of what is no table" 1 study noise "$odd.csv"
"$GPCD-exporter" -d 'image:e*.img' --textfile page.prom >out 2>err
succeeds "exporter: nothing but text" clean out err
succeeds "exporter: the page is UTF-8" iconv -f UTF-8 -t UTF-8 page.prom
succeeds "exporter: the name" grep -qF 'device="image:e' page.prom

# --- errors ---

none=$'no\e]0;x\a\n.img'
for command in "info" "read $register" "sample $register" "record -o x $register" "links --torus 2x2x2" \
	"stat true" "top --batch" "perms" "write $register 1"; do
	# shellcheck disable=SC2086 # words
	gpcd -d "image:$none/none" $command >out 2>err
	succeeds "errors: ${command%% *}: nothing but text" clean err
	like "errors: ${command%% *}: the name" "$(cat err)" 'no\\x1b\]0;x\\x07\\x0a.img'
done
for argument in read --no=$'a\eb' $'--no\n\e[2J' $'-\e' "-i$none" --ra=$'\e[31mx'; do
	gpcd sample "$argument" $'x\e\n' >out 2>err
	is "arguments: ${argument//[^a-z=-]/?}: no escape" "$(grep -c $'[\e\a]' err)" 0
done
gpcd list $'-v\e[2J' >out 2>err
is "arguments: letters in a row: no escape" "$(grep -c $'\e' err)" 0
gpcd $'com\e\nmand' 2>err
like "a command" "$(cat err)" "no command 'com.x1b.x0amand'"
gpcd replay "$none" 2>err
succeeds "a recording that is missing" clean err
printf 'num_ranks 1\nrank 0 {\n}\n' >"$none"
"${GPCD%/*}/gpcd-sim" program --check "$none" >out 2>err
succeeds "gpcd-sim program --check: nothing but text" clean out err

# --- one name that is not UTF-8 does not stop a recording ---

exits 0 "record" gpcd "${both[@]}" record -o both.gpr -n 2 -i 1ms $register
is "record: both devices" "$(gpcd replay --long both.gpr | tail -n +2 | cut -d, -f2 | sort -u | wc -l)" 2
exits 0 "record --append" gpcd "${both[@]}" record -o both.gpr --append -n 1 -i 1ms $register
is "its description is UTF-8, with U+FFFD for each other byte" \
	"$(tail -c +17 both.gpr | head -c $((0x$(od -An -tx4 -j12 -N4 both.gpr | tr -d ' '))) | jq -r '.groups[].sources[0].name' | tail -n 1)" \
	"new"$'\x7f\xef\xbf\xbd\xc2\x9b'"31m€.img"
is "JSON is valid, and has the name" "$(gpcd -d "image:$odd" info --json | jq -r '.devices[0].device' | tail -n 1)" \
	"new"$'\x7f\xef\xbf\xbd\xc2\x9b'"31m€.img"

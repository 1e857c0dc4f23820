#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim: files and folders that cannot be read or written: each is reported before any work is
# done.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

# hours: a run that takes hours, unless it is refused at once
hours()
{
	bounded "${GPCD%/*}/gpcd-sim" run --torus 8x8x8 --time 1000s "$@"
}
sim()
{
	"${GPCD%/*}/gpcd-sim" "$@"
}

# --- what is read ---
# unreadable WHAT ARGUMENT...: that command, to which the name of a file is added
unreadable()
{
	local what=$1

	shift
	fails "$what: a file that is not there" 2 'missing: No such file' sim "$@" missing
	fails "$what: a folder" 2 '/: Is a directory' sim "$@" /
	fails "$what: a name without letters" 2 "'': No such file" sim "$@" ''
}
unreadable "a list of messages" run --messages
unreadable "a program of ranks" run --job
unreadable "a program to check" program --check
unreadable "a recording" replay
fails "places of ranks: a folder" 2 '/: Is a directory' sim job --torus 2x1x1 --place / true

# --- what is written ---
# unwritable WHAT ARGUMENT...: likewise; nothing is printed, because nothing was done
unwritable()
{
	local what=$1

	shift
	fails "$what: in no folder" 5 'missing/x: No such file' "$@" missing/x
	fails "$what: a name without letters" 5 "'': No such file" "$@" ''
	fails "$what: below a file" 5 '/dev/null/x: Not a directory' "$@" /dev/null/x
	is "$what: refused before the work" "$("$@" missing/x 2>/dev/null)" ""
}
# job FILE: run a job that writes its program there
job()
{
	sim job --torus 2x1x1 --write-program "$1" echo ran
}
unwritable "a picture" hours --svg
unwritable "a recording" hours --record
unwritable "tables" hours --tables
unwritable "a program of ranks that is generated" sim program barrier -o
unwritable "a program of ranks that ran" job
is "no file is left" "$(ls -A)" ""

fails "a program of ranks that reported nothing" 5 'it.goal: not written: no rank reported anything' \
	sim job --torus 2x1x1 --write-program it.goal true
is "and no file" "$(find . -name '*.goal')" ""
fails "and the command's own exit status is kept" 7 'it.goal: not written' \
	sim job --torus 2x1x1 --write-program it.goal sh -c 'exit 7'

is "-o - is standard output" "$(sim program barrier -o -)" "$(sim program barrier)"
is "and no file of that name" "$(find . -name -)" ""
fails "a standard output that is closed" 5 'standard output: Bad file descriptor' \
	sh -c 'exec "$@" >&-' - "${GPCD%/*}/gpcd-sim" program barrier

# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of links, which are sampled in the background.

# shellcheck source=tests/cli/lib.sh
. "${BASH_SOURCE[0]%/*}/../lib.sh"

# links FILE ARGUMENT...: in the background, to that file; its pid in $pid
links()
{
	rm -f "$1"
	"$GPCD" "${@:2}" >"$1" 2>err &
	pid=$!
}

# while_stopped FILE COMMAND...: between two samples, of which one is there
while_stopped()
{
	eventually test -s "$1"
	kill -STOP "$pid"
	"${@:2}"
	kill -CONT "$pid"
}

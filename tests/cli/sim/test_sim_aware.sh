#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-sim run --routing aware: ranks choose the routing of their messages.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

sim=${GPCD%/*}/gpcd-sim

"$sim" program alltoall --ranks 16 --bytes 16384 -o alltoall.goal
run_aware()
{
	"$sim" run --dragonfly 4x2x5 --routing aware --job alltoall.goal@0-15 "$@"
}

# 16 * 15 messages of 16 KiB, each of which chooses one of two routings.
run_aware --json --table routings >aware.json
is "all routings" "$(jq -c '[.routings[].routing]' aware.json)" '["adaptive0","adaptive1","adaptive3"]'
is "all messages choose" "$(jq '[.routings[].messages] | add' aware.json)" 240
is "and all bytes" "$(jq '[.routings[].bytes | tonumber] | add' aware.json)" $((240 * 16384))
is "alltoalls choose between two of them" "$(jq -c '[.routings[].messages > 0]' aware.json)" '[false,true,true]'
is "shares are of the bytes" "$(jq '[.routings[].share] | add' aware.json)" 1
is "the same by any number of threads" "$(run_aware --threads 2 | md5sum)" \
	"$(run_aware --threads 1 | md5sum)"
succeeds "the published variant" run_aware --variant published

# A bias that costs latency and stalls is chosen only for messages below the threshold.
is "factors decide" "$(run_aware --lambda 1.01 --sigma 1.01 --json --table routings |
	jq -c '[.routings[].messages]')" '[0,240,0]'

# The same messages, not marked as an alltoall's.
sed 's/ call alltoall$//' alltoall.goal >plain.goal
is "others have another default" "$("$sim" run --dragonfly 4x2x5 --routing aware --job plain.goal@0-15 --json \
	--table routings | jq -c '[.routings[].messages > 0]')" '[true,false,true]'

# A message that names its routing does not choose.
sed 's/^\(.*send .*\)$/\1 routing minimal/' alltoall.goal >named.goal
is "messages that name their routing" \
	"$("$sim" run --dragonfly 4x2x5 --routing aware --job named.goal@0-15 --json --table routings |
		jq '[.routings[].messages] | add')" 0

fails "without a job" 2 'add --job' "$sim" run --dragonfly 4x2x5 --routing aware
fails "a variant without a choice" 2 'add --routing aware' "$sim" run --dragonfly 4x2x5 --variant paper
fails "a factor without a choice" 2 'add --routing aware' "$sim" run --dragonfly 4x2x5 --sigma 2
fails "no factor" 2 '0.001 to 1000' run_aware --lambda 0
fails "a table without a choice" 2 'add --routing aware' \
	"$sim" run --dragonfly 4x2x5 --job alltoall.goal@0-15 --table routings
fails "no such variant" 2 "'papers' is not a valid NAME: paper or published" \
	run_aware --variant papers

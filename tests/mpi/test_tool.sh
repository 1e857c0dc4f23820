#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Another profiling tool in the same process, loaded before or after libgm-profile: both see each
# call.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

# preloaded LIBRARIES PROGRAM...: four ranks, emulated, in place of gm-profile's own LD_PRELOAD
preloaded()
{
	local libraries=$1

	shift
	[ "$MPI" = openmpi ] || libraries+=:$GM_BIN/yield.so
	GM_OUTPUT=table emulated 4 env LD_PRELOAD="$libraries" "$@"
}

profile=$GM_BIN/libgm-profile_$MPI.so tool=$GM_BIN/tool.so
for how in "before $tool:$profile" "behind $profile:$tool"; do
	what="a tool ${how% *}"
	preloaded "${how#* }" "$GM_BIN/plain" >out 2>err
	is "$what: exit code" $? 7
	is "$what: what it has seen, of four ranks" "$(grep '^tool:' err | sort | uniq -c | xargs)" \
		"4 tool: exchanges 4, levels 0"
	is "$what: what gm-profile has seen" "$(totals table)" "16 1024 0"
	moved_is table "$what: the table" "$(ring 4)"
	preloaded "${how#* }" "$GM_BIN/plain" regions >out 2>err
	is "$what: the program's levels, and no others" "$(grep '^tool:' err | sort | uniq -c | xargs)" \
		"4 tool: exchanges 4, levels 4"
done

# If it is impossible to see whether messages are all zeros, one rank says so once.
for refuses in '' 1; do
	GM_TABLE=0 emulated 2 env ${refuses:+TOOL_REFUSES=1} LD_PRELOAD="$tool:$profile" \
		"$GM_BIN/gm-measure" ping --op put --count 10 --zero >out 2>err
	is "memory that may ${refuses:+not }be read: exit code" $? 0
	is "memory that may ${refuses:+not }be read: phits of ten messages of zeros" \
		"$(moved out | awk '$4 == "HH" && $5 { print $5 }')" $((refuses ? 320 : 160))
	is "memory that may ${refuses:+not }be read: said" \
		"$(grep -c 'process_vm_readv: .*: messages of zeros count as random' err)" $((refuses ? 1 : 0))
done

# The program's own libgm reads the counters and calls no other tool.
machine machine
ranks 2 env LD_PRELOAD="$tool" "$GM_BIN/stencil" -b 2 -s 1 -p 2x1x1 >out 2>err
is "libgm and a tool: exit code" $? 0
is "libgm and a tool: no level" "$(grep '^tool:' err | sort | uniq -c | xargs)" "2 tool: exchanges 0, levels 0"

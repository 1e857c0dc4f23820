#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# libawr and MPI_Alltoall: it intercepts the call without being built for an MPI, and passes it on
# unchanged.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

libraries=$build/libawr.so
[ "$MPI" = openmpi ] || libraries+=:$GM_BIN/yield.so

# said: lines of libawr, each with its number of occurrences
said()
{
	grep '^libawr' err | sort | uniq -c | xargs
}

ranks 3 env AWR_STORE_SR=1 LD_PRELOAD="$libraries" "$GM_BIN/rerun" alltoall alltoall >out 2>err
is "exit code" $? 0
is "each rank called it twice" "$(said)" \
	"3 libawr: 0 messages, 0 bytes; decided: 0, few bytes: 0, no sample: 0; alltoalls: 2"
# Under gm-profile, which reports to the simulator, loaded before or after libawr.
for order in "$libraries:$GM_BIN/libgm-profile_$MPI.so" "$GM_BIN/libgm-profile_$MPI.so:$libraries"; do
	GM_TABLE=0 emulated 3 env AWR_STORE_SR=1 LD_PRELOAD="$order" "$GM_BIN/rerun" alltoall >out 2>err
	is "beside gm-profile: exit code" $? 0
	is "beside gm-profile: each rank called it" "$(said)" \
		"3 libawr: 0 messages, 0 bytes; decided: 0, few bytes: 0, no sample: 0; alltoalls: 1"
	like "beside gm-profile: it has seen it too" "$(cat err)" "ranks: 3, messages: 6, "
done

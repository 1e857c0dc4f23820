#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Programs under gm-profile whose MPI calls cannot be seen: it says so, and what to do; the exit
# status is still the program's.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

said='no MPI_Init was seen: there is no table'

# profiled PROGRAM [ARGUMENT...]: a job of one rank
profiled()
{
	bounded "$GM_PROFILE" --mpi "$MPI" "$@"
}

cc -o late "$top/tests/mpi/users/late.c" -ldl || exit 1
# The file of the library that the tests are linked with.
library=$(ldd "$GM_BIN/plain" | awk '/libmpi(ch)?\.so/ { print $3; exit }')
exits 6 "a program that loads its MPI for itself alone" profiled ./late "$library"
like "it is said, with the remedy" "$(cat err)" "^gm-profile: ./late: $said.*not.* RTLD_LOCAL"
exits 0 "no MPI program" profiled ls -d /
is "once" "$(grep -c "^gm-profile: ls: $said" err)" 1
is "its output stays its own" "$(cat out)" "/"
exits 3 "a status" profiled bash -c 'exit 3'
like "is no matter" "$(cat err)" "$said"
exits 1 "a program that closes standard error" profiled bash -c 'exec 2>&- 64>&-; exit 1'
is "loses what it closes alone" "$(cat err)" ""
exits 0 "a program whose files have the numbers of what the library keeps" profiled python3 -c '
import os
file = os.open("mine", os.O_WRONLY | os.O_CREAT)
os.dup2(file, 64)
os.dup2(file, 65)'
is "nothing is written to them" "$(cat mine)" ""

exits 0 "a static program" profiled busybox true
like "it is said, with the remedy" "$(cat err)" \
	'^gm-profile: no MPI call of busybox can be seen, and there is no table: it is linked statically: link it'
is "once" "$(wc -l <err)" 1
# A set-user-ID program that belongs to another user.
other=$(command -v su)
if [ "$(id -u)" -eq 0 ]; then
	cp "$other" other && chown nobody other && chmod u+s other
	other=./other
fi
exits 0 "a program that runs as another user" profiled "$other" --version
like "it is said, with the remedy" "$(cat err)" 'it runs as another user .*: start it as that user'

# Rank numbers set by launchers, which libgm-profile reads, too.
for name in OMPI_COMM_WORLD_RANK PMI_RANK PMIX_RANK SLURM_PROCID; do
	for rank in 0 1; do
		run env $name=$rank "$GM_PROFILE" --mpi "$MPI" ls -d /
		is "$name=$rank: the first rank speaks" "$(grep -c "$said" err)" $((!rank))
	done
done

# --- who is seen ---

exits 7 "an MPI program" profiled "$GM_BIN/plain"
is "is seen" "$(grep -c 'MPI_Init' err)" 0
# shellcheck disable=SC2016 # they are the inner shell's
exits 4 "a script that starts one" profiled bash -c '"$0"; exit 4' "$GM_BIN/plain"
is "is seen, too" "$(grep -c 'MPI_Init' err)" 0
exits 5 "a script that starts one under a launcher of its own" profiled bash -c '"$@"; exit 5' - \
	"${launcher[@]}" -n 2 "$GM_PROFILE" "$GM_BIN/plain"
is "is seen, too" "$(grep -c 'MPI_Init' err)" 0
# shellcheck disable=SC2016 # they are the inner shell's
exits 7 "a program in whose place there is an MPI program" profiled bash -c 'exec "$0"' "$GM_BIN/plain"
is "is seen, too" "$(grep -c 'MPI_Init' err)" 0

ranks 3 "$GM_PROFILE" --mpi "$MPI" ls -d / >out 2>err
is "of many ranks one speaks" "$(grep -c "$said" err)" 1
is "all have run" "$(grep -cx / out)" 3

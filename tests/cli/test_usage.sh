#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Help, wrong arguments, completion.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

commands='list info counters read write sample emulate perms'
run gpcd --help
is "--help: exit code" "$status" 0
for command in $commands; do
	like "--help names $command" "$(cat out)" "  $command "
	succeeds "$command --help" gpcd "$command" --help
done
like "--help lists the exit codes" "$(tr -s '\n ' ' ' <out)" '5 the output could not be written'
like "--version" "$(gpcd --version)" '^gpcd [0-9]'
exits 2 "no command" gpcd
exits 2 "an unknown command" gpcd frobnicate
exits 2 "an unknown option" gpcd --frobnicate list
exits 2 "an unknown option of a command" gpcd list --frobnicate
like "it says where help is" "$(cat err)" 'gpcd list --help'
is "nothing on standard output" "$(wc -c <out)" 0

# Completion, as bash would call it.
# shellcheck source=tools/gpcd/completion.bash
. "${top:?}/tools/gpcd/completion.bash"
complete_words()
{
	COMP_WORDS=("$GPCD" "$@")
	COMP_CWORD=$#
	COMPREPLY=()
	_gpcd "$GPCD" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}" 2>/dev/null
	echo "${COMPREPLY[*]-}"
}
still a.img -c aries
is "completes commands" "$(complete_words '')" "$commands"
is "completes a command" "$(complete_words sa)" sample
is "completes options" "$(complete_words sample --ra)" "--rate --raw"
is "completes chips" "$(complete_words counters --chip a)" aries
is "completes registers" "$(complete_words -d image : a.img read AR_RTR_0_0_PT)" ""
is "completes a register of the device given" \
	"$(complete_words -d image : a.img read AR_RTR_5_0_PT_COLBUF_PERF_STALL_)" \
	"AR_RTR_5_0_PT_COLBUF_PERF_STALL_RQ AR_RTR_5_0_PT_COLBUF_PERF_STALL_RS"
is "completes actions" "$(complete_words perms re)" remove
is "completes levels" "$(complete_words perms set 5 l)" local

#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Run the commands of README.md in a shell, line by line, except those that need root, a VM, MPI or
# an installed gpcd; and sessions of docs/simulator.md
# and docs/recording.md.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"
unset GPCD_METRICS GPCD_MACHINES
export XDG_CONFIG_HOME=$PWD

readme=$top/README.md

# commands FIRST: the command lines of the code block that begins with, or contains, the line FIRST
commands()
{
	awk -v first="$1" '
		/^```/ { if (inside && found) printf "%s", typed; inside = !inside; found = 0; typed = ""; next }
		inside && /^\$ / { typed = typed substr($0, 3) "\n" }
		inside && index($0, first) { found = 1 }' "$readme"
}

# paste_blocks FIRST...: type the commands of these blocks into one shell; ./said has its output, with a
# line "N: STATUS" for the N-th command
paste_blocks()
{
	local first line

	: >session
	for first; do
		[ -n "$(commands "$first")" ] || report "the block with $first" "${readme##*/} has none"
		while IFS= read -r line; do
			# shellcheck disable=SC2016 # the session's shell expands
			printf '%s\necho "$((++n)): $?"\n' "$line" >>session
		done < <(commands "$first")
	done
	# shellcheck disable=SC2016 # likewise
	sed -i '1i n=0; set -m; trap '\''kill $(jobs -p) 2>/dev/null'\'' EXIT' session
	PATH=${GPCD%/*}:$PATH bounded bash session >said 2>&1 </dev/null
}

# all_good WHAT: each command of the session succeeded
all_good()
{
	is "$1: each command ends well" "$(grep -E '^[0-9]+: [1-9]' said) $(grep -cE '^[0-9]+: 0$' said)" \
		" $(grep -c '^echo' session)"
}

# Building the tools is left out: they are built. kill(1) ends the background jobs.
sed 's/^\$ make tools && .*/$ :/; s/^\$ gpcd top /&--batch -n 1 /' "$readme" >pasted.md
readme=pasted.md

paste_blocks 'gpcd emulate --image g0.img'
all_good "Try it"
like "Try it: three samples" "$(cat said)" 'gpcd sample: 3 samples, [0-9]+ periods missed, [0-9]+ torn'
like "Try it: metrics of the build are found" "$(cat said)" 'router_credit_stalls'

# kept FILE...: sessions copy these files to $KEEP before they remove their folder, whose name they
# keep. The emulated chip that they end may live longer: no machine is that slow.
kept()
{
	# shellcheck disable=SC2016 # the session's shell expands
	sed -i 's/^\$ kill %1; wait; cd - /$ cp '"$*"' "$KEEP"; kill %1; wait; cd - /
		s/^\$ cd \$(mktemp.*/&; pwd >"$KEEP\/folder"/
		s/--time 5ms/--time 500ms/' pasted.md
}
export KEEP=$PWD

kept map.txt
paste_blocks '--header -i 1s -n 1 -d' 'gpcd top'
all_good "A whole machine"
is "A whole machine: as README says" "$(grep -o '64 chips, [0-9]* links' said | head -n 1)" \
	"64 chips, 448 links"
is "A whole machine: its folder was there, and is gone" "$(wc -l <folder) $([ -e "$(<folder)" ] && echo left)" "1 "

cp "$top/docs/simulator.md" pasted.md
kept links.txt torus.svg
paste_blocks '--svg torus.svg'
all_good "Pictures"
is "Pictures: four samples of all chips" "$(grep -c '^(' links.txt)" $((4 * 64))
is "Pictures: one is drawn, whole" "$(tail -n 1 torus.svg)" "</svg>"

# The emulated chips live longer here, and records are fewer.
sed 's/--time 20ms/--time 500ms/; s/-i 200ms -n 20/-i 50ms -n 5/' "$top/docs/recording.md" >pasted.md
paste_blocks 'gpcd-sim run --torus 4x4x4 --pattern hot'
all_good "A recording"
is "A recording: its records, and that there was a pause" "$(gpcd replay --csv hot.gpr 2>/dev/null |
	awk -F, 'NR > 2 && $1 - before >= 1e9 { gaps++ } { before = $1 } END { print NR - 1, (gaps > 0) }')" "10 1"
is "A recording: its picture is drawn, whole" "$(tail -n 1 recording.svg)" "</svg>"

readme=$top/docs/simulator.md
paste_blocks 'gpcd-study sonar putget'
all_good "What the papers measured"
is "What the papers measured: as printed" "$(grep -v '^1: 0$' said)" \
	"$(awk '/^\$ gpcd-study sonar putget/ { on = 1; next } /^```/ { on = 0 } on' "$readme")"

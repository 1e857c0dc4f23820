#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-study: help, wrong arguments, endings, completion.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"

run study --help
is "--help: exit code" "$status" 0
for command in sonar minighost mapping aries xmp64 logpc noise; do
	like "--help names $command" "$(cat out)" "  $command "
	succeeds "$command --help" study "$command" --help
	# Groups of options share a number if one heading has nothing below it.
	is "$command --help: headings without options" \
		"$(study "$command" --help | awk '/^ [A-Z].*:$/ { heading = $0; next } !NF && heading { print heading } { heading = "" }')" ""
done
like "--version" "$(study --version)" '^gpcd-study [0-9]'

exits 2 "no command" study
exits 2 "an unknown command" study frobnicate
fails "an unknown experiment" 2 "no experiment 'mpi'" study sonar mpi
fails "minighost: a picture in no folder: said before the run" 5 'missing/a-injected.svg: No such' \
	timeout -k 5 "$hang" "$GPCD-study" minighost --reduced-box 1000 --svg missing/a
fails "sonar: CSV is one table" 2 'name one experiment' study sonar --csv
like "sonar: CSV of one experiment" "$(study sonar direction --csv)" '^quantity,ours,'

# A claim is a row of the study's file; what is wrong there is said with its place.
cp -r "${GPCD_STUDIES:?}" own
cat >>own/gemini/sonar.study <<'EOF'
claim "a PUT is longer than a GET" in putget
	ours value(transfers:request_phits[name=put]) - value(transfers:request_phits[name=get])
	paper "yes" same from 1 ;
EOF
is "a claim that was added" "$(GPCD_STUDIES=own study sonar putget --json | jq -r '.putget[-1] | "\(.ours) \(.verdict)"')" \
	"24 same"
lines=$(wc -l <own/gemini/sonar.study)
sed -i '$ s/paper/papers/' own/gemini/sonar.study
GPCD_STUDIES=own fails "a wrong word" 2 "sonar: own/gemini/sonar.study:$lines:2: 'paper' belongs here" study sonar
sed -i '$ s/papers/paper/' own/gemini/sonar.study
sed -i "$((lines - 1)) s/request_phits.name=get/requests_phits[name=get/" own/gemini/sonar.study
GPCD_STUDIES=own fails "a column that is not there" 2 \
	"sonar.study:$((lines - 1)):[0-9]*: table 'transfers' has no column 'requests_phits'" study sonar putget
sed -i 's/^values direction_phits from direction/values direction_phits from nowhere/' own/gemini/sonar.study
GPCD_STUDIES=own fails "a simulation that is not there" 2 "no simulation 'nowhere'" study sonar putget
GPCD_STUDIES=none fails "no studies" 2 'none/gemini/sonar.study: No such file' study sonar
cat >>own/logpc/logpc.study <<'EOF'
plot table1 curves table1 beside "cycles" column one_way ;
EOF
GPCD_STUDIES=own exits 0 "a figure that was added" study logpc table1 --svg table1.svg
succeeds "the figure is a picture" rsvg-convert table1.svg -o table1.png
is "a build that is not installed finds its studies" "$(unset GPCD_STUDIES; study sonar putget --csv)" \
	"$(study sonar putget --csv)"

# The commands that had them say where they are.
for command in sonar minighost aries; do
	fails "gpcd-sim $command" 2 "no command '$command': it is .gpcd-study $command. now" "$GPCD-sim" "$command"
done
fails "gpcd noise" 2 "no command 'noise': it is .gpcd-study noise. now" gpcd noise
fails "gpcd model" 2 "no command 'model': it is .gpcd-sim model, gpcd-study logpc or gpcd-study xmp64. now" gpcd model fit
fails "gpcd topo" 2 "it is .rtr --summary. now" gpcd topo 4x4x4

"$GPCD-study" minighost --torus 4x4x4 --grid 8x16x16 --reduced-box 1000 >out 2>err &
pid=$!
children+=("$pid")
catching "$pid" gpcd-study
kill -TERM "$pid"
ended "$pid"
is "SIGTERM: minighost: exit code" $? 1
like "SIGTERM: minighost: said" "$(cat err)" 'ended before all placements were measured'
is "SIGTERM: minighost: no table" "$(cat out)" ""

# Completion, as bash would call it.
# shellcheck source=tools/gpcd-study/completion.bash
. "${top:?}/tools/gpcd-study/completion.bash"
complete_words()
{
	COMP_WORDS=("$GPCD-study" "$@")
	COMP_CWORD=$#
	_gpcd_study "$GPCD-study" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
	echo "${COMPREPLY[*]-}"
}
# allowed COMMAND OPTION: the words listed by the command's error message, in the form of completion
allowed()
{
	study "$1" "$2" no-such-word true 2>&1 | sed -n '1 s/.*\(: \|nor \)//; 1 s/, \| or /\n/gp' | sort
}
is "completes commands" "$(complete_words '')" "sonar minighost mapping aries xmp64 logpc noise"
is "completes machines" "$(complete_words xmp64 --machine x)" xmp64
is "completes experiments" "$(complete_words sonar e)" efficiency
is "completes experiments on links" "$(complete_words sonar l) $(complete_words sonar pr)" "links protocol"
is "completes a picture of sonar" "$(complete_words sonar --s)" --svg
is "completes options of a command" "$(complete_words xmp64 --pe)" --permutations
is "completes tables" "$(complete_words xmp64 --table fig5)" fig5
is "completes figures" "$(complete_words logpc fig1)" fig11
touch a.img
is "completes files of noise" "$(complete_words noise --by size a.)" a.img
is "completes files after an option of noise" "$(complete_words noise --svg a.)" a.img
is "offers nothing for a column" "$(complete_words noise -c '')" ""
mkdir empty
for option in "minighost --table" "minighost --scale" "mapping --table" "mapping --exchange" "aries --table" "aries --beside" "aries --scale"; do
	read -r command option <<<"$option"
	is "completes $command $option: what is allowed" \
		"$(cd empty && complete_words "$command" "$option" '' | tr ' ' '\n' | sort)" "$(allowed "$command" "$option")"
done

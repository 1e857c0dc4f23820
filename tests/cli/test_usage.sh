#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Help, wrong arguments, completion.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"

commands='list info counters read write sample record replay diff metrics stat monitor alarm links explain top emulate perms'
run gpcd --help
is "--help: exit code" "$status" 0
for command in $commands; do
	like "--help names $command" "$(cat out)" "  $command "
	succeeds "$command --help" gpcd "$command" --help
done
like "--help lists the exit codes" "$(tr -s '\n ' ' ' <out)" '5 the output could not be written'
like "--version" "$(gpcd --version)" '^gpcd [0-9]'
( "$GPCD" --help >/dev/full ) 2>err
is "--help to a full device: exit code" $? 5
is "--help to a full device: said" "$(cat err)" \
	"gpcd: standard output: No space left on device; what was written before is whole"
( "$GPCD" sample --help >/dev/full ) 2>err
is "help of a command to a full device: exit code" $? 5

# help COMMAND and -h are --help, of every command.
gpcd list --help >listed
gpcd --help >all
gpcd help list | cmp -s - listed
is "help COMMAND is --help" $? 0
gpcd list -h | cmp -s - listed
is "-h is --help" $? 0
gpcd -h | cmp -s - all
is "-h without a command" $? 0
"${GPCD%/*}/gpcd-sim" help | cmp -s - <("${GPCD%/*}/gpcd-sim" --help)
is "help alone, of a command that has no more to say" $? 0
for command in gpcd-sim gpcd-study gpcd-exporter gpcd-mount rtr; do
	like "$command -h" "$("${GPCD%/*}/$command" -h)" "^Usage: $command "
done
fails "help about what is no command" 2 "no command 'frobnicate': list, " gpcd help frobnicate
fails "help about two" 2 "help: unexpected argument 'read': one is enough" gpcd help list read

exits 2 "no command" gpcd
fails "an unknown command" 2 "no command 'frobnicate': list, info, .* or perms"$'\n' gpcd frobnicate
fails "a command nearly" 2 "; did you mean 'sample'" gpcd smaple
succeeds "a command in capitals" gpcd COUNTERS --chip GEMINI
exits 2 "an unknown option" gpcd --frobnicate list
exits 2 "an unknown option of a command" gpcd list --frobnicate
like "it says where help is" "$(cat err)" 'gpcd list --help'
is "an unknown option that nothing is near: no guess" "$(wc -l <err)" 2
fails "an option nearly" 2 "did you mean '--interval'."$'\n'"Try .gpcd sample --help" gpcd sample --intervall 1s
fails "an option nearly, with its value" 2 "did you mean '--interval'" gpcd sample --intervall=1s
fails "an option of all commands nearly" 2 "did you mean '--device'" gpcd --dvice gpcd0 list
exits 2 "the beginning of several options" gpcd sample --c
is "the beginning of several options: no guess" "$(grep -c mean err)" 0
exits 2 "an option without its value" gpcd sample --interval
is "an option without its value: no guess" "$(grep -c mean err)" 0
fails "a byte for an option" 2 "unrecognized option '-.xff'" gpcd read $'-\xff'
fails "an argument too many" 2 "unexpected argument 'word': it takes options only"$'\n' gpcd list word
fails "an option without its dashes" 2 "unexpected argument 'rates'.*; did you mean '--rates'" \
	gpcd links --torus 4x4x4 rates
fails "a second size" 2 "unexpected argument '4': one SIZE is enough" "${GPCD%/*}/rtr" --summary 4x4x4 4
fails "a topology nearly" 2 "no size 'dragonfy:2x2x2'.*; did you mean 'dragonfly'" "${GPCD%/*}/rtr" --summary dragonfy:2x2x2
fails "a chip nearly" 2 "--chip 'Gemni' is not a valid CHIP: gemini, aries, cassini1 or cassini2; did you mean 'gemini'" \
	gpcd emulate --image none.img --chip Gemni
fails "a topology with too many parts" 2 "'dragonfly:2x2x99' has more than 16 blades, .* or 10 blue tiles a chip$" \
	"${GPCD%/*}/rtr" --summary dragonfly:2x2x99
fails "a topology with too few numbers" 2 "no size 'dragonfly:2x2': 16x12x24 chips, or dragonfly:16x6x4$" \
	"${GPCD%/*}/rtr" --summary dragonfly:2x2
fails "a wrong number" 2 "--interval '1y' is not a valid TIME: period: 1s, .* 10us to 24h" gpcd sample -i 1y
fails "a wrong value" 2 "VALUE 'x' is not a number: decimal, or hexadecimal after 0x" \
	gpcd write GM_NL_PERF_CNTRL x
fails "a value below 0" 2 "^gpcd write: '-1' looks like an option: no number here is below 0" gpcd write GM_NL_PERF_CNTRL -1
fails "a time below 0" 2 "^gpcd sample: --interval '-5' is not a valid TIME" gpcd sample -i -5
fails "a count below 0" 2 "^gpcd sample: --count '-3' is not a valid N" gpcd sample --count -3
fails "a level below 0 beside a letter" 2 "^gpcd list: '-7' looks like an option" gpcd list -v -7
fails "a seed that is none" 2 "--seed 'abc' is not a valid N: a number" gpcd emulate --image none.img --seed abc
fails "a device without a name" 2 "--device '' is not a valid DEVICE: a device, gpcdN, net:eth0 or image:FILE" gpcd list -d ''
exits 2 "an argument too many, for write" gpcd write GM_NL_PERF_CNTRL 1 2
is "nothing on standard output" "$(wc -c <out)" 0

# Completion, as bash would call it: of a word with ':' or '=', only the part after it.
# shellcheck source=tools/gpcd/completion.bash
. "${top:?}/tools/gpcd/completion.bash"
complete_words()
{
	COMP_WORDS=("$GPCD" "$@")
	COMP_CWORD=$#
	_gpcd "$GPCD" "${COMP_WORDS[COMP_CWORD]#[:=]}"
	echo "${COMPREPLY[*]-}"
}
still a.img -c aries
is "completes commands" "$(complete_words '')" "$commands"
is "completes a command" "$(complete_words sa)" sample
is "completes options" "$(complete_words sample --ra)" "--rate --raw"
is "completes options of monitor" "$(complete_words monitor --j)" --json
is "offers no register to monitor" "$(complete_words monitor GM_TARB)" ""
is "completes times of alarm" "$(complete_words alarm -i '')" "10ms 100ms 1s 10s 1m"
is "completes times, the shortest too" "$(complete_words sample -i '')" "100us 10ms 100ms 1s 10s 1m"
is "completes registers of alarm" "$(complete_words alarm GM_TARB_PERF_OUT_PK)" GM_TARB_PERF_OUT_PKTS
is "completes a second register of alarm" "$(complete_words alarm --above 1 GM_TARB_PERF_OUT_PKTS \
	GM_TARB_PERF_OUT_FL)" GM_TARB_PERF_OUT_FLITS
is "offers nothing for a threshold" "$(complete_words alarm --above '')" ""
is "completes chips" "$(complete_words counters --chip a)" aries
is "completes classes of a map" "$(complete_words links --class '')" "0 1 2 3 4"
is "completes keys of top" "$(complete_words top -s '')" "use stalls bytes marks names"
is "completes options of top" "$(complete_words top --b)" "--batch --blue"
is "offers nothing to top" "$(complete_words top '')" ""
is "offers no chip for a coordinate" "$(complete_words links --chip '')" ""
is "completes registers" "$(complete_words -d image : a.img read AR_RTR_0_0_PT)" ""
is "completes a register of the device given" \
	"$(complete_words -d image : a.img read AR_RTR_5_0_PT_COLBUF_PERF_STALL_)" \
	"AR_RTR_5_0_PT_COLBUF_PERF_STALL_RQ AR_RTR_5_0_PT_COLBUF_PERF_STALL_RS"
is "completes registers in any case" \
	"$(complete_words -d image : a.img read ar_rtr_5_0_pt_colbuf_perf_stall_rq)" \
	AR_RTR_5_0_PT_COLBUF_PERF_STALL_RQ
is "completes actions" "$(complete_words perms re)" remove
is "completes permissions" "$(complete_words perms set --may ro)" router
is "completes permissions after a comma" "$(complete_words perms set --may nic,se)" nic,setup
is "completes actions after a device" "$(complete_words perms -d image : a.img re)" remove
is "completes actions after an option" "$(complete_words perms --json s)" set
for words in '-d image : a.' '-dimage : a.' '--device = image : a.'; do
	# shellcheck disable=SC2086 # several words
	is "completes files: $words" "$(complete_words $words)" a.img
done
is "completes files of replay" "$(complete_words replay --torus 2x2x2 a.)" a.img
is "completes registers after the recording" "$(complete_words replay a.gpr GM_TARB_PERF_OUT_PK)" \
	GM_TARB_PERF_OUT_PKTS
is "completes files of emulate" "$(complete_words emulate --image a.)" a.img
is "completes files of emulate after =" "$(complete_words emulate --image = a.)" a.img
is "completes files after a bare colon" "$(complete_words -d image : | tr ' ' '\n' | sort)" "$(ls)"
is "completes image: of --device=" "$(complete_words --device = im)" image:
is "completes image: of -d" "$(complete_words -dim)" -dimage:
# Bytes that the shell would run are not offered.
export GPCD_NICS_ROOT=$PWD/root
mkdir -p root/sys/class/cxi/{cxi0,cxi1,"\$(>ran)"}/device
is "completes network interfaces" "$(complete_words -d cx)" "cxi:cxi0 cxi:cxi1"
is "completes a network interface after its colon" "$(complete_words read -d cxi : cxi1)" cxi1
is "completes all of them" "$(complete_words list -d ni)" nics
is "runs no name" "$(ls ran 2>&1)" "ls: cannot access 'ran': No such file or directory"
mkdir -p folder
is "completes folders of counters" "$(complete_words -d counters : fol)" folder
for command in exporter mount; do
	# shellcheck source=tools/gpcd-exporter/completion.bash
	. "$top/tools/gpcd-$command/completion.bash"
	COMPREPLY=()
	COMP_WORDS=("$GPCD-$command" -d cx)
	COMP_CWORD=2
	"_gpcd_$command" "$GPCD-$command" cx -d
	is "completes network interfaces of gpcd-$command" "${COMPREPLY[*]}" "cxi:cxi0 cxi:cxi1"
done
# zsh and fish ask the completion of bash. Each shell's own words around that are tried by the shell, if it is there.
mkdir completions
for name in gpcd gpcd-sim gm-profile; do
	cp "$top/tools/$name/completion.bash" "completions/$name"
	for shell in zsh fish; do
		sed "s|@folder@|$PWD/completions|; s|@name@|$name|g" "$top/tools/completion/$shell" >"$name.$shell"
	done
done
# asked SHELL NAME WORD...: what bash answers to it, sorted, on a line
asked()
{
	local program

	program=$(sed -n "/bash -c /,/' bash /p" "$2.$1" | sed '1d;$d')
	bash -c "$program" bash "completions/$2" "$2" "${@:2}" 2>/dev/null | sort | paste -sd' '
}
for shell in zsh fish; do
	PATH=${GPCD%/*}:$PATH
	is "$shell: commands" "$(asked $shell gpcd re)" "read record replay"
	is "$shell: options of a command" "$(asked $shell gpcd sample --ra)" "--rate --raw"
	is "$shell: devices" "$(asked $shell gpcd -d cx)" "cxi:cxi0 cxi:cxi1"
	is "$shell: a file behind a colon" "$(asked $shell gpcd -d image:a.im)" image:a.img
	is "$shell: of another command" "$(asked $shell gpcd-sim run --pattern t)" "tornado transpose"
	is "$shell: of a script" "$(asked $shell gm-profile --format '')" "head json text"
	is "$shell: nothing to offer" "$(asked $shell gpcd sample -n '')" ""
done
! command -v fish >/dev/null || is "fish completes" "$(HOME=$PWD fish -N -c "source gpcd.fish; complete -C 'gpcd re'" | sort | paste -sd' ')" \
	"read record replay"
! command -v zsh >/dev/null || succeeds "zsh accepts the file" zsh -n gpcd.zsh

# After gm-profile's own options come a program and its files.
# shellcheck source=tools/gm-profile/completion.bash
. "$top/tools/gm-profile/completion.bash"
complete_profile()
{
	COMP_WORDS=("$top/tools/gm-profile/gm-profile" "$@")
	COMP_CWORD=$#
	_gm_profile "${COMP_WORDS[0]}" "${@: -1}" "${COMP_WORDS[COMP_CWORD - 1]}"
	echo "${COMPREPLY[*]-}"
}
is "gm-profile: options" "$(complete_profile --re)" --regions
is "gm-profile: the value of an option" "$(complete_profile --mpi = m)" mpich
is "gm-profile: files of its program" "$(complete_profile --output o ./program a.im)" a.img
is "gm-profile: no options of its program" "$(complete_profile ./program --re)" ""

unset GPCD_NICS_ROOT
is "completes registers of --device=" "$(complete_words --device = image : a.img read \
	AR_RTR_5_0_PT_COLBUF_PERF_STALL_RQ)" AR_RTR_5_0_PT_COLBUF_PERF_STALL_RQ
for words in 'sample -n' 'counters -r' 'counters --column' 'read -a' 'emulate --seed =' \
	'write GM_TARB_PERF_OUT_PKTS'; do
	# shellcheck disable=SC2086 # several words
	is "offers nothing for a number: $words" "$(complete_words $words '')" ""
done
is "an option without a value hides no registers" \
	"$(complete_words counters -c gemini -n GM_TARB_PERF_OUT_PK)" GM_TARB_PERF_OUT_PKTS
is "completes fields" "$(complete_words read AR_RTR_0_0_COLBUF_PERF_STALL_RQ :)" \
	"COL_BUF_PERF_STALL_RQ VC_PTR"
is "completes a field in any case" \
	"$(complete_words read ar_rtr_0_0_colbuf_perf_stall_rq : v)" VC_PTR
is "completes chips alone where there can be no other" "$(complete_words emulate -c '')" "gemini aries cassini1 cassini2"
like "completes chips, and drivers" "$(complete_words counters -c '')" '^gemini aries cassini1 cassini2 .* mlx5_core '
is "completes drivers" "$(complete_words metrics --chip mlx5)" "mlx5_core mlx5_ib"
like "the help of --chip names the chips" "$(gpcd emulate --help | tr -s ' \n' ' ')" \
	'--chip=CHIP gemini, aries, cassini1 or cassini2; default: gemini'
like "the help of --coord says what its numbers are" "$(gpcd emulate --help | tr -s ' \n' ' ')" \
	'default 0,0,0; gemini: X,Y,Z; aries: GROUP,CHASSIS,BLADE; cassini1: GROUP,SWITCH,PORT;'
is "offers nothing for a search" "$(complete_words counters -s st)" ""
is "completes a field" "$(complete_words read AR_RTR_0_0_COLBUF_PERF_STALL_RQ : V)" VC_PTR

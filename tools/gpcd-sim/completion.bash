# SPDX-License-Identifier: GPL-2.0-only
# bash completion for gpcd-sim(1): commands and options as gpcd-sim itself lists them.

# Machine files by their names, and files.
_gpcd_sim_machines()
{
	local folder file

	folder=${GPCD_MACHINES:-${BASH_SOURCE[0]%/*}/../../gpcd/machines}
	for file in "$folder"/*.machine; do
		[ -e "$file" ] && file=${file##*/} && compgen -W "${file%.machine}" -- "$1"
	done
	compgen -f -- "$1"
}

_gpcd_sim_value()
{
	case $1 in
	--image | --tables) compgen -d -- "$2" ;;
	--svg | --png | --html | --findings | --record | --messages | --job | --write-program | --output | -o | --check) compgen -f -- "$2" ;;
	--machine) _gpcd_sim_machines "$2" ;;
	--compute) compgen -W 'none cpu' -- "$2" ;;
	--engine) compgen -W 'event flow' -- "$2" ;;
	--ties) compgen -W 'first split' -- "$2" ;;
	--routing)
		compgen -W 'minimal valiant adaptive0 adaptive1 adaptive2 adaptive3 min_hash nmin_hash in_order aware' -- "$2" ;;
	--variant) compgen -W 'paper published' -- "$2" ;;
	--op) compgen -W 'put get raw' -- "$2" ;;
	--place)
		compgen -W 'in-order random no-remap remap' -- "$2"
		compgen -f -- "$2" ;;
	--class) compgen -W '0 1 2 3 4' -- "$2" ;;
	--block) compgen -W 'no-remap remap random' -- "$2" ;;
	--table)
		case $3 in
		run) compgen -W 'run jobs ranks routings dimensions links offered latency histogram processes' -- "$2" ;;
		replay) compgen -W 'recording sources samples' -- "$2" ;;
		esac ;;
	--scale) compgen -W 'most full log' -- "$2" ;;
	--current) compgen -W 'adaptive biased' -- "$2" ;;
	--stencil) compgen -W '6 26 27' -- "$2" ;;
	--algorithm)
		compgen -W "$("$4" program --help | awk -v words=" ${COMP_WORDS[*]} " '
			/^Programs/ { programs = 1 }
			programs && /^  [a-z]/ { asked = index(words, " " $1 " ") }
			programs && asked && /^    [a-z]/ { print $1 }')" -- "$2" ;;
	--pattern | --background | --traffic)
		compgen -W "$("$4" run --help | sed -n '/^Patterns/,/^$/ s/^  \([a-z-]*\)  .*/\1/p')" -- "$2" ;;
	esac
}

_gpcd_sim_arguments()
{
	case $2 in
	'') compgen -W "$("$1" --help | sed -n '/^Commands:/,/^$/ s/^  \([a-z]*\)  .*/\1/p')" -- "$3" ;;
	job | ugni) compgen -c -- "$3" ;;
	replay) compgen -f -- "$3" ;;
	machine) _gpcd_sim_machines "$3" ;;
	program)
		compgen -W "$("$1" program --help | sed -n '/^Programs/,/^$/ s/^  \([a-z0-9]*\)  .*/\1/p')" -- "$3" ;;
	model)
		case " ${COMP_WORDS[*]:2:COMP_CWORD - 2} " in
		*" fit "* | *" predict "*) compgen -f -- "$3" ;;
		*" message "* | *" route "*) ;;
		*) compgen -W 'message route fit predict' -- "$3" ;;
		esac ;;
	esac
}

_gpcd_sim()
{
	local sim=$1 word=$2 before=$3 command=''

	[ "$COMP_CWORD" -gt 1 ] && command=${COMP_WORDS[1]}
	if [[ $word == = ]]; then
		word=''
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	mapfile -t COMPREPLY < <(_gpcd_sim_value "$before" "$word" "$command" "$sim")
	[ ${#COMPREPLY[@]} -gt 0 ] && return
	"$sim" ${command:+"$command"} --help 2>/dev/null |
		grep -qE -- "^ +(-., )?$before(, --[a-z-]+)?=" && return
	if [[ $word == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$("$sim" ${command:+"$command"} --help 2>/dev/null |
			grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$word")
	else
		mapfile -t COMPREPLY < <(_gpcd_sim_arguments "$sim" "$command" "$word")
	fi
}

complete -F _gpcd_sim gpcd-sim

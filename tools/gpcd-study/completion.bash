# SPDX-License-Identifier: GPL-2.0-only
# bash completion for gpcd-study(1): commands and options are taken from its help.

# The words of which one is meant, from an error message.
_gpcd_study_words()
{
	sed -n '/.*is not a valid [A-Z]*: /{s///; s/, \| or / /g; p}'
}

_gpcd_study_machines()
{
	local folder file

	folder=${GPCD_MACHINES:-${BASH_SOURCE[0]%/*}/../../gpcd/machines}
	for file in "$folder"/*.machine; do
		[ -e "$file" ] && file=${file##*/} && compgen -W "${file%.machine}" -- "$1"
	done
	compgen -f -- "$1"
}

# _gpcd_study_value OPTION WORD COMMAND STUDY
_gpcd_study_value()
{
	case $1 in
	--tables) compgen -d -- "$2" ;;
	--svg | --png | --measured) compgen -f -- "$2" ;;
	--machine) _gpcd_study_machines "$2" ;;
	--place)
		compgen -W 'in-order random no-remap remap' -- "$2"
		compgen -f -- "$2" ;;
	--exchange) compgen -W 'all stencil minighost milc' -- "$2" ;;
	--beside) compgen -W 'uniform alltoall neighbour' -- "$2" ;;
	--scale)
		case $3 in
		aries) compgen -W 'small usual paper' -- "$2" ;;
		minighost) compgen -W 'usual paper' -- "$2" ;;
		esac ;;
	--variant) compgen -W 'paper published' -- "$2" ;;
	--table) compgen -W "$("$4" "$3" --table= 2>&1 | _gpcd_study_words)" -- "$2" ;;
	esac
}

# _gpcd_study_arguments STUDY COMMAND WORD
_gpcd_study_arguments()
{
	case $2 in
	'') compgen -W "$("$1" --help | sed -n '/^Commands:/,/^$/ s/^  \([a-z0-9]*\)  .*/\1/p')" -- "$3" ;;
	noise) compgen -f -- "$3" ;;
	sonar) compgen -W 'putget compression direction routes efficiency links protocol all' -- "$3" ;;
	logpc) compgen -W 'table1 table2 fig3 break fig4 fig5 distance table4 fig6 fig8 fig9 fig11 dma sensitivity' -- "$3" ;;
	aries)
		compgen -W 'table1 fig3 fig4 fig5 fig6 fig7 sensitivity fig8 fig9 fig10 model factors' -- "$3"
		compgen -f -- "$3" ;;
	esac
}

_gpcd_study()
{
	local study=$1 word=$2 before=$3 command=''

	[ "$COMP_CWORD" -gt 1 ] && command=${COMP_WORDS[1]}
	if [[ $word == = ]]; then
		word=''
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	mapfile -t COMPREPLY < <(_gpcd_study_value "$before" "$word" "$command" "$study")
	[ ${#COMPREPLY[@]} -gt 0 ] && return
	"$study" ${command:+"$command"} --help 2>/dev/null |
		grep -qE -- "^ +(-., )?$before(, --[a-z-]+)?=" && return
	if [[ $word == -* ]]; then
		mapfile -t COMPREPLY < <(compgen -W "$("$study" ${command:+"$command"} --help 2>/dev/null |
			grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$word")
	else
		mapfile -t COMPREPLY < <(_gpcd_study_arguments "$study" "$command" "$word")
	fi
}

complete -F _gpcd_study gpcd-study

# SPDX-License-Identifier: GPL-2.0-only
# bash completion for rtr(1).

_rtr()
{
	local word=$2 before=$3

	COMPREPLY=()
	if [[ $word == = ]]; then
		word=''
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	case $before in
	-c | --class) mapfile -t COMPREPLY < <(compgen -W '0 1 2 3 4' -- "$word") ;;
	-o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	*)
		[[ $word == -* ]] && mapfile -t COMPREPLY < <(compgen -W "$("$1" --help 2>/dev/null |
			grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$word")
		;;
	esac
}

complete -F _rtr rtr

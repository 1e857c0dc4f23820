# SPDX-License-Identifier: GPL-2.0-only
# bash completion for gm-measure(1), of each MPI.

_gm_measure()
{
	local word=$2 before=$3 command=''

	COMPREPLY=()
	if [[ $word == = ]]; then
		word=''
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	[[ $COMP_CWORD -gt 1 && ${COMP_WORDS[1]} == ping ]] && command=ping
	case $before in
	-o | --output | --program) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	--op) mapfile -t COMPREPLY < <(compgen -W 'mpi put get' -- "$word") ;;
	*)
		if [[ $word == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "$("$1" $command --help 2>/dev/null |
				grep -oE -- '^ +(-., )?--[a-z][a-z-]*' | grep -oE -- '--.*' | sort -u)" -- "$word")
		elif [[ $COMP_CWORD -eq 1 ]]; then
			mapfile -t COMPREPLY < <(compgen -W ping -- "$word")
		fi
		;;
	esac
}

complete -F _gm_measure gm-measure gm-measure.openmpi gm-measure.mpich

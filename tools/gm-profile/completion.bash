# SPDX-License-Identifier: GPL-2.0-only
# bash completion for gm-profile(1): its options, then a program and the program's files.

# Is there a program before the word? Sets program.
_gm_profile_scan()
{
	local i

	program=''
	for ((i = 1; i < COMP_CWORD && !${#program}; i++)); do
		case ${COMP_WORDS[i]} in
		-o | --output | --format | --compute | --mpi | --ranks)
			[[ ${COMP_WORDS[i + 1]-} == = ]] && i=$((i + 1))
			i=$((i + 1))
			;;
		-*) ;;
		*) program=${COMP_WORDS[i]} ;;
		esac
	done
}

_gm_profile()
{
	local word=$2 before=$3 program

	COMPREPLY=()
	if [[ $word == = ]]; then
		word=''
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	_gm_profile_scan
	[[ ! $program ]] || before=program
	case $before in
	program | -o | --output) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	--format) mapfile -t COMPREPLY < <(compgen -W 'text head json' -- "$word") ;;
	--compute) mapfile -t COMPREPLY < <(compgen -W 'cpu none' -- "$word") ;;
	--mpi) mapfile -t COMPREPLY < <(compgen -W 'openmpi mpich' -- "$word") ;;
	--ranks) ;;
	*)
		if [[ $word == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "$("$1" --help 2>/dev/null |
				grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$word")
		else
			mapfile -t COMPREPLY < <(compgen -c -- "$word"; compgen -f -- "$word")
		fi
		;;
	esac
}

complete -F _gm_profile gm-profile

# SPDX-License-Identifier: GPL-2.0-only
# bash completion for gpcd-mount(1).

# _gpcd_mount_devices COMMAND: devices of this machine whose names the shell reads as they stand
_gpcd_mount_devices()
{
	compgen -G '/dev/gpcd[0-9]*'
	"${1%-mount}" list --csv 2>/dev/null | cut -d, -f1 |
		LC_ALL=C grep -xE '[a-z]+:[A-Za-z0-9_.,/@-]+'
	echo image:
}

_gpcd_mount()
{
	local word=$2 before=$3 i

	COMPREPLY=()
	if [[ $word == = ]]; then
		word=''
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	for ((i = 1; i < COMP_CWORD; i++)); do
		[[ ${COMP_WORDS[i]} != -- ]] || before=--
	done
	case $before in
	-d | --device) mapfile -t COMPREPLY < <(compgen -W "$(_gpcd_mount_devices "$1")" -- "$word") ;;
	-l | --layout) mapfile -t COMPREPLY < <(compgen -W 'gpcdr cxi rdma' -- "$word") ;;
	-f | --interconnect) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	--speed) mapfile -t COMPREPLY < <(compgen -W '100 200 400' -- "$word") ;;
	--) mapfile -t COMPREPLY < <(compgen -c -- "$word") ;;
	*)
		if [[ $word == -* ]]; then
			mapfile -t COMPREPLY < <(compgen -W "$("$1" --help 2>/dev/null |
				grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$word")
		else
			mapfile -t COMPREPLY < <(compgen -d -- "$word")
		fi
		;;
	esac
}

complete -F _gpcd_mount gpcd-mount

# SPDX-License-Identifier: GPL-2.0-only
# bash completion for gpcd-exporter(8).

# _gpcd_exporter_devices COMMAND: devices of this machine whose names the shell reads as they stand
_gpcd_exporter_devices()
{
	compgen -G '/dev/gpcd[0-9]*'
	"${1%-exporter}" list --csv 2>/dev/null | cut -d, -f1 |
		LC_ALL=C grep -xE '[a-z]+:[A-Za-z0-9_.,/@-]+'
	echo image:
}

_gpcd_exporter()
{
	local word=$2 before=$3

	COMPREPLY=()
	if [[ $word == = ]]; then
		word=''
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}
	fi
	case $before in
	-c | --config | --textfile) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
	-d | --device) mapfile -t COMPREPLY < <(compgen -W "$(_gpcd_exporter_devices "$1")" -- "$word") ;;
	-l | --listen) mapfile -t COMPREPLY < <(compgen -W '127.0.0.1:9850 [::1]:9850' -- "$word") ;;
	-m | --metrics) mapfile -t COMPREPLY < <(compgen -W 'nic router' -- "$word") ;;
	--dashboard) mapfile -t COMPREPLY < <(compgen -W 'routers slingshot rdma ethernet' -- "$word") ;;
	--every) mapfile -t COMPREPLY < <(compgen -W '1s 10s 15s 1m' -- "$word") ;;
	*)
		[[ $word == -* ]] && mapfile -t COMPREPLY < <(compgen -W "$("$1" --help 2>/dev/null |
			grep -oE -- '--[a-z][a-z-]*' | sort -u)" -- "$word")
		;;
	esac
}

complete -F _gpcd_exporter gpcd-exporter

# SPDX-License-Identifier: GPL-2.0-only
# bash completion for gpcd(1): commands, options and registers as gpcd itself
# tells them, so that there is nothing here to keep up to date.

_gpcd_commands()
{
	"$1" --help 2>/dev/null | sed -n '/^Commands:/,/^$/ s/^  \([a-z]*\)  .*/\1/p'
}

_gpcd_options()
{
	"$@" --help 2>/dev/null | grep -oE -- '--[a-z][a-z-]*' | sort -u
}

# The device as given so far, for the names of its chip.
_gpcd_device()
{
	local i
	for ((i = 1; i < COMP_CWORD; i++)); do
		case ${COMP_WORDS[i]} in
		-d | --device)
			# "image:FILE" comes in three words: ':' breaks words.
			device=(-d "${COMP_WORDS[i + 1]}")
			if [[ ${COMP_WORDS[i + 2]-} == : ]]; then
				device=(-d "${COMP_WORDS[i + 1]}:${COMP_WORDS[i + 3]-}")
				((i += 2))
			fi
			((i++))
			;;
		-*) ;;
		*)
			[[ -n $command ]] || command=${COMP_WORDS[i]}
			;;
		esac
	done
}

_gpcd_offer()
{
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
}

_gpcd_files()
{
	mapfile -t COMPREPLY < <(compgen -f -- "$word")
	compopt -o filenames 2>/dev/null
}

# What follows an option; fails where the option takes nothing we can offer.
_gpcd_argument()
{
	case $1 in
	-d | --device)
		_gpcd_offer "$(compgen -G '/dev/gpcd[0-9]*') image:"
		compopt -o nospace 2>/dev/null
		;;
	:) _gpcd_files ;;
	--image) _gpcd_files ;;
	-c | --chip) _gpcd_offer 'gemini aries' ;;
	-k | --kind) _gpcd_offer 'counter gauge packed sticky set-up control' ;;
	-b | --block) _gpcd_offer "$("$gpcd" "${device[@]}" counters --csv 2>/dev/null |
		cut -d, -f4 | tail -n +2 | sort -u)" ;;
	-i | --interval) _gpcd_offer '100us 10ms 100ms 1s 10s 1m' ;;
	*) return 1 ;;
	esac
}

_gpcd_words()
{
	case $command in
	'') _gpcd_commands "$gpcd" ;;
	counters | read | write | sample) "$gpcd" "${device[@]}" counters --names 2>/dev/null ;;
	perms)
		case $1 in
		perms) echo query list set remove ignore ;;
		remove) echo all ;;
		ignore) echo on off ;;
		*) [[ ${COMP_WORDS[COMP_CWORD - 2]} == set ]] && echo none nic local all ;;
		esac
		;;
	esac
}

_gpcd()
{
	local gpcd=$1 word=$2 previous=$3 command='' device=()

	_gpcd_device
	if _gpcd_argument "$previous"; then
		return
	elif [[ $word == -* ]]; then
		_gpcd_offer "$(_gpcd_options "$gpcd" ${command:+"$command"})"
	else
		_gpcd_offer "$(_gpcd_words "$previous")"
	fi
}

complete -F _gpcd gpcd

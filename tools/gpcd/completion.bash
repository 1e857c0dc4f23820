# SPDX-License-Identifier: GPL-2.0-only
# bash completion for gpcd(1): commands, options and registers as gpcd itself lists them.

# The words up to the cursor: bash breaks them at ':' and '=' too.
_gpcd_join()
{
	local i part glue=''
	words=()
	for ((i = 1; i <= COMP_CWORD; i++)); do
		part=${COMP_WORDS[i]}
		if [[ ${#words[@]} -gt 0 && $part && ($glue || $part == [:=]) ]]; then
			words[-1]+=$part
		else
			words+=("$part")
		fi
		[[ $part == [:=] ]] && glue=yes || glue=''
	done
	typed=${words[-1]}
}

# The value of an option as a word of its own.
_gpcd_split()
{
	local joined=("${words[@]}") part
	words=()
	for part in "${joined[@]}"; do
		case $part in
		--*=*) words+=("${part%%=*}" "${part#*=}") ;;
		-[!-]?*) words+=("${part::2}" "${part:2}") ;;
		*) words+=("$part") ;;
		esac
	done
	word=${words[-1]}
}

_gpcd_help()
{
	"$gpcd" ${command:+"$command"} --help 2>/dev/null
}

_gpcd_takes_value()
{
	_gpcd_help | grep -qE -- "^ +(-., )?$1(, --[a-z-]+)?="
}

# What the words before the last one say.
_gpcd_scan()
{
	local part
	for part in "${words[@]::${#words[@]}-1}"; do
		if [[ $option ]]; then
			[[ $option == -d || $option == --device ]] && device=(-d "$part")
			option=''
		elif [[ $part == -* ]]; then
			_gpcd_takes_value "$part" && option=$part
		elif [[ $command ]]; then
			arguments+=("$part")
		else
			command=$part
		fi
	done
}

# Offer what begins with the word; if nothing does, ignore case.
_gpcd_offer()
{
	mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word")
	[[ ${COMPREPLY[*]} ]] || mapfile -t COMPREPLY < <(compgen -W "$1" |
		begin=${word,,} awk 'index(tolower($0), ENVIRON["begin"]) == 1')
}

# _gpcd_files [PREFIX]
_gpcd_files()
{
	mapfile -t COMPREPLY < <(compgen -P "${1-}" -f -- "${word#"${1-}"}")
	compopt -o filenames 2>/dev/null
}

# What the shell would read otherwise is typed quoted: compgen would expand it.
_gpcd_plain()
{
	LC_ALL=C grep -xE '[A-Za-z0-9_.,:/@-]+'
}

# Network interfaces of this machine. Names of other devices have no ':'.
_gpcd_nics()
{
	"$gpcd" list --csv 2>/dev/null | cut -d, -f1 | grep : | _gpcd_plain
}

_gpcd_device()
{
	local nics

	case $word in
	image:*) _gpcd_files image: ;;
	counters:*) _gpcd_files counters: ;;
	*)
		nics=$(_gpcd_nics)
		_gpcd_offer "$(compgen -G '/dev/gpcd[0-9]*') $nics ${nics:+nics} counters: image:"
		[[ ${COMPREPLY[*]} != *: ]] || compopt -o nospace 2>/dev/null
		;;
	esac
}

_gpcd_registers()
{
	"$gpcd" "${device[@]}" counters "$@" 2>/dev/null
}

# The words of which one is meant, as a message has them.
_gpcd_words()
{
	sed -n '/.*is not a valid [A-Z]*: /{s///; s/ (.*//; s/, \| or / /g; p}'
}

_gpcd_chips()
{
	"$gpcd" counters --chip= 2>&1 | _gpcd_words
}

# Drivers that there are metrics for; the chips are the first of the list.
_gpcd_drivers()
{
	"$gpcd" metrics --csv 2>/dev/null | tail -n +2 | cut -d, -f1 | uniq
}

_gpcd_metrics()
{
	"$gpcd" "${device[@]}" metrics --csv 2>/dev/null | cut -d, -f2,3 | tail -n +2 | tr , '\n' | sort -u
}

# The value of an option; of most there is nothing to offer.
_gpcd_value()
{
	case $command:$option in
	*:-d | *:--device) _gpcd_device ;;
	*:--image | *:-f | *:--interconnect | *:--svg | *:--png | *:--html | *:--findings | metrics:--check | *:-o | *:--output)
		_gpcd_files ;;
	top:-s | top:--sort) _gpcd_offer 'use stalls bytes marks names' ;;
	*:--scale) _gpcd_offer 'most full log' ;;
	*:--class) _gpcd_offer '0 1 2 3 4' ;;
	links:--chip) ;;
	counters:-c | counters:--chip | metrics:-c | metrics:--chip) _gpcd_offer "$(_gpcd_drivers)" ;;
	*:-c | *:--chip) _gpcd_offer "$(_gpcd_chips)" ;;
	*:-k | *:--kind) _gpcd_offer 'counter gauge packed sticky set-up control' ;;
	*:-b | *:--block) _gpcd_offer "$(_gpcd_registers --csv | cut -d, -f4 | tail -n +2 | sort -u)" ;;
	perms:--may) _gpcd_may ;;
	perms:--ignore) _gpcd_offer 'on off' ;;
	replay:--into) _gpcd_offer "$(compgen -G '/dev/gpcd_emu[0-9]*') image:" ;;
	*:-m | *:--metrics) _gpcd_offer "$(_gpcd_metrics)" ;;
	alarm:-i | alarm:--interval) _gpcd_offer '10ms 100ms 1s 10s 1m' ;;
	*:-i | stat:-I | *:--interval) _gpcd_offer '100us 10ms 100ms 1s 10s 1m' ;;
	esac
}

# Words separated by commas.
_gpcd_may()
{
	local before='' alone="none all"

	[[ $word != *,* ]] || before=${word%,*}, alone=''
	_gpcd_offer "${before}nic ${before}router ${before}setup ${before}others $alone"
}

_gpcd_names()
{
	if [[ $word == *:* ]]; then
		_gpcd_registers "${word%%:*}" | sed -n 's/^fields //p' |
			grep -oE '[A-Z0-9_]+\[' | sed "s/^/${word%%:*}:/; s/\[$//"
	else
		_gpcd_registers --names "$word*" | _gpcd_plain | grep -v :
	fi
}

_gpcd_arguments()
{
	case $command:${#arguments[@]}:${arguments[0]-} in
	:*) _gpcd_help | sed -n '/^Commands:/,/^$/ s/^  \([a-z]*\)  .*/\1/p' ;;
	read:* | sample:* | replay:*) _gpcd_names; [[ $word == *:* ]] || _gpcd_metrics ;;
	counters:* | record:* | diff:* | alarm:* | write:0:) _gpcd_names ;;
	perms:0:) echo query list set remove policy ;;
	perms:1:remove) echo all ;;
	perms:1:set) compgen -d -- "$word" ;;
	perms:*:set) compgen -G '/dev/gpcd[0-9]*' ;;
	esac
}

# What is typed already and what readline does not replace come off a reply's front.
_gpcd_fit()
{
	local i fixed=${typed%"$1"} lead=${typed%"$word"}
	for i in "${!COMPREPLY[@]}"; do
		COMPREPLY[i]=$lead${COMPREPLY[i]}
		COMPREPLY[i]=${COMPREPLY[i]#"$fixed"}
	done
}

_gpcd()
{
	local gpcd=$1 command='' option='' arguments=() device=() words typed word

	COMPREPLY=()
	_gpcd_join
	_gpcd_split
	_gpcd_scan
	if [[ $option ]]; then
		_gpcd_value
	elif [[ $word == -* ]]; then
		_gpcd_offer "$(_gpcd_help | grep -oE -- '--[a-z][a-z-]*' | sort -u)"
	elif [[ ($command == replay || $command == explain) && ! ${arguments[*]} ||
		$command == diff && ${#arguments[@]} -lt 2 ]]; then
		_gpcd_files
	elif [[ $command == metrics ]]; then
		_gpcd_offer "$(_gpcd_metrics)"
	elif [[ $command == stat ]]; then
		mapfile -t COMPREPLY < <(compgen -c -- "$word")
	else
		_gpcd_offer "$(_gpcd_arguments)"
	fi
	_gpcd_fit "$2"
}

complete -F _gpcd gpcd

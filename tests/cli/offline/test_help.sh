#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The help of each command and subcommand, and examples of the manual pages: no line or example is
# broken in two.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/../lib.sh"
PATH=${GPCD%/*}:$PATH

# listed COMMAND: its subcommands, as its help lists them
listed()
{
	"$1" --help | awk '/^Commands:/ { on = 1; next } on && /^  [a-z]/ { print $1 } /^$/ && on { exit }'
}

{
	printf '%s\n' gpcd gpcd-sim gpcd-study rtr gpcd-exporter gpcd-mount
	listed gpcd | sed 's/^/gpcd /'
	listed gpcd-sim | sed 's/^/gpcd-sim /'
	listed gpcd-study | sed 's|^|gpcd-study |'
	printf 'gpcd-sim model %s\n' message route fit predict
} >commands
is "commands with a help" "$(($(wc -l <commands) >= 40))" 1

while read -r command; do
	# shellcheck disable=SC2086 # a command and its subcommands
	$command --help >help </dev/null
	is "$command: exit code of its help" $? 0
	# Unwrapped: argp(3) wraps nothing on so wide a terminal, and indents options.
	# shellcheck disable=SC2086
	ARGP_HELP_FMT=rmargin=500 $command --help </dev/null >wide
	is "$command: a line of its text fits in a line" \
		"$(grep -vE '^ {1,6}-|^Usage: |^  or: |^Mandatory or optional' wide | grep -v '^ \{29\}' | awk 'length > 78')" ""
	is "$command: no option is cut from its argument" "$(grep -nE '[ (]-[a-z]$' help)" ""
	# Options are sorted, so that a description loses its neighbours.
	is "$command: each option stands alone" \
		"$(sed -nE 's/^ +(-., )?--[^ ]+ +//p' wide | grep -E '^(the same|that of|its|it|likewise|in it|then|and then)\b|\bby which they do\b|^write it\b|\b(raise|clear) it\b|\bit is raised\b')" ""
	is "$command: no option is about what another one names" \
		"$(sed -nE 's/^ +(-., )?--[^ ]+ +//p' wide | grep -wE 'they|them|their|those' |
			grep -vE '^values as they are|(files|iterations|metrics|nodes).*\b(them|they)\b')" ""
done <commands

# -d and -m describe what they do in this command.
while read -r command wanted; do
	like "gpcd $command: what -d is" "$(ARGP_HELP_FMT=rmargin=500 gpcd "$command" --help | grep -e --device)" "$wanted"
done <<'END'
read patterns.*else /dev/gpcd0, else the network interfaces$
links patterns.*else all$
top patterns.*else all routers, else the network interfaces$
stat patterns.*else all routers, else the network interfaces$
write the device; default: .GPCD_DEVICE, else /dev/gpcd0$
alarm the device; default: .GPCD_DEVICE, else /dev/gpcd0, else a network interface$
replay a device of the recording
list listed besides
END
is "no time has an exponent, which is refused" "$(while read -r command; do $command --help </dev/null | grep -E '[0-9]e[0-9]+(s|ms|us|ns|m|h)\b'; done <commands)" ""
is "-m: no default that is none" "$(while read -r command; do ARGP_HELP_FMT=rmargin=500 $command --help </dev/null | grep -e '--metrics.*default: all$'; done <commands)" ""

# undescribed: options of helps that the manual page of their program lacks; that of gpcd-study refers to gpcd-sim's for some
undescribed()
{
	local command option pages

	while read -r command; do
		pages=("$top/docs/man/${command%% *}".[18])
		[ "${command%% *}" != gpcd-study ] || pages+=("$top/docs/man/gpcd-sim.1")
		$command --help </dev/null | grep -oE '^ +(-., )?--[a-z0-9-]+' | sed 's/.*--//' | while read -r option; do
			grep -qE "Fl -$option( |\$)" "${pages[@]}" || echo "$command --$option"
		done
	done <commands
}
is "options that no manual page has" "$(undescribed)" ""

# A continued line has \e in the page: \ would join it with the next one.
is "manual pages: lines of examples stay lines" "$(grep -nE '(^|[^\\])\\$' "$top"/docs/man/*.[1-8])" ""
like "gpcd(1): its last example has three lines" "$(mandoc -Tutf8 "$top/docs/man/gpcd.1" 2>/dev/null | sed 's/.\x08//g' | grep -A2 'gpcd alarm --above 1e9/s')" \
	"1m \\\\"$'\n'

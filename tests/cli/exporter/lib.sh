# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For tests of the exporter, $EXPORTER, on image files.
# shellcheck source=tests/cli/lib.sh
. "${BASH_SOURCE[0]%/*}/../lib.sh"

EXPORTER=${GPCD%/*}/gpcd-exporter

exporter()
{
	"$EXPORTER" "$@"
}

# serving ARGUMENT...: start an exporter that listens at a free port, $port; its pid is $server, its
# messages go to serve.err
serving()
{
	rm -f serve.err
	"$EXPORTER" -l 127.0.0.1:0 "$@" >serve.out 2>serve.err &
	server=$!
	children+=("$server")
	if ! eventually grep -q '/metrics$' serve.err; then
		report "a server" "it does not come: $(cat serve.err)"
		exit 1
	fi
	port=$(sed -n 's|.*http://127.0.0.1:\([0-9]*\)/metrics$|\1|p' serve.err)
}

# ask METHOD PATH [HEADER...]: print the answer, head and body, with HTTP's line ends in the head
ask()
{
	local header web

	exec {web}<>"/dev/tcp/127.0.0.1/$port" || return
	{
		printf '%s %s HTTP/1.1\r\nHost: here\r\nConnection: close\r\n' "$1" "$2"
		for header in "${@:3}"; do
			printf '%s\r\n' "$header"
		done
		printf '\r\n'
	} >&"$web"
	bounded cat <&"$web"
	exec {web}>&-
}

# scrape [ACCEPT]: the page
scrape()
{
	ask GET /metrics "Accept: ${1:-*/*}" | sed '1,/^\r$/d'
}

# number SERIES [FILE]: its value, in ./page by default
number()
{
	awk -v series="$1" '$1 == series { print $2 }' "${2:-page}"
}

# shows SERIES NUMBER: a page now has this value
shows()
{
	scrape "" >page && [ "$(number "$1")" = "$2" ]
}

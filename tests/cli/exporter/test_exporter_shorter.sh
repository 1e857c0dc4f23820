#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# gpcd-exporter: an image that is shortened loses its own series, and no other device's.
# shellcheck source=tests/cli/exporter/lib.sh
. "${0%/*}/lib.sh"

# restore: mend b.img, which stays the same file
restore()
{
	cp --sparse=always whole.img b.img
}

still a.img
still whole.img
size=$(stat -c %s whole.img)
restore
printf '%s\n' 'fresh = 0s' 'interval = 1h' 'metrics = nic' 'device = image:b.img' 'device = image:a.img' >conf
serving -c conf

# state: from one page: is b.img up, if not why, and is a.img up
state()
{
	scrape "" >page
	echo "$(number 'gpcd_up{device="image:b.img"}')" \
		"$(sed -n 's/^gpcd_down{device="image:b.img",reason="\(.*\)"} 1$/\1 /p' page)$(number 'gpcd_up{device="image:a.img"}')"
}

# shortened WHAT REASON COMMAND...: the command shortens b.img between two readings
shortened()
{
	local what=$1 reason=$2

	shift 2
	is "$what: both are up" "$(state)" "1 1"
	"$@"
	is "$what: the first reading" "$(state)" "0 $reason 1"
	is "$what: the next one" "$(state)" "0 foreign 1"
	restore
}

emptied()
{
	: >b.img
}

overwritten()
{
	cp conf b.img
}

# The file gets its length back before anybody has looked, but is empty.
hollowed()
{
	truncate -s 0 b.img
	truncate -s "$size" b.img
}

hollowed_at_the_end()
{
	truncate -s -4096 b.img
	truncate -s "$size" b.img
}

shortened "cut to nothing" foreign truncate -s 0 b.img
shortened "cut to a page" foreign truncate -s 4096 b.img
shortened "cut to a half" foreign truncate -s $((size / 2)) b.img
shortened "without its last page" foreign truncate -s -4096 b.img
shortened "opened to be written anew" foreign emptied
shortened "written over by a file" foreign overwritten
shortened "cut, and made long again" gone hollowed
shortened "without the contents of its last page" gone hollowed_at_the_end
is "and it is up again" "$(state)" "1 1"
like "each time is said" "$(grep -c 'image:b.img: down: foreign: the image file was made shorter, or cannot be read' serve.err)" '^6$'
kill -TERM "$server"
ended "$server"
is "the exporter has lived until it was asked to end" $? 0

# --- it is cut while it is read, again and again ---

# open_files: descriptors of the exporter
open_files()
{
	find "/proc/$server/fd" -mindepth 1 | wc -l
}

serving -c conf
scrape "" >page
before=$(open_files)
for _ in {1..10}; do
	truncate -s 0 b.img
	scrape "" >page
	restore
	scrape "" >page
done
is "the other one is up" "$(number 'gpcd_up{device="image:a.img"}')" 1
is "and nothing is left open" "$(open_files)" "$before"

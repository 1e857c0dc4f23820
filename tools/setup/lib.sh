# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For scripts that install or download packages. What they say goes to standard error:
# standard output is for what their callers read. The script that reads this sets $me.

# shellcheck disable=SC2034 # for the scripts that read this
cache=$(realpath -m "${GPCD_CACHE:-${XDG_CACHE_HOME:-${HOME:-/var/tmp}/.cache}/gpcd}")

say()
{
	# shellcheck disable=SC2154 # the script that reads this sets it
	echo "$me: $*" >&2
}

die()
{
	say "$@"
	exit 1
}

as_root()
{
	if [ "$(id -u)" -eq 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		die "not root and no sudo; run as root: $*"
	fi
}

# lock FILE WHAT: take the lock, held until its descriptor $locked is closed, or by the orphans of a
# killed script. Print which process it waits for.
lock()
{
	local pid

	mkdir -p "$(dirname "$1")"
	exec {locked}>>"$1"
	# One that has the lock may not have said so yet.
	flock -n "$locked" || {
		pid=$(<"$1")
		say "waiting for process ${pid:-(of another run)}, which $2"
		flock "$locked"
	}
	echo $$ >"$1"
}

unlock()
{
	exec {locked}>&-
}

# Two at once would fail: apt-get does not wait for the lists' lock.
update_lists()
{
	command -v apt-get >/dev/null ||
		die "no apt-get here: the kernels and their source are packages of Debian's"
	lock "$cache/apt.lock" "installs packages"
	say "updating the list of packages"
	as_root apt-get -qq update >&2 || die "apt-get update failed; is there a network?"
	unlock
}

fetch()
{
	(cd "$1" && apt-get -qq -o APT::Sandbox::User=root download "${@:2}") >&2
}

# download DIR PACKAGE...: where the lists are empty or out of date they are updated, once
download()
{
	say "downloading ${*:2}"
	fetch "$@" 2>/dev/null || {
		(update_lists)
		fetch "$@"
	}
}

# Remove what killed runs left: folders that nobody holds the lock of.
remove_stale()
{
	local new

	for new in "$cache"/*.new "$cache"/*/*.new; do
		[ ! -d "$new" ] || (
			flock -n 9 && rm -rf "$new" "$new.log"
			true
		) 9>>"${new%.new}.lock"
	done
}

# provide DIR FUNCTION: have FUNCTION fill a folder of the cache, whole or not at all. Each
# folder has a lock of its own, so that none waits while another is filled.
provide()
{
	[ ! -d "$1" ] || return 0
	lock "$1.lock" "provides $1"
	if [ ! -d "$1" ]; then
		remove_stale
		rm -rf "$1.new" "$1.new.log"
		mkdir "$1.new"
		"$2" "$1.new"
		mv -T "$1.new" "$1"
	fi
	unlock
}

# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
# For scripts that need a machine of their own: a minimal Debian of $suite in a folder, $root, entered
# by chroot(8), with mounts and processes in namespaces that end with it. They must be run as root.
# The script reads tools/setup/lib.sh first.
suite=bookworm

# The registry that this machine's apt uses for Debian 12, which has the other suites, too.
machine_mirror()
{
	local found

	# shellcheck disable=SC2016 # for apt-get to expand
	found=$(apt-get indextargets --format '$(CODENAME) $(RELEASE) $(REPO_URI)' 'Created-By: Packages' |
		awk '$1 == "bookworm" || $2 == "bookworm" { print $3; exit }')
	echo "${found:-http://deb.debian.org/debian}"
}

# Copy this machine's apt settings, which reach the registry there, too.
machine_copy_apt()
{
	local etc=$root/etc/apt folder

	rm -f "$etc/sources.list"
	for folder in /etc/apt/{sources.list,sources.list.d,trusted.gpg,trusted.gpg.d,keyrings,auth.conf,auth.conf.d} \
		/usr/share/keyrings /usr/local/share/ca-certificates /etc/ssl/certs /etc/{resolv.conf,hosts}; do
		[ ! -e "$folder" ] || {
			mkdir -p "$root${folder%/*}"
			cp -rL "$folder" "$root${folder%/*}" 2>/dev/null || true
		}
	done
	{
		apt-config dump | grep -iE '^Acquire::(.*proxy|https?::|Check-)' || true
		echo 'APT::Keep-Downloaded-Packages "false";'
	} >"$etc/apt.conf.d/50host"
}

# Devices one by one: the chroot must not see this machine's disks.
machine_mount()
{
	local device

	mount -t proc proc "$root/proc"
	mount --rbind -o ro /sys "$root/sys"
	mount -t tmpfs -o mode=755 dev "$root/dev"
	mkdir "$root/dev"/{pts,shm}
	mount -t devpts -o newinstance,mode=620,ptmxmode=666 devpts "$root/dev/pts"
	mount -t tmpfs -o mode=1777 shm "$root/dev/shm"
	for device in null zero full random urandom tty kvm; do
		[ -e "/dev/$device" ] || continue
		touch "$root/dev/$device"
		mount --bind "/dev/$device" "$root/dev/$device"
	done
	ln -s pts/ptmx "$root/dev/ptmx"
	ln -s /proc/self/fd "$root/dev/fd"
	ln -s fd/0 "$root/dev/stdin"
	ln -s fd/1 "$root/dev/stdout"
	ln -s fd/2 "$root/dev/stderr"
}

# machine_inside COMMAND...: in the chroot, with an environment of its own
machine_inside()
{
	local name keep=()

	for name in http_proxy https_proxy no_proxy GPCD_ACCEL KERNELS TERM; do
		[ -z "${!name-}" ] || keep+=("$name=${!name}")
	done
	env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 \
		${keep+"${keep[@]}"} chroot "$root" "$@" </dev/null
}

# machine_make PACKAGES LOG: in the namespaces, fill $root with a Debian that has these packages (a,b,c)
# beside the minimum, and enter its mounts
machine_make()
{
	mount --make-rprivate /
	say "installing Debian ($suite) into $root"
	debootstrap --variant=minbase --include="$1" "$suite" "$root" "$(machine_mirror)" >"$2" ||
		{ tail -n 5 "$2" >&2; die "debootstrap failed: see $2"; }
	machine_copy_apt
	rm -rf "$root"/var/lib/apt/lists/* "$root"/var/cache/apt/archives/*.deb
	machine_mount
}

# A signal to the script ends the job, a process group, and everything in its namespaces.
# shellcheck disable=SC2317 # a trap calls it
machine_leave()
{
	[ -z "${job-}" ] || {
		kill -KILL -- "-$job"
		wait "$job"
	} 2>/dev/null || true
	if [ -n "${KEEP-}" ]; then
		say "the machine stays in $root"
	else
		rm -rf --one-file-system "$root"
	fi
}

# machine_run LOG COMMAND...: in namespaces of its own, with a new MACHINE_ROOT; LOG gets a copy of
# its output. Never returns.
machine_run()
{
	local log=$1 status=0

	shift
	[ "$(id -u)" -eq 0 ] || die "only root can mount and chroot; run it as root"
	tools/setup/install fresh
	root=$(mktemp -d "${TMPDIR:-/var/tmp}/gpcd-machine.XXXXXX")
	chmod 755 "$root"
	trap machine_leave EXIT
	trap 'exit 130' INT TERM HUP
	set -m
	{
		unshare --mount --pid --fork --kill-child env -u MAKEFLAGS -u MAKELEVEL MACHINE_ROOT="$root" "$@" 2>&1 |
			tee "$log"
	} &
	job=$!
	wait "$job" || status=$?
	job=
	exit "$status"
}

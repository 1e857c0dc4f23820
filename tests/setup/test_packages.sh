#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# A package is missing if what it stands for is missing, no matter which package would have brought
# it; missing ones are named, or installed where there is an apt-get.
set -u
. tests/setup/lib.sh

# A machine with all commands of this one, except Debian's.
bin=$work/bin
mkdir -p "$bin"
# ccache would not find its compilers elsewhere.
IFS=: read -ra folders <<<"${PATH#/usr/lib/ccache:}"
for folder in "${folders[@]}"; do
	find "$folder/" -maxdepth 1 ! -type d -exec ln -s -t "$bin" {} + 2>/dev/null
done
rm -f "$bin"/{apt*,dpkg*,sudo}
export PATH=$bin

# without NAME COMMAND...: as if there were no such command
without()
{
	mv "$bin/$1" "$work/hidden"
	"${@:2}"
	mv "$work/hidden" "$bin/$1"
}

is "all is there, and nothing is said" "$(tools/setup/install 2>&1; echo $?)" 0
without valgrind fails "one command is missing" 1 '^missing: valgrind \(command valgrind\)' tools/setup/install
is "nothing else is named" "$(without valgrind tools/setup/install 2>&1 | grep -c ^missing:)" 1
like "nor a part that was not asked for" "$(without valgrind tools/setup/install library 2>&1; echo $?)" '^0$'
without valgrind fails "and how to go on" 1 "this system's own means, then run" tools/setup/install
cp -r tools/setup "$work/setup"
sed -i 's/command debootstrap/command no-such/' "$work/setup/packages"
fails "what is on demand is missed when it is named" 1 'debootstrap \(command no-such\)' \
	"$work/setup/install" fresh
is "and not by itself" "$("$work/setup/install" 2>&1)" ""
fails "a library is missing" 1 'missing: libjansson-dev \(pkg-config jansson\)' \
	env PKG_CONFIG_LIBDIR=/nonexistent tools/setup/install library
fails "a part that is none" 1 'no part of .* is called nonsense' tools/setup/install nonsense
succeeds "make asks for no package either" make need-library need-modules

busybox=$(readlink "$bin/busybox")
ln -sf "$(readlink -f "$bin/jq")" "$bin/busybox"
fails "a busybox that needs libraries is no help to the guest" 1 'busybox-static \(static busybox\)' \
	tools/setup/install tests

# A fake apt-get that installs valgrind after some time, and a sudo.
valgrind=$(readlink "$bin/valgrind")
rm "$bin/valgrind"
cat >"$bin/apt-get" <<END
#!/bin/sh
echo "\$*" >>"$work/calls"
case " \$* " in
*" -s "*) ;;
*" install "*) sleep 0.5; ln -s "\${VALGRIND-$valgrind}" "$bin/valgrind" ;;
esac
END
printf '#!/bin/sh\nexec "$@"\n' >"$bin/sudo"
chmod 755 "$bin"/{apt-get,sudo}
ln -sf "$busybox" "$bin/busybox"

VALGRIND=$work/nothing fails "what a package does not bring" 1 'not found$' tools/setup/install tests
rm "$bin/valgrind" "$work/calls"
tools/setup/install tests >"$work/one" 2>&1 &
tools/setup/install tests >"$work/two" 2>&1
wait $!
is "two at once install once" "$(grep -v -e -s "$work/calls" | grep -o -e update -e 'install.*')" \
	$'update\ninstall --no-install-recommends valgrind'
succeeds "and both have it" tools/setup/install tests
done_testing

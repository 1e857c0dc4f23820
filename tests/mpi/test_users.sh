#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Programs that include gemini.h, print with and without a title, and link with -lgm.
# shellcheck source=tests/mpi/lib.sh
. "${0%/*}/lib.sh"

source=$top/tests/mpi/users/halo.c
flags=(-Wall -Werror -I"$build/include" -L"$GM_BIN")
# With the old kind of run path, libgm finds its libraries, too.
libs=(-lgm "-Wl,--disable-new-dtags,-rpath,$GM_BIN:$build")

# users NAME COMPILER...: compile and link so; the program prints both ways
users()
{
	local name=$1

	shift
	succeeds "$name: it compiles and links with -lgm" "$@" "${flags[@]}" -o "$name" "$source" "${libs[@]}"
	ranks 2 "./$name" >two 2>err
	is "$name: two arguments: the table alone" "$(head -n 1 two)" '(0, 0, 0)'
	ranks 2 "./$name" 'halo exchange' >three 2>err
	is "$name: three: the title, then the same table" \
		"$(head -n 2 three | paste -sd,)" '# halo exchange,(0, 0, 0)'
	is "$name: three: nothing else" "$(tail -n +2 three | wc -l)" "$(wc -l <two)"
}

machine chips
users c11 mpicc."$MPI" -std=c11 -Wextra -Wpedantic
users c17 mpicc."$MPI" -std=c17 -Wextra -Wpedantic
users c++ mpicxx."$MPI" -x c++
ranks 2 ./c11 $'two\nlines' >three 2>err
is "a title is one line of comment" "$(head -n 1 three)" '# two lines'

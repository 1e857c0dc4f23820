#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# top on a terminal, which tmux(1) emulates: its screens, its keys, and that it leaves the terminal
# as it was, however it ends.
# shellcheck source=tests/cli/lib.sh
. "${0%/*}/lib.sh"
unset COLUMNS LINES NO_COLOR TMUX
# A process killed by a signal leaves no core file.
ulimit -c 0

terminal()
{
	LC_ALL=C.UTF-8 tmux -u -S "$work/tmux" -f /dev/null "$@"
}

# Print the screen; with -e the attributes of characters, too, as escape sequences.
shown()
{
	terminal capture-pane -p "$@"
}

# shows PATTERN: wait until a line of the screen matches
on_screen()
{
	shown | grep -qE -- "$1"
}
shows()
{
	eventually on_screen "$1"
}

# hides PATTERN: wait until no line matches
off_screen()
{
	! on_screen "$1"
}
hides()
{
	eventually off_screen "$1"
}

press()
{
	terminal send-keys "$@"
}

# start COMMAND: clear the screen and run it, its process in $pid. When it ends, the shell writes the
# terminal's modes to ./after, then prints "ended CODE"; it does not change the modes itself.
cat >runs <<'END'
trap : INT
sh -c 'echo $$ >pid; exec "$@"' sh "$@"
code=$?
stty -a >after
echo ended $code
END
start()
{
	rm -f pid after
	press "clear; echo before-it; sh runs $*" Enter
	eventually test -s pid
	pid=$(<pid)
}

# flags: cursor, alternate screen and keypad of the terminal; "1 0 0" is how a shell has them
flags()
{
	terminal display-message -p '#{cursor_flag} #{alternate_on} #{keypad_flag}'
}

# restored WHAT CODE: top has ended with this code, its screen is gone, and the earlier screen and
# terminal modes are restored
restored()
{
	local why=''

	shows "^ended $2\$" || why="no 'ended $2': $(shown | grep ended | tail -n 1)"
	cmp -s before after || why="the modes of the terminal: $(diff before after 2>&1 | tail -n 1)"
	on_screen '^before-it$' || why="what was on the screen before is not"
	! on_screen '^gpcd top: [0-9]+ chip' || why="its screen is still there"
	[ "$(flags)" = "1 0 0" ] || why="cursor, screen or keypad: $(flags)"
	report "$1" "$why"
}

# said_stopped COUNT: so many lines on the screen say so
said_stopped()
{
	[ "$(shown | grep -c Stopped)" -ge "$1" ]
}

# stopped COUNT: wait until it is stopped, and the shell's screen says so for the COUNT-th time
stopped()
{
	eventually grep '^State:.T' "/proc/$pid/status"
	eventually said_stopped "$1"
}

finish_terminal()
{
	local status=$?

	[ "$BASHPID" != $$ ] || terminal kill-server 2>/dev/null
	(exit $status)
	finish
}
trap finish_terminal EXIT

still a.img
living c.img --coord 1,1,1
terminal new-session -d -x 80 -y 24 "env LC_ALL=C.UTF-8 PS1='# ' bash --norc --noprofile"
if ! shows '^#'; then
	report "a terminal" "there is none"
	exit 1
fi
press "export PS1='# ' GPCD_METRICS=$GPCD_METRICS" Enter
# The terminal modes that a line-editing shell gives to commands.
press "sh -c 'stty -a >modes && mv modes before'" Enter
eventually test -e before
top="$GPCD top --torus 4x4x4 -d image:a.img"

# --- screens ---

start "$top -d image:c.img"
shows '^  c[.]img .*[▁▂▃▄▅▆▇█]'
is "the title, in the width of the screen" "$(shown | head -n 1 | sed 's/ *by .*//') $(shown | head -n 1 | wc -m)" \
	"gpcd top: 2 chips, 14 links 81"
is "names of columns" "$(shown | sed -n 2p)" \
	"  CHIP  LINK TO    TILES    GB/S   %PEAK  %INPUT %CREDIT TO 100% OF PEAK"
is "keys on screen" "$(shown | sed -n '22,23p')" \
	"q quit  l links  t tiles  i NICs  space hold  arrows page home end scroll
u use  s stalls  b bytes  m marks  n names  r reverse  1-9 column  + - period"
succeeds "numbers of a living chip" shows '^  c[.]img X\+   2,1,1     8 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[▁▂▃▄▅▆▇█]+$'
like "a chip whose time stands still" "$(shown | grep -E '^  a[.]img X\+')" ' no-time +no-time +no-time +no-time'

# --- keys ---

press t
succeeds "t: tiles" shows '^gpcd top: 2 chips, 96 tiles '
press n
succeeds "n: by names" shows ' by names  1s '
is "n: the first tile first" "$(shown | sed -n 3p | cut -c 1-12)" "  a.img 0,0 "
press Down
succeeds "down" shows '^  a[.]img 2,3 '
is "down: a line" "$(shown | sed -n 3p | cut -c 1-12)" "  a.img 0,1 "
press NPage
shows '^  a[.]img 4,6 '
is "page down: a page" "$(shown | sed -n 3p | cut -c 1-12)" "  a.img 2,4 "
press End
succeeds "end: the last row" shows '^  c[.]img 5,7 '
press Home
succeeds "home: the first row" shows '^  a[.]img 0,0 '
press r
succeeds "r: turned round" shows ' by names up  1s '
press s
succeeds "s: by stalls" shows ' by stalls up '
press r b
succeeds "b: by bytes" shows ' by bytes  1s .*'
press u
succeeds "u: by use" shows ' by use '
press m
succeeds "m: by marks" shows ' by marks '
press i
succeeds "i: NICs, of which there are none" shows '^gpcd top: 0 NICs '
press l
succeeds "l: links" shows '^gpcd top: 2 chips, 14 links '
press +
succeeds "+: twice the period" shows ' by marks  2s '
press - -
succeeds "-: half of it" shows ' by marks  0.5s '
press Space
succeeds "space: held" shows ' by marks  held '
press Space
succeeds "space: goes on" shows ' by marks  0.5s '
press X Escape
press n
succeeds "keys that say nothing do nothing" shows '^gpcd top: 2 chips, 14 links +by names  0.5s '

# Another program writes on the terminal.
printf '\033[19;1Hgarbage' >"$(terminal display-message -p '#{pane_tty}')"
shows garbage
press C-l
succeeds "Ctrl-L: drawn anew" hides garbage

# --- sizes ---

terminal resize-window -x 120 -y 30
succeeds "wider: one more column" shows '^  CHIP  AT    LINK TO '
is "higher: keys at the end" "$(shown | sed -n 28p | cut -c 1-6)" "q quit"
terminal resize-window -x 40 -y 10
succeeds "narrower: fewer columns" shows '^  CHIP  LINK +%PEAK  %INPUT TO 100%'
terminal resize-window -x 30 -y 4
succeeds "too small: said in a line" shows '^needs 40x5 at least$'
is "too small: in one" "$(shown | grep -c .)" 1
terminal resize-window -x 80 -y 24
succeeds "as large as before" shows '^  CHIP  LINK TO    TILES '
press q
restored "q" 0

# --- a chip that goes ---

start "$top -d image:c.img -i 100ms"
shows '^  c[.]img .*[▁▂▃▄▅▆▇█]'
kill "$driver"
succeeds "a chip that goes: its rows say so" shows '^  c[.]img X\+ .* gone '
succeeds "a chip that goes: the title too" shows '^gpcd top: 2 chips \(1 gone\), 14 links '
like "a chip that goes: the other stays" "$(shown | grep -E '^  a[.]img X\+')" ' no-time'
press q
shows '^gpcd top: image:c.img: its chip is gone$'
restored "a chip that goes: said at the end, and its exit code" 3

living c.img --coord 1,1,1
start "$top -d image:c.img -i 100ms"
shows '^  c[.]img .*[▁▂▃▄▅▆▇█]'
kill "$driver"
shows '^  c[.]img X\+ .* gone '
ended "$driver"
living c.img --coord 1,1,1
succeeds "a chip that comes back: its rows have numbers again" \
	shows '^  c[.]img X\+   2,1,1     8 +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ '
succeeds "a chip that comes back: the title too" shows '^gpcd top: 2 chips, 14 links '
press q
restored "a chip that came back: exit code" 0

# --- metrics ---

start "$top -d image:c.img -i 100ms -m link_packet_size -m link_use"
succeeds "-m: columns, by the first" shows 'use % packet_size B TO 100% OF'
succeeds "-m: numbers" shows '^  c[.]img X\+   2,1,1     8 +[0-9.]+ +[0-9.]+ +[▁▂▃▄▅▆▇█]+$'
press 2
succeeds "2: by the second column" shows ' by link_packet_size +0[.]1s '
press t
succeeds "t: tiles keep their own columns" shows 'GB/S +%PEAK +%INPUT %CREDIT'
press q
restored "-m: q" 0

# --- tiles that are shown later ---

start "$top -d image:c.img"
shows '^  c[.]img .*[▁▂▃▄▅▆▇█]'
press Space n
shows ' by names  held '
links=$(shown | sed -n '3,16p')
press t
succeeds "held: the first tiles have the numbers of the links' sample" shows '^  a[.]img 0,0 '
press End
# A block has three bytes, which are not characters here.
succeeds "and no others before" shows '^  c[.]img 5,7 .* [▁▂▃▄▅▆▇█]{3}$'
press l
shows ' 14 links +by names  held '
is "links stay as they were" "$(shown | sed -n '3,16p')" "$links"
press Space
press q
restored "tiles later: q" 0

cp -r "$GPCD_METRICS" other
sed -i '/^metric tile_bytes/,/;$/s/_PERFORMANCE_COUNTERS_[01]/_FILTERING_PERFORMANCE_COUNTER_VC0_ALL/' \
	other/gemini/router.metrics
start "env GPCD_METRICS=other $top -d image:c.img -s names"
shows '^  c[.]img .*[▁▂▃▄▅▆▇█]'
press t
succeeds "tiles with other registers than links" shows '^gpcd top: 2 chips, 96 tiles '
press End
succeeds "their numbers come, too" shows '^  c[.]img 5,7 .*[0-9] +[▁▂▃▄▅▆▇█]+$'
press q
restored "other registers: q" 0

# --- signals ---

for signal in INT TERM HUP; do
	start "$top"
	shows '^gpcd top: '
	kill -$signal "$pid"
	restored "SIG$signal" 0
done
start "$top"
shows '^gpcd top: '
press C-c
restored "Ctrl-C" 0
for signal in QUIT ABRT USR1 ALRM XCPU RTMIN; do
	start "$top"
	shows '^gpcd top: '
	kill -$signal "$pid"
	restored "SIG$signal" $((128 + $(kill -l $signal)))
done

# The image is shortened: reading it gives SIGBUS, which costs only its own rows.
still short.img
start "$GPCD top -d image:short.img -i 100ms"
shows '^gpcd top: '
: >short.img
shows '^  short[.]img 0,0 .* file shorter or unreadable'
press q
shows 'the image file was made shorter'
restored "an image that is cut off" 3

# Without another shell in between, which would be stopped, too, and sooner.
rm -f pid after
press "clear; echo before-it; sh -c 'echo \$\$ >pid; exec $top -s names'" Enter
eventually test -s pid
pid=$(<pid)
shows '^gpcd top: '
press C-z
stopped 1
is "Ctrl-Z: cursor, screen and keypad are as they were" "$(flags)" "1 0 0"
press fg Enter
succeeds "it goes on: its screen is there again" shows '^gpcd top: 1 chip, 7 links +by names '
press t
succeeds "it goes on: keys, too" shows '^gpcd top: 1 chip, 48 tiles '
kill -STOP "$pid"
stopped 1
press fg Enter
press l
succeeds "after SIGSTOP its screen is there again" shows '^gpcd top: 1 chip, 7 links +by names '
press C-z
stopped 2
kill -TERM "$pid"
press "fg; code=\$?; stty -a >after; echo ended \$code" Enter
restored "SIGTERM while it is stopped" 0

# --- the end ---

start "$top -i 100ms -n 2"
restored "-n: ends by itself" 0

# top ends when its terminal is closed.
start "$top"
shows '^gpcd top: '
server=$(terminal display-message -p '#{pid}')
terminal kill-server
succeeds "the terminal goes: so does it" eventually eval "! grep '^State:.[^ZX]' /proc/$pid/status"
# A server that is ending still accepts connections.
eventually over "$server"
terminal new-session -d -x 80 -y 24 "env LC_ALL=C.UTF-8 PS1='# ' bash --norc --noprofile"
shows '^#'

# --- colours, terminals ---

# escapes: escape sequences on the screen that set colours
escapes()
{
	shown -e | grep -oE $'\e''\[[0-9;]*m' | grep -cE '[^0-9]3[1-7][;m]'
}
start "$top"
shows '^gpcd top: '
is "colours" "$(($(escapes) > 0))" 1
press q
shows '^ended 0$'
start "env NO_COLOR=1 $top"
shows '^gpcd top: '
is "NO_COLOR: none" "$(escapes)" 0
like "NO_COLOR: bold and reverse" "$(shown -e | head -n 1)" $'\e''\[7m'
press q
shows '^ended 0$'
start "env TERM=vt100 $top"
shows '^gpcd top: '
is "a terminal without colours: none" "$(escapes)" 0
press q
shows '^ended 0$'
living d.img
start "env LC_ALL=C $GPCD top -d image:d.img -i 100ms"
succeeds "no UTF-8: digits" shows '^  d[.]img 0,0 .* [0-9]{4,}$'
is "no UTF-8: no blocks" "$(shown | grep -c '[▁▂▃▄▅▆▇█]')" 0
press q
shows '^ended 0$'
start "env TERM=dumb $top"
shows '^ended 2$'
succeeds "a terminal that can do nothing" on_screen '^gpcd top: dumb: a terminal that cannot move its cursor: use --batch$'
start "env TERM=none $top"
shows '^ended 2$'
succeeds "an unknown terminal" on_screen '^gpcd top: none: a terminal that is not known here: set TERM, or use --batch$'
start "env -u TERM $top"
shows '^ended 2$'
succeeds "no TERM" on_screen '^gpcd top: TERM does not say which terminal this is: set it, or use --batch$'

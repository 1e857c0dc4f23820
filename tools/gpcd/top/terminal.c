// SPDX-License-Identifier: GPL-2.0-only
#include <curses.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "cli/cli.h"
#include "top.h"

/* Size of the sequence that restores the terminal. */
#define RESCUE_ROOM	256
/* Ctrl-L: another program has written on the terminal. */
#define DRAW_ANEW	'\f'

/* The terminal's state. */
static struct {
	SCREEN *screen; /* NULL: not taken over */
	struct termios modes; /* before it was taken over */
	attr_t looks[LOOKS]; /* attributes of curses by enum look */
	char rescue[RESCUE_ROOM]; /* sequence that restores its contents */
	size_t rescue_length;
	atomic_bool is_taken; /* read by signal handlers */
} terminal;

int terminal_check(void)
{
	const char *type = getenv("TERM");

	if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) {
		complain("standard input and output are no terminal: use --batch");
		return EXIT_USAGE;
	}
	if (!type || !*type) {
		complain("TERM does not say which terminal this is: set it, or use --batch");
		return EXIT_USAGE;
	}
	return 0;
}

static void choose_looks(bool has_colours)
{
	static const attr_t plain[LOOKS] = {
		[LOOK_TITLE] = A_REVERSE,
		[LOOK_HEADING] = A_BOLD,
		[LOOK_SORTED] = A_BOLD | A_UNDERLINE,
		[LOOK_KEY] = A_BOLD,
		[LOOK_WARM] = A_BOLD,
		[LOOK_HOT] = A_REVERSE,
		[LOOK_BROKEN] = A_BOLD | A_UNDERLINE,
	};
	static const short colours[LOOKS] = {
		[LOOK_KEY] = COLOR_CYAN,
		[LOOK_WARM] = COLOR_YELLOW,
		[LOOK_HOT] = COLOR_RED,
		[LOOK_BROKEN] = COLOR_MAGENTA,
	};

	memcpy(terminal.looks, plain, sizeof(plain));
	if (!has_colours || start_color() == ERR || !has_colors())
		return;
	use_default_colors();
	for (unsigned int i = 0; i < LOOKS; i++) {
		if (colours[i] && init_pair(i, colours[i], -1) != ERR)
			terminal.looks[i] = A_BOLD | COLOR_PAIR(i);
	}
}

/*
 * Append the bytes of a terminfo(5) string, without delays such as "$<5>", which only old terminals
 * need.
 */
static void keep_string(const char *name)
{
	const char *string = tigetstr(name);

	/* Terminals without it have NULL, or -1 as an address. */
	if (!string || string == (const char *)-1)
		return;
	while (*string) {
		if (!strncmp(string, "$<", 2) && strchr(string, '>'))
			string = strchr(string, '>') + 1;
		else if (terminal.rescue_length < RESCUE_ROOM)
			terminal.rescue[terminal.rescue_length++] = *string++;
		else
			return;
	}
}

static void prepare_rescue(void)
{
	terminal.rescue_length = 0;
	keep_string("sgr0");
	keep_string("rmkx");
	keep_string("cnorm");
	keep_string("rmcup");
}

/* Curses would stop the process itself on SIGTSTP; live.c does that. */
static void prepare_curses(bool has_colours)
{
	signal(SIGTSTP, SIG_DFL);
	cbreak();
	noecho();
	nonl();
	curs_set(0);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	choose_looks(has_colours);
}

int terminal_begin(bool has_colours)
{
	if (tcgetattr(STDIN_FILENO, &terminal.modes))
		return complain_error("the terminal", -errno);
	terminal.screen = newterm(NULL, stdout, stdin);
	if (!terminal.screen) {
		complain("%s: a terminal that is not known here: set TERM, or use --batch",
			 getenv("TERM"));
		return EXIT_USAGE;
	}
	prepare_rescue();
	terminal.is_taken = true;
	if (!tigetstr("cup")) {
		terminal_end();
		complain("%s: a terminal that cannot move its cursor: use --batch", getenv("TERM"));
		return EXIT_USAGE;
	}
	prepare_curses(has_colours);
	return 0;
}

void terminal_end(void)
{
	if (!terminal.screen)
		return;
	terminal_pause();
	delscreen(terminal.screen);
	terminal.screen = NULL;
}

void terminal_pause(void)
{
	if (terminal.is_taken)
		endwin();
	terminal.is_taken = false;
}

void terminal_resume(void)
{
	terminal.is_taken = true;
	reset_prog_mode();
	clearok(curscr, TRUE);
	refresh();
}

void terminal_rescue(void)
{
	ssize_t written;

	if (!terminal.is_taken)
		return;
	terminal.is_taken = false;
	written = write(STDOUT_FILENO, terminal.rescue, terminal.rescue_length);
	(void)written;
	tcsetattr(STDIN_FILENO, TCSANOW, &terminal.modes);
}

void terminal_size(unsigned int *rows, unsigned int *columns)
{
	*rows = LINES;
	*columns = COLS;
}

void terminal_show(const struct screen *screen)
{
	erase();
	for (unsigned int row = 0; row < screen->rows; row++) {
		const struct screen_cell *line = &screen->cells[(size_t)row * screen->columns];

		for (unsigned int i = 0; i < screen->columns; i++) {
			const wchar_t text[2] = { line[i].glyph };

			attrset(terminal.looks[line[i].look]);
			mvaddnwstr(row, i, text, 1);
		}
	}
	attrset(A_NORMAL);
	refresh();
}

int terminal_key(void)
{
	static const struct {
		int code;
		int key;
	} known[] = {
		{ KEY_UP, KEY_LINE_UP }, { KEY_DOWN, KEY_LINE_DOWN }, { KEY_PPAGE, KEY_PAGE_UP },
		{ KEY_NPAGE, KEY_PAGE_DOWN }, { KEY_HOME, KEY_FIRST }, { KEY_END, KEY_LAST },
	};
	int code = getch();

	if (code == ERR)
		return -1;
	if (code == DRAW_ANEW)
		clearok(curscr, TRUE);
	for (unsigned int i = 0; i < ARRAY_SIZE(known); i++) {
		if (known[i].code == code)
			return known[i].key;
	}
	return code < 0x80 ? code : KEY_NONE;
}

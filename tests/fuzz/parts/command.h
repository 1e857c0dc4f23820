/* SPDX-License-Identifier: GPL-2.0-only */
/* The command as a function, with the functions that the linker wraps. */
#ifndef TESTS_FUZZ_COMMAND_H
#define TESTS_FUZZ_COMMAND_H

#include <argp.h>
#include <gpcd/events.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct gpcd;
struct ticker;

int gpcd_main(int argc, char **argv);

void __real_argp_error(const struct argp_state *state, const char *fmt, ...);
error_t __real_argp_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
			  int *index, void *input);
int __real_atexit(void (*function)(void));
FILE *__real_fopen(const char *path, const char *mode);
_Noreturn void __real_exit(int code);
int __real_gpcd_write(struct gpcd *dev, uint32_t nic_addr, const char *name, uint64_t value);
int __real_open(const char *path, int flags, ...);

void __wrap_argp_error(const struct argp_state *state, const char *fmt, ...);
error_t __wrap_argp_parse(const struct argp *argp, int argc, char **argv, unsigned int flags,
			  int *index, void *input);
int __wrap_atexit(void (*function)(void));
int __wrap_child_start(char *const command[], const sigset_t *mask, pid_t *pid);
int __wrap_gpcd_events_open(struct gpcd_events **events);
FILE *__wrap_fopen(const char *path, const char *mode);
_Noreturn void __wrap_exit(int code);
int __wrap_gpcd_write(struct gpcd *dev, uint32_t nic_addr, const char *name, uint64_t value);
int __wrap_open(const char *path, int flags, ...);
bool __wrap_stop_asked(void);
int __wrap_stop_poll(struct pollfd *fds, unsigned int count, int timeout_ms);
void __wrap_stop_catch(void);
int __wrap_ticker_wait(struct ticker *ticker, uint64_t *missed);

/* The sanitizer calls these for each allocation and release. */
void __sanitizer_malloc_hook(const void *pointer, size_t size);
void __sanitizer_free_hook(const void *pointer);

#endif /* TESTS_FUZZ_COMMAND_H */

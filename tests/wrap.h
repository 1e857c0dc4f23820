/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Functions of the C library, of the catalogue and of libgpcd, that the linker hands to a test
 * first.
 */
#ifndef TESTS_WRAP_H
#define TESTS_WRAP_H

#include <gpcd/catalogue.h>
#include <gpcd/gpcd.h>
#include <gpcd/nics.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_reallocarray(void *old, size_t count, size_t size);
int __real_clock_gettime(clockid_t clock, struct timespec *now);
int __real_timerfd_create(clockid_t clock, int flags);
int __real_timerfd_settime(int fd, int flags, const struct itimerspec *when,
			   struct itimerspec *old);
int __real_fcntl(int fd, int command, ...);
ssize_t __real_read(int fd, void *buffer, size_t size);
ssize_t __real_pread(int fd, void *buffer, size_t size, off_t offset);
int __real_openat(int folder, const char *path, int flags, ...);
int __real_lstat(const char *path, struct stat *about);
int __real_fstat(int fd, struct stat *about);
ssize_t __real_process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
				const struct iovec *remote, unsigned long remotes,
				unsigned long flags);
int __real_gpcd_group_add(struct gpcd_group *group, const char *name);

void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_reallocarray(void *old, size_t count, size_t size);
int __wrap_clock_gettime(clockid_t clock, struct timespec *now);
int __wrap_timerfd_create(clockid_t clock, int flags);
int __wrap_timerfd_settime(int fd, int flags, const struct itimerspec *when,
			   struct itimerspec *old);
int __wrap_fcntl(int fd, int command, ...);
ssize_t __wrap_read(int fd, void *buffer, size_t size);
ssize_t __wrap_pread(int fd, void *buffer, size_t size, off_t offset);
int __wrap_openat(int folder, const char *path, int flags, ...);
int __wrap_lstat(const char *path, struct stat *about);
int __wrap_fstat(int fd, struct stat *about);
ssize_t __wrap_process_vm_readv(pid_t pid, const struct iovec *local, unsigned long locals,
				const struct iovec *remote, unsigned long remotes,
				unsigned long flags);

int __real_gpcd_catalogue_at(unsigned int chip, unsigned int index, struct gpcd_reg *reg);
int __real_gpcd_catalogue_by_name(unsigned int chip, const char *name, struct gpcd_reg *reg);

int __wrap_gpcd_catalogue_at(unsigned int chip, unsigned int index, struct gpcd_reg *reg);
int __wrap_gpcd_catalogue_by_name(unsigned int chip, const char *name, struct gpcd_reg *reg);
int __wrap_gpcd_group_add(struct gpcd_group *group, const char *name);
int __wrap_gpcd_open(const char *where, struct gpcd **dev);
int __wrap_gpcd_nic_about(const struct gpcd *dev, const struct gpcd_nic_about **about);
int __wrap_gpcd_nics_each(int (*take)(void *data, const struct gpcd_nic_about *nic), void *data);

#endif /* TESTS_WRAP_H */

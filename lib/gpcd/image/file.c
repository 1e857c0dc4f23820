// SPDX-License-Identifier: LGPL-2.1-or-later
/* Image files: check size and contents, map the file while it is open, lock it, guard its use. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <gpcd/image.h>

#include "gpcd/image/file.h"

/* Bytes of the file whose locks stand for the rights to drive counters and to write registers. */
#define LOCK_SOURCE	GPCD_IMAGE_INFO
#define LOCK_WRITER	(GPCD_IMAGE_INFO + 1)

/* A writer needs less time than this; a hostile reader may keep the lock for ever. */
#define LOCK_TRIES	1000
#define LOCK_PAUSE_NS	250000

/* --- pages that disappear --- */

static pthread_mutex_t guards = PTHREAD_MUTEX_INITIALIZER;
static unsigned int guarded;	/* threads that use images: meanwhile SIGBUS comes here */
static struct sigaction programs;	/* what the program does with it */
static _Thread_local _Atomic(sigjmp_buf *) back;

/* Leave a signal that no page of an image has caused to the program. */
static void pass_on(int number, siginfo_t *info, void *context)
{
	if (programs.sa_flags & SA_SIGINFO)
		programs.sa_sigaction(number, info, context);
	else if (programs.sa_handler != SIG_DFL && programs.sa_handler != SIG_IGN)
		programs.sa_handler(number);
	else if (!sigaction(SIGBUS, &programs, NULL))
		raise(number);
}

static void page_missing(int number, siginfo_t *info, void *context)
{
	if (back && info->si_code > 0)
		siglongjmp(*back, 1);
	pass_on(number, info, context);
}

/* SA_NODEFER: the signal stays unblocked, so that no call needs to save and restore the mask. */
static void guard_begin(void)
{
	const struct sigaction action = {
		.sa_sigaction = page_missing,
		.sa_flags = SA_SIGINFO | SA_NODEFER | SA_ONSTACK,
	};

	pthread_mutex_lock(&guards);
	if (!guarded++)
		sigaction(SIGBUS, &action, &programs);
	pthread_mutex_unlock(&guards);
}

/* A handler that the program has set meanwhile stays. */
static void guard_end(void)
{
	struct sigaction now;

	pthread_mutex_lock(&guards);
	if (!--guarded && !sigaction(SIGBUS, &programs, &now) && now.sa_sigaction != page_missing)
		sigaction(SIGBUS, &now, NULL);
	pthread_mutex_unlock(&guards);
}

int gpcd_image_guard(int (*use)(void *data), void *data)
{
	sigjmp_buf here, *outer = back;
	int err;

	if (!outer)
		guard_begin();
	if (sigsetjmp(here, 0)) {
		err = -EFAULT;
	} else {
		back = &here;
		err = use(data);
	}
	back = outer;
	if (!outer)
		guard_end();
	return err;
}

/* --- opening and closing --- */

static int file_map(struct gpcd_image_file *file, size_t size)
{
	int prot = file->writable ? PROT_READ | PROT_WRITE : PROT_READ;
	void *map = mmap(NULL, size, prot, MAP_SHARED, file->fd, 0);

	if (map == MAP_FAILED)
		return -errno;
	file->map = map;
	/* Only some pages are read; around each the kernel would read megabytes ahead. */
	madvise(file->map, size, MADV_RANDOM);
	file->size = size;
	file->image.info = (struct gpcd_image_info *)(file->map + GPCD_IMAGE_INFO);
	return 0;
}

static void pages_find(struct gpcd_image_file *file, unsigned int chip)
{
	unsigned int slot;

	file->image.chip = chip;
	for (slot = 0; slot < gpcd_catalogue_pages(chip); slot++)
		file->image.page[slot] =
			(__u64 *)(file->map + gpcd_catalogue_page(chip, slot));
}

/*
 * Check the size before mapping: access to a page beyond the end of the file raises SIGBUS. The
 * pages of a back door stay.
 */
static int size_check(const struct gpcd_image_file *file, size_t size)
{
	struct stat st;

	if (fstat(file->fd, &st))
		return -errno;
	if (file->door)
		return S_ISCHR(st.st_mode) ? 0 : -EPROTO;
	return S_ISREG(st.st_mode) && st.st_size >= (off_t)size ? 0 : -EPROTO;
}

static void file_unmap(struct gpcd_image_file *file)
{
	if (file->map)
		munmap(file->map, file->size);
	file->map = NULL;
}

static void file_free(struct gpcd_image_file *file)
{
	file_unmap(file);
	if (file->fd >= 0)
		close(file->fd);
	free(file);
}

/* Map all of the chip's registers: some chips have some beyond the describing page. */
static int file_extend(struct gpcd_image_file *file, unsigned int chip)
{
	size_t size = gpcd_chip_size(chip);
	int err;

	if (size == file->size)
		return 0;
	err = size_check(file, size);
	if (err)
		return err;
	file_unmap(file);
	return file_map(file, size);
}

static struct gpcd_image_file *file_new(int writable)
{
	struct gpcd_image_file *file = calloc(1, sizeof(*file));

	if (!file)
		return NULL;
	file->writable = writable;
	pthread_mutex_init(&file->writer, NULL);
	return file;
}

static int bytes_at(int fd, void *to, size_t size, off_t at)
{
	size_t done = 0;
	ssize_t n;

	while (done < size) {
		n = pread(fd, (unsigned char *)to + done, size - done, at + done);
		if (n > 0)
			done += n;
		else if (!n || errno != EINTR)
			return n ? -errno : -EPROTO;
	}
	return 0;
}

/*
 * Read the describing page by a call, not from the mapping: then a file that is truncated
 * meanwhile, or that lacks this page on a full file system, is reported as no image, instead of
 * raising SIGBUS.
 */
static int read_info(const struct gpcd_image_file *file, struct gpcd_image_info *info)
{
	return bytes_at(file->fd, info, sizeof(*info), GPCD_IMAGE_INFO);
}

/* A back door cannot be read as a file, but its pages belong to the kernel and stay. */
static int check_info(const struct gpcd_image_file *file, struct gpcd_image_info *info)
{
	struct gpcd_image_info read;
	int err;

	if (file->door)
		return gpcd_image_check(file->image.info, info) ? -EPROTO : 0;
	err = read_info(file, &read);
	if (!err && gpcd_image_check(&read, info))
		err = -EPROTO;
	return err;
}

/* Map what the file has: up to its describing page, then what its chip has. */
static int file_map_whole(struct gpcd_image_file *file)
{
	struct gpcd_image_info info;
	int err = size_check(file, GPCD_IMAGE_SIZE);

	if (!err)
		err = file_map(file, GPCD_IMAGE_SIZE);
	if (!err)
		err = check_info(file, &info);
	if (err)
		return err;
	err = file_extend(file, info.chip);
	if (!err)
		pages_find(file, info.chip);
	return err;
}

static int file_open(const char *path, int access, int door, struct gpcd_image_file **result)
{
	struct gpcd_image_file *file = file_new(access == O_RDWR);
	int err;

	if (!file)
		return -ENOMEM;
	file->door = door;
	/* Otherwise a pipe would make us wait for a writer. */
	file->fd = open(path, access | O_NONBLOCK | O_CLOEXEC);
	err = file->fd < 0 ? -errno : file_map_whole(file);
	if (!err)
		*result = file;
	else
		file_free(file);
	return err;
}

int gpcd_image_file_open(const char *path, int access, struct gpcd_image_file **result)
{
	return file_open(path, access, 0, result);
}

int gpcd_image_door_open(const char *path, struct gpcd_image_file **result)
{
	return file_open(path, O_RDWR, 1, result);
}

/* Before Linux 5.14 madvise() fails with EINVAL; then memory may still be missing later. */
static int page_populate(unsigned char *page)
{
	while (madvise(page, GPCD_PAGE_SIZE, MADV_POPULATE_WRITE)) {
		if (errno == EFAULT)
			return -EPROTO;
		if (errno != EINTR)
			return errno == EINVAL ? 0 : -errno;
	}
	return 0;
}

int gpcd_image_file_populate(struct gpcd_image_file *file)
{
	unsigned int chip = file->image.chip, slot;
	int err = page_populate(file->map + GPCD_IMAGE_INFO);

	for (slot = 0; !err && slot < gpcd_catalogue_pages(chip); slot++)
		err = page_populate(file->map + gpcd_catalogue_page(chip, slot));
	return err;
}

/*
 * Allocate a page by writing zeros instead of by fallocate(2). A file system on a disk converts
 * pages of fallocate(2) one by one when a mapping writes to them, which takes ten times as long.
 */
static int page_allocate(int fd, off_t page)
{
	static const unsigned char zeros[GPCD_PAGE_SIZE];
	size_t done = 0;
	ssize_t n;

	while (done < sizeof(zeros)) {
		n = pwrite(fd, zeros + done, sizeof(zeros) - done, page + done);
		if (n > 0)
			done += n;
		else if (!n || errno != EINTR)
			return n ? -errno : -ENOSPC;
	}
	return 0;
}

static int space_allocate(int fd, unsigned int chip)
{
	unsigned int slot;
	int err;

	if (ftruncate(fd, gpcd_chip_size(chip)))
		return -errno;
	err = page_allocate(fd, GPCD_IMAGE_INFO);
	for (slot = 0; !err && slot < gpcd_catalogue_pages(chip); slot++)
		err = page_allocate(fd, gpcd_catalogue_page(chip, slot));
	return err;
}

int gpcd_image_file_create(const char *path, unsigned int chip, struct gpcd_image_file **result)
{
	struct gpcd_image_file *file = file_new(1);
	int err;

	if (!file)
		return -ENOMEM;
	file->fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	err = file->fd < 0 ? -errno : 0;
	if (err)
		goto free_file;
	err = space_allocate(file->fd, chip);
	if (!err)
		err = file_map(file, gpcd_chip_size(chip));
	if (err)
		goto unlink;
	pages_find(file, chip);
	*result = file;
	return 0;

unlink:
	unlink(path);
free_file:
	file_free(file);
	return err;
}

int gpcd_image_file_gone(const struct gpcd_image_file *file)
{
	return __atomic_load_n(&file->image.info->state, __ATOMIC_ACQUIRE) != GPCD_IMAGE_LIVE;
}

int gpcd_image_file_info(const struct gpcd_image_file *file, struct gpcd_info *info)
{
	struct gpcd_image_info page;

	int err = check_info(file, &page);

	if (err)
		return err;
	if (page.chip != file->image.chip)
		return -EPROTO;
	if (page.state != GPCD_IMAGE_LIVE)
		return -ENODEV;
	*info = (struct gpcd_info) {
		.size = sizeof(*info),
		.abi_version = GPCD_ABI_VERSION,
		.chip = page.chip,
		.features = GPCD_FEATURE_CHIP_TIME | GPCD_FEATURE_EMULATED,
		.catalogue_hash = gpcd_catalogue_hash(page.chip),
		.chip_id = page.chip_id,
		.epoch = page.epoch,
		.domain = page.domain,
		.nic_addr = page.nic_addr,
		.nic_index = page.nic_index,
		.nics = gpcd_chip_nics(page.chip),
		.nregs = gpcd_catalogue_count(page.chip),
		.coord = { page.coord[0], page.coord[1], page.coord[2] },
		.map_size = gpcd_chip_size(page.chip),
	};
	return 0;
}

/* Lock or unlock a byte without waiting. Return -EBUSY if another open file has the lock. */
static int file_lock(struct gpcd_image_file *file, int type, off_t byte)
{
	struct flock lock = {
		.l_type = type,
		.l_whence = SEEK_SET,
		.l_start = byte,
		.l_len = 1,
	};

	if (!fcntl(file->fd, F_OFD_SETLK, &lock))
		return 0;
	return errno == EAGAIN || errno == EACCES ? -EBUSY : -errno;
}

int gpcd_image_file_whole(const struct gpcd_image_file *file)
{
	return file->door || !size_check(file, file->size);
}

/* Unlock explicitly: if munmap() fails, the mapping keeps the file open, and with it the lock. */
void gpcd_image_file_close(struct gpcd_image_file *file)
{
	if (file->driving && gpcd_image_file_whole(file))
		gpcd_image_store(&file->image.info->driver, 0);
	if (file->writable)
		file_lock(file, F_UNLCK, LOCK_SOURCE);
	file_free(file);
}

int gpcd_image_file_claim(struct gpcd_image_file *file)
{
	return file_lock(file, F_WRLCK, LOCK_SOURCE);
}

int gpcd_image_file_drive(struct gpcd_image_file *file)
{
	int err = gpcd_image_file_claim(file);

	if (err)
		return err;
	gpcd_image_store(&file->image.info->driver, getpid());
	file->driving = 1;
	return 0;
}

/* Return whether another open file has claimed the image. A claim of this one does not count. */
static int is_claimed(const struct gpcd_image_file *file)
{
	struct flock lock = {
		.l_type = F_RDLCK,
		.l_whence = SEEK_SET,
		.l_start = LOCK_SOURCE,
		.l_len = 1,
	};

	return fcntl(file->fd, F_OFD_GETLK, &lock) || lock.l_type != F_UNLCK;
}

/* The arguments of driver_load(). */
struct driver {
	const struct gpcd_image_file *file;
	__u64 process;
};

static int driver_load(void *data)
{
	struct driver *driver = data;

	driver->process = gpcd_image_load(&driver->file->image.info->driver);
	return 0;
}

/* Return the process that drives the image, or 0. A file without its describing page has none. */
static __u64 driver_of(const struct gpcd_image_file *file)
{
	struct driver driver = { file, 0 };

	return gpcd_image_guard(driver_load, &driver) ? 0 : driver.process;
}

/* Look twice: one driver may end and another begin between the two looks. */
int gpcd_image_file_abandoned(const struct gpcd_image_file *file)
{
	__u64 before = driver_of(file);

	if (!before || is_claimed(file))
		return 0;
	return driver_of(file) == before && !is_claimed(file);
}

/* Close a dead writer's batch, in a new epoch: its writes and clears are not traffic. */
static int owner_mend(void *data)
{
	struct gpcd_image_info *info = data;

	if (!(gpcd_image_load(&info->sequence[GPCD_IMAGE_OWNER]) & 1))
		return 0;
	gpcd_image_store(&info->epoch, gpcd_image_epoch_after(gpcd_image_load(&info->epoch)));
	gpcd_image_write_end(info, GPCD_IMAGE_OWNER);
	return 0;
}

int gpcd_image_file_lock(struct gpcd_image_file *file)
{
	const struct timespec pause = { .tv_nsec = LOCK_PAUSE_NS };
	int tries, err;

	pthread_mutex_lock(&file->writer);
	err = file_lock(file, F_WRLCK, LOCK_WRITER);
	for (tries = 1; err == -EBUSY && tries < LOCK_TRIES; tries++) {
		nanosleep(&pause, NULL);
		err = file_lock(file, F_WRLCK, LOCK_WRITER);
	}
	if (err) {
		pthread_mutex_unlock(&file->writer);
		return err;
	}
	err = file->door ? 0 : gpcd_image_guard(owner_mend, file->image.info);
	if (err)
		gpcd_image_file_unlock(file);
	return err;
}

void gpcd_image_file_unlock(struct gpcd_image_file *file)
{
	file_lock(file, F_UNLCK, LOCK_WRITER);
	pthread_mutex_unlock(&file->writer);
}

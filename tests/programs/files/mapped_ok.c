//@ expect: safe
// Who maps a file shares it: with who reads and writes it, with other mappings, with a semaphore in it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct shared {
    sem_t filled;
    int number;
};

static void *fills(void *block)
{
    struct shared *shared = block;
    shared->number = 7;
    sem_post(&shared->filled);
    return 0;
}

static void between_threads(void)
{
    int fd = shm_open("/augur-mapped", O_RDWR | O_CREAT | O_EXCL, 0600);
    assert(fd >= 0 && !ftruncate(fd, sizeof(struct shared)));
    struct shared *shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    struct shared *again = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    assert(shared != MAP_FAILED && again != MAP_FAILED);
    close(fd);
    assert(!shm_unlink("/augur-mapped") && shm_unlink("/augur-mapped") == -1 && errno == ENOENT);
    sem_init(&shared->filled, 1, 0);
    pthread_t thread;
    pthread_create(&thread, 0, fills, again);
    sem_wait(&shared->filled);
    assert(shared->number == 7);
    pthread_join(thread, 0);
    sem_destroy(&shared->filled);
    assert(!munmap(again, sizeof *again) && !munmap(shared, sizeof *shared));
}

static void with_the_file(void)
{
    int fd = memfd_create("memory", 0);
    char bytes[8] = "";
    assert(fd >= 0 && write(fd, "abc", 3) == 3 && !ftruncate(fd, 5000));
    char *text = mmap(0, 5000, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    char *second = mmap(0, 904, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 4096);
    assert(text != MAP_FAILED && second != MAP_FAILED && !memcmp(text, "abc", 4));
    text[1] = 'x';
    second[3] = 'y';
    assert(pread(fd, bytes, 3, 0) == 3 && !strcmp(bytes, "axc") && !msync(text, 5000, MS_SYNC));
    assert(pwrite(fd, "z", 1, 0) == 1 && text[0] == 'z' && text[4099] == 'y');
    assert(!munmap(text, 5000) && !munmap(second, 904));
    assert(pread(fd, bytes, 3, 0) == 3 && !strcmp(bytes, "zxc"));
    assert(pread(fd, bytes, 1, 4099) == 1 && bytes[0] == 'y');
    close(fd);
}

int main(void)
{
    between_threads();
    with_the_file();
    int fd = open("/dev/null", O_RDONLY);
    assert(mmap(0, 1, PROT_READ, MAP_SHARED, 99, 0) == MAP_FAILED && errno == EBADF);
    close(fd);
    return 0;
}

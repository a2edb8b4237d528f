//@ expect: safe
//@ native: no
// Semaphores with names.
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t *done;
static int result;

static void *work(void *arg)
{
    sem_t *same = sem_open("/done", 0);
    assert(same == done);
    result = 1;
    sem_post(same);
    sem_close(same);
    return arg;
}

int main(void)
{
    pthread_t thread;
    done = sem_open("/done", O_CREAT | O_EXCL, 0600, 0);
    assert(done != SEM_FAILED);
    assert(sem_open("/done", O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
    assert(sem_open("/other", 0) == SEM_FAILED && errno == ENOENT);
    pthread_create(&thread, NULL, work, NULL);
    sem_wait(done);
    assert(result);
    pthread_join(thread, NULL);
    sem_close(done);
    assert(sem_unlink("/done") == 0);
    return 0;
}

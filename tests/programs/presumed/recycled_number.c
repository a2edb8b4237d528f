// A new thread may get the number of a detached one that has ended, or not.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

static sem_t go;
static atomic_long first;

static void *detached(void *arg) {
    first = syscall(SYS_gettid);
    sem_wait(&go);
    return arg;
}

static void *joined(void *arg) {
    assert(syscall(SYS_gettid) != first); // expect: assert
    return arg;
}

int main(void) {
    pthread_t s, t;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    sem_init(&go, 0, 0);
    pthread_create(&s, &attributes, detached, NULL);
    sem_post(&go);
    pthread_create(&t, NULL, joined, NULL);
    pthread_join(t, NULL);
}

//@ skip-none
//@ skip-tau
// Helpers send the name that a lock has of them through a pipe.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
#include <fcntl.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static int names[2], fds[2][2];
static void *helps(void *n) {
    long i = (long)n;
    pthread_mutex_lock(&l);
    write(fds[i][1], &l.__data.__owner, sizeof(int));
    pthread_mutex_unlock(&l);
    read(fds[i][0], &names[i], sizeof(int));
    return NULL;
}
static void *starts(void *n) {
    pthread_t helper;
    pthread_create(&helper, NULL, helps, n);
    pthread_join(helper, NULL);
    return NULL;
}
int main(void) {
    pthread_t first, second;
    pipe(fds[0]); pipe(fds[1]);
    pthread_create(&first, NULL, starts, (void *)0);
    pthread_create(&second, NULL, starts, (void *)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(names[0] < names[1]); // expect: assert
}

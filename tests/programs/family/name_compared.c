//@ skip-none
//@ skip-tau
// Helpers have the name that a lock has of them compared.
#include <assert.h>
#include <pthread.h>
#include <string.h>
static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static unsigned char probe[4];
static int names[2];
static void *helps(void *n) {
    long i = (long)n;
    pthread_mutex_lock(&l);
    int k = 0;
    unsigned own[1] = {0};
    for (unsigned v = 1; v < 8; v++) { own[0] = v; if (!memcmp(own, &l.__data.__owner, 4)) k = v; }
    names[i] = k;
    pthread_mutex_unlock(&l);
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
    pthread_create(&first, NULL, starts, (void *)0);
    pthread_create(&second, NULL, starts, (void *)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(names[0] < names[1]); // expect: assert
}

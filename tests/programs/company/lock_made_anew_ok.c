//@ expect: safe
//@ native: no
// A lock whose holder has ended is overwritten while another waits for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_mutex_t m;
static atomic_int x;
static void *dies(void *a) { pthread_mutex_lock(&m); return a; }
static void *anew(void *a) { m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER; return a; }
static void *sets(void *a) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return a; }
static void *looks(void *a) { assert(x < 2); return a; }
int main(void) {
    pthread_t o, z, s, t;
    pthread_mutex_init(&m, NULL);
    pthread_create(&o, NULL, dies, NULL);
    pthread_join(o, NULL);
    pthread_create(&z, NULL, anew, NULL);
    pthread_create(&s, NULL, sets, NULL);
    pthread_create(&t, NULL, looks, NULL);
    pthread_join(t, NULL);
    pthread_join(z, NULL);
    pthread_join(s, NULL);
}

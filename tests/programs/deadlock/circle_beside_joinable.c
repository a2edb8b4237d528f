//@ expect: deadlock
//@ flags: --keep-going
// Two threads wait for each other while a third one, which has only just ended, can still be joined; the
// search goes on from there.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *nothing(void *arg) { return arg; }

static void *ab(void *arg) {
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return arg;
}

static void *ba(void *arg) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return arg;
}

int main(void) {
    pthread_t ended, s, t;
    pthread_create(&ended, NULL, nothing, NULL);
    pthread_create(&s, NULL, ab, NULL);
    pthread_create(&t, NULL, ba, NULL);
    pthread_join(ended, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
}

//@ expect: safe
// A counting semaphore made of a mutex and a condition variable.
#include <assert.h>
#include <pthread.h>

struct semaphore {
    pthread_mutex_t m;
    pthread_cond_t c;
    int count;
};

struct semaphore s = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0};
int data;

static void post(struct semaphore *p) {
    pthread_mutex_lock(&p->m);
    p->count++;
    pthread_cond_signal(&p->c);
    pthread_mutex_unlock(&p->m);
}

static void wait_for(struct semaphore *p) {
    pthread_mutex_lock(&p->m);
    while (p->count == 0)
        pthread_cond_wait(&p->c, &p->m);
    p->count--;
    pthread_mutex_unlock(&p->m);
}

static void *worker(void *arg) {
    data = 8;
    post(&s);
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    wait_for(&s);
    assert(data == 8);
    pthread_join(t, NULL);
    return 0;
}

// A walk over a list lets the lock go while it handles an element, and keeps its place in the list.
#include <pthread.h>
#include <stdlib.h>

struct job {
    struct job *next;
    int number;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *jobs;

static void add(int number) {
    struct job *job = malloc(sizeof *job);
    job->number = number;
    job->next = jobs;
    jobs = job;
}

static void cancel(int number) {
    pthread_mutex_lock(&lock);
    for (struct job **link = &jobs; *link; link = &(*link)->next)
        if ((*link)->number == number) {
            struct job *gone = *link;
            *link = gone->next;
            free(gone);
            break;
        }
    pthread_mutex_unlock(&lock);
}

static void handle(int number) { (void)number; }

static void *visitor(void *arg) {
    pthread_mutex_lock(&lock);
    for (struct job *job = jobs; job; job = job->next) { // expect: use-after-free
        int number = job->number;
        pthread_mutex_unlock(&lock);
        handle(number);
        pthread_mutex_lock(&lock);
    }
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t t;
    add(1);
    add(2);
    pthread_create(&t, NULL, visitor, NULL);
    cancel(2);
    pthread_join(t, NULL);
    cancel(1);
    return 0;
}

//@ expect: safe
// Initialising again is fine after a destroy, for a static initialiser, for memory
// that was freed and allocated again, and for a local variable that is a new one
// each time.
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed;

static void local(void)
{
    pthread_mutex_t mine;
    pthread_mutex_init(&mine, NULL);
    pthread_mutex_lock(&mine);
    pthread_mutex_unlock(&mine);
}

int main(void)
{
    pthread_mutex_init(&lock, NULL);
    pthread_mutex_destroy(&lock);
    pthread_mutex_init(&lock, NULL);
    pthread_cond_init(&changed, NULL);
    pthread_cond_destroy(&changed);
    pthread_cond_init(&changed, NULL);
    for (int i = 0; i < 2; i++) {
        local();
        pthread_mutex_t inner;
        pthread_mutex_init(&inner, NULL);
        pthread_mutex_t *block = malloc(sizeof *block);
        pthread_mutex_init(block, NULL);
        free(block);
    }
    return 0;
}

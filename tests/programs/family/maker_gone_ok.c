//@ expect: safe
//@ skip-none
// Who has started a helper is joined and its number used again, once the helper was joined as well.
#include <assert.h>
#include <pthread.h>

static pthread_t helpers[2];
static int sum;

static void *adds(void *arg) {
    sum++;
    return arg;
}

static void *starts(void *arg) {
    pthread_create(&helpers[(long)arg], NULL, adds, NULL);
    return arg;
}

static void *joins(void *arg) {
    pthread_join(helpers[0], NULL);
    sum++;
    return arg;
}

int main(void) {
    pthread_t starter, joiner;
    pthread_create(&starter, NULL, starts, (void *)0);
    pthread_join(starter, NULL);
    pthread_create(&joiner, NULL, joins, NULL);
    pthread_join(joiner, NULL);
    pthread_create(&starter, NULL, starts, (void *)1);
    pthread_join(starter, NULL);
    pthread_join(helpers[1], NULL);
    assert(sum == 3);
}

// Which of two blocks has the lower address may depend on who looks first, and nobody waits for that.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static char *x, *y;
static uintptr_t hash_x, hash_y;

static void *look(void *arg) {
    hash_y = (uintptr_t)y * 3;
    return arg;
}

int main(void) {
    pthread_t t;
    x = malloc(8);
    y = malloc(8);
    pthread_create(&t, NULL, look, NULL);
    hash_x = (uintptr_t)x * 3;
    pthread_join(t, NULL);
    int less = hash_x < hash_y;
    free(x);
    free(y);
    assert(less); // expect: assert
    return 0;
}

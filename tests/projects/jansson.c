/* Objects of each thread for itself, and one number that both count as theirs. */
#include <jansson.h>
#include <pthread.h>
#include <assert.h>
static json_t *shared;
static void *user(void *arg) {
    json_t *own = json_pack("{s:i}", "a", 1);
    json_incref(shared);
    assert(json_integer_value(json_object_get(own, "a")) == 1);
    json_decref(own);
    json_decref(shared);
    return arg;
}
int main(void) {
    pthread_t a, b;
    shared = json_integer(7);
    pthread_create(&a, NULL, user, NULL);
    pthread_create(&b, NULL, user, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    json_decref(shared);
    return 0;
}

/* Two threads share an object and give it back; the last one frees it. */
#include <assert.h>
#include <json.h>
#include <pthread.h>

static void *user(void *argument) {
    struct json_object *shared = argument, *value;
    assert(json_object_object_get_ex(shared, "a", &value) && json_object_get_int(value) == 1);
    json_object_put(shared);
    return NULL;
}

int main(void) {
    pthread_t thread;
    struct json_object *shared = json_object_new_object();
    json_object_object_add(shared, "a", json_object_new_int(1));
    pthread_create(&thread, NULL, user, json_object_get(shared));
    json_object_put(shared);
    pthread_join(thread, NULL);
    return 0;
}

/* Two threads that read texts of their own. */
#include <assert.h>
#include <cJSON.h>
#include <pthread.h>

static void *reader(void *unused) {
    cJSON *root = cJSON_Parse("{\"a\": [1, 2]}");
    assert(cJSON_GetArraySize(cJSON_GetObjectItem(root, "a")) == 2);
    cJSON_Delete(root);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

// A cache of two entries, whose every way out gives the lock back.
//@ expect: safe
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int keys[2] = {7, 8}, values[2] = {70, 80};

static int look_up(int key, int *value) {
    pthread_mutex_lock(&lock);
    int slot = key == keys[0] ? 0 : key == keys[1] ? 1 : -1;
    if (slot >= 0)
        *value = values[slot];
    pthread_mutex_unlock(&lock);
    return slot < 0 ? -1 : 0;
}

static void rename_key(int from, int to) {
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++)
        if (keys[i] == from)
            keys[i] = to;
    pthread_mutex_unlock(&lock);
}

static void *editor(void *arg) {
    rename_key(8, 9);
    return arg;
}

int main(void) {
    pthread_t t;
    int value = 0;
    pthread_create(&t, NULL, editor, NULL);
    int found = look_up(8, &value);
    pthread_join(t, NULL);
    rename_key(9, 8);
    return found == 0 && value != 80;
}

//@ expect: safe
// A thread returns a block; ownership comes with the join.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *worker(void *arg) {
    char *text = malloc(8);
    strcpy(text, arg);
    strcat(text, "!");
    return text;
}

int main(void) {
    pthread_t t;
    void *text;
    char word[] = "hello";
    pthread_create(&t, NULL, worker, word);
    pthread_join(t, &text);
    assert(strcmp(text, "hello!") == 0);
    free(text);
    return 0;
}

// realloc has freed the old block already.
#include <stdlib.h>

char *volatile old;
volatile size_t larger = 100;

int main(void) {
    old = malloc(4);
    char *volatile fresh = realloc(old, larger);
    free(old); // expect: double-free
    free(fresh);
    return 0;
}

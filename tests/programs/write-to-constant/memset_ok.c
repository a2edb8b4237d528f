//@ expect: safe
// The repaired twin of memset.c: constants may be copied, and the copy cleared.
#include <assert.h>
#include <string.h>

const int table[4] = {1, 2, 3, 4};
int copy[4];
void *volatile target = copy;

int main(void) {
    memcpy(target, table, sizeof table);
    assert(copy[3] == 4);
    memset(target, 0, sizeof copy);
    assert(copy[3] == 0 && table[3] == 4);
    return 0;
}

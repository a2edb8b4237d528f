//@ expect: safe
// Small integers and -1 in pointer variables: stored, compared, never followed.
#include <assert.h>
#include <stddef.h>

#define EMPTY ((int *)0)
#define DELETED ((int *)1)
#define FAILED ((int *)-1)

int target = 3;
int *volatile slots[4] = {EMPTY, DELETED, &target, FAILED};

int main(void) {
    int sum = 0, special = 0;
    for (int i = 0; i < 4; i++) {
        int *p = slots[i];
        if (p == EMPTY || p == DELETED || p == FAILED)
            special++;
        else
            sum += *p;
    }
    assert(sum == 3 && special == 3);
    return 0;
}

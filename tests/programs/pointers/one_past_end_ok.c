//@ expect: safe
// The end of an array may be computed and compared.
#include <assert.h>

int array[3] = {1, 2, 3};
int *volatile begin = array;

int main(void) {
    int sum = 0;
    int *end = begin + 3;
    for (int *p = begin; p != end; p++)
        sum += *p;
    for (int *p = end; p > begin; p--)
        sum += p[-1];
    assert(sum == 12);
    return 0;
}

//@ expect: safe
//@ native: no
// A sorting function, checked for every input of three small numbers.
#include <assert.h>
#include "augur.h"

__attribute__((noinline)) static void sort(int *a, int n) {
    for (int i = 1; i < n; i++)
        for (int j = i; j > 0 && a[j] < a[j - 1]; j--) {
            int t = a[j];
            a[j] = a[j - 1];
            a[j - 1] = t;
        }
}

int main(void) {
    int a[3], sum = 0;
    for (int i = 0; i < 3; i++) {
        a[i] = augur_choice(3);
        sum += a[i];
    }
    sort(a, 3);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    assert(a[0] + a[1] + a[2] == sum);
    return 0;
}

//@ expect: safe
// Arrays of one and two dimensions, of variable length, partly initialised.
#include <assert.h>

static int matrix[3][4] = {{1, 2}, {[2] = 5}};
volatile int size = 3;

__attribute__((noinline)) static int trace(int n, int m[n][n]) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}

int main(void) {
    assert(matrix[0][1] == 2 && matrix[1][2] == 5 && matrix[2][3] == 0);
    int n = size;
    int square[n][n];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            square[i][j] = i * 10 + j;
    assert(trace(n, square) == 33);
    assert(sizeof square == 9 * sizeof(int));
    int sum = 0;
    for (int *p = &square[0][0]; p < &square[0][0] + 9; p++)
        sum += *p;
    assert(sum == 99);
    return 0;
}

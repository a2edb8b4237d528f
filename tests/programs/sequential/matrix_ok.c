//@ expect: safe
// Sums over arrays: loops that optimisers turn into vector code.
#include <assert.h>

enum { N = 8 };
int a[N][N], b[N][N], c[N][N];
volatile int seed = 1;

int main(void) {
    int s = seed;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = i + s * j;
            b[i][j] = i == j ? 2 : 0;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int sum = 0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    int trace = 0;
    for (int i = 0; i < N; i++)
        trace += c[i][i];
    assert(trace == 112 && c[3][4] == 14);
    return 0;
}

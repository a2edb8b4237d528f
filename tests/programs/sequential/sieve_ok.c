//@ expect: safe
// The sieve of Eratosthenes: a loop that optimisers like to transform.
#include <assert.h>
#include <string.h>

enum { N = 50 };
unsigned char composite[N];

int main(void) {
    for (int i = 2; i * i < N; i++)
        if (!composite[i])
            for (int j = i * i; j < N; j += i)
                composite[j] = 1;
    int primes = 0;
    for (int i = 2; i < N; i++)
        primes += !composite[i];
    assert(primes == 15);
    return 0;
}

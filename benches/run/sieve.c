// The sieve of Eratosthenes: byte stores with a stride.
#include <stdio.h>
#include <string.h>

enum { LIMIT = 2000000 };
static char composite[LIMIT];

int main(void) {
    int primes = 0;
    for (int round = 0; round < 2; round++) {
        primes = 0;
        memset(composite, 0, sizeof composite);
        for (int i = 2; i < LIMIT; i++) {
            if (composite[i])
                continue;
            primes++;
            for (long j = (long)i * i; j < LIMIT; j += i)
                composite[j] = 1;
        }
    }
    printf("%d\n", primes);
    return 0;
}

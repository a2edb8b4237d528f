// Loops of weak compare-exchange: maximum, saturating counter, bit set.
#include <stdatomic.h>
#include <stdio.h>

static atomic_int most;
static _Atomic unsigned char bits[4];
static void raise_to(int n) { int seen = atomic_load(&most); while (seen < n && !atomic_compare_exchange_weak(&most, &seen, n)) {} }
static int set(unsigned n) { unsigned char bit = (unsigned char)(1 << n % 8); return !(atomic_fetch_or(&bits[n / 8], bit) & bit); }

int main(void)
{
    int fresh = 0;
    for (unsigned i = 0; i < 40; i++) raise_to((int)(i * 37 % 101)), fresh += set(i * 7 % 32);
    printf("%d %d %d\n", most, fresh, bits[2]);
    return 0;
}

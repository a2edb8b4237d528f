// break and continue at several depths, and loops without bodies.
#include <stdio.h>

int main(void)
{
    int n = 0;
    for (int i = 0; i < 10; i++) {
        if (i == 3) continue;
        for (int j = 0;; j++) {
            if (j > i) break;
            int k = j;
            while (k-- > 0) {
                if (k == 2) continue;
                if (k % 5 == 4) break;
                n += i * j + k;
            }
            do n++; while (n % 7);
        }
        if (i == 8) break;
    }
    for (; n % 1000; n++) {}
    printf("%d\n", n);
    return n / 100;
}

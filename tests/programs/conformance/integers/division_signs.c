// Quotient and remainder of all combinations of signs.
#include <stdio.h>

int main(void)
{
    volatile int numerators[] = { 7, -7, 0, 1, -1, 2147483647, -2147483647 };
    volatile int denominators[] = { 2, -2, 3, -3, 7, -7, 1, 2147483647 };
    int sum = 0;
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 8; j++) {
            int q = numerators[i] / denominators[j], r = numerators[i] % denominators[j];
            printf("%d/%d = %d rest %d\n", numerators[i], denominators[j], q, r);
            sum += q * denominators[j] + r == numerators[i];
        }
    return sum;
}

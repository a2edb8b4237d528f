// Mean, variance, median and a histogram in floats.
#include <stdio.h>
#pragma STDC FP_CONTRACT OFF

int main(void)
{
    float v[50], mean = 0, m2 = 0;
    int bins[5] = { 0 };
    unsigned s = 7;
    for (int i = 0; i < 50; i++) s = s * 1103515245 + 12345, v[i] = (float)(s >> 16 & 1023) / 100;
    for (int i = 0; i < 50; i++) { float d = v[i] - mean; mean += d / (float)(i + 1), m2 += d * (v[i] - mean), bins[(int)(v[i] / 2.1f)]++; }
    for (int i = 1; i < 50; i++) for (int j = i; j && v[j] < v[j - 1]; j--) { float t = v[j]; v[j] = v[j - 1], v[j - 1] = t; }
    printf("%.4f %.4f %.4f", (double)mean, (double)(m2 / 50), (double)(v[24] + v[25]) / 2);
    for (int i = 0; i < 5; i++) printf(" %d", bins[i]);
    puts("");
    return 0;
}

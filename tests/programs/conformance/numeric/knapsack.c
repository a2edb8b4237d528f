// Dynamic programming: knapsack, coins, longest increasing subsequence.
#include <stdio.h>
#include <string.h>

int main(void)
{
    int w[] = { 3, 4, 5, 9, 4 }, v[] = { 3, 4, 4, 10, 4 }, best[12] = { 0 }, ways[51] = { 1 }, coins[] = { 1, 2, 5, 10, 20, 50 };
    for (int i = 0; i < 5; i++) for (int c = 11; c >= w[i]; c--) if (best[c - w[i]] + v[i] > best[c]) best[c] = best[c - w[i]] + v[i];
    for (int i = 0; i < 6; i++) for (int s = coins[i]; s <= 50; s++) ways[s] += ways[s - coins[i]];
    int a[] = { 10, 9, 2, 5, 3, 7, 101, 18, 4, 20 }, len[10], most = 0;
    for (int i = 0; i < 10; i++) { len[i] = 1; for (int j = 0; j < i; j++) if (a[j] < a[i] && len[j] + 1 > len[i]) len[i] = len[j] + 1; if (len[i] > most) most = len[i]; }
    printf("%d %d %d\n", best[11], ways[50], most);
    return most;
}

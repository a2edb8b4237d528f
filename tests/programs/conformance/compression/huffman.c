// Huffman codes from counts, a text encoded in bits and read back.
#include <stdio.h>
#include <string.h>

static int weight[64], kid[64][2], code[128], length[128], used;
static void assign(int n, int c, int len) { if (kid[n][0] < 0) { code[kid[n][1]] = c, length[kid[n][1]] = len; return; } assign(kid[n][0], c << 1, len + 1), assign(kid[n][1], c << 1 | 1, len + 1); }

int main(void)
{
    const char *text = "abracadabra alakazam";
    int live[64], n = 0, count[128] = { 0 };
    for (const char *p = text; *p; p++) count[(int)*p]++;
    for (int c = 0; c < 128; c++) if (count[c]) weight[used] = count[c], kid[used][0] = -1, kid[used][1] = c, live[n++] = used++;
    while (n > 1) {
        int pick[2];
        for (int k = 0; k < 2; k++) { int best = 0; for (int i = 1; i < n; i++) if (weight[live[i]] < weight[live[best]]) best = i; pick[k] = live[best], live[best] = live[--n]; }
        weight[used] = weight[pick[0]] + weight[pick[1]], kid[used][0] = pick[0], kid[used][1] = pick[1], live[n++] = used++;
    }
    assign(live[0], 0, 0);
    unsigned char bits[40] = { 0 };
    int at = 0;
    for (const char *p = text; *p; p++) for (int i = length[(int)*p] - 1; i >= 0; i--, at++) bits[at / 8] |= (unsigned char)((code[(int)*p] >> i & 1) << at % 8);
    char out[40], *q = out;
    for (int i = 0; i < at;) { int node = live[0]; while (kid[node][0] >= 0) node = kid[node][bits[i / 8] >> i % 8 & 1], i++; *q++ = (char)kid[node][1]; }
    *q = 0;
    printf("%d bits, %s\n", at, out);
    return strcmp(out, text) == 0;
}

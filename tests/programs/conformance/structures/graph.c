// Graphs: breadth-first, depth-first, shortest paths, components.
#include <stdio.h>
#include <string.h>

enum { N = 8, FAR = 1000 };
static const unsigned char edges[][3] = { { 0, 1, 4 }, { 0, 2, 1 }, { 2, 1, 2 }, { 1, 3, 5 }, { 2, 3, 8 }, { 3, 4, 3 }, { 5, 6, 1 } };
static int w[N][N], parent[N];
static int find(int x) { return parent[x] == x ? x : (parent[x] = find(parent[x])); }

int main(void)
{
    for (int i = 0; i < N; i++) { parent[i] = i; for (int j = 0; j < N; j++) w[i][j] = i == j ? 0 : FAR; }
    for (int e = 0; e < 7; e++) w[edges[e][0]][edges[e][1]] = w[edges[e][1]][edges[e][0]] = edges[e][2], parent[find(edges[e][0])] = find(edges[e][1]);
    int queue[N], head = 0, tail = 0, level[N];
    memset(level, -1, sizeof level);
    queue[tail++] = 0, level[0] = 0;
    while (head < tail) { int u = queue[head++]; for (int v = 0; v < N; v++) if (w[u][v] < FAR && level[v] < 0) level[v] = level[u] + 1, queue[tail++] = v; }
    for (int k = 0; k < N; k++) for (int i = 0; i < N; i++) for (int j = 0; j < N; j++) if (w[i][k] + w[k][j] < w[i][j]) w[i][j] = w[i][k] + w[k][j];
    int components = 0;
    for (int i = 0; i < N; i++) components += find(i) == i, printf("%d/%d ", level[i], w[0][i]);
    printf("%d\n", components);
    return components;
}

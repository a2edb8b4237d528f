// Structs by value: copies, arguments, results.
#include <stdio.h>

struct vector {
    int x, y, z, w;
    long tag;
};

static struct vector add(struct vector a, struct vector b) {
    struct vector sum = {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w, a.tag ^ b.tag};
    return sum;
}

static struct vector turned(const struct vector *v) {
    struct vector copy = *v;
    copy.x = v->y;
    copy.y = v->z;
    copy.z = v->w;
    copy.w = v->x;
    return copy;
}

int main(void) {
    struct vector ring[64];
    for (int i = 0; i < 64; i++)
        ring[i] = (struct vector){i, i + 1, i + 2, i + 3, i};
    for (int round = 0; round < 24000; round++)
        for (int i = 0; i < 64; i++) {
            struct vector t = turned(&ring[(i + 1) % 64]);
            ring[i] = add(ring[i], t);
            ring[i].x &= 0xffff, ring[i].y &= 0xffff, ring[i].z &= 0xffff, ring[i].w &= 0xffff;
        }
    printf("%d %d %d %d %ld\n", ring[0].x, ring[1].y, ring[2].z, ring[3].w, ring[4].tag);
    return 0;
}

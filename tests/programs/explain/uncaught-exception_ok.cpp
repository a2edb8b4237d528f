//@ expect: safe
struct too_small {};

static int root(int of) {
    if (of < 0)
        throw too_small();
    return of;
}

int main() {
    try {
        return root(-1);
    } catch (const too_small &) {
        return 0;
    }
}

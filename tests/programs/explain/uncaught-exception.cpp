struct too_small {};

static int root(int of) {
    if (of < 0)
        throw too_small(); // expect: uncaught-exception
    return of;
}

int main() { return root(-1); }

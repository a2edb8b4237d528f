//@ flags: --stack-size 16K
//@ expect: safe
// A struct that is passed as it is takes room for the time of the call.
struct large {
    int a[64];
};

__attribute__((noinline)) static int first(struct large large) { return large.a[0]; }

int main(void) {
    struct large large = {{0}};
    int sum = 0;
    for (int i = 0; i < 200; i++)
        sum += first(large);
    return sum;
}

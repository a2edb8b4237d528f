// A struct is passed in memory; of a call without one there is nothing to be made.
typedef struct { long a[4]; } Big;

static int sum(Big big) {
    return (int)(big.a[0] + big.a[3]);
}

int (*volatile operation)(int) = (int (*)(int))(void (*)(void))sum;

int main(void) {
    return operation(1); // expect: bad-call
}

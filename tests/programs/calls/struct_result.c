// A large struct is returned through a pointer that this call does not pass.
typedef struct { long a[4]; } Big;

static Big make(void) {
    Big big = {{1, 2, 3, 4}}; // expect: uninit
    return big; // expect: uninit
}

int (*volatile operation)(void) = (int (*)(void))(void (*)(void))make;

int main(void) {
    return operation();
}

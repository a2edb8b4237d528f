// The second argument was never passed: nothing is wrong until somebody decides on it.
volatile int larger;

static void note(int a, int b) {
    if (a > b) // expect: uninit
        larger = 1;
}

void (*volatile operation)(int) = (void (*)(int))(void (*)(void))note;

int main(void) {
    operation(3);
    return 0;
}

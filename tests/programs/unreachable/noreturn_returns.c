// A function that promised not to return does.
static void give_up(void) {}

typedef void stopper(void) __attribute__((noreturn));
stopper *volatile stop = (stopper *)(void *)give_up;

int main(void) {
    stop(); // expect: unreachable
}

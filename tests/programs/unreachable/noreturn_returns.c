// A function that promised not to return does.
static void give_up(void) {}

__attribute__((noreturn)) void (*volatile stop)(void) = (void (*)(void))give_up;

int main(void) {
    stop(); // expect: unreachable
}

// The called pointer points to data.
int data[4] = {1, 2, 3, 4};
void *volatile target = data;

int main(void) {
    ((void (*)(void))target)(); // expect: bad-call
    return 0;
}

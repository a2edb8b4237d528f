//@ expect: safe
static int registers[4]; // A model of the device.

int main(void) {
    int *device = registers;
    return *device;
}

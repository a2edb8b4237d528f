// Floating point: the Mandelbrot set and a sum of a series.
#include <stdio.h>

int main(void) {
    int inside = 0;
    for (int py = 0; py < 120; py++)
        for (int px = 0; px < 160; px++) {
            double cx = px / 160.0 * 3.0 - 2.0, cy = py / 120.0 * 2.0 - 1.0, x = 0, y = 0;
            int i = 0;
            for (; i < 100 && x * x + y * y < 4.0; i++) {
                double t = x * x - y * y + cx;
                y = 2 * x * y + cy;
                x = t;
            }
            inside += i == 100;
        }
    double sum = 0;
    for (int i = 1; i < 3000000; i++)
        sum += 1.0 / ((double)i * i);
    printf("%d %.12f\n", inside, sum);
    return 0;
}

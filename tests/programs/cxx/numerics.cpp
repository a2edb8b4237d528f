// complex, valarray, ratio, bit, numbers, midpoint.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
//@ std: c++20
#include <bit>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <numbers>
#include <numeric>
#include <valarray>

int main()
{
    std::complex<double> z(3, 4), i(0, 1);
    std::cout << z * i << ' ' << std::abs(z) << ' ' << std::conj(z) << ' ' << std::norm(z) << '\n';
    std::printf("%.6f %.6f\n", std::exp(i * std::numbers::pi).real(), std::arg(i));
    std::valarray<int> v{1, 2, 3, 4, 5, 6};
    std::valarray<int> even = v[std::slice(1, 3, 2)];
    std::valarray<int> sum = v * 2 + 1;
    std::printf("%d %d %d %d\n", even[2], sum[5], v.sum(), v.max());
    std::valarray<bool> mask = v > 3;
    std::valarray<int> large = v[mask];
    std::printf("%zu %d\n", large.size(), v.shift(2)[0]);
    std::printf("%d %d %d %d\n", std::popcount(0xf0u), std::countl_zero(std::uint32_t{1}), std::has_single_bit(64u),
                static_cast<int>(std::bit_ceil(9u)));
    std::printf("%x %g %d\n", std::bit_cast<std::uint32_t>(1.5f), std::midpoint(1.0, 2.0), std::midpoint(3, 8));
    std::printf("%.4f %.4f\n", std::lerp(1.0, 3.0, 0.25), std::hypot(2.0, 3.0, 6.0));
    return 0;
}

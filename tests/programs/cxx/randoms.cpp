// Engines and distributions.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
#include <cstdio>
#include <random>
#include <vector>

int main()
{
    std::mt19937 engine(42);
    std::mt19937_64 wide(1);
    std::minstd_rand small;
    std::ranlux24_base lux(3);
    std::printf("%u %llu %lu %u\n", static_cast<unsigned>(engine()), static_cast<unsigned long long>(wide()),
                static_cast<unsigned long>(small()), static_cast<unsigned>(lux()));
    std::uniform_int_distribution<int> dice(1, 6);
    for (int i = 0; i < 10; i++)
        std::printf("%d ", dice(engine));
    std::uniform_real_distribution<> unit;
    std::normal_distribution<> normal(10, 2);
    std::bernoulli_distribution coin(0.25);
    std::printf("\n%.10f %.10f %d\n", unit(engine), normal(engine), coin(engine));
    std::poisson_distribution<> poisson(4);
    std::exponential_distribution<> exponential(1.5);
    std::discrete_distribution<> discrete({1, 2, 3});
    std::printf("%d %.10f %d\n", poisson(engine), exponential(engine), discrete(engine));
    std::seed_seq seeds{1, 2, 3};
    std::mt19937 seeded(seeds);
    engine.discard(100);
    std::printf("%u %u\n", static_cast<unsigned>(seeded()), static_cast<unsigned>(engine()));
    return 0;
}

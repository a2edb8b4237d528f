// chrono: arithmetic, conversions, clocks that do not go back.
//@ expect: safe
//@ output: native
//@ stdlib: libstdc++ libc++
//@ std: c++20
#include <chrono>
#include <cstdio>

int main()
{
    using namespace std::chrono;
    using namespace std::chrono_literals;
    auto d = 1h + 30min + 5s;
    std::printf("%lld %lld %lld\n", static_cast<long long>(duration_cast<minutes>(d).count()),
                static_cast<long long>(duration_cast<milliseconds>(d).count()),
                static_cast<long long>(floor<hours>(d).count()));
    std::printf("%g %d\n", duration<double, std::ratio<60>>(90s).count(), 1000ms == 1s);
    auto a = steady_clock::now(), b = steady_clock::now();
    auto c = system_clock::now();
    std::printf("%d %d\n", b >= a, system_clock::to_time_t(c) > 0);
    year_month_day day = 2024y / February / 29;
    std::printf("%d %u %d\n", static_cast<int>(day.year()), static_cast<unsigned>(day.day()), day.ok());
    sys_days days = day;
    year_month_day next = days + std::chrono::days(1);
    std::printf("%u/%u %u\n", static_cast<unsigned>(next.month()), static_cast<unsigned>(next.day()),
                weekday(days).c_encoding());
    hh_mm_ss time(3723s);
    std::printf("%d %d %d\n", static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                static_cast<int>(time.seconds().count()));
    return 0;
}

//@ stdlib: libstdc++ libc++
//@ std: c++20
// Classes that are values to their users are shown as these values.
#include <any>
#include <atomic>
#include <bitset>
#include <cassert>
#include <chrono>
#include <exception>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

using namespace std::chrono_literals;

struct Point {
    int x, y;
};

struct Adder {
    int by;
    int operator()(int n) const { return n + by; }
};

static int twice(int n) { return 2 * n; }

static std::variant<int, std::string, std::vector<Point>> one_of;
static std::tuple<int, std::string, Point> three;
static std::pair<int, std::string> two;
static std::any anything;
static std::function<int(int)> call;
static std::optional<std::vector<int>> maybe;
static std::bitset<12> bits;
static std::bitset<200> many_bits;
static std::chrono::milliseconds delay;
static std::chrono::duration<double> exact;
static std::chrono::duration<int, std::ratio<1, 30>> frames;
static std::chrono::steady_clock::time_point deadline;
static std::error_code code;
static std::exception_ptr error;
static std::atomic<Point> place;
static std::atomic<Point *> pointer;
static std::atomic_flag flag;
static std::wstring wide;

int main() {
    one_of = "one";
    one_of = std::vector<Point>{{1, 2}};
    std::get<2>(one_of)[0].y = 3;
    std::get<1>(three) = "two";
    std::get<2>(three).x = 4;
    two = {1, "one"};
    two.second = "two";
    anything = 4;
    anything = std::string("text");
    anything = Point{5, 6};
    anything.reset();
    call = [](int n) { return n + 1; };
    call = twice;
    call = Adder{2};
    int offset = 3;
    call = [&offset](int n) { return n + offset; };
    call = std::bind(twice, std::placeholders::_1);
    call = nullptr;
    maybe.emplace(3, 7);
    (*maybe)[1] = 8;
    maybe.reset();
    bits[3] = true;
    many_bits.set(3).set(150);
    delay = 5ms;
    exact = delay;
    frames += std::chrono::duration<int, std::ratio<1, 30>>(2);
    deadline += 1s;
    code = std::make_error_code(std::errc::no_such_file_or_directory);
    code.clear();
    error = std::make_exception_ptr(std::runtime_error("it broke"));
    error = std::make_exception_ptr(Point{7, 8});
    error = nullptr;
    place = Point{1, 2};
    static Point at;
    pointer = &at;
    flag.test_and_set();
    wide = L"wide";
    assert(bits.none()); // expect: assert
}

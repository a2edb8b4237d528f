//@ stdlib: libstdc++ libc++
//@ std: c++20
// Sequences are shown by their elements, and an element that is written by its place in them.
#include <array>
#include <cassert>
#include <deque>
#include <forward_list>
#include <list>
#include <queue>
#include <span>
#include <stack>
#include <string>
#include <string_view>
#include <vector>

struct Point {
    int x, y;
};

static std::deque<int> numbers;
static std::list<std::string> words;
static std::forward_list<Point> points;
static std::array<int, 3> three;
static std::span<int> window;
static std::string_view start;
static std::vector<bool> flags;
static std::vector<std::vector<int>> rows;
static std::queue<int> line;
static std::stack<Point, std::vector<Point>> pile;
static std::priority_queue<int> largest;
static std::deque<Point> many;

int main() {
    numbers.push_back(2);
    numbers.push_front(1);
    numbers[1] = 3;
    words.push_back("one");
    words.push_back("three");
    words.insert(std::next(words.begin()), "two");
    words.back() = "a word that is too long for the object";
    words.pop_front();
    points.push_front({1, 2});
    points.push_front({3, 4});
    points.front().y = 5;
    three[1] = 7;
    window = three;
    window[2] = 8;
    start = std::string_view("hello, world").substr(0, 5);
    flags.push_back(true);
    flags.push_back(false);
    flags[1] = true;
    rows.resize(2);
    rows[1].push_back(6);
    rows[1][0] = 9;
    line.push(1);
    line.push(2);
    line.pop();
    pile.push({1, 2});
    pile.top().x = 3;
    largest.push(1);
    largest.push(5);
    many.resize(100);
    many[40].x = 1;
    assert(many.empty()); // expect: assert
}

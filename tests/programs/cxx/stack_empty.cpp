//@ opt: O0
//@ stdlib: libstdc++ libc++
// Taking from an empty stack.
//@ expect: null-deref
//@ expect: out-of-bounds
#include <stack>
#include <vector>

int main()
{
    std::stack<int, std::vector<int>> stack;
    stack.push(1);
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        sum += stack.top();
        stack.pop();
    }
    return sum;
}

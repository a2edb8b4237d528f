//@ opt: O0
//@ flags: --faults malloc
/* If the vector cannot grow, nobody has the new node any more. */
//@ expect: leak
#include <new>
#include <vector>

struct Node {
    int value;
};

int main()
{
    std::vector<Node *> nodes;
    try {
        Node *volatile node = new Node{1};
        nodes.push_back(+node);
    } catch (std::bad_alloc &) {
    }
    for (Node *each : nodes)
        delete each;
}

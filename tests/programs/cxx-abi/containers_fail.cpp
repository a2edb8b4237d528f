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
        nodes.push_back(new Node{1});
    } catch (std::bad_alloc &) {
    }
    for (Node *node : nodes)
        delete node;
}

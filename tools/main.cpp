#include "tools/command.hpp"

int main(int count, char** words) {
    return shunt::tools::dispatch(shunt::tools::Arguments(words + 1, words + (count > 0 ? count : 1)));
}

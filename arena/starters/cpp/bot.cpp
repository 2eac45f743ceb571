// A first bot. The referee writes one JSON object a line: `hello`, then for each game `start`,
// requests of the type `act`, and `end`; at last `bye`. Two of these are answered on stdout:
// `hello` with `ready`, each `act` with its `id` and one of its `legal` actions. All else that is
// printed must go to std::cerr. This bot remembers nothing, so many games may be open at once.
//
// C++ has no JSON. This bot looks for keys in the text, which is enough for it: the referee writes
// no spaces, and the observation before `legal` and `events`. It is no reader for other JSON.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>
using std::string;
bool has(const string &text, const string &part) { return text.find(part) != string::npos; }
// What follows the n-th place where `key` stands; empty if there is none.
string after(const string &text, const string &key, long n = 1) {
    size_t at = 0;
    for (; n > 0 && (at = text.find(key, at)) != string::npos; n--) at += key.size();
    return at == string::npos ? "" : text.substr(at);
}
string until(const string &text, char end) { return text.substr(0, text.find(end)); }
long number(const string &line, const string &key) {  // 0 also for null and for text
    return std::atol(after(line, key).c_str());
}
long items(const string &list) {  // how many there are in a list, from behind its [ on
    return list[0] == ']' ? 0 : 1 + std::count(&list[0], &list[list.find(']')], ',');
}
// Whether to stop and keep what there is: the number to tune first is in each line.
bool enough(const string &line) {
    long me = number(line, "\"you\":") + 1;  // one's own list comes after so many others
    string rows = after(line, "\"top\":", me), cards = "\"cards\":[";
    if (has(line, "\"roll\":"))  // bank_dice: the first three rolls cannot lose anything
        return number(line, "\"roll\":") >= 3 && number(line, "\"bank\":") >= 250;
    if (has(line, "\"rows\":"))  // bank_or_bust_numbers: six cards, in whichever row
        return items(after(rows, cards)) + items(after(rows, cards, 2)) >= 6;
    // bank_or_bust_money: three cards beside the hidden one
    return has(line, "\"wallets\":") && items(after(line, "\"up\":[", me)) >= 3;
}
string choose(const string &line) {  // the first legal action that begins like a wish
    string legal = until(after(line, "\"legal\":["), ']');
    // High numbers go into the row that must fall, low ones into the row that must rise.
    string place = number(line, "\"drawn\":") > 50 ? "place:top" : "place:bottom";
    std::vector<string> wishes = {"bank", "stick", "stay", "draw", "hit", place, "place:",
        "build:", "steal:", "add:", "block", "double:", "discard", ""};
    size_t wish = enough(line) ? 0 : 2;
    while (!has(legal, '"' + wishes[wish])) wish++;
    return until(wishes[wish] + after(legal, '"' + wishes[wish]), '"');
}
int main() {
    for (string line; std::getline(std::cin, line);) {
        if (has(line, "\"type\":\"bye\"")) return 0;
        if (has(line, "\"type\":\"hello\""))
            std::cout << "{\"type\":\"ready\",\"concurrent\":true}\n";
        if (has(line, "\"type\":\"act\""))
            std::cout << "{\"id\":" << number(line, "\"id\":") << ",\"action\":\""
                      << choose(line) << "\"}\n";
        std::cout.flush();  // or the line would be held back here while the clock runs
    }
}

/* A first bot. The referee writes one JSON object a line: `hello`, then for each game `start`,
   requests of the type `act`, and `end`; at last `bye`. Two of these are answered on stdout:
   `hello` with `ready`, each `act` with its `id` and one of its `legal` actions. All else that is
   printed must go to stderr. This bot remembers nothing, so many games may be open at once.

   C has no JSON. This bot looks for keys in the text, which is enough for it: the referee writes
   no spaces, and the observation before `legal` and `events`. It is no reader for other JSON. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What follows the n-th place where `key` stands; NULL if there is none. */
static char *after(char *text, const char *key, long n) {
    while (text && n-- > 0)
        if ((text = strstr(text, key))) text += strlen(key);
    return text;
}
static long number(char *line, const char *key) { /* 0 also for null and for text */
    return (line = after(line, key, 1)) ? atol(line) : 0;
}
static int items(const char *list) { /* how many there are in a list, from behind its [ on */
    int n = list && *list != ']';
    for (; list && *list != ']'; list++) n += *list == ',';
    return n;
}
/* Whether to stop and keep what there is: the number to tune first is in each line. */
static int enough(char *line) {
    long me = number(line, "\"you\":") + 1; /* one's own list comes after so many others */
    char *rows = after(line, "\"top\":", me);
    if (strstr(line, "\"roll\":")) /* bank_dice: the first three rolls cannot lose anything */
        return number(line, "\"roll\":") >= 3 && number(line, "\"bank\":") >= 250;
    if (strstr(line, "\"rows\":")) /* bank_or_bust_numbers: six cards, in whichever row */
        return items(after(rows, "\"cards\":[", 1)) + items(after(rows, "\"cards\":[", 2)) >= 6;
    if (strstr(line, "\"wallets\":")) /* bank_or_bust_money: three beside the hidden one */
        return items(after(line, "\"up\":[", me)) >= 3;
    return 0;
}
static void answer(char *line) { /* with the first legal action that begins like a wish */
    char *legal = after(line, "\"legal\":[", 1), *action = NULL;
    /* High numbers go into the row that must fall, low ones into the row that must rise. */
    const char *place = number(line, "\"drawn\":") > 50 ? "\"place:top" : "\"place:bottom";
    const char *wishes[] = {"\"bank", "\"stick", "\"stay", "\"draw", "\"hit", place, "\"place:",
        "\"build:", "\"steal:", "\"add:", "\"block", "\"double:", "\"discard", "\""};
    int from = enough(line) ? 0 : 2;
    *strchr(legal, ']') = '\0'; /* the events are not looked at */
    for (int i = from; !action; i++) action = strstr(legal, wishes[i]);
    printf("{\"id\":%ld,\"action\":\"%.*s\"}\n", number(line, "\"id\":"),
        (int)strcspn(action + 1, "\""), action + 1);
}
int main(void) {
    char *line = NULL;
    for (size_t room = 0; getline(&line, &room, stdin) > 0; fflush(stdout)) /* flush: at once! */
        if (strstr(line, "\"type\":\"hello\"")) puts("{\"type\":\"ready\",\"concurrent\":true}");
        else if (strstr(line, "\"type\":\"act\"")) answer(line);
        else if (strstr(line, "\"type\":\"bye\"")) return 0;
}

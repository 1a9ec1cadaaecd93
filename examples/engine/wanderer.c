/* A computer player in plain C, by the protocol of docs/reference/engine.md. It knows no rules: it is told what it may do,
 * and takes one of these moves by chance. Build and try it:
 *
 *     cc -O2 -o wanderer examples/engine/wanderer.c
 *     rheinlaender match 'engine:./wanderer' random random random
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST 65536

static char line[LONGEST], legal[LONGEST];

static void greet(const char *version) {
    if (strcmp(version, "1") == 0) printf("name wanderer\nversion 1.0\nready\n");
    else printf("error only version 1 of the protocol is known\n");
}

/* The n-th of m moves replaces the one that was chosen before with a chance of one in n, so that all are alike. */
static void answer(void) {
    const char *chosen = NULL;
    int number = 0;
    for (char *move = strtok(legal, " "); move != NULL; move = strtok(NULL, " "))
        if (rand() % ++number == 0) chosen = move;
    if (chosen == NULL) printf("error nothing is legal\n");
    else printf("move %s\n", chosen);
}

static void obey(const char *word, const char *rest) {
    if (strcmp(word, "rheinlaender") == 0) greet(rest);
    else if (strcmp(word, "game") == 0 && strncmp(rest, "seed ", 5) == 0) srand((unsigned)strtoul(rest + 5, NULL, 10));
    else if (strcmp(word, "legal") == 0) strcpy(legal, rest);
    else if (strcmp(word, "go") == 0) answer();
    else if (strstr(" game option position counted stop ", word) == NULL) printf("error unknown: %s\n", word);
}

int main(void) {
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\r\n")] = '\0';
        char *rest = strchr(line, ' ');
        if (rest != NULL) *rest++ = '\0';
        else rest = line + strlen(line);
        if (strcmp(line, "quit") == 0) break;
        obey(line, rest);
        fflush(stdout);
    }
    return 0;
}

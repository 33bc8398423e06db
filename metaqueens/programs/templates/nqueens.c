/* N queens by min-conflicts, with the rules of the board: a starting point for a program of yours.

   Build: cc -O2 -o nqueens nqueens.c
   Run:   metaqueens solve 50 --program "./nqueens {n} {seed}" counts=true
   Test:  metaqueens check --program "./nqueens {n} {seed}" counts=true
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const double NOISE = 0.02; /* how often a queen goes to any row */
static uint64_t state;
/* The board: size is the number of diagonals of each kind, letters has the region of each square. */
static long n, size, *rows;
static char *blocked, *letters;
/* Queens on each row, falling and rising diagonal, and in each region. */
static long *row, *falling, *rising, region[128];

/* splitmix64 */
static uint64_t draw(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static long below(long limit) { return (long)(draw() % (uint64_t)limit); }

/* A line for each better board, at once: the referee counts it when it arrives. */
static void tell(long long evaluations) {
    printf("{\"queens\": [");
    for (long c = 0; c < n; c++) printf("%s%ld", c ? ", " : "", rows[c]);
    printf("], \"evaluations\": %lld}\n", evaluations);
    fflush(stdout);
}

/* Count what a queen on this square would attack, or break. */
static long attacks(long r, long c) {
    long found = row[r] + (blocked ? blocked[r * n + c] : 0);
    if (!letters) return found + falling[(r + c) % size] + rising[(r - c + n) % size];
    /* With regions, queens may share a diagonal, but not touch. */
    found += region[(int)letters[r * n + c]];
    if (c > 0) found += labs(rows[c - 1] - r) == 1;
    if (c < n - 1) found += labs(rows[c + 1] - r) == 1;
    return found;
}

static void count(long r, long c, long change) {
    row[r] += change, falling[(r + c) % size] += change, rising[(r - c + n) % size] += change;
    if (letters) region[(int)letters[r * n + c]] += change;
}

/* Read the task, a line of JSON; "" if a person types. */
static char *read_task(void) {
    size_t room = 1 << 16, used = 0;
    char *task = calloc(room + 1, 1);
    if (isatty(0)) return task;
    for (size_t part; (part = fread(task + used, 1, room - used, stdin)) > 0;) {
        used += part;
        if (used == room) task = realloc(task, (room *= 2) + 1);
    }
    task[used] = 0;
    return task;
}

/* Return the text after [ of the list with this name, or "". */
static const char *find(const char *task, const char *name) {
    const char *found = strstr(task, name);
    return found ? strchr(found, '[') + 1 : "";
}

/* Return the next pair of a list, or NULL at its end. */
static const char *next(const char *at) {
    at = strchr(at, ']') + 1;
    return *at == ',' ? strchr(at, '[') : NULL;
}

/* Read the rules; return whether each column has a placed queen. */
static char *read_rules(const char *task) {
    char *placed = calloc(n, 1), kind;
    long a, b;
    size = strstr(task, "\"torus\": true") ? n : 2 * n;
    row = calloc(n, sizeof *row), rows = calloc(n, sizeof *rows);
    falling = calloc(size, sizeof *falling), rising = calloc(size, sizeof *rising);
    const char *at = find(task, "\"placed\"");
    for (; at && sscanf(at, "[%ld, %ld", &a, &b) == 2; at = next(at)) placed[b] = 1, rows[b] = a;
    at = find(task, "\"blocked\"");
    if (*at) blocked = calloc(n, n);
    for (; at && sscanf(at, "[%ld, %ld", &a, &b) == 2; at = next(at)) blocked[a * n + b] = 1;
    /* As if a queen that never moves stood on each excluded diagonal. */
    at = find(task, "\"excluded\"");
    for (; at && sscanf(at, "[%ld, \"%c", &a, &kind) == 2; at = next(at))
        if (kind == 'f') falling[a % size]++;
        else rising[(a + 1) % size]++;
    at = find(task, "\"regions\"");
    if (*at) letters = calloc(n, n);
    for (long r = 0; letters && r < n; r++) memcpy(letters + r * n, at + 1 + r * (n + 4), n);
    return placed;
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    n = atol(argv[1]);
    state = strtoull(argv[2], NULL, 10);
    char *task = read_task();
    if (strstr(task, "\"problem\"")) {
        fprintf(stderr, "this template is for n queens; begin with metaqueens new program costas\n");
        return 1;
    }
    char *placed = read_rules(task);
    long long limit = INT64_MAX;
    const char *budget = strstr(task, "\"evaluations\": ");
    if (budget) sscanf(budget, "\"evaluations\": %lld", &limit);
    long *found = malloc(n * sizeof *found), pairs = 0;
    for (long c = 0; c < n; c++)
        if (!placed[c]) rows[c] = below(n);
    for (long c = 0; c < n; c++) {
        pairs += attacks(rows[c], c);
        if (letters && c < n - 1) pairs -= labs(rows[c + 1] - rows[c]) == 1; /* counted by both */
        count(rows[c], c, 1);
    }
    long long evaluations = 1;
    long best = pairs;
    tell(evaluations);
    while (best > 0 && evaluations < limit) {
        long c = below(n), old = rows[c], least = 4 * n, ties = 0, new = old;
        if (placed[c]) continue;
        count(old, c, -1);
        long before = attacks(old, c);
        if (before == 0) { /* not attacked */
            count(old, c, 1);
            continue;
        }
        for (long r = 0; r < n; r++) {
            found[r] = attacks(r, c);
            if (found[r] < least) least = found[r], ties = 0;
            if (found[r] == least && below(++ties) == 0) new = r;
        }
        evaluations += n - 1;
        if (below(1000000) < NOISE * 1000000) new = below(n);
        pairs += found[new] - before;
        rows[c] = new;
        count(new, c, 1);
        if (pairs < best) {
            best = pairs;
            tell(evaluations);
        }
    }
    printf("{\"evaluations\": %lld}\n", evaluations);
    return 0;
}

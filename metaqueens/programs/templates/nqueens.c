/* N queens by min-conflicts: a starting point for a program of yours.

   Build: cc -O2 -o nqueens nqueens.c
   Run:   metaqueens solve 50 --program "./nqueens {n} {seed}" counts=true
   Test:  metaqueens check --program "./nqueens {n} {seed}" counts=true
*/
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static const double NOISE = 0.02; /* how often a queen goes to any row */
static uint64_t state;

/* splitmix64 */
static uint64_t draw(void) {
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static long below(long limit) { return (long)(draw() % (uint64_t)limit); }

/* A line for each better board, at once: the referee counts it when it arrives. */
static void tell(const long *rows, long n, long long evaluations) {
    printf("{\"queens\": [");
    for (long c = 0; c < n; c++) printf("%s%ld", c ? ", " : "", rows[c]);
    printf("], \"evaluations\": %lld}\n", evaluations);
    fflush(stdout);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    long n = atol(argv[1]);
    state = strtoull(argv[2], NULL, 10);
    long *rows = malloc(n * sizeof *rows), *attacks = malloc(n * sizeof *attacks);
    /* Queens on each row, falling and rising diagonal. */
    long *row = calloc(n, sizeof *row), *falling = calloc(2 * n, sizeof *falling);
    long *rising = calloc(2 * n, sizeof *rising), pairs = 0;
    for (long c = 0; c < n; c++) {
        long r = rows[c] = below(n);
        pairs += row[r]++ + falling[r + c]++ + rising[r - c + n]++;
    }
    long long evaluations = 1;
    long best = pairs;
    tell(rows, n, evaluations);
    while (best > 0) {
        long c = below(n), old = rows[c];
        if (row[old] + falling[old + c] + rising[old - c + n] == 3) continue; /* not attacked */
        row[old]--, falling[old + c]--, rising[old - c + n]--;
        long least = 3 * n, ties = 0, new = old;
        for (long r = 0; r < n; r++) {
            attacks[r] = row[r] + falling[r + c] + rising[r - c + n];
            if (attacks[r] < least) least = attacks[r], ties = 0;
            if (attacks[r] == least && below(++ties) == 0) new = r;
        }
        evaluations += n - 1;
        if (below(1000000) < NOISE * 1000000) new = below(n);
        pairs += attacks[new] - attacks[old];
        rows[c] = new;
        row[new]++, falling[new + c]++, rising[new - c + n]++;
        if (pairs < best) {
            best = pairs;
            tell(rows, n, evaluations);
        }
    }
    return 0;
}

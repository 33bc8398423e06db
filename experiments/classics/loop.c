/* Adaptive search in plain C, by the rules of the authors' program: the reference of speed.py.

   loop PROBLEM SIZE RUNS SEED prints, for each run, iterations, evaluations and CPU seconds.
   PROBLEM: interval (largest missing interval, all pairs), magic, costas (own reset). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MAX 20000
static int n, m, sol[MAX], cost;
static uint64_t seed;
static long evaluations;

static uint32_t draw(uint32_t below) {
  uint64_t z = (seed += 0x9e3779b97f4a7c15ULL);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return (uint32_t)((((z ^ (z >> 31)) >> 32) * below) >> 32);
}
static int happens(double p) { return draw(1u << 30) < p * (1u << 30); }

/* All-interval series. */
static int seen[MAX];
static int largest(void) {
  int k = n;
  seen[0] = 0;
  while (seen[--k])
    ;
  return k;
}
static int interval_cost(void) {
  memset(seen, 0, sizeof(int) * n);
  for (int i = 1; i < n; i++) seen[abs(sol[i] - sol[i - 1])]++;
  return largest();
}
static int interval_if(int i, int j, int keep) {
  int x = sol[i], y = sol[j], r[4] = {0}, a[4] = {0};
  if (i > 0) r[0] = abs(sol[i - 1] - x), a[0] = abs(sol[i - 1] - y);
  if (i < j - 1) {
    r[1] = abs(x - sol[i + 1]), a[1] = abs(y - sol[i + 1]);
    r[2] = abs(sol[j - 1] - y), a[2] = abs(sol[j - 1] - x);
  }
  if (j < n - 1) r[3] = abs(y - sol[j + 1]), a[3] = abs(x - sol[j + 1]);
  for (int k = 0; k < 4; k++) seen[r[k]]--, seen[a[k]]++;
  int now = largest();
  if (!keep)
    for (int k = 0; k < 4; k++) seen[r[k]]++, seen[a[k]]--;
  return now;
}

/* Magic squares. */
static int row[200], column[200], falling, rising;
static int magic_cost(void) {
  int sum = m * (n + 1) / 2, total;
  for (int k = 0; k < m; k++) row[k] = column[k] = -sum;
  falling = rising = -sum;
  for (int k = 0; k < n; k++) {
    row[k / m] += sol[k] + 1, column[k % m] += sol[k] + 1;
    if (k / m == k % m) falling += sol[k] + 1;
    if (k / m + k % m == m - 1) rising += sol[k] + 1;
  }
  total = abs(falling) + abs(rising);
  for (int k = 0; k < m; k++) total += abs(row[k]) + abs(column[k]);
  return total;
}
static struct { short r, c; char f, s; } at[MAX];
#define CHANGE(e, by) (abs((e) + (by)) - abs(e))
static int magic_if(int i, int j, int keep) {
  int by = sol[j] - sol[i], now = cost;
  if (at[i].r != at[j].r) now += CHANGE(row[at[i].r], by) + CHANGE(row[at[j].r], -by);
  if (at[i].c != at[j].c) now += CHANGE(column[at[i].c], by) + CHANGE(column[at[j].c], -by);
  if (at[i].f != at[j].f) now += CHANGE(falling, at[i].f ? by : -by);
  if (at[i].s != at[j].s) now += CHANGE(rising, at[i].s ? by : -by);
  if (keep) {
    row[at[i].r] += by, row[at[j].r] -= by, column[at[i].c] += by, column[at[j].c] -= by;
    falling += by * (at[i].f - at[j].f), rising += by * (at[i].s - at[j].s);
  }
  return now;
}
static int magic_error(int k) {
  return abs(row[at[k].r]) + abs(column[at[k].c]) + (at[k].f ? abs(falling) : 0) +
         (at[k].s ? abs(rising) : 0);
}

/* Costas arrays. */
static int error[MAX];
static int costas_count(const int *v, int *errors) {
  int total = 0, first[128];
  if (errors) memset(errors, 0, sizeof(int) * n);
  for (int d = 1; d <= (n - 1) / 2; d++) {
    int times[128] = {0}, weight = n * n - d * d;
    for (int i = d; i < n; i++) {
      int k = v[i - d] - v[i] + n, count = ++times[k];
      if (count > 1) total += weight;
      if (!errors) continue;
      if (count == 1) first[k] = i;
      if (count == 2) errors[first[k]] += weight, errors[first[k] - d] += weight;
      if (count > 1) errors[i] += weight, errors[i - d] += weight;
    }
  }
  return total;
}
static int costas_cost(void) { return costas_count(sol, error); }
static int costas_if(int i, int j, int keep) {
  int x = sol[i], now;
  sol[i] = sol[j], sol[j] = x;
  now = costas_count(sol, keep ? error : NULL);
  sol[j] = sol[i], sol[i] = x;
  return now;
}
static int costas_error(int k) { return error[k]; }

static int start[128], best[128], trial[128], least;
static int try_trial(double if_equal, double if_less) {
  int now = costas_count(trial, NULL);
  evaluations++;
  if (now < cost || (now < least && happens(if_less)) || (now == least && happens(if_equal)))
    least = now, memcpy(best, trial, sizeof(int) * n);
  return now < cost;
}
static int list(int *to, int low, int high) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (error[i] >= low && error[i] <= high) to[count++] = i;
  for (int k = count - 1; k > 0; k--) {
    int j = draw(k + 1), x = to[k];
    to[k] = to[j], to[j] = x;
  }
  return count;
}
static void costas_reset(void) {
  int worst[131] = {0}, others[131] = {0}, high = 0, ties, done = 0;
  for (int i = 0; i < n; i++) high = error[i] > high ? error[i] : high;
  memcpy(start, sol, sizeof(int) * n);
  memcpy(best, sol, sizeof(int) * n);
  ties = list(worst, high, high);
  least = 1 << 30;
  int w = worst[ties - 1];
  for (int k = 0; k < n && !done; k++) {
    int a = w < k ? w : k, b = w < k ? k : w;
    if (happens(0.4) || b - a <= 1) continue;
    memcpy(trial, start, sizeof(int) * n);
    if (w < (n - 1) / 2)
      memcpy(trial + a, start + a + 1, sizeof(int) * (b - a)), trial[b] = start[a];
    else
      memcpy(trial + a + 1, start + a, sizeof(int) * (b - a)), trial[a] = start[b];
    done = try_trial(0.2, 1);
  }
  int steps[4] = {1, 2, n - 2, n - 3};
  for (int k = 0; k < 4 && !done; k++) {
    for (int i = 0; i < n; i++) trial[i] = (start[i] + steps[k]) % n;
    done = try_trial(0, 1.0 / 3);
  }
  if (!done) list(others, 1, high - 1);
  for (int k = 0; k < 3 && !done; k++) {
    int to = k < ties - 1 ? worst[k] : others[k - ties + 1];
    if (to == 0 || happens(1.0 / 3)) continue;
    for (int i = 0; i < n; i++) trial[i] = start[(i + to) % n];
    done = try_trial(0, 1);
  }
  memcpy(sol, best, sizeof(int) * n);
}

/* The search. */
static int (*count_cost)(void), (*cost_if)(int, int, int), (*error_of)(int);
static int marks[MAX], ties[MAX], left[MAX], right[MAX];

int main(int argc, char **argv) {
  if (argc < 5) return 2;
  int is_interval = argv[1][0] == 'i', is_costas = argv[1][0] == 'c', runs = atoi(argv[3]);
  m = n = atoi(argv[2]);
  if (!is_interval && !is_costas) n = m * m;
  if (n > MAX || (is_costas && n > 60)) return 2;
  double minimum = is_interval ? 0.66 : is_costas ? 0.5 : 0.06;
  int limit = is_interval || is_costas ? 1 : 1.2 * m, moved = (n + 3) / 4;
  count_cost = is_interval ? interval_cost : is_costas ? costas_cost : magic_cost;
  cost_if = is_interval ? interval_if : is_costas ? costas_if : magic_if;
  error_of = is_costas ? costas_error : magic_error;
  for (int k = 0; k < n; k++) {
    at[k].r = k / m, at[k].c = k % m, at[k].f = k / m == k % m;
    at[k].s = k / m + k % m == m - 1;
  }
  seed = strtoull(argv[4], NULL, 10);
  for (int run = 0; run < runs; run++) {
    clock_t began = clock();
    long iterations = 0, swaps = 0;
    evaluations = 1;
    for (int k = 0; k < n; k++) {
      int j = draw(k + 1);
      sol[k] = sol[j], sol[j] = k;
    }
    memset(marks, 0, sizeof marks);
    cost = count_cost();
    while (cost) {
      int frozen = 0, worst = 0, moves = 0, i = 0, j = 0, to = cost;
      iterations++;
      if (is_interval) {
        for (int a = 0; a < n && to == cost; a++) {
          if (marks[a] > swaps && ++frozen) continue;
          for (int b = a + 1; b < n; b++) {
            if (marks[b] > swaps) continue;
            int now = cost_if(a, b, 0);
            evaluations++;
            if (now > to) continue;
            if (now < to) {
              to = now, left[0] = a, right[0] = b, moves = 1;
              break;
            }
            left[moves] = a, right[moves] = b, moves = (moves + 1) % n;
          }
        }
        if (to == cost && (moves == 0 || happens(minimum))) {
          for (i = 0; marks[i] > swaps; i++)
            ;
          j = i;
        } else {
          int k = draw(moves);
          i = left[k], j = right[k];
        }
      } else {
        int high = 0;
        for (int k = 0; k < n; k++) {
          if (marks[k] > swaps && ++frozen) continue;
          int e = error_of(k);
          if (e > high) high = e, worst = 0;
          if (e == high) ties[worst++] = k;
        }
        for (;; iterations++) {
          i = ties[draw(worst)], moves = 0, to = cost;
          for (int k = 0; k < n; k++) {
            if (k == i || marks[k] > swaps) continue;
            int now = cost_if(i < k ? i : k, i < k ? k : i, 0);
            evaluations++;
            if (now > to) continue;
            if (now < to) to = now, moves = 0;
            left[moves++] = k;
          }
          if (to == cost && (happens(minimum) || (worst <= 1 && moves <= 1))) {
            j = i;
            break;
          }
          if (moves) {
            j = left[draw(moves)];
            break;
          }
        }
      }
      if (i != j) {
        int x = sol[i];
        if (is_costas) {
          sol[i] = sol[j], sol[j] = x, costas_count(sol, error);
        } else {
          cost_if(i < j ? i : j, i < j ? j : i, 1);
          sol[i] = sol[j], sol[j] = x;
        }
        swaps++;
        cost = to;
        continue;
      }
      marks[i] = swaps + 1;
      if (frozen + 1 < limit) continue;
      if (is_costas) {
        costas_reset();
      } else {
        for (int k = 0; k < moved; k++, swaps++) {
          int a = draw(n), b = draw(n), x = sol[a];
          sol[a] = sol[b], sol[b] = x;
        }
      }
      memset(marks, 0, sizeof marks);
      cost = count_cost();
    }
    printf("%ld %ld %.6f\n", iterations, evaluations, (double)(clock() - began) / CLOCKS_PER_SEC);
  }
  return 0;
}

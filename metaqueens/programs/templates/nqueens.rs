/* N queens by min-conflicts: a starting point for a program of yours.

   Build: rustc -O nqueens.rs
   Run:   metaqueens solve 50 --program "./nqueens {n} {seed}" counts=true
   Test:  metaqueens test-program "./nqueens {n} {seed}" counts=true
*/
use std::io::Write;

const NOISE: f64 = 0.02; // how often a queen goes to any row

struct Random(u64);

impl Random {
    /// splitmix64
    fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e3779b97f4a7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58476d1ce4e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d049bb133111eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.draw() % limit as u64) as usize
    }
}

/// A line for each better board, at once: the referee counts it when it arrives.
fn tell(rows: &[usize], evaluations: u64) {
    println!("{{\"queens\": {:?}, \"evaluations\": {}}}", rows, evaluations);
    std::io::stdout().flush().unwrap();
}

fn main() {
    let words: Vec<String> = std::env::args().collect();
    let n: usize = words[1].parse().unwrap();
    let mut random = Random(words[2].parse().unwrap());
    let mut rows = vec![0; n];
    let mut attacks = vec![0i64; n];
    // Queens on each row, falling and rising diagonal.
    let (mut row, mut falling, mut rising) = (vec![0i64; n], vec![0i64; 2 * n], vec![0i64; 2 * n]);
    let mut pairs = 0;
    for c in 0..n {
        let r = random.below(n);
        rows[c] = r;
        pairs += row[r] + falling[r + c] + rising[r + n - c];
        row[r] += 1;
        falling[r + c] += 1;
        rising[r + n - c] += 1;
    }
    let (mut evaluations, mut best) = (1, pairs);
    tell(&rows, evaluations);
    while best > 0 {
        let c = random.below(n);
        let old = rows[c];
        if row[old] + falling[old + c] + rising[old + n - c] == 3 {
            continue; // nothing attacks this queen
        }
        row[old] -= 1;
        falling[old + c] -= 1;
        rising[old + n - c] -= 1;
        let (mut least, mut ties, mut new) = (i64::MAX, 0, old);
        for r in 0..n {
            attacks[r] = row[r] + falling[r + c] + rising[r + n - c];
            if attacks[r] < least {
                least = attacks[r];
                ties = 0;
            }
            if attacks[r] == least {
                ties += 1;
                if random.below(ties) == 0 {
                    new = r;
                }
            }
        }
        evaluations += n as u64 - 1;
        if (random.below(1_000_000) as f64) < NOISE * 1e6 {
            new = random.below(n);
        }
        pairs += attacks[new] - attacks[old];
        rows[c] = new;
        row[new] += 1;
        falling[new + c] += 1;
        rising[new + n - c] += 1;
        if pairs < best {
            best = pairs;
            tell(&rows, evaluations);
        }
    }
}

// NumPy's SeedSequence and PCG64, as far as a search needs them: draws of 64 bits.
"use strict";
const word = (x) => x >>> 0, times = (a, b) => word(Math.imul(a, b));

// The four words of 64 bits that start a generator; a seed is a whole number of any size.
function seedSequence(seed) {
  const words = [];
  let rest = BigInt(seed);
  do { words.push(Number(rest & 0xffffffffn)); rest >>= 32n; } while (rest > 0n);
  let constant = 0x43b0d7e5;
  const hashed = (value) => {
    value = word(value ^ constant);
    constant = times(constant, 0x931e8875);
    value = times(value, constant);
    return word(value ^ (value >>> 16));
  };
  const mixed = (x, y) => {
    const sum = word(times(0xca01f9dd, x) - times(0x4973f715, y));
    return word(sum ^ (sum >>> 16));
  };
  const pool = [0, 1, 2, 3].map((k) => hashed(words[k] ?? 0));
  for (let from = 0; from < 4; from++)
    for (let to = 0; to < 4; to++) if (from !== to) pool[to] = mixed(pool[to], hashed(pool[from]));
  for (let from = 4; from < words.length; from++)
    for (let to = 0; to < 4; to++) pool[to] = mixed(pool[to], hashed(words[from]));
  let next = 0x8b51f9dd;
  const state = [];
  for (let k = 0; k < 8; k++) {
    let value = word(pool[k % 4] ^ next);
    next = times(next, 0x58f38ded);
    value = times(value, next);
    state.push(BigInt(word(value ^ (value >>> 16))));
  }
  return [0, 1, 2, 3].map((k) => state[2 * k] | state[2 * k + 1] << 32n);
}

// A function that draws 64 bits, as numpy.random.default_rng(seed) does.
function generator(seed) {
  const all128 = (1n << 128n) - 1n, all64 = (1n << 64n) - 1n;
  const factor = 0x2360ed051fc65da44385df649fccf645n;
  const [high, low, incHigh, incLow] = seedSequence(seed);
  const increment = ((incHigh << 64n | incLow) << 1n | 1n) & all128;
  let state = 0n;
  const step = () => { state = (state * factor + increment) & all128; };
  step();
  state = (state + (high << 64n | low)) & all128;
  step();
  return () => {
    step();
    const folded = (state >> 64n ^ state) & all64, by = state >> 122n;
    return (folded >> by | folded << (64n - by)) & all64;
  };
}

"use strict";

/** A generator of random numbers below `n` (xorshift, 32 bits). */
function random(seed) {
  let state = seed | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return state >>> 0;
  };
  for (let i = 0; i < 10; i++) next();
  return (n) => next() % n;
}

module.exports = { random };

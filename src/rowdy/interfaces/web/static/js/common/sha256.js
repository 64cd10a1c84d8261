// SHA-256 (FIPS 180-4): the browser's own, or ours where a page that came over plain HTTP may not use that.
// @ts-check

const BLOCK_BYTES = 64;
const LENGTH_BYTES = 8;

/**
 * The SHA-256 of a text in UTF-8, in hexadecimal digits.
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function sha256(text) {
  const bytes = new TextEncoder().encode(text);
  const digest = crypto.subtle ? await crypto.subtle.digest("SHA-256", bytes) : ownDigest(bytes).buffer;
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * @param {Uint8Array} bytes
 * @returns {Uint8Array<ArrayBuffer>}
 */
function ownDigest(bytes) {
  const blocks = padded(bytes);
  const hash = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  for (let at = 0; at < blocks.byteLength; at += BLOCK_BYTES) addBlock(hash, new DataView(blocks.buffer, at));
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => digest.setUint32(4 * i, word));
  return new Uint8Array(digest.buffer);
}

/**
 * The bytes, a bit 1, as many 0 as needed, and the number of bits: whole blocks.
 * @param {Uint8Array} bytes
 */
function padded(bytes) {
  const blocks = Math.ceil((bytes.length + 1 + LENGTH_BYTES) / BLOCK_BYTES);
  const all = new Uint8Array(blocks * BLOCK_BYTES);
  all.set(bytes);
  all[bytes.length] = 0x80;
  new DataView(all.buffer).setBigUint64(all.length - LENGTH_BYTES, BigInt(bytes.length) * 8n);
  return all;
}

/**
 * @param {number[]} hash eight words, which are changed
 * @param {DataView} block
 */
function addBlock(hash, block) {
  const words = Array.from({ length: 16 }, (_, i) => block.getUint32(4 * i));
  for (let i = 16; i < 64; i++) {
    const [early, late] = [words[i - 15], words[i - 2]];
    const small0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const small1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] + small0 + words[i - 7] + small1) >>> 0;
  }
  let [a, b, c, d, e, f, g, h] = hash;
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g);
    const big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = h + big1 + choice + ROUND_WORDS[i] + words[i];
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) >>> 0, c, b, a, (first + big0 + majority) >>> 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = (hash[i] + word) >>> 0));
}

/**
 * @param {number} word
 * @param {number} bits to the right
 */
function rotated(word, bits) {
  return (word >>> bits) | (word << (32 - bits));
}

// The constants of the standard are the first 32 bits of the fractions of roots of primes.

const PRIMES = primes(64);
const ROUND_WORDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));

/** @param {number} root */
function fraction(root) {
  return Math.floor((root % 1) * 2 ** 32);
}

/** @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

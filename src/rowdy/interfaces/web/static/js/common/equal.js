// Whether two values are equal, however deep.
// @ts-check

/**
 * @param {unknown} one
 * @param {unknown} other both as of JSON
 */
export function isEqual(one, other) {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Returns a function that computes the value of each key once and remembers it. */
export function memoize<K, V extends boolean | number | string | object>(
  compute: (key: K) => V,
): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const value = compute(key);
    known.set(key, value);
    return value;
  };
}

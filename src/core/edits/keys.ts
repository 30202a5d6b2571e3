/** Gives equal texts equal numbers. */
export type Keys = (text: string) => number;

export function createKeys(): Keys {
  const keys = new Map<string, number>();
  return (text) => {
    const known = keys.get(text);
    if (known !== undefined) return known;
    keys.set(text, keys.size);
    return keys.size - 1;
  };
}

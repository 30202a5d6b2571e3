/** The value of a cookie in a `Cookie` header. Null where it is absent, and where it stands twice: one of them is forged. */
export function cookieOf(header: string | undefined, name: string): string | null {
  const start = `${name}=`;
  const values = (header ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(start));
  const [value] = values;
  return value === undefined || values.length > 1 ? null : value.slice(start.length);
}

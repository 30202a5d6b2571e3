/** Returns an address for each visitor, for `X-Forwarded-For`. */
export function addressOf(visitor: number): string {
  return `10.${visitor >> 16}.${(visitor >> 8) & 255}.${visitor & 255}`;
}
